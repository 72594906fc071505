#pragma once

#include "games/api/cell_line.hpp"
#include "query/pattern/placements.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// A hit of a pattern at a moment of a line.
struct PatternHit {
  std::uint32_t ply = 0;
  std::int32_t moment = 0;  ///< of the line
  Match match;              ///< pattern onto board
  Point place = 0;          ///< the top left of where it lies on the board
  const PatternForm* form = nullptr;
};

/// Moments [from, to) of a line.
struct MomentRange {
  std::int32_t from = 0;
  std::int32_t to = 0;
};

/// How many hits of a line are needed.
struct HitWish {
  bool any = false;               ///< one hit is enough, whichever it is
  bool all_runs = false;          ///< all runs of a placement, not only the first
  std::int32_t first_moment = 0;  ///< hits and whole runs before count for another line
};

/// Finds a pattern on lines. A placement occurs in runs of consecutive moments; a run gives at most
/// one hit, its first moment that matches PatternMoment. One object per thread. Cost: a few
/// nanoseconds per placement that never occurs; about 20 ns per one that does.
class LineMatcher {
 public:
  LineMatcher(const Pattern& pattern, const PatternMoment& moment)
      : pattern_(pattern),
        wanted_(moment),
        wants_more_(moment.mover || moment.from_ply > 0 || moment.to_ply < 0xFFFFFFFF ||
                    moment.final),
        kinds_(pattern.kinds.kinds()) {}

  /// False if CellLine::held() alone shows that the pattern does not occur on the line.
  [[nodiscard]] bool may_stand(const CellLine& line, const PatternPlan& plan);

  /// The hits of a line, in no order. Valid until the next call.
  [[nodiscard]] const std::vector<PatternHit>& find(const CellLine& line, const PatternPlan& plan,
                                                    const HitWish& wish);

 private:
  using Ranges = std::vector<MomentRange>;
  struct ChangingCell {
    std::uint32_t cell;
    ContentSet allowed;
  };

  void learn_tiles(const CellLine& line);
  void fill_rows();
  [[nodiscard]] bool form_may_stand(const PatternForm& form);
  [[nodiscard]] bool stones_may_stand(const PatternForm& form, Point place) const;
  [[nodiscard]] std::uint64_t columns_where_stones_stood(const PatternForm& form, int y) const;
  /// True if the cells of the board are kept as bits, a word a row.
  [[nodiscard]] bool has_room_for_rows() const { return line_->size().width <= 64; }
  [[nodiscard]] static bool is_single_place(const PatternForm& form) {
    return form.slides && form.first_x == form.last_x && form.first_y == form.last_y;
  }
  [[nodiscard]] Point first_place(const PatternForm& form) const {
    return static_cast<Point>(form.first_y * line_->size().width + form.first_x);
  }
  void find_form(const PatternForm& form);
  void slide(const PatternForm& form);
  void try_all_places(const PatternForm& form);
  void try_place(const PatternForm& form, Point place);
  [[nodiscard]] bool start_range(const PatternForm& form, Point place, MomentRange& range) const;
  [[nodiscard]] bool end_range(const PatternForm& form, Point place, MomentRange& range) const;
  template <class Look>
  [[nodiscard]] bool all_often(const PatternForm& form, Point place, Look look) const;
  [[nodiscard]] std::uint8_t code_at(Point cell, std::int32_t moment) const;
  [[nodiscard]] bool find_runs(const PatternForm& form, Point place, MomentRange range);
  [[nodiscard]] bool narrow(const CellTest& test, Point cell, MomentRange& range);
  [[nodiscard]] bool cross_changing_cells(std::int32_t from);
  [[nodiscard]] bool allows(ContentSet set, std::uint8_t code) const {
    return (set >> kinds_[code] & 1) != 0;
  }
  void runs_of_cell(const ChangingCell& asked, std::int32_t from, Ranges& runs) const;
  [[nodiscard]] std::int32_t change_before(const ChangingCell& asked, std::int32_t from) const;
  void play_numbered_moves(const PatternForm& form, Point place);
  [[nodiscard]] std::optional<MomentRange> sequence_after(const PatternForm& form, Point place,
                                                          std::int32_t end);
  [[nodiscard]] bool find_moves(const PatternForm& form, Point place, std::int32_t start);
  [[nodiscard]] bool cell_takes_part(const PatternCell& asked, std::uint32_t cell,
                                     std::int32_t start, MomentRange& stands) const;
  void add_hit(const PatternForm& form, Point place, std::int32_t moment);
  void give_hits(const PatternForm& form, Point place);
  [[nodiscard]] std::optional<std::int32_t> wanted_moment(const MomentRange& run,
                                                          const PatternForm& form) const;

  const Pattern& pattern_;
  PatternMoment wanted_;
  bool wants_more_;  // than that the pattern stands
  std::array<std::uint8_t, 256> kinds_;
  bool knows_tiles_of_line_ = false;
  const CellLine* line_ = nullptr;
  HitWish wish_;
  std::vector<PatternHit> hits_;

  /// Bit x of row y: such a stone stood there at some moment. By colors: 1 first, 2 second, 3 any.
  std::array<std::vector<std::uint64_t>, 4> rows_;
  bool has_rows_ = false;

  std::vector<ChangingCell> changing_;  // of the place at hand: those that change more than once
  Ranges runs_, cell_runs_, crossed_;
  std::vector<std::int32_t> move_moments_;  // of the numbered moves
};

}  // namespace ludex
