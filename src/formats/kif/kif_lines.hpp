#pragma once

#include "formats/kif/kif.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// A line of a move of KIF, or of an end: "  12 同　歩(23)   ( 0:16/00:00:16)+".
struct KifMoveLine {
  std::uint32_t ply = 0;
  std::string_view move;  ///< from the move or the end word on
};
/// None: the line has no number in front.
[[nodiscard]] std::optional<KifMoveLine> find_kif_move_line(std::string_view line);

/// Takes a move off the front: "７六歩(77)", "▲同　銀右成", "△３三角打".
/// \param last  where the move before went; for 同
/// \returns false, leaving `text` as it is, where there is none
[[nodiscard]] bool take_kif_move(std::string_view& text, std::optional<shogi::Square> last,
                                 ShogiMove& move);

/// True if a word has the form of a move. No other game's moves have it.
[[nodiscard]] bool is_kif_move(std::string_view word);

/// Takes "( 0:16/00:00:16)" off the front. \returns the seconds spent on the move
[[nodiscard]] std::optional<double> take_kif_time(std::string_view& text);

/// "Shift_JIS" of "#KIF version=2.0 encoding=Shift_JIS"; empty: the line declares nothing.
[[nodiscard]] std::string_view kif_encoding_of(std::string_view line);

/// The dialect of a stream that starts so, in any charset; none: it is neither KIF nor KI2.
/// \param head  without a byte order mark
[[nodiscard]] std::optional<KifDialect> kif_dialect_of(std::string_view head);

}  // namespace ludex
