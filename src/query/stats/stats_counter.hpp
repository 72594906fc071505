#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/game_seats.hpp"
#include "query/names/people.hpp"
#include "query/rows/game_rows.hpp"
#include "query/stats/game_stats.hpp"
#include "query/stats/stats_columns.hpp"
#include "store/database.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {

/// A mean that grows.
struct RunningMean {
  double sum = 0;
  std::int64_t count = 0;

  void add(double number) {
    sum += number;
    ++count;
  }
  [[nodiscard]] std::optional<double> value() const {
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
  }
};

/// What a row of statistics adds up.
struct StatsTally {
  std::int64_t games = 0;
  std::int64_t wins = 0, losses = 0, draws = 0;  ///< of the player, or of Black
  std::int64_t moves = 0;
  RunningMean score, opponent_score, spread;  ///< likewise, of games that tell them

  /// Takes the results for those of the opponent.
  void turn() {
    std::swap(wins, losses);
    std::swap(score, opponent_score);
    spread.sum = -spread.sum;
  }
};

struct StatsRow {
  std::vector<std::int64_t> codes;  ///< of the keys
  std::vector<Value> keys;          ///< the values of the keys
  StatsTally tally;
};

/// Numbers rows by the codes of their keys, in the order in which they first come.
class StatsRowNumbers {
 public:
  explicit StatsRowNumbers(std::size_t keys) : levels_(keys) {}

  /// The row of these codes. \pre codes.size() == keys
  [[nodiscard]] std::size_t number_of(std::span<const std::int64_t> codes);
  /// How many rows there are.
  [[nodiscard]] std::size_t count() const { return levels_.back().nodes.size(); }
  /// The codes of a row.
  [[nodiscard]] std::vector<std::int64_t> codes_of(std::size_t row) const;

 private:
  /// A beginning of the codes: that of the level before, and one more.
  struct Node {
    std::uint64_t parent;
    std::int64_t code;
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Hash {
    std::size_t operator()(const Node& node) const {
      constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
      const std::uint64_t mixed =
          (static_cast<std::uint64_t>(node.code) + node.parent * kOdd) * kOdd;
      return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }
  };
  struct Level {
    std::unordered_map<Node, std::uint64_t, Hash> numbers;
    std::vector<Node> nodes;
  };
  std::vector<Level> levels_;
};

/// Adds up the games of each row; see count_games().
class StatsCounter {
 public:
  /// \param filters  outlive the object.
  StatsCounter(Database& database, const GameFilters& filters, const StatsQuestion& question);

  void count(const IdSet& games);
  /// The rows, unsorted.
  [[nodiscard]] std::vector<StatsRow> rows();

  /// True if results are those of a player, not of Black.
  [[nodiscard]] bool of_players() const { return of_players_; }
  [[nodiscard]] bool with_scores() const { return with_scores_; }
  [[nodiscard]] const std::vector<StatsColumnPtr>& keys() const { return keys_; }

 private:
  static constexpr std::size_t kAnyOther = static_cast<std::size_t>(-1);

  void count_game(std::size_t place);
  void count_pairs(std::size_t place);
  void count_meetings(std::size_t place);
  /// The game of one seat against another one, or against all others.
  void add(std::size_t place, const Sides& sides, std::size_t player, std::size_t opponent);
  void add_result(std::size_t player, std::size_t opponent, Winner winner, StatsTally& tally) const;
  void add_scores(std::size_t player, std::size_t opponent, StatsTally& tally) const;
  [[nodiscard]] std::size_t row_of(std::size_t place, const Sides& sides);

  bool of_players_;
  bool of_opponents_;
  bool with_scores_;
  FactChunk chunk_;
  People players_;
  GameSeats game_seats_;
  std::vector<StatsColumnPtr> keys_;
  std::optional<std::size_t> pair_place_;  // of the pair's player; the opponent is the next
  StatsRowNumbers numbers_;
  std::vector<std::int64_t> codes_;
  std::vector<StatsTally> tallies_;
  const std::vector<std::int64_t>* results_ = nullptr;
  const std::vector<std::int64_t>* moves_ = nullptr;
  const std::vector<GameSeat>* seats_ = nullptr;  // of the game that is counted
  std::vector<std::size_t> rows_of_game_;         // that it counts in already
};

}  // namespace ludex
