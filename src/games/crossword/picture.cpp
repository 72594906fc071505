#include "games/board/pictures.hpp"
#include "games/crossword/crossword_rules.hpp"
#include "games/crossword/scored_board.hpp"
#include "games/crossword/state.hpp"
#include "games/crossword/tile_set.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace ludex::crossword {
namespace {

constexpr double kSquareSide = 30;
constexpr double kTileSide = 26;
constexpr double kMargin = 20, kBareMargin = 6;  // with coordinates, without
constexpr double kSeatRow = 34;                  // a player's row below the board

struct PremiumLook {
  char mark;  // see premium_of()
  std::string_view name;
  Ink fill, text;
  std::string_view words;
};
constexpr PremiumLook kPremiums[] = {
    {'\'', "premium double-letter", Ink::double_letter, Ink::on_pale, "DL"},
    {'"', "premium triple-letter", Ink::triple_letter, Ink::on_deep, "TL"},
    {'^', "premium quadruple-letter", Ink::quadruple_letter, Ink::on_deep, "QL"},
    {'-', "premium double-word", Ink::double_word, Ink::on_pale, "DW"},
    {'=', "premium triple-word", Ink::triple_word, Ink::on_deep, "TW"},
    {'~', "premium quadruple-word", Ink::quadruple_word, Ink::on_deep, "QW"},
};

/// A column as plays name it: A to Z; numbers on boards that are wider.
std::string crossword_column(int column, int width) {
  if (width > 26) return std::to_string(column + 1);
  return std::string(1, static_cast<char>('A' + column));
}

void append_box(Place middle, double side, PicturePath& path) {
  path.move({middle.x - side / 2, middle.y - side / 2}).right(side).down(side).right(-side).close();
}

class TilePainter {
 public:
  TilePainter(const Position& position, const PictureView& view, PictureCanvas& canvas)
      : position_(position),
        view_(view),
        canvas_(canvas),
        state_(state_of(position)),
        set_(distribution_of(state_.opcodes.distribution.value_or(""),
                             state_.opcodes.lexicon.value_or(""), position.size)) {}

  PaintedBoard paint() {
    const PointRect& part = view_.part;
    const double margin = view_.coordinates ? kMargin : kBareMargin;
    board_.lattice = {{margin + kSquareSide / 2 - part.left * kSquareSide,
                       margin + kSquareSide / 2 - part.top * kSquareSide},
                      kSquareSide,
                      kSquareSide,
                      0};
    board_.width = (part.right - part.left + 1) * kSquareSide + margin + kBareMargin;
    board_.height = (part.bottom - part.top + 1) * kSquareSide + margin + kBareMargin;
    board_.reach = kTileSide / 2;
    board_.ground = Ink::square;
    board_.has_stones = false;
    board_.marks_last = true;
    board_.names_players = true;
    find_new_tiles();
    paint_squares();
    paint_names();
    paint_board_tiles();
    if (view_.board_only) return board_;
    paint_seats();
    if (const auto unseen = unseen_tiles(position_)) {
      board_.notes.push_back(fmt::format("unseen {}{}{}", unseen->count,
                                         unseen->text.empty() ? "" : ": ", unseen->text));
    }
    return board_;
  }

 private:
  struct ShownTile {
    Place middle;
    TileCode code;
  };

  /// The squares that the last play has filled.
  void find_new_tiles() {
    new_.assign(position_.cells.size(), false);
    const auto& move = view_.last_move;
    if (!move || move->kind != MoveKind::play) return;
    std::string_view tiles = tiles_of(*move).tiles;
    const Point step =
        tiles_of(*move).down.value_or(false) ? static_cast<Point>(position_.size.width) : 1;
    for (Point point = move->point; !tiles.empty() && point < new_.size(); point += step) {
      const auto tile = take_cgp_tile(tiles);
      if (!tile) return;
      if (*tile != ".") new_[point] = true;
    }
  }

  void paint_squares() {
    const PointRect& part = view_.part;
    const Place corner = board_.lattice.at(part.left - 0.5, part.top - 0.5);
    const double width = (part.right - part.left + 1) * kSquareSide;
    const double height = (part.bottom - part.top + 1) * kSquareSide;
    canvas_.open("board", {.fill = Ink::square});
    canvas_.rect(corner, width, height);
    canvas_.close();
    const BoardLayout* layout = layout_of(state_.opcodes.board_name, position_.size);
    if (layout != nullptr) {
      for (const PremiumLook& look : kPremiums) paint_premium(look, *layout);
    }
    PicturePath lines;
    for (int y = part.top; y <= part.bottom + 1; ++y) {
      lines.move(board_.lattice.at(part.left - 0.5, y - 0.5)).right(width);
    }
    for (int x = part.left; x <= part.right + 1; ++x) {
      lines.move(board_.lattice.at(x - 0.5, part.top - 0.5)).down(height);
    }
    canvas_.open("lines", {.stroke = Ink::square_line, .width = 0.8});
    canvas_.path(lines);
    canvas_.close();
  }

  void paint_premium(const PremiumLook& look, const BoardLayout& layout) {
    PicturePath boxes;
    std::vector<Place> empty;
    for (Point point = 0; point < position_.cells.size(); ++point) {
      if (layout.squares[point] != look.mark || !view_.shows(point, position_.size)) continue;
      const Place middle = board_.lattice.at(point, position_.size);
      append_box(middle, kSquareSide, boxes);
      if (position_.cells[point] == tile::kEmpty) empty.push_back(middle);
    }
    if (boxes.empty()) return;
    canvas_.open(look.name, {.fill = look.fill});
    canvas_.path(boxes);
    canvas_.close();
    if (view_.is_narrow) return;
    canvas_.open_texts("premium-text", look.text, 10);
    for (const Place& middle : empty) canvas_.text(middle, look.words);
    canvas_.close();
  }

  void paint_names() {
    canvas_.open_texts("coordinates", Ink::faint_text, 11);
    const double away = kSquareSide / 2 + kMargin / 2;
    paint_coordinates(
        board_.lattice, view_, {.above = away, .left = away},
        [&](int x) { return crossword_column(x, position_.size.width); },
        [](int y) { return std::to_string(y + 1); }, canvas_);
    canvas_.close();
  }

  void paint_board_tiles() {
    std::vector<ShownTile> old_tiles, new_tiles;
    for (Point point = 0; point < position_.cells.size(); ++point) {
      const TileCode code = position_.cells[point];
      if (code == tile::kEmpty || !view_.shows(point, position_.size)) continue;
      (new_[point] ? new_tiles : old_tiles)
          .push_back({board_.lattice.at(point, position_.size), code});
    }
    paint_bodies("tiles", Ink::tile, old_tiles, kTileSide);
    paint_bodies("tiles last", Ink::new_tile, new_tiles, kTileSide);
    old_tiles.insert(old_tiles.end(), new_tiles.begin(), new_tiles.end());
    paint_letters(old_tiles, kTileSide);
  }

  void paint_bodies(std::string_view name, Ink fill, const std::vector<ShownTile>& tiles,
                    double side) {
    if (tiles.empty()) return;
    PicturePath boxes;
    for (const ShownTile& tile : tiles) append_box(tile.middle, side, boxes);
    canvas_.open(name, {.fill = fill,
                        .stroke = Ink::tile_rim,
                        .width = 1.5,
                        .more = " stroke-linejoin=\"round\""});
    canvas_.path(boxes);
    canvas_.close();
  }

  void paint_letters(const std::vector<ShownTile>& tiles, double side) {
    const bool has_values = set_.is_known() && !view_.is_narrow;
    const double size = side * 0.66;
    const auto paint = [&](std::string_view name, Ink ink, bool blanks, std::string_view more) {
      canvas_.open_texts(name, ink, size, more);
      for (const ShownTile& shown : tiles) {
        if (tile::is_blank(shown.code) != blanks) continue;
        const std::string_view text = state_.names.text_of(shown.code);
        const double width = text_width(text);
        const bool has_value = has_values && !blanks && set_.value_of(shown.code);
        canvas_.text({shown.middle.x - (has_value ? 2 : 0), shown.middle.y - (has_value ? 1 : 0)},
                     text, width > 1.1 ? size * 1.1 / width : size);
      }
      canvas_.close();
    };
    paint("letters", Ink::tile_text, false, " font-weight=\"bold\"");
    paint("letters blank", Ink::tile_blank, true, " font-weight=\"bold\" font-style=\"italic\"");
    if (!has_values) return;
    canvas_.open_texts("values", Ink::tile_text, side * 0.31, " text-anchor=\"end\"");
    for (const ShownTile& shown : tiles) {
      const auto value = set_.value_of(shown.code);
      if (!value || tile::is_blank(shown.code)) continue;
      canvas_.text({shown.middle.x + side / 2 - 1.5, shown.middle.y + side * 0.33},
                   std::to_string(*value));
    }
    canvas_.close();
  }

  /// Of each player: whose turn it is, name, score, rack. By seat.
  void paint_seats() {
    const std::size_t seats = state_.racks.size();
    for (std::size_t i = 0; i < seats; ++i) {
      const std::size_t seat = (state_.seat - 1 + i) % seats;
      paint_seat(seat, i, board_.height + (static_cast<double>(seat) + 0.5) * kSeatRow);
    }
    board_.height += kSeatRow * static_cast<double>(seats);
  }

  void paint_seat(std::size_t seat, std::size_t place, double y) {
    constexpr double kRackTile = 22, kRackStep = 25;
    const double left = kBareMargin + 4, right = board_.width - kBareMargin;
    if (place == 0) {
      canvas_.open("to-move", {.fill = Ink::text});
      canvas_.path(PicturePath().polygon({{left, y - 6}, {left + 9, y}, {left, y + 6}}));
      canvas_.close();
    }
    const double score_end = board_.width * 0.47;
    std::string name = seat < view_.names.size() ? view_.names[seat] : "";
    if (name.empty()) name = fmt::format("Player {}", seat + 1);
    canvas_.open_texts("name", Ink::text, 14, " text-anchor=\"start\"");
    canvas_.text({left + 16, y}, fitted_text(name, (score_end - left - 60) / 14));
    canvas_.close();
    canvas_.open_texts("score", Ink::text, 16, " text-anchor=\"end\" font-weight=\"bold\"");
    canvas_.text({score_end, y}, std::to_string(state_.scores[place]));
    canvas_.close();
    std::vector<ShownTile> rack;
    for (const TileCode code : state_.racks[place]) {
      const double x =
          score_end + 14 + kRackTile / 2 + kRackStep * static_cast<double>(rack.size());
      if (x + kRackTile / 2 > right) break;
      rack.push_back({{x, y}, code});
    }
    paint_bodies("rack", Ink::tile, rack, kRackTile);
    paint_letters(rack, kRackTile);
  }

  const Position& position_;
  const PictureView& view_;
  PictureCanvas& canvas_;
  const CrosswordState& state_;
  TileSet set_;
  PaintedBoard board_;
  std::vector<bool> new_;  // by point
};

}  // namespace

PaintedBoard paint_tiles(const Position& position, const PictureView& view, PictureCanvas& canvas) {
  return TilePainter(position, view, canvas).paint();
}

std::optional<MovePlace> place_of_play(const Move& move, BoardSize size) {
  if (move.kind != MoveKind::play) return std::nullopt;
  std::string_view tiles = tiles_of(move).tiles;
  const bool is_long = !tiles.empty() && take_cgp_tile(tiles) && !tiles.empty();
  const Point step = tiles_of(move).down.value_or(false) ? static_cast<Point>(size.width) : 1;
  return MovePlace{move.point, is_long ? move.point + step : move.point};
}

}  // namespace ludex::crossword
