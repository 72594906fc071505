#include "games/board/square_diagram.hpp"

#include "games/api/diagram_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace ludex {
namespace {

/// What a line between rows is made of: left, crossing, right, and between them.
struct Rule {
  std::string_view left, crossing, right, line;
};
constexpr Rule kTop{"┌", "┬", "┐", "───"};
constexpr Rule kMiddle{"├", "┼", "┤", "───"};
constexpr Rule kBottom{"└", "┴", "┘", "───"};
constexpr Rule kAscii{"+", "+", "+", "---"};

void append_rule(const Rule& rule, int squares, std::string& text) {
  text += "   ";
  for (int x = 0; x < squares; ++x) {
    text += x == 0 ? rule.left : rule.crossing;
    text += rule.line;
  }
  text += rule.right;
  text += '\n';
}

std::string column_header(const PointRect& part) {
  std::string header = "   ";
  for (int x = part.left; x <= part.right; ++x) {
    header += "  ";
    header += static_cast<char>('a' + x);
    header += ' ';
  }
  header.pop_back();
  return header + '\n';
}

std::string_view disc(std::uint8_t code, bool ascii) {
  if (code == cell::kFirst) return ascii ? "X" : "●";
  if (code == cell::kSecond) return ascii ? "O" : "○";
  return " ";
}

constexpr int kSquare = 3;  // columns

/// The disc in the middle, a mark there or before it.
std::string square(const Position& position, const Diagram& diagram, Point point) {
  const auto& last = position.last_move;
  const bool is_last = last && last->kind == MoveKind::stone && last->point == point;
  const auto code = position.cells[point];
  const std::string_view mark = mark_of(diagram, point);
  const int width = columns_of(mark);
  DiagramRow row(kSquare, " ");
  if (is_hidden(diagram, point)) return DiagramRow(kSquare, diagram.ascii ? ":" : "░").text();
  const int middle = code != cell::kEmpty && width == 2 ? 2 : 1;
  row.put(middle, disc(code, diagram.ascii));
  if (is_last) row.put(middle - 1, "(");
  if (is_last && middle == 1) row.put(2, ")");
  if (width > 0) row.put_mark(code != cell::kEmpty ? middle - 1 : std::max(1, width - 1), mark);
  return row.text();
}

}  // namespace

std::string draw_squares(const Position& position, const Diagram& diagram) {
  const PointRect& part = diagram.part;
  const bool ascii = diagram.ascii;
  const int squares = part.right - part.left + 1;
  const std::string header = column_header(part);
  const std::string_view wall = ascii ? "|" : "│";
  std::string text = header;
  for (int y = part.top; y <= part.bottom; ++y) {
    append_rule(ascii ? kAscii : y == part.top ? kTop : kMiddle, squares, text);
    fmt::format_to(std::back_inserter(text), "{:2} ", y + 1);
    for (int x = part.left; x <= part.right; ++x) {
      text += wall;
      text += square(position, diagram, static_cast<Point>(y * position.size.width + x));
    }
    fmt::format_to(std::back_inserter(text), "{} {}\n", wall, y + 1);
  }
  append_rule(ascii ? kAscii : kBottom, squares, text);
  return text + header;
}

}  // namespace ludex
