#pragma once

#include "games/api/game_rules.hpp"
#include "ludex/explore.hpp"
#include "query/explore/move_counter.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/search/game_positions.hpp"

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
    std::uint8_t player = 0;  ///< 0: any (crossword)
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
    std::vector<BoardPoint> points;  ///< in the rectangle of the pattern
    std::vector<std::size_t> below;  ///< in nodes(); most games first, `elsewhere` last
    GameCounter counter;
    std::size_t elsewhere = 0;  ///< the node below for hits without a continuation; 0: none yet
  };

  PatternTally(SqlConnection& sql, const Pattern& pattern);

  /// All hits of one game, each with up to `depth` continuations.
  void add(GameId game, BoardSize size, std::span<const FoundPattern> hits, int depth);

  /// Sorts the rows. Call once, after all games.
  void finish();
  /// The first is the root, the pattern itself.
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

 private:
  using Key = ContinuationNames::Key;
  /// A node, and the symmetries that the way to it leaves.
  struct Step {
    std::size_t node = 0;
    std::uint32_t alike = ContinuationNames::kAll;
    friend bool operator==(const Step&, const Step&) = default;
  };
  /// A step that was gone before: from where, what was put where in the rectangle that lies on the
  /// board, who put it, and how the rectangle lies.
  struct KnownStep {
    struct What {
      std::uint8_t code = 0, player = 0;
      bool from_hand = false;
      friend bool operator==(const What&, const What&) = default;
    };
    Step from;
    Point column = ~Point{0};
    Point row = 0;
    What what;
    Match match;
    Step to;

    [[nodiscard]] bool is(const KnownStep& other) const {
      return column == other.column && row == other.row && what == other.what &&
             match == other.match && from == other.from;
    }
    [[nodiscard]] std::size_t hash() const {
      const std::uint64_t place = std::uint64_t{row} << 32 | column;
      const std::uint64_t way = from.node << 24 ^ std::uint64_t{from.alike} << 12 ^
                                static_cast<std::uint64_t>(match.orientation) << 9 ^
                                std::uint64_t{match.colors_swapped} << 8 ^ what.code;
      return static_cast<std::size_t>(
          (place * 0x9E37'79B9'7F4A'7C15 ^ way * 0xC2B2'AE3D'27D4'EB4F) >> 40);
    }
  };
  static constexpr std::size_t kKnownSteps = 4096;

  [[nodiscard]] Step step(const Step& from, GameId game, BoardSize size, const FoundPattern& hit,
                          const Continuation& next);
  [[nodiscard]] std::size_t elsewhere(std::size_t parent);
  [[nodiscard]] std::size_t node_for(std::size_t parent, const Key& key);
  /// \param next  the continuation that it counts; nullptr: none
  void count(Node& node, const CountedGame& game, const FoundPattern& hit,
             const Continuation* next);

  CountedGames counted_;
  ContinuationNames names_;
  const GameRules& rules_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, Key>, std::size_t> places_;
  std::vector<KnownStep> known_;  // each at its hash
};

}  // namespace ludex
