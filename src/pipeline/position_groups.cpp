#include "index/hot_postings.hpp"
#include "index/moment_list.hpp"
#include "index/ordered_pipeline.hpp"
#include "index/posting_block.hpp"
#include "pipeline/moment_count_writer.hpp"
#include "pipeline/posting_moments.hpp"
#include "pipeline/segment_keeper.hpp"
#include "pipeline/visited_games.hpp"
#include "store/moment_count_table.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sql_statement.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::uint32_t kBatchBlocks = 16;

/// The blocks that may hold a part of a group of kHotPostings: a group in two blocks makes a long
/// run in one of them, a group in more blocks fills all but the first and the last.
std::vector<std::uint32_t> blocks_of_groups(std::span<const std::uint32_t> long_runs,
                                            std::uint32_t block_count) {
  static_assert(2 * kLongRun <= kHotPostings);
  std::vector<std::uint32_t> blocks;
  std::uint32_t next = 0;
  for (const std::uint32_t block : long_runs) {
    next = std::max(next, block == 0 ? 0 : block - 1);
    for (; next <= block + 1 && next < block_count; ++next) blocks.push_back(next);
  }
  return blocks;
}

/// Reads blocks of a segment and returns the groups of at least kHotPostings, in turns that fit
/// into memory. A group larger than a turn comes in several parts. Blocks are unpacked on all
/// threads of the current TBB arena. Cost: about 8 ns of one core per posting in these blocks.
class HotPostingReader {
 public:
  /// \param blocks         ascending; those left out hold no part of such a group
  /// \param most_postings  of a turn, about.
  HotPostingReader(BlockStore& store, const SegmentInfo& segment, std::vector<std::uint32_t> blocks,
                   std::size_t most_postings)
      : store_(store),
        segment_(segment),
        block_numbers_(std::move(blocks)),
        most_postings_(most_postings) {}

  /// Fills `turn` with the next groups; false at the end.
  /// \throws DatabaseError if a block is damaged.
  bool next(HotPostings& turn) {
    turn.clear();
    std::atomic<bool> full = false;
    run_in_order<Batch>([&](Batch& batch) { return !full && read(batch); },
                        [&](Batch& batch) { find_runs(batch); },
                        [&](const Batch& batch) {
                          take(batch, turn);
                          full = turn.numbers.size() >= most_postings_;
                        });
    if (!full) {
      close_group(turn);
      open_goes_on_ = false;
    }
    return !turn.groups.empty();
  }

 private:
  /// Consecutive postings with one key.
  struct Run {
    std::uint64_t key;
    std::size_t begin;
    std::size_t end;
  };
  struct Batch {
    std::span<const std::uint32_t> block_numbers;
    std::vector<std::string> blocks;
    std::vector<std::uint64_t> numbers;
    std::vector<Run> runs;  // the first, the last, and the long ones between them
  };

  bool read(Batch& batch) {
    const auto rest = std::span<const std::uint32_t>(block_numbers_).subspan(next_);
    batch.block_numbers = rest.first(std::min<std::size_t>(rest.size(), kBatchBlocks));
    next_ += batch.block_numbers.size();
    batch.blocks.clear();
    for (const std::uint32_t block : batch.block_numbers) {
      batch.blocks.emplace_back(store_.block(segment_, block));
    }
    return !batch.blocks.empty();
  }

  // false at the end
  void find_runs(Batch& batch) const {
    batch.numbers.clear();
    batch.runs.clear();
    std::vector<Posting> postings;
    Run run{0, 0, 0};
    const auto end_run = [&](bool is_last) {
      run.end = batch.numbers.size();
      if (run.end == run.begin) return;
      if (batch.runs.empty() || is_last || run.end - run.begin >= kHotPostings) {
        batch.runs.push_back(run);
      } else {
        batch.numbers.resize(run.begin);
      }
    };
    for (std::size_t i = 0; i < batch.blocks.size(); ++i) {
      require_sound(decode_block(batch.blocks[i], postings), segment_, batch.block_numbers[i]);
      for (const Posting& posting : postings) {
        if (posting.key != run.key) {
          end_run(false);
          run = {posting.key, batch.numbers.size(), 0};
        }
        batch.numbers.push_back(posting.number);
      }
    }
    end_run(true);
  }

  void take(const Batch& batch, HotPostings& turn) {
    for (const Run& run : batch.runs) {
      if (run.key != open_key_) {
        close_group(turn);
        open_goes_on_ = false;
        open_key_ = run.key;
      }
      open_numbers_.insert(open_numbers_.end(),
                           batch.numbers.begin() + static_cast<std::ptrdiff_t>(run.begin),
                           batch.numbers.begin() + static_cast<std::ptrdiff_t>(run.end));
      if (open_numbers_.size() < most_postings_) continue;
      close_group(turn);
      open_goes_on_ = true;
    }
  }

  void close_group(HotPostings& turn) {
    const bool is_hot = open_numbers_.size() >= kHotPostings || open_goes_on_;
    if (is_hot && !open_numbers_.empty()) {
      turn.groups.push_back({open_key_, turn.numbers.size()});
      turn.numbers.insert(turn.numbers.end(), open_numbers_.begin(), open_numbers_.end());
    }
    open_numbers_.clear();
  }

  BlockStore& store_;
  SegmentInfo segment_;
  std::vector<std::uint32_t> block_numbers_;
  std::size_t most_postings_;
  std::size_t next_ = 0;  // of block_numbers_
  std::uint64_t open_key_ = 0;
  std::vector<std::uint64_t> open_numbers_;  // of the group that may continue in the next batch
  bool open_goes_on_ = false;                // parts of it were returned before
};

constexpr std::size_t kBytesPerGatheredPosting = 24;  // number, order, moment
constexpr std::size_t kBytesPerReadPosting = 40;      // and the number twice more while it is read
constexpr std::size_t kFewestPostings = std::size_t{1} << 16;

/// Numbers moments in order of first occurrence. Memory: at least 32 bytes per different moment.
class MomentNumbers {
 public:
  /// \returns how many different ones there are; 0 if one is unknown.
  std::uint32_t number(std::span<const std::uint64_t> moments,
                       std::vector<std::uint32_t>& numbers) {
    numbers.clear();
    slots_.assign(kFirstSlots, {kNoMoment, 0});
    std::uint32_t count = 0;
    for (const std::uint64_t moment : moments) {
      if (moment == kNoMoment) return 0;
      if (2 * std::size_t{count} >= slots_.size()) grow();
      Slot& slot = slot_of(moment);
      if (slot.first == kNoMoment) slot = {moment, count++};
      numbers.push_back(slot.second);
    }
    return count;
  }

 private:
  using Slot = std::pair<std::uint64_t, std::uint32_t>;
  static constexpr std::size_t kFirstSlots = 1024;

  Slot& slot_of(std::uint64_t moment) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = moment & mask;
    while (slots_[at].first != moment && slots_[at].first != kNoMoment) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    std::vector<Slot> before(2 * slots_.size(), {kNoMoment, 0});
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.first != kNoMoment) slot_of(slot.first) = slot;
    }
  }

  std::vector<Slot> slots_;  // open addressing, a power of two
};

/// One row each.
struct PackedGroups {
  struct Row {
    std::uint64_t key;
    std::uint32_t postings;
    std::uint32_t moments;
    std::string data;
    bool is_counted = false;
    std::optional<MomentCounts> counts{};
  };
  std::size_t first = 0;  // of the groups
  std::size_t end = 0;
  std::vector<Row> rows;
};

constexpr std::size_t kGroupsAtOnce = 64;

/// Groups with an unknown moment get a row without data: their visits are replayed.
void pack(const HotPostings& turn, std::span<const std::uint64_t> moments, PackedGroups& packed) {
  packed.rows.clear();
  MomentNumbers distinct;
  std::vector<std::uint32_t> numbers;
  for (std::size_t group = packed.first; group < packed.end; ++group) {
    const std::size_t begin = turn.groups[group].begin;
    const auto of_group = moments.subspan(begin, turn.end_of(group) - begin);
    const std::uint32_t count = distinct.number(of_group, numbers);
    packed.rows.push_back({turn.groups[group].key, static_cast<std::uint32_t>(of_group.size()),
                           count, count == 0 ? std::string() : pack_moments(numbers)});
  }
}

/// Writes the groups of a segment. If the facts of all its games fit into the memory, all threads
/// count moments; else the one that writes.
class GroupRows {
 public:
  GroupRows(SqlConnection& sql, const SegmentInfo& segment, std::uint64_t memory_bytes)
      : sql_(sql),
        segment_(segment),
        insert_(sql, "INSERT INTO position_group VALUES (?, ?, ?, ?, ?)"),
        loaded_(LoadedGames::load(sql, segment.first_number, segment.end_number, memory_bytes)),
        games_(open_games(memory_bytes)),
        maker_(*games_),
        counts_(sql, segment),
        next_id_(segment.id << 32) {}

  void write_turn(const HotPostings& turn) {
    const std::vector<std::uint64_t> moments =
        moments_of(sql_, *games_, turn, segment_.first_number);
    std::size_t next_group = 0;
    run_in_order<PackedGroups>(
        [&](PackedGroups& packed) {
          packed.first = next_group;
          next_group = std::min(next_group + kGroupsAtOnce, turn.groups.size());
          packed.end = next_group;
          return packed.first < packed.end;
        },
        [&](PackedGroups& packed) {
          pack(turn, moments, packed);
          if (loaded_) count(turn, packed);
        },
        [&](PackedGroups& packed) {
          for (std::size_t group = packed.first; group < packed.end; ++group) {
            write(packed.rows[group - packed.first], numbers_of(turn, group));
          }
        });
  }
  void finish() { counts_.flush(); }

 private:
  static std::span<const std::uint64_t> numbers_of(const HotPostings& turn, std::size_t group) {
    const std::size_t begin = turn.groups[group].begin;
    return std::span<const std::uint64_t>(turn.numbers).subspan(begin, turn.end_of(group) - begin);
  }

  [[nodiscard]] std::unique_ptr<VisitedGames> open_games(std::uint64_t memory_bytes) const {
    if (loaded_) return std::make_unique<LoadedVisitedGames>(*loaded_);
    return std::make_unique<StoredVisitedGames>(sql_, memory_bytes);
  }

  /// Counts the large groups; write() counts the others that it stores.
  void count(const HotPostings& turn, PackedGroups& packed) const {
    LoadedVisitedGames games(*loaded_);
    MomentCountMaker maker(games);
    for (std::size_t group = packed.first; group < packed.end; ++group) {
      PackedGroups::Row& row = packed.rows[group - packed.first];
      row.is_counted =
          row.postings >= fewest_stored_counts(segment_) && row.moments <= kMostMoments;
      if (!row.is_counted) continue;
      row.counts = count_moments(maker, numbers_of(turn, group), row.data, row.moments);
    }
  }

  /// \param numbers  its postings
  void write(PackedGroups::Row& row, std::span<const std::uint64_t> numbers) {
    if (!row.is_counted && counts_.takes(row.key, numbers.size())) {
      row.counts = count_moments(maker_, numbers, row.data, row.moments);
    }
    if (row.counts) counts_.write(next_id_, row.key, std::move(*row.counts), row.moments);
    insert_.run(next_id_++, row.key, row.postings, row.moments, SqlBlob{row.data});
  }

  static constexpr std::uint32_t kMostMoments = 1024;  // counted at once: 100 KB a group

  SqlConnection& sql_;
  SegmentInfo segment_;
  SqlStatement insert_;
  std::optional<LoadedGames> loaded_;
  std::unique_ptr<VisitedGames> games_;  // of the thread that writes
  MomentCountMaker maker_;
  MomentCountWriter counts_;
  std::int64_t next_id_;
};

}  // namespace

void write_position_groups(SqlConnection& sql, std::int64_t segment_id,
                           std::span<const std::uint32_t> long_runs, std::uint64_t memory_bytes,
                           const HotPostings* known) {
  if (long_runs.empty()) return;
  PostingTables tables(sql);
  const auto segments = tables.segments();
  const auto segment = std::find_if(segments.begin(), segments.end(),
                                    [&](const SegmentInfo& one) { return one.id == segment_id; });
  if (segment == segments.end()) return;
  const auto most = std::max<std::size_t>(memory_bytes / kBytesPerReadPosting, kFewestPostings);
  GroupRows rows(sql, *segment, memory_bytes / 16);
  const std::size_t most_known =
      std::max<std::size_t>(memory_bytes / kBytesPerGatheredPosting, kFewestPostings);
  if (known != nullptr && known->numbers.size() <= most_known) {
    if (!known->groups.empty()) rows.write_turn(*known);
    return rows.finish();
  }
  HotPostingReader reader(tables, *segment, blocks_of_groups(long_runs, segment->block_count),
                          most);
  HotPostings turn;
  while (reader.next(turn)) rows.write_turn(turn);
  rows.finish();
}

}  // namespace ludex
