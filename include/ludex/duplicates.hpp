#pragma once

#include "ludex/game.hpp"
#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Why a game belongs to its cluster.
enum class DuplicateReason : std::uint8_t {
  kept,       ///< it represents the cluster; the others are its copies
  same,       ///< the moves of the kept game, up to symmetry and exchange of colors
  beginning,  ///< its moves are the first moves of the kept game
  start,      ///< the same players and date, and the same first 90 % of the shorter, at least 20
};
/// "kept", "same", "beginning", "start".
[[nodiscard]] std::string_view duplicate_reason_name(DuplicateReason reason);

struct DuplicateGame {
  GameId cluster{};  ///< the game that is kept
  GameId game{};
  DuplicateReason reason = DuplicateReason::kept;
  std::int64_t equal_moves = 0;  ///< how many first moves are equal
  /// Maps this game onto the kept one.
  Orientation orientation = Orientation::identity;
  bool colors_exchanged = false;
  friend bool operator==(const DuplicateGame&, const DuplicateGame&) = default;
};

/// Clusters of at least two games, ordered by cluster; the kept game first, then by id.
struct DuplicateAnswer : LeftOut {
  std::vector<DuplicateGame> games;
  std::vector<std::string> notes{};  ///< as GameSet::notes
};

class Engine;

/// Duplicates as rows: cluster, id, why, equal_moves, orientation, colors, and columns that
/// identify the game.
[[nodiscard]] std::vector<std::string> duplicate_columns();
void for_each_duplicate_row(Engine& engine, std::span<const DuplicateGame> games,
                            const RowVisitor& visit);

}  // namespace ludex
