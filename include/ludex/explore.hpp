#pragma once

#include "ludex/game.hpp"
#include "ludex/notation.hpp"
#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// The statistics of one next move. Results and years count each game once, not each visit. Colors
/// are those of the board in the query: if a game matches with colors exchanged, its seats are
/// exchanged too.
struct MoveCounts {
  std::int64_t visits = 0;  ///< how often it was played there; a game can count twice
  std::int64_t games = 0;   ///< in which it was played there
  /// Of seats 1 and 2; wins of other seats appear only in mover_wins.
  std::array<std::int64_t, 2> wins{};
  std::int64_t draws = 0;
  std::int64_t mover_wins = 0;             ///< by the seat that made the move
  std::int64_t mover_losses = 0;           ///< draws are draws
  std::optional<std::int32_t> first_year;  ///< the earliest possible year of the games
  /// Of games with a known last day; may be missing even if `first_year` is known.
  std::optional<std::int32_t> last_year;
  /// The latest game; undated games count as earliest; ties: lowest id.
  GameId sample = GameId::none;
  std::uint32_t sample_ply = 0;  ///< the ply of the position in it
  std::int64_t at_once = 0;      ///< visits at which it was the very next move (patterns)
  std::int64_t later = 0;        ///< visits at which moves elsewhere came before it (patterns)
  std::int64_t points = 0;       ///< the sum of its scores over all visits (crossword)
  std::int64_t with_points = 0;  ///< number of visits with a known score
  /// The seat that makes the move, or is to move at the end of the line, 1 to 4. For crossword
  /// plays it is 0 if different seats made the move.
  std::uint32_t mover = 0;
  friend bool operator==(const MoveCounts&, const MoveCounts&) = default;

  /// The average score of the move; none if unknown.
  [[nodiscard]] std::optional<double> mean_points() const;
};

/// How many games were searched.
struct Coverage : LeftOut {
  std::int64_t games = 0;              ///< in the database
  std::int64_t searched = 0;           ///< those that match the conditions
  std::int64_t without_positions = 0;  ///< of these, games without indexed positions
  friend bool operator==(const Coverage&, const Coverage&) = default;
};

/// A row of an explored tree.
struct ExploredMove : MoveCounts {
  bool has_colors = true;  ///< seats are Black and White; else the first and the second
  int depth = 1;
  std::vector<std::string> line;  ///< the moves from the position explored to this one, included
  std::string move;               ///< in the game's own notation; empty: the line ends there
  /// (Wins of the mover + draws / 2) / games with a known result. None without such games and at
  /// the end of the line.
  std::optional<double> score;
  std::string mover_text;  ///< "B", "W"; a number in crossword games; empty: unknown
  /// The points of the move on the explored board, its destination last; empty for passes. For a
  /// pattern, points of its rectangle.
  std::vector<BoardPoint> points;
};

/// The rows of an exploration as a table for programs: columns as csv and json print them.
struct ExploredTable {
  bool has_colors = true;   ///< as ExploredMove::has_colors
  bool of_pattern = false;  ///< the continuations of a pattern
  /// depth, line, move, games, visits (hits of a pattern), wins, draws, score, years, sample, ...,
  /// and the limits between which the score lies with 95 % confidence (Wilson).
  [[nodiscard]] std::vector<std::string> columns() const;
  [[nodiscard]] std::vector<Value> row(const ExploredMove& move) const;
};

struct ExploreOptions {
  int depth = 1;                         ///< moves to look ahead
  std::int64_t limit = 0;                ///< maximum number of rows per position; 0: all
  std::int64_t min_games = 0;            ///< skip rows with fewer games
  std::vector<SortKey> sort = {};        ///< columns of ExploredTable; empty: most games first
  Notation notation = Notation::native;  ///< of move and line
  bool variations = false;               ///< count variations too, where they were indexed
};

/// The indexes of the rows to show for one position, in order. For a pattern, the row of all other
/// moves is always last.
/// \throws UsageError for an unknown sort column
[[nodiscard]] std::vector<std::size_t> chosen_rows(std::span<const ExploredMove> rows,
                                                   const ExploredTable& table,
                                                   const ExploreOptions& options);

/// Receives the rows of a tree; a parent comes before its children.
using ExploreVisitor = std::function<void(const ExploredMove&)>;

/// Totals at the explored position.
struct ExploreAnswer {
  bool has_colors = true;   ///< as ExploredMove::has_colors
  std::int64_t visits = 0;  ///< times the position occurs
  std::int64_t games = 0;   ///< games that contain it
  Coverage coverage;
  std::vector<std::string> notes;  ///< as GameSet::notes
};

}  // namespace ludex
