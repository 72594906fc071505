#pragma once

#include "formats/charset/charset.hpp"
#include "formats/gcg/gcg_game.hpp"
#include "formats/record_sink.hpp"
#include "ludex/problem.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ludex {

struct GcgOptions {
  TextForm form = TextForm::bytes;  ///< FoundRecord::form
  std::optional<Charset> charset;   ///< read every text in this one, whatever is declared
  std::size_t max_events = 10'000;
  std::size_t max_problems = 100;  ///< further ones are not noted
};

/// Reads one GCG record: pragmas and events, and what is found in the wild - racks left out,
/// lower-case coordinates, "8:" before an event, words behind the total, notes of many lines,
/// players whose nick in the events is another one than in "#player1", up to four players. What is
/// not understood becomes a Problem at its offset in the record (UTF-16: in its form as UTF-8),
/// and the rest is read on. A line ">nick:" is an event if the nick is a player's that is known, or
/// if it can be read and has a score. A note goes on up to the next event or known pragma. Pragmas
/// that no field has room for are properties; unknown ones are problems too.
///
/// The charset is the forced one; else that of "#character-encoding", on whatever line, if the
/// bytes are valid in it; else UTF-8; else ISO-8859-1, GCG's own; else the likeliest.
///
/// Seats, scores and result are those of the totals as written; a result needs an end rack, since
/// nothing else says that a game was finished.
///
/// \param out  filled anew; its vectors are reused
/// \returns    why the record gave nothing: bad_syntax (no player and no event), too_many_nodes
/// Cost: one pass, no recursion.
[[nodiscard]] std::optional<Problem> parse_gcg(std::string_view record, const GcgOptions& options,
                                               GcgGame& out);

}  // namespace ludex
