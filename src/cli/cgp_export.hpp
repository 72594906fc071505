#pragma once

#include "cli/byte_output.hpp"
#include "ludex/query/id_set.hpp"
#include "ludex/store/database.hpp"

#include <cstdint>
#include <string_view>

namespace ludex::cli {

/// Plies of a main line, both ends included. `last`: only the one it ends with.
struct PlySpan {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  bool last = true;
};

/// `all`, `last`, `17`, `0..30`, `20..`, `..30`. \throws UsageError
[[nodiscard]] PlySpan parse_plies(std::string_view text);

/// Prints these positions of the games as CGP lines, game by game. Games without positions give
/// none.
void export_cgp(Database& database, const IdSet& games, const PlySpan& plies, ByteOutput& output);

}  // namespace ludex::cli
