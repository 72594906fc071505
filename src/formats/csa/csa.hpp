#pragma once

#include "core/position_key.hpp"
#include "core/shogi.hpp"
#include "formats/charset/charset.hpp"
#include "formats/game_info.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/splitter.hpp"
#include "games/api/replay_script.hpp"
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

/// A move as written, not judged: the piece is the one after the move.
struct CsaMove {
  Player player = Player::first;
  std::optional<shogi::Square> from;  ///< none: a drop (written 00)
  shogi::Square to;
  shogi::Piece piece = shogi::Piece::none;
  std::optional<double> seconds;   ///< spent on it (T)
  std::uint32_t offset_bytes = 0;  ///< in the record
  std::string comment;  ///< the lines that follow it, with what stood after "'"; "\n" between
};

/// One %MATTA: the player who moves next took a move back, and what had followed it; one more for
/// each %MATTA that follows. Where no move follows, nothing is known to be taken back.
struct CsaTakeBack {
  std::size_t moves = 0;     ///< so many of CsaGame::moves stand before it in the record
  std::size_t standing = 0;  ///< so many of the moves then on the board stayed
  std::optional<double> seconds;
  std::string comment;  ///< the lines that follow it
};

/// Where a comment before the first move stood: before this part, or in the header.
struct CsaCommentPlace {
  enum class Part : std::uint8_t { header, position, turn, moves };
  Part part = Part::moves;
  std::uint32_t lines = 0;  ///< in the header: after so many lines of CsaGame::header
  friend auto operator<=>(const CsaCommentPlace&, const CsaCommentPlace&) = default;
};

/// One CSA record: its game info, where it starts, and the moves up to its end mark.
struct CsaGame {
  GameInfo info;
  ShogiStart start;
  std::vector<CsaMove> moves;           ///< in the order of the record, those taken back too
  std::vector<CsaTakeBack> take_backs;  ///< without one that is the end mark
  /// Without the "%": "TORYO", "+ILLEGAL_ACTION"; "MATTA" only if the record ends with it. Empty:
  /// none, or one without a name.
  std::string end_mark;
  bool has_bare_end = false;  ///< a "%" without a name stood as the end mark
  std::optional<double> end_seconds;
  std::string version;        ///< "2.2", "3.0"; empty: no version line
  std::string header;         ///< the lines of names and keywords, "N+Habu", "$NOTE:x\\ny"
  std::string start_comment;  ///< the comment lines before the first move
  std::vector<CsaCommentPlace> comment_places;  ///< of these lines; ascending
  std::string end_comment;                      ///< the comment lines after the end mark
  /// What stood after the end mark and does not count: moves, their times, other end marks.
  std::vector<std::string> late_lines;
};

/// The moves that nobody took back: their places in CsaGame::moves, ascending.
[[nodiscard]] std::vector<std::size_t> standing_moves(const CsaGame& game);

/// What its end mark says. In a mate problem TSUMI is just the end, and without moves it says
/// nothing about who is mated.
[[nodiscard]] GameResult result_of_csa_end(const CsaGame& game);

struct CsaOptions {
  std::string_view context{};        ///< FoundRecord::context
  TextForm form = TextForm::bytes;   ///< FoundRecord::form
  std::optional<Charset> charset{};  ///< read every text in this one, whatever is declared
  std::size_t max_moves = 1'000'000;
  std::size_t max_problems = 100;  ///< further ones are not noted
};

/// Reads one CSA record of any version: that of 1999 without a version line, V2, V2.1, V2.2, V3.
///
/// Takes the format's three parts, each of which may be missing (no position: the even one; no
/// turn: the sign of the first move, else sente), and what is found in the wild: rank lines that
/// lost blanks, statements joined by ",", comments after a move, header lines after the moves,
/// the comments of floodgate (ratings, clock, summary). A "," separates neither in names, nor in
/// values of "$" keywords, nor in comments. Moves after an end mark do not count. What is not
/// understood becomes a Problem at its offset in the record (UTF-16: in its form as UTF-8).
///
/// The charset is the forced one; else the declared one if the bytes are valid in it; else UTF-8,
/// Shift_JIS or EUC-JP, in which they are valid; else the likeliest of all. One that only the head
/// of the stream declares comes after UTF-8.
///
/// Result: floodgate's summary, by the names in it; else the end mark; else unknown. An event that
/// is a game id of such a server gives its group ("floodgate-300-10F") as event, itself as
/// external_id, and the clock. The date is that of $START_TIME, else of $END_TIME.
/// GameKind::problem: without two kings; position: no moves, and neither an even nor a handicap
/// start. GameInfo::handicap: pieces missing from an even start.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: no_node or bad_syntax (neither position nor turn, nor
///             move, nor name), too_many_nodes (over options.max_moves)
/// Cost: one pass, no recursion; see bench/csa_bench.cpp.
[[nodiscard]] std::optional<Problem> parse_csa(std::string_view record, const CsaOptions& options,
                                               CsaGame& out);

/// Replays a game of shogi into `out` (cleared first). Never fails: the first move that the pieces
/// on the board and in hand make impossible ends the replay, with a ProblemKind::impossible_move
/// that says why; whether a move is legal is not asked. Ply 0 is always there. Moves that players
/// took back are variations.
/// \param keys  gets out.total_positions keys appended, that of ply n at n-th place; may be null
/// Cost: some 10 ns a move.
void compile_csa(const CsaGame& game, ReplayScript& out, std::vector<PositionKey>* keys);

enum class CsaVersion : std::uint8_t { v2_2, v3 };

/// What stands first in a CSA file of UTF-8: the version line; in V3 the encoding before it.
[[nodiscard]] std::string_view csa_head(CsaVersion version);

/// What a version could not say of a game.
struct CsaLosses {
  std::uint64_t rounded_times = 0;  ///< times that lost decimals
  std::uint64_t hidden_lines = 0;   ///< lines that the version does not have: they became comments
  std::uint64_t cut_lines = 0;      ///< names and keywords that would be cut at a comma: likewise
};

/// Writes a game as CSA in UTF-8, without csa_head(): its header, the start position ("PI" where it
/// is even or pieces are missing from that), turn, moves with times, end mark; comments where they
/// were read. Lines end in "\n". Times are whole seconds in V2.2, rounded down as its text says,
/// and have up to three decimals in V3. The clock that counts is written as $TIME_LIMIT in V2.2 and
/// as $TIME in V3 where that version can say it. A line that the version does not have becomes a
/// comment, "'$MAX_MOVES:256", which parse_csa() understands: $TIME, $TIME+, $TIME-, $TIMET+,
/// $TIMET-, $MAX_MOVES, $JISHOGI, $NOTE and %MAX_MOVES in V2.2, there with a server's summary;
/// $TIME_LIMIT, %MATTA and what it took back in V3; in both what stood after an end mark, and a
/// name or keyword whose end, after a comma, would be read as a statement. Other keywords are kept
/// in either. Header lines that stood after the position come before it. A comment that declares a
/// charset is written after "'CSA encoding=UTF-8", so that it is read as a comment again; one
/// before the position that declares UTF-8 is left out. Parsing what was written gives the same
/// game, except for these. Cost: one pass.
/// \param losses  gets what was lost; may be null
[[nodiscard]] std::string write_csa(const CsaGame& game, CsaVersion version,
                                    CsaLosses* losses = nullptr);

}  // namespace ludex
