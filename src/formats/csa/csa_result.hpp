#pragma once

#include "ludex/types.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace ludex {

/// What a "%" mark says. Unknown where it leaves the winner open, or is none of the format's.
/// \param mark     without the "%": "TORYO", "+ILLEGAL_ACTION"
/// \param to_move  the side to move after the last move
[[nodiscard]] GameResult result_of_end_mark(std::string_view mark, Player to_move);
/// Whether the mark is one of the format's.
[[nodiscard]] bool is_csa_end_mark(std::string_view mark);

/// Floodgate's comment "'summary:toryo:gps_normal lose:gps_l win".
struct CsaSummary {
  enum class Outcome : std::uint8_t { win, lose, draw };
  struct Side {
    std::string_view name;
    Outcome outcome = Outcome::draw;
  };
  std::string_view cause;
  std::array<Side, 2> sides;  ///< as written: old files have gote first
};

/// \param text  what stands behind "summary:"; must outlive the result
[[nodiscard]] std::optional<CsaSummary> parse_csa_summary(std::string_view text);

/// What a summary says, its sides told by their names. Where these do not tell them (both equal, or
/// other ones), the winner is that of the end mark if it gives one, else the first side is sente.
[[nodiscard]] GameResult result_of_summary(const CsaSummary& summary, std::string_view sente,
                                           std::string_view gote, const GameResult& of_end_mark);

/// Whether a summary names another winner than the end mark of its game, as where a declaration,
/// %KACHI, was judged wrong. Not where nobody said the mark: %TORYO of an abnormal end.
[[nodiscard]] bool contradicts_end_mark(const CsaSummary& summary, const GameResult& of_summary,
                                        const GameResult& of_end_mark);

}  // namespace ludex
