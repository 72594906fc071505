#include "engine/boards/mark_layout.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_property.hpp"
#include "games/api/game_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace ludex {
namespace {

/// How a kind of mark is drawn.
struct Sign {
  SgfId id;
  std::string_view symbol;
  std::string_view ascii;
  std::string_view meaning;
};

// The first ones count where several marks stand on one point.
constexpr Sign kSigns[] = {
    {SgfId::LB, "", "", ""},
    {SgfId::L, "", "", ""},
    {SgfId::EX, "?", "?", "expected next move"},
    {SgfId::TR, "△", "^", "triangle"},
    {SgfId::SQ, "□", "#", "square"},
    {SgfId::CR, "◎", "@", "circle"},
    {SgfId::MA, "×", "%", "cross"},
    {SgfId::M, "×", "%", "mark"},
    {SgfId::SL, "◇", "&", "selected"},
    {SgfId::KGSDE, "†", "$", "dead stone"},
    {SgfId::SC, "!", "!", "secure stone"},
    {SgfId::SE, "¿", "/", "self-test"},
    {SgfId::AR, "→", ">", "arrow"},
    {SgfId::LN, "═", "=", "end of a line"},
    {SgfId::TB, "▪", ":", "territory of Black"},
    {SgfId::TW, "▫", ";", "territory of White"},
    {SgfId::RG, "▒", "~", "region"},
    {SgfId::DD, "░", ",", "dimmed"},
};
constexpr std::string_view kLongLabel = "*";
constexpr std::size_t kMostPoints = std::size_t{1}
                                    << 22;  // that are marked, whatever a record says

std::size_t rank_of(std::string_view ident) {
  const SgfId id = find_sgf_id(ident);
  return static_cast<std::size_t>(std::ranges::find(kSigns, id, &Sign::id) - std::begin(kSigns));
}

/// From where to where an arrow points: "→", "↗", ...
std::string_view arrow(int columns, int rows) {
  constexpr std::array<std::string_view, 9> kArrows = {"↖", "↑", "↗", "←", "→", "→", "↙", "↓", "↘"};
  const auto side = [](int steps) { return steps < 0 ? 0 : steps > 0 ? 2 : 1; };
  return kArrows[static_cast<std::size_t>(side(rows) * 3 + side(columns))];
}

/// The text of a label on a terminal in place of a point; X and O would look like stones.
bool is_plain_label(std::string_view text, bool ascii) {
  if (text.empty() || (ascii && (text == "X" || text == "O"))) return false;
  return std::ranges::all_of(text, [](char c) { return is_letter_or_digit(c); });
}

/// Lays out the marks of one diagram, one after the other.
class Layouter {
 public:
  Layouter(const Position& position, bool ascii) : position_(position), ascii_(ascii) {
    out_.diagram = whole_board(position.size, ascii);
  }

  void show_part(std::span<const NodeMark> marks) {
    ShownPart shown = shown_part(position_.size, marks);
    out_.diagram.part = shown.part;
    out_.diagram.hidden = std::move(shown.hidden);
  }

  void place(const NodeMark& mark) {
    const std::size_t rank = rank_of(mark.ident);
    if (rank == std::size(kSigns) || !mark.points) {
      if (!mark.text.empty() || mark.ident == "FG") list(mark);
      return;
    }
    const Sign& sign = kSigns[rank];
    if (mark.to_point) return place_line(mark, sign);
    if (sign.symbol.empty()) {
      return for_each_point(*mark.points, [&](Point point) { place_label(mark, point); });
    }
    const std::string_view symbol = ascii_ ? sign.ascii : sign.symbol;
    for_each_point(*mark.points, [&](Point point) {
      if (put(point, symbol)) {
        note_symbol(symbol, mark.ident, sign.meaning);
      } else if (sign.id != SgfId::DD && out_.diagram.marks[point] != symbol) {
        list(mark, point);
      }
    });
  }

  MarkLayout take() { return std::move(out_); }

 private:
  [[nodiscard]] Point at(int x, int y) const {
    return static_cast<Point>(y * position_.size.width + x);
  }

  [[nodiscard]] int column(Point point) const {
    return static_cast<int>(point) % position_.size.width;
  }
  [[nodiscard]] int row(Point point) const {
    return static_cast<int>(point) / position_.size.width;
  }

  template <class Visit>
  void for_each_point(const PointRect& rect, const Visit& visit) {
    for (int y = rect.top; y <= rect.bottom; ++y) {
      for (int x = rect.left; x <= rect.right; ++x) {
        if (points_left_ == 0) return;
        --points_left_;
        visit(at(x, y));
      }
    }
  }

  void place_label(const NodeMark& mark, Point point) {
    const MarkRoom room = find_rules(position_.game)->mark_room(out_.diagram.part);
    const bool is_empty = position_.cells[point] == cell::kEmpty;
    const int columns = is_empty ? room.on_empty : room.beside_piece;
    const bool fits =
        is_plain_label(mark.text, ascii_) && static_cast<int>(mark.text.size()) <= columns;
    const bool is_put = put(point, fits ? std::string_view(mark.text) : kLongLabel);
    if (is_put && fits) return;
    if (is_put) note_symbol(kLongLabel, "", "see below");
    list(mark, point);
  }

  void place_line(const NodeMark& mark, const Sign& sign) {
    const Point from = at(mark.points->left, mark.points->top);
    const std::string_view usual = ascii_ ? sign.ascii : sign.symbol;
    const bool is_arrow = sign.id == SgfId::AR;
    const std::string_view end = is_arrow && !ascii_ ? arrow(column(*mark.to_point) - column(from),
                                                             row(*mark.to_point) - row(from))
                                                     : usual;
    bool is_put = put(*mark.to_point, end);
    if (!is_arrow) is_put = put(from, end) || is_put;
    if (is_put) note_symbol(end, mark.ident, sign.meaning);
    list(mark);
  }

  /// \returns false if the point has another mark or is not shown.
  bool put(Point point, std::string_view symbol) {
    Diagram& diagram = out_.diagram;
    if (diagram.marks.empty()) diagram.marks.resize(position_.cells.size());
    const PointRect& part = diagram.part;
    const bool is_shown = column(point) >= part.left && column(point) <= part.right &&
                          row(point) >= part.top && row(point) <= part.bottom &&
                          !is_hidden(diagram, point);
    if (!is_shown || !diagram.marks[point].empty()) return false;
    diagram.marks[point] = symbol;
    return true;
  }

  void note_symbol(std::string_view symbol, std::string_view ident, std::string_view meaning) {
    if (std::ranges::find(out_.symbols, ident, &MarkLayout::Symbol::ident) == out_.symbols.end()) {
      out_.symbols.push_back({symbol, ident, meaning});
    }
  }

  void list(const NodeMark& mark) {
    auto group = std::ranges::find(out_.listed, mark.ident, &ListedMarks::ident);
    if (group == out_.listed.end()) {
      group = out_.listed.insert(group, ListedMarks{mark.ident, {}, 0});
    }
    if (++group->count <= kMostListed) group->marks.push_back(mark);
  }

  void list(const NodeMark& mark, Point point) {
    NodeMark one = mark;
    one.points = PointRect{column(point), row(point), column(point), row(point)};
    list(one);
  }

  const Position& position_;
  bool ascii_;
  MarkLayout out_;
  std::size_t points_left_ = kMostPoints;
};

/// True for properties that a diagram shows: markup, and those that computers add.
bool is_drawn(const NodeMark& mark) {
  const SgfId id = find_sgf_id(mark.ident);
  return info_of(id).property_class == SgfPropertyClass::markup || id == SgfId::EL ||
         id == SgfId::EX || id == SgfId::FG;
}

}  // namespace

ShownPart shown_part(BoardSize size, std::span<const NodeMark> marks) {
  const PointRect whole{0, 0, size.width - 1, size.height - 1};
  PointRect part{size.width, size.height, -1, -1};
  const auto area = static_cast<std::size_t>(size.area());
  std::vector<bool> hidden(area, true);
  std::size_t left = kMostPoints;
  const auto for_each_point = [&](const PointRect& rect, const auto& visit) {
    for (int y = rect.top; y <= rect.bottom; ++y) {
      for (int x = rect.left; x <= rect.right && left > 0; ++x, --left) {
        visit(static_cast<std::size_t>(y * size.width + x));
      }
    }
  };
  for (const NodeMark& mark : marks) {
    if (mark.ident != "VW" || !mark.points) continue;
    const PointRect& seen = *mark.points;
    for_each_point(seen, [&](std::size_t point) { hidden[point] = false; });
    part = {std::min(part.left, seen.left), std::min(part.top, seen.top),
            std::max(part.right, seen.right), std::max(part.bottom, seen.bottom)};
  }
  if (part.right < 0) return {whole, {}};
  bool hides = false;
  left = area;
  for_each_point(part, [&](std::size_t point) { hides = hides || hidden[point]; });
  if (!hides) hidden.clear();
  return {part, std::move(hidden)};
}

MarkLayout lay_out_marks(const Position& position, std::span<const NodeMark> marks, bool ascii,
                         bool whole) {
  Layouter layouter(position, ascii);
  if (!whole) layouter.show_part(marks);
  std::vector<const NodeMark*> ordered;
  for (const NodeMark& mark : marks) {
    if (is_drawn(mark)) ordered.push_back(&mark);
  }
  std::ranges::stable_sort(ordered, {}, [](const NodeMark* mark) { return rank_of(mark->ident); });
  for (const NodeMark* mark : ordered) layouter.place(*mark);
  return layouter.take();
}

}  // namespace ludex
