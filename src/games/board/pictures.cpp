#include "games/board/pictures.hpp"

namespace ludex {
namespace {

constexpr double kBand = 15;  // for coordinates

struct Span {
  double from, to;
};

/// The lines of a board, half a step longer where the board continues.
PicturePath crossing_lines(const Lattice& lattice, const PictureView& view, BoardSize size) {
  const PointRect& part = view.part;
  const auto span = [](int first, int last, int side) {
    return Span{first - (first > 0 ? 0.5 : 0), last + (last < side - 1 ? 0.5 : 0)};
  };
  const Span columns = span(part.left, part.right, size.width);
  const Span rows = span(part.top, part.bottom, size.height);
  PicturePath path;
  for (int y = part.top; y <= part.bottom; ++y) {
    path.move(lattice.at(columns.from, y)).right((columns.to - columns.from) * lattice.step);
  }
  for (int x = part.left; x <= part.right; ++x) {
    path.move(lattice.at(x, rows.from)).down((rows.to - rows.from) * lattice.row_step);
  }
  return path;
}

void paint_star_points(const Lattice& lattice, const PictureView& view, BoardSize size,
                       PictureCanvas& canvas) {
  canvas.open("stars", {.fill = Ink::wood_line});
  for (int y = view.part.top; y <= view.part.bottom; ++y) {
    for (int x = view.part.left; x <= view.part.right; ++x) {
      if (is_star_point(x, y, size)) canvas.circle(lattice.at(x, y), 2.8);
    }
  }
  canvas.close();
}

/// The place of the first point of the board if the first shown point is at `margin`.
Lattice square_lattice(const PointRect& part, double step, double margin) {
  return {{margin - part.left * step, margin - part.top * step}, step, step, 0};
}

/// The discs that Othello boards have near their corners.
void paint_dots(const Lattice& lattice, BoardSize size, PictureCanvas& canvas) {
  if (size.width < 8 || size.height < 8) return;
  canvas.open("stars", {.fill = Ink::felt_line});
  for (const double y : {1.5, size.height - 2.5}) {
    for (const double x : {1.5, size.width - 2.5}) canvas.circle(lattice.at(x, y), 3);
  }
  canvas.close();
}

}  // namespace

void paint_coordinates(const Lattice& lattice, const PictureView& view,
                       const PictureMargins& margins, const ColumnNames& column_name,
                       const std::function<std::string(int)>& row_name, PictureCanvas& canvas) {
  if (!view.coordinates) return;
  const PointRect& part = view.part;
  for (int x = part.left; x <= part.right; ++x) {
    const Place top = lattice.at(x, part.top);
    const Place bottom = lattice.at(x, part.bottom);
    if (margins.above > 0) canvas.text({top.x, top.y - margins.above}, column_name(x));
    if (margins.below > 0) canvas.text({bottom.x, bottom.y + margins.below}, column_name(x));
  }
  for (int y = part.top; y <= part.bottom; ++y) {
    const Place left = lattice.at(part.left, y);
    const Place right = lattice.at(part.right, y);
    if (margins.left > 0) canvas.text({left.x - margins.left, left.y}, row_name(y));
    if (margins.right > 0) canvas.text({right.x + margins.right, right.y}, row_name(y));
  }
}

void paint_stones(const Position& position, const PictureView& view, const Lattice& lattice,
                  double radius, PictureCanvas& canvas) {
  const auto paint = [&](std::uint8_t code) {
    for (Point point = 0; point < position.cells.size(); ++point) {
      if (position.cells[point] != code || !view.shows(point, position.size)) continue;
      canvas.circle(lattice.at(point, position.size), radius);
    }
    canvas.close();
  };
  canvas.open("black", {.fill = Ink::black, .stroke = Ink::black_rim});
  paint(cell::kFirst);
  canvas.open("white", {.fill = Ink::white, .stroke = Ink::white_rim});
  paint(cell::kSecond);
}

PaintedBoard paint_lines(const Position& position, const PictureView& view, PictureCanvas& canvas,
                         const ColumnNames& column_name) {
  constexpr double kStep = 24, kEdge = 15, kRadius = 11.2;
  const PointRect& part = view.part;
  const BoardSize size = position.size;
  const double margin = kEdge + (view.coordinates ? kBand : 0);
  PaintedBoard board;
  board.lattice = square_lattice(part, kStep, margin);
  board.width = 2 * margin + (part.right - part.left) * kStep;
  board.height = 2 * margin + (part.bottom - part.top) * kStep;
  board.reach = kRadius;
  canvas.open("board", {.fill = Ink::wood});
  canvas.rect({}, board.width, board.height);
  canvas.close();
  canvas.open("lines", {
                           .stroke = Ink::wood_line,
                       });
  canvas.path(crossing_lines(board.lattice, view, size));
  canvas.close();
  paint_star_points(board.lattice, view, size, canvas);
  canvas.open_texts("coordinates", Ink::coordinate, 11);
  const double away = kEdge + kBand / 2 - 1;
  paint_coordinates(
      board.lattice, view, {away, away, away, away}, column_name,
      [&](int y) { return std::to_string(size.height - y); }, canvas);
  canvas.close();
  paint_stones(position, view, board.lattice, kRadius, canvas);
  return board;
}

PaintedBoard paint_squares(const Position& position, const PictureView& view,
                           PictureCanvas& canvas) {
  constexpr double kStep = 36, kRim = 6, kRadius = 14.5;
  const PointRect& part = view.part;
  const double edge = kRim + (view.coordinates ? kBand : 0);
  const double width = (part.right - part.left + 1) * kStep;
  const double height = (part.bottom - part.top + 1) * kStep;
  PaintedBoard board;
  board.lattice = square_lattice(part, kStep, edge + kStep / 2);
  board.width = width + 2 * edge;
  board.height = height + 2 * edge;
  board.reach = kRadius;
  board.ground = Ink::felt;
  board.mark = Ink::felt_mark;
  board.mark_text = Ink::felt_mark_text;
  canvas.open("board", {.fill = Ink::felt, .stroke = Ink::felt_line, .width = 2});
  canvas.rect({edge, edge}, width, height);
  canvas.close();
  PicturePath lines;
  for (int y = part.top + 1; y <= part.bottom; ++y) {
    lines.move(board.lattice.at(part.left - 0.5, y - 0.5)).right(width);
  }
  for (int x = part.left + 1; x <= part.right; ++x) {
    lines.move(board.lattice.at(x - 0.5, part.top - 0.5)).down(height);
  }
  canvas.open("lines", {.stroke = Ink::felt_line});
  canvas.path(lines);
  canvas.close();
  const bool is_whole = part == PointRect{0, 0, position.size.width - 1, position.size.height - 1};
  if (is_whole) paint_dots(board.lattice, position.size, canvas);
  canvas.open_texts("coordinates", Ink::faint_text, 12);
  const double away = kStep / 2 + kBand / 2 + 1;
  paint_coordinates(
      board.lattice, view, {away, away, away, away},
      [](int x) { return std::string(1, static_cast<char>('a' + x)); },
      [](int y) { return std::to_string(y + 1); }, canvas);
  canvas.close();
  paint_stones(position, view, board.lattice, kRadius, canvas);
  return board;
}

}  // namespace ludex
