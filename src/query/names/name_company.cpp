#include "query/names/name_company.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ludex {
namespace {

std::uint64_t meeting(std::uint32_t one, std::uint32_t other) {
  return std::uint64_t{one} << 32 | other;
}

}  // namespace

NameCompany::NameCompany(SqlConnection& sql, const NameBearers& bearers,
                         const std::vector<bool>& wanted)
    : bearers_(bearers), wanted_(wanted) {
  for_each_named_game(sql, NameKind::player, [&](const NamedGame& game) {
    for (std::size_t i = 0; i < game.places.size(); ++i) {
      for (std::size_t j = i + 1; j < game.places.size(); ++j) {
        if (game.places[i].name == game.places[j].name) continue;  // tells nothing of spellings
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

}  // namespace ludex
