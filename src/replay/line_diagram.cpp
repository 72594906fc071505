#include "replay/line_diagram.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

namespace ludex {
namespace {

bool is_star_line(int place, int side) {
  const int edge = side >= 12 ? 3 : 2;
  if (side < 7) return false;
  return place == edge || place == side - 1 - edge || (side % 2 == 1 && place == side / 2);
}

// The customary ones: corners and centre from 7 lines on, the sides too where there is room.
bool is_star_point(int x, int y, BoardSize size) {
  if (!is_star_line(x, size.width) || !is_star_line(y, size.height)) return false;
  const bool on_middle = size.width % 2 == 1 && x == size.width / 2;
  const bool on_centre = size.height % 2 == 1 && y == size.height / 2;
  if (on_middle == on_centre) return true;
  return (on_middle ? size.width : size.height) >= 15;
}

// A to Z without I, then AA, AB, ...
std::string column_name(int x) {
  constexpr std::string_view kLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const auto letters = static_cast<int>(kLetters.size());
  std::string name;
  if (x >= letters) name += kLetters[static_cast<std::size_t>(x / letters - 1)];
  return name + kLetters[static_cast<std::size_t>(x % letters)];
}

// Line by line, so that names of two letters stand upright and take no more room.
std::string column_header(BoardSize size) {
  const auto lines = column_name(size.width - 1).size();
  std::string header;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string text = "   ";
    for (int x = 0; x < size.width; ++x) {
      const std::string name = std::string(lines, ' ') + column_name(x);
      text += ' ';
      text += name[name.size() - lines + line];
    }
    header += text + '\n';
  }
  return header;
}

std::string_view crossing(int x, int y, BoardSize size) {
  if (is_star_point(x, y, size)) return "╋";
  constexpr std::array<std::string_view, 9> kLines = {"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"};
  const auto third = [](int place, int side) { return place == 0 ? 0 : place == side - 1 ? 2 : 1; };
  if (size.width == 1 || size.height == 1) return "┼";
  return kLines[static_cast<std::size_t>(third(y, size.height) * 3 + third(x, size.width))];
}

std::string_view symbol(const Position& position, int x, int y, bool ascii) {
  const auto code = position.cells[static_cast<std::size_t>(y * position.size.width + x)];
  if (code == cell::kFirst) return ascii ? "X" : "●";
  if (code == cell::kSecond) return ascii ? "O" : "○";
  if (!ascii) return crossing(x, y, position.size);
  return is_star_point(x, y, position.size) ? "+" : ".";
}

// What stands before column x: part of the line, or the bracket of the last move.
std::string_view gap(int x, int marked, int width, bool ascii) {
  if (x == marked) return "(";
  if (x == marked + 1 && marked >= 0) return ")";
  return ascii || x == 0 || x == width ? " " : "─";
}

}  // namespace

std::string draw_lines(const Position& position, bool ascii) {
  const BoardSize size = position.size;
  const bool has_mark = position.last_move && position.last_move->kind == MoveKind::stone;
  const std::string header = column_header(size);
  std::string text = header;
  for (int y = 0; y < size.height; ++y) {
    const int number = size.height - y;
    const int point = has_mark ? static_cast<int>(position.last_move->point) : 0;
    const int marked = has_mark && point / size.width == y ? point % size.width : -2;
    fmt::format_to(std::back_inserter(text), "{:2} ", number);
    for (int x = 0; x < size.width; ++x) {
      text += gap(x, marked, size.width, ascii);
      text += symbol(position, x, y, ascii);
    }
    text += gap(size.width, marked, size.width, ascii);
    fmt::format_to(std::back_inserter(text), "{}\n", number);
  }
  return text + header;
}

}  // namespace ludex
