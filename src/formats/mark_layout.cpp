#include "formats/mark_layout.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_property.hpp"
#include "games/api/game_rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

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

/// What a terminal may show of a label in place of a point; X and O are stones there.
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

  /// The smallest rectangle around the points of VW; those of it that VW does not name are hidden.
  void show_part(std::span<const NodeMark> marks) {
    Diagram& diagram = out_.diagram;
    std::vector<bool> hidden(static_cast<std::size_t>(position_.size.area()), true);
    PointRect part{position_.size.width, position_.size.height, -1, -1};
    for (const NodeMark& mark : marks) {
      if (mark.ident != "VW" || !mark.points) continue;
      const PointRect& seen = *mark.points;
      for_each_point(seen, [&](Point point) { hidden[point] = false; });
      part = {std::min(part.left, seen.left), std::min(part.top, seen.top),
              std::max(part.right, seen.right), std::max(part.bottom, seen.bottom)};
    }
    if (part.right < 0) return;  // VW[]: the whole board
    diagram.part = part;
    bool hides = false;
    for_each_point(part, [&](Point point) { hides = hides || hidden[point]; });
    if (hides) diagram.hidden = std::move(hidden);
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

  /// \returns false where another mark stands, or the point is not shown.
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
  std::size_t points_left_ = std::size_t{1} << 22;
};

/// Whether a diagram has anything to say about it: markup, and what computers add.
bool is_drawn(const NodeMark& mark) {
  const SgfId id = find_sgf_id(mark.ident);
  return info_of(id).property_class == SgfPropertyClass::markup || id == SgfId::EL ||
         id == SgfId::EX || id == SgfId::FG;
}

}  // namespace

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
