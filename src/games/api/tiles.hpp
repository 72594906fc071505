#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What lies on a square of a crossword board, or in a rack. 'A'-'Z': that letter; 'a'-'z': a blank
/// that stands for it; '?': a blank that stands for nothing yet. From 128 on in pairs a tile that
/// is no single ASCII letter: the even code the tile, the odd one a blank that stands for it; what
/// is written on it says TileNames.
using TileCode = std::uint8_t;

namespace tile {
inline constexpr TileCode kEmpty = 0;
inline constexpr TileCode kUndesignated = '?';  ///< in racks only
inline constexpr TileCode kThrough = '.';       ///< in a move: the tile that lies there already
inline constexpr TileCode kFirstNamed = 128;

[[nodiscard]] constexpr bool is_named(TileCode code) { return code >= kFirstNamed; }
[[nodiscard]] constexpr bool is_blank(TileCode code) {
  return code == kUndesignated || (code >= 'a' && code <= 'z') || (is_named(code) && code % 2 != 0);
}
/// The tile that a blank represents; other codes unchanged.
[[nodiscard]] constexpr TileCode letter_of(TileCode code) {
  if (is_named(code)) return static_cast<TileCode>(code & ~1);
  return code >= 'a' && code <= 'z' ? static_cast<TileCode>(code - 'a' + 'A') : code;
}
/// The blank that represents a tile; blanks unchanged.
[[nodiscard]] constexpr TileCode blank_of(TileCode code) {
  if (is_named(code)) return static_cast<TileCode>(code | 1);
  return code >= 'A' && code <= 'Z' ? static_cast<TileCode>(code - 'A' + 'a') : code;
}
}  // namespace tile

/// The text of the tiles with codes from 128 on: `CH`, `L·L`, `Ł`. Text is compared in its composed
/// form (NFC).
class TileNames {
 public:
  static constexpr std::size_t kMaxNames = 64;
  /// No tile of any language comes near; names are copied and hashed with each position.
  static constexpr std::size_t kMaxTileBytes = 64;

  /// The code of a tile by its text; one not met before gets a code. Text that is all lower case
  /// is a blank that stands for the same in upper case; any other is the tile itself, and so is one
  /// in a script without case. \returns none if the text is no tile (no letter in it, or a blank
  /// space, a digit, a control character, `/`, `;`, `[` or `]`), if it is longer than `max_bytes`,
  /// or if it would be the 65th: see full().
  [[nodiscard]] std::optional<TileCode> code_of(std::string_view utf8,
                                                std::size_t max_bytes = kMaxTileBytes);
  /// The code, if the tile has one already.
  [[nodiscard]] std::optional<TileCode> find_code(std::string_view utf8) const;
  [[nodiscard]] bool full() const { return names_.size() == kMaxNames; }

  /// What is written on it, in lower case for a blank. \pre it is no kEmpty, and if it is named the
  /// code came from here. Valid until the next code_of().
  [[nodiscard]] std::string_view text_of(TileCode code) const;

  /// How many codes from 128 on are in use, blanks not counted: those of 128, 130, ...
  [[nodiscard]] std::size_t size() const { return names_.size(); }
  void clear() { names_.clear(); }

  friend bool operator==(const TileNames&, const TileNames&) = default;

 private:
  struct Name {
    std::string tile, blank;
    friend bool operator==(const Name&, const Name&) = default;
  };
  std::vector<Name> names_;
};

/// Appends a tile as CGP writes it: in brackets if it has several characters.
void append_cgp_tile(const TileNames& names, TileCode code, std::string& out);
/// Tiles side by side, as in a rack.
[[nodiscard]] std::string cgp_tiles(const TileNames& names, const std::vector<TileCode>& tiles);

/// Takes the next tile off the front of a text as CGP writes them: a character with the combining
/// marks after it, or what stands between `[` and `]`. \returns its text without brackets; none
/// where a bracket is not closed. \pre the text is not empty and valid UTF-8
[[nodiscard]] std::optional<std::string_view> take_cgp_tile(std::string_view& utf8);

}  // namespace ludex
