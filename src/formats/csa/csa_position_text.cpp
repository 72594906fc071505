#include "formats/csa/csa.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/position_text.hpp"
#include "formats/text_lines.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace ludex {
namespace {

[[noreturn]] void refuse(const Problem& problem) {
  const std::string_view why =
      problem.message.empty() ? problem_name(problem.kind) : std::string_view(problem.message);
  throw UsageError(fmt::format("position: csa: {}", why));
}

/// True if a line, or a statement between commas, is only a "+" or "-".
bool says_who_moves(std::string_view text) {
  while (!text.empty()) {
    const std::string_view statement = text.substr(0, text.find_first_of("\r\n,"));
    text.remove_prefix(std::min(statement.size() + 1, text.size()));
    const std::string_view turn = trimmed_text(statement);
    if (turn == "+" || turn == "-") return true;
  }
  return false;
}

/// True if a statement starts at `at` after a blank: a turn or a move. Ranks have blanks too, but
/// no such words.
bool is_statement(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n,"));
  return word == "+" || word == "-" || is_csa_move(word);
}

/// Turn and moves may follow the pieces on one line, as a command line has it.
std::string on_lines(std::string_view text) {
  std::string lines(text);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i] == ' ' && is_statement(lines, i + 1)) lines[i] = '\n';
  }
  return lines;
}

/// That the turn is not written is nothing wrong with a question.
bool is_fault(const Problem& problem) { return problem.kind != ProblemKind::missing_property; }

}  // namespace

// CGP lines that start with a pawn have a "/" before long; CSA has none but between games.
bool is_csa_position(std::string_view text, const PositionTextOptions&) {
  constexpr std::string_view kSecond = "I123456789+-";
  return text.size() > 1 && text[0] == 'P' && kSecond.find(text[1]) != std::string_view::npos &&
         text.find('/') == std::string_view::npos;
}

QueryPosition read_csa_position(std::string_view text, const PositionTextOptions& options) {
  check_game(GameType::shogi, options);
  CsaGame game;
  const std::string lines = on_lines(text);
  if (const auto reject = parse_csa(lines, {}, game)) refuse(*reject);
  const auto fault = std::ranges::find_if(game.info.problems, is_fault);
  if (fault != game.info.problems.end()) refuse(*fault);
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
  query.known.to_move = !game.moves.empty() || says_who_moves(lines);
  return query;
}

}  // namespace ludex
