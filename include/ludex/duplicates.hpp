#pragma once

#include "ludex/game.hpp"
#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Why a game belongs to the one that stands for its cluster.
enum class DuplicateReason : std::uint8_t {
  stands,     ///< it is that one
  same,       ///< the same moves, up to symmetry and colours exchanged
  beginning,  ///< all its moves are the other's first ones
  start,      ///< the same players and date, and the same first 90 % of the shorter, at least 20
};
/// "stands", "same", "beginning", "start".
[[nodiscard]] std::string_view duplicate_reason_name(DuplicateReason reason);

struct DuplicateGame {
  GameId cluster{};  ///< the game that stands for it
  GameId game{};
  DuplicateReason reason = DuplicateReason::stands;
  std::int64_t equal_moves = 0;  ///< so many first moves were compared
  /// How this game is turned to lie on the other one.
  Orientation orientation = Orientation::identity;
  bool colors_exchanged = false;
};

/// Clusters of at least two games, by cluster, the game that stands for it first, then by id.
struct DuplicateAnswer : LeftOut {
  std::vector<DuplicateGame> games;
  std::vector<std::string> notes{};  ///< as GameSet::notes
};

}  // namespace ludex
