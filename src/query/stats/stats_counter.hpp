#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/game_seats.hpp"
#include "query/stats/stats_columns.hpp"

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

/// What a question counts.
struct StatsShape {
  bool of_players = false;    ///< results are those of a player, not of Black
  bool of_opponents = false;  ///< of a player against each opponent
  bool with_scores = false;
  std::vector<StatsKey> columns;          ///< a pair is player and opponent
  std::optional<std::size_t> pair_place;  ///< of the pair's player among these

  [[nodiscard]] bool needs_seats() const { return of_players || with_scores; }
};
/// \throws UsageError for keys that do not go together
[[nodiscard]] StatsShape shape_of(const GameFilters& filters, const StatsQuestion& question);

/// What a row of statistics adds up.
struct StatsTally {
  std::int64_t games = 0;
  std::int64_t wins = 0, losses = 0, draws = 0;  ///< of the player, or of Black
  std::int64_t moves = 0;
  RunningMean score, opponent_score, spread;  ///< likewise, of games that record them
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
  /// \param keys  by the columns of the shape
  StatsCounter(StatsShape shape, std::vector<StatsColumnPtr> keys);

  void count(StatsGames& games, std::span<const std::size_t> places);
  /// Games whose facts are equal. \param numbers  how many are at each place
  /// \param moves  of all of them \pre !shape().needs_seats()
  void count_equal(StatsGames& games, std::span<const std::int64_t> numbers,
                   std::span<const std::int64_t> moves);
  /// The rows, unsorted.
  [[nodiscard]] std::vector<StatsRow> rows();

  [[nodiscard]] const StatsShape& shape() const { return shape_; }
  [[nodiscard]] const std::vector<StatsColumnPtr>& keys() const { return keys_; }

 private:
  static constexpr std::size_t kAnyOther = static_cast<std::size_t>(-1);

  void load(StatsGames& games);
  void count_game(std::size_t place);
  void count_pairs(std::size_t place);
  [[nodiscard]] bool comes_first(std::int64_t one, std::int64_t other);
  [[nodiscard]] const Value& name_of(std::int64_t who);
  void count_meetings(std::size_t place);
  /// The game of one seat against another one, or against all others.
  void add(std::size_t place, const Sides& sides, std::size_t player, std::size_t opponent);
  void add_result(std::size_t player, std::size_t opponent, Winner winner, std::int64_t games,
                  StatsTally& tally) const;
  void add_scores(std::size_t player, std::size_t opponent, StatsTally& tally) const;
  [[nodiscard]] std::size_t row_of(std::size_t place, const Sides& sides);

  StatsShape shape_;
  std::vector<StatsColumnPtr> keys_;
  std::unordered_map<std::int64_t, Value> names_;  // of players, where pairs are counted
  StatsRowNumbers numbers_;
  std::vector<std::int64_t> codes_;
  std::vector<StatsTally> tallies_;
  const std::vector<std::int64_t>* results_ = nullptr;
  const std::vector<std::int64_t>* moves_ = nullptr;
  const std::vector<GameSeat>* seats_ = nullptr;  // of the game that is counted
  std::vector<std::size_t> rows_of_game_;         // that it counts in already
};

}  // namespace ludex
