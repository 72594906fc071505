#pragma once

#include "formats/csa/csa_reports.hpp"
#include "formats/gcg/gcg_game.hpp"

#include <string>
#include <string_view>

namespace ludex {

inline constexpr std::size_t kMaxGcgSeats = 4;

/// Equal for "Adam_Logan", "Adam Logan" and "adamlogan".
[[nodiscard]] std::string loose_gcg_name(const std::string& name);

/// Says whose each event is, by the nicks of the pragmas; a nick that no pragma names is a player
/// without one, or a player of no pragma, or else a slip: then it is the turn that tells.
/// \param record  what the events' offsets count in
void assign_gcg_seats(GcgGame& game, std::string_view record, CsaReports& reports);

/// Scores of the seats and the result, from the totals as written.
void add_gcg_result(GcgGame& game);

}  // namespace ludex
