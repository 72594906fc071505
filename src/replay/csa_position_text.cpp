#include "ludex/core/error.hpp"
#include "ludex/parse/csa_parser.hpp"
#include "ludex/replay/csa_replay.hpp"
#include "replay/position_readers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

[[noreturn]] void refuse(const Problem& problem) {
  const std::string_view why =
      problem.message.empty() ? problem_name(problem.kind) : std::string_view(problem.message);
  throw UsageError(fmt::format("position: csa: {}", why));
}

/// Whether a line, or a statement between commas, is a "+" or "-" and nothing else.
bool says_who_moves(std::string_view text) {
  constexpr std::string_view kEnds = "\r\n,";
  constexpr std::string_view kBlanks = " \t";
  while (!text.empty()) {
    std::string_view statement = text.substr(0, text.find_first_of(kEnds));
    text.remove_prefix(std::min(statement.size() + 1, text.size()));
    statement.remove_prefix(std::min(statement.find_first_not_of(kBlanks), statement.size()));
    statement = statement.substr(0, statement.find_last_not_of(kBlanks) + 1);
    if (statement == "+" || statement == "-") return true;
  }
  return false;
}

}  // namespace

// CGP lines that start with a pawn have a "/" before long; CSA has none but between games.
bool is_csa_position(std::string_view text) {
  constexpr std::string_view kSecond = "I123456789+-";
  return text.size() > 1 && text[0] == 'P' && kSecond.find(text[1]) != std::string_view::npos &&
         text.find('/') == std::string_view::npos;
}

QueryPosition read_csa_position(std::string_view text, const PositionTextOptions& options) {
  check_game(GameType::shogi, options);
  CsaGame game;
  if (const auto reject = parse_csa(text, {}, game)) refuse(*reject);
  if (!game.info.problems.empty()) refuse(game.info.problems.front());
  ReplayScript script;
  compile_csa(game, script, nullptr);
  if (!script.problems.empty()) refuse(script.problems.front());
  const GameRules& rules = get_position_rules(GameType::shogi);
  QueryPosition query;
  query.position = *rules.find_position(script.ops, rules.default_size(), script.moves);
  query.position.ply = 0;
  query.position.parent_ply = -1;
  query.position.last_move.reset();
  query.known = rules.identity();
  query.known.to_move = !game.moves.empty() || says_who_moves(text);
  return query;
}

}  // namespace ludex
