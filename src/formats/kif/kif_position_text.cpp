#include "formats/kif/kif_position_text.hpp"

#include "formats/kif/kif.hpp"
#include "formats/kif/kif_lines.hpp"
#include "formats/text_lines.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

[[noreturn]] void refuse_kif(const Problem& problem) {
  const std::string_view why =
      problem.message.empty() ? problem_name(problem.kind) : std::string_view(problem.message);
  throw UsageError(fmt::format("position: kif: {}", why));
}

/// A line of a diagram, of the pieces in hand, or of the handicap.
bool is_position_line(std::string_view line) {
  constexpr std::size_t kSeatBytes = std::string_view("先手").size();
  return line.starts_with("+---------") || line.starts_with("手合割") ||
         line.find("の持駒") == kSeatBytes;
}

}  // namespace

bool is_kif_position(std::string_view text, const PositionTextOptions&) {
  for (TextLines lines(text); !lines.at_end();) {
    if (is_position_line(trimmed_text(lines.take()))) return true;
  }
  return kif_dialect_of(text).has_value();
}

QueryPosition read_kif_position(std::string_view text, const PositionTextOptions& options) {
  check_game(GameType::shogi, options);
  ShogiGame game;
  if (const auto reject = parse_kif(text, {}, game)) refuse_kif(*reject);
  if (!game.info.problems.empty()) refuse_kif(game.info.problems.front());
  ReplayScript script;
  compile_shogi(game, script, nullptr);
  if (!script.problems.empty()) refuse_kif(script.problems.front());
  const GameRules& rules = get_position_rules(GameType::shogi);
  QueryPosition query;
  const std::uint32_t last = script.main_positions == 0 ? 0 : script.main_positions - 1;
  query.position = *rules.find_position(script.ops, rules.default_size(), last);
  query.position.ply = 0;
  query.position.parent_ply = -1;
  query.position.last_move.reset();
  query.position.next_move.reset();
  query.known = rules.identity();
  query.known.to_move = last > 0 || game.diagram_turn || !game.handicap.empty();
  return query;
}

}  // namespace ludex
