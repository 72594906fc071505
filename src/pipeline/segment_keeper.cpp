#include "pipeline/segment_keeper.hpp"

#include "games/api/game_rules.hpp"
#include "pipeline/position_group_writer.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"
#include "store/posting_tables.hpp"
#include "store/segment_writer.hpp"

namespace ludex {
namespace {

/// Posts stored games.
class GamePoster {
 public:
  GamePoster(Database& database, PostingSorter& sorter)
      : facts_(database.sql()), scripts_(database.sql()), sorter_(sorter) {}

  [[nodiscard]] FactReader& facts() { return facts_; }

  /// Posts the plies from `first` to the one before `end`; false if the game's rules are unknown.
  bool post(GameId game, std::int64_t first, std::int64_t end) {
    const GameRules* rules = find_rules(facts_.game_type(game));
    if (rules == nullptr) return false;
    keys_.clear();
    rules->append_keys(scripts_.script(game), facts_.size(game), static_cast<std::uint32_t>(first),
                       static_cast<std::uint32_t>(end), keys_);
    sorter_.add(static_cast<std::uint64_t>(facts_.value(Fact::first_posting, game) + first), keys_);
    return true;
  }

 private:
  FactReader facts_;
  GameScripts scripts_;
  PostingSorter& sorter_;
  std::vector<PositionKey> keys_;
};

}  // namespace

template <class Fill>
SegmentInfo SegmentKeeper::add_segment(const Fill& fill) {
  const std::int64_t id = database_.next_id("segment");
  SegmentWriter writer(database_.sql(), id);
  const SegmentInfo segment = fill(writer);
  writer.finish(segment);
  write_position_groups(database_.sql(), id, memory_bytes_);
  database_.set_next_id("segment", id + 1);
  return segment;
}

void SegmentKeeper::write(PostingSorter& sorter) {
  add_segment([&](SegmentWriter& writer) { return sorter.finish(writer); });
}

std::vector<SegmentInfo> SegmentKeeper::due_for_merge() const {
  PostingTables tables(database_.sql());
  std::vector<SegmentInfo> due;
  for (const std::size_t place : choose_merge(tables.segments())) {
    due.push_back(tables.segments()[place]);
  }
  return due;
}

std::uint64_t SegmentKeeper::merge(std::span<const SegmentInfo> old, const IsAlive& is_alive) {
  PostingTables tables(database_.sql());
  const SegmentInfo merged = add_segment(
      [&](SegmentWriter& writer) { return merge_segments(tables, old, is_alive, writer); });
  for (const SegmentInfo& segment : old) delete_segment(database_.sql(), segment.id);
  return merged.postings;
}

bool SegmentKeeper::has_gap() const {
  return database_.next_id("posted") != database_.next_id("posting");
}

void SegmentKeeper::close_gap() { database_.set_next_id("posted", database_.next_id("posting")); }

void SegmentKeeper::post_gap(PostingSorter& sorter) const {
  GamePoster poster(database_, sorter);
  FactReader& facts = poster.facts();
  const auto posted = static_cast<std::uint64_t>(database_.next_id("posted"));
  const std::int64_t first_game = raw(PostingOwners(database_.sql()).owner(posted).game);
  const std::int64_t end_game = database_.next_id("game");
  for (std::int64_t id = first_game; id < end_game; ++id) {
    const auto game = static_cast<GameId>(id);
    const GameFlags flags = facts.flags(game);
    if (!flags.has(GameFlags::alive)) continue;
    const bool all_lines = flags.has(GameFlags::variations_indexed);
    poster.post(game, 0,
                facts.value(all_lines ? Fact::total_positions : Fact::main_positions, game));
  }
}

std::vector<GameId> SegmentKeeper::post_variations(SourceId source, PostingSorter& sorter) const {
  GamePoster poster(database_, sorter);
  FactReader& facts = poster.facts();
  std::vector<GameId> games;
  const std::int64_t end_game = database_.next_id("game");
  for (std::int64_t id = 1; id < end_game; ++id) {
    const auto game = static_cast<GameId>(id);
    const GameFlags flags = facts.flags(game);
    if (facts.value(Fact::source, game) != raw(source) || !flags.has(GameFlags::alive) ||
        !flags.has(GameFlags::has_variations)) {
      continue;
    }
    if (poster.post(game, facts.value(Fact::main_positions, game),
                    facts.value(Fact::total_positions, game))) {
      games.push_back(game);
    }
  }
  return games;
}

}  // namespace ludex
