#include "games/twixt/twixt_rules.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::twixt {
namespace {

using enum ProblemKind;

// The rules of the game's own page of SGF.
constexpr std::string_view kPoint = "a column in letters and a row in digits: G5, aa12";

constexpr Rule kPage[] = {
    {bad_point, "", "Point and Move types", kPoint},
    {off_board, "", "Point and Move types", kPoint},
    {bad_size, "", "SZ", "a number, or columns:rows of an oblong board, of 3 to 702"},
    {missing_property, "HA", "SZ", "where the grid is not square, HA stands in the file too"},
    {bad_value, "HA", "HA", "its value is always empty: SZ says how large the handicap is"},
    {bad_value, "IP", "IP", "its value is empty"},
    {misplaced_property, "IP", "IP", "more than one in a game is illegal"},
    {bad_value, "PZ", "PZ", "empty, 0, draw, B+ or W+"},
    {missing_property, "IP", "PZ", "a puzzle has an IP property somewhere"},
    {missing_property, "PL", "PZ", "a puzzle has a PL property in the node of the game info"},
    {repeated_value, "N", "N", "no two bookmarks of a file have one number"},
    {wrong_turn, "", "PZ", "only before a puzzle's IP does one player take several turns in a row"},
    {impossible_link, "", "Move", "a link that is added has its pegs, one taken away is there"},
    {bad_swap, "", "Move",
     "a swap is the second turn, takes over the one peg, and never in a handicap game"},
    {several_moves, "", "Move", "a turn is one property with several values"},
};

/// The player of a turn property; Little Golem writes `b` and `r`.
std::optional<char> turn_of(const SgfProperty& property) {
  if (property.ident == "B" || property.ident == "b") return 'B';
  if (property.ident == "W" || property.ident == "r") return 'W';
  return std::nullopt;
}

/// Words that a player may use at any turn.
bool is_no_turn(std::string_view form) {
  constexpr std::string_view kWords[] = {"resign", "forfeit", "draw", "propose-draw",
                                         "accept-draw"};
  return std::ranges::find(kWords, form) != std::end(kWords);
}

/// The number of "bookmark 3"; empty for any other name.
std::string_view bookmark_of(std::string_view form) {
  constexpr std::string_view kWord = "bookmark ";
  if (!form.starts_with(kWord)) return {};
  const std::string_view number = trimmed_text(form.substr(kWord.size()));
  return std::ranges::all_of(number, is_digit) ? number : std::string_view{};
}

class TwixtPageCheck {
 public:
  TwixtPageCheck(const SgfTree& tree, const SgfGame& game, SgfPageProblems& problems)
      : tree_(tree), game_(game), problems_(problems), states_(tree.nodes.size()) {
    for (const std::uint32_t id : game.nodes) look_at(tree.nodes[id]);
  }

  void check() {
    check_puzzle();
    check_handicap();
    for (const std::uint32_t id : game_.nodes) check_node(id);
  }

 private:
  /// The turns before the children of a node, on their own line.
  struct State {
    char last_turn = 0;  // 0: none, or one that does not determine the next
    bool after_ip = false;
  };

  void look_at(const SgfNode& node) {
    for (const SgfProperty& property : tree_.properties_of(node)) {
      if (property.id == SgfId::IP) has_ip_ = true;
      if (property.id == SgfId::HA) has_handicap_ = true;
      if (property.id == SgfId::SZ && size_ == nullptr) size_ = &property;
      if (property.id != SgfId::PZ || puzzle_ != nullptr) continue;
      puzzle_ = &property;
      puzzle_node_ = &node;
    }
  }

  [[nodiscard]] std::string_view first_value(const SgfProperty& property) const {
    const auto values = tree_.values_of(property);
    return values.empty() ? std::string_view{} : values.front();
  }

  void check_puzzle() {
    if (puzzle_ == nullptr) return;
    constexpr std::string_view kGoals[] = {"", "0", "draw", "b+", "w+"};
    const std::string goal = value_text::value_form(first_value(*puzzle_));
    if (std::ranges::find(kGoals, goal) == std::end(kGoals)) {
      problems_.add(ProblemKind::bad_value, "PZ", *puzzle_,
                    excerpt_of(*puzzle_, first_value(*puzzle_)));
    }
    if (!has_ip_) problems_.add(ProblemKind::missing_property, "IP", *puzzle_, "PZ without IP");
    const auto beside = tree_.properties_of(*puzzle_node_);
    if (std::ranges::find(beside, SgfId::PL, &SgfProperty::id) == beside.end()) {
      problems_.add(ProblemKind::missing_property, "PL", *puzzle_, "PZ without PL");
    }
  }

  void check_handicap() {
    if (size_ == nullptr || has_handicap_ || game_.info.size.is_square()) return;
    problems_.add(ProblemKind::missing_property, "HA", *size_,
                  excerpt_of(*size_, first_value(*size_)) + " without HA");
  }

  void check_node(std::uint32_t id) {
    const SgfNode& node = tree_.nodes[id];
    State state = node.parent < 0 ? State{} : states_[static_cast<std::size_t>(node.parent)];
    for (const SgfProperty& property : tree_.properties_of(node)) {
      if (property.id == SgfId::IP) check_empty_value(tree_, property, problems_);
      if (property.id == SgfId::HA) check_handicap_value(property);
      if (property.id == SgfId::N) check_bookmark(property);
      check_turn(property, state);
    }
    for (const SgfProperty& property : tree_.properties_of(node)) {
      state.after_ip |= property.id == SgfId::IP;
    }
    states_[id] = state;
  }

  // One that is no number is reported already.
  void check_handicap_value(const SgfProperty& property) {
    const std::string_view value = first_value(property);
    if (!parse_handicap(value)) return;
    problems_.add(ProblemKind::bad_value, "HA", property, excerpt_of(property, value));
  }

  void check_bookmark(const SgfProperty& property) {
    const std::string form = value_text::value_form(first_value(property));
    const std::string_view number = bookmark_of(form);
    if (number.empty() || bookmarks_.emplace(number).second) return;
    problems_.add(ProblemKind::repeated_value, "N", property,
                  excerpt_of(property, first_value(property)));
  }

  void check_turn(const SgfProperty& property, State& state) {
    // Setup and PL make a new start; before the IP of a puzzle everything goes.
    const bool is_setup = property.id == SgfId::AB || property.id == SgfId::AW ||
                          property.id == SgfId::AE || property.id == SgfId::PL;
    if (is_setup) state.last_turn = 0;
    const auto turn = turn_of(property);
    const std::string form = turn ? value_text::value_form(first_value(property)) : "";
    if (!turn || is_no_turn(form)) return;
    const bool is_free = puzzle_ != nullptr && !state.after_ip;
    if (state.last_turn == *turn && !is_free) {
      problems_.add(ProblemKind::wrong_turn, "", property,
                    excerpt_of(property, first_value(property)));
    }
    // Who moves after a swap shows which swap it was.
    state.last_turn = form.starts_with("swap") ? '\0' : *turn;
  }

  const SgfTree& tree_;
  const SgfGame& game_;
  SgfPageProblems& problems_;
  std::vector<State> states_;  // by node
  const SgfProperty* puzzle_ = nullptr;
  const SgfNode* puzzle_node_ = nullptr;
  const SgfProperty* size_ = nullptr;
  bool has_ip_ = false;
  bool has_handicap_ = false;
  std::set<std::string, std::less<>> bookmarks_;
};

}  // namespace

RuleBook page() { return {"SGF for Twixt", kPage}; }

void check_page(const SgfTree& tree, const SgfGame& game, SgfPageProblems& problems) {
  TwixtPageCheck(tree, game, problems).check();
}

}  // namespace ludex::twixt
