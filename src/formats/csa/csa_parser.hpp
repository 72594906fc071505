#pragma once

#include "formats/charset/charset.hpp"
#include "formats/csa/csa_game.hpp"
#include "formats/record_sink.hpp"
#include "ludex/problem.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ludex {

struct CsaOptions {
  std::string_view context;         ///< FoundRecord::context
  TextForm form = TextForm::bytes;  ///< FoundRecord::form
  std::optional<Charset> charset;   ///< read every text in this one, whatever is declared
  std::size_t max_moves = 1'000'000;
  std::size_t max_problems = 100;  ///< further ones are not noted
};

/// Reads one CSA record of any version: that of 1999 without a version line, V2, V2.1, V2.2, V3.
///
/// Takes the format's three parts, each of which may be missing (no position: the even one; no
/// turn: the sign of the first move, else sente), and what is found in the wild: rank lines that
/// lost blanks, statements joined by ",", comments behind a move, header lines behind the moves,
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
/// external_id, and the clock. GameKind::problem: without two kings; position: no moves, and
/// neither an even nor a handicap start. GameInfo::handicap: pieces missing from an even start.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: no_node or bad_syntax (neither position nor turn, nor
///             move, nor name), too_many_nodes (over options.max_moves)
/// Cost: one pass, no recursion; see bench/csa_bench.cpp.
[[nodiscard]] std::optional<Problem> parse_csa(std::string_view record, const CsaOptions& options,
                                               CsaGame& out);

}  // namespace ludex
