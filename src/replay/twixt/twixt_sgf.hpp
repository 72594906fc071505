#pragma once

#include "ludex/core/game_result.hpp"
#include "ludex/core/problem.hpp"
#include "ludex/parse/sgf_game.hpp"
#include "ludex/parse/sgf_tree.hpp"
#include "replay/twixt/board.hpp"
#include "replay/twixt/points.hpp"
#include "replay/written_move.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex::twixt {

/// How SGF writes Twixt, for SgfCompiler: the Twixt page, and Little Golem's `b` and `r`. There `b`
/// moves first and owns top and bottom, so its pegs are White.
class TwixtSgf {
 public:
  using Board = twixt::Board;
  static constexpr bool kKnowsSwap = true;

  void start(const SgfTree& tree, const SgfGame& game);
  /// A LinkRule: RU, else that of Little Golem for its own games, else the standard one.
  [[nodiscard]] Point variant() const { return static_cast<Point>(rule_); }
  [[nodiscard]] static std::optional<Player> mover(const SgfProperty& property) {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    if (property.id != SgfId::unknown || property.ident.size() != 1) return std::nullopt;
    if (property.ident.front() == 'b') return Player::second;
    return property.ident.front() == 'r' ? std::optional(Player::first) : std::nullopt;
  }
  [[nodiscard]] static WrittenMove read_move(std::string_view value, BoardSize size) {
    const int point = find_short_point(value, size);
    if (point < 0) return read_other_move(value, size);
    WrittenMove move;
    move.kind = WrittenMove::Kind::stone;
    move.point = static_cast<Point>(point);
    return move;
  }
  [[nodiscard]] static std::optional<PointRect> find_rect(std::string_view value, BoardSize size) {
    return twixt::find_rect(value, size);
  }
  /// Whose pegs have connected.
  [[nodiscard]] static std::optional<GameResult> result(const Board& board);
  /// Little Golem's PB moves first and has the white pegs.
  [[nodiscard]] bool has_other_seats() const { return first_seat_is_white_; }
  /// Not in 3M's rules, and not in a handicap game.
  [[nodiscard]] bool may_swap() const { return may_swap_; }
  /// "-F6*" takes the link with that centre away, "+F6*" adds it, "+i6" adds all that the peg can
  /// have.
  [[nodiscard]] std::optional<ProblemKind> play_part(Player player, std::string_view value,
                                                     Board& board,
                                                     std::vector<std::uint16_t>& ops) const;

 private:
  [[nodiscard]] static WrittenMove read_other_move(std::string_view value, BoardSize size);

  LinkRule rule_ = LinkRule::standard;
  bool first_seat_is_white_ = false;
  bool may_swap_ = true;
  bool may_take_links_ = true;
};

}  // namespace ludex::twixt
