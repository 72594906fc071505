#include "query/pattern/line_matcher.hpp"

#include "core/little_endian.hpp"

#include <algorithm>
#include <bit>

namespace ludex {
namespace {

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

bool LineMatcher::may_stand(const CellLine& line, const PatternPlan& plan) {
  line_ = &line;
  has_rows_ = false;
  return std::ranges::any_of(plan.forms(),
                             [&](const PatternForm& form) { return form_may_stand(form); });
}

bool LineMatcher::form_may_stand(const PatternForm& form) {
  if (form.stones.empty() || !has_room_for_rows()) return true;
  if (!form.slides) {
    return std::ranges::any_of(form.places,
                               [&](Point place) { return stones_may_stand(form, place); });
  }
  if (is_single_place(form)) return stones_may_stand(form, first_place(form));
  if (!has_rows_) fill_rows();
  for (int y = form.first_y; y <= form.last_y; ++y) {
    if (columns_where_stones_stood(form, y) != 0) return true;
  }
  return false;
}

bool LineMatcher::stones_may_stand(const PatternForm& form, Point place) const {
  const std::uint8_t* const held = line_->held() + place;
  return std::ranges::all_of(form.stones, [&](const PatternForm::Stone& stone) {
    return (held[stone.y * line_->size().width + stone.x] & stone.colors) != 0;
  });
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

// Eight points at once: the bit of a color in eight bytes becomes a byte.
void LineMatcher::fill_rows() {
  has_rows_ = true;
  const auto width = static_cast<std::size_t>(line_->size().width);
  const auto height = static_cast<std::size_t>(line_->size().height);
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const auto packed = [](std::uint64_t bytes) {
    return (bytes & 0x0101'0101'0101'0101) * 0x0102'0408'1020'4080 >> 56;
  };
  for (auto& rows : rows_) rows.resize(height);
  const auto* row = reinterpret_cast<const char*>(line_->held());
  for (std::size_t y = 0; y < height; ++y, row += width) {
    std::uint64_t first = 0, second = 0;
    for (std::size_t x = 0; x < width; x += 8) {
      const auto bytes = load_little<std::uint64_t>(row + x);
      first |= packed(bytes) << x;
      second |= packed(bytes >> 1) << x;
    }
    rows_[1][y] = first & all;
    rows_[2][y] = second & all;
    rows_[3][y] = (first | second) & all;
  }
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

/// Of the places of a form in one row those where all its stones stood at some moment; bit 0 is
/// first_x.
std::uint64_t LineMatcher::columns_where_stones_stood(const PatternForm& form, int y) const {
  const int columns = form.last_x - form.first_x + 1;
  std::uint64_t left = columns == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << columns) - 1;
  for (const PatternForm::Stone& stone : form.stones) {
    left &= rows_[stone.colors][static_cast<std::size_t>(y + stone.y)] >> (stone.x + form.first_x);
  }
  return left;
}

void LineMatcher::slide(const PatternForm& form) {
  if (is_single_place(form)) return try_place(form, first_place(form));
  if (!has_room_for_rows() || form.stones.empty()) return try_all_places(form);
  if (!has_rows_) fill_rows();
  for (int y = form.first_y; y <= form.last_y; ++y) {
    for (auto left = columns_where_stones_stood(form, y); left != 0; left &= left - 1) {
      const int x = form.first_x + std::countr_zero(left);
      try_place(form, static_cast<Point>(y * line_->size().width + x));
      if (wish_.any && !hits_.empty()) return;
    }
  }
}

void LineMatcher::try_all_places(const PatternForm& form) {
  for (int y = form.first_y; y <= form.last_y; ++y) {
    for (int x = form.first_x; x <= form.last_x; ++x) {
      try_place(form, static_cast<Point>(y * line_->size().width + x));
      if (wish_.any && !hits_.empty()) return;
    }
  }
}

void LineMatcher::try_place(const PatternForm& form, Point place) {
  MomentRange range{0, line_->moments()};
  if (!start_range(form, place, range)) return;
  const bool first_is_enough =
      !wants_more_ && !wish_.all_runs && form.moves.empty() && form.behind.empty();
  // What was empty and changes later is so at moment 0.
  const bool is_start = first_is_enough && range.from == 0;
  if (!is_start && !end_range(form, place, range)) return;
  const bool stands_at_once =
      first_is_enough && all_often(form, place, [&](Point cell, ContentSet allowed) {
        return allows(allowed, code_at(cell, range.from));
      });
  if (stands_at_once) return add_hit(form, place, range.from);
  if (is_start && !end_range(form, place, range)) return;
  if (!find_runs(form, place, range)) return;
  if (!form.moves.empty()) play_numbered_moves(form, place);
  give_hits(form, place);
}

/// Moves the start after the changes of all cells that must not be empty, were empty, and change
/// once.
bool LineMatcher::start_range(const PatternForm& form, Point place, MomentRange& range) const {
  const std::int32_t* const when = line_->when() + place;
  const std::uint8_t* const held = line_->held() + place;
  for (const CellTest& test : form.full) {
    const std::int32_t moment = when[test.offset];
    if (moment == CellLine::kOften) continue;
    if (!allows(test.allowed, held[test.offset])) return false;
    range.from = std::max(range.from, moment);
  }
  return range.from < range.to;
}

/// Moves the end before that of all cells that may be empty, were so and change once.
bool LineMatcher::end_range(const PatternForm& form, Point place, MomentRange& range) const {
  const std::int32_t* const when = line_->when() + place;
  const std::uint8_t* const held = line_->held() + place;
  for (const EmptyRun& run : form.empty) {
    const std::int32_t* const cells = when + run.offset;
    for (std::uint32_t i = 0; i < run.count; ++i) range.to = std::min(range.to, cells[i]);
    if (range.to <= range.from) return false;
  }
  for (const CellTest& test : form.mixed) {
    const std::int32_t moment = when[test.offset];
    if (moment >= range.to || allows(test.allowed, held[test.offset])) continue;
    range.to = moment;
    if (range.to <= range.from) return false;
  }
  return true;
}

/// True if `look` accepts each cell for which CellLine::when() says nothing.
template <class Look>
bool LineMatcher::all_often(const PatternForm& form, Point place, Look look) const {
  const int width = line_->size().width;
  const int left = static_cast<int>(place) % width, top = static_cast<int>(place) / width;
  if (line_->often().size() > form.cells.size()) {
    const ContentSet* allowed = form.allowed.data();
    for (int y = 0; y < form.height; ++y) {
      const auto row = static_cast<Point>(place + static_cast<Point>(y * width));
      for (int x = 0; x < form.width; ++x, ++allowed) {
        const Point cell = row + static_cast<Point>(x);
        if (line_->when()[cell] == CellLine::kOften && !look(cell, *allowed)) return false;
      }
    }
    return true;
  }
  const auto area = static_cast<Point>(line_->size().area());
  for (const std::uint32_t cell : line_->often()) {
    if (cell >= area) continue;
    const int x = static_cast<int>(cell) % width - left, y = static_cast<int>(cell) / width - top;
    if (x < 0 || x >= form.width || y < 0 || y >= form.height) continue;
    if (!look(cell, form.allowed[static_cast<std::size_t>(y * form.width + x)])) return false;
  }
  return true;
}

std::uint8_t LineMatcher::code_at(Point cell, std::int32_t moment) const {
  const CellLine::Cell one = line_->cell(cell);
  if (moment < one.first_change) return one.start;
  if (one.last_change >= 0 && line_->change_at(one.last_change).moment <= moment) return one.now;
  std::uint8_t code = one.then;
  for (std::int32_t at = one.changes; at >= 0; at = line_->change_at(at).next) {
    if (line_->change_at(at).moment > moment) break;
    code = line_->change_at(at).code;
  }
  return code;
}

/// \param range  what all cells leave that were empty and change once
bool LineMatcher::find_runs(const PatternForm& form, Point place, MomentRange range) {
  changing_.clear();
  const bool may_stand = all_often(form, place, [&](Point cell, ContentSet allowed) {
    return narrow({0, allowed}, cell, range);
  });
  if (!may_stand) return false;
  for (const CellTest& test : form.behind) {
    if (!narrow(test, test.offset + place * form.behind_step, range)) return false;
  }
  runs_.assign(1, range);
  // Numbered moves are played where a run ends.
  const std::int32_t from = form.moves.empty() ? wish_.first_moment : 0;
  return changing_.empty() || cross_changing_cells(from);
}

// A cell that changes once at the most leaves one range.
bool LineMatcher::narrow(const CellTest& test, Point cell, MomentRange& range) {
  if (test.allowed == kAllContents) return true;
  const CellLine::Cell one = line_->cell(cell);
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

bool LineMatcher::cross_changing_cells(std::int32_t from) {
  for (const ChangingCell& one : changing_) {
    runs_of_cell(one, from, cell_runs_);
    cross(runs_, cell_runs_, crossed_);
    runs_.swap(crossed_);
    if (runs_.empty()) return false;
  }
  return true;
}

/// The runs that last beyond `from`. A run that began before `from` gives no hit, so its start may
/// be given later than it was, but always before `from`.
void LineMatcher::runs_of_cell(const ChangingCell& asked, std::int32_t from, Ranges& runs) const {
  runs.clear();
  bool stands = false;
  const auto change = [&](std::int32_t moment, std::uint8_t code) {
    if (allows(asked.allowed, code) == stands) return;
    stands = !stands;
    if (stands) {
      runs.push_back({moment, line_->moments()});
    } else {
      runs.back().to = moment;
    }
  };
  std::int32_t at = change_before(asked, from);
  if (at < 0) {
    const CellLine::Cell one = line_->cell(asked.cell);
    change(0, one.start);
    if (one.first_change == CellLine::kNever) return;
    change(one.first_change, one.then);
    at = one.changes;
  }
  for (; at >= 0; at = line_->change_at(at).next) {
    change(line_->change_at(at).moment, line_->change_at(at).code);
  }
}

/// The change before `from`, for line_->change_at(), where the search for runs of a cell starts;
/// -1: at the cell's first one.
std::int32_t LineMatcher::change_before(const ChangingCell& asked, std::int32_t from) const {
  if (from == 0) return -1;
  std::int32_t at = line_->cell(asked.cell).last_change;
  while (at >= 0 && line_->change_at(at).moment >= from) at = line_->change_at(at).previous;
  if (!wants_more_) return at;
  while (at >= 0 && allows(asked.allowed, line_->change_at(at).code)) {
    at = line_->change_at(at).previous;
  }
  return at;
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

/// True if the moves on the rectangle from `start` on are the numbered ones; fills move_moments_.
bool LineMatcher::find_moves(const PatternForm& form, Point place, std::int32_t start) {
  const auto width = static_cast<Point>(line_->size().width);
  const auto is_inside = [&](Point point) {
    return point % width - place % width < static_cast<Point>(form.width) &&
           point / width - place / width < static_cast<Point>(form.height);
  };
  move_moments_.clear();
  std::uint8_t first = 0;
  bool fits = true;
  line_->for_each_placed(start, [&](const CellLine::Placed& next) {
    if (move_moments_.empty() && next.moment > start) return false;  // none is played at `start`
    if (!is_inside(next.point)) return true;
    const std::size_t played = move_moments_.size();
    if (played == 0) first = static_cast<std::uint8_t>(next.code);
    std::uint8_t player = form.players[played];
    if (player == 0) player = played % 2 == 0 ? first : cell::swapped(first);
    fits = (played > 0 || next.moment == start) && next.point == place + form.moves[played] &&
           next.code == player;
    if (fits) move_moments_.push_back(next.moment);
    return fits && move_moments_.size() < form.moves.size();
  });
  return fits && move_moments_.size() == form.moves.size();
}

/// True if a cell changes by its own move alone between the first move and the last, and what it
/// holds then stays; `stands` ends where it no longer does.
bool LineMatcher::cell_takes_part(const PatternCell& asked, std::uint32_t cell, std::int32_t start,
                                  MomentRange& stands) const {
  const std::int32_t last = move_moments_.back();
  const std::int32_t own = asked.number == 0 ? -1 : move_moments_[asked.number - 1U];
  const CellLine::Cell one = line_->cell(cell);
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
    const CellLine::Change& change = line_->change_at(at);
    see(change.moment, change.code);
    at = change.next;
  }
  return !changes_otherwise && (asked.number == 0 || code != cell::kEmpty);
}

void LineMatcher::give_hits(const PatternForm& form, Point place) {
  for (const MomentRange& run : runs_) {
    const auto moment = wanted_moment(run, form);
    if (!moment) continue;
    add_hit(form, place, *moment);
    if (!wish_.all_runs) return;
  }
}

void LineMatcher::add_hit(const PatternForm& form, Point place, std::int32_t moment) {
  if (moment < wish_.first_moment) return;
  hits_.push_back({line_->ply(moment), moment, form.match, place, &form});
}

std::optional<std::int32_t> LineMatcher::wanted_moment(const MomentRange& run,
                                                       const PatternForm& form) const {
  if (!wants_more_) return run.from;
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
