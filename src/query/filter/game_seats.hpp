#pragma once

#include "query/filter/fact_condition.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/further_seats.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// Somebody at a game, and what filters say of them.
struct GameSeat {
  std::int64_t who = 0;           ///< by the codes of People; 0: nobody is named
  Winner wins = Winner::unknown;  ///< the result with which this seat has won
  std::optional<double> score = {};
  bool is_meant = true;     ///< the player that filters mean
  bool is_opponent = true;  ///< may be the opponent of the player meant
};

/// The seats of games, visited by chunk and then by id.
class GameSeats {
 public:
  /// \param people  of players; outlive the object, as do the filters.
  GameSeats(SqlConnection& sql, const People& people, const GameFilters& filters, bool with_scores);

  /// \param games  that will be asked for, by place in the chunk.
  void load(FactChunk& chunk, const GameMask& games);
  /// All seats of a game, two at least. Valid until the next call.
  [[nodiscard]] const std::vector<GameSeat>& of_game(std::size_t place);

 private:
  using Scores = std::array<std::vector<std::optional<double>>, 2>;

  void load_scores();
  void take_two(std::size_t place);
  void take_all(const SeatedGame& game, std::size_t place);

  const People& people_;
  std::array<FactConditionPtr, 2> conditions_;
  MeantPlayers meant_;
  FurtherSeats further_;
  std::optional<SqlStatement> select_scores_;  // nothing where they are not asked for
  std::int64_t first_game_ = 0;
  std::array<const std::vector<std::int64_t>*, 2> names_{};
  std::array<GameMask, 2> plays_{};
  Scores scores_;  // by place
  std::vector<GameSeat> seats_;
};

}  // namespace ludex
