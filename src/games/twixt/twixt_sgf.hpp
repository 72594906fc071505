#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/api/replay_script.hpp"
#include "games/twixt/board.hpp"
#include "games/twixt/points.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex::twixt {

/// How SGF writes Twixt, for SgfCompiler: the Twixt page, and Little Golem's `b` and `r`. There `b`
/// moves first and owns top and bottom, so its pegs are White.
class TwixtSgf final : public SgfHooks<Board> {
 public:
  /// Reads what any ruleset knows.
  [[nodiscard]] static TwixtSgf for_queries() {
    TwixtSgf sgf;
    sgf.may_lift_pegs_ = true;
    return sgf;
  }
  void start(const SgfTree& tree, const SgfGame& game) override;
  /// A LinkRule: RU, else that of Little Golem for its own games, else the standard one.
  Point variant() const override { return static_cast<Point>(rule_); }
  std::optional<Player> mover(const SgfProperty& property) const override {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    if (property.id != SgfId::unknown || property.ident.size() != 1) return std::nullopt;
    if (property.ident.front() == 'b') return Player::second;
    return property.ident.front() == 'r' ? std::optional(Player::first) : std::nullopt;
  }
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    return read_value(value, size);
  }
  [[nodiscard]] static WrittenMove read_value(std::string_view value, BoardSize size) {
    const int point = find_short_point(value, size);
    if (point < 0) return read_other_move(value, size);
    WrittenMove move;
    move.kind = WrittenMove::Kind::stone;
    move.point = static_cast<Point>(point);
    return move;
  }
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return twixt::find_point(text, size);
  }
  /// Whose pegs have connected.
  std::optional<GameResult> result(const Board& board) const override {
    return shown_result(board.connected(), WinBy::connection);
  }
  /// Little Golem's PB moves first and has the white pegs.
  bool has_other_seats() const override { return first_seat_is_white_; }
  /// Not in 3M's rules, and not in a handicap game.
  bool may_swap() const override { return may_swap_; }
  /// Of Twixteus a turn may put one's own peg back where it stands, which links it anew.
  Faults allowed_faults(Player player, Point point, const Board& board) const override {
    return may_lift_pegs_ && board.at(point) == cell::of(player) ? kOccupied : Faults{0};
  }
  /// "-F6*" takes the link with that centre away, "+F6*" adds it, "+i6" adds all that the peg can
  /// have; of Twixteus "-i6" takes the peg up, to be put back in the same turn.
  std::optional<ProblemKind> play_part(Player player, std::string_view value, TurnSoFar& turn,
                                       Board& board,
                                       std::vector<std::uint16_t>& ops) const override;

 private:
  [[nodiscard]] std::optional<ProblemKind> add_links(Player player, std::string_view place,
                                                     const TurnSoFar& turn, Board& board,
                                                     std::vector<std::uint16_t>& ops) const;
  [[nodiscard]] static WrittenMove read_other_move(std::string_view value, BoardSize size);

  LinkRule rule_ = LinkRule::standard;
  bool first_seat_is_white_ = false;
  bool may_swap_ = true;
  bool may_take_links_ = true;
  bool may_lift_pegs_ = false;
  bool links_new_peg_only_ = false;
};

}  // namespace ludex::twixt
