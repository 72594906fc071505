#pragma once

#include "games/board/board_base.hpp"
#include "games/twixt/points.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ludex::twixt {

/// Which links stand in each other's way (RU). Stored in scripts: never renumber.
enum class LinkRule : std::uint8_t {
  standard = 0,  ///< any link blocks those that would cross it (STD, 3M, Twixteus)
  paper = 1,     ///< only the opponent's do (PP, Little Golem)
};

/// A change of one link inside a turn, as a script operation holds it: upper hole * 8 + direction *
/// 2 + (1: taken away).
[[nodiscard]] constexpr Point link_change(Point upper, int direction, bool removes) {
  return upper * 8 + static_cast<Point>(direction) * 2 + (removes ? 1 : 0);
}

/// A peg that stood there before, or a link that was toggled.
struct PegChange {
  Point point;
  std::uint8_t before;
  std::int8_t direction;  // -1: a peg
};

/// A Twixt board: pegs, and the links between pegs of one colour a knight's move apart. A peg that
/// is put down gets all links that the rule allows, by moves and by setup alike, in the order of
/// the words: what stands first blocks. White is Player::second and moves first. Keeps the hashes
/// of the four symmetries up to date. Memory: some 3 bytes a hole, and the journal.
class Board : public BoardBase<Turn, PegChange> {
 public:
  static constexpr BoardFeatures kFeatures{
      .swaps_pieces = true, .keeps_stones = true, .has_links = true};

  /// Empties the board; standard rule. \pre each side in [kMinSide, kMaxSide]
  void reset(BoardSize size);
  /// \param rule  a LinkRule
  void set_variant(Point rule) { rule_ = static_cast<LinkRule>(rule); }

  Faults play(Player player, Point point);
  /// The end of a turn that has changed links and put no peg.
  void end_links(Player player) { turn_.end_move(player, Turn::Last::links); }
  /// Setup: puts a peg with its links, or takes one away. Returns whether that changed anything.
  bool set(Point point, std::uint8_t cell);
  /// True if there is exactly one peg, which can be taken over.
  [[nodiscard]] bool can_swap_pieces() const;
  /// Mirrors the only peg at the diagonal and gives it to `player`. \pre can_swap_pieces(), square
  void swap_pieces(Player player);
  /// What link_change() holds; nothing if there is no such link to add or take away.
  void change_link(Point change);
  /// The turn at the front of a script, with the links that it changes; none where a ply of setup
  /// comes first. Of several pegs the last one counts.
  [[nodiscard]] std::optional<Move> first_turn(std::span<const std::uint16_t> ops) const;
  /// Puts a peg on an empty hole without any link.
  void put_peg(Point point, std::uint8_t cell);
  /// Adds a link as it stands, whatever it crosses. \pre both pegs are of one colour
  void put_link(Point upper, int direction);

  [[nodiscard]] BoardSize size() const { return size_; }
  [[nodiscard]] LinkRule rule() const { return rule_; }
  [[nodiscard]] std::uint8_t at(Point point) const { return cells_[spot_of(point).index]; }
  [[nodiscard]] bool has_link(Point upper, int direction) const {
    return links(spot_of(upper), direction);
  }
  /// True if there are two unlinked pegs of one color and no link crosses.
  [[nodiscard]] bool can_link(Point upper, int direction) const {
    return can_link(spot_of(upper), direction);
  }
  /// True if a link stands in another one's way by the rule, which no turn brings about.
  [[nodiscard]] bool has_crossing_links() const;
  /// The hole at the lower end of a link; none off the board.
  [[nodiscard]] std::optional<Point> lower_end(Point upper, int direction) const;
  /// The hole at the upper end; none off the board.
  [[nodiscard]] std::optional<Point> upper_end(Point lower, int direction) const;
  /// Whose pegs connect their sides: White top and bottom, Black left and right. Cost: a look at
  /// two border rows of each, and at all pegs of one who has pegs in both.
  [[nodiscard]] std::optional<Player> connected() const;

  [[nodiscard]] PositionKey key() const;
  void describe(Position& position) const;
  void add_to(MomentHash& hash) const;
  [[nodiscard]] static Player first_player() { return Player::second; }

  void undo_to(const Mark& mark);

 private:
  static constexpr std::size_t kSymmetries = 4;

  /// A hole, and where it is kept.
  struct Spot {
    int x;
    int y;
    std::size_t index;
  };

  /// Links from one hole that cross another link.
  struct Crossing {
    std::ptrdiff_t offset;    // of their upper hole from the other link's
    std::uint8_t directions;  // a bit for each
  };

  void lay_out(BoardSize size);
  [[nodiscard]] Spot spot_of(Point point) const {
    const auto width = static_cast<Point>(size_.width);
    const Point y = point / width;
    const Point x = point - y * width;
    return {static_cast<int>(x), static_cast<int>(y), first_index_ + y * stride_ + x};
  }
  [[nodiscard]] Point point_of(const Spot& spot) const {
    return static_cast<Point>(spot.y * size_.width + spot.x);
  }
  [[nodiscard]] Spot lower(const Spot& upper, int direction) const {
    const auto d = static_cast<std::size_t>(direction);
    return {upper.x + kSteps[d][0], upper.y + kSteps[d][1], upper.index + steps_[d]};
  }
  [[nodiscard]] Spot upper(const Spot& lower, int direction) const {
    const auto d = static_cast<std::size_t>(direction);
    return {lower.x - kSteps[d][0], lower.y - kSteps[d][1], lower.index - steps_[d]};
  }
  [[nodiscard]] std::optional<Point> point_on_board(const Spot& spot) const;
  [[nodiscard]] bool links(const Spot& upper, int direction) const {
    return (links_[upper.index] >> direction & 1) != 0;
  }
  [[nodiscard]] bool can_link(const Spot& upper, int direction) const;
  [[nodiscard]] LinkChange read_change(Point change) const;
  void put(const Spot& spot, std::uint8_t cell);
  void put_alone(const Spot& spot, std::uint8_t cell);
  void take(const Spot& spot);
  void link_all(const Spot& spot);
  void toggle_link(const Spot& upper, int direction);
  void toggle_peg(const Spot& spot);
  [[nodiscard]] bool is_crossed(std::size_t upper, int direction) const;
  [[nodiscard]] bool is_others_border(Player player, const Spot& spot) const;
  [[nodiscard]] std::vector<Spot> pegs_on_line(Player player, bool is_last) const;
  [[nodiscard]] bool reaches(Player player) const;

  // Rows stand kMargin apart, with two more above and below, so that every link and every link that
  // could cross it has its places: nothing stands between the rows.
  static constexpr std::size_t kMargin = 4;

  BoardSize size_;
  std::size_t stride_ = 0;
  std::size_t first_index_ = 0;
  std::array<std::size_t, kDirections> steps_{};  // from the upper hole's index to the lower one's
  LinkRule rule_ = LinkRule::standard;
  std::vector<std::uint8_t> cells_;
  std::vector<std::uint8_t> links_;  // of each hole, a bit for each direction downwards
  std::array<std::vector<Crossing>, kDirections> crossings_;  // by direction
  int link_count_ = 0;
  std::array<std::uint64_t, kSymmetries> peg_hash_{};  // identity, rot180, mirror_h, mirror_v
  std::array<std::uint64_t, kSymmetries> link_hash_{};
  std::uint64_t salt_ = 0;
  std::size_t pegs_ = 0;
};

/// The keys with the same pegs, whatever the links.
[[nodiscard]] KeyRange any_links(PositionKey key);

}  // namespace ludex::twixt
