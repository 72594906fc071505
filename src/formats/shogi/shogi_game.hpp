#pragma once

#include "core/position_key.hpp"
#include "core/shogi.hpp"
#include "formats/charset/charset.hpp"
#include "formats/game_info.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/splitter.hpp"
#include "games/api/replay_script.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// The words of KI2 that tell pieces apart, as bits.
namespace shogi_relative {
inline constexpr std::uint8_t kRight = 1;      ///< 右
inline constexpr std::uint8_t kLeft = 2;       ///< 左
inline constexpr std::uint8_t kUp = 4;         ///< 上, 入, 行
inline constexpr std::uint8_t kDown = 8;       ///< 引
inline constexpr std::uint8_t kSideways = 16;  ///< 寄
inline constexpr std::uint8_t kStraight = 32;  ///< 直
}  // namespace shogi_relative

/// A move as written, not judged.
struct ShogiMove {
  shogi::Square to;                         ///< that of the move before it for 同
  shogi::Piece piece = shogi::Piece::none;  ///< before the move; none: not written
  std::optional<shogi::Square> from;        ///< none: a drop, or KI2
  /// CSA writes the piece after the move: it promotes if another one stands on its origin.
  shogi::Piece piece_after = shogi::Piece::none;
  std::uint8_t from_file = 0, from_rank = 0;  ///< PSN: all that is known of the origin; 0: nothing
  bool finds_to = false;  ///< PSN: it takes the piece that moved last, else the only one it can
  std::optional<Player> player;                         ///< by ▲ or △
  bool promotes = false, stays = false, drops = false;  ///< 成, 不成, 打
  std::uint8_t relative = 0;                            ///< shogi_relative
};

inline constexpr std::int32_t kNoShogiNode = -1;

/// A move, or the end of a line of moves.
struct ShogiNode {
  std::int32_t parent = kNoShogiNode;  ///< the place in ShogiGame::nodes of the move before it
  std::uint32_t ply = 1;               ///< moves on its line, this one included
  bool is_end = false;
  bool is_readable = true;  ///< false: a move that is not understood
  ShogiMove move;
  std::string end_word;  ///< as KIF has it: 投了; empty: a line まで that names no such word
  std::string end_line;  ///< the line まで, as written
  GameResult result;     ///< of an end
  std::optional<double> seconds;
  std::string comment;             ///< lines without their first `*`, "\n" between
  std::string bookmark;            ///< after `&`
  std::uint64_t offset_bytes = 0;  ///< in the record
};

/// How moves are written: "７六歩(77)" or "P7g-7f".
enum class ShogiNotation : std::uint8_t { japanese, western };

/// One record of any format of shogi: headers, start position, and all moves and ends in the order
/// of the record, which is that of a tree's lines: the main line, then the variations.
struct ShogiGame {
  GameInfo info;
  ShogiStart start;
  std::string handicap;  ///< the name of the start: 平手, 香落ち; empty: only a diagram shows it
  std::string start_word;     ///< what 手合割 says beside that: 詰将棋; empty: no other word
  bool diagram_turn = false;  ///< a line 後手番 stood under the diagram
  std::vector<std::pair<std::string, std::string>> headers;  ///< all but the start's, in order
  std::vector<ShogiNode> nodes;
  std::string start_comment;
  std::string start_bookmark;
  std::uint32_t first_number = 1;                    ///< of the first move, as SFEN counts
  ShogiNotation notation = ShogiNotation::japanese;  ///< of the moves that problems name
};

/// How to read a record of any format of shogi.
struct ShogiReadOptions {
  TextForm form = TextForm::bytes;   ///< FoundRecord::form
  std::optional<Charset> charset{};  ///< read every text in this one, whatever is declared
  std::size_t max_nodes = 1'000'000;
  std::size_t max_problems = 100;  ///< further ones are not noted
};

/// Replays a game of shogi into `out` (cleared first), each line up to its first impossible move;
/// finds the pieces of moves that do not name their origin. Never fails: see compile_csa().
/// node_plies are by ShogiGame::nodes.
void compile_shogi(const ShogiGame& game, ReplayScript& out, std::vector<PositionKey>* keys);

/// The moves of a game as they were played: origins, captures, and what KI2 says of each.
struct ShogiPlayed {
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
  std::uint8_t relative = 0;    ///< shogi_relative
};

/// By ShogiGame::nodes. Cost: a replay, and a look at the board for each move.
[[nodiscard]] std::vector<ShogiPlayed> play_shogi(const ShogiGame& game);

/// Finds out what handicap the start is, and of which kind the game: a problem has fewer than two
/// kings. \pre the nodes are known
void name_shogi_start(ShogiGame& game);

/// Empties everything but the capacities.
void reset_shogi_game(ShogiGame& game);

}  // namespace ludex
