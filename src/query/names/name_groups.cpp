#include "query/names/name_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <unordered_map>

namespace ludex {
namespace {

std::uint64_t meeting(std::uint32_t one, std::uint32_t other) {
  return std::uint64_t{one} << 32 | other;
}

constexpr std::size_t kMostMembers = 50;

/// A forest of bearers; each tree is one group.
class Forest {
 public:
  Forest(const NameBearers& bearers, const NameCompany* company)
      : bearers_(bearers), company_(company) {}

  void join(const NameLink& link) {
    const std::size_t one = tree_of(link.one), other = tree_of(link.other);
    if (one == other || !may_be_one(trees_[one], trees_[other])) return;
    for (const std::uint32_t member : trees_[other].members) {
      trees_[one].members.push_back(member);
      tree_of_[member] = one;
    }
    auto& links = trees_[one].links;
    links.insert(links.end(), trees_[other].links.begin(), trees_[other].links.end());
    links.push_back(link);
    trees_[other] = {};
  }

  std::vector<NameGroup> groups() {
    std::vector<NameGroup> groups;
    for (Tree& tree : trees_) {
      if (tree.links.empty()) continue;
      groups.push_back(walk(tree));
    }
    return groups;
  }

 private:
  struct Tree {
    std::vector<std::uint32_t> members;
    std::vector<NameLink> links;
  };

  std::size_t tree_of(std::uint32_t bearer) {
    const auto [place, is_new] = tree_of_.try_emplace(bearer, trees_.size());
    if (is_new) trees_.push_back({{bearer}, {}});
    return place->second;
  }

  [[nodiscard]] bool is_person(std::uint32_t bearer) const {
    return bearers_.all()[bearer].person < 0;
  }

  [[nodiscard]] bool may_be_one(const Tree& a, const Tree& b) const {
    if (a.members.size() + b.members.size() > kMostMembers) return false;
    for (const std::uint32_t one : a.members) {
      for (const std::uint32_t other : b.members) {
        if (is_person(one) && is_person(other)) return false;
        if (company_ != nullptr && company_->played(one, other)) return false;
      }
    }
    return true;
  }

  /// Links in the order in which they reach the members from the head, strongest first.
  [[nodiscard]] NameGroup walk(const Tree& tree) const {
    NameGroup group;
    group.head = *std::min_element(tree.members.begin(), tree.members.end(), [&](auto a, auto b) {
      return std::tuple(!is_person(a), a) < std::tuple(!is_person(b), b);
    });
    std::vector<NameLink> rest = tree.links;
    std::sort(rest.begin(), rest.end(), [](const NameLink& a, const NameLink& b) {
      return std::tuple(-a.score, a.one, a.other) < std::tuple(-b.score, b.one, b.other);
    });
    group.score = rest.front().score;
    std::vector<std::uint32_t> reached = {group.head};
    const auto is_reached = [&](std::uint32_t one) {
      return std::find(reached.begin(), reached.end(), one) != reached.end();
    };
    while (!rest.empty()) {
      const auto next = std::find_if(rest.begin(), rest.end(), [&](const NameLink& link) {
        return is_reached(link.one) || is_reached(link.other);
      });
      NameLink link = *next;
      rest.erase(next);
      if (!is_reached(link.one)) std::swap(link.one, link.other);
      reached.push_back(link.other);
      group.links.push_back(link);
    }
    return group;
  }

  const NameBearers& bearers_;
  const NameCompany* company_;
  std::unordered_map<std::uint32_t, std::size_t> tree_of_;
  std::vector<Tree> trees_;
};

}  // namespace

NameCompany::NameCompany(SqlConnection& sql, const NameBearers& bearers,
                         const std::vector<bool>& wanted)
    : bearers_(bearers), wanted_(wanted) {
  for_each_named_game(sql, NameKind::player, [&](const NamedGame& game) {
    for (std::size_t i = 0; i < game.places.size(); ++i) {
      for (std::size_t j = i + 1; j < game.places.size(); ++j) {
        if (game.places[i].name == game.places[j].name) continue;  // says nothing about spellings
        const std::uint32_t one = bearers.at(game.game, game.places[i]);
        const std::uint32_t other = bearers.at(game.game, game.places[j]);
        add(one, other);
        add(other, one);
      }
    }
  });
  tidy();
}

void NameCompany::add(std::uint32_t one, std::uint32_t other) {
  constexpr std::size_t kFewest = 1'000'000;
  if (one == NameBearers::kNobody || other == NameBearers::kNobody || !wanted_[one]) return;
  meetings_.push_back(meeting(one, other));
  if (meetings_.size() > kFewest && meetings_.size() > 2 * tidy_) tidy();
}

void NameCompany::tidy() {
  std::sort(meetings_.begin(), meetings_.end());
  meetings_.erase(std::unique(meetings_.begin(), meetings_.end()), meetings_.end());
  tidy_ = meetings_.size();
}

bool NameCompany::played(std::uint32_t one, std::uint32_t other) const {
  return std::binary_search(meetings_.begin(), meetings_.end(), meeting(one, other));
}

std::span<const std::uint64_t> NameCompany::opponents(std::uint32_t one) const {
  const auto begin = std::lower_bound(meetings_.begin(), meetings_.end(), meeting(one, 0));
  const auto end = std::upper_bound(begin, meetings_.end(), meeting(one, NameBearers::kNobody));
  return {begin, end};
}

NameCompany::Shared NameCompany::shared(std::uint32_t one, std::uint32_t other) const {
  Shared shared;
  const auto ours = opponents(one), theirs = opponents(other);
  const auto who = [](std::uint64_t meeting) { return static_cast<std::uint32_t>(meeting); };
  for (auto a = ours.begin(), b = theirs.begin(); a != ours.end() && b != theirs.end();) {
    if (who(*a) == who(*b)) {
      const auto games = static_cast<double>(bearers_.all()[who(*a)].games);
      shared.weight += 1 / std::log(std::numbers::e + games);
      ++shared.opponents;
    }
    const bool a_first = who(*a) <= who(*b), b_first = who(*b) <= who(*a);
    if (a_first) ++a;
    if (b_first) ++b;
  }
  return shared;
}

std::vector<NameGroup> join_names(const NameBearers& bearers, const NameCompany* company,
                                  std::vector<NameLink> links) {
  std::sort(links.begin(), links.end(), [](const NameLink& a, const NameLink& b) {
    return std::tuple(-a.score, a.one, a.other) < std::tuple(-b.score, b.one, b.other);
  });
  Forest forest(bearers, company);
  for (const NameLink& link : links) forest.join(link);
  return forest.groups();
}

}  // namespace ludex
