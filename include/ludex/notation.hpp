#pragma once

#include <cstdint>
#include <string_view>

namespace ludex {

/// How moves are written.
enum class Notation : std::uint8_t {
  native,  ///< the stored form: dd (Go, Gomoku), f5, c7 (Hex), 7g7f, 8F QANAtE
  sgf,     ///< letter pairs of FF[4]: dd; native for games without them
  board,   ///< the coordinates around diagrams: Q16, f5, H8, 7g7f
  usi,     ///< shogi: 7g7f, P*5e; else native
  /// shogi, as KI2 writes it: ７六歩, 同　銀, ５八金右; else board
  japanese,
};

/// `native`, `sgf`, `board`, `usi`, `japanese`. \throws UsageError for another word.
[[nodiscard]] Notation parse_notation(std::string_view name);

}  // namespace ludex
