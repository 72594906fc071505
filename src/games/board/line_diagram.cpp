#include "games/board/line_diagram.hpp"

#include "games/api/diagram_row.hpp"

#include <fmt/format.h>

#include <algorithm>
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
std::string column_header(const PointRect& part, int step) {
  const auto lines = column_name(part.right).size();
  std::string header;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string text = "   ";
    for (int x = part.left; x <= part.right; ++x) {
      const std::string name = std::string(lines, ' ') + column_name(x);
      text.append(static_cast<std::size_t>(step - 1), ' ');
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

Point point_at(int x, int y, BoardSize size) { return static_cast<Point>(y * size.width + x); }

std::string_view symbol(const Position& position, int x, int y, bool ascii) {
  const auto code = position.cells[point_at(x, y, position.size)];
  if (code == cell::kFirst) return ascii ? "X" : "●";
  if (code == cell::kSecond) return ascii ? "O" : "○";
  if (!ascii) return crossing(x, y, position.size);
  return is_star_point(x, y, position.size) ? "+" : ".";
}

constexpr int kUsualStep = 2;  // columns from one point to the next

/// The widest that fits a terminal.
int widest_step(const PointRect& part) {
  constexpr int kTerminal = 80;
  constexpr int kBeside = 6;  // numbers on both sides
  constexpr int kWidest = 4;
  return std::clamp((kTerminal - kBeside) / (part.right - part.left + 1), kUsualStep, kWidest);
}

/// Wider where a mark asks for it, with a gap before it if the terminal has room.
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

/// One line of points: `step` columns each, of which the point is the last; one more behind them.
class LineRow {
 public:
  LineRow(const Position& position, const Diagram& diagram, int step, int y)
      : position_(position),
        diagram_(diagram),
        step_(step),
        y_(y),
        row_((diagram.part.right - diagram.part.left + 1) * step + 1, diagram.ascii ? " " : "─") {}

  std::string text() {
    const PointRect& part = diagram_.part;
    if (part.left == 0) row_.blank(0, step_ - 1);
    if (part.right == position_.size.width - 1) row_.blank(place(part.right) + 1, 1);
    for (int x = part.left; x <= part.right; ++x) put_point(x);
    for (int x = part.left; x <= part.right; ++x) put_mark(x);
    return row_.text();
  }

 private:
  [[nodiscard]] int place(int x) const { return (x - diagram_.part.left + 1) * step_ - 1; }
  [[nodiscard]] Point point(int x) const { return point_at(x, y_, position_.size); }

  void put_point(int x) {
    if (is_hidden(diagram_, point(x))) return row_.blank(place(x) - step_ + 1, step_ + 1);
    row_.put(place(x), symbol(position_, x, y_, diagram_.ascii));
    const auto& last = position_.last_move;
    if (!last || last->kind != MoveKind::stone || last->point != point(x)) return;
    row_.put(place(x) - 1, "(");
    row_.put(place(x) + 1, ")");
  }

  void put_mark(int x) {
    const std::string_view mark = mark_of(diagram_, point(x));
    if (mark.empty() || is_hidden(diagram_, point(x))) return;
    const bool has_stone = position_.cells[point(x)] != cell::kEmpty;
    row_.put_mark(place(x) - (has_stone ? 1 : 0), mark);
  }

  const Position& position_;
  const Diagram& diagram_;
  int step_;
  int y_;
  DiagramRow row_;
};

}  // namespace

std::string draw_lines(const Position& position, const Diagram& diagram) {
  const int step = step_of(position, diagram);
  const std::string header = column_header(diagram.part, step);
  std::string text = header;
  for (int y = diagram.part.top; y <= diagram.part.bottom; ++y) {
    const int number = position.size.height - y;
    const std::string row = LineRow(position, diagram, step, y).text();
    fmt::format_to(std::back_inserter(text), "{:2} {}{}\n", number, row, number);
  }
  return text + header;
}

MarkRoom line_mark_room(const PointRect& part) {
  const int step = widest_step(part);
  return {step, step - 1};
}

std::string line_point_name(Point point, BoardSize size) {
  const int place = static_cast<int>(point);
  return fmt::format("{}{}", column_name(place % size.width), size.height - place / size.width);
}

}  // namespace ludex
