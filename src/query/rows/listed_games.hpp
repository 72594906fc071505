#pragma once

#include "ludex/game.hpp"
#include "ludex/types.hpp"
#include "query/search/position_search.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

class PatternRows;

/// The games that a listing shows, and where their rows are read.
class ListedGames {
 public:
  struct Board {
    GameType game;
    BoardSize size;
  };
  virtual ~ListedGames() = default;

  /// The next one in the order of the listing; none after the last.
  [[nodiscard]] virtual std::optional<GameId> next_id() = 0;
  /// How many are read at once.
  [[nodiscard]] virtual std::size_t batch_games() const { return 128; }
  /// Reads the rows of the first of these games, as many as it takes. \returns of how many
  virtual std::size_t read(std::span<const GameId> games) = 0;
  /// Those that were read and exist.
  [[nodiscard]] virtual const std::vector<GameId>& games() const = 0;
  /// The row of games()[i]; whoever shows it may add to it.
  [[nodiscard]] virtual std::vector<Value>& row(std::size_t i) = 0;

  /// All hits of the position that is shown, in order. Valid until the next call.
  [[nodiscard]] virtual std::span<const PositionHit> hits_of(GameId game) = 0;
  /// Not null if a pattern is shown: its hits in the games that were read.
  [[nodiscard]] virtual PatternRows* patterns() { return nullptr; }
  [[nodiscard]] virtual Board board_of(GameId game) = 0;
  /// The position that is shown; null if a pattern is, or nothing.
  [[nodiscard]] virtual const Position* shown_position() const = 0;
};

/// Shows them one by one. \pre `from` is in the order of `listing`, which has that already
[[nodiscard]] std::unique_ptr<GameRange::Rows> open_listing(std::unique_ptr<ListedGames> from,
                                                            Listing listing);

}  // namespace ludex
