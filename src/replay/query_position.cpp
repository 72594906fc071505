#include "ludex/replay/query_position.hpp"

#include "ludex/core/error.hpp"
#include "ludex/replay/game_rules.hpp"

#include <algorithm>

namespace ludex {
namespace {

const GameRules& get_rules(const Position& position) {
  const GameRules* rules = find_rules(position.game);
  if (rules == nullptr) {
    throw UsageError("positions of " + game_name(position.game) + " are not indexed");
  }
  return *rules;
}

Position with_swapped_colors(Position position) {
  for (auto& code : position.cells) code = cell::swapped(code);
  return position;
}

Move mapped(Move move, Orientation orientation, BoardSize size, bool swaps_colors) {
  if (move.kind == MoveKind::stone) move.point = map_point(orientation, move.point, size);
  if (swaps_colors) move.player = opponent(move.player);
  return move;
}

}  // namespace

std::vector<KeyRange> QueryPosition::key_ranges() const {
  const GameRules& rules = get_rules(position);
  std::vector<KeyRange> ranges;
  const PositionKey key = rules.key_of(position);
  ranges.push_back({key, key});
  if (swap_colors) {
    const PositionKey swapped = rules.key_of(with_swapped_colors(position));
    if (swapped != key) ranges.push_back({swapped, swapped});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const KeyRange& a, const KeyRange& b) { return a.first < b.first; });
  return ranges;
}

std::optional<Match> QueryPosition::match(const Position& found) const {
  if (found.game != position.game || found.size != position.size) return std::nullopt;
  for (const bool swapped : {false, true}) {
    if (swapped && !swap_colors) break;
    for (const Orientation candidate : allowed()) {
      const Match match{candidate, swapped};
      if (has_player_of(found, match) && lies_on(found, match)) return match;
    }
  }
  return std::nullopt;
}

bool QueryPosition::has_player_of(const Position& found, const Match& match) const {
  if (!to_move) return true;
  return found.to_move == (match.colors_swapped ? opponent(*to_move) : *to_move);
}

bool QueryPosition::lies_on(const Position& found, const Match& match) const {
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    const auto image =
        map_point(match.orientation, static_cast<std::uint16_t>(point), position.size);
    const std::uint8_t code = position.cells[point];
    if (found.cells[image] != (match.colors_swapped ? cell::swapped(code) : code)) return false;
  }
  return true;
}

Move QueryPosition::to_query(const Move& move, const Match& match) const {
  return mapped(move, inverse(match.orientation), position.size, match.colors_swapped);
}

Move QueryPosition::to_game(const Move& move, const Match& match) const {
  return mapped(move, match.orientation, position.size, match.colors_swapped);
}

Move QueryPosition::first_equivalent(const Move& move) const {
  Move first = move;
  for (const Orientation candidate : allowed()) {
    if (!lies_on(position, {candidate, false})) continue;
    const Move image = mapped(move, candidate, position.size, false);
    if (image.point < first.point) first = image;
  }
  return first;
}

std::vector<Orientation> QueryPosition::allowed() const {
  if (orientation == OrientationMode::exact) return {Orientation::identity};
  const auto symmetries = get_rules(position).symmetries(position.size);
  std::vector<Orientation> result(symmetries.begin(), symmetries.end());
  const bool is_known =
      std::find(result.begin(), result.end(), Orientation::mirror_h) != result.end();
  if (orientation == OrientationMode::mirror && !is_known) result.push_back(Orientation::mirror_h);
  return result;
}

}  // namespace ludex
