#pragma once

#include "games/crossword/tile_set.hpp"

#include <cstddef>
#include <vector>

namespace ludex::crossword {

using Rack = std::vector<TileCode>;

/// What is known of the players' racks while a game goes on: what an event says, what was seen
/// when a play was taken back, and what must be there once the bag is empty.
class RackKnowledge {
 public:
  RackKnowledge(const TileSet& set, std::size_t seats);

  /// The rack of a player, sorted, as an event says it: known until the player's turn is over.
  void tell(std::size_t seat, Rack rack) { told_[seat] = std::move(rack); }
  /// The rack of a player at the end of the game, sorted.
  void set_rack(std::size_t seat, Rack rack);
  /// Tiles leave a rack for the board, or for the bag in exchange for others.
  void play(std::size_t seat, const Rack& tiles);
  void exchange(std::size_t seat, const Rack& tiles);
  void pass(std::size_t seat) { told_[seat].clear(); }
  /// Nobody knows which tiles went.
  void exchange_unseen(std::size_t seat);
  /// A play was taken back: its tiles are on the rack, and everybody has seen them.
  void take_back(std::size_t seat, const Rack& tiles);

  /// What is known of a player's rack, sorted.
  [[nodiscard]] const Rack& of(std::size_t seat) const {
    return told_[seat].empty() ? seen_[seat] : told_[seat];
  }

  /// With the bag empty and all racks but one known, fills in the last one.
  /// \param cells  what lies on the board
  void fill_last(const std::vector<TileCode>& cells);

 private:
  void remove(std::size_t seat, const Rack& tiles);
  void draw(std::size_t seat, std::size_t count);

  const TileSet& set_;
  std::vector<Rack> told_;          // of the player whose turn it is
  std::vector<Rack> seen_;          // what all players know
  std::vector<std::size_t> sizes_;  // how many tiles each player holds
  std::size_t bag_ = 0;             // how many tiles are in the bag
  // Before the last play, for take_back():
  std::size_t size_before_ = 0;
  std::size_t bag_before_ = 0;
};

/// Whether `rack` holds all of `tiles`.
[[nodiscard]] bool holds(const Rack& rack, const Rack& tiles);

}  // namespace ludex::crossword
