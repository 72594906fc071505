#pragma once

#include "formats/cgp/cgp.hpp"
#include "games/api/game_rules.hpp"

namespace ludex::crossword {

/// Crossword games: what lies on the board is what a record says, words and racks are not judged.
/// Rectangular boards of up to kMaxCgpSide squares a side; scripts as crossword_script.hpp.
class CrosswordRules final : public GameRules {
 public:
  CrosswordRules()
      : GameRules(GameType::crossword, {.name = "crossword",
                                        .default_size = {15, 15},
                                        .max_side = kMaxCgpSide,
                                        .has_numbered_seats = true}) {}

  void append_keys(std::span<const std::uint16_t> ops, BoardSize size, std::uint32_t first_ply,
                   std::uint32_t end_ply, std::vector<PositionKey>& keys) const override;
  [[nodiscard]] std::optional<Position> find_position(std::span<const std::uint16_t> ops,
                                                      BoardSize size,
                                                      std::uint32_t ply) const override;
  void walk(std::span<const std::uint16_t> ops, BoardSize size,
            const std::function<bool(const Position&)>& visit) const override;
  void append_steps(std::span<const std::uint16_t> ops,
                    std::vector<SequenceStep>& steps) const override;
  /// Seats take turns whoever is named first, so roles are not exchanged.
  [[nodiscard]] std::vector<Match> step_views(BoardSize size) const override;
  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override;

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] PositionKey key_of(const Position& position) const override;
  [[nodiscard]] Known identity() const override { return {}; }
  [[nodiscard]] QueryPosition as_query(Position position) const override;
  [[nodiscard]] KeyRange key_range(const Position& position, const Known& known) const override;
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize size) const override;
  [[nodiscard]] std::uint8_t swapped(std::uint8_t code) const override { return code; }
  /// Whether a query lies on a stored position in this way and agrees with it in what else it says
  /// (DESIGN.md section 7). Transposed boards only where both layouts are known to be symmetric.
  [[nodiscard]] bool fits(const QueryPosition& query, const Position& found,
                          const Match& match) const override;

  /// A play goes across rather than down: 8D before H4.
  [[nodiscard]] bool reads_before(const Move& one, const Move& other) const override;
  [[nodiscard]] std::string late_text(const Position& position) const override;
  [[nodiscard]] std::optional<QueryPosition> read_cgp(std::string_view text) const override;
  [[nodiscard]] std::optional<std::string> cgp_text(const Position& position) const override;
  [[nodiscard]] Position start_position(BoardSize size) const override;
  [[nodiscard]] std::string move_text(const Move& move, BoardSize size) const override;
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text,
                                               const Position& position) const override;
  /// Puts the tiles down; nobody knows what the play scored, or what was drawn.
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  /// The board with columns A, B, ... and rows 1, 2, ... from the top, and below it score and rack
  /// of each player, the one to move first, and the tiles that nobody has seen, where the set is
  /// known. Empty squares show their premium, on boards known here: ' " ^ double, triple, quadruple
  /// the letter, - = ~ the word. Lines ended by "\n". ASCII leaves out what is drawn, not what is
  /// written on tiles.
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
};

}  // namespace ludex::crossword
