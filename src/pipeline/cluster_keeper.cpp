#include "pipeline/cluster_keeper.hpp"

#include "games/api/game_rules.hpp"
#include "index/ordered_pipeline.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/duplicates/related_games.hpp"
#include "query/duplicates/stored_clusters.hpp"
#include "store/cluster_blocks.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"
#include "store/sql/sql_statement.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::uint64_t kBytesPerCompared = 512;  // sketch, beginnings, cluster
static_assert(kClusterChunkGames % kGamesPerMoveBlock == 0);

/// Marks the games from `first` to the one before `end`.
class GameMarker {
 public:
  GameMarker(SqlConnection& sql, std::int64_t first, std::int64_t end)
      : facts_(sql),
        blocks_(sql),
        select_moves_(sql, "SELECT data FROM move_block WHERE id = ?"),
        select_hash_(sql, "SELECT hash FROM record WHERE id = ?"),
        next_(first),
        end_(end) {
    chunk_ = (first - 1) / kClusterChunkGames;
    blocks_.read_marks(chunk_, open_);
    open_.resize(static_cast<std::size_t>((first - 1) % kClusterChunkGames));
  }

  void run() {
    constexpr std::int64_t kTogether = 16 * kClusterChunkGames;
    while (next_ < end_) {
      const std::int64_t end = std::min(end_, (chunk_ * kClusterChunkGames) + kTogether + 1);
      run_in_order<Batch>([&](Batch& batch) { return read(batch, end); },
                          [](Batch& batch) { mark(batch); },
                          [&](const Batch& batch) { take(batch); });
      mark_texts();
      write();
    }
  }

 private:
  /// Games of one block of moves.
  struct Batch {
    struct Game {
      std::size_t place;
      GameType type;
      BoardSize size;
      std::int64_t record;
      bool is_text;
      GameMarks marks;
    };
    std::string moves;
    std::vector<Game> games;
  };

  bool read(Batch& batch, std::int64_t end) {
    batch.games.clear();
    if (next_ >= end) return false;
    const std::int64_t block = (next_ - 1) / kGamesPerMoveBlock;
    const std::int64_t block_end = std::min(end, (block + 1) * kGamesPerMoveBlock + 1);
    for (; next_ < block_end; ++next_) {
      const auto game = static_cast<GameId>(next_);
      batch.games.push_back({static_cast<std::size_t>((next_ - 1) % kGamesPerMoveBlock),
                             facts_.game_type(game),
                             facts_.size(game),
                             facts_.value(Fact::record, game),
                             false,
                             {}});
    }
    batch.moves.clear();
    if (select_moves_.find(block)) batch.moves = select_moves_.string(0);
    select_moves_.reset();
    return true;
  }

  static void mark(Batch& batch) {
    SequenceHasher hasher;
    std::vector<std::uint16_t> ops;
    std::vector<SequenceStep> steps;
    for (Batch::Game& game : batch.games) {
      if (!have_marks(game.type)) continue;
      ops.clear();
      if (!batch.moves.empty()) unpack_script(batch.moves, game.place, ops);
      read_sequence(game.type, ops, steps);
      game.is_text = steps.empty();
      if (!game.is_text) game.marks = marks_of(hasher, game.type, game.size, steps);
    }
  }

  void take(const Batch& batch) {
    for (const Batch::Game& game : batch.games) {
      if (game.is_text) texts_.emplace_back(open_.size(), game.record);
      open_.push_back(game.marks);
    }
  }

  void mark_texts() {
    for (const auto& [place, record] : texts_) {
      if (select_hash_.find(record)) open_[place] = marks_of_text(select_hash_.bytes(0));
      select_hash_.reset();
    }
    texts_.clear();
  }

  void write() {
    constexpr auto kGames = static_cast<std::size_t>(kClusterChunkGames);
    std::span<const GameMarks> rest(open_);
    while (!rest.empty()) {
      const std::size_t count = std::min(rest.size(), kGames);
      blocks_.write_marks(chunk_++, rest.first(count));
      rest = rest.subspan(count);
    }
    open_.clear();
  }

  FactReader facts_;
  ClusterBlocks blocks_;
  SqlStatement select_moves_;
  SqlStatement select_hash_;
  std::int64_t next_, end_;
  std::int64_t chunk_ = 0;
  std::vector<GameMarks> open_;                              // from the chunk's first game on
  std::vector<std::pair<std::size_t, std::int64_t>> texts_;  // places in it, and records
};

/// Groups of which a game was removed are found again without it.
void add_broken_groups(SqlConnection& sql, std::span<const ClusteredGame> clusters,
                       IdSet& changed) {
  FactReader facts(sql);
  for (const ClusteredGame& one : clusters) {
    if (!facts.flags(one.game.game).has(GameFlags::alive)) changed.insert(one.group);
  }
}

/// \param changed  groups that are found again, by their smallest id
void update_groups(SqlConnection& sql, IdSet compared, std::uint64_t memory_bytes,
                   bool& is_complete) {
  ClusterBlocks blocks(sql);
  const std::vector<ClusteredGame> before = blocks.all_clusters();
  IdSet changed;
  add_broken_groups(sql, before, changed);
  for (const ClusteredGame& one : before) {
    if (compared.contains(raw(one.game.game))) changed.insert(one.group);
  }
  std::vector<ClusteredGame> after;
  for (const ClusteredGame& one : before) {
    if (changed.contains(one.group)) {
      compared.insert(raw(one.game.game));
    } else {
      after.push_back(one);
    }
  }
  FactReader facts(sql);
  for (std::int64_t id = compared.next(0); id >= 0; id = compared.next(id + 1)) {
    if (!facts.flags(static_cast<GameId>(id)).has(GameFlags::alive)) compared.erase(id);
  }
  is_complete = static_cast<std::uint64_t>(compared.count()) * kBytesPerCompared <= memory_bytes;
  if (!is_complete) return;
  const std::vector<ClusteredGame> found = find_clusters(sql, compared);
  after.insert(after.end(), found.begin(), found.end());
  std::ranges::sort(after, {}, [](const ClusteredGame& one) { return raw(one.game.game); });
  blocks.write_clusters(before, after);
}

}  // namespace

void update_clusters(Database& database, std::uint64_t memory_bytes) {
  SqlConnection& sql = database.sql();
  const std::int64_t end = database.next_id("game");
  const auto known = [&](const char* counter) {
    const std::int64_t next = database.next_id(counter);
    return next >= 1 && next <= end ? next : 1;
  };
  const std::int64_t marked = known("marked"), clustered = known("clustered");
  if (clustered == end) return;
  GameMarker(sql, marked, end).run();
  database.set_next_id("marked", end);
  IdSet related = RelatedGames(sql, clustered, end, memory_bytes).find();
  bool is_complete = false;
  update_groups(sql, std::move(related), memory_bytes, is_complete);
  if (is_complete) database.set_next_id("clustered", end);
}

}  // namespace ludex
