#pragma once

#include "games/api/tiles.hpp"
#include "games/crossword/letter_distribution.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex::crossword {

/// The kind of a tile in the bag: a blank that stands for a letter is a blank.
[[nodiscard]] constexpr TileCode bag_kind(TileCode code) {
  return tile::is_blank(code) ? tile::kUndesignated : code;
}

/// How many of each kind; indexed by bag_kind().
using TileCounts = std::array<std::int16_t, 256>;

/// The tiles of one game: their codes, and how many there are and what they are worth, where the
/// distribution is known.
class TileSet {
 public:
  /// \param distribution  nullptr: not known
  explicit TileSet(const LetterDistribution* distribution);

  [[nodiscard]] const TileNames& names() const { return names_; }
  /// Whether there is a distribution.
  [[nodiscard]] bool is_known() const { return distribution_ != nullptr; }
  [[nodiscard]] const LetterDistribution* distribution() const { return distribution_; }
  /// All tiles of the set; 0 if it is not known.
  [[nodiscard]] int tile_count() const;

  /// The codes of all kinds of tiles in the set, ascending: "?" first.
  [[nodiscard]] const std::vector<TileCode>& all_codes() const { return codes_; }
  /// How many tiles there are of a kind: a blank, whatever it stands for, or a letter.
  [[nodiscard]] int count_of(TileCode code) const { return counts_[bag_kind(code)]; }
  /// What a tile is worth; none for a tile that the set does not have. A blank is worth 0,
  /// also where it stands for a letter that the set does not have.
  [[nodiscard]] std::optional<int> value_of(TileCode code) const {
    if (tile::is_blank(code)) return 0;
    return has_[code] ? std::optional<int>(values_[code]) : std::nullopt;
  }

  /// A word as GCG writes it: "." and what stands in parentheses are tiles that lie there already;
  /// they come back as kThrough for ".", as the tile for the others. "[CH]" and "CH" are one tile
  /// where the set has it. None where a character is no tile.
  [[nodiscard]] std::optional<std::vector<TileCode>> read_word(std::string_view utf8);
  /// A rack: every tile not in upper case is a blank. None where a character is no tile.
  [[nodiscard]] std::optional<std::vector<TileCode>> read_rack(std::string_view utf8);

 private:
  [[nodiscard]] std::optional<TileCode> take_tile(std::string_view& utf8);

  const LetterDistribution* distribution_;
  TileNames names_;
  std::vector<TileCode> codes_;
  TileCounts counts_{};  // by code, as are the others
  TileCounts values_{};
  std::array<bool, 256> has_{};
};

}  // namespace ludex::crossword
