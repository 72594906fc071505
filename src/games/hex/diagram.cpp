#include "games/hex/diagram.hpp"

#include "games/api/diagram_row.hpp"
#include "games/hex/points.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ludex::hex {
namespace {

// Line by line, so that names of two letters stand upright and take no more room.
std::string column_header(const PointRect& part, std::size_t indent) {
  const auto lines = column_text(part.right).size();
  std::string header;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string text(indent, ' ');
    for (int x = part.left; x <= part.right; ++x) {
      const std::string name = std::string(lines, ' ') + column_text(x);
      text += name[name.size() - lines + line];
      text += ' ';
    }
    text.resize(text.find_last_not_of(' ') + 1);
    header += text + '\n';
  }
  return header;
}

std::string_view symbol(std::uint8_t code, bool ascii) {
  if (code == cell::kFirst) return ascii ? "X" : "●";
  if (code == cell::kSecond) return ascii ? "O" : "○";
  return ascii ? "." : "·";
}

/// A cell takes two columns: a gap, and what stands there.
std::string row_text(const Position& position, const Diagram& diagram, int y) {
  const PointRect& part = diagram.part;
  const auto& last = position.last_move;
  DiagramRow row((part.right - part.left + 1) * 2 + 1, " ");
  for (int x = part.left; x <= part.right; ++x) {
    const auto point = static_cast<Point>(y * position.size.width + x);
    if (is_hidden(diagram, point)) continue;
    const int place = (x - part.left) * 2 + 1;
    const auto code = position.cells[point];
    row.put(place, symbol(code, diagram.ascii));
    if (last && last->kind == MoveKind::stone && last->point == point) {
      row.put(place - 1, "(");
      row.put(place + 1, ")");
    }
    const std::string_view mark = mark_of(diagram, point);
    if (!mark.empty()) row.put_mark(code == cell::kEmpty ? place : place - 1, mark);
  }
  return row.text();
}

}  // namespace

std::string draw_slanted(const Position& position, const Diagram& diagram) {
  const PointRect& part = diagram.part;
  const auto digits = std::to_string(part.bottom + 1).size();
  std::string text = column_header(part, digits);
  for (int y = part.top; y <= part.bottom; ++y) {
    text.append(static_cast<std::size_t>(y - part.top), ' ');
    const std::string row = row_text(position, diagram, y);
    fmt::format_to(std::back_inserter(text), "{:>{}}{}{}\n", y + 1, digits, row, y + 1);
  }
  const auto rows = static_cast<std::size_t>(part.bottom - part.top + 1);
  return text + column_header(part, digits + 1 + rows);
}

}  // namespace ludex::hex
