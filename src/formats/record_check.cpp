#include "formats/record_check.hpp"

#include "formats/format_room.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
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

/// The rule of a book that `problem` breaks; none if this text does not speak of it.
const Rule* find_rule(const RuleBook& book, const Problem& problem) {
  const Rule* of_the_kind = nullptr;
  for (const Rule& rule : book.rules) {
    if (rule.kind != problem.kind) continue;
    if (rule.about == problem.about) return &rule;
    if (rule.about.empty()) of_the_kind = &rule;
  }
  return of_the_kind;
}

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
    if (const Rule* const rule = find_rule(book, problem)) {
      return fmt::format("{}{}{}: {}", book.title, rule->where.empty() ? "" : ", ", rule->where,
                         rule->text);
    }
  }
  return fmt::format("{}: {}", books.front().title, problem_name(problem.kind));
}

const std::vector<Finding>& RecordCheck::findings_of(const FoundRecord& found, Format format) {
  findings_.clear();
  auto& reader = readers_[static_cast<std::size_t>(format)];
  if (!reader) reader = make_record_reader(format, options_);
  auto reject = reader->read({found.text, found.form, found.context});
  scope_ = {format, std::nullopt, reader->format_version()};
  if (!reject) scope_.game = reader->info(0).game;
  add(reader->text_problems());
  note_left_out(reader->text_problems_left_out(), found.text.size());
  if (found.unclosed) add_one({ProblemKind::unclosed_record, -1, found.text.size(), {}});
  if (reject) {
    add_one(std::move(*reject));
  } else {
    add(reader->value_problems());
    check_games(*reader, found.text.size());
  }
  sort();
  return findings_;
}

void RecordCheck::add(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) add_one(problem);
}

void RecordCheck::add_one(Problem problem) {
  const auto is_unclosed = [](const Problem& one) { return one.kind == unclosed_record; };
  const bool is_known =
      is_unclosed(problem) && std::ranges::any_of(findings_, is_unclosed, &Finding::problem);
  if (is_known) return;
  std::string rule = rule_of(problem, scope_);
  const bool is_note = is_unjudged(problem.kind);
  findings_.push_back({std::move(problem), std::move(rule), is_note});
}

// They come after those that are listed.
void RecordCheck::note_left_out(std::uint64_t problems, std::uint64_t end_bytes) {
  if (problems == 0) return;
  add_one(
      {ProblemKind::more_problems, -1, end_bytes, fmt::format("{} more are not listed", problems)});
}

void RecordCheck::check_games(RecordReader& reader, std::uint64_t end_bytes) {
  for (std::size_t index = 0; index < reader.game_count(); ++index) {
    scope_.game = reader.info(index).game;
    add(reader.info(index).problems);
    reader.compile(index, script_, nullptr);
    add(script_.problems);
    note_left_out(script_.problems_left_out, end_bytes);
  }
}

void RecordCheck::sort() {
  const auto by_place = [](const Finding& finding) {
    const Problem& problem = finding.problem;
    return std::tie(problem.offset_bytes, problem.kind, problem.message);
  };
  std::ranges::stable_sort(findings_, {}, by_place);
  const auto same = [&](const Finding& a, const Finding& b) { return by_place(a) == by_place(b); };
  findings_.erase(std::unique(findings_.begin(), findings_.end(), same), findings_.end());
}

}  // namespace ludex
