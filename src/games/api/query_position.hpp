#pragma once

#include "core/position_key.hpp"
#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "ludex/notation.hpp"
#include "ludex/position.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

class GameRules;

/// The parts that a query gives besides the placement; other parts match anything.
struct Known {
  bool to_move = false;
  bool rest = false;             ///< hands, links; racks, scores, zero turns and opcodes
  bool blank_as_letter = false;  ///< crossword: a blank equals the letter it represents
  friend bool operator==(const Known&, const Known&) = default;
};

/// A move of a board of `size` as it lies under `match`.
[[nodiscard]] Move map_move(Move move, const Match& match, BoardSize size);

/// A position to search for.
struct QueryPosition {
  Position position;
  Known known;
  OrientationMode orientation = OrientationMode::any;
  bool swap_colors = false;  ///< also with the colours exchanged
  bool exact = false;        ///< crossword: racks, scores and zero turns are those of the query
  bool loose = false;        ///< crossword: values that the game does not record match
  /// Hints on how the text can be misunderstood, one sentence each, for people.
  std::vector<std::string> notes{};

  /// Keys under which matching positions are filed; sorted, none twice. A key is no proof: match().
  /// \throws UsageError for a game whose positions are not indexed.
  [[nodiscard]] std::vector<KeyRange> key_ranges() const;

  /// The query as it lies under one orientation of each key, with the colours as they are and then
  /// exchanged. All other orientations have the key of one of these.
  struct Image {
    Position position;  ///< without plies and captures
    bool colors_swapped = false;
  };
  /// \throws UsageError like key_ranges()
  [[nodiscard]] std::vector<Image> images() const;

  /// How the query fits, if it does: the first orientation in the order of the enum, colours as
  /// they are before colours exchanged.
  [[nodiscard]] std::optional<Match> match(const Position& found) const;

  /// A move in the game where `match` was found, as seen on the query's board.
  [[nodiscard]] Move to_query(const Move& move, const Match& match) const;

  /// Of the moves that a symmetry fixing the query maps onto `move`, the first in reading order.
  /// Only `move` itself if the orientation is exact.
  /// \param notation  whose order it is: GameRules::shows_before()
  [[nodiscard]] Move first_equivalent(const Move& move, Notation notation = Notation::native) const;
  /// The same for many moves. \param own  own_symmetries()
  [[nodiscard]] Move first_equivalent(const Move& move, std::span<const Orientation> own,
                                      Notation notation = Notation::native) const;
  /// The symmetries that fix the query.
  [[nodiscard]] std::vector<Orientation> own_symmetries() const;

 private:
  [[nodiscard]] bool adds_mirror(const GameRules& rules) const;
  [[nodiscard]] std::vector<Orientation> allowed(bool colors_swapped) const;
};

}  // namespace ludex
