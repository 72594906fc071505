#include "core/parallel_work.hpp"
#include "core/uninitialized.hpp"
#include "games/api/game_rules.hpp"
#include "index/hot_postings.hpp"
#include "index/moment_list.hpp"
#include "index/ordered_pipeline.hpp"
#include "index/posting_block.hpp"
#include "pipeline/moment_count_writer.hpp"
#include "pipeline/segment_keeper.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"
#include "store/posting_tables.hpp"
#include "store/sql/sql_statement.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
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
constexpr std::uint64_t kNoMoment = 0;

/// The postings of a turn in the order of games.
class GameOrder {
 public:
  GameOrder(std::span<const std::uint64_t> numbers, std::uint64_t first_number)
      : first_number_(first_number), place_bits_(static_cast<int>(std::bit_width(numbers.size()))) {
    divide(numbers);
    const std::size_t tasks = (buckets_.size() + kBucketsTogether - 1) / kBucketsTogether;
    tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
      const ParallelWork counted;
      const std::size_t first = task * kBucketsTogether;
      for (std::size_t i = first; i < std::min(first + kBucketsTogether, buckets_.size()); ++i) {
        const auto begin =
            entries_.begin() + static_cast<std::ptrdiff_t>(i == 0 ? 0 : buckets_[i - 1]);
        boost::sort::spreadsort::integer_sort(
            begin, entries_.begin() + static_cast<std::ptrdiff_t>(buckets_[i]));
      }
    });
  }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::uint64_t number(std::size_t i) const {
    return first_number_ + (entries_[i] >> place_bits_);
  }
  /// Its place in the turn.
  [[nodiscard]] std::size_t place(std::size_t i) const {
    return entries_[i] & ((std::uint64_t{1} << place_bits_) - 1);
  }

 private:
  static constexpr int kBucketBits = 11;
  static constexpr std::size_t kBucketsTogether = 64;

  /// Fills entries_ in the order of the highest bits of the numbers. Games are evenly spread.
  void divide(std::span<const std::uint64_t> numbers) {
    std::uint64_t all = 0;
    for (const std::uint64_t number : numbers) all |= number - first_number_;
    const int shift = std::max(static_cast<int>(std::bit_width(all)) - kBucketBits, 0);
    const auto bucket_of = [&](std::uint64_t number) { return (number - first_number_) >> shift; };
    buckets_.assign(std::size_t{1} << kBucketBits, 0);
    for (const std::uint64_t number : numbers) ++buckets_[bucket_of(number)];
    std::exclusive_scan(buckets_.begin(), buckets_.end(), buckets_.begin(), std::size_t{0});
    entries_.resize(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      entries_[buckets_[bucket_of(numbers[i])]++] = (numbers[i] - first_number_) << place_bits_ | i;
    }
  }

  std::uint64_t first_number_;
  int place_bits_;
  std::vector<std::size_t> buckets_;  // the end of each in entries_
  UninitializedVector<std::uint64_t> entries_;
};

/// Games of one block of moves, with their postings.
struct GameBlock {
  struct Game {
    std::size_t place_in_block;
    GameType game;
    BoardSize size;
    std::uint64_t first_number;
    std::size_t first;  // of its entries
    std::size_t end;
  };
  std::string moves;
  std::vector<Game> games;
};

/// Reads the games that postings belong to, block by block.
class GameBlockReader {
 public:
  GameBlockReader(SqlConnection& sql, const GameOrder& order)
      : facts_(sql),
        owners_(sql),
        select_(sql, "SELECT data FROM move_block WHERE id = ?"),
        order_(order) {}

  /// False at the end.
  bool next(GameBlock& block) {
    block.games.clear();
    std::int64_t id = -1;
    while (next_ < order_.size()) {
      const auto [game, ply] = owners_.owner(order_.number(next_));
      const std::int64_t of = (raw(game) - 1) / kGamesPerMoveBlock;
      if (id == -1) id = of;
      if (of != id) break;
      add_game(game, order_.number(next_) - ply, block);
    }
    if (id == -1) return false;
    read_moves(id, block.moves);
    return true;
  }

 private:
  void add_game(GameId game, std::uint64_t first_number, GameBlock& block) {
    const auto positions = static_cast<std::uint64_t>(facts_.value(Fact::total_positions, game));
    const std::size_t first = next_++;
    while (next_ < order_.size() && order_.number(next_) < first_number + positions) ++next_;
    block.games.push_back({static_cast<std::size_t>((raw(game) - 1) % kGamesPerMoveBlock),
                           facts_.game_type(game), facts_.size(game), first_number, first, next_});
  }

  void read_moves(std::int64_t id, std::string& moves) {
    moves.clear();
    if (!select_.find(id)) return;
    const std::string_view data = select_.bytes(0);
    moves.assign(data);
    select_.reset();
  }

  FactReader facts_;
  PostingOwners owners_;
  SqlStatement select_;
  const GameOrder& order_;
  std::size_t next_ = 0;
};

void replay(const GameBlock& block, const GameOrder& order, std::span<std::uint64_t> moments) {
  std::vector<std::uint16_t> ops;
  std::vector<std::uint32_t> plies;
  std::vector<std::uint64_t> found;
  for (const GameBlock::Game& game : block.games) {
    const GameRules* const rules = find_rules(game.game);
    if (rules == nullptr) continue;
    plies.clear();
    found.clear();
    for (std::size_t i = game.first; i < game.end; ++i) {
      plies.push_back(static_cast<std::uint32_t>(order.number(i) - game.first_number));
    }
    unpack_script(block.moves, game.place_in_block, ops);
    if (!rules->append_moments(ops, game.size, plies, found)) continue;
    for (std::size_t i = 0; i < found.size(); ++i) {
      moments[order.place(game.first + i)] = found[i] == kNoMoment ? 1 : found[i];
    }
  }
}

/// The moment of each posting of a turn.
std::vector<std::uint64_t> moments_of(SqlConnection& sql, const HotPostings& turn,
                                      std::uint64_t first_number) {
  const GameOrder order(turn.numbers, first_number);
  GameBlockReader reader(sql, order);
  std::vector<std::uint64_t> moments(turn.numbers.size(), kNoMoment);
  run_in_order<GameBlock>([&](GameBlock& block) { return reader.next(block); },
                          [&](const GameBlock& block) { replay(block, order, moments); },
                          [](const GameBlock&) {});
  return moments;
}

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

class GroupRows {
 public:
  GroupRows(SqlConnection& sql, const SegmentInfo& segment, std::uint64_t memory_bytes)
      : insert_(sql, "INSERT INTO position_group VALUES (?, ?, ?, ?, ?)"),
        counts_(sql, segment, memory_bytes),
        next_id_(segment.id << 32) {}

  /// \param numbers  its postings
  void write(const PackedGroups::Row& row, std::span<const std::uint64_t> numbers) {
    counts_.write(next_id_, row.key, numbers, row.data, row.moments);
    insert_.reset();
    insert_.bind(1, next_id_++);
    insert_.bind(2, static_cast<std::int64_t>(row.key));
    insert_.bind(3, static_cast<std::int64_t>(row.postings));
    insert_.bind(4, static_cast<std::int64_t>(row.moments));
    insert_.bind_blob(5, row.data);
    insert_.run();
  }
  void finish() { counts_.flush(); }

 private:
  SqlStatement insert_;
  MomentCountWriter counts_;
  std::int64_t next_id_;
};

void write_turn(const HotPostings& turn, std::span<const std::uint64_t> moments, GroupRows& rows) {
  std::size_t next_group = 0;
  run_in_order<PackedGroups>(
      [&](PackedGroups& packed) {
        packed.first = next_group;
        next_group = std::min(next_group + kGroupsAtOnce, turn.groups.size());
        packed.end = next_group;
        return packed.first < packed.end;
      },
      [&](PackedGroups& packed) { pack(turn, moments, packed); },
      [&](const PackedGroups& packed) {
        const std::span<const std::uint64_t> numbers(turn.numbers);
        for (std::size_t group = packed.first; group < packed.end; ++group) {
          const std::size_t begin = turn.groups[group].begin;
          rows.write(packed.rows[group - packed.first],
                     numbers.subspan(begin, turn.end_of(group) - begin));
        }
      });
}

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
  const auto write = [&](const HotPostings& turn) {
    write_turn(turn, moments_of(sql, turn, segment->first_number), rows);
  };
  const std::size_t most_known =
      std::max<std::size_t>(memory_bytes / kBytesPerGatheredPosting, kFewestPostings);
  if (known != nullptr && known->numbers.size() <= most_known) {
    if (!known->groups.empty()) write(*known);
    return rows.finish();
  }
  HotPostingReader reader(tables, *segment, blocks_of_groups(long_runs, segment->block_count),
                          most);
  HotPostings turn;
  while (reader.next(turn)) write(turn);
  rows.finish();
}

}  // namespace ludex
