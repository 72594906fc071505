#pragma once

#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// WTHOR is the archive of Othello tournaments of the Fédération Française d'Othello: a file of
/// games for each year (.wtb), one of the names of all players (.jou) and one of all tournaments
/// (.trn). Numbers are little-endian. Source: ffothello.org, "Format des fichiers WThor".
inline constexpr std::size_t kWthorHeaderBytes = 16;
inline constexpr std::size_t kWthorGameBytes = 68;    ///< on boards of up to 8x8
inline constexpr std::size_t kWthorMovesAt = 8;       ///< in a game; a byte each to its end
inline constexpr std::size_t kWthorPlayerBytes = 20;  ///< of a name in a .jou
inline constexpr std::size_t kWthorEventBytes = 26;   ///< of a name in a .trn
/// The header of a file of names counts them in 16 bits.
inline constexpr std::size_t kMaxWthorNamesBytes = kWthorHeaderBytes + 0xFFFF * kWthorEventBytes;

inline constexpr int kWthorSide = 8;
inline constexpr int kWthorSquares = kWthorSide * kWthorSide;

/// The 16 bytes at the start of each of the three files.
struct WthorHeader {
  int made_year = 0, made_month = 0, made_day = 0;
  std::uint32_t games = 0;  ///< 0 in a file of names
  std::uint16_t names = 0;  ///< 0 in a file of games
  int year = 0;             ///< of the games; 0 in a file of names
  int size = 8;             ///< squares a side
  bool is_solitaires = false;
  int depth = 0;  ///< from so many empty squares on, the theoretical score is exact
};

/// \returns none if `bytes` does not begin with a header: no century 19 or 20, no date, no board
[[nodiscard]] std::optional<WthorHeader> find_wthor_header(std::string_view bytes);

/// What a name file of a kind holds, by index.
class WthorNames {
 public:
  /// Reads a .jou (`name_bytes` 20) or .trn (26). Names end at a NUL or fill their place. A file
  /// that is shorter than its header says gives the names that are whole.
  /// \returns none if it is no such file
  [[nodiscard]] static std::optional<WthorNames> read(std::string_view file,
                                                      std::size_t name_bytes);

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  /// As in the file; none past the end. \pre the names live on
  [[nodiscard]] std::optional<std::string_view> find(std::size_t index) const;
  /// The file holds fewer names than its header says.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  /// How many names fill their place without the NUL that ends the others.
  [[nodiscard]] std::size_t endless() const { return endless_; }

 private:
  std::vector<std::string> names_;
  std::size_t endless_ = 0;
  bool is_cut_ = false;
};

/// One game of a .wtb.
struct WthorGame {
  std::uint16_t event = 0;    ///< index into the .trn
  std::uint16_t black = 0;    ///< index into the .jou
  std::uint16_t white = 0;    ///< index into the .jou
  int score = 0;              ///< of black: discs, and the empty squares if black won
  int theoretical_score = 0;  ///< the same with best play from `depth` empty squares on
  struct Turn {
    Player player = Player::first;
    std::optional<std::uint8_t> square;  ///< row * 8 + column from the top left; none: a pass
    std::uint8_t byte = 0;               ///< of the record, where the move stands
  };
  std::vector<Turn> turns;  ///< with the passes that the file leaves out
  bool is_over = false;     ///< neither player can move any more
  int discs[2] = {0, 0};    ///< at the end, of black and white

  /// The score that the board shows: black's discs, and the empty squares for the winner, half of
  /// them each if level.
  [[nodiscard]] int board_score() const;
};

/// Reads 68 bytes. Stops at a move that cannot be made by either player, and adds what is wrong to
/// `problems`. \param out  overwritten. \pre bytes.size() == kWthorGameBytes
void read_wthor_game(std::string_view bytes, WthorGame& out, std::vector<Problem>& problems);

}  // namespace ludex
