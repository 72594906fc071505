#include "games/board/diagrams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace ludex {
namespace {

bool is_star_line(int place, int side) {
  const int edge = side >= 12 ? 3 : 2;
  if (side < 7) return false;
  return place == edge || place == side - 1 - edge || (side % 2 == 1 && place == side / 2);
}

std::string_view crossing(int x, int y, BoardSize size) {
  if (is_star_point(x, y, size)) return "╋";
  constexpr std::array<std::string_view, 9> kLines = {"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"};
  const auto third = [](int place, int side) { return place == 0 ? 0 : place == side - 1 ? 2 : 1; };
  if (size.width == 1 || size.height == 1) return "┼";
  return kLines[static_cast<std::size_t>(third(y, size.height) * 3 + third(x, size.width))];
}

constexpr int kUsualStep = 2;  // columns from one point to the next

/// The widest that fits a terminal.
int widest_step(const PointRect& part) {
  constexpr int kTerminal = 80;
  constexpr int kBeside = 6;  // numbers on both sides
  constexpr int kWidest = 4;
  return std::clamp((kTerminal - kBeside) / (part.right - part.left + 1), kUsualStep, kWidest);
}

/// Wider if a mark needs it, with a gap before it if the terminal has room.
int step_of(const Position& position, const Diagram& diagram) {
  int step = kUsualStep;
  for (Point point = 0; point < diagram.marks.size(); ++point) {
    const int columns = columns_of(diagram.marks[point]);
    if (columns == 0) continue;
    const bool has_stone = position.cells[point] != cell::kEmpty;
    const int wanted = std::min(columns + 1, widest_step(diagram.part));
    step = std::max({step, wanted, columns + (has_stone ? 1 : 0)});
  }
  return step;
}

/// The parts of a line between rows: left, crossing, right, and between them.
struct Ruling {
  std::string_view left, crossing, right, line;
};
constexpr Ruling kTop{"┌", "┬", "┐", "───"};
constexpr Ruling kMiddle{"├", "┼", "┤", "───"};
constexpr Ruling kBottom{"└", "┴", "┘", "───"};
constexpr Ruling kAscii{"+", "+", "+", "---"};

void append_ruling(const Ruling& ruling, int squares, std::string& text) {
  text += "   ";
  for (int x = 0; x < squares; ++x) {
    text += x == 0 ? ruling.left : ruling.crossing;
    text += ruling.line;
  }
  text += ruling.right;
  text += '\n';
}

std::string square_header(const PointRect& part) {
  std::string header = "   ";
  for (int x = part.left; x <= part.right; ++x) {
    header += "  ";
    header += static_cast<char>('a' + x);
    header += ' ';
  }
  header.pop_back();
  return header + '\n';
}

constexpr int kSquare = 3;  // columns

/// The disc in the middle, a mark there or before it.
std::string square(const Position& position, const Diagram& diagram, Point point) {
  const bool is_last = is_last_stone(position, point);
  const auto code = position.cells[point];
  const std::string_view mark = mark_of(diagram, point);
  const int width = columns_of(mark);
  DiagramRow row(kSquare, " ");
  if (is_hidden(diagram, point)) return DiagramRow(kSquare, diagram.ascii ? ":" : "░").text();
  const int middle = code != cell::kEmpty && width == 2 ? 2 : 1;
  row.put(middle, stone_symbol(code, diagram.ascii, " "));
  if (is_last) row.put(middle - 1, "(");
  if (is_last && middle == 1) row.put(2, ")");
  if (width > 0) row.put_mark(code != cell::kEmpty ? middle - 1 : std::max(1, width - 1), mark);
  return row.text();
}

}  // namespace

bool is_star_point(int column, int row, BoardSize size) {
  if (!is_star_line(column, size.width) || !is_star_line(row, size.height)) return false;
  const bool on_middle = size.width % 2 == 1 && column == size.width / 2;
  const bool on_centre = size.height % 2 == 1 && row == size.height / 2;
  if (on_middle == on_centre) return true;
  return (on_middle ? size.width : size.height) >= 15;
}

std::string go_column_name(int column) {
  constexpr std::string_view kLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const auto letters = static_cast<int>(kLetters.size());
  std::string name;
  if (column >= letters) name += kLetters[static_cast<std::size_t>(column / letters - 1)];
  return name + kLetters[static_cast<std::size_t>(column % letters)];
}

std::string_view stone_symbol(std::uint8_t code, bool ascii, std::string_view empty) {
  if (code == cell::kFirst) return ascii ? "X" : "●";
  if (code == cell::kSecond) return ascii ? "O" : "○";
  return empty;
}

bool is_last_stone(const Position& position, Point point) {
  const auto& last = position.last_move;
  return last && last->kind == MoveKind::stone && last->point == point;
}

std::string upright_header(const PointRect& part, std::size_t indent, int step,
                           const ColumnNames& column_name) {
  const auto lines = column_name(part.right).size();
  std::string header;
  for (std::size_t line = 0; line < lines; ++line) {
    header.append(indent, ' ');
    for (int x = part.left; x <= part.right; ++x) {
      const std::string name = std::string(lines, ' ') + column_name(x);
      header.append(static_cast<std::size_t>(step - 1), ' ');
      header += name[name.size() - lines + line];
    }
    header += '\n';
  }
  return header;
}

std::string point_row(const Position& position, const Diagram& diagram, int step, int y,
                      std::string_view line, const std::function<std::string_view(int)>& symbol) {
  const PointRect& part = diagram.part;
  const auto place = [&](int x) { return (x - part.left + 1) * step - 1; };
  const auto point = [&](int x) { return static_cast<Point>(y * position.size.width + x); };
  DiagramRow row((part.right - part.left + 1) * step + 1, line);
  if (part.left == 0) row.blank(0, step - 1);
  if (part.right == position.size.width - 1) row.blank(place(part.right) + 1, 1);
  for (int x = part.left; x <= part.right; ++x) {
    if (is_hidden(diagram, point(x))) {
      if (line != " ") row.blank(place(x) - step + 1, step + 1);
      continue;
    }
    row.put(place(x), symbol(x));
    if (!is_last_stone(position, point(x))) continue;
    row.put(place(x) - 1, "(");
    row.put(place(x) + 1, ")");
  }
  for (int x = part.left; x <= part.right; ++x) {
    const std::string_view mark = mark_of(diagram, point(x));
    if (mark.empty() || is_hidden(diagram, point(x))) continue;
    const bool has_stone = position.cells[point(x)] != cell::kEmpty;
    row.put_mark(place(x) - (has_stone ? 1 : 0), mark);
  }
  return row.text();
}

std::string draw_lines(const Position& position, const Diagram& diagram,
                       const ColumnNames& column_name) {
  const BoardSize size = position.size;
  const int step = step_of(position, diagram);
  const std::string header = upright_header(diagram.part, 3, step, column_name);
  std::string text = header;
  for (int y = diagram.part.top; y <= diagram.part.bottom; ++y) {
    const auto symbol = [&](int x) {
      const std::string_view ascii_empty = is_star_point(x, y, size) ? "+" : ".";
      return stone_symbol(position.cells[static_cast<Point>(y * size.width + x)], diagram.ascii,
                          diagram.ascii ? ascii_empty : crossing(x, y, size));
    };
    const int number = size.height - y;
    const std::string row =
        point_row(position, diagram, step, y, diagram.ascii ? " " : "─", symbol);
    fmt::format_to(std::back_inserter(text), "{:2} {}{}\n", number, row, number);
  }
  return text + header;
}

MarkRoom line_mark_room(const PointRect& part) {
  const int step = widest_step(part);
  return {step, step - 1};
}

std::string line_point_name(Point point, BoardSize size, const ColumnNames& column_name) {
  const int place = static_cast<int>(point);
  return fmt::format("{}{}", column_name(place % size.width), size.height - place / size.width);
}

std::string draw_squares(const Position& position, const Diagram& diagram) {
  const PointRect& part = diagram.part;
  const bool ascii = diagram.ascii;
  const int squares = part.right - part.left + 1;
  const std::string header = square_header(part);
  const std::string_view wall = ascii ? "|" : "│";
  std::string text = header;
  for (int y = part.top; y <= part.bottom; ++y) {
    append_ruling(ascii ? kAscii : y == part.top ? kTop : kMiddle, squares, text);
    fmt::format_to(std::back_inserter(text), "{:2} ", y + 1);
    for (int x = part.left; x <= part.right; ++x) {
      text += wall;
      text += square(position, diagram, static_cast<Point>(y * position.size.width + x));
    }
    fmt::format_to(std::back_inserter(text), "{} {}\n", wall, y + 1);
  }
  append_ruling(ascii ? kAscii : kBottom, squares, text);
  return text + header;
}

}  // namespace ludex
