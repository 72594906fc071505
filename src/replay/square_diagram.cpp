#include "replay/square_diagram.hpp"

#include <fmt/format.h>

#include <array>
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

void append_rule(const Rule& rule, int width, std::string& text) {
  text += "   ";
  for (int x = 0; x < width; ++x) {
    text += x == 0 ? rule.left : rule.crossing;
    text += rule.line;
  }
  text += rule.right;
  text += '\n';
}

std::string column_header(int width) {
  std::string header = "   ";
  for (int x = 0; x < width; ++x) {
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

}  // namespace

std::string draw_squares(const Position& position, bool ascii) {
  const BoardSize size = position.size;
  const bool has_mark = position.last_move && position.last_move->kind == MoveKind::stone;
  const std::string header = column_header(size.width);
  const std::string_view wall = ascii ? "|" : "│";
  std::string text = header;
  for (int y = 0; y < size.height; ++y) {
    append_rule(ascii ? kAscii : y == 0 ? kTop : kMiddle, size.width, text);
    fmt::format_to(std::back_inserter(text), "{:2} ", y + 1);
    for (int x = 0; x < size.width; ++x) {
      const auto point = static_cast<Point>(y * size.width + x);
      const bool is_marked = has_mark && position.last_move->point == point;
      text += wall;
      text += is_marked ? '(' : ' ';
      text += disc(position.cells[point], ascii);
      text += is_marked ? ')' : ' ';
    }
    fmt::format_to(std::back_inserter(text), "{} {}\n", wall, y + 1);
  }
  append_rule(ascii ? kAscii : kBottom, size.width, text);
  return text + header;
}

}  // namespace ludex
