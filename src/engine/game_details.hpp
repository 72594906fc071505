#pragma once

#include <string_view>

namespace ludex {

// The columns of GameDetails, which views of a database and tables of a cluster have in common.
inline constexpr std::string_view kPlayerDetails =
    "seat, color, name, person, rank, rating, team, is_computer, score, outcome";
inline constexpr std::string_view kPropertyDetails = "ident, value";
inline constexpr std::string_view kProblemDetails = "ply, kind, offset, message";

}  // namespace ludex
