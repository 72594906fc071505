#pragma once

#include "games/api/position.hpp"
#include "ludex/picture.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The colours of pictures, by what they are for.
enum class Ink : std::uint8_t {
  page,
  text,
  faint_text,
  coordinate,
  wood,
  wood_line,
  felt,
  felt_line,
  paper,
  paper_line,
  black,
  black_rim,
  white,
  white_rim,
  on_black,
  on_white,
  last_on_black,
  last_on_white,
  last,
  last_square,
  mark,
  mark_text,
  felt_mark,
  felt_mark_text,
  felt_last,
  region,
  piece,
  piece_rim,
  piece_text,
  piece_promoted,
  square,
  square_line,
  tile,
  tile_rim,
  tile_text,
  tile_blank,
  new_tile,
  double_letter,
  triple_letter,
  quadruple_letter,
  double_word,
  triple_word,
  quadruple_word,
  on_pale,
  on_deep,
};

/// "#e3b565". picture_test.cpp checks the contrast between them.
[[nodiscard]] std::string_view colour_of(Ink ink, PictureTheme theme);

/// In units of a picture, which are pixels unless a width is given.
struct Place {
  double x = 0;
  double y = 0;
};

/// The geometry of the points of a board.
struct Lattice {
  Place first;           ///< the point in column 0 and row 0, though it may not be shown
  double step = 0;       ///< from a column to the next
  double row_step = 0;   ///< from a row to the next, downwards
  double row_shift = 0;  ///< and to the right

  /// Between points too: (0.5, 0.5) is the middle of the first four.
  [[nodiscard]] Place at(double column, double row) const {
    return {first.x + column * step + row * row_shift, first.y + row * row_step};
  }
  [[nodiscard]] Place at(Point point, BoardSize size) const {
    const auto width = static_cast<Point>(size.width);
    return at(static_cast<double>(point % width), static_cast<double>(point / width));
  }
};

/// The value of `d` of a path.
class PicturePath {
 public:
  PicturePath& move(Place to) { return command('M', {to.x, to.y}); }
  PicturePath& line(Place to) { return command('L', {to.x, to.y}); }
  PicturePath& line_by(double x, double y) { return command('l', {x, y}); }
  PicturePath& right(double by) { return command('h', {by}); }
  PicturePath& down(double by) { return command('v', {by}); }
  PicturePath& close() { return command('z', {}); }
  PicturePath& circle(Place middle, double radius);
  /// A closed line.
  PicturePath& polygon(std::initializer_list<Place> corners);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }

 private:
  PicturePath& command(char letter, std::initializer_list<double> numbers);
  std::string text_;
};

/// Writes the shapes of a picture as SVG. The style of shapes is set once per group.
class PictureCanvas {
 public:
  explicit PictureCanvas(PictureTheme theme) : theme_(theme) {}

  struct Look {
    std::optional<Ink> fill{}, stroke{};
    double width = 1;         ///< of the stroke
    std::string_view more{};  ///< further attributes, a space before each
  };
  /// \param name  its class
  void open(std::string_view name, const Look& look);
  /// A group of texts, each in the middle of its place unless `more` says otherwise.
  void open_texts(std::string_view name, Ink ink, double size, std::string_view more = {});
  void close();

  void circle(Place centre, double radius);
  /// With a text for who points at it, and for who hears it.
  void circle(Place centre, double radius, std::string_view move, std::string_view title);
  void rect(Place corner, double width, double height, double round = 0);
  void path(const PicturePath& path);
  void text(Place middle, std::string_view text) { this->text(middle, text, text_size_); }
  /// The first size is the group's.
  void text(Place middle, std::string_view text, double size);
  /// A copy of the shape from define(), with its origin at `place`.
  /// \param more  further attributes, a space before each
  void use(std::string_view id, Place place, std::string_view more = {});
  /// \param content  elements
  void define(std::string_view id, std::string_view content);

  [[nodiscard]] PictureTheme theme() const { return theme_; }

  struct Frame {
    double width = 0, height = 0;
    std::optional<int> pixels{};
    std::string attributes{};  ///< of the root, a space before each
    std::string_view title{}, description{};
  };
  /// The document. The canvas is empty then.
  [[nodiscard]] std::string finish(const Frame& frame);

 private:
  void attribute(std::string_view name, double value);
  void colours(const Look& look);

  PictureTheme theme_;
  std::string definitions_;
  std::string body_;
  double text_size_ = 0;
};

/// `text` as XML has it: without control characters and what turns the direction of text, `& < > "
/// '` escaped, U+FFFD for what is not UTF-8.
void append_escaped(std::string_view text, std::string& out);
/// How wide a text of common letters is about, in sizes of its font.
[[nodiscard]] double text_width(std::string_view utf8);
/// The text, or as much of its beginning as fits, and "…".
[[nodiscard]] std::string fitted_text(std::string_view utf8, double width);

/// The options of the picture of a board.
struct PictureView {
  PointRect part;            ///< of the board, that is drawn
  std::vector<bool> hidden;  ///< by point, those of `part` that are covered; empty: none
  bool coordinates = true;
  bool board_only = false;  ///< no hands, racks, names, nor whose turn it is
  bool is_narrow = false;   ///< hands go above and below, small print is left out
  PieceSet pieces = PieceSet::japanese;
  std::vector<std::string> names;  ///< of the players, by seat; empty if unknown
  std::optional<Move> last_move;   ///< to mark, in games that mark it below their pieces

  [[nodiscard]] bool shows(Point point, BoardSize size) const {
    const int x = static_cast<int>(point) % size.width;
    const int y = static_cast<int>(point) / size.width;
    const bool is_in = x >= part.left && x <= part.right && y >= part.top && y <= part.bottom;
    return is_in && (hidden.empty() || !hidden[point]);
  }
};

/// The geometry of the drawn board, for what is drawn over it.
struct PaintedBoard {
  Lattice lattice;
  double width = 0, height = 0;  ///< of the picture so far, from (0, 0)
  double reach = 0;              ///< from a point to the rim of its piece
  Ink ground = Ink::wood;        ///< of empty points
  Ink mark = Ink::mark, mark_text = Ink::mark_text;
  bool has_stones = true;          ///< black and white ones; else marks go into corners
  bool marks_last = false;         ///< the last move is marked already
  bool names_players = false;      ///< so are the players
  bool shows_whole = false;        ///< the whole board is drawn, regardless of PictureView::part
  std::vector<std::string> notes;  ///< for the caption: "taken by Black 3"
};

/// Where a move is shown: the point that gets its disc and number, and the one that a line joins to
/// it, if that is another one.
struct MovePlace {
  Point at = 0;
  Point other = 0;
};

}  // namespace ludex
