#pragma once

#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// What happened after a position, by one next move. Results are counted once a game, years and
/// results by the game and not by the moment. Colours are those of the query's board: where a game
/// was found with the colours exchanged, its seats are exchanged too.
struct MoveCounts {
  std::int64_t visits = 0;             ///< times it was played there, also twice in one game
  std::int64_t games = 0;              ///< in which it was played there
  std::array<std::int64_t, 2> wins{};  ///< of seats 1 and 2; what others win only the mover's show
  std::int64_t draws = 0;
  std::int64_t mover_wins = 0;             ///< by the seat that made the move
  std::int64_t mover_losses = 0;           ///< draws are draws
  std::optional<std::int32_t> first_year;  ///< in which one of the games may have been played
  /// Of the games whose last day is known; may miss where `first_year` is there.
  std::optional<std::int32_t> last_year;
  GameId sample = GameId::none;  ///< that was played last, undated ones before all; ties: first id
  std::uint32_t sample_ply = 0;  ///< where the position stands in it
  std::int64_t at_once = 0;      ///< visits at which it was the very next move (patterns)
  std::int64_t later = 0;        ///< visits at which moves elsewhere came before it (patterns)
  std::int64_t points = 0;       ///< that the move brought in, of all visits together (crossword)
  std::int64_t with_points = 0;  ///< visits of which they are known
  /// The seat that makes the move, or is to move where the line ends, 1 to 4. Seats are told apart,
  /// but not for crossword plays: 0 where it was not the same one each time.
  std::uint32_t mover = 0;
  friend bool operator==(const MoveCounts&, const MoveCounts&) = default;

  /// What the move brought in on the average; none where games do not tell.
  [[nodiscard]] std::optional<double> mean_points() const;
};

/// What an answer rests on.
struct Coverage {
  std::int64_t games = 0;              ///< in the database
  std::int64_t searched = 0;           ///< that the conditions leave
  std::int64_t without_positions = 0;  ///< of these, not replayed: they cannot be found
  std::int64_t undated = 0;            ///< would be answers if they had a date
  std::int64_t silent = 0;             ///< would be answers if they said their handicap
  std::int64_t copies =
      0;  ///< left out by `unique`: another game with the position stands for them
  friend bool operator==(const Coverage&, const Coverage&) = default;
};

/// A row of an explored tree.
struct ExploredMove : MoveCounts {
  bool has_colors = true;  ///< seats are Black and White; else the first and the second
  int depth = 1;
  std::vector<std::string> line;  ///< the moves from the position explored to this one, included
  std::string move;               ///< in the game's own notation; empty: the line ends there
  /// The mover's wins and half the draws for each game with a known result; none without such
  /// games, and where the line ends.
  std::optional<double> score;
  std::string mover_text;  ///< "B", "W"; a number in crossword games; empty: unknown
};

struct ExploreOptions {
  int depth = 1;            ///< moves to look ahead
  std::int64_t limit = 0;   ///< rows of a position at most; 0: all
  bool variations = false;  ///< count variations too, where they were indexed
};

/// Gets the rows of a tree, each before those below it.
using ExploreVisitor = std::function<void(const ExploredMove&)>;

/// What was found at the position explored.
struct ExploreAnswer {
  bool has_colors = true;   ///< as ExploredMove::has_colors
  std::int64_t visits = 0;  ///< times the position occurs
  std::int64_t games = 0;   ///< in which it does
  Coverage coverage;
  std::vector<std::string> notes;  ///< as GameSet::notes
};

}  // namespace ludex
