#include "engine/boards/picture_overlay.hpp"

#include "formats/sgf/sgf_property.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace ludex {
namespace {

enum class Shape { label, letter, triangle, square, circle, cross, diamond };

struct MarkShape {
  SgfId id;
  Shape shape;
  std::string_view letter = {};
};

// The first ones count where several marks stand on one point.
constexpr MarkShape kShapes[] = {
    {SgfId::LB, Shape::label},       {SgfId::L, Shape::label},
    {SgfId::EX, Shape::letter, "?"}, {SgfId::TR, Shape::triangle},
    {SgfId::SQ, Shape::square},      {SgfId::CR, Shape::circle},
    {SgfId::MA, Shape::cross},       {SgfId::M, Shape::cross},
    {SgfId::SL, Shape::diamond},     {SgfId::KGSDE, Shape::letter, "†"},
    {SgfId::SC, Shape::letter, "!"}, {SgfId::SE, Shape::letter, "¿"},
};

constexpr std::size_t kMostLines = 1000;
constexpr std::size_t kMostListed = 8;

/// The board under a mark.
enum class Ground : std::size_t { board, black, white };
constexpr std::size_t kGrounds = 3;

/// "1 A, 3 B and 2 more"
std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), kMostListed); ++i) {
    text += (i == 0 ? "" : ", ") + items[i];
  }
  if (items.size() > kMostListed) text += fmt::format(" and {} more", items.size() - kMostListed);
  return text;
}

std::string per_cent(double share) {
  const double whole = std::round(share * 100);
  return share > 0 && whole == 0 ? "<1" : fmt::format("{}", whole);
}

class OverlayPainter {
 public:
  OverlayPainter(const Position& position, const PictureView& view, const PaintedBoard& board,
                 PictureCanvas& canvas)
      : position_(position),
        view_(view),
        board_(board),
        rules_(*find_rules(position.game)),
        canvas_(canvas),
        taken_(position.cells.size(), false) {}

  std::vector<std::string> paint(const PictureOverlay& overlay) {
    for (const NodeMark& mark : overlay.marks) ids_.push_back(find_sgf_id(mark.ident));
    cover_hidden();
    paint_dimmed(overlay.marks);
    if (overlay.region) paint_region(*overlay.region);
    paint_lines(overlay.marks);
    paint_numbers(overlay.numbers);
    paint_signs(overlay.marks);
    paint_territory(overlay.marks);
    if (!board_.marks_last && overlay.numbers.empty()) paint_last();
    paint_next(overlay.next);
    return std::move(notes_);
  }

 private:
  [[nodiscard]] bool shows(Point point) const { return view_.shows(point, position_.size); }
  [[nodiscard]] Place at(Point point) const { return board_.lattice.at(point, position_.size); }
  [[nodiscard]] Ground ground_of(Point point) const {
    if (!board_.has_stones) return Ground::board;
    return static_cast<Ground>(std::min<std::size_t>(position_.cells[point], 2));
  }
  [[nodiscard]] Ink ink_on(Ground ground) const {
    return std::array{board_.mark, Ink::on_black, Ink::on_white}[static_cast<std::size_t>(ground)];
  }
  /// The class of a group: "signs", "signs on-black".
  [[nodiscard]] static std::string named(std::string_view name, Ground ground) {
    constexpr std::array<std::string_view, kGrounds> kWords = {"", " on-black", " on-white"};
    return fmt::format("{}{}", name, kWords[static_cast<std::size_t>(ground)]);
  }
  [[nodiscard]] std::string name_of(Point point) const {
    return rules_.diagram_point(point, position_.size);
  }

  template <class Visit>
  void for_each_point(const PointRect& rect, const Visit& visit) {
    for (int y = std::max(rect.top, view_.part.top); y <= std::min(rect.bottom, view_.part.bottom);
         ++y) {
      for (int x = std::max(rect.left, view_.part.left);
           x <= std::min(rect.right, view_.part.right); ++x) {
        if (points_left_ == 0) return;
        --points_left_;
        const auto point = static_cast<Point>(y * position_.size.width + x);
        if (shows(point)) visit(point);
      }
    }
  }

  /// A box around a point: its part of the board, or `scale` of it.
  void append_box(Point point, double scale, PicturePath& path) const {
    const Place middle = at(point);
    const double x = board_.lattice.step * scale / 2;
    const double y = board_.lattice.row_step * scale / 2;
    path.move({middle.x - x, middle.y - y}).right(2 * x).down(2 * y).right(-2 * x).close();
  }

  /// The points of all marks with this ident, each once.
  [[nodiscard]] std::vector<Point> points_of(std::span<const NodeMark> marks, SgfId id) {
    std::vector<bool> is_marked(taken_.size(), false);
    bool has_any = false;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (!marks[i].points || ids_[i] != id) continue;
      for_each_point(*marks[i].points, [&](Point point) { is_marked[point] = has_any = true; });
    }
    std::vector<Point> points;
    for (Point point = 0; has_any && point < is_marked.size(); ++point) {
      if (is_marked[point]) points.push_back(point);
    }
    return points;
  }

  void cover_hidden() {
    PicturePath covers;
    for (Point point = 0; point < view_.hidden.size(); ++point) {
      const int x = static_cast<int>(point) % position_.size.width;
      const int y = static_cast<int>(point) / position_.size.width;
      const PointRect& part = view_.part;
      const bool is_in = x >= part.left && x <= part.right && y >= part.top && y <= part.bottom;
      if (is_in && view_.hidden[point]) append_box(point, 1, covers);
    }
    if (covers.empty()) return;
    canvas_.open("hidden", {.fill = board_.ground, .stroke = board_.ground, .width = 2});
    canvas_.path(covers);
    canvas_.close();
  }

  void paint_dimmed(std::span<const NodeMark> marks) {
    PicturePath boxes;
    for (const Point point : points_of(marks, SgfId::DD)) append_box(point, 1, boxes);
    if (boxes.empty()) return;
    canvas_.open("dimmed", {.fill = board_.ground, .more = " fill-opacity=\".6\""});
    canvas_.path(boxes);
    canvas_.close();
  }

  void paint_territory(std::span<const NodeMark> marks) {
    const double side = board_.reach * 0.62 / board_.lattice.step;
    const auto paint = [&](SgfId id, std::string_view name, Ink fill, Ink rim) {
      PicturePath boxes;
      for (const Point point : points_of(marks, id)) {
        if (!taken_[point]) append_box(point, side, boxes);
      }
      if (boxes.empty()) return;
      canvas_.open(name, {.fill = fill, .stroke = rim});
      canvas_.path(boxes);
      canvas_.close();
    };
    paint(SgfId::TB, "territory black", Ink::black, Ink::black_rim);
    paint(SgfId::TW, "territory white", Ink::white, Ink::white_rim);
  }

  void paint_region(const PointRect& region) {
    const Lattice& lattice = board_.lattice;
    const double left = std::max(region.left, view_.part.left) - 0.5;
    const double right = std::min(region.right, view_.part.right) + 0.5;
    const double top = std::max(region.top, view_.part.top) - 0.5;
    const double bottom = std::min(region.bottom, view_.part.bottom) + 0.5;
    if (left > right || top > bottom) return;
    canvas_.open("region",
                 {.stroke = Ink::region, .width = 3, .more = " stroke-linejoin=\"round\""});
    canvas_.path(PicturePath().polygon({lattice.at(left, top), lattice.at(right, top),
                                        lattice.at(right, bottom), lattice.at(left, bottom)}));
    canvas_.close();
  }

  void paint_lines(std::span<const NodeMark> marks) {
    PicturePath lines, heads;
    std::size_t count = 0;
    for (const NodeMark& mark : marks) {
      if (!mark.to_point || !mark.points) continue;
      const auto from =
          static_cast<Point>(mark.points->top * position_.size.width + mark.points->left);
      if (!shows(from) || !shows(*mark.to_point) || from == *mark.to_point) continue;
      if (++count > kMostLines) break;
      append_line(at(from), at(*mark.to_point), find_sgf_id(mark.ident) == SgfId::AR, lines, heads);
    }
    paint_joined("lines-drawn", lines, heads);
  }

  /// An arrow's head ends before the middle of its point.
  void append_line(Place from, Place to, bool is_arrow, PicturePath& lines,
                   PicturePath& heads) const {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const double x = (to.x - from.x) / length, y = (to.y - from.y) / length;
    if (!is_arrow) {
      lines.move(from).line(to);
      return;
    }
    const double size = board_.reach * 0.8;
    const Place neck{to.x - x * size, to.y - y * size};
    lines.move(from).line(neck);
    heads.polygon({to,
                   {neck.x - y * size * 0.5, neck.y + x * size * 0.5},
                   {neck.x + y * size * 0.5, neck.y - x * size * 0.5}});
  }

  /// With a rim, as they lie on stones and lines.
  void paint_joined(std::string_view name, const PicturePath& lines, const PicturePath& heads) {
    if (lines.empty()) return;
    constexpr std::string_view kRound = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    canvas_.open("rim", {.stroke = board_.ground, .width = 5, .more = kRound});
    canvas_.path(lines);
    canvas_.path(heads);
    canvas_.close();
    canvas_.open(name, {.stroke = board_.mark, .width = 2.4, .more = kRound});
    canvas_.path(lines);
    canvas_.close();
    if (heads.empty()) return;
    canvas_.open(name, {.fill = board_.mark});
    canvas_.path(heads);
    canvas_.close();
  }

  struct Text {
    Point point;
    std::string text;
  };

  void paint_signs(std::span<const NodeMark> marks) {
    std::array<PicturePath, kGrounds> shapes;
    std::vector<Text> texts;
    std::vector<std::string> cut;
    for (const MarkShape& kind : kShapes) {
      const Shape shape = kind.shape;
      const std::string_view letter = kind.letter;
      for (std::size_t i = 0; i < marks.size(); ++i) {
        const NodeMark& mark = marks[i];
        if (!mark.points || ids_[i] != kind.id) continue;
        for_each_point(*mark.points, [&](Point point) {
          if (taken_[point]) return;
          taken_[point] = true;
          const bool is_text = shape == Shape::label || shape == Shape::letter;
          if (is_text)
            texts.push_back({point, shape == Shape::label ? mark.text : std::string(letter)});
          else
            append_shape(shape, at(point), shapes[static_cast<std::size_t>(ground_of(point))]);
        });
      }
    }
    for (const Ground ground : {Ground::board, Ground::black, Ground::white}) {
      const PicturePath& path = shapes[static_cast<std::size_t>(ground)];
      if (path.empty()) continue;
      canvas_.open(named("signs", ground),
                   {.stroke = ink_on(ground), .width = board_.reach * 0.17});
      canvas_.path(path);
      canvas_.close();
    }
    paint_labels(texts, cut);
    if (!cut.empty()) notes_.push_back(listed(cut));
  }

  void append_shape(Shape shape, Place middle, PicturePath& path) const {
    const double r = board_.reach * 0.58;
    const auto [x, y] = middle;
    if (shape == Shape::triangle) {
      path.polygon({{x, y - r}, {x + r * 0.87, y + r / 2}, {x - r * 0.87, y + r / 2}});
    } else if (shape == Shape::square) {
      const double s = r * 0.8;
      path.polygon({{x - s, y - s}, {x + s, y - s}, {x + s, y + s}, {x - s, y + s}});
    } else if (shape == Shape::circle) {
      path.circle(middle, r * 0.9);
    } else if (shape == Shape::cross) {
      const double s = r * 0.75;
      path.move({x - s, y - s}).line({x + s, y + s}).move({x + s, y - s}).line({x - s, y + s});
    } else {
      path.polygon({{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}});
    }
  }

  /// On an empty point a label hides the lines.
  void paint_labels(const std::vector<Text>& texts, std::vector<std::string>& cut) {
    canvas_.open("blanks", {.fill = board_.ground});
    for (const Text& text : texts) {
      if (position_.cells[text.point] == cell::kEmpty)
        canvas_.circle(at(text.point), board_.reach * 0.82);
    }
    canvas_.close();
    for (const Ground ground : {Ground::board, Ground::black, Ground::white}) {
      const bool has_any = std::ranges::any_of(
          texts, [&](const Text& text) { return ground_of(text.point) == ground; });
      if (!has_any) continue;
      canvas_.open_texts(named("labels", ground), ink_on(ground), board_.reach * 1.2,
                         " font-weight=\"bold\"");
      for (const auto& [point, text] : texts) {
        if (ground_of(point) != ground) continue;
        if (paint_text(at(point), text)) continue;
        cut.push_back(fmt::format("{}: {}", name_of(point), fitted_text(text, 60)));
      }
      canvas_.close();
    }
  }

  /// As large as it can be in the circle around a point. \returns true if all of it has room.
  bool paint_text(Place middle, std::string_view text) {
    constexpr double kSmallest = 6;
    const double usual = board_.reach * 1.2;
    const double room = board_.reach * 1.85;
    const std::string shown = fitted_text(text, room / kSmallest);
    const double width = text_width(shown);
    canvas_.text(middle, shown, width <= room / usual ? usual : room / width);
    return shown == text;
  }

  /// On what was moved, where it still stands.
  void paint_numbers(const std::vector<PictureOverlay::Number>& numbers) {
    std::map<Point, std::uint32_t> shown;
    std::vector<std::string> missing;
    for (const auto& [move, number] : numbers) {
      const auto place = rules_.place_of(move, position_.size);
      if (!place || !shows(place->at)) {
        if (!place)
          missing.push_back(fmt::format("{} {}", number, rules_.move_text(move, position_.size)));
        continue;
      }
      const auto [old, is_new] = shown.try_emplace(place->at, number);
      const bool is_stone = move.kind == MoveKind::stone;
      if (!is_new && is_stone)
        missing.push_back(fmt::format("{} {}", old->second, name_of(place->at)));
      old->second = number;
    }
    std::erase_if(shown, [&](const auto& one) {
      const bool is_gone = position_.cells[one.first] == cell::kEmpty;
      if (is_gone && board_.has_stones)
        missing.push_back(fmt::format("{} {}", one.second, name_of(one.first)));
      return is_gone;
    });
    if (!missing.empty()) notes_.push_back("not on the board: " + listed(missing));
    if (shown.empty()) return;
    board_.has_stones ? number_stones(shown, numbers.back().number) : number_corners(shown);
  }

  void number_stones(const std::map<Point, std::uint32_t>& shown, std::uint32_t last) {
    for (const bool is_last : {false, true}) {
      for (const Ground ground : {Ground::black, Ground::white}) {
        std::vector<std::pair<Point, std::uint32_t>> ours;
        for (const auto& [point, number] : shown) {
          if (ground_of(point) == ground && (number == last) == is_last)
            ours.emplace_back(point, number);
        }
        if (ours.empty()) continue;
        const Ink last_ink = ground == Ground::black ? Ink::last_on_black : Ink::last_on_white;
        canvas_.open_texts(named(is_last ? "numbers last" : "numbers", ground),
                           is_last ? last_ink : ink_on(ground), board_.reach * 1.05);
        for (const auto& [point, number] : ours) {
          taken_[point] = true;
          const double size = number < 100 ? 1.05 : number < 1000 ? 0.88 : 0.7;
          canvas_.text(at(point), std::to_string(number), board_.reach * size);
        }
        canvas_.close();
      }
    }
  }

  void number_corners(const std::map<Point, std::uint32_t>& shown) {
    const auto corner = [&](Point point) {
      const Place middle = at(point);
      return Place{middle.x - board_.lattice.step / 2 + 6.5,
                   middle.y - board_.lattice.row_step / 2 + 6.5};
    };
    canvas_.open("badges", {.fill = board_.mark});
    for (const auto& [point, number] : shown) canvas_.circle(corner(point), 6.5);
    canvas_.close();
    canvas_.open_texts("numbers", board_.mark_text, 8.5);
    for (const auto& [point, number] : shown) {
      canvas_.text(corner(point), std::to_string(number), number < 100 ? 8.5 : 6.5);
    }
    canvas_.close();
  }

  void paint_last() {
    const auto& move = position_.last_move;
    if (!move || move->kind != MoveKind::stone || taken_[move->point] || !shows(move->point))
      return;
    const Ground ground = ground_of(move->point);
    const Ink on_board = board_.ground == Ink::felt ? Ink::felt_last : Ink::last;
    const Ink ink = std::array{on_board, Ink::last_on_black,
                               Ink::last_on_white}[static_cast<std::size_t>(ground)];
    canvas_.open("last", {.stroke = ink, .width = board_.reach * 0.19});
    canvas_.circle(at(move->point), board_.reach * 0.52);
    canvas_.close();
  }

  // Next moves.

  /// Moves that look the same here: to a point, from the same one.
  struct Disc {
    MovePlace place;
    Place middle;
    double share = 0, radius = 0;
    const PictureOverlay::Next* first = nullptr;
    std::size_t moves = 0;
  };

  void paint_next(const std::vector<PictureOverlay::Next>& next) {
    if (next.empty()) return;
    const std::vector<Disc> discs = place_discs(next);
    PicturePath lines, heads;
    for (const Disc& disc : discs) {
      const bool is_shown = disc.place.other != disc.place.at && shows(disc.place.other);
      if (is_shown) append_line(at(disc.place.other), disc.middle, false, lines, heads);
    }
    paint_joined("move-lines", lines, heads);
    canvas_.open("moves", {.fill = board_.mark});
    for (const Disc& disc : discs) {
      std::string title = fmt::format("{} {} %", disc.first->name, per_cent(disc.share));
      if (disc.moves > 1) title += fmt::format(", {} moves", disc.moves);
      canvas_.circle(disc.middle, disc.radius, disc.first->name, title);
    }
    canvas_.close();
    canvas_.open_texts("move-labels", board_.mark_text, 10, " pointer-events=\"none\"");
    for (const Disc& disc : discs) label(disc);
    canvas_.close();
    notes_.push_back("area of a disc: share of the games");
  }

  void label(const Disc& disc) {
    constexpr double kSmallest = 7;
    const bool has_own = disc.moves == 1 && !disc.first->label.empty();
    const std::string text = has_own ? disc.first->label : per_cent(disc.share);
    const double width = std::max(text_width(text), 0.6);
    const double size = std::floor(2 * std::min(disc.radius * 1.1, disc.radius * 1.8 / width)) / 2;
    if (size >= kSmallest) canvas_.text(disc.middle, text, size);
  }

  /// The largest share has the largest disc. Of several pieces that go to one point each has its
  /// disc on its own side of it.
  [[nodiscard]] std::vector<Disc> place_discs(const std::vector<PictureOverlay::Next>& next) {
    std::map<std::pair<Point, Point>, Disc> found;
    std::map<Point, int> sharers;
    std::vector<std::string> elsewhere;
    double top = 0;
    for (const PictureOverlay::Next& one : next) {
      const auto place = one.at ? std::optional(MovePlace{*one.at, *one.at})
                                : rules_.place_of(one.move, position_.size);
      if (!place) elsewhere.push_back(fmt::format("{} {} %", one.name, per_cent(one.share)));
      if (!place || !shows(place->at)) continue;
      Disc& disc = found[{place->at, place->other}];
      if (disc.moves++ == 0) {
        disc.place = *place;
        disc.first = &one;
        ++sharers[place->at];
      }
      disc.share = std::min(1.0, disc.share + one.share);  // both players, in the same games
      top = std::max(top, disc.share);
    }
    if (!elsewhere.empty()) notes_.push_back(listed(elsewhere));
    const double step = std::min(board_.lattice.step, board_.lattice.row_step);
    const double largest = step * (board_.has_stones ? 0.47 : 0.36);
    std::vector<Disc> discs;
    for (auto& [points, disc] : found) {
      constexpr double kSmallest = 2;
      disc.radius = std::max(kSmallest, top > 0 ? largest * std::sqrt(disc.share / top) : 0);
      disc.middle = at(disc.place.at);
      if (sharers[disc.place.at] > 1) move_aside(disc, step * 0.3);
      discs.push_back(disc);
    }
    std::ranges::stable_sort(discs, std::ranges::greater{}, &Disc::share);  // small ones on top
    return discs;
  }

  void move_aside(Disc& disc, double by) const {
    const Place other = at(disc.place.other);
    const double x = other.x - disc.middle.x, y = other.y - disc.middle.y;
    const double length = std::hypot(x, y);
    if (length == 0) return;
    disc.middle.x += x / length * by;
    disc.middle.y += y / length * by;
  }

  const Position& position_;
  const PictureView& view_;
  const PaintedBoard& board_;
  const GameRules& rules_;
  PictureCanvas& canvas_;
  std::vector<SgfId> ids_;                          // of the marks
  std::size_t points_left_ = std::size_t{1} << 22;  // that are marked, whatever a record says
  std::vector<bool> taken_;  // by point: it carries a sign, a label or a number
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> paint_overlay(const Position& position, const PictureView& view,
                                       const PaintedBoard& board, const PictureOverlay& overlay,
                                       PictureCanvas& canvas) {
  return OverlayPainter(position, view, board, canvas).paint(overlay);
}

}  // namespace ludex
