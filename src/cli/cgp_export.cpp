#include "cli/cgp_export.hpp"

#include "ludex/core/error.hpp"
#include "ludex/query/game_positions.hpp"
#include "ludex/replay/position_text.hpp"
#include "ludex/store/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace ludex::cli {

namespace {

constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();

/// An end that is not written is `otherwise`.
bool read_ply(std::string_view text, std::uint32_t otherwise, std::uint32_t& ply) {
  ply = otherwise;
  if (text.empty()) return true;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

PlySpan parse_plies(std::string_view text) {
  if (text == "last") return {};
  if (text == "all") return {0, kLast, false};
  const std::size_t dots = text.find("..");
  PlySpan plies{0, kLast, false};
  const bool is_range = dots != std::string_view::npos;
  const bool good = is_range ? read_ply(text.substr(0, dots), 0, plies.first) &&
                                   read_ply(text.substr(dots + 2), kLast, plies.end)
                             : !text.empty() && read_ply(text, 0, plies.first);
  if (!is_range) plies.end = plies.first;
  if (!good || plies.first > plies.end) {
    throw UsageError(fmt::format("--positions: '{}' is not one of all, last, N..M as 0..30", text));
  }
  return plies;
}

void export_cgp(Database& database, const IdSet& games, const PlySpan& plies, ByteOutput& output) {
  FactReader facts(database.sql());
  GamePositions positions(database.sql());
  for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
    const GameId game{id};
    const auto count = static_cast<std::uint32_t>(facts.value(Fact::main_positions, game));
    if (count == 0) continue;
    const std::uint32_t first = plies.last ? count - 1 : plies.first;
    const std::uint32_t end = plies.last ? count - 1 : std::min(plies.end, count - 1);
    positions.walk(game, [&](const Position& position) {
      if (position.ply > end) return false;
      if (position.ply >= first) output.write(to_cgp(position) + '\n');
      return true;
    });
  }
}

}  // namespace ludex::cli
