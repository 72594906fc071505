#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/game_seats.hpp"
#include "query/names/people.hpp"
#include "query/stats/game_stats.hpp"
#include "query/stats/stats_columns.hpp"
#include "query/stats/stats_rows.hpp"
#include "query/stats/stats_tally.hpp"
#include "store/database.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// Adds up the games of each row; see count_games().
class StatsCounter {
 public:
  /// \param filters  outlive the object.
  StatsCounter(Database& database, const GameFilters& filters, const StatsQuestion& question);

  void count(const IdSet& games);
  /// The rows, unsorted.
  [[nodiscard]] std::vector<StatsRow> rows();

  /// Whether results are those of a player, not of Black.
  [[nodiscard]] bool of_players() const { return of_players_; }
  [[nodiscard]] bool with_scores() const { return with_scores_; }
  [[nodiscard]] const std::vector<StatsColumnPtr>& keys() const { return keys_; }

 private:
  static constexpr std::size_t kAnyOther = static_cast<std::size_t>(-1);

  void count_chunk(const IdSet& games);
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
