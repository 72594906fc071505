#pragma once

#include "games/api/game_rules.hpp"
#include "query/pattern/pattern.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// A cell of a form that must hold something.
struct CellTest {
  std::uint32_t offset = 0;  ///< from the form's top left, in cells of the board
  ContentSet allowed = 0;
};

/// Adjacent cells of a form that must be empty.
struct EmptyRun {
  std::uint32_t offset = 0;  ///< of the first, from the form's top left, in cells of the board
  std::uint32_t count = 0;
};

/// A pattern as it lies on a board of one size in one way: turned, perhaps with the colors
/// exchanged. A placement is a form at a place.
struct PatternForm {
  Match match;  ///< pattern onto board
  int width = 0;
  int height = 0;
  std::vector<PatternCell> cells;     ///< row by row, of the form
  std::vector<ContentSet> allowed;    ///< the same, what they may hold
  std::vector<CellTest> full;         ///< cells that must hold something
  std::vector<CellTest> mixed;        ///< that may be empty, or hold some contents
  std::vector<EmptyRun> empty;        ///< that must be empty; numbered moves are played there
  std::vector<CellTest> behind;       ///< hands and links: cells of the line, of the first place
  std::uint32_t behind_step = 0;      ///< how many cells further they are for each point further
  std::vector<std::uint32_t> moves;   ///< offsets of the numbered moves, in their order
  std::vector<std::uint8_t> players;  ///< who plays them; 0: either
  /// Its stones alone, for boards whose cells are kept as bits: column, row, colors (bit 0: first)
  struct Stone {
    int x, y;
    unsigned colors;
  };
  std::vector<Stone> stones;

  /// Top left points where it may lie: all in a rectangle, or those listed.
  bool slides = false;
  int first_x = 0, first_y = 0, last_x = -1, last_y = -1;
  std::vector<Point> places;  ///< of a form that does not slide; ascending
};

/// True if a symmetry maps a pattern onto itself, links and hands too.
[[nodiscard]] bool maps_onto_itself(const Pattern& pattern, const Match& match,
                                    const GameRules& rules);

/// All placements of a pattern on a board of one size; none twice.
class PatternPlan {
 public:
  PatternPlan(const Pattern& pattern, const GameRules& rules, BoardSize size);

  [[nodiscard]] BoardSize size() const { return size_; }
  /// In the order in which hits are named: orientations in the order of Orientation, colors as they
  /// are before colors exchanged. Forms of other orientations than identity count only on boards
  /// that are symmetric (CellLine::is_symmetric).
  [[nodiscard]] const std::vector<PatternForm>& forms() const { return forms_; }

 private:
  void add_form(const Match& match);
  void find_places(PatternForm& form);
  void build_tests(PatternForm& form);
  void add_test(PatternForm& form, const CellTest& test) const;
  void add_links(PatternForm& form) const;
  void drop_known(PatternForm& form) const;

  const Pattern& pattern_;
  const GameRules& rules_;
  BoardSize size_;
  std::vector<PatternForm> forms_;
};

}  // namespace ludex
