#pragma once

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "games/shogi/move_text.hpp"

#include <array>

namespace ludex::shogi {

/// Shogi as records have it: what the pieces on the board and in hand allow is played.
class ShogiRules final : public GameRules {
 public:
  ShogiRules()
      : GameRules(GameType::shogi, {.name = "shogi",
                                    .default_size = {9, 9},
                                    .min_side = 9,
                                    .max_side = 9,
                                    .colors = {"Sente", "Gote"}}) {}

  void append_keys(std::span<const std::uint16_t> ops, BoardSize size, std::uint32_t first_ply,
                   std::uint32_t end_ply, std::vector<PositionKey>& keys) const override;
  [[nodiscard]] bool append_moments(std::span<const std::uint16_t> ops, BoardSize size,
                                    std::span<const std::uint32_t> plies,
                                    std::vector<std::uint64_t>& moments) const override;
  [[nodiscard]] std::optional<Position> find_position(std::span<const std::uint16_t> ops,
                                                      BoardSize size,
                                                      std::uint32_t ply) const override;
  void walk(std::span<const std::uint16_t> ops, BoardSize size,
            const std::function<bool(const Position&)>& visit) const override;
  void append_steps(std::span<const std::uint16_t> ops,
                    std::vector<SequenceStep>& steps) const override;
  [[nodiscard]] std::vector<Match> step_views(BoardSize) const override { return {{}}; }
  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override;
  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] PositionKey key_of(const Position& position) const override;
  [[nodiscard]] Known identity() const override { return {true, true}; }
  [[nodiscard]] bool stands_alike(const Position& one, const Position& other) const override {
    return one.cells == other.cells && one.rest == other.rest;
  }
  [[nodiscard]] KeyRange key_range(const Position& position, const Known& known) const override;
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize) const override {
    static constexpr std::array kOnly = {Orientation::identity};
    return kOnly;
  }
  [[nodiscard]] std::span<const Orientation> role_swaps(BoardSize) const override {
    static constexpr std::array kOnly = {Orientation::rot180};
    return kOnly;
  }
  [[nodiscard]] bool has_mirror() const override { return true; }
  [[nodiscard]] std::uint8_t swapped(std::uint8_t code) const override;
  [[nodiscard]] Position start_position(BoardSize size) const override;
  [[nodiscard]] std::string move_text(const Move& move, BoardSize) const override {
    return usi_text(move);
  }
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text,
                                               const Position& position) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] std::optional<std::uint8_t> find_cell(std::string_view symbol) const override {
    return shogi::find_cell(symbol);
  }
  [[nodiscard]] std::string_view cell_text(std::uint8_t code) const override;
  [[nodiscard]] std::string racks_text(const Position& position) const override;
  [[nodiscard]] bool read_racks(std::string_view text, QueryPosition& query) const override;
  [[nodiscard]] std::string sfen(const Position& position) const override {
    return to_sfen(position);
  }
  /// Board and hands from sente's side: files from 9 to 1 above, ranks beside, `v` before gote's
  /// pieces, the square that the last move went to between round brackets. Pieces are Japanese
  /// characters, which take two columns of a terminal; in ASCII the letters of SFEN.
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
};

}  // namespace ludex::shogi
