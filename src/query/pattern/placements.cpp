#include "query/pattern/placements.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace ludex {
namespace {

constexpr ContentSet kEmptySet = 1;
constexpr ContentSet kAll = ~ContentSet{0};
constexpr int kLinkDirections = 4;

/// The kinds of a set when the players change roles.
ContentSet swapped_set(ContentSet set, const GameRules& rules) {
  if (rules.traits().has_tiles) return set;
  ContentSet result = 0;
  for (unsigned kind = 0; kind < 64; ++kind) {
    if ((set >> kind & 1) == 0) continue;
    const bool has_other = kind < rules.traits().cell_codes;  // the others name nothing
    result |= ContentSet{1} << (has_other ? rules.swapped(static_cast<std::uint8_t>(kind)) : kind);
  }
  return result;
}

/// The orientations that are asked for, in the order of the enum for each of the two colours.
std::vector<Match> matches_of(const Pattern& pattern, const GameRules& rules, BoardSize size) {
  std::vector<Match> matches;
  for (const bool swapped : {false, true}) {
    if (swapped && !pattern.swap_colors) break;
    const auto fitting = swapped ? rules.role_swaps(size) : rules.symmetries(size);
    const bool adds_mirror = pattern.orientation == OrientationMode::mirror && rules.has_mirror();
    for (const Orientation one : fitting) {
      matches.push_back({one, swapped});
      if (adds_mirror) matches.push_back({mirrored_h(one), swapped});
      if (pattern.orientation == OrientationMode::exact) break;
    }
  }
  return matches;
}

PatternCell mapped_cell(PatternCell cell, bool swapped, const GameRules& rules) {
  if (!swapped) return cell;
  cell.allowed = swapped_set(cell.allowed, rules);
  cell.player = cell::swapped(cell.player);
  return cell;
}

/// A pattern's cells as they lie under `match`.
std::vector<PatternCell> mapped_cells(const Pattern& pattern, const Match& match,
                                      const GameRules& rules) {
  const BoardSize drawn{static_cast<std::int16_t>(pattern.width),
                        static_cast<std::int16_t>(pattern.height)};
  std::vector<PatternCell> cells(pattern.cells.size());
  for (Point point = 0; point < cells.size(); ++point) {
    cells[map_point(match.orientation, point, drawn)] =
        mapped_cell(pattern.cells[point], match.colors_swapped, rules);
  }
  return cells;
}

}  // namespace

bool maps_onto_itself(const Pattern& pattern, const Match& match, const GameRules& rules) {
  const bool is_plain = pattern.links.empty() && pattern.hands.empty();
  const bool keeps_size = !is_transposing(match.orientation) || pattern.width == pattern.height;
  return match == Match{} ||
         (is_plain && keeps_size && mapped_cells(pattern, match, rules) == pattern.cells);
}

PatternPlan::PatternPlan(const Pattern& pattern, const GameRules& rules, BoardSize size)
    : pattern_(pattern), rules_(rules), size_(size) {
  for (const Match& match : matches_of(pattern, rules, size)) add_form(match);
  std::erase_if(forms_, [](const PatternForm& form) {
    return form.slides ? form.last_x < form.first_x || form.last_y < form.first_y
                       : form.places.empty();
  });
}

void PatternPlan::add_form(const Match& match) {
  PatternForm form;
  form.match = match;
  const BoardSize drawn{static_cast<std::int16_t>(pattern_.width),
                        static_cast<std::int16_t>(pattern_.height)};
  const BoardSize lying = map_size(match.orientation, drawn);
  form.width = lying.width;
  form.height = lying.height;
  form.cells = mapped_cells(pattern_, match, rules_);
  find_places(form);
  build_tests(form);
  drop_known(form);
  forms_.push_back(std::move(form));
}

// The places of the pattern as drawn, each mapped by the symmetry of the board.
void PatternPlan::find_places(PatternForm& form) {
  const Orientation orientation = form.match.orientation;
  const PatternAnchor& anchor = pattern_.anchor;
  const BoardSize from = map_size(inverse(orientation), size_);  // the board before it is turned
  const int right = from.width - pattern_.width;
  const int bottom = from.height - pattern_.height;
  if (right < 0 || bottom < 0) return;
  if ((anchor.left && anchor.right && right > 0) || (anchor.top && anchor.bottom && bottom > 0)) {
    return;
  }
  int x1 = anchor.right ? right : 0, x2 = anchor.left ? 0 : right;
  int y1 = anchor.bottom ? bottom : 0, y2 = anchor.top ? 0 : bottom;
  if (!anchor.point.empty()) {
    const auto point = rules_.find_named_point(anchor.point, from);
    if (!point) return;
    x1 = x2 = static_cast<int>(*point) % from.width;
    y1 = y2 = static_cast<int>(*point) / from.width;
    if (x1 > right || y1 > bottom) return;
  }
  // Opposite corners of the first and the last place lie on the turned board as a rectangle, too.
  const auto top_left = [&](int x, int y) {
    const auto width = from.width;
    const Point a = map_point(orientation, static_cast<Point>(y * width + x), from);
    const Point b = map_point(
        orientation, static_cast<Point>((y + pattern_.height - 1) * width + x + pattern_.width - 1),
        from);
    const auto column = [&](Point point) { return static_cast<int>(point) % size_.width; };
    const auto row = [&](Point point) { return static_cast<int>(point) / size_.width; };
    return std::pair(std::min(column(a), column(b)), std::min(row(a), row(b)));
  };
  const auto [ax, ay] = top_left(x1, y1);
  const auto [bx, by] = top_left(x2, y2);
  form.first_x = std::min(ax, bx);
  form.last_x = std::max(ax, bx);
  form.first_y = std::min(ay, by);
  form.last_y = std::max(ay, by);
  form.slides = true;
}

void PatternPlan::build_tests(PatternForm& form) {
  form.moves.resize(pattern_.moves);
  form.players.resize(pattern_.moves);
  for (int y = 0; y < form.height; ++y) {
    for (int x = 0; x < form.width; ++x) {
      const PatternCell& cell = form.cells[static_cast<std::size_t>(y * form.width + x)];
      const auto offset = static_cast<std::uint32_t>(y * size_.width + x);
      if (cell.number != 0) {
        form.moves[cell.number - 1U] = offset;
        form.players[cell.number - 1U] = cell.player;
      }
      if (cell.allowed == kAll) continue;
      form.tests.push_back({offset, cell.allowed});
      const bool tells_colors = (cell.allowed & kEmptySet) == 0 && !rules_.traits().has_tiles &&
                                !rules_.traits().has_hands;
      if (tells_colors) form.stones.push_back({x, y, static_cast<unsigned>(cell.allowed >> 1 & 3)});
    }
  }
  // What is rarer first: a set without the empty point, of few pieces.
  std::ranges::stable_sort(form.tests, {}, [](const CellTest& test) {
    return std::tuple((test.allowed & kEmptySet) != 0, std::popcount(test.allowed));
  });
  const auto area = static_cast<std::uint32_t>(size_.area());
  const std::size_t half = pattern_.hands.size() / 2;
  for (std::size_t i = 0; i < pattern_.hands.size(); ++i) {
    if (pattern_.hands[i] == 0) continue;
    const std::size_t place = form.match.colors_swapped ? (i + half) % (2 * half) : i;
    form.behind.push_back({area + static_cast<std::uint32_t>(place), kAll << pattern_.hands[i]});
  }
  add_links(form);
}

// A link is kept at its upper hole: 0 two right, one down; 1 one right, two down; 2 one left, two
// down; 3 two left, one down.
void PatternPlan::add_links(PatternForm& form) const {
  const BoardSize drawn{static_cast<std::int16_t>(pattern_.width),
                        static_cast<std::int16_t>(pattern_.height)};
  for (const PatternLink& link : pattern_.links) {
    const auto end = [&](int x, int y) {
      const Point point =
          map_point(form.match.orientation, static_cast<Point>(y * pattern_.width + x), drawn);
      return std::pair(static_cast<int>(point) / form.width, static_cast<int>(point) % form.width);
    };
    auto upper = end(link.x1, link.y1);
    auto lower = end(link.x2, link.y2);
    if (lower < upper) std::swap(upper, lower);
    const int dx = lower.second - upper.second;
    const int direction = dx == 2 ? 0 : dx == 1 ? 1 : dx == -1 ? 2 : 3;
    const int hole = upper.first * size_.width + upper.second;
    const int cell = size_.area() + kLinkDirections * hole + direction;
    form.behind.push_back({static_cast<std::uint32_t>(cell), ContentSet{2}});
    form.behind_step = kLinkDirections;
  }
}

// Placements that a symmetry of the pattern itself makes equal are one.
void PatternPlan::drop_known(PatternForm& form) const {
  for (const PatternForm& known : forms_) {
    if (known.width != form.width || known.cells != form.cells) continue;
    const auto same_behind = [](const CellTest& a, const CellTest& b) {
      return a.offset == b.offset && a.allowed == b.allowed;
    };
    if (!std::ranges::is_permutation(known.behind, form.behind, same_behind)) continue;
    const auto covers = [&](int x, int y) {
      return x >= known.first_x && x <= known.last_x && y >= known.first_y && y <= known.last_y;
    };
    if (!form.slides) {
      std::erase_if(form.places, [&](Point place) {
        return covers(static_cast<int>(place) % size_.width, static_cast<int>(place) / size_.width);
      });
      continue;
    }
    form.slides = false;
    for (int y = form.first_y; y <= form.last_y; ++y) {
      for (int x = form.first_x; x <= form.last_x; ++x) {
        if (!covers(x, y)) form.places.push_back(static_cast<Point>(y * size_.width + x));
      }
    }
  }
}

}  // namespace ludex
