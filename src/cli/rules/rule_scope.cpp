#include "cli/rules/rule_scope.hpp"

#include "cli/rules/rule_books.hpp"

#include <fmt/format.h>

#include <vector>

namespace ludex::cli {

namespace {

void add_sgf_books(const RuleScope& scope, std::vector<RuleBook>& books) {
  if (scope.game == GameType::hex) books.push_back(sgf_hex_rules());
  if (scope.game == GameType::twixt) books.push_back(sgf_twixt_rules());
  if (scope.game == GameType::othello) books.push_back(sgf_othello_rules());
  if (scope.version == "1") books.push_back(kierulf_rules());
  books.push_back(ff4_rules());
}

std::vector<RuleBook> books_of(const RuleScope& scope) {
  std::vector<RuleBook> books;
  switch (scope.format) {
    case Format::sgf:
      add_sgf_books(scope, books);
      break;
    case Format::csa:
      books.push_back(csa_rules(scope.version));
      books.push_back(csa_1999_rules());
      break;
    case Format::cgp:
      books.push_back(cgp_rules());
      break;
    case Format::gcg:
      books.push_back(gcg_rules());
      break;
  }
  if (scope.game) books.push_back(playing_rules(*scope.game));
  books.push_back(program_limits());
  return books;
}

}  // namespace

std::string rule_of(const Problem& problem, const RuleScope& scope) {
  const std::vector<RuleBook> books = books_of(scope);
  for (const RuleBook& book : books) {
    if (const Rule* const rule = book.find(problem)) return book.cite(*rule);
  }
  return fmt::format("{}: {}", books.front().title, problem_name(problem.kind));
}

}  // namespace ludex::cli
