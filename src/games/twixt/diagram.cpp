#include "games/board/diagrams.hpp"
#include "games/twixt/points.hpp"
#include "games/twixt/twixt_rules.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <vector>

namespace ludex::twixt {
namespace {

constexpr int kColumnStep = 4;  // characters from one hole to the next
constexpr int kRowStep = 2;

/// Characters that links, holes and pegs are drawn on, one after the other.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), cells_(static_cast<std::size_t>(width * height), " ") {}

  void put(int x, int y, std::string_view symbol) {
    cells_[static_cast<std::size_t>(y * width_ + x)] = symbol;
  }
  void append_row(int y, int first, int columns, std::string& text) const {
    const auto row = cells_.begin() + y * width_ + first;
    auto end = row + columns;
    while (end != row && *(end - 1) == " ") --end;
    for (auto cell = row; cell != end; ++cell) text += *cell;
  }

 private:
  int width_;
  std::vector<std::string_view> cells_;
};

int column_of(Point point, BoardSize size) { return static_cast<int>(point) % size.width; }
int row_of(Point point, BoardSize size) { return static_cast<int>(point) / size.width; }

// Steep links are three slashes; flat ones fit between two rows.
void draw_link(const Link& link, BoardSize size, Canvas& canvas) {
  const int x = column_of(link.first, size) * kColumnStep + 1;
  const int y = row_of(link.first, size) * kRowStep;
  const int columns = column_of(link.second, size) - column_of(link.first, size);
  const int side = columns > 0 ? 1 : -1;
  if (std::abs(columns) == 1) {
    for (int step = 1; step <= 3; ++step) {
      canvas.put(x + side * step, y + step, side > 0 ? "\\" : "/");
    }
    return;
  }
  const bool falls = side > 0;
  canvas.put(x + side * 3, y + 1, falls ? "`" : "'");
  canvas.put(x + side * 4, y + 1, "-");
  canvas.put(x + side * 5, y + 1, ".");
}

std::string_view hole_symbol(const Position& position, int x, int y, bool ascii) {
  const BoardSize size = position.size;
  const auto code = position.cells[static_cast<std::size_t>(y * size.width + x)];
  if (code != cell::kEmpty) return stone_symbol(code, ascii, {});
  const bool is_end_column = x == 0 || x == size.width - 1;
  const bool is_end_row = y == 0 || y == size.height - 1;
  if (is_end_column && is_end_row) return " ";
  if (is_end_row) return ascii ? "=" : "═";
  if (is_end_column) return ascii ? "|" : "║";
  return ascii ? "." : "·";
}

std::string header_of(const PointRect& part, BoardSize size) {
  std::string text = "    ";
  for (int x = part.left; x <= part.right; ++x) {
    std::string name = point_text(static_cast<Point>(x), size);
    name.pop_back();  // the row, which is 1
    text += fmt::format("{:<{}}", name, kColumnStep);
  }
  return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
}

/// The hole or peg, brackets around the last one, and a mark: in the hole, or before the peg.
void draw_hole(const Position& position, const Diagram& diagram, int x, int y, Canvas& canvas) {
  const auto point = static_cast<Point>(y * position.size.width + x);
  const int column = x * kColumnStep + 1;
  const int row = y * kRowStep;
  if (is_hidden(diagram, point)) return canvas.put(column, row, " ");
  canvas.put(column, row, hole_symbol(position, x, y, diagram.ascii));
  if (is_last_stone(position, point)) {
    canvas.put(column - 1, row, "(");
    canvas.put(column + 1, row, ")");
  }
  const std::string_view mark = mark_of(diagram, point);
  if (mark.empty()) return;
  const bool is_peg = position.cells[point] != cell::kEmpty;
  if (is_peg || columns_of(mark) == 1) return canvas.put(is_peg ? column - 1 : column, row, mark);
  canvas.put(column, row, mark.substr(0, 1));
  canvas.put(column + 1, row, mark.substr(1, 1));
}

}  // namespace

std::string draw_pegs(const Position& position, const Diagram& diagram) {
  const BoardSize size = position.size;
  const PointRect& part = diagram.part;
  Canvas canvas(size.width * kColumnStep + 2, size.height * kRowStep);
  for (const Link& link : links_of(position)) draw_link(link, size, canvas);
  for (int y = part.top; y <= part.bottom; ++y) {
    for (int x = part.left; x <= part.right; ++x) draw_hole(position, diagram, x, y, canvas);
  }
  std::string text = header_of(part, size);
  const int columns = (part.right - part.left) * kColumnStep + 3;
  for (int y = part.top * kRowStep; y <= part.bottom * kRowStep; ++y) {
    text += y % kRowStep == 0 ? fmt::format("{:>2} ", y / kRowStep + 1) : "   ";
    canvas.append_row(y, part.left * kColumnStep, columns, text);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace ludex::twixt
