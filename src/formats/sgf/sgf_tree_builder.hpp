#pragma once

#include "formats/sgf/sgf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

inline constexpr std::size_t kPlainMoveBytes = 6;  // ";B[pd]"

/// Fills an SgfTree: links nodes, joins properties that stand twice in a node, minds the limits.
class SgfTreeBuilder {
 public:
  SgfTreeBuilder(SgfTree& tree, const SgfLimits& limits) : tree_(tree), limits_(limits) {
    tree_.open_branches.clear();
  }

  /// False once a limit is passed; so are the other bools.
  bool open_node(std::size_t at) {
    if (tree_.nodes.size() >= limits_.max_nodes) {
      return reject_too_many(limits_.max_nodes, SgfLimits{}.max_nodes, "nodes", at);
    }
    close_node();
    stay_below_root(at);
    if (after_variation_) note(ProblemKind::node_after_variation, at);
    branch_is_empty_ = after_variation_ = false;
    const auto index = static_cast<std::int32_t>(tree_.nodes.size());
    tree_.is_one_line &= last_child_ == kNone && current_ + 1 == index;
    if (last_child_ != kNone) {
      tree_.nodes[static_cast<std::size_t>(last_child_)].next_sibling = index;
    } else if (current_ != kNone) {
      tree_.nodes[static_cast<std::size_t>(current_)].first_child = index;
    }
    if (!tree_.open_branches.empty() && tree_.open_branches.back().node == current_) {
      tree_.open_branches.back().top_child = index;
    }
    SgfNode& node = tree_.nodes.emplace_back();
    node.first_property = static_cast<std::uint32_t>(tree_.properties.size());
    node.parent = current_;
    node.offset_bytes = static_cast<std::uint32_t>(at);
    if (current_ == 0) last_below_root_ = index;
    current_ = index;
    last_child_ = kNone;
    node_open_ = true;
    return true;
  }

  void open_branch(std::size_t at) {
    if (tree_.open_branches.size() >= limits_.max_nesting) {
      reject(ProblemKind::nesting_too_deep, at,
             fmt::format("variations nested more than {} deep", limits_.max_nesting));
      return;
    }
    close_node();
    stay_below_root(at);
    if (branch_is_empty_) note(ProblemKind::missing_semicolon, at);
    tree_.open_branches.push_back({current_, last_child_});
    branch_is_empty_ = true;
    after_variation_ = false;
    node_open_ = false;
  }

  void close_branch(std::size_t at) {
    close_node();
    node_open_ = false;
    if (tree_.open_branches.empty()) {
      note(ProblemKind::stray_text, at);
      return;
    }
    if (branch_is_empty_ && !tree_.nodes.empty()) note(ProblemKind::missing_semicolon, at);
    const auto branch = tree_.open_branches.back();
    tree_.open_branches.pop_back();
    branch_is_empty_ = false;
    after_variation_ = !tree_.open_branches.empty();
    current_ = branch.node;
    last_child_ = branch.top_child;
    if (!tree_.open_branches.empty() && tree_.open_branches.back().node == current_) {
      tree_.open_branches.back().top_child = last_child_;
    }
  }

  /// Opens a node first where none is open (a missing ";").
  bool open_property(std::string_view ident, std::size_t at) {
    if (!node_open_) {
      note(ProblemKind::missing_semicolon, at);
      if (!open_node(at)) return false;
    }
    if (tree_.properties.size() >= limits_.max_values) {
      return reject_too_many(limits_.max_values, SgfLimits{}.max_values, "properties", at);
    }
    if (tree_.nodes.size() > 1) tree_.only_moves_below = false;
    const SgfId id = find_sgf_id_as_written(ident);
    const auto index = static_cast<std::uint32_t>(tree_.properties.size());
    if (const auto first = find_in_node(id, ident)) {
      note(ProblemKind::duplicate_property, at, ident);
      duplicates_.push_back({index, *first});
    }
    tree_.properties.push_back({id, ident, static_cast<std::uint32_t>(tree_.values.size()), 0});
    ++tree_.nodes.back().property_count;
    return true;
  }

  bool add_value(std::string_view value, std::size_t at) {
    if (tree_.values.size() >= limits_.max_values) {
      return reject_too_many(limits_.max_values, SgfLimits{}.max_values, "values", at);
    }
    tree_.values.push_back(value);
    ++tree_.properties.back().value_count;
    return true;
  }

  /// Adds the only property of the node just opened, "B" or "W".
  void add_only_property(std::string_view ident, std::string_view value) {
    tree_.nodes.back().property_count = 1;
    tree_.properties.push_back(
        {id_of_move(ident), ident, static_cast<std::uint32_t>(tree_.values.size()), 1});
    tree_.values.push_back(value);
  }

  /// Adds nodes ";B[pd]", each a child of the one before, as far as the limits allow.
  /// \pre the last thing added is a node below the root with its only property
  /// \returns how many
  std::size_t extend_line(std::string_view moves, std::size_t at) {
    const std::size_t first = tree_.nodes.size();
    const std::size_t property = tree_.properties.size();
    const std::size_t value = tree_.values.size();
    const std::size_t count = std::min(moves.size() / kPlainMoveBytes,
                                       limits_.max_nodes - std::min(limits_.max_nodes, first));
    tree_.nodes.resize(first + count);
    tree_.properties.resize(property + count);
    tree_.values.resize(value + count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view move = moves.substr(i * kPlainMoveBytes, kPlainMoveBytes);
      SgfNode& node = tree_.nodes[first + i];
      node.first_property = static_cast<std::uint32_t>(property + i);
      node.property_count = 1;
      node.parent = current_;
      node.offset_bytes = static_cast<std::uint32_t>(at + i * kPlainMoveBytes);
      tree_.nodes[static_cast<std::size_t>(current_)].first_child =
          static_cast<std::int32_t>(first + i);
      current_ = static_cast<std::int32_t>(first + i);
      const std::string_view ident = move.substr(1, 1);
      tree_.properties[property + i] = {id_of_move(ident), ident,
                                        static_cast<std::uint32_t>(value + i), 1};
      tree_.values[value + i] = move.substr(3, 2);
    }
    return count;
  }

  void note(ProblemKind kind, std::size_t at, std::string_view message = {}) {
    if (tree_.problems.size() >= limits_.max_problems) {
      ++tree_.problems_left_out;
      return;
    }
    tree_.problems.push_back({kind, -1, at, std::string(message)});
  }

  void note_lower_case(std::size_t at) {
    if (lower_case_at_ == kNowhere) lower_case_at_ = at;
  }

  /// True if the open node is not the root.
  [[nodiscard]] bool is_below_root() const { return current_ > 0; }
  [[nodiscard]] bool rejected() const { return reject_.has_value(); }

  std::optional<Problem> finish(std::size_t at) {
    close_node();
    // FF[3] allows lower-case letters in names.
    if (lower_case_at_ != kNowhere) note(ProblemKind::lower_case_ident, lower_case_at_);
    if (!tree_.open_branches.empty() && !reject_) note(ProblemKind::unclosed_record, at);
    if (tree_.nodes.empty() && !reject_) reject(ProblemKind::no_node, 0);
    return reject_;
  }

 private:
  static constexpr std::size_t kKnownIds = 128;
  static constexpr std::uint32_t kComparedProperties = 64;  // with an unknown one
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  struct Seen {
    std::uint32_t node = 0;  // index + 1
    std::uint32_t property = 0;
  };
  struct Duplicate {
    std::uint32_t property;
    std::uint32_t first;  // the property of the same name before it
  };

  // A tree has one root. What stands after its ")" is a variation below it: a record has that only
  // where its splitter saw another ")" than its parser.
  void stay_below_root(std::size_t at) {
    if (current_ != kNone || tree_.nodes.empty()) return;
    note(ProblemKind::stray_text, at);
    current_ = 0;
    last_child_ = last_below_root_;
  }

  [[nodiscard]] static SgfId id_of_move(std::string_view ident) {
    return ident[0] == 'B' ? SgfId::B : SgfId::W;
  }

  bool reject(ProblemKind kind, std::size_t at, std::string message = {}) {
    if (!reject_) reject_ = Problem{kind, -1, at, std::move(message)};
    return false;
  }

  bool reject_too_many(std::size_t limit, std::size_t usual, std::string_view what,
                       std::size_t at) {
    std::string message = fmt::format("more than {} {}", limit, what);
    if (limit < usual) message += fmt::format(" (index --memory allows more, up to {})", usual);
    return reject(ProblemKind::too_many_nodes, at, std::move(message));
  }

  // The first property of that name in the open node; remembers this one if there is none.
  [[nodiscard]] std::optional<std::uint32_t> find_in_node(SgfId id, std::string_view ident) {
    if (id == SgfId::unknown) return find_unknown(ident);
    Seen& seen = seen_[static_cast<std::size_t>(id)];
    const auto node = static_cast<std::uint32_t>(tree_.nodes.size());
    if (seen.node == node) return seen.property;
    seen = {node, static_cast<std::uint32_t>(tree_.properties.size())};
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::uint32_t> find_unknown(std::string_view ident) const {
    const SgfNode& node = tree_.nodes.back();
    const std::string name = fold_sgf_ident(ident);
    const std::uint32_t count = std::min(node.property_count, kComparedProperties);
    for (std::uint32_t i = 0; i < count; ++i) {
      const SgfProperty& property = tree_.properties[node.first_property + i];
      if (property.id == SgfId::unknown && fold_sgf_ident(property.ident) == name)
        return node.first_property + i;
    }
    return std::nullopt;
  }

  void close_node() {
    if (!duplicates_.empty()) join_duplicates();
  }

  // Lays the node's properties and values out again, each name once.
  void join_duplicates() {
    SgfNode& node = tree_.nodes.back();
    const std::vector<SgfProperty> before(tree_.properties.begin() + node.first_property,
                                          tree_.properties.end());
    const std::uint32_t first_value = before.front().first_value;
    const std::vector<std::string_view> values(tree_.values.begin() + first_value,
                                               tree_.values.end());
    const auto copy_values = [&](const SgfProperty& from) {
      const auto begin = values.begin() + (from.first_value - first_value);
      tree_.values.insert(tree_.values.end(), begin, begin + from.value_count);
      tree_.properties.back().value_count += from.value_count;
    };
    std::vector<bool> is_duplicate(before.size());
    for (const Duplicate& duplicate : duplicates_) {
      is_duplicate[duplicate.property - node.first_property] = true;
    }
    std::ranges::stable_sort(duplicates_, {}, &Duplicate::first);
    tree_.properties.resize(node.first_property);
    tree_.values.resize(first_value);
    auto duplicate = duplicates_.begin();
    for (std::uint32_t i = 0; i < before.size(); ++i) {
      if (is_duplicate[i]) continue;
      tree_.properties.push_back(
          {before[i].id, before[i].ident, static_cast<std::uint32_t>(tree_.values.size()), 0});
      copy_values(before[i]);
      for (; duplicate != duplicates_.end() && duplicate->first == node.first_property + i;
           ++duplicate) {
        copy_values(before[duplicate->property - node.first_property]);
      }
    }
    node.property_count = static_cast<std::uint32_t>(tree_.properties.size()) - node.first_property;
    duplicates_.clear();
  }

  SgfTree& tree_;
  const SgfLimits& limits_;
  std::optional<Problem> reject_;
  std::int32_t current_ = kNone;     // node
  std::int32_t last_child_ = kNone;  // of the current node
  std::int32_t last_below_root_ = kNone;
  bool node_open_ = false;
  bool branch_is_empty_ = false;  // a "(" was the last, and no node
  bool after_variation_ = false;  // a ")" was, and the sequence around it ought to end
  std::size_t lower_case_at_ = kNowhere;
  std::array<Seen, kKnownIds> seen_{};
  std::vector<Duplicate> duplicates_;  // of the current node
};

}  // namespace ludex
