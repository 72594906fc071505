#include "query/search/hit_list.hpp"

#include <algorithm>

namespace ludex {
namespace {

bool is_same_moment(const PositionHit& a, const PositionHit& b) {
  return a.match == b.match && a.mover == b.mover && a.next_move == b.next_move;
}

std::size_t hash_of(const PositionHit& hit) {
  const auto match = static_cast<std::size_t>(hit.match.orientation) << 1 |
                     static_cast<std::size_t>(hit.match.colors_swapped);
  const std::size_t move = hit.next_move ? hash_of(*hit.next_move) : 0;
  return move * 31 + match;
}

}  // namespace

void HitList::append(std::span<const PositionHit> hits) {
  for (const PositionHit& hit : hits) places_.push_back({hit.game, hit.ply, moment_of(hit)});
}

std::uint32_t HitList::moment_of(const PositionHit& hit) {
  if (!moments_.empty() && is_same_moment(moments_[last_moment_], hit)) return last_moment_;
  const std::size_t hash = hash_of(hit);
  for (auto [at, end] = moments_by_hash_.equal_range(hash); at != end; ++at) {
    if (is_same_moment(moments_[at->second], hit)) return last_moment_ = at->second;
  }
  last_moment_ = static_cast<std::uint32_t>(moments_.size());
  PositionHit& moment = moments_.emplace_back(hit);
  moment.game = GameId::none;
  moment.ply = 0;
  moments_by_hash_.emplace(hash, last_moment_);
  return last_moment_;
}

void HitList::keep(const IdSet& games) {
  std::erase_if(places_, [&](const Place& place) { return !games.contains(raw(place.game)); });
}

std::vector<PositionHit> HitList::of(GameId game) const {
  const auto [first, last] = std::ranges::equal_range(
      places_, raw(game), {}, [](const Place& place) { return raw(place.game); });
  std::vector<PositionHit> hits;
  for (auto place = first; place != last; ++place) {
    PositionHit& hit = hits.emplace_back(moments_[place->moment]);
    hit.game = place->game;
    hit.ply = place->ply;
  }
  return hits;
}

std::vector<GameId> HitList::games() const {
  std::vector<GameId> games;
  for (const Place& place : places_) {
    if (games.empty() || games.back() != place.game) games.push_back(place.game);
  }
  return games;
}

}  // namespace ludex
