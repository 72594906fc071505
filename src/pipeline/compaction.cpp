#include "pipeline/compaction.hpp"

#include "pipeline/segment_keeper.hpp"
#include "pipeline/threads.hpp"
#include "store/facts.hpp"
#include "store/posting_tables.hpp"
#include "store/row_block.hpp"
#include "store/sql/sql_statement.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <vector>

namespace ludex {
namespace {

constexpr std::uint64_t kGroupBytes = 64 * 1024 * 1024;  // for position groups

/// The posting numbers of removed games, as runs: a segment has its postings in the order of keys,
/// so any number may be asked for next. 16 bytes for each run of removed games.
class DeadPostings {
 public:
  explicit DeadPostings(SqlConnection& sql) {
    FactReader facts(sql);
    std::vector<std::int64_t> flags, firsts, positions;
    for (std::int64_t chunk = 0; chunk < facts.chunk_count(); ++chunk) {
      facts.read(Fact::flags, chunk, flags);
      facts.read(Fact::first_posting, chunk, firsts);
      facts.read(Fact::total_positions, chunk, positions);
      for (std::size_t i = 0; i < flags.size(); ++i) {
        const bool alive = GameFlags(flags[i]).has(GameFlags::alive);
        if (alive) live_ += static_cast<std::uint64_t>(positions[i]);
        add(alive, static_cast<std::uint64_t>(firsts[i]));
      }
    }
  }
  [[nodiscard]] bool none() const { return begins_.empty(); }
  /// How many postings the other games have.
  [[nodiscard]] std::uint64_t live() const { return live_; }
  [[nodiscard]] bool contain(std::uint64_t number) const {
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), number);
    if (after == begins_.begin()) return false;
    const auto run = static_cast<std::size_t>(after - begins_.begin() - 1);
    return run == ends_.size() || number < ends_[run];  // the last run may go on to the end
  }

 private:
  void add(bool alive, std::uint64_t first) {
    const bool in_run = begins_.size() > ends_.size();
    if (alive && in_run) ends_.push_back(first);
    if (!alive && !in_run) begins_.push_back(first);
  }

  std::vector<std::uint64_t> begins_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t live_ = 0;
};

std::uint64_t postings_in(std::span<const SegmentInfo> segments) {
  return std::accumulate(
      segments.begin(), segments.end(), std::uint64_t{0},
      [](std::uint64_t sum, const SegmentInfo& one) { return sum + one.postings; });
}

/// \returns how many postings were dropped
std::uint64_t merge_all_segments(Database& database) {
  PostingTables tables(database.sql());
  const std::vector<SegmentInfo> old(tables.segments().begin(), tables.segments().end());
  const DeadPostings dead(database.sql());
  if (old.empty() || (old.size() == 1 && old.front().postings == dead.live())) return 0;
  const IsAlive is_alive =
      dead.none() ? IsAlive() : [&](std::uint64_t number) { return !dead.contain(number); };
  return postings_in(old) - SegmentKeeper(database, kGroupBytes).merge(old, is_alive);
}

/// Deletes text blocks that hold no record's text. A long record's text goes on in the blocks
/// behind its first one.
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

}  // namespace

CompactReport compact(Database& database, const std::function<void(const char*)>& phase) {
  require_threads(static_cast<std::size_t>(thread_count(0)));
  CompactReport report;
  report.bytes_before = std::filesystem::file_size(database.path());
  {
    SqlTransaction transaction(database.sql());
    phase("merging");
    report.postings_dropped = merge_all_segments(database);
    phase("packing");
    report.text_bytes_dropped = drop_unowned_text(database.sql());
    add_missing_row_blocks(database.sql(), database.next_id("game"));
    transaction.commit();
  }
  phase("shrinking");
  database.sql().exec("VACUUM");
  report.bytes_after = std::filesystem::file_size(database.path());
  return report;
}

}  // namespace ludex
