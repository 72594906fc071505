#pragma once

#include "games/api/game_rules.hpp"
#include "ludex/explore.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// Continuations in points of the pattern: what a symmetry of the pattern maps onto each other is
/// one, named by the first in reading order.
class ContinuationNames {
 public:
  /// Under which a continuation is counted: its place in the pattern, who plays it, and what.
  struct Key {
    int row = 0;
    int column = 0;
    std::uint8_t player = 0;  ///< 0: whoever does (crossword)
    std::uint8_t code = 0;
    bool from_hand = false;
    bool down = false;   ///< of a word
    std::string word{};  ///< "W.RD"
    bool elsewhere = false;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  ContinuationNames(SqlConnection& sql, const Pattern& pattern);

  /// The symmetries of the pattern that continuations so far leave: all.
  static constexpr std::uint32_t kAll = 0xFFFFFFFF;
  /// \param alike  those that are left; of them those remain that name `next` as it is named
  [[nodiscard]] Key key_of(GameId game, BoardSize size, const FoundPattern& hit,
                           const Continuation& next, std::uint32_t& alike);
  /// "C3"; shogi: "P*C3"; crossword: "1C W.RD" across, "C1 W.RD" down.
  [[nodiscard]] std::string name_of(const Key& key) const;

 private:
  [[nodiscard]] Key word_key(GameId game, BoardSize size, const FoundPattern& hit,
                             const Continuation& next);
  void find_symmetries();

  GamePositions positions_;
  const Pattern& pattern_;
  const GameRules& rules_;
  std::vector<Match> symmetries_;  ///< that map the pattern onto itself where it lies
};

/// How play went on in the rectangle of a pattern, as a tree: a row for each continuation, below
/// it those that followed. Points are those of the pattern; what a symmetry of the pattern maps
/// onto each other is one row, named by the first in reading order.
class PatternTally {
 public:
  /// A row. MoveCounts::visits are hits.
  struct Node : MoveCounts {
    std::string name;                ///< empty: no continuation
    std::vector<std::size_t> below;  ///< in nodes(); most games first, `elsewhere` last
    std::int64_t last_game = 0;
    Day last_day = -1;
  };

  PatternTally(SqlConnection& sql, const Pattern& pattern);

  /// All hits of one game, each with up to `depth` continuations.
  void add(GameId game, BoardSize size, std::span<const FoundPattern> hits, int depth);

  /// Sorts the rows. To be called once, behind all games.
  void finish();
  /// The first is the root, the pattern itself.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

 private:
  using Key = ContinuationNames::Key;
  struct GameFacts {
    Winner winner = Winner::unknown;
    Day from = 0;
    Day to = 0;
    GameFlags flags;
  };

  [[nodiscard]] std::size_t node_for(std::size_t parent, const Key& key);
  /// \param next  the continuation that it counts; nullptr: none
  void count(Node& node, GameId game, const FoundPattern& hit, const Continuation* next);
  [[nodiscard]] GameFacts read(GameId game);

  FactReader facts_;
  ContinuationNames names_;
  const GameRules& rules_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, Key>, std::size_t> places_;
  std::int64_t chunk_ = -1;
  std::vector<std::int64_t> result_, from_, to_, flags_;
};

}  // namespace ludex
