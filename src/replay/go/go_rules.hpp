#pragma once

#include "ludex/replay/game_rules.hpp"

namespace ludex::go {

/// Go as FF[4] replays it, on boards from 1x1 to 52x52.
class GoRules final : public GameRules {
 public:
  void compile(const SgfTree& tree, const SgfGame& game, Lines lines,
               ReplayScript& out) const override;
  void compile_with_keys(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
                         std::vector<PositionKey>& keys) const override;
  void append_keys(std::span<const std::uint16_t> ops, BoardSize size, std::uint32_t first_ply,
                   std::uint32_t end_ply, std::vector<PositionKey>& keys) const override;
  [[nodiscard]] PositionKey key_of(const Position& position) const override;
  [[nodiscard]] std::optional<Position> find_position(std::span<const std::uint16_t> ops,
                                                      BoardSize size,
                                                      std::uint32_t ply) const override;
  void walk(std::span<const std::uint16_t> ops, BoardSize size,
            const std::function<bool(const Position&)>& visit) const override;
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize size) const override;
  [[nodiscard]] bool playable(BoardSize size) const override;
  [[nodiscard]] BoardSize default_size() const override { return {19, 19}; }
  [[nodiscard]] std::string move_text(const Move& move, BoardSize size) const override;
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text, Player player,
                                               BoardSize size) const override;
  [[nodiscard]] Position start_position(BoardSize size) const override;
  [[nodiscard]] Position after(const Position& position, const Move& move) const override;
};

}  // namespace ludex::go
