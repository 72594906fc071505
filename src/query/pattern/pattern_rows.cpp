#include "query/pattern/pattern_rows.hpp"

#include <utility>

namespace ludex {

PatternRows::PatternRows(SqlConnection& sql, std::shared_ptr<const ShownPattern> shown)
    : shown_(std::move(shown)),
      search_(sql, shown_->pattern, shown_->moment),
      names_(sql, shown_->pattern) {}

void PatternRows::read(std::span<const GameId> games) {
  rows_.clear();
  IdSet among;
  for (const GameId game : games) among.insert(raw(game));
  search_.for_each_game(&among, shown_->wish,
                        [&](GameId game, BoardSize size, std::span<const FoundPattern> hits) {
                          auto& rows = rows_[game];
                          for (const auto& hit : hits) rows.push_back(row_of(game, size, hit));
                          return true;
                        });
}

std::span<const PatternRow> PatternRows::of(GameId game) const {
  const auto found = rows_.find(game);
  return found == rows_.end() ? std::span<const PatternRow>() : found->second;
}

PatternRow PatternRows::row_of(GameId game, BoardSize size, const FoundPattern& hit) {
  PatternRow row;
  row.ply = hit.ply;
  row.orientation = orientation_name(hit.match.orientation);
  if (!hit.next.empty()) {
    std::uint32_t alike = ContinuationNames::kAll;
    row.next = names_.name_of(names_.key_of(game, size, hit, hit.next[0], alike));
  }
  row.place = find_rules(shown_->pattern.game)->place_text(hit.place, size);
  row.colors = hit.match.colors_swapped ? "swapped" : "same";
  return row;
}

}  // namespace ludex
