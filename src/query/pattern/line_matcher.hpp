#pragma once

#include "games/api/cell_line.hpp"
#include "query/pattern/placements.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// A pattern that stands at a moment of a line.
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

/// How much of a line is asked for.
struct HitWish {
  bool any = false;               ///< one hit is enough, whichever it is
  bool all_runs = false;          ///< all runs of a placement, not only the first
  std::int32_t first_moment = 0;  ///< hits before count for another line
};

/// Finds a pattern on lines. A placement stands in runs of consecutive moments; a run gives at most
/// one hit, the first moment in it that PatternMoment wants. One thread an object.
/// Cost: a few nanoseconds a placement that the line never had; some 20 ns one that it had.
class LineMatcher {
 public:
  LineMatcher(const Pattern& pattern, const PatternMoment& moment)
      : pattern_(pattern), wanted_(moment), kinds_(pattern.kinds.kinds()) {}

  /// The hits of a line, in no order. Valid until the next call.
  [[nodiscard]] const std::vector<PatternHit>& find(const CellLine& line, const PatternPlan& plan,
                                                    const HitWish& wish);

 private:
  using Ranges = std::vector<MomentRange>;

  void learn_tiles(const CellLine& line);
  void fill_rows(const CellLine& line);
  void find_form(const PatternForm& form);
  void slide(const PatternForm& form);
  void try_place(const PatternForm& form, Point place);
  [[nodiscard]] bool narrow(const CellTest& test, Point cell, MomentRange& range);
  [[nodiscard]] bool cross_changing_cells();
  [[nodiscard]] bool allows(ContentSet set, std::uint8_t code) const {
    return (set >> kinds_[code] & 1) != 0;
  }
  void runs_of_cell(std::uint32_t cell, ContentSet allowed, Ranges& runs) const;
  void play_numbered_moves(const PatternForm& form, Point place);
  [[nodiscard]] std::optional<MomentRange> sequence_after(const PatternForm& form, Point place,
                                                          std::int32_t end);
  [[nodiscard]] bool find_moves(const PatternForm& form, Point place, std::int32_t start);
  [[nodiscard]] bool cell_takes_part(const PatternCell& asked, std::uint32_t cell,
                                     std::int32_t start, MomentRange& stands) const;
  void give_hits(const PatternForm& form, Point place);
  [[nodiscard]] std::optional<std::int32_t> wanted_moment(const MomentRange& run,
                                                          const PatternForm& form) const;

  const Pattern& pattern_;
  PatternMoment wanted_;
  std::array<std::uint8_t, 256> kinds_;
  bool knows_tiles_of_line_ = false;
  const CellLine* line_ = nullptr;
  HitWish wish_;
  std::vector<PatternHit> hits_;

  /// Bit x of row y: such a stone stood there at some moment. By colours: 1 first, 2 second, 3 any.
  std::array<std::vector<std::uint64_t>, 4> rows_;
  bool has_rows_ = false;
  std::vector<std::uint64_t> mask_;

  struct ChangingCell {
    std::uint32_t cell;
    ContentSet allowed;
  };
  std::vector<ChangingCell> changing_;  // of the place at hand: those that change more than once
  Ranges runs_, cell_runs_, crossed_;
  std::vector<std::int32_t> move_moments_;  // of the numbered moves
};

}  // namespace ludex
