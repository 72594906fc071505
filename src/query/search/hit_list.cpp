#include "query/search/hit_list.hpp"

#include <algorithm>

namespace ludex {
namespace {

bool is_same_moment(const PositionHit& a, const PositionHit& b) {
  return a.match == b.match && a.mover == b.mover && a.next_move == b.next_move;
}

std::size_t hash_of(const PositionHit& hit) {
  const auto match = static_cast<std::uint64_t>(hit.match.orientation) << 2 |
                     static_cast<std::uint64_t>(hit.match.colors_swapped) << 1 |
                     static_cast<std::uint64_t>(hit.mover == Player::first);
  if (!hit.next_move) return static_cast<std::size_t>(match);
  const auto score = static_cast<std::uint32_t>(hit.next_move->score.value_or(0));
  const std::uint64_t move = hash_of(*hit.next_move);
  return static_cast<std::size_t>((move << 16 ^ match << 32 ^ score) * 0x9E37'79B9'7F4A'7C15);
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

std::pair<HitList::PlaceIterator, HitList::PlaceIterator> HitList::places_of(GameId game) const {
  const auto by_game = [](const Place& a, const Place& b) { return raw(a.game) < raw(b.game); };
  return std::equal_range(places_.begin(), places_.end(), Place{game, 0, 0}, by_game);
}

std::vector<PositionHit> HitList::of(GameId game) const {
  auto [at, end] = places_of(game);
  std::vector<PositionHit> hits;
  hits.reserve(static_cast<std::size_t>(end - at));
  for (; at != end; ++at) {
    PositionHit& hit = hits.emplace_back(moments_[at->moment]);
    hit.game = at->game;
    hit.ply = at->ply;
  }
  return hits;
}

HitList::Summary HitList::summary_of(GameId game) const {
  const auto [first, end] = places_of(game);
  if (first == end) return {};
  return {static_cast<std::size_t>(end - first), first->ply};
}

std::vector<GameId> HitList::games() const {
  std::vector<GameId> games;
  for (const Place& place : places_) {
    if (games.empty() || games.back() != place.game) games.push_back(place.game);
  }
  return games;
}

}  // namespace ludex
