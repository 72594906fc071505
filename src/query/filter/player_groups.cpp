#include "query/filter/player_groups.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace ludex {
namespace {

/// Sets that grow together; each goes by its smallest member.
class Sets {
 public:
  explicit Sets(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }
  std::uint32_t find(std::uint32_t member) {
    while (parent_[member] != member) {
      parent_[member] = parent_[parent_[member]];
      member = parent_[member];
    }
    return member;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

struct Group {
  std::int64_t games = 0, players = 0;
  std::uint32_t first = 0;
};

}  // namespace

PlayerGroups::PlayerGroups(std::span<const RatedGame> games, std::size_t players)
    : group_(players) {
  Sets sets(players);
  for (const RatedGame& game : games) sets.join(game.first, game.second);
  std::vector<Group> groups(players);  // by first player; most have none
  for (std::uint32_t player = 0; player < players; ++player) {
    groups[player].first = player;
    ++groups[sets.find(player)].players;
  }
  for (const RatedGame& game : games) ++groups[sets.find(game.first)].games;
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return std::tuple(-a.games, -a.players, a.first) < std::tuple(-b.games, -b.players, b.first);
  });
  std::vector<std::int64_t> numbers(players);
  for (const Group& group : groups) {
    if (group.players > 0) numbers[group.first] = ++count_;
  }
  for (std::uint32_t player = 0; player < players; ++player) {
    group_[player] = numbers[sets.find(player)];
  }
}

}  // namespace ludex
