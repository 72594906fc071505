#pragma once

#include "core/position_key.hpp"
#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "ludex/position.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ludex {

class GameRules;

/// What a query says beside the placement; the rest of its position matches anything.
struct Known {
  bool to_move = false;
  bool rest = false;             ///< hands, links; racks, scores, zero turns and opcodes
  bool blank_as_letter = false;  ///< crossword: a blank is the letter that it stands for
  friend bool operator==(const Known&, const Known&) = default;
};

/// A move of a board of `size` as it lies under `match`.
[[nodiscard]] Move map_move(Move move, const Match& match, BoardSize size);

/// A position that somebody looks for.
struct QueryPosition {
  Position position;
  Known known;
  OrientationMode orientation = OrientationMode::any;
  bool swap_colors = false;  ///< also with the colours exchanged
  bool exact = false;        ///< crossword: racks, scores and zero turns are those of the query
  bool loose = false;        ///< crossword: what the game does not say does not speak against it
  /// What the text may have meant otherwise, a sentence each: for people to read.
  std::vector<std::string> notes{};

  /// Keys under which matching positions are filed; sorted, none twice. A key is no proof: match().
  /// \throws UsageError for a game whose positions are not indexed.
  [[nodiscard]] std::vector<KeyRange> key_ranges() const;

  /// How the query fits, if it does: the first orientation in the order of the enum, colours as
  /// they are before colours exchanged.
  [[nodiscard]] std::optional<Match> match(const Position& found) const;

  /// A move in the game where `match` was found, as seen on the query's board.
  [[nodiscard]] Move to_query(const Move& move, const Match& match) const;

  /// Of the moves that a symmetry fixing the query maps onto `move`, the first in reading order.
  /// Only `move` itself if the orientation is exact.
  [[nodiscard]] Move first_equivalent(const Move& move) const;

 private:
  [[nodiscard]] bool adds_mirror(const GameRules& rules) const;
  [[nodiscard]] std::vector<Orientation> allowed(bool colors_swapped) const;
};

}  // namespace ludex
