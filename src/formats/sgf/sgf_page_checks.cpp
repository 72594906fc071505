#include "formats/sgf/sgf_page_checks.hpp"

#include "formats/sgf/sgf_rules.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kShownBytes = 40;

}  // namespace

std::string excerpt_of(const SgfProperty& property, std::string_view value) {
  return fmt::format("{}[{}]", property.ident, value.substr(0, kShownBytes));
}

void SgfPageProblems::add(ProblemKind kind, std::string_view about, const SgfProperty& at,
                          std::string message) {
  if (++noted_ > kMax) return;
  info_.problems.push_back({kind, -1, offset_of(at.ident), std::move(message), std::string(about)});
}

void SgfPageProblems::finish() {
  if (noted_ <= kMax) return;
  info_.problems.push_back({ProblemKind::more_problems, -1, record_.size(),
                            fmt::format("{} more are not listed", noted_ - kMax)});
}

std::uint64_t SgfPageProblems::offset_of(std::string_view part) const {
  for (const std::string_view text : {record_, std::string_view(tree_.utf8_copy)}) {
    const bool is_inside = std::less_equal<>{}(text.data(), part.data()) &&
                           std::less_equal<>{}(part.data(), text.data() + text.size());
    if (is_inside) return static_cast<std::uint64_t>(part.data() - text.data());
  }
  return 0;
}

void check_empty_value(const SgfTree& tree, const SgfProperty& property,
                       SgfPageProblems& problems) {
  for (const std::string_view value : tree.values_of(property)) {
    if (!trimmed_text(value).empty()) {
      return problems.add(ProblemKind::bad_value, "IP", property, excerpt_of(property, value));
    }
  }
}

void check_game_page(const SgfTree& tree, std::string_view record, SgfGame& game) {
  const SgfRules* const rules = find_sgf_rules(game.info.game);
  if (rules == nullptr) return;
  SgfPageProblems problems(tree, record, game.info);
  rules->check_page(tree, game, problems);
  problems.finish();
}

}  // namespace ludex
