#pragma once

#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// The views of a board that keep the rules, the identity first; at most kMostViews. The players'
/// roles may be exchanged, too.
inline constexpr std::size_t kMostViews = 16;
[[nodiscard]] std::vector<Match> views_of(GameType game, BoardSize size);

/// The main line of a script. \param steps  cleared first.
void read_sequence(GameType game, std::span<const std::uint16_t> ops,
                   std::vector<SequenceStep>& steps);

/// Hashes of the beginnings of main lines: equal for sequences that a view maps onto each
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
    std::vector<Match> changes;
    std::vector<std::uint64_t> stones;  // by player, point and view: what a stone there hashes to
  };
  const Views& views_of(GameType game, BoardSize size);
  static std::uint64_t word_in_view(const SequenceStep& step, const Views& views, std::size_t view);

  std::vector<std::unique_ptr<Views>> known_;
};

/// How the first `moves` moves of `one` are mapped onto those of `other`, and all of them where
/// both have no more; nothing if no view does it.
[[nodiscard]] std::optional<Match> find_view_change(GameType game, BoardSize size,
                                                    std::span<const SequenceStep> one,
                                                    std::span<const SequenceStep> other,
                                                    std::size_t moves);

}  // namespace ludex
