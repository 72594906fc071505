#pragma once

#include "formats/cgp/cgp.hpp"
#include "games/api/position.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex::crossword {

/// The state of a crossword position besides the board: its Position::rest. `Position::cells` are
/// tile codes.
struct CrosswordState {
  TileNames names;
  std::vector<std::vector<TileCode>> racks;  ///< player to move first; known tiles only
  std::vector<std::int32_t> scores;          ///< as many as racks
  CgpOpcodes opcodes;
  std::optional<CgpMove> last_move;  ///< lm as written
  std::uint32_t seat = 1;            ///< of the player to move
  [[nodiscard]] CrosswordState mapped(const Match&, BoardSize) const { return *this; }
  friend bool operator==(const CrosswordState&, const CrosswordState&) = default;
};
/// \throws std::logic_error if it is not a crossword position.
[[nodiscard]] const CrosswordState& state_of(const Position& position);

/// Details of a crossword move: its Move::detail.
struct TurnTiles {
  std::optional<bool> down;  ///< a play along the column; none: no play
  std::string tiles;         ///< as CGP writes them: "W.RD", "AB"; "2" exchanged
  [[nodiscard]] TurnTiles mapped(const Match& match, BoardSize) const;
  [[nodiscard]] std::uint64_t hash() const;
  friend auto operator<=>(const TurnTiles&, const TurnTiles&) = default;
};
/// Nothing for a pass.
[[nodiscard]] const TurnTiles& tiles_of(const Move& move);

/// A state as the rest of the program sees it: ply, moves and their scores are to be filled in.
/// \param seat_to_move  0 for the first player
[[nodiscard]] Position to_position(const CgpPosition& state, std::size_t seat_to_move);
/// And back. \throws std::logic_error if it is not a crossword position.
[[nodiscard]] CgpPosition to_state(const Position& position);

/// A move of `lm`, or of a script. \param seat  0 for the first player
[[nodiscard]] Move to_move(const CgpMove& move, const TileNames& names, BoardSize size,
                           std::size_t seat);
/// As `lm` says it: "8D W.RD", "-AB", "-", "challenge 8D W.RD".
[[nodiscard]] std::string move_text(const Move& move, BoardSize size);

}  // namespace ludex::crossword
