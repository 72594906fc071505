#include "games/board/pictures.hpp"
#include "games/twixt/points.hpp"
#include "games/twixt/twixt_rules.hpp"

#include <string>

namespace ludex::twixt {
namespace {

constexpr double kHoles = 20;  // from one to the next
constexpr double kPeg = 6.2;

/// Dots: lines without length, whose ends are round.
void paint_holes(const Lattice& lattice, const PictureView& view, BoardSize size,
                 PictureCanvas& canvas) {
  PicturePath holes;
  for (int y = view.part.top; y <= view.part.bottom; ++y) {
    for (int x = view.part.left; x <= view.part.right; ++x) {
      const bool is_end_column = x == 0 || x == size.width - 1;
      const bool is_end_row = y == 0 || y == size.height - 1;
      if (!is_end_column || !is_end_row) holes.move(lattice.at(x, y)).right(0);
    }
  }
  canvas.open("holes",
              {.stroke = Ink::paper_line, .width = 3.4, .more = " stroke-linecap=\"round\""});
  canvas.path(holes);
  canvas.close();
}

/// Lines of a colour, with a rim.
void paint_rods(std::string_view name, Player player, const PicturePath& rods, double width,
                PictureCanvas& canvas) {
  const bool is_black = player == Player::first;
  const std::string_view caps = " stroke-linecap=\"round\"";
  canvas.open(
      name,
      {.stroke = is_black ? Ink::black_rim : Ink::white_rim, .width = width + 2, .more = caps});
  canvas.path(rods);
  canvas.close();
  canvas.open("rim", {.stroke = is_black ? Ink::black : Ink::white, .width = width, .more = caps});
  canvas.path(rods);
  canvas.close();
}

/// Between the first two rows of a side, as far as it is shown: White joins top and bottom.
void paint_borders(const Lattice& lattice, const PictureView& view, BoardSize size,
                   PictureCanvas& canvas) {
  const PointRect& part = view.part;
  const auto end = [](int shown, double wanted, bool is_last) {
    return is_last ? std::min(shown + 0.5, wanted) : std::max(shown - 0.5, wanted);
  };
  const double left = end(part.left, 0.7, false), right = end(part.right, size.width - 1.7, true);
  const double top = end(part.top, 0.7, false), bottom = end(part.bottom, size.height - 1.7, true);
  PicturePath black, white;
  for (const double row : {0.5, size.height - 1.5}) {
    if (row < part.top || row > part.bottom) continue;
    white.move(lattice.at(left, row)).right((right - left) * kHoles);
  }
  for (const double column : {0.5, size.width - 1.5}) {
    if (column < part.left || column > part.right) continue;
    black.move(lattice.at(column, top)).down((bottom - top) * kHoles);
  }
  paint_rods("goal black", Player::first, black, 3, canvas);
  paint_rods("goal white", Player::second, white, 3, canvas);
}

void paint_links(const Position& position, const PictureView& view, const Lattice& lattice,
                 PictureCanvas& canvas) {
  for (const Player player : {Player::first, Player::second}) {
    PicturePath rods;
    for (const Link& link : links_of(position)) {
      if (position.cells[link.first] != cell::of(player)) continue;
      if (!view.shows(link.first, position.size) || !view.shows(link.second, position.size)) {
        continue;
      }
      rods.move(lattice.at(link.first, position.size));
      rods.line(lattice.at(link.second, position.size));
    }
    if (rods.empty()) continue;
    const bool is_black = player == Player::first;
    paint_rods(is_black ? "links black" : "links white", player, rods, 3.4, canvas);
  }
}

std::string twixt_column(int x) {
  std::string name = point_text(static_cast<Point>(x), {kMaxSide, kMinSide});
  name.pop_back();  // the row, which is 1
  return name;
}

}  // namespace

PaintedBoard paint_pegs(const Position& position, const PictureView& view, PictureCanvas& canvas) {
  constexpr double kMargin = 14, kNames = 14;
  const PointRect& part = view.part;
  const double margin = kMargin + (view.coordinates ? kNames : 0);
  PaintedBoard board;
  board.lattice = {{margin - part.left * kHoles, margin - part.top * kHoles}, kHoles, kHoles, 0};
  board.width = 2 * margin + (part.right - part.left) * kHoles;
  board.height = 2 * margin + (part.bottom - part.top) * kHoles;
  board.reach = kPeg;
  board.ground = Ink::paper;
  const double inner = view.coordinates ? kNames : 0;
  canvas.open("board", {.fill = Ink::paper, .stroke = Ink::paper_line});
  canvas.rect({inner + 1, inner + 1}, board.width - 2 * inner - 2, board.height - 2 * inner - 2, 4);
  canvas.close();
  paint_borders(board.lattice, view, position.size, canvas);
  paint_holes(board.lattice, view, position.size, canvas);
  canvas.open_texts("coordinates", Ink::faint_text, 9.5);
  const double away = kMargin + kNames / 2 - 1;
  paint_coordinates(
      board.lattice, view, {away, away, away, away}, twixt_column,
      [](int y) { return std::to_string(y + 1); }, canvas);
  canvas.close();
  paint_links(position, view, board.lattice, canvas);
  paint_stones(position, view, board.lattice, kPeg, canvas);
  return board;
}

}  // namespace ludex::twixt
