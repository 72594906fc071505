#pragma once

#include "core/shogi.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Characters of three bytes of UTF-8 as numbers; all that KIF's syntax is made of.
[[nodiscard]] constexpr std::uint32_t kif_character(std::string_view utf8) {
  return static_cast<std::uint32_t>(static_cast<unsigned char>(utf8[0])) << 16U |
         static_cast<std::uint32_t>(static_cast<unsigned char>(utf8[1])) << 8U |
         static_cast<unsigned char>(utf8[2]);
}

inline constexpr std::string_view kKifColon = "：";
inline constexpr std::string_view kKifBlank = "　";

/// Blanks in front: ASCII's and U+3000.
inline void skip_kif_blanks(std::string_view& text) {
  for (;;) {
    if (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
      text.remove_prefix(1);
    } else if (text.starts_with(kKifBlank)) {
      text.remove_prefix(kKifBlank.size());
    } else {
      return;
    }
  }
}
/// Without blanks at both ends.
[[nodiscard]] inline std::string_view trimmed_kif(std::string_view text) {
  skip_kif_blanks(text);
  for (;;) {
    if (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
      text.remove_suffix(1);
    } else if (text.ends_with(kKifBlank)) {
      text.remove_suffix(kKifBlank.size());
    } else {
      return text;
    }
  }
}

/// Takes a piece off the front: 歩, 成銀, 竜.
[[nodiscard]] std::optional<shogi::Piece> take_kif_piece(std::string_view& text);
/// Takes a digit 1 to 9 off the front: 7 or ７.
[[nodiscard]] std::optional<std::uint8_t> take_kif_file(std::string_view& text);
/// Takes a rank off the front: 六, 6 or ６.
[[nodiscard]] std::optional<std::uint8_t> take_kif_rank(std::string_view& text);
/// Takes a number off the front, its digits of either width.
[[nodiscard]] std::optional<std::uint32_t> take_kif_number(std::string_view& text);
/// Takes a number of pieces off the front: 二, 十八, 3. None: there is none.
[[nodiscard]] std::optional<int> take_kif_count(std::string_view& text);
/// Takes ▲ △ ▼ ▽ ☗ ☖ off the front.
[[nodiscard]] std::optional<Player> take_kif_mark(std::string_view& text);

/// "歩", "成銀", "龍".
[[nodiscard]] std::string_view kif_piece_name(shogi::Piece piece);
/// As on a diagram, one character: "全".
[[nodiscard]] std::string_view kif_cell_name(shogi::Piece piece);
[[nodiscard]] std::string_view kif_wide_digit(int digit);
[[nodiscard]] std::string_view kif_rank_name(int rank);
/// "二", "十八". \pre 1 to 99
[[nodiscard]] std::string kif_count_name(int count);

/// A start position of 手合割.
struct KifHandicap {
  std::string_view name;
  std::string_view sfen;  ///< the first two ranks
  int pieces;             ///< that are missing
};
[[nodiscard]] const KifHandicap* find_kif_handicap(std::string_view name);
/// The one whose first two ranks these are.
[[nodiscard]] const KifHandicap* find_kif_handicap_of(std::string_view ranks);

/// The value of 手合割 if it names no start position: 詰将棋. Empty for その他, which only says
/// that a diagram follows.
[[nodiscard]] std::string start_word_of(std::string_view name);

/// The end of a game that has too many moves. KIF and KI2 have no word for it: they write 引き分け.
inline constexpr std::string_view kMaxMovesEnd = "最大手数";

/// What an end word says, if it is one.
[[nodiscard]] std::optional<GameResult> find_kif_end(std::string_view word, Player to_move);
/// The first end word that says this result; empty: none does.
[[nodiscard]] std::string_view kif_end_for(const GameResult& result, Player to_move);
/// The end word that a line まで stands for; empty: none of them. \param result  what it says
[[nodiscard]] std::string_view read_kif_summary(std::string_view line, Player to_move,
                                                GameResult& result);
/// The line まで of an end. \param plies  moves before it
[[nodiscard]] std::string kif_summary(std::string_view end_word, const GameResult& result,
                                      std::uint32_t plies, Player to_move, bool is_handicap);

/// Keys of headers that begin a game.
[[nodiscard]] bool is_kif_key(std::string_view key);

}  // namespace ludex
