#include "query/pattern/line_matcher.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace ludex {
namespace {

constexpr int kMostColumns = 64;  // of boards whose cells are kept as bits

void cross(const std::vector<MomentRange>& one, const std::vector<MomentRange>& other,
           std::vector<MomentRange>& both) {
  both.clear();
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
    const MomentRange common{std::max(a->from, b->from), std::min(a->to, b->to)};
    if (common.from < common.to) both.push_back(common);
    if (a->to < b->to) {
      ++a;
    } else {
      ++b;
    }
  }
}

}  // namespace

const std::vector<PatternHit>& LineMatcher::find(const CellLine& line, const PatternPlan& plan,
                                                 const HitWish& wish) {
  hits_.clear();
  if (line.moments() == 0) return hits_;
  line_ = &line;
  wish_ = wish;
  has_rows_ = false;
  if (pattern_.kinds.has_tiles()) learn_tiles(line);
  for (const PatternForm& form : plan.forms()) {
    if (form.match.orientation != Orientation::identity && !line.is_symmetric) continue;
    find_form(form);
    if (wish_.any && !hits_.empty()) break;
  }
  return hits_;
}

// A code from 128 on is another tile in each game.
void LineMatcher::learn_tiles(const CellLine& line) {
  if (line.tile_names.size() == 0 && !knows_tiles_of_line_) return;
  const auto& known = pattern_.kinds.kinds();
  for (unsigned code = tile::kFirstNamed; code < kinds_.size(); ++code) {
    kinds_[code] = code % 2 == 0 ? ContentKinds::kOtherTile : ContentKinds::kOtherBlank;
  }
  for (std::size_t i = 0; i < line.tile_names.size(); ++i) {
    const auto code = static_cast<TileCode>(tile::kFirstNamed + 2 * i);
    const auto asked = pattern_.tile_names.find_code(line.tile_names.text_of(code));
    if (!asked) continue;
    kinds_[code] = known[*asked];
    kinds_[tile::blank_of(code)] = known[tile::blank_of(*asked)];
  }
  knows_tiles_of_line_ = line.tile_names.size() != 0;
}

void LineMatcher::fill_rows(const CellLine& line) {
  has_rows_ = true;
  const auto width = static_cast<std::size_t>(line.size().width);
  const auto height = static_cast<std::size_t>(line.size().height);
  for (auto& rows : rows_) rows.assign(height, 0);
  std::size_t cell = 0;
  for (std::size_t y = 0; y < height; ++y) {
    std::uint64_t first = 0, second = 0;
    for (std::size_t x = 0; x < width; ++x, ++cell) {
      const CellLine::Cell& one = line.cells()[cell];
      const unsigned codes = 1U << one.start | 1U << one.then;
      first |= std::uint64_t{codes >> 1 & 1} << x;
      second |= std::uint64_t{codes >> 2 & 1} << x;
    }
    rows_[1][y] = first;
    rows_[2][y] = second;
  }
  for (const CellLine::Change& change : line.changes()) {
    if (change.cell >= width * height || change.code == cell::kEmpty) continue;
    rows_[change.code][change.cell / width] |= std::uint64_t{1} << change.cell % width;
  }
  for (std::size_t y = 0; y < height; ++y) rows_[3][y] = rows_[1][y] | rows_[2][y];
}

void LineMatcher::find_form(const PatternForm& form) {
  if (form.slides) {
    slide(form);
    return;
  }
  for (const Point place : form.places) {
    try_place(form, place);
    if (wish_.any && !hits_.empty()) return;
  }
}

// Where all stones of the form stood at some moment, row by row as bits; then moment by moment.
void LineMatcher::slide(const PatternForm& form) {
  const int width = line_->size().width;
  const bool is_single = form.first_x == form.last_x && form.first_y == form.last_y;
  const bool by_bits = !is_single && width <= kMostColumns && !form.stones.empty();
  if (by_bits && !has_rows_) fill_rows(*line_);
  const int columns = form.last_x - form.first_x + 1;
  const std::uint64_t all = columns >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << columns) - 1;
  for (int y = form.first_y; y <= form.last_y; ++y) {
    std::uint64_t mask = all;
    if (by_bits) {
      for (const PatternForm::Stone& stone : form.stones) {
        mask &=
            rows_[stone.colors][static_cast<std::size_t>(y + stone.y)] >> (stone.x + form.first_x);
      }
    }
    for (int x = form.first_x; x <= form.last_x; ++x) {
      if (x - form.first_x < 64) {
        const std::uint64_t rest = mask >> (x - form.first_x);
        if (columns <= 64 && rest == 0) break;
        if ((rest & 1) == 0) continue;
      }
      try_place(form, static_cast<Point>(y * width + x));
      if (wish_.any && !hits_.empty()) return;
    }
  }
}

void LineMatcher::try_place(const PatternForm& form, Point place) {
  MomentRange range{0, line_->moments()};
  changing_.clear();
  for (const CellTest& test : form.tests) {
    if (!narrow(test, place + test.offset, range)) return;
  }
  for (const CellTest& test : form.behind) {
    if (!narrow(test, test.offset + place * form.behind_step, range)) return;
  }
  runs_.assign(1, range);
  if (!changing_.empty() && !cross_changing_cells()) return;
  if (!form.moves.empty()) play_numbered_moves(form, place);
  give_hits(form, place);
}

// A cell that changes once at the most leaves one range.
bool LineMatcher::narrow(const CellTest& test, Point cell, MomentRange& range) {
  const CellLine::Cell& one = line_->cells()[cell];
  if (one.changes >= 0) {
    changing_.push_back({cell, test.allowed});
    return true;
  }
  if (allows(test.allowed, one.start)) {
    if (one.first_change < range.to && !allows(test.allowed, one.then)) range.to = one.first_change;
  } else if (one.first_change != CellLine::kNever && allows(test.allowed, one.then)) {
    range.from = std::max(range.from, one.first_change);
  } else {
    return false;
  }
  return range.from < range.to;
}

bool LineMatcher::cross_changing_cells() {
  for (const ChangingCell& one : changing_) {
    runs_of_cell(one.cell, one.allowed, cell_runs_);
    cross(runs_, cell_runs_, crossed_);
    runs_.swap(crossed_);
    if (runs_.empty()) return false;
  }
  return true;
}

void LineMatcher::runs_of_cell(std::uint32_t cell, ContentSet allowed, Ranges& runs) const {
  runs.clear();
  const CellLine::Cell& one = line_->cells()[cell];
  bool stands = allows(allowed, one.start);
  if (stands) runs.push_back({0, line_->moments()});
  const auto change = [&](std::int32_t moment, std::uint8_t code) {
    if (allows(allowed, code) == stands) return;
    stands = !stands;
    if (stands) {
      runs.push_back({moment, line_->moments()});
    } else {
      runs.back().to = moment;
    }
  };
  if (one.first_change == CellLine::kNever) return;
  change(one.first_change, one.then);
  for (std::int32_t at = one.changes; at >= 0;) {
    const CellLine::Change& next = line_->changes()[static_cast<std::size_t>(at)];
    change(next.moment, next.code);
    at = next.next;
  }
}

// The pattern without the moves stands until the first of them is played.
void LineMatcher::play_numbered_moves(const PatternForm& form, Point place) {
  cell_runs_.swap(runs_);
  runs_.clear();
  for (const MomentRange& before : cell_runs_) {
    if (const auto after = sequence_after(form, place, before.to)) runs_.push_back(*after);
  }
}

/// How long the pattern stands with all moves played, the first of them at moment `start`; none
/// where anything else happened on its rectangle.
std::optional<MomentRange> LineMatcher::sequence_after(const PatternForm& form, Point place,
                                                       std::int32_t start) {
  if (!find_moves(form, place, start)) return std::nullopt;
  const auto width = static_cast<Point>(line_->size().width);
  MomentRange stands{move_moments_.back(), line_->moments()};
  for (std::size_t i = 0; i < form.cells.size(); ++i) {
    const Point x = static_cast<Point>(i) % static_cast<Point>(form.width);
    const Point y = static_cast<Point>(i) / static_cast<Point>(form.width);
    if (!cell_takes_part(form.cells[i], place + y * width + x, start, stands)) return std::nullopt;
  }
  return stands;
}

/// Whether the moves on the rectangle from `start` on are the numbered ones; fills move_moments_.
bool LineMatcher::find_moves(const PatternForm& form, Point place, std::int32_t start) {
  const auto width = static_cast<Point>(line_->size().width);
  const auto is_inside = [&](Point point) {
    return point % width - place % width < static_cast<Point>(form.width) &&
           point / width - place / width < static_cast<Point>(form.height);
  };
  move_moments_.clear();
  const auto& placed = line_->placed();
  std::uint8_t first = 0;
  auto next = std::ranges::lower_bound(placed, start, {}, &CellLine::Placed::moment);
  for (; next != placed.end() && move_moments_.size() < form.moves.size(); ++next) {
    if (!is_inside(next->point)) continue;
    const std::size_t played = move_moments_.size();
    if (played == 0 && next->moment != start) return false;
    if (played == 0) first = static_cast<std::uint8_t>(next->code);
    std::uint8_t player = form.players[played];
    if (player == 0) player = played % 2 == 0 ? first : cell::swapped(first);
    if (next->point != place + form.moves[played] || next->code != player) return false;
    move_moments_.push_back(next->moment);
  }
  return move_moments_.size() == form.moves.size();
}

/// Whether a cell changes by its own move alone between the first move and the last, and what it
/// holds then stays; `stands` ends where it no longer does.
bool LineMatcher::cell_takes_part(const PatternCell& asked, std::uint32_t cell, std::int32_t start,
                                  MomentRange& stands) const {
  const std::int32_t last = move_moments_.back();
  const std::int32_t own = asked.number == 0 ? -1 : move_moments_[asked.number - 1U];
  const CellLine::Cell& one = line_->cells()[cell];
  std::uint8_t code = one.start;
  bool changes_otherwise = false;
  const auto see = [&](std::int32_t moment, std::uint8_t after) {
    if (moment <= last) {
      changes_otherwise |= moment >= start && moment != own;
      code = after;
    } else if (asked.number != 0 ? after != code : !allows(asked.allowed, after)) {
      stands.to = std::min(stands.to, moment);
    }
  };
  if (one.first_change != CellLine::kNever) see(one.first_change, one.then);
  for (std::int32_t at = one.changes; at >= 0;) {
    const CellLine::Change& change = line_->changes()[static_cast<std::size_t>(at)];
    see(change.moment, change.code);
    at = change.next;
  }
  return !changes_otherwise && (asked.number == 0 || code != cell::kEmpty);
}

void LineMatcher::give_hits(const PatternForm& form, Point place) {
  for (const MomentRange& run : runs_) {
    const auto moment = wanted_moment(run, form);
    if (!moment) continue;
    if (*moment >= wish_.first_moment) {
      hits_.push_back({line_->ply(*moment), *moment, form.match, place, &form});
    }
    if (!wish_.all_runs) return;
  }
}

std::optional<std::int32_t> LineMatcher::wanted_moment(const MomentRange& run,
                                                       const PatternForm& form) const {
  const bool is_plain =
      !wanted_.mover && wanted_.from_ply == 0 && wanted_.to_ply == 0xFFFFFFFF && !wanted_.final;
  if (is_plain) return run.from;
  for (std::int32_t moment = run.from; moment < run.to; ++moment) {
    const std::uint32_t ply = line_->ply(moment);
    if (ply < wanted_.from_ply || ply > wanted_.to_ply) continue;
    if (wanted_.final && moment + 1 != line_->moments()) continue;
    if (wanted_.mover) {
      const Player mover = form.match.colors_swapped ? opponent(*wanted_.mover) : *wanted_.mover;
      if (line_->to_move(moment) != cell::of(mover)) continue;
    }
    return moment;
  }
  return std::nullopt;
}

}  // namespace ludex
