#pragma once

#include "core/position_key.hpp"
#include "games/api/replay_script.hpp"
#include "games/api/tiles.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// What a player did, as CGP's `lm` says it.
struct CgpMove {
  enum class Kind : std::uint8_t {
    play,            ///< `8D WORD`: tiles from (row, column) on; kThrough where one lay already
    exchange,        ///< `-AB`: these tiles
    exchange_count,  ///< `-2`: that many
    pass,            ///< `-`; also a challenge that failed
    challenge,       ///< `challenge 8D WORD`: this play was taken back
  };
  Kind kind = Kind::pass;
  std::uint16_t row = 0;     ///< from 0, of the first tile
  std::uint16_t column = 0;  ///< from 0
  bool down = false;         ///< along the column
  std::vector<TileCode> tiles{};
  std::uint32_t count = 0;              ///< of exchange_count
  std::optional<std::int32_t> bonus{};  ///< `8D WORD +5`: challenged without success
  friend bool operator==(const CgpMove&, const CgpMove&) = default;
};

/// `cr`. Stored: never renumber.
enum class ChallengeRule : std::uint8_t {
  single_ = 1,
  double_ = 2,
  triple = 3,
  void_ = 4,
  five_points = 5,
  ten_points = 6
};
/// "single", "double", "triple", "void", "5pt", "10pt".
[[nodiscard]] std::string_view challenge_rule_name(ChallengeRule rule);
[[nodiscard]] std::optional<ChallengeRule> find_challenge_rule(std::string_view name);

/// What the text says of opcodes that are not written.
inline constexpr std::int32_t kDefaultBingoBonus = 50;
inline constexpr std::int32_t kDefaultExchangeTileLimit = 7;
inline constexpr std::int32_t kDefaultMaxZeroTurns = 6;

/// The optional operations of a CGP line, beside `lm`: what is written, defaults are not filled in.
struct CgpOpcodes {
  std::optional<std::int32_t> bingo_bonus;               ///< bb
  std::optional<std::string> board_name;                 ///< bdn
  std::optional<ChallengeRule> challenge_rule;           ///< cr
  std::optional<std::int32_t> exchange_tile_limit;       ///< etl
  std::optional<std::string> game_id;                    ///< gid
  std::optional<std::string> distribution;               ///< ld
  std::optional<std::string> lexicon;                    ///< lex
  std::optional<std::int32_t> max_zero_turns;            ///< mcnz
  std::optional<std::int64_t> timer_increment_ms;        ///< ti
  std::optional<std::vector<std::int64_t>> timers_ms{};  ///< tmr, player to move first
  std::optional<std::int64_t> max_overtime_ms;           ///< to
  std::optional<std::string> variant;                    ///< var
  /// Those the text does not know, and those whose operand means nothing: name, operand.
  std::vector<std::pair<std::string, std::string>> others;
  friend bool operator==(const CgpOpcodes&, const CgpOpcodes&) = default;
};

/// A moment of a crossword game, as a CGP line says it.
struct CgpPosition {
  BoardSize size;
  TileNames names;
  std::vector<TileCode> cells;               ///< size.area() codes, row by row from the top
  std::vector<std::vector<TileCode>> racks;  ///< player to move first; what is known of them
  std::vector<std::int32_t> scores;          ///< as many as racks
  std::uint32_t zero_turns = 0;              ///< in a row, just before
  CgpOpcodes opcodes;
  std::optional<CgpMove> last_move;  ///< lm
  friend bool operator==(const CgpPosition&, const CgpPosition&) = default;
};

/// No board that games are played on comes near; limits what a run of empty squares may claim.
inline constexpr int kMaxCgpSide = 1000;

/// More players than any game has: in a line an empty rack takes one byte only.
inline constexpr std::size_t kMaxCgpPlayers = 1000;

/// Where a line departs from the text of CGP but is kept.
struct CgpDeviations {
  static constexpr std::size_t kMost = 100;

  void clear() {
    problems.clear();
    left_out = 0;
  }
  void add(std::size_t offset_bytes, std::string message, std::string_view about) {
    if (problems.size() >= kMost) {
      ++left_out;
      return;
    }
    problems.push_back(
        {ProblemKind::bad_syntax, -1, offset_bytes, std::move(message), std::string(about)});
  }

  std::vector<Problem> problems;
  std::uint64_t left_out = 0;  ///< over kMost
};

/// Reads one CGP line. White space may stand before, between and after the fields in any amount,
/// the last `;` may be missing. The four fields must be there and sound, `lm` may come once, `gid`
/// holds no blank: else the line gives nothing. An operand that means nothing, a second opcode of a
/// name and those with a hyphen before them (`-lex CSW24`, a program's own option) are kept and
/// noted.
/// \param out         filled anew
/// \param deviations  gets what was kept all the same; may be null
/// \returns           why the line is no position: bad_syntax or bad_charset (not UTF-8), with a
///                    message that names row, column or field
/// Cost: about 1 us a line. Source: the text of CGP by its authors.
[[nodiscard]] std::optional<Problem> parse_cgp(std::string_view line, CgpPosition& out,
                                               CgpDeviations* deviations = nullptr);

/// Takes `gm crossword` out of the opcodes: a line without it says the same.
/// \pre every `gm` names crossword. \returns what is wrong if it is given twice.
[[nodiscard]] std::optional<Problem> forget_game(CgpPosition& position);

/// The one canonical line of a position, without line end: maximal runs of empty squares, opcodes
/// in the order of their names, unknown ones last. Reading it gives the position back. \pre
/// size.area() cells; as many scores as racks, one at least, and a lone rack is not empty
[[nodiscard]] std::string to_cgp(const CgpPosition& position);

/// A move as `lm` has it: `8D W.RD +5`.
[[nodiscard]] std::string cgp_move_text(const CgpMove& move, const TileNames& names);
/// Reads it; none where it means nothing. Tiles get codes in `names`.
[[nodiscard]] std::optional<CgpMove> parse_cgp_move(std::string_view text, TileNames& names);
/// `8D` across, `D8` down; columns as spreadsheets name them: A ... Z, AA, AB, ...
[[nodiscard]] std::string cgp_coordinate(const CgpMove& move);
/// Reads it, in letters of any case, into `move`. \returns false if it is none
[[nodiscard]] bool read_cgp_coordinate(std::string_view text, CgpMove& move);

/// Packs a position of a crossword game into `out` (cleared first), a script of one ply.
/// \param keys  gets the key of the position appended; may be null
void compile_cgp(const CgpPosition& position, ReplayScript& out, std::vector<PositionKey>* keys);

}  // namespace ludex
