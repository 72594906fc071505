#include "cli/record_check.hpp"

#include "ludex/parse/sgf_parser.hpp"
#include "ludex/replay/game_rules.hpp"

#include <algorithm>
#include <tuple>

namespace ludex::cli {

namespace {

bool is_unclosed(const Problem& problem) { return problem.kind == ProblemKind::unclosed_record; }

}  // namespace

const std::vector<Problem>& RecordCheck::problems_of(const FoundRecord& found) {
  problems_.clear();
  const auto reject = parse_sgf(found.text, found.form, tree_);
  add(tree_.problems);
  if (reject) {
    problems_.push_back(*reject);
  } else {
    extract_sgf_games(tree_, found.text, found.form, options_, games_);
    for (const SgfGame& game : games_) add(game.info.problems);
    replay();
  }
  if (found.unclosed && std::ranges::none_of(problems_, is_unclosed)) {
    problems_.push_back({ProblemKind::unclosed_record, -1, found.text.size(), {}});
  }
  const auto by_place = [](const Problem& problem) {
    return std::tie(problem.offset_bytes, problem.kind, problem.message);
  };
  std::ranges::stable_sort(problems_, {}, by_place);
  const auto same = [&](const Problem& a, const Problem& b) { return by_place(a) == by_place(b); };
  problems_.erase(std::unique(problems_.begin(), problems_.end(), same), problems_.end());
  return problems_;
}

void RecordCheck::add(const std::vector<Problem>& problems) {
  problems_.insert(problems_.end(), problems.begin(), problems.end());
}

void RecordCheck::replay() {
  for (const SgfGame& game : games_) {
    const GameRules* rules = find_rules(game.info.game);
    if (rules == nullptr) continue;
    rules->compile(tree_, game, Lines::all, script_);
    add(script_.problems);
  }
}

}  // namespace ludex::cli
