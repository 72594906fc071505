#pragma once

#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ludex {

/// Why an executed move was illegal; bits, 0 for a legal move.
using Faults = std::uint8_t;
inline constexpr Faults kOccupied = 1;
inline constexpr Faults kSuicide = 2;
inline constexpr Faults kNoFlip = 8;  ///< nothing between the new disc and an own one
inline constexpr Faults kKo = 4;      ///< the position before the last move stands again at once
inline constexpr Faults kWrongBorder = 16;  ///< a peg in a corner or in the opponent's border row

/// The abilities of a Board beyond playing and passing; each has a constant `kFeatures`. Code for a
/// feature is compiled for those boards only, which must have its functions.
struct BoardFeatures {
  bool takes_chains = false;  ///< taken_sides() (Go)
  bool swaps_pieces = false;  ///< can_swap_pieces(), swap_pieces(player)
  bool keeps_stones = false;  ///< only setup and swaps take stones away (Hex, Gomoku, Twixt)
  bool has_links = false;     ///< change_link(), end_links(), first_turn(), set_variant() (Twixt)
};

/// The state of a moment besides the stones. Flat, because it is copied with every move.
struct Turn {
  enum class Last : std::uint8_t { setup, stone, pass, no_move, swap, links };

  std::array<std::uint32_t, 2> captures{};  ///< by the first and the second player
  std::uint32_t passes = 0;
  Point point = 0;  ///< of the last stone
  Last last = Last::setup;
  std::uint8_t mover = 0;   ///< the last mover; 0: nobody yet
  std::uint8_t forced = 0;  ///< PL; 0 not written

  void end_move(Player player, Last what) {
    passes = what == Last::pass ? passes + 1 : 0;
    last = what;
    mover = static_cast<std::uint8_t>(player);
    forced = 0;
  }
  void set_up() {
    passes = 0;
    last = Last::setup;
  }

  void set_counts(const std::array<std::uint32_t, 2>& taken, std::uint32_t passes_in_row) {
    captures = taken;
    passes = passes_in_row;
  }

  [[nodiscard]] std::optional<Move> last_move() const {
    if (last == Last::setup) return std::nullopt;
    constexpr std::array kKinds = {MoveKind::stone,   MoveKind::stone, MoveKind::pass,
                                   MoveKind::no_move, MoveKind::swap,  MoveKind::links};
    return Move{.kind = kKinds[static_cast<std::size_t>(last)],
                .player = static_cast<Player>(mover),
                .point = last == Last::stone ? point : 0};
  }

  /// True if to_move() needs to know who begins.
  [[nodiscard]] bool asks_who_begins(const std::optional<Move>& next_move) const {
    return forced == 0 && !next_move && mover == 0;
  }
  /// PL, else the colour of the next move, else the other than the last mover, else `first`.
  [[nodiscard]] Player to_move(const std::optional<Move>& next_move, Player first) const {
    if (forced != 0) return static_cast<Player>(forced);
    if (next_move) return next_move->player;
    return mover != 0 ? opponent(static_cast<Player>(mover)) : first;
  }
};

}  // namespace ludex
