#pragma once

#include "games/api/position.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex::twixt {

/// The four ways a link leads from its upper hole; of two holes in one row there is no link.
/// 0: two columns right, one row down; 1: one right, two down; 2: one left, two down; 3: two left,
/// one down.
inline constexpr int kDirections = 4;
inline constexpr std::array<std::array<int, 2>, kDirections> kSteps = {
    {{2, 1}, {1, 2}, {-1, 2}, {-2, 1}}};

/// A link by its upper hole's place relative to another link's upper hole, and its direction.
struct RelativeLink {
  int dx;
  int dy;
  int direction;
};

/// The links that cross one of `direction` elsewhere than in its ends.
[[nodiscard]] std::span<const RelativeLink> crossing_links(int direction);

/// Two pegs of one colour that are linked; `first` is the smaller point.
struct Link {
  Point first = 0;
  Point second = 0;
  friend auto operator<=>(const Link&, const Link&) = default;
};

/// The links of a position, sorted: its Position::rest, which is empty where there are none.
struct Links {
  std::vector<Link> all;
  [[nodiscard]] Links mapped(const Match& match, BoardSize size) const;
  friend bool operator==(const Links&, const Links&) = default;
};
[[nodiscard]] std::span<const Link> links_of(const Position& position);
[[nodiscard]] GameData rest_of(std::vector<Link> sorted_links);

/// A link that a turn takes away or adds beside its peg. Both ends the same: the peg itself is
/// taken up, to be put back (RU[Twixteus]).
struct LinkChange {
  Link link;
  bool is_removed = false;
  friend auto operator<=>(const LinkChange&, const LinkChange&) = default;
};

/// The links that a turn changes, in its order, without those that the peg gets by itself: its
/// Move::detail, which is empty where there are none.
struct TurnLinks {
  std::vector<LinkChange> changes;
  std::uint32_t before_peg = 0;  ///< how many of them come before the peg
  [[nodiscard]] TurnLinks mapped(const Match& match, BoardSize size) const;
  [[nodiscard]] std::uint64_t hash() const;
  friend auto operator<=>(const TurnLinks&, const TurnLinks&) = default;
};
[[nodiscard]] const TurnLinks& turn_links_of(const Move& turn);

}  // namespace ludex::twixt
