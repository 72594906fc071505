#pragma once

#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::test {

/// A tree put together node by node, as the parser would hand it over.
class TreeBuilder {
 public:
  explicit TreeBuilder(BoardSize size, GameType game = GameType::go) {
    game_.info.size = size;
    game_.info.game = game;
  }
  TreeBuilder(const TreeBuilder&) = delete;
  TreeBuilder& operator=(const TreeBuilder&) = delete;

  /// Adds a child of the node added last (the root, if it is the first); gives its number.
  std::uint32_t node() { return child_of(static_cast<std::int32_t>(tree_.nodes.size()) - 1); }
  std::uint32_t child_of(std::int32_t parent) {
    const auto id = static_cast<std::uint32_t>(tree_.nodes.size());
    SgfNode node;
    node.parent = parent;
    node.first_property = static_cast<std::uint32_t>(tree_.properties.size());
    node.offset_bytes = id;
    tree_.nodes.push_back(node);
    return id;
  }
  /// Gives the last node a property.
  TreeBuilder& with(SgfId id, const std::vector<std::string>& values) {
    SgfProperty property;
    property.id = id;
    property.first_value = static_cast<std::uint32_t>(tree_.values.size());
    property.value_count = static_cast<std::uint32_t>(values.size());
    for (const auto& value : values) tree_.values.push_back(texts_.emplace_back(value));
    tree_.properties.push_back(property);
    ++tree_.nodes.back().property_count;
    return *this;
  }

  /// Nodes like ";B[dd];AB[cc][ee]PL[W]"; "(" and ")" make variations. Trusts its input.
  TreeBuilder& sgf(std::string_view text);

  [[nodiscard]] const SgfTree& tree() const { return tree_; }
  /// The game of the whole tree: first children are the main line, the rest follows in file order.
  [[nodiscard]] SgfGame& game() {
    game_.nodes.clear();
    game_.main_nodes = 0;
    bool is_main = true;
    for (std::uint32_t id = 0; id < tree_.nodes.size(); ++id) {
      is_main = is_main && tree_.nodes[id].parent == static_cast<std::int32_t>(id) - 1;
      game_.main_nodes += is_main;
      game_.nodes.push_back(id);
    }
    return game_;
  }

 private:
  SgfTree tree_;
  SgfGame game_;
  std::deque<std::string> texts_;
};

inline TreeBuilder& TreeBuilder::sgf(std::string_view text) {
  constexpr std::pair<std::string_view, SgfId> kIds[] = {
      {"B", SgfId::B},   {"W", SgfId::W},   {"AB", SgfId::AB}, {"AW", SgfId::AW},
      {"AE", SgfId::AE}, {"PL", SgfId::PL}, {"C", SgfId::C},   {"BO", SgfId::BO}};
  std::vector<std::int32_t> open;
  std::int32_t current = -1;
  while (!text.empty()) {
    const char c = text.front();
    if (c == '(') open.push_back(current);
    if (c == ')') {
      current = open.back();
      open.pop_back();
    }
    if (c == ';') current = static_cast<std::int32_t>(child_of(current));
    if (c < 'A' || c > 'Z') {
      text.remove_prefix(1);
      continue;
    }
    const auto bracket = text.find('[');
    const std::string_view ident = text.substr(0, bracket);
    text.remove_prefix(bracket);
    std::vector<std::string> values;
    while (!text.empty() && text.front() == '[') {
      const auto end = text.find(']');
      values.emplace_back(text.substr(1, end - 1));
      text.remove_prefix(end + 1);
    }
    for (const auto& [name, id] : kIds) {
      if (name == ident) with(id, values);
    }
  }
  return *this;
}

/// A compiled game with its keys, asked in the words of the tests.
struct Replayed {
  GameType game = GameType::go;
  BoardSize size;
  ReplayScript script;
  std::vector<PositionKey> keys;

  [[nodiscard]] Position at(std::uint32_t ply) const {
    return find_rules(game)->find_position(script.ops, size, ply).value();
  }
  /// "occupied_point@3 ko@7"
  [[nodiscard]] std::string problems() const {
    std::string text;
    for (const auto& problem : script.problems) {
      if (!text.empty()) text += ' ';
      text += std::string(problem_name(problem.kind)) + '@' + std::to_string(problem.ply);
    }
    return text;
  }
};

inline Replayed replay(TreeBuilder& builder, Lines lines = Lines::all) {
  Replayed result;
  result.game = builder.game().info.game;
  result.size = builder.game().info.size;
  find_sgf_rules(result.game)
      ->compile(builder.tree(), builder.game(), lines, result.script, &result.keys);
  return result;
}

inline Replayed replay(BoardSize size, std::string_view sgf, Lines lines = Lines::all,
                       GameType game = GameType::go) {
  TreeBuilder builder(size, game);
  builder.sgf(sgf);
  return replay(builder, lines);
}

}  // namespace ludex::test
