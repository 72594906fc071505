#include "games/crossword/rack_knowledge.hpp"

#include "games/crossword/scored_board.hpp"

#include <algorithm>

namespace ludex::crossword {

bool holds(const Rack& rack, const Rack& tiles) {
  Rack rest = rack;
  for (const TileCode code : tiles) {
    const auto found = std::find(rest.begin(), rest.end(), bag_kind(code));
    if (found == rest.end()) return false;
    rest.erase(found);
  }
  return true;
}

RackKnowledge::RackKnowledge(const TileSet& set, std::size_t seats)
    : set_(set), told_(seats), seen_(seats), sizes_(seats, kRackTiles) {
  const auto all = static_cast<std::size_t>(set.tile_count());
  bag_ = all - std::min(all, seats * kRackTiles);
}

void RackKnowledge::remove(std::size_t seat, const Rack& tiles) {
  told_[seat].clear();
  Rack& rack = seen_[seat];
  for (const TileCode code : tiles) {
    const auto found = std::find(rack.begin(), rack.end(), bag_kind(code));
    if (found != rack.end()) rack.erase(found);
  }
}

void RackKnowledge::draw(std::size_t seat, std::size_t count) {
  const std::size_t drawn = std::min(bag_, count);
  sizes_[seat] -= std::min(sizes_[seat], count);
  sizes_[seat] += drawn;
  bag_ -= drawn;
}

void RackKnowledge::play(std::size_t seat, const Rack& tiles) {
  size_before_ = sizes_[seat];
  bag_before_ = bag_;
  remove(seat, tiles);
  draw(seat, tiles.size());
}

void RackKnowledge::exchange(std::size_t seat, const Rack& tiles) { remove(seat, tiles); }

void RackKnowledge::exchange_unseen(std::size_t seat) {
  told_[seat].clear();
  seen_[seat].clear();
}

void RackKnowledge::set_rack(std::size_t seat, Rack rack) {
  told_[seat].clear();
  seen_[seat] = std::move(rack);
}

void RackKnowledge::take_back(std::size_t seat, const Rack& tiles) {
  sizes_[seat] = size_before_;
  bag_ = bag_before_;
  Rack rack;
  for (const TileCode code : tiles) rack.push_back(bag_kind(code));
  std::sort(rack.begin(), rack.end());
  set_rack(seat, std::move(rack));
}

void RackKnowledge::fill_last(const std::vector<TileCode>& cells) {
  if (!set_.is_known() || bag_ != 0) return;
  const std::size_t seats = sizes_.size();
  std::size_t unknown = seats;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (of(seat).size() == sizes_[seat]) continue;
    if (unknown != seats) return;  // two of them
    unknown = seat;
  }
  if (unknown == seats) return;
  TileCounts seen{};
  for (const TileCode code : cells) ++seen[bag_kind(code)];
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (seat == unknown) continue;
    for (const TileCode code : of(seat)) ++seen[code];
  }
  Rack rest;
  for (const TileCode code : set_.all_codes()) {
    const int left = set_.count_of(code) - seen[code];
    if (left < 0) return;
    rest.insert(rest.end(), static_cast<std::size_t>(left), code);
  }
  if (rest.size() == sizes_[unknown]) set_rack(unknown, std::move(rest));
}

}  // namespace ludex::crossword
