#include "games/board/diagrams.hpp"
#include "games/hex/hex_rules.hpp"
#include "games/hex/points.hpp"

#include <fmt/format.h>

#include <iterator>

namespace ludex::hex {

std::string HexRules::draw(const Position& position, const Diagram& diagram) const {
  constexpr int kStep = 2;  // a gap, and what stands on the cell
  const PointRect& part = diagram.part;
  const auto digits = std::to_string(part.bottom + 1).size();
  std::string text = upright_header(part, digits - 1, kStep, column_text);
  for (int y = part.top; y <= part.bottom; ++y) {
    const auto symbol = [&](int x) {
      const auto point = static_cast<Point>(y * position.size.width + x);
      return stone_symbol(position.cells[point], diagram.ascii, diagram.ascii ? "." : "·");
    };
    text.append(static_cast<std::size_t>(y - part.top), ' ');
    const std::string row = point_row(position, diagram, kStep, y, " ", symbol);
    fmt::format_to(std::back_inserter(text), "{:>{}}{}{}\n", y + 1, digits, row, y + 1);
  }
  const auto rows = static_cast<std::size_t>(part.bottom - part.top + 1);
  return text + upright_header(part, digits + rows, kStep, column_text);
}

}  // namespace ludex::hex
