#pragma once

#include "core/game_type.hpp"
#include "games/api/orientation.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// A change of view that keeps the rules: the board turned, and the players' roles exchanged.
struct ViewChange {
  Orientation orientation = Orientation::identity;
  bool roles_exchanged = false;
  friend bool operator==(const ViewChange&, const ViewChange&) = default;
};

/// Those of a game on a board of this size, the identity first; at most kMostViews.
inline constexpr std::size_t kMostViews = 16;
[[nodiscard]] std::vector<ViewChange> view_changes(GameType game, BoardSize size);

/// One step of a main line: a move, or what was set up between two moves.
struct SequenceStep {
  enum class Kind : std::uint8_t { move, setup };
  Kind kind = Kind::move;
  std::uint8_t what = 0;    ///< the operation without point and player; a tile
  std::uint8_t player = 0;  ///< 1, 2; 0: nobody's
  bool has_point = false;
  Point point = 0;  ///< or a word that no change of view touches
  friend auto operator<=>(const SequenceStep&, const SequenceStep&) = default;
};

/// The main line of a script. SGF's games are taken apart, crossword games into tiles and turns (a
/// single position is its words); of shogi each word is a step that no change of view touches.
/// \param steps  cleared first.
void read_sequence(GameType game, std::span<const std::uint16_t> ops,
                   std::vector<SequenceStep>& steps);

/// Hashes of the beginnings of main lines: equal for sequences that a change of view maps onto each
/// other, whatever the order of setup between two moves.
class SequenceHasher {
 public:
  /// Work is done for all views at once, some 20 ns a move.
  /// \param hashes  gets one for 0, 1, 2, ... moves; cleared first. Setup counts from the move
  /// behind it on; that behind the last move counts with the whole.
  void hash(GameType game, BoardSize size, std::span<const SequenceStep> steps,
            std::vector<std::uint64_t>& hashes);

 private:
  struct Views {
    GameType game{};
    BoardSize size;
    std::vector<ViewChange> changes;
    std::vector<std::uint64_t> stones;  // by player, point and view: what a stone there hashes to
  };
  const Views& views_of(GameType game, BoardSize size);
  static std::uint64_t word_in_view(const SequenceStep& step, const Views& views, std::size_t view);

  std::vector<std::unique_ptr<Views>> known_;
};

/// How the first `moves` moves of `one` are mapped onto those of `other`, and all of them where
/// both have no more; nothing if no change of view does it.
[[nodiscard]] std::optional<ViewChange> find_view_change(GameType game, BoardSize size,
                                                         std::span<const SequenceStep> one,
                                                         std::span<const SequenceStep> other,
                                                         std::size_t moves);

}  // namespace ludex
