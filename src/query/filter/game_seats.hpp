#pragma once

#include "ludex/types.hpp"
#include "query/filter/fact_condition.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/names/people.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ludex {

/// A seat of a game and its player.
struct Sitting {
  std::int64_t seat = 0;  ///< from 1
  std::int64_t who = 0;   ///< by the codes of People; 0: no name
  std::optional<double> rating = {};
  std::optional<double> score = {};
};

/// A game of more than two players.
struct SeatedGame {
  std::int64_t game = 0;
  Winner winner = Winner::unknown;
  std::vector<Sitting> seats;  ///< all of them, in order
};

/// Iterates over the games with more than two players, because facts cover two seats only. Cost:
/// the seats of such games, through an index. Memory: one game.
class FurtherSeats {
 public:
  /// \param people  of players; must outlive the object.
  FurtherSeats(SqlConnection& sql, const People& people);

  /// The next game by id; null after the last one. Valid until the next call.
  [[nodiscard]] const SeatedGame* next();
  /// The game, if it has more than two players. \pre ids ascend from call to call
  [[nodiscard]] const SeatedGame* find(std::int64_t game);

 private:
  void start_game();
  void add_seat(std::int64_t seat, int name_column, int rating_column, int score_column);

  const People& people_;
  SqlStatement rows_;
  bool has_row_;
  SeatedGame game_;
};

/// The names of the filters on players: the selected player's, if it is given, and those of others
/// who must be present.
struct WantedNames {
  explicit WantedNames(const GameFilters& filters);

  const NameFilter* player = nullptr;
  std::vector<const NameFilter*> others;
};

/// Applies the filters on players to a game with more than two players. Ranks are not compared,
/// because no such game has them.
class MeantPlayers {
 public:
  /// Whether a name of the filters means somebody, by the codes of People.
  using IsNamed = std::function<bool(std::int64_t who, const NameFilter& name)>;
  /// \param filters  outlive the object.
  MeantPlayers(const GameFilters& filters, IsNamed is_named)
      : filters_(filters), names_(filters), is_named_(std::move(is_named)) {}

  /// True if this is the selected player and all other required players are present.
  [[nodiscard]] bool is_meant(const SeatedGame& game, const Sitting& player) const;
  /// True if the filters allow this opponent of the selected player.
  [[nodiscard]] bool is_opponent(const Sitting& other) const;

 private:
  [[nodiscard]] bool has_wanted_rating(const SeatedGame& game, const Sitting& player) const;

  const GameFilters& filters_;
  WantedNames names_;
  IsNamed is_named_;
};

/// Games with more than two players that match the filters on players.
[[nodiscard]] IdSet games_of_further_seats(SqlConnection& sql, const People& people,
                                           const GameFilters& filters);

/// A player of a game, and how the filters match.
struct GameSeat {
  std::int64_t who = 0;           ///< by the codes of People; 0: nobody is named
  Winner wins = Winner::unknown;  ///< the result with which this seat has won
  std::optional<double> score = {};
  bool is_meant = true;     ///< is the selected player
  bool is_opponent = true;  ///< may be the opponent of the selected player
};

/// The seats of games, visited by chunk and then by id.
class GameSeats {
 public:
  /// \param people  of players; must outlive the object, like the filters.
  GameSeats(SqlConnection& sql, const People& people, const GameFilters& filters, bool with_scores);

  /// \param places  of the games that will be requested, in the chunk.
  void load(FactChunk& chunk, std::span<const std::size_t> places);
  /// All seats of a game, at least two. Valid until the next call.
  [[nodiscard]] const std::vector<GameSeat>& of_game(std::size_t place);

 private:
  using Scores = std::array<std::vector<std::optional<double>>, 2>;

  void load_scores();
  void take_two(std::size_t place);
  void take_all(const SeatedGame& game, std::size_t place);

  const People& people_;
  std::array<FactCondition, 2> conditions_;
  MeantPlayers meant_;
  FurtherSeats further_;
  std::optional<SqlStatement> select_scores_;  // none if scores are not needed
  std::int64_t first_game_ = 0;
  std::array<const std::vector<std::int64_t>*, 2> names_{};
  std::array<GameMask, 2> plays_{};
  Scores scores_;  // by place
  std::vector<GameSeat> seats_;
};

}  // namespace ludex
