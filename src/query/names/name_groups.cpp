#include "query/names/name_groups.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ludex {
namespace {

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

  /// Links in the order in which they reach the members from the head, the surest first.
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
