#include "formats/rule_scope.hpp"

#include "formats/format_room.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

// Of this program.
constexpr Rule kLimits[] = {
    {record_too_large, "", "", "a record has at most 16 MiB"},
    {nesting_too_deep, "", "", "variations nest 1000000 deep at most"},
    {too_many_nodes, "", "",
     "a record has at most 1000000 nodes and 4000000 values, fewer with little --memory"},
    {too_many_games, "", "", "10000 games of one tree, and 500000 nodes that they share"},
    {more_problems, "", "", "100 problems of a game's text and 100 of its replay are listed"},
    {unknown_tiles, "", "", "letter distributions and boards of the usual editions"},
    {unplayable_board, "", "", "sides of a board that is replayed"},
    {too_many_plies, "", "", "plies of a game"},
};

std::vector<RuleBook> books_of(const RuleScope& scope) {
  std::vector<RuleBook> books = room_of(scope.format).rule_books(scope);
  const GameRules* const game = scope.game ? find_rules(*scope.game) : nullptr;
  if (game != nullptr) books.push_back(game->rule_book());
  books.push_back({"limit of this program", kLimits});
  return books;
}

}  // namespace

bool is_unjudged(ProblemKind kind) {
  return kind == unknown_tiles || kind == unplayable_board || kind == too_many_plies;
}

std::string rule_of(const Problem& problem, const RuleScope& scope) {
  const std::vector<RuleBook> books = books_of(scope);
  for (const RuleBook& book : books) {
    if (const Rule* const rule = book.find(problem)) return book.cite(*rule);
  }
  return fmt::format("{}: {}", books.front().title, problem_name(problem.kind));
}

}  // namespace ludex
