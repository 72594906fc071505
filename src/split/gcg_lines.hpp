#pragma once

#include <cstdint>
#include <string_view>

namespace ludex {

/// What a line of GCG is good for, by its start.
enum class GcgLine : std::uint8_t {
  blank,
  event,
  player1,
  player2,   ///< or a later player
  encoding,  ///< "#character-encoding"
  head,      ///< any other pragma that may stand before the players
  body,      ///< "#note", "#rack1", "#incomplete", text
};

/// How many characters of a line tell its kind.
inline constexpr int kGcgLineHead = 48;

/// \param line  a line without its end, or its first kGcgLineHead characters
[[nodiscard]] GcgLine gcg_line_kind(std::string_view line);

/// Whether a stream's first bytes are GCG: a line names a player, or is an event with its score.
[[nodiscard]] bool holds_gcg(std::string_view head);

}  // namespace ludex
