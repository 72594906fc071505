#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/board/board_rules.hpp"
#include "games/go/board.hpp"
#include "games/go/points.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::go {

/// How SGF writes Go, for SgfCompiler.
class GoSgf final : public SgfHooks<Board> {
 public:
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    const auto point = go::find_point(value, size);
    return point ? WrittenMove{WrittenMove::Kind::stone, *point, true} : go::read_move(value, size);
  }
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return go::find_point(text, size);
  }
};

/// Go as FF[4] replays it, on boards from 1x1 to 52x52.
class GoRules final : public CrossingRules<GoSgf> {
 public:
  GoRules();

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] int claim(const SgfEvidence& evidence) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] std::array<std::uint32_t, 2> scores(const Position& position) const override {
    return position.captures;
  }

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace ludex::go
