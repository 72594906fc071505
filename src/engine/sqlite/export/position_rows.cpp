#include "engine/sqlite/export/position_rows.hpp"

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "ludex/types.hpp"
#include "query/explore/mover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace ludex {

namespace {

constexpr std::size_t kColumns = 7;  // of position_columns()
constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max();

std::optional<std::uint32_t> parse_ply(std::string_view text) {
  std::uint32_t ply = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return ply;
}

[[noreturn]] void refuse_plies(std::string_view text) {
  throw UsageError(fmt::format("`positions`: '{}' is not one of all, last, N..M as 0..30", text));
}

Value outcome_of(Winner winner, std::size_t seat) {
  switch (winner) {
    case Winner::first:
    case Winner::second:
    case Winner::third:
    case Winner::fourth:
      return winner == winner_at_seat(seat) ? "win" : "loss";
    case Winner::draw:
      return "draw";
    default:
      return {};
  }
}

}  // namespace

PlyRange parse_plies(std::string_view text) {
  if (text == "all") return {0, kEndless, false};
  if (text == "last") return {0, kEndless, true};
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto ply = parse_ply(text);
    if (!ply) refuse_plies(text);
    return {*ply, *ply, false};
  }
  const std::string_view from = text.substr(0, dots);
  const std::string_view to = text.substr(dots + 2);
  const auto first = from.empty() ? std::optional(0U) : parse_ply(from);
  const auto last = to.empty() ? std::optional(kEndless) : parse_ply(to);
  if (text == ".." || !first || !last || *first > *last) refuse_plies(text);
  return {*first, *last, false};
}

std::vector<std::string> position_columns() {
  return {"id", "ply", "mover", "next_move", "cgp", "key", "outcome"};
}

PositionRows::PositionRows(SqlConnection& sql, const PlyRange& plies, bool with_variations)
    : plies_(plies), with_variations_(with_variations), positions_(sql), facts_(sql) {}

void PositionRows::for_each(GameId game, const std::function<void(const Position&)>& visit) {
  const auto main_line = static_cast<std::uint32_t>(facts_.value(Fact::main_positions, game));
  if (main_line == 0) return;
  if (plies_.only_last) {
    if (const auto position = positions_.find(game, main_line - 1)) visit(*position);
    return;
  }
  const std::uint32_t end = with_variations_ ? positions_.searched_plies(game) : main_line;
  if (plies_.first >= end) return;
  const std::uint32_t last = std::min(plies_.last, end - 1);
  positions_.walk(game, [&](const Position& position) {
    if (position.ply >= plies_.first) visit(position);
    return position.ply < last;
  });
}

void PositionRows::fill(GameId game, const Position& position, std::vector<Value>& row) {
  const GameRules& rules = *find_rules(position.game);
  row.assign(kColumns, Value());
  row[0] = raw(game);
  row[1] = std::int64_t{position.ply};
  const std::uint32_t seat = seat_moving(mover_of(position), position.ply, facts_.flags(game));
  row[2] = mover_text(position.game, seat);
  if (position.next_move) row[3] = rules.move_text(*position.next_move, position.size);
  row[4] = to_cgp(position);
  row[5] = fmt::format("{:016x}", rules.key_of(position).bits);
  row[6] = outcome_of(facts_.winner(game), seat);
}

}  // namespace ludex
