#include "formats/sgf/sgf_lines.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ludex {
namespace {

constexpr std::int32_t kNobody = -1;
constexpr std::int32_t kShared = -2;
// A game takes a kilobyte, a node of its line some 14 bytes.
constexpr std::size_t kMostGames = 10'000;
constexpr std::size_t kMinSharedNodes = 500'000;

void add_first_children(const SgfTree& tree, std::int32_t from, std::vector<std::uint32_t>& line) {
  for (std::int32_t at = from; at >= 0; at = tree.nodes[static_cast<std::size_t>(at)].first_child) {
    line.push_back(static_cast<std::uint32_t>(at));
  }
}

/// The nodes above `start`, root first.
void add_path_to(const SgfTree& tree, std::uint32_t start, std::vector<std::uint32_t>& line) {
  for (std::int32_t at = tree.nodes[start].parent; at >= 0;
       at = tree.nodes[static_cast<std::size_t>(at)].parent) {
    line.push_back(static_cast<std::uint32_t>(at));
  }
  std::ranges::reverse(line);
}

}  // namespace

void lay_out_one_game(const SgfTree& tree, SgfGame& game) {
  std::vector<std::uint32_t>& nodes = game.nodes;
  nodes.clear();
  nodes.reserve(tree.nodes.size());
  add_first_children(tree, 0, nodes);
  game.main_nodes = static_cast<std::uint32_t>(nodes.size());
  if (nodes.size() == tree.nodes.size()) return;
  std::size_t next_main = 0;  // children come after their parents: the main line ascends
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    if (next_main < game.main_nodes && nodes[next_main] == i) {
      ++next_main;
    } else {
      nodes.push_back(i);
    }
  }
}

std::size_t lay_out_games(const SgfTree& tree, std::span<const std::uint32_t> starts,
                          std::vector<SgfGame>& out) {
  const std::size_t most_shared = std::max(kMinSharedNodes, 2 * tree.nodes.size());
  std::vector<std::int32_t> owner(tree.nodes.size(), kNobody);
  std::vector<std::size_t> next_main;  // of each game: the first node of its line not yet met below
  std::size_t shared = 0;
  std::size_t games = 0;
  for (const std::uint32_t start : starts.first(std::min(starts.size(), kMostGames))) {
    out.resize(std::max(out.size(), games + 1));
    SgfGame& game = out[games];
    game.nodes.clear();
    add_path_to(tree, start, game.nodes);
    shared += game.nodes.size();
    if (shared > most_shared && games > 0) break;
    for (const std::uint32_t above : game.nodes) owner[above] = kShared;
    next_main.push_back(game.nodes.size());
    add_first_children(tree, static_cast<std::int32_t>(start), game.nodes);
    game.main_nodes = static_cast<std::uint32_t>(game.nodes.size());
    owner[start] = static_cast<std::int32_t>(games++);
  }
  out.resize(games);
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    if (owner[i] == kShared) continue;
    const std::int32_t parent = tree.nodes[i].parent;
    if (owner[i] == kNobody && parent >= 0 && owner[static_cast<std::size_t>(parent)] >= 0) {
      owner[i] = owner[static_cast<std::size_t>(parent)];
    }
    const auto number = static_cast<std::size_t>(std::max(owner[i], 0));
    SgfGame& game = out[number];
    std::size_t& next = next_main[number];
    if (next < game.main_nodes && game.nodes[next] == i) {
      ++next;
    } else {
      game.nodes.push_back(i);
    }
  }
  return games;
}

void end_main_line_at(const SgfTree& tree, std::uint32_t node, SgfGame& game) {
  std::vector<std::uint32_t> line;
  add_path_to(tree, node, line);
  line.push_back(node);
  std::vector<std::uint32_t> all = std::move(game.nodes);
  std::ranges::sort(all);  // file order: children come after their parents
  game.main_nodes = static_cast<std::uint32_t>(line.size());
  game.nodes = std::move(line);
  const std::vector<std::uint32_t> played = game.nodes;
  std::set_difference(all.begin(), all.end(), played.begin(), played.end(),
                      std::back_inserter(game.nodes));
}

}  // namespace ludex
