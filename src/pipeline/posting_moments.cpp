#include "pipeline/posting_moments.hpp"

#include "core/parallel_work.hpp"
#include "core/uninitialized.hpp"
#include "games/api/game_rules.hpp"
#include "index/ordered_pipeline.hpp"
#include "store/game_scripts.hpp"
#include "store/sql/sql_statement.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <boost/sort/spreadsort/integer_sort.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace ludex {
namespace {

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
  GameBlockReader(SqlConnection& sql, VisitedGames& games, const GameOrder& order)
      : games_(games), select_(sql, "SELECT data FROM move_block WHERE id = ?"), order_(order) {}

  /// False at the end.
  bool next(GameBlock& block) {
    block.games.clear();
    std::int64_t id = -1;
    while (next_ < order_.size()) {
      const auto [game, ply] = games_.owner(order_.number(next_));
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
    const std::uint64_t positions = games_.total_positions(game);
    const std::size_t first = next_++;
    while (next_ < order_.size() && order_.number(next_) < first_number + positions) ++next_;
    block.games.push_back({static_cast<std::size_t>((raw(game) - 1) % kGamesPerMoveBlock),
                           games_.game_type(game), games_.size(game), first_number, first, next_});
  }

  void read_moves(std::int64_t id, std::string& moves) {
    moves.clear();
    if (!select_.find(id)) return;
    const std::string_view data = select_.bytes(0);
    moves.assign(data);
    select_.reset();
  }

  VisitedGames& games_;
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

}  // namespace

std::vector<std::uint64_t> moments_of(SqlConnection& sql, VisitedGames& games,
                                      const HotPostings& turn, std::uint64_t first_number) {
  const GameOrder order(turn.numbers, first_number);
  GameBlockReader reader(sql, games, order);
  std::vector<std::uint64_t> moments(turn.numbers.size(), kNoMoment);
  run_in_order<GameBlock>([&](GameBlock& block) { return reader.next(block); },
                          [&](const GameBlock& block) { replay(block, order, moments); },
                          [](const GameBlock&) {});
  return moments;
}

}  // namespace ludex
