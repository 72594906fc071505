#pragma once

#include "query/filter/id_set.hpp"
#include "query/pattern/line_matcher.hpp"
#include "store/sql/sql_connection.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// A later move that puts something on the rectangle of a hit.
struct Continuation {
  std::uint32_t ply = 0;    ///< that it leads to
  Point point = 0;          ///< of the board
  std::uint8_t code = 0;    ///< what it puts there
  std::uint8_t player = 0;  ///< who makes it: 1, 2, ...
  bool from_hand = false;
  bool at_once = false;  ///< nothing was played between it and the hit, or the one before it
};

/// A hit as it is shown: where it lies, and how play went on there.
struct FoundPattern {
  std::uint32_t ply = 0;
  Match match;      ///< pattern onto board
  Point place = 0;  ///< the top left of where it lies on the board
  /// The first of them, as many as requested. Valid during the visit.
  std::span<const Continuation> next{};
};

/// Which hits of a game are needed.
struct PatternWish {
  bool any = false;         ///< only whether there is one
  bool all_runs = false;    ///< every run of a placement
  bool variations = false;  ///< of indexed variations too
  int depth = 1;            ///< continuations of a hit
};

/// Looks for a pattern in games, by their packed moves, on all cores. Only games that are answers
/// count: not those removed, replaced or not complete yet. Cost: reading the moves, about 2 ns per
/// move, plus the cost of LineMatcher. Memory: a few MB per core.
class PatternSearch {
 public:
  PatternSearch(SqlConnection& sql, const Pattern& pattern, const PatternMoment& moment);
  ~PatternSearch();

  /// Gets the hits of a game, in order; with PatternWish::any one of them. Returns false to stop.
  using Visitor = std::function<bool(GameId, BoardSize, std::span<const FoundPattern>)>;

  /// Shows the games that hold the pattern in the order of their ids, as they are found.
  /// \param among  only these games; nullptr: any.
  /// \throws Stopped
  void for_each_game(const IdSet* among, const PatternWish& wish, const Visitor& visit);

  /// The games among these that hold it.
  [[nodiscard]] IdSet games_with(const IdSet* among, bool variations);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A point of a board as a place of the pattern that was found there; outside it where a crossword
/// play reaches beyond.
[[nodiscard]] GridPlace to_pattern(const Pattern& pattern, Point point, BoardSize size,
                                   const FoundPattern& found);

}  // namespace ludex
