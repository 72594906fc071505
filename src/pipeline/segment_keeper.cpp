#include "pipeline/segment_keeper.hpp"

#include "games/api/game_rules.hpp"
#include "index/hot_postings.hpp"
#include "index/moment_list.hpp"
#include "pipeline/ready_answers.hpp"
#include "pipeline/removed_texts.hpp"
#include "pipeline/threads.hpp"
#include "store/dead_postings.hpp"
#include "store/facts.hpp"
#include "store/game_captures.hpp"
#include "store/game_scripts.hpp"
#include "store/posting_tables.hpp"
#include "store/row_block.hpp"
#include "store/word_segments.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>

namespace ludex {
namespace {

/// Posts stored games.
class GamePoster {
 public:
  GamePoster(Database& database, PostingSorter& sorter)
      : facts_(database.sql()), scripts_(database.sql()), sorter_(sorter) {}

  [[nodiscard]] FactReader& facts() { return facts_; }

  /// Posts all plies of a game that are searched, if it is not removed.
  void post(GameId game) {
    const GameFlags flags = facts_.flags(game);
    if (!flags.has(GameFlags::alive)) return;
    const bool all_lines = flags.has(GameFlags::variations_indexed);
    post(game, 0, facts_.value(all_lines ? Fact::total_positions : Fact::main_positions, game));
  }

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

std::uint64_t postings_in(std::span<const SegmentInfo> segments) {
  return std::accumulate(
      segments.begin(), segments.end(), std::uint64_t{0},
      [](std::uint64_t sum, const SegmentInfo& one) { return sum + one.postings; });
}

/// \returns how many postings were dropped
std::uint64_t merge_all_segments(Database& database, std::uint64_t group_bytes) {
  PostingTables tables(database.sql());
  const std::vector<SegmentInfo> old(tables.segments().begin(), tables.segments().end());
  const DeadPostings dead(database.sql());
  if (old.empty() || (old.size() == 1 && old.front().postings == dead.live())) return 0;
  const IsAlive is_alive =
      dead.none() ? IsAlive() : [&](std::uint64_t number) { return !dead.contain(number); };
  return postings_in(old) - SegmentKeeper(database, group_bytes).merge(old, is_alive);
}

void compact_all_words(SqlConnection& sql) {
  FactReader facts(sql);
  const auto is_alive = [&](std::int64_t game) {
    return facts.flags(GameId{game}).has(GameFlags::alive);
  };
  compact_words(sql, DeadPostings(sql).none() ? IsAliveGame() : is_alive);
}

/// Deletes text blocks that hold no record's text. A long record's text goes on in the blocks
/// after its first one.
std::uint64_t drop_unowned_text(SqlConnection& sql) {
  sql.exec(
      "CREATE TEMP TABLE owned_block (id INTEGER PRIMARY KEY);"
      "WITH RECURSIVE part (block, rest) AS ("
      "  SELECT r.text_block, r.length + r.text_offset - b.size FROM record r"
      "  JOIN text_block b ON b.id = r.text_block"
      "  UNION ALL"
      "  SELECT part.block + 1, part.rest - b.size FROM part"
      "  JOIN text_block b ON b.id = part.block + 1 WHERE part.rest > 0)"
      "INSERT OR IGNORE INTO owned_block SELECT block FROM part");
  const std::int64_t bytes = sql.first_integer(
      "SELECT coalesce(sum(size), 0) FROM text_block WHERE id NOT IN "
      "(SELECT id FROM owned_block)");
  sql.exec(
      "DELETE FROM text_block WHERE id NOT IN (SELECT id FROM owned_block); DROP TABLE "
      "owned_block");
  return static_cast<std::uint64_t>(bytes);
}

bool has_removed_games(Database& database) {
  return database.sql().first_integer("SELECT count(*) FROM game") + 1 < database.next_id("game");
}

}  // namespace

template <class Fill>
SegmentInfo SegmentKeeper::add_segment(std::uint64_t postings, const Fill& fill) {
  const std::int64_t id = database_.next_id("segment");
  database_.set_next_id("segment", id + 1);
  std::optional<EarlyWrites> early;
  if (!database_.cache_holds(postings * sizeof(std::uint64_t))) early.emplace(database_);
  SegmentWriter writer(database_.sql(), id);
  std::optional<HotPostings> hot;
  const SegmentInfo segment = fill(writer, hot);
  writer.finish(segment);
  write_position_groups(database_.sql(), id, writer.blocks_with_long_runs(), memory_bytes_,
                        hot ? &*hot : nullptr);
  return segment;
}

void SegmentKeeper::write(PostingSorter& sorter) {
  add_segment(sorter.postings(), [&](SegmentWriter& writer, std::optional<HotPostings>& hot) {
    return sorter.finish(writer, &hot);
  });
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
  const SegmentInfo merged = add_segment(postings_in(old), [&](SegmentWriter& writer, auto&) {
    return merge_segments(tables, old, is_alive, writer);
  });
  for (const SegmentInfo& segment : old) delete_segment(database_.sql(), segment.id);
  return merged.postings;
}

std::uint64_t SegmentKeeper::take_over(std::span<const ForeignSegment> segments) {
  const auto first = static_cast<std::uint64_t>(database_.next_id("posted"));
  const auto end = static_cast<std::uint64_t>(database_.next_id("posting"));
  return add_segment(end - first,
                     [&](SegmentWriter& writer, auto&) {
                       return merge_foreign_segments(segments, first, end, writer);
                     })
      .postings;
}

void SegmentKeeper::copy(SqlConnection& from, const ForeignSegment& segment) {
  const std::int64_t id = database_.next_id("segment");
  SegmentWriter writer(database_.sql(), id);
  writer.finish(shift_segment(segment, writer));
  // Moments are numbered within their group.
  SqlStatement select(from,
                      "SELECT id & 0xFFFFFFFF, key, postings, moments, data FROM position_group "
                      "WHERE id BETWEEN ? AND ? ORDER BY id");
  SqlStatement insert(database_.sql(), "INSERT INTO position_group VALUES (?, ?, ?, ?, ?)");
  select.start(segment.segment.id << 32, segment.segment.id << 32 | 0xFFFF'FFFF);
  while (select.step()) {
    insert.run(id << 32 | select.integer(0), select.integer(1), select.integer(2),
               select.integer(3), SqlBlob{select.bytes(4)});
  }
  copy_moment_counts(from, segment.segment.id, id);
  database_.set_next_id("segment", id + 1);
}

/// Their numbers count from the segment's first one.
void SegmentKeeper::copy_moment_counts(SqlConnection& from, std::int64_t segment, std::int64_t id) {
  SqlStatement select(from,
                      "SELECT id & 0xFFFFFFFF, data FROM moment_counts WHERE id BETWEEN ? AND ?");
  SqlStatement insert(database_.sql(), "INSERT INTO moment_counts VALUES (?, ?)");
  select.start(segment << 32, segment << 32 | 0xFFFF'FFFF);
  while (select.step()) insert.run(id << 32 | select.integer(0), SqlBlob{select.bytes(1)});
}

bool SegmentKeeper::has_gap() const {
  return database_.next_id("posted") != database_.next_id("posting");
}

void SegmentKeeper::close_gap() { database_.set_next_id("posted", database_.next_id("posting")); }

void SegmentKeeper::post_gap(PostingSorter& sorter) const {
  GamePoster poster(database_, sorter);
  const auto posted = static_cast<std::uint64_t>(database_.next_id("posted"));
  const std::int64_t first_game = raw(PostingOwners(database_.sql()).owner(posted).game);
  const std::int64_t end_game = database_.next_id("game");
  for (std::int64_t id = first_game; id < end_game; ++id) poster.post(static_cast<GameId>(id));
}

void SegmentKeeper::post(std::span<const GameId> games, PostingSorter& sorter) const {
  GamePoster poster(database_, sorter);
  for (const GameId game : games) poster.post(game);
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

CompactReport compact(Database& database, const std::function<void(const char*)>& phase,
                      std::uint64_t group_bytes) {
  require_threads(static_cast<std::size_t>(thread_count(0)));
  CompactReport report;
  report.bytes_before = std::filesystem::file_size(database.path());
  {
    SqlTransaction transaction(database.sql());
    phase("merging");
    report.postings_dropped = merge_all_segments(database, group_bytes);
    phase("packing");
    add_ready_answers(database, group_bytes);
    compact_all_words(database.sql());
    report.text_bytes_dropped = drop_unowned_text(database.sql());
    report.text_bytes_dropped += erase_removed_texts(database.sql());
    if (has_removed_games(database)) delete_unused_texts(database.sql());
    add_missing_row_blocks(database.sql(), database.next_id("game"));
    report.capture_blocks_added = add_missing_captures(database.sql(), database.next_id("game"));
    transaction.commit();
  }
  phase("shrinking");
  database.sql().exec("VACUUM");
  report.bytes_after = std::filesystem::file_size(database.path());
  return report;
}

}  // namespace ludex
