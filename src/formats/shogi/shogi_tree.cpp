#include "formats/shogi/shogi_tree.hpp"

#include "formats/kif/kif_words.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ludex {
namespace {

bool is_empty_node(const ShogiNode& node) {
  return !node.is_end && node.is_readable && node.move.to == shogi::Square{} && !node.move.finds_to;
}

/// First children and next siblings.
class ShogiTree {
 public:
  explicit ShogiTree(const std::vector<ShogiNode>& nodes)
      : first_(nodes.size() + 1, kNoShogiNode), next_(nodes.size(), kNoShogiNode) {
    std::vector<std::int32_t> last(nodes.size() + 1, kNoShogiNode);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (is_empty_node(nodes[i])) continue;
      const auto parent = static_cast<std::size_t>(nodes[i].parent + 1);
      const auto node = static_cast<std::int32_t>(i);
      (last[parent] == kNoShogiNode ? first_[parent]
                                    : next_[static_cast<std::size_t>(last[parent])]) = node;
      last[parent] = node;
    }
  }

  [[nodiscard]] std::int32_t first_child(std::int32_t node) const {
    return first_[static_cast<std::size_t>(node + 1)];
  }
  [[nodiscard]] std::int32_t next_sibling(std::int32_t node) const {
    return next_[static_cast<std::size_t>(node)];
  }

  /// All nodes, line by line.
  [[nodiscard]] std::vector<std::int32_t> in_order() const {
    std::vector<std::int32_t> order, waiting, siblings;
    const auto wait_for_siblings = [&](std::int32_t node) {
      siblings.clear();
      while ((node = next_sibling(node)) != kNoShogiNode) siblings.push_back(node);
      waiting.insert(waiting.end(), siblings.rbegin(), siblings.rend());
    };
    if (first_child(kNoShogiNode) == kNoShogiNode) return order;
    wait_for_siblings(first_child(kNoShogiNode));
    waiting.push_back(first_child(kNoShogiNode));
    while (!waiting.empty()) {
      std::int32_t node = waiting.back();
      waiting.pop_back();
      order.push_back(node);
      while ((node = first_child(node)) != kNoShogiNode) {
        order.push_back(node);
        wait_for_siblings(node);
      }
    }
    return order;
  }

 private:
  std::vector<std::int32_t> first_, next_;
};

bool is_one_line(const std::vector<ShogiNode>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool follows = nodes[i].parent == static_cast<std::int32_t>(i) - 1;
    if (!follows || is_empty_node(nodes[i])) return false;
  }
  return true;
}

}  // namespace

void order_shogi_nodes(ShogiGame& game) {
  if (is_one_line(game.nodes)) return;
  const std::vector<std::int32_t> order = ShogiTree(game.nodes).in_order();
  std::vector<std::int32_t> places(game.nodes.size(), kNoShogiNode);
  std::vector<ShogiNode> nodes;
  nodes.reserve(order.size());
  for (const std::int32_t from : order) {
    ShogiNode& node = nodes.emplace_back(std::move(game.nodes[static_cast<std::size_t>(from)]));
    places[static_cast<std::size_t>(from)] = static_cast<std::int32_t>(nodes.size()) - 1;
    if (node.parent == kNoShogiNode) {
      node.ply = 1;
      continue;
    }
    node.parent = places[static_cast<std::size_t>(node.parent)];
    node.ply = nodes[static_cast<std::size_t>(node.parent)].ply + 1;
  }
  game.nodes = std::move(nodes);
}

void finish_shogi_ends(ShogiGame& game) {
  GameInfo& info = game.info;
  for (ShogiNode& node : game.nodes) {
    if (!node.is_end) continue;
    const bool begins = node.ply % 2 == 1;
    const Player mover = begins ? game.start.to_move : opponent(game.start.to_move);
    if (!node.end_word.empty()) {
      node.result = find_kif_end(node.end_word, mover).value_or(GameResult{});
    } else {
      node.end_word = read_kif_summary(node.end_line, mover, node.result);
    }
  }
  // The end of the main line: the first one, with nothing but that line before it.
  std::int32_t last = kNoShogiNode;
  for (const ShogiNode& node : game.nodes) {
    if (node.parent != last) return;
    if (!node.is_end) {
      ++last;
      continue;
    }
    // In a mate problem 詰み is just the end.
    if (info.kind == GameKind::game || node.result.by != WinBy::mate) info.result = node.result;
    info.result_raw = node.end_word.empty() ? node.end_line : node.end_word;
    if (info.result_raw != node.end_line && !node.end_line.empty()) {
      info.properties.emplace_back("まで", node.end_line);
    }
    return;
  }
}

}  // namespace ludex
