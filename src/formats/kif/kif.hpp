#pragma once

#include "core/position_key.hpp"
#include "core/shogi.hpp"
#include "formats/charset/charset.hpp"
#include "formats/csa/csa.hpp"
#include "formats/game_info.hpp"
#include "formats/splitter.hpp"
#include "games/api/replay_script.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// The words of KI2 that tell pieces apart, as bits.
namespace kif_relative {
inline constexpr std::uint8_t kRight = 1;      ///< 右
inline constexpr std::uint8_t kLeft = 2;       ///< 左
inline constexpr std::uint8_t kUp = 4;         ///< 上, 入, 行
inline constexpr std::uint8_t kDown = 8;       ///< 引
inline constexpr std::uint8_t kSideways = 16;  ///< 寄
inline constexpr std::uint8_t kStraight = 32;  ///< 直
}  // namespace kif_relative

/// A move as written, not judged.
struct KifMove {
  shogi::Square to;                         ///< that of the move before it for 同
  shogi::Piece piece = shogi::Piece::none;  ///< before the move; none: not written
  std::optional<shogi::Square> from;        ///< none: a drop, or KI2
  /// CSA writes the piece after the move: it promotes if another one stands on its origin.
  shogi::Piece piece_after = shogi::Piece::none;
  std::uint8_t from_file = 0, from_rank = 0;  ///< PSN: all that is known of the origin; 0: nothing
  bool finds_to = false;  ///< PSN: it takes the piece that moved last, else the only one it can
  std::optional<Player> player;                         ///< by ▲ or △
  bool promotes = false, stays = false, drops = false;  ///< 成, 不成, 打
  std::uint8_t relative = 0;                            ///< kif_relative
};

inline constexpr std::int32_t kNoKifNode = -1;

/// A move, or the end of a line of moves.
struct KifNode {
  std::int32_t parent = kNoKifNode;  ///< the place in KifGame::nodes of the move before it
  std::uint32_t ply = 1;             ///< moves on its line, this one included
  bool is_end = false;
  bool is_readable = true;  ///< false: a move that nobody understands
  KifMove move;
  std::string end_word;  ///< as KIF has it: 投了; empty: a line まで that names no such word
  std::string end_line;  ///< the line まで, as written
  GameResult result;     ///< of an end
  std::optional<double> seconds;
  std::string comment;             ///< lines without their first `*`, "\n" between
  std::string bookmark;            ///< after `&`
  std::uint64_t offset_bytes = 0;  ///< in the record
};

/// One record of KIF, KI2 or another format of shogi: headers, start position, and all moves and
/// ends in the order of the record, which is that of a tree's lines: the main line, then the
/// variations.
struct KifGame {
  GameInfo info;
  CsaStart start;
  std::string handicap;  ///< the name of the start: 平手, 香落ち; empty: only a diagram shows it
  bool diagram_turn = false;  ///< a line 後手番 stood under the diagram
  std::vector<std::pair<std::string, std::string>> headers;  ///< all but the start's, in order
  std::vector<KifNode> nodes;
  std::string start_comment;
  std::string start_bookmark;
  std::uint32_t first_number = 1;  ///< of the first move, as SFEN counts
  bool is_western = false;         ///< problems name moves as PSN does
};

/// The two ways to write moves.
enum class KifDialect : std::uint8_t { kif, ki2 };

struct KifOptions {
  TextForm form = TextForm::bytes;   ///< FoundRecord::form
  std::optional<Charset> charset{};  ///< read every text in this one, whatever is declared
  std::size_t max_nodes = 1'000'000;
  std::size_t max_problems = 100;  ///< further ones are not noted
};

/// Reads one record. Takes the lines of both dialects, whatever their number.
///
/// The bytes decide on the charset: UTF-8 if they are well-formed, else Shift_JIS (as Windows has
/// it), else EUC-JP, else the likeliest of all; what the first line declares is only compared.
///
/// Start: the diagram if there is one, else 手合割, else the even position. In handicap games the
/// giver (Player::second) begins; under a diagram the line 後手番 says so, else the mark of the
/// first move, else sente begins.
///
/// Variations: 変化：N手 goes back from the last move read to ply N - 1; where that line has none,
/// to the last such ply read.
///
/// Result: the end word of the main line, by the side to move; else the line まで.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: no_node, too_many_nodes
/// Cost: one pass, no recursion. Positions are not looked at: see compile_kif().
[[nodiscard]] std::optional<Problem> parse_kif(std::string_view record, const KifOptions& options,
                                               KifGame& out);

/// Replays a game of shogi into `out` (cleared first), each line up to its first impossible move;
/// finds the pieces of moves that do not name their origin. Never fails: see compile_csa().
/// node_plies are by KifGame::nodes.
void compile_kif(const KifGame& game, ReplayScript& out, std::vector<PositionKey>* keys);

/// The moves of a game as they were played: origins, captures, and what KI2 says of each.
struct KifPlayed {
  bool is_played = false;
  Player player = Player::first;
  std::optional<shogi::Square> from;  ///< none: a drop
  shogi::Square to;
  shogi::Piece piece = shogi::Piece::none;  ///< before the move
  shogi::Piece taken = shogi::Piece::none;
  bool promotes = false;
  bool could_promote = false;
  bool ambiguous_drop = false;  ///< another such piece could go there
  bool is_unreachable = false;  ///< the words of KI2 do not lead to this piece
  std::uint8_t relative = 0;    ///< kif_relative
};

/// By KifGame::nodes. Cost: a replay, and a look at the board for each move.
[[nodiscard]] std::vector<KifPlayed> play_kif(const KifGame& game);

/// A move as KI2 writes it, without ▲ or △: "７六歩", "同　銀", "５八金右", "３三角打".
/// \param is_same  the move before it went to the same square
[[nodiscard]] std::string ki2_move_text(const KifPlayed& move, bool is_same);

/// Writes a game in UTF-8, lines ended by "\n": headers, start position, comments, moves with
/// times, ends, variations. Parsing what was written gives the same game.
[[nodiscard]] std::string write_kif(const KifGame& game, KifDialect dialect);

}  // namespace ludex
