#pragma once

#include "formats/cgp/cgp.hpp"
#include "formats/gcg/gcg.hpp"
#include "games/api/replay_script.hpp"
#include "games/crossword/scored_board.hpp"
#include "games/crossword/tile_set.hpp"

#include <string>
#include <vector>

namespace ludex::crossword {

inline constexpr std::size_t kMaxGcgProblems = 100;

/// Judges the events of a GCG game against the rules, and notes what does not fit.
class GcgChecks {
 public:
  GcgChecks(const GcgGame& game, const TileSet& set, const BoardLayout* layout, ReplayScript& out);

  /// \param ply  that of the state after the event
  void note(ProblemKind kind, std::size_t ply, const GcgEvent& event, std::string message);

  /// Before a play is put on the board.
  void check_play(const GcgEvent& event, std::size_t ply, const ScoredBoard& board,
                  const Play& play);
  void check_rack(const GcgEvent& event, std::size_t ply, const Rack& rack, const Rack& used);
  /// After a play: more of a letter than there are, on board and rack together.
  void check_bag(const GcgEvent& event, std::size_t ply, const ScoredBoard& board,
                 const Rack& rack);
  /// Points for racks at the end: the tiles' value, or twice that.
  void check_end_rack(const GcgEvent& event, std::size_t ply, const Rack& tiles);
  /// A play taken back costs what it had brought; some write 0.
  void check_withdrawal(const GcgEvent& event, std::size_t ply, int play_score);
  /// \returns the total for the next event: as recorded, else `before` plus the score.
  int check_total(const GcgEvent& event, std::size_t ply, int before, int score);

 private:
  void say_unknown(const GcgEvent& first, const std::string& what);
  void say_no_value(std::size_t ply, const GcgEvent& event, const std::string& where);

  const TileSet& set_;
  const BoardLayout* layout_;
  ReplayScript& out_;
  std::vector<bool> said_too_many_ = std::vector<bool>(256);
};

/// The tiles that a game was played with: those of the distribution or the lexicon that it names.
/// Where it names neither, English ones if they give nine scores in ten, or all but one. Else those
/// of the set that holds all its tiles, does so, gives the most, and at least two more than English
/// ones do unless the tiles cannot be English. Where there is none, tiles that could be English
/// ones are. nullptr: not known here, or several sets do equally well. Cost where nothing is named:
/// once through the plays, for each set that is tried.
[[nodiscard]] const LetterDistribution* distribution_of_game(const GcgGame& game);

/// True if the tiles are those that CGP takes where neither "ld" nor "lex" is written.
[[nodiscard]] bool is_usual(const LetterDistribution* distribution, BoardSize size);

}  // namespace ludex::crossword
