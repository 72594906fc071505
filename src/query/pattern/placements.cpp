#include "query/pattern/placements.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace ludex {
namespace {

constexpr ContentSet kEmptySet = 1;

/// The kinds of a set when the players change roles.
ContentSet swapped_set(ContentSet set, const GameRules& rules) {
  if (rules.traits().has_tiles || set == kAllContents) return set;
  ContentSet result = 0;
  for (unsigned kind = 0; kind < 64; ++kind) {
    if ((set >> kind & 1) == 0) continue;
    result |= ContentSet{1} << rules.swapped(static_cast<std::uint8_t>(kind));
  }
  return result;
}

/// The requested orientations, in the order of the enum, for each of the two colors.
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
  std::vector<PatternCell> cells(pattern.cells.size());
  for (Point point = 0; point < cells.size(); ++point) {
    cells[map_point(match.orientation, point, pattern.size())] =
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
  const BoardSize lying = map_size(match.orientation, pattern_.size());
  form.width = lying.width;
  form.height = lying.height;
  find_places(form);
  if (!form.slides) return;
  form.cells = mapped_cells(pattern_, match, rules_);
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
    const GridPlace a = map_place(orientation, {x, y}, from);
    const GridPlace b =
        map_place(orientation, {x + pattern_.width - 1, y + pattern_.height - 1}, from);
    return GridPlace{std::min(a.x, b.x), std::min(a.y, b.y)};
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
      form.allowed.push_back(cell.allowed);
      if (cell.number != 0) {
        form.moves[cell.number - 1U] = offset;
        form.players[cell.number - 1U] = cell.player;
      }
      if (cell.allowed == kAllContents) continue;
      add_test(form, {offset, cell.allowed});
      const bool tells_colors = (cell.allowed & kEmptySet) == 0 && !rules_.traits().has_tiles &&
                                !rules_.traits().has_hands;
      if (tells_colors) form.stones.push_back({x, y, static_cast<unsigned>(cell.allowed >> 1 & 3)});
    }
  }
  // Rare contents first: a set of few pieces.
  const auto pieces = [](const CellTest& test) { return std::popcount(test.allowed); };
  std::ranges::stable_sort(form.full, {}, pieces);
  std::ranges::stable_sort(form.mixed, {}, pieces);
  const auto area = static_cast<std::uint32_t>(size_.area());
  const std::size_t half = pattern_.hands.size() / 2;
  for (std::size_t i = 0; i < pattern_.hands.size(); ++i) {
    if (pattern_.hands[i] == 0) continue;
    const std::size_t place = form.match.colors_swapped ? (i + half) % (2 * half) : i;
    form.behind.push_back(
        {area + static_cast<std::uint32_t>(place), kAllContents << pattern_.hands[i]});
  }
  add_links(form);
}

void PatternPlan::add_test(PatternForm& form, const CellTest& test) const {
  if ((test.allowed & kEmptySet) == 0) {
    form.full.push_back(test);
  } else if (test.allowed != kEmptySet) {
    form.mixed.push_back(test);
  } else if (!form.empty.empty() &&
             form.empty.back().offset + form.empty.back().count == test.offset) {
    ++form.empty.back().count;
  } else {
    form.empty.push_back({test.offset, 1});
  }
}

// Told for the form in the top left corner of the board.
void PatternPlan::add_links(PatternForm& form) const {
  if (pattern_.links.empty() || form.width > size_.width || form.height > size_.height) return;
  const auto hole = [&](int x, int y) {
    const GridPlace place = map_place(form.match.orientation, {x, y}, pattern_.size());
    return static_cast<Point>(place.y * size_.width + place.x);
  };
  for (const PatternLink& link : pattern_.links) {
    const auto cell = rules_.cell_of_link(hole(link.x1, link.y1), hole(link.x2, link.y2), size_);
    if (cell) form.behind.push_back({*cell, ContentSet{2}});
  }
  const std::size_t cells = rules_.extra_cells({.size = size_, .wants_links = true});
  form.behind_step = static_cast<std::uint32_t>(cells) / static_cast<std::uint32_t>(size_.area());
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
