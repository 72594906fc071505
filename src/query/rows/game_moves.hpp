#pragma once

#include "ludex/moves.hpp"
#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace ludex {

inline constexpr std::uint32_t kLastPly = ~std::uint32_t{0};

/// Which plies of a game are read.
enum class PliesWanted {
  moves_of_main_line,
  all  ///< also positions set up between moves, and variations
};

/// What is known of a game that is replayed.
struct ReplayedGame {
  GameType type{};
  GameFlags flags{};
  std::uint32_t main_positions = 0;

  /// The last ply of the main line.
  [[nodiscard]] std::uint32_t last_ply() const { return main_positions - (main_positions > 0); }
};

using PositionVisitor = std::function<bool(const Position&)>;

/// The moves of a game by ply, without the comments and times of the record. Cost: a replay.
/// \param last  later plies are not read
[[nodiscard]] std::vector<PlayedPly> read_plies(GamePositions& positions, FactReader& facts,
                                                GameId game, PliesWanted wanted,
                                                std::uint32_t last = kLastPly);

/// The same of any game.
/// \param walk  visits its positions in the order of plies
[[nodiscard]] std::vector<PlayedPly> read_plies(
    const ReplayedGame& game, const std::function<void(const PositionVisitor&)>& walk,
    PliesWanted wanted, std::uint32_t last = kLastPly, Notation notation = Notation::native);

/// Adds what the record notes on the moves of its main line.
void add_move_notes(const GameRecord& record, std::vector<PlayedPly>& plies);
/// Adds the names and comments of all nodes, including variations.
void add_comments(const GameRecord& record, std::vector<PlayedPly>& plies);

}  // namespace ludex
