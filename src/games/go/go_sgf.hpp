#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/go/board.hpp"
#include "games/go/points.hpp"

#include <optional>
#include <string_view>

namespace ludex::go {

/// How SGF writes Go, for SgfCompiler.
class GoSgf final : public SgfHooks<Board> {
 public:
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    const auto point = find_point(value, size);
    return point ? WrittenMove{WrittenMove::Kind::stone, *point, true} : go::read_move(value, size);
  }
  std::optional<PointRect> find_rect(std::string_view value, BoardSize size) const override {
    return go::find_rect(value, size);
  }
};

}  // namespace ludex::go
