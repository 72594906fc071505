#pragma once

#include "core/ascii.hpp"
#include "games/api/position.hpp"
#include "games/api/written_move.hpp"
#include "ludex/types.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

inline constexpr int kMaxSide = 702;  // ZZ is the last column (Twixt page)
inline constexpr int kMinSide = 3;

namespace detail {
// A = 0, ..., Z = 25, a = 0, ...; -1 for what is no letter.
[[nodiscard]] constexpr int letter_of(char c) { return is_letter(c) ? to_lower(c) - 'a' : -1; }
// Little Golem's: a = 0, ..., z = 25, A = 26, ...; -1 for what is no letter.
[[nodiscard]] constexpr int little_golem_letter(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  return c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1;
}
}  // namespace detail

/// A hole as the Twixt page writes it: letters for the column, in any case, and the row ("G7",
/// "aa12"); or as Little Golem does: two letters, a to z and then A to Z. None off the board.
[[nodiscard]] std::optional<Point> find_point(std::string_view text, BoardSize size);

/// The same for holes of two or three characters, as nearly all are; -1 for all others. A number,
/// as an optional that comes from two places costs some 10 ns here.
[[nodiscard]] inline int find_short_point(std::string_view text, BoardSize size) {
  if (text.size() < 2 || text.size() > 3) return -1;
  int x = detail::letter_of(text[0]);
  int y = -1;
  if (is_digit(text[1])) {
    y = text[1] - '1';
    if (text.size() == 3) {
      if (!is_digit(text[2])) return -1;
      y = (text[1] - '0') * 10 + text[2] - '1';
    }
  } else {
    if (text.size() == 3) return -1;
    x = detail::little_golem_letter(text[0]);
    y = detail::little_golem_letter(text[1]);
  }
  const bool is_on = x >= 0 && x < size.width && y >= 0 && y < size.height;
  return is_on ? y * size.width + x : -1;
}

/// "G7", "AA12".
[[nodiscard]] std::string point_text(Point point, BoardSize size);

/// The centre that two possible links share: "C2*" lies between rows (links with |dx| = 2), "B*3"
/// between columns.
struct LinkCentre {
  int column = 0;  ///< of the hole left of a centre between columns
  int row = 0;     ///< of the hole above a centre between rows
  bool is_shallow = false;
};

[[nodiscard]] std::optional<LinkCentre> find_centre(std::string_view text, BoardSize size);

/// Which of kDirections leads from the upper end of a link to the other; none for what is no
/// knight's move.
[[nodiscard]] std::optional<int> direction_of(const Link& link, BoardSize size);

/// The centre of a link: "C2*", "B*3".
[[nodiscard]] std::string centre_text(const Link& link, BoardSize size);

}  // namespace ludex::twixt
