#pragma once

#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "ludex/types.hpp"
#include "query/duplicates/duplicates.hpp"
#include "store/duplicate_blocks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// The symmetries of a board that keep the rules, the identity first; at most kMostViews. They may
/// also exchange the players.
inline constexpr std::size_t kMostViews = 16;
[[nodiscard]] std::vector<Match> views_of(GameType game, BoardSize size);

/// The main line of a script. \param steps  cleared first.
void read_sequence(GameType game, std::span<const std::uint16_t> ops,
                   std::vector<SequenceStep>& steps);

/// Games that share fewer first moves are compared by their players and dates.
inline constexpr auto kShared = static_cast<std::size_t>(kFewestEqualMoves);

/// Lengths of the beginnings whose hashes the database keeps (BeginningHashes).
inline constexpr std::array<std::size_t, 6> kHashedMoves = {kShared, 26, 33, 40, 80, 160};
static_assert(kHashedMoves.size() == BeginningHashes::kMost);

/// Hashes of the beginnings of main lines: equal for sequences that a view maps onto each
/// other, whatever the order of setup between two moves. Memory: 1 MB at most, 0.4 MB for 19x19
/// and smaller boards; the boards asked for last have tables.
class SequenceHasher {
 public:
  /// Computes all views at once, about 20 ns per move.
  /// \param hashes  receives one hash each for 0, 1, 2, ... moves; cleared first. Setup counts from
  /// the next move on; setup after the last move counts with the whole.
  void hash(GameType game, BoardSize size, std::span<const SequenceStep> steps,
            std::vector<std::uint64_t>& hashes);

  /// Hashes of the first kHashedMoves moves only; an eighth of the cost.
  struct Beginnings {
    std::uint32_t moves = 0;
    std::uint64_t whole = 0;  ///< 0 if the game goes on after the last of them
    std::array<std::uint64_t, kHashedMoves.size()> first{};  ///< 0 where there are fewer moves
  };
  [[nodiscard]] Beginnings beginnings(GameType game, BoardSize size,
                                      std::span<const SequenceStep> steps);

 private:
  /// Calls visit(moves, smallest) after each move, where smallest() is the hash; and once more
  /// after the last one, with the setup after it.
  template <class Visit>
  void walk(GameType game, BoardSize size, std::span<const SequenceStep> steps, Visit visit);
  struct Views {
    GameType game{};
    BoardSize size;
    std::vector<Match> changes;
    std::vector<std::uint64_t> stones;  // by player, point and view: the hash of a stone
    bool is_asked_again = false;
  };
  const Views& views_of(GameType game, BoardSize size);
  static void fill_table(Views& views);
  static std::uint64_t word_in_view(const SequenceStep& step, const Views& views, std::size_t view);

  std::array<std::optional<Views>, 4> recent_;  // last used first
};

/// The view that maps the first `moves` moves of `one` onto those of `other`, and the whole games
/// if both have no more moves. None if there is no such view.
[[nodiscard]] std::optional<Match> find_view_change(GameType game, BoardSize size,
                                                    std::span<const SequenceStep> one,
                                                    std::span<const SequenceStep> other,
                                                    std::size_t moves);

}  // namespace ludex
