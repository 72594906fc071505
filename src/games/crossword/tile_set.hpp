#pragma once

#include "games/api/tiles.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ludex::crossword {

/// A kind of tile: its text, its number, its value.
struct LetterCount {
  std::string_view text;  ///< UTF-8, upper case; "?" the blank
  std::uint8_t count = 0;
  std::uint8_t value = 0;
};

/// The tiles of a set.
struct LetterDistribution {
  std::string_view name;  ///< as programs write it: "english", "english_super"
  std::span<const LetterCount> letters;

  [[nodiscard]] int tile_count() const;
  /// The kind of tile with this text, in upper case; nullptr for none.
  [[nodiscard]] const LetterCount* find(std::string_view text) const;
  /// The length in bytes of the longest tile that `text` starts with, in upper or in lower case:
  /// "CHA" starts with "CH" in Spanish. 0 for none, or one of a single character.
  [[nodiscard]] std::size_t long_tile_at(std::string_view text) const;
};

/// All sets known, by name. Source: the rules of the game's editions in each language.
[[nodiscard]] std::span<const LetterDistribution> letter_distributions();

/// Finds a set by its name in files, ignoring case and punctuation: "english", "English",
/// "english_super"; nullptr for a name not known here.
[[nodiscard]] const LetterDistribution* find_distribution(std::string_view name);

/// The set that goes with a lexicon: "CSW21", "NWL18", "ODS8", "OSPS44", ...; nullptr where the
/// lexicon says nothing.
[[nodiscard]] const LetterDistribution* distribution_of_lexicon(std::string_view lexicon);

/// The set of a game that names a distribution, or else a lexicon, or neither (then English; on
/// boards of 21 columns the large one, which no other language has). Empty texts: not written.
/// nullptr: not known here.
[[nodiscard]] const LetterDistribution* distribution_of(std::string_view distribution,
                                                        std::string_view lexicon, BoardSize size);

/// The kind of a tile in the bag: a blank that represents a letter is a blank.
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
  /// True if there is a distribution.
  [[nodiscard]] bool is_known() const { return distribution_ != nullptr; }
  [[nodiscard]] const LetterDistribution* distribution() const { return distribution_; }
  /// All tiles of the set; 0 if it is not known.
  [[nodiscard]] int tile_count() const;

  /// The codes of all kinds of tiles in the set, ascending: "?" first.
  [[nodiscard]] const std::vector<TileCode>& all_codes() const { return codes_; }
  /// The number of tiles of a kind: a blank, whatever it represents, or a letter.
  [[nodiscard]] int count_of(TileCode code) const { return counts_[bag_kind(code)]; }
  /// The value of a tile; none for a tile that the set does not have. A blank is worth 0, also
  /// where it stands for a letter that the set does not have.
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

using Rack = std::vector<TileCode>;

/// What is known of the players' racks while a game goes on: what an event says, what was seen
/// when a play was taken back, and what must be there once the bag is empty.
class RackKnowledge {
 public:
  RackKnowledge(const TileSet& set, std::size_t seats);

  /// The rack of a player, sorted, as an event says it: known until the player's turn is over.
  void tell(std::size_t seat, Rack rack) { told_[seat] = std::move(rack); }
  /// The rack of a player at the end of the game, sorted.
  void set_rack(std::size_t seat, Rack rack);
  /// Tiles leave a rack for the board, or for the bag in exchange for others.
  void play(std::size_t seat, const Rack& tiles);
  void exchange(std::size_t seat, const Rack& tiles) { remove(seat, tiles); }
  void pass(std::size_t seat) { told_[seat].clear(); }
  /// Nobody knows which tiles went.
  void exchange_unseen(std::size_t seat);
  /// A play was taken back: its tiles are on the rack, and everybody has seen them.
  void take_back(std::size_t seat, const Rack& tiles);

  /// The known tiles of a player's rack, sorted.
  [[nodiscard]] const Rack& of(std::size_t seat) const {
    return told_[seat].empty() ? seen_[seat] : told_[seat];
  }

  /// With the bag empty and all racks but one known, fills in the last one.
  /// \param cells  what lies on the board
  void fill_last(const std::vector<TileCode>& cells);

 private:
  void remove(std::size_t seat, const Rack& tiles);
  void draw(std::size_t seat, std::size_t count);

  const TileSet& set_;
  std::vector<Rack> told_;          // of the player whose turn it is
  std::vector<Rack> seen_;          // what all players know
  std::vector<std::size_t> sizes_;  // how many tiles each player holds
  std::size_t bag_ = 0;             // how many tiles are in the bag
  // Before the last play, for take_back():
  std::size_t size_before_ = 0;
  std::size_t bag_before_ = 0;
};

/// True if `rack` holds all of `tiles`.
[[nodiscard]] bool holds(const Rack& rack, const Rack& tiles);

}  // namespace ludex::crossword
