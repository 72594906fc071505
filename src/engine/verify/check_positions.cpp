#include "core/little_endian.hpp"
#include "core/refused_database.hpp"
#include "engine/verify/checks.hpp"
#include "engine/verify/posting_sums.hpp"
#include "games/api/game_rules.hpp"
#include "index/moment_list.hpp"
#include "index/ordered_pipeline.hpp"
#include "index/posting_block.hpp"
#include "store/dead_postings.hpp"
#include "store/facts.hpp"
#include "store/game_captures.hpp"
#include "store/game_scripts.hpp"
#include "store/posting_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

// The moves.

/// The games of one block of moves.
struct MoveBatch {
  struct Game {
    GameFlags flags;
    GameType type{};
    BoardSize size{};
    std::int64_t first_posting = 0;
    std::int64_t positions = 0;  ///< that are searched
  };
  std::int64_t first_game = 0;
  std::string moves;
  std::string captures;
  std::vector<Game> games;
  // The answers.
  std::int64_t positions = 0;
  std::vector<std::string> findings;
};

class MoveReader {
 public:
  explicit MoveReader(VerifiedDatabase& database)
      : end_game_(database.end_game),
        facts_(database.sql),
        captures_(database.sql),
        select_(database.sql, "SELECT data FROM move_block WHERE id = ?") {}

  bool read(MoveBatch& batch) {
    if (next_ >= end_game_) return false;
    batch.first_game = next_;
    batch.games.clear();
    const std::int64_t block = (next_ - 1) / kGamesPerMoveBlock;
    batch.moves.clear();
    if (select_.find(block)) batch.moves = select_.string(0);
    select_.reset();
    batch.captures = captures_.block(block);
    for (const std::int64_t end = std::min(next_ + kGamesPerMoveBlock, end_game_); next_ < end;
         ++next_) {
      batch.games.push_back(game(GameId{next_}));
    }
    return true;
  }

 private:
  MoveBatch::Game game(GameId id) {
    MoveBatch::Game game;
    game.flags = facts_.flags(id);
    game.type = facts_.game_type(id);
    game.size = facts_.size(id);
    game.first_posting = facts_.value(Fact::first_posting, id);
    const bool all = game.flags.has(GameFlags::variations_indexed);
    game.positions = facts_.value(all ? Fact::total_positions : Fact::main_positions, id);
    return game;
  }

  std::int64_t end_game_;
  std::int64_t next_ = 1;
  FactReader facts_;
  GameCaptures captures_;
  SqlStatement select_;
};

/// Replays the games of a batch.
class Replay {
 public:
  Replay(MoveBatch& batch, PostingSums& sums) : batch_(batch), sums_(sums) {}

  void run() {
    batch_.positions = 0;
    batch_.findings.clear();
    try {
      const auto packed = batch_.moves.size() < 2 ? std::uint16_t{0}
                                                  : load_little<std::uint16_t>(batch_.moves.data());
      if (packed != batch_.games.size()) {
        refuse(0, fmt::format("its block of moves holds {} games instead of {}", packed,
                              batch_.games.size()));
        return;
      }
      CaptureBlock captures(batch_.captures);
      for (std::size_t place = 0; place < batch_.games.size(); ++place) {
        unpack_script(batch_.moves, place, ops_);
        check_game(place, captures.at(place));
      }
    } catch (const DatabaseError& error) {
      batch_.findings.push_back(
          fmt::format("games {} to {}: {}", batch_.first_game, last_game(), error.what()));
    }
  }

 private:
  [[nodiscard]] std::int64_t last_game() const {
    return batch_.first_game + static_cast<std::int64_t>(batch_.games.size()) - 1;
  }
  void refuse(std::size_t place, const std::string& why) {
    batch_.findings.push_back(fmt::format(
        "game {}: {}; {}", batch_.first_game + static_cast<std::int64_t>(place), why, kRestore));
  }
  void check_game(std::size_t place, std::optional<std::span<const std::uint8_t>> captures) {
    const MoveBatch::Game& game = batch_.games[place];
    if (!game.flags.has(GameFlags::alive)) return;
    const GameRules* const rules = find_rules(game.type);
    if (rules == nullptr || game.positions == 0) {
      if (game.positions != 0) refuse(place, "positions of a game that is not replayed");
      return;
    }
    keys_.clear();
    rules->append_keys(ops_, game.size, 0, static_cast<std::uint32_t>(game.positions), keys_);
    if (static_cast<std::int64_t>(keys_.size()) != game.positions) {
      refuse(place, fmt::format("its moves give {} positions instead of {}", keys_.size(),
                                game.positions));
    }
    batch_.positions += static_cast<std::int64_t>(keys_.size());
    sums_.add_game(static_cast<std::uint64_t>(game.first_posting), keys_);
    if (!captures) return;
    const auto expected = rules->captures(ops_, game.size);
    if (!expected || !std::ranges::equal(*expected, *captures)) {
      refuse(place, "its captures do not match its moves");
    }
  }

  MoveBatch& batch_;
  PostingSums& sums_;
  std::vector<std::uint16_t> ops_;
  std::vector<PositionKey> keys_;
};

void replay_games(VerifiedDatabase& database, PostingSums& sums) {
  MoveReader reader(database);
  run_in_order<MoveBatch>([&](MoveBatch& batch) { return reader.read(batch); },
                          [&](MoveBatch& batch) { Replay(batch, sums).run(); },
                          [&](const MoveBatch& batch) {
                            database.report.blocks += batch.captures.empty() ? 1 : 2;
                            database.report.positions += batch.positions;
                            for (const std::string& line : batch.findings)
                              database.findings.add(line);
                          });
  const std::int64_t ownerless =
      database.sql.first_integer("SELECT count(*) FROM move_block WHERE id < 0 OR id > ?",
                                 (database.end_game - 2) / kGamesPerMoveBlock);
  if (ownerless > 0 && database.end_game > 1) {
    database.findings.add_damage(
        fmt::format("{} blocks of moves of games that do not exist", ownerless));
  }
}

// The index.

constexpr std::size_t kPostingBlocksAtOnce = 16;

/// Consecutive blocks of a segment, and what was found in them.
struct PostingBatch {
  struct Block {
    std::int64_t id = 0;
    std::uint64_t first_key = 0;
    std::string data;
  };
  std::vector<Block> blocks;
  // The answers.
  struct Run {
    std::uint64_t key;
    std::uint64_t postings;
  };
  std::vector<Run> runs;  ///< the first, the last, and the long ones between them
  Posting first, last;
  std::uint64_t postings = 0;
  std::vector<std::string> findings;
};

/// Checks the segments one after the other.
class SegmentCheck {
 public:
  SegmentCheck(VerifiedDatabase& database, PostingSums& sums, const DeadPostings& dead,
               const SegmentInfo& segment)
      : database_(database), sums_(sums), dead_(dead), segment_(segment) {}

  void run() {
    SqlStatement select(database_.sql,
                        "SELECT id, first_key, data FROM posting_block WHERE id BETWEEN ? AND ? "
                        "ORDER BY id");
    select.start(segment_.id << 32, segment_.id << 32 | 0xFFFF'FFFF);
    run_in_order<PostingBatch>([&](PostingBatch& batch) { return read(select, batch); },
                               [&](PostingBatch& batch) { decode(batch); },
                               [&](const PostingBatch& batch) { take(batch); });
    if (next_block_ != segment_.block_count || postings_ != segment_.postings) {
      refuse(fmt::format("has {} postings in {} blocks instead of {} in {}", postings_, next_block_,
                         segment_.postings, segment_.block_count));
    }
    close_run();
    check_groups();
  }

 private:
  void refuse(const std::string& what) {
    database_.findings.add_damage(fmt::format("position index: segment {} {}", segment_.id, what));
  }

  bool read(SqlStatement& select, PostingBatch& batch) {
    batch.blocks.clear();
    while (batch.blocks.size() < kPostingBlocksAtOnce && has_more_) {
      has_more_ = select.step();
      if (!has_more_) break;
      batch.blocks.push_back(
          {select.integer(0), static_cast<std::uint64_t>(select.integer(1)), select.string(2)});
    }
    return !batch.blocks.empty();
  }

  void decode(PostingBatch& batch) const {
    batch.runs.clear();
    batch.findings.clear();
    batch.postings = 0;
    std::vector<Posting> postings;
    PostingBatch::Run run{0, 0};
    const auto end_run = [&](bool is_last) {
      if (run.postings == 0) return;
      if (batch.runs.empty() || is_last || run.postings >= kHotPostings) batch.runs.push_back(run);
    };
    const auto fault = [&](const PostingBatch::Block& block, std::string_view what) {
      batch.findings.push_back(fmt::format("position index: segment {}, block {} is {}; {}",
                                           segment_.id, block.id & 0xFFFF'FFFF, what, kRestore));
    };
    for (const PostingBatch::Block& block : batch.blocks) {
      const BlockFault broken = decode_block(block.data, postings);
      if (broken != BlockFault::none) fault(block, describe(broken));
      if (postings.empty()) continue;
      if (postings.front().key != block.first_key) fault(block, "under another first key");
      if (batch.postings == 0) batch.first = postings.front();
      bool in_order = batch.postings == 0 || batch.last < postings.front();
      for (const Posting& posting : postings) {
        if (batch.postings++ > 0 && posting <= batch.last) in_order = false;
        if (posting.key != run.key || run.postings == 0) {
          end_run(false);
          run = {posting.key, 0};
        }
        ++run.postings;
        batch.last = posting;
      }
      if (!in_order) fault(block, "out of order");
      add(postings, block, fault);
    }
    end_run(true);
  }

  template <class Fault>
  void add(const std::vector<Posting>& postings, const PostingBatch::Block& block,
           const Fault& fault) const {
    for (const Posting& posting : postings) {
      if (posting.number < segment_.first_number || posting.number >= segment_.end_number ||
          posting.number >= static_cast<std::uint64_t>(database_.posted)) {
        return fault(block, "of other games than its segment");
      }
      if (dead_.none() || !dead_.contain(posting.number)) sums_.add_posting(posting);
    }
  }

  void take(const PostingBatch& batch) {
    for (const std::string& line : batch.findings) database_.findings.add(line);
    for (const PostingBatch::Block& block : batch.blocks) {
      ++database_.report.blocks;
      if (block.id != (segment_.id << 32 | next_block_)) {
        refuse(fmt::format("lacks block {}", next_block_));
        next_block_ = static_cast<std::uint32_t>(block.id & 0xFFFF'FFFF);
      }
      ++next_block_;
    }
    if (batch.postings == 0) return;
    if (postings_ > 0 && batch.first <= last_) refuse("is out of order");
    last_ = batch.last;
    postings_ += batch.postings;
    database_.report.postings += static_cast<std::int64_t>(batch.postings);
    for (const PostingBatch::Run& run : batch.runs) {
      if (run.key != open_.key || open_.postings == 0) {
        close_run();
        open_ = {run.key, 0};
      }
      open_.postings += run.postings;
    }
  }
  void close_run() {
    if (open_.postings >= kHotPostings) hot_.push_back(open_);
    open_ = {0, 0};
  }

  /// Each frequent key has groups for all its postings, no other key has one.
  void check_groups() {
    SqlStatement select(database_.sql,
                        "SELECT id, key, postings, moments, data FROM position_group "
                        "WHERE id BETWEEN ? AND ? ORDER BY id");
    select.start(segment_.id << 32, segment_.id << 32 | 0xFFFF'FFFF);
    auto hot = hot_.begin();
    std::uint64_t grouped = 0;
    std::int64_t next_id = segment_.id << 32;
    while (select.step()) {
      ++database_.report.blocks;
      const std::int64_t place = select.integer(0) & 0xFFFF'FFFF;
      const auto key = static_cast<std::uint64_t>(select.integer(1));
      if (select.integer(0) != next_id) refuse(fmt::format("lacks a group before group {}", place));
      next_id = select.integer(0) + 1;
      while (hot != hot_.end() && hot->key < key) {
        end_group(*hot, grouped);
        grouped = 0;
        ++hot;
      }
      if (hot == hot_.end() || hot->key != key) {
        refuse(fmt::format("has a group {} for a key that is not frequent", place));
        continue;
      }
      grouped += check_group(select, place);
    }
    for (; hot != hot_.end(); ++hot, grouped = 0) end_group(*hot, grouped);
  }
  void end_group(const PostingBatch::Run& hot, std::uint64_t grouped) {
    if (hot.postings == grouped) return;
    refuse(fmt::format("has groups of {} postings for a key with {}", grouped, hot.postings));
  }
  /// \returns its postings
  std::uint64_t check_group(const SqlStatement& select, std::int64_t place) {
    const std::int64_t postings = select.integer(2);
    const std::int64_t moments = select.integer(3);
    if (moments == 0) return static_cast<std::uint64_t>(postings);
    MomentList list;
    const BlockFault broken = list.open(select.bytes(4));
    if (broken != BlockFault::none || list.postings() != postings) {
      refuse(fmt::format("has a damaged group {}", place));
      return static_cast<std::uint64_t>(postings);
    }
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < list.postings(); ++i) {
      const std::uint32_t moment = list.moment(i);
      if (moment > seen) break;
      if (moment == seen) ++seen;
      if (i + 1 == list.postings() && seen == moments) return list.postings();
    }
    refuse(fmt::format("has a group {} whose moments are not {}", place, moments));
    return list.postings();
  }

  VerifiedDatabase& database_;
  PostingSums& sums_;
  const DeadPostings& dead_;
  const SegmentInfo& segment_;
  bool has_more_ = true;  // a statement that has ended would begin again
  std::uint32_t next_block_ = 0;
  std::uint64_t postings_ = 0;
  Posting last_;
  PostingBatch::Run open_{0, 0};
  std::vector<PostingBatch::Run> hot_;
};

/// Names the games whose postings are not those of their moves.
void compare_sums(VerifiedDatabase& database, const PostingSums& indexed,
                  const PostingSums& replayed) {
  PostingOwners owners(database.sql);
  for (const PostingSums::Difference& difference : differences(indexed, replayed)) {
    const std::uint64_t end =
        std::min(difference.end_number, static_cast<std::uint64_t>(database.posted));
    const auto first_game = raw(owners.owner(difference.first_number).game);
    const auto last_game = raw(owners.owner(end - 1).game);
    database.findings.add_damage(fmt::format(
        "position index: games {} to {} have {} postings, a replay of their moves gives {}{}",
        first_game, last_game, difference.indexed, difference.replayed,
        difference.indexed == difference.replayed ? " others" : ""));
  }
}

}  // namespace

void check_positions(VerifiedDatabase& database) {
  const auto posted =
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(database.posted, 0, kMostIds));
  PostingSums replayed(posted), indexed(posted);
  database.findings.check("moves", [&] { replay_games(database, replayed); });
  database.findings.check("position index", [&] {
    PostingTables tables(database.sql);
    const DeadPostings dead(database.sql);
    for (const SegmentInfo& segment : tables.segments()) {
      if (segment.end_number > posted) {
        database.findings.add_damage(
            fmt::format("position index: segment {} ends at {}, the index at {}", segment.id,
                        segment.end_number, posted));
      }
      SegmentCheck(database, indexed, dead, segment).run();
    }
    const std::int64_t lost = database.sql.first_integer(
        "SELECT count(*) FROM posting_block WHERE id >> 32 NOT IN (SELECT id FROM segment)");
    if (lost > 0)
      database.findings.add_damage(fmt::format("position index: {} blocks of no segment", lost));
    compare_sums(database, indexed, replayed);
  });
}

}  // namespace ludex
