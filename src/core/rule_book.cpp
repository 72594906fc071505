#include "core/rule_book.hpp"

#include <fmt/format.h>

namespace ludex {

const Rule* RuleBook::find(const Problem& problem) const {
  const Rule* of_the_kind = nullptr;
  for (const Rule& rule : rules) {
    if (rule.kind != problem.kind) continue;
    if (rule.about == problem.about) return &rule;
    if (rule.about.empty()) of_the_kind = &rule;
  }
  return of_the_kind;
}

std::string RuleBook::cite(const Rule& rule) const {
  const std::string_view comma = rule.where.empty() ? "" : ", ";
  return fmt::format("{}{}{}: {}", title, comma, rule.where, rule.text);
}

}  // namespace ludex
