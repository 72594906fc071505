#include "games/hex/picture.hpp"

#include "games/board/pictures.hpp"
#include "games/hex/points.hpp"

#include <string>
#include <vector>

namespace ludex::hex {
namespace {

// Of a cell: from its centre to its sides, and to its upper and lower corner. 26 / 15 is nearly the
// root of 3, as it is in a regular hexagon.
constexpr double kHalf = 13, kCorner = 15;
constexpr double kStones = 10.6;
constexpr double kGoal = 6;  // how far the sides that are to be joined stand out

/// The sides of the part of a board that is drawn, clockwise.
struct Outline {
  std::vector<Place> top, right, bottom, left;
};

Outline outline_of(const Lattice& lattice, const PointRect& part) {
  const auto corner = [&](int x, int y, double dx, double dy) {
    const Place centre = lattice.at(x, y);
    return Place{centre.x + dx, centre.y + dy};
  };
  Outline outline;
  for (int x = part.left; x <= part.right; ++x) {
    outline.top.push_back(corner(x, part.top, -kHalf, -kCorner / 2));
    outline.top.push_back(corner(x, part.top, 0, -kCorner));
  }
  outline.top.push_back(corner(part.right, part.top, kHalf, -kCorner / 2));
  for (int y = part.top; y <= part.bottom; ++y) {
    outline.right.push_back(corner(part.right, y, kHalf, -kCorner / 2));
    outline.right.push_back(corner(part.right, y, kHalf, kCorner / 2));
  }
  for (int x = part.right; x >= part.left; --x) {
    outline.bottom.push_back(corner(x, part.bottom, kHalf, kCorner / 2));
    outline.bottom.push_back(corner(x, part.bottom, 0, kCorner));
  }
  outline.bottom.push_back(corner(part.left, part.bottom, -kHalf, kCorner / 2));
  for (int y = part.bottom; y >= part.top; --y) {
    outline.left.push_back(corner(part.left, y, -kHalf, kCorner / 2));
    outline.left.push_back(corner(part.left, y, -kHalf, -kCorner / 2));
  }
  return outline;
}

void append_side(const std::vector<Place>& side, PicturePath& path) {
  bool is_first = true;
  for (const Place& corner : side) {
    is_first ? path.move(corner) : path.line(corner);
    is_first = false;
  }
}

/// Painted below the cells, so that only its outer half shows.
void paint_goals(const Outline& outline, const PictureView& view, BoardSize size,
                 PictureCanvas& canvas) {
  const auto paint = [&](std::string_view name, Ink ink, Ink rim, bool has_first,
                         const std::vector<Place>& first, bool has_last,
                         const std::vector<Place>& last) {
    PicturePath path;
    if (has_first) append_side(first, path);
    if (has_last) append_side(last, path);
    canvas.open("rim", {.stroke = rim, .width = 2 * kGoal + 2});
    canvas.path(path);
    canvas.close();
    canvas.open(name, {.stroke = ink, .width = 2 * kGoal});
    canvas.path(path);
    canvas.close();
  };
  const PointRect& part = view.part;
  paint("goal white", Ink::white, Ink::white_rim, part.left == 0, outline.left,
        part.right == size.width - 1, outline.right);
  paint("goal black", Ink::black, Ink::black_rim, part.top == 0, outline.top,
        part.bottom == size.height - 1, outline.bottom);
}

void paint_cells(const Lattice& lattice, const Outline& outline, const PointRect& part,
                 PictureCanvas& canvas) {
  PicturePath all;
  append_side(outline.top, all);
  for (const auto* side : {&outline.right, &outline.bottom, &outline.left}) {
    for (const Place& corner : *side) all.line(corner);
  }
  canvas.open("board", {.fill = Ink::paper, .stroke = Ink::paper_line});
  canvas.path(all.close());
  canvas.close();
  PicturePath lines;  // each cell's left side, and the upper ones
  for (int y = part.top; y <= part.bottom; ++y) {
    for (int x = part.left; x <= part.right; ++x) {
      const Place centre = lattice.at(x, y);
      if (x > part.left) lines.move({centre.x - kHalf, centre.y - kCorner / 2}).down(kCorner);
    }
    if (y == part.top) continue;
    const Place first = lattice.at(part.left, y);
    lines.move({first.x - kHalf, first.y - kCorner / 2});
    for (int x = part.left; x <= part.right; ++x) {
      lines.line_by(kHalf, -kCorner / 2).line_by(kHalf, kCorner / 2);
    }
  }
  canvas.open("lines", {.stroke = Ink::paper_line});
  canvas.path(lines);
  canvas.close();
}

}  // namespace

PaintedBoard paint_hexagons(const Position& position, const PictureView& view,
                            PictureCanvas& canvas) {
  constexpr double kRowStep = 1.5 * kCorner, kCoordinateWidth = 18;
  const PointRect& part = view.part;
  const double across = kHalf + kGoal + 3 + (view.coordinates ? kCoordinateWidth : 0);
  const double upward = kCorner + kGoal + 3 + (view.coordinates ? kCoordinateWidth - 3 : 0);
  PaintedBoard board;
  board.lattice = {
      {across - part.left * 2 * kHalf - part.top * kHalf, upward - part.top * kRowStep},
      2 * kHalf,
      kRowStep,
      kHalf};
  const int rows = part.bottom - part.top;
  board.width = 2 * across + (part.right - part.left) * 2 * kHalf + rows * kHalf;
  board.height = 2 * upward + rows * kRowStep;
  board.reach = kStones;
  board.ground = Ink::paper;
  const Outline outline = outline_of(board.lattice, part);
  paint_goals(outline, view, position.size, canvas);
  paint_cells(board.lattice, outline, part, canvas);
  canvas.open_texts("coordinates", Ink::faint_text, 11);
  const double beside = kHalf + kGoal + kCoordinateWidth / 2 + 2;
  const double above = kCorner + kGoal + kCoordinateWidth / 2;
  paint_coordinates(
      board.lattice, view, {above, above, beside, beside}, column_text,
      [](int y) { return std::to_string(y + 1); }, canvas);
  canvas.close();
  paint_stones(position, view, board.lattice, kStones, canvas);
  return board;
}

}  // namespace ludex::hex
