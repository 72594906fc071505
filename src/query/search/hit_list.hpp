#pragma once

#include "query/filter/id_set.hpp"
#include "query/search/position_search.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {

/// The hits of one position, ordered by game and ply. How they match and what comes next is kept
/// once for equal hits: a hit like an earlier one takes 16 bytes, one like no other about 140.
class HitList {
 public:
  /// \pre `hits` are in order and follow those that were appended before. Cost: a look-up by hash
  /// each, none where one is like the one before.
  void append(std::span<const PositionHit> hits);
  /// Drops the hits of other games.
  void keep(const IdSet& games);

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] bool empty() const { return places_.empty(); }
  /// All hits of a game, in order; none if it has none.
  [[nodiscard]] std::vector<PositionHit> of(GameId game) const;
  /// How many there are, and the ply of the first. Makes no list.
  struct Summary {
    std::size_t hits = 0;
    std::uint32_t first_ply = 0;
  };
  [[nodiscard]] Summary summary_of(GameId game) const;
  /// The games with hits, ascending, each once.
  [[nodiscard]] std::vector<GameId> games() const;

 private:
  struct Place {
    GameId game;
    std::uint32_t ply;
    std::uint32_t moment;
  };
  using PlaceIterator = std::deque<Place>::const_iterator;
  [[nodiscard]] std::pair<PlaceIterator, PlaceIterator> places_of(GameId game) const;
  std::uint32_t moment_of(const PositionHit& hit);

  std::deque<Place> places_;
  std::vector<PositionHit> moments_;  // hits without game and ply, each once
  std::unordered_multimap<std::size_t, std::uint32_t> moments_by_hash_;
  std::uint32_t last_moment_ = 0;  // of the last hit: equal ones often follow each other
};

}  // namespace ludex
