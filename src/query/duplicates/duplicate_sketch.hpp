#pragma once

#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "ludex/types.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/names/people.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"
#include "store/sql/sql_blob.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ludex {

/// The symmetries of a board that keep the rules, the identity first; at most kMostViews. They may
/// also exchange the players.
inline constexpr std::size_t kMostViews = 16;
[[nodiscard]] std::vector<Match> views_of(GameType game, BoardSize size);

/// The main line of a script. \param steps  cleared first.
void read_sequence(GameType game, std::span<const std::uint16_t> ops,
                   std::vector<SequenceStep>& steps);

inline constexpr auto kShared = static_cast<std::size_t>(kFewestEqualMoves);
/// Lengths of beginnings that are hashed for every game: two games with the same first n moves
/// agree in all of these up to n.
inline constexpr std::array<std::size_t, 4> kSketched = {kShared, 2 * kShared, 4 * kShared,
                                                         8 * kShared};

/// Lengths of the beginnings whose hashes the database keeps (BeginningHashes).
inline constexpr std::array<std::size_t, 6> kHashedMoves = {kShared, 26, 33, 40, 80, 160};
static_assert(kHashedMoves.size() == BeginningHashes::kMost);

/// The number of equal first moves that makes a game the start of another one.
[[nodiscard]] constexpr std::size_t start_moves_of(std::uint32_t moves) {
  return (std::size_t{moves} * 9 + 9) / 10;
}

/// Hashes of the beginnings of main lines: equal for sequences that a view maps onto each
/// other, whatever the order of setup between two moves. Memory: 1 MB at most, 0.4 MB for 19x19
/// and smaller boards; the boards asked for last have tables.
class SequenceHasher {
 public:
  /// Computes all views at once, about 20 ns per move.
  /// \param hashes  receives one hash each for 0, 1, 2, ... moves; cleared first. Setup counts from
  /// the next move on; setup after the last move counts with the whole.
  void hash(GameType game, BoardSize size, std::span<const SequenceStep> steps,
            std::vector<std::uint64_t>& hashes);

  /// Hashes of the first kHashedMoves moves only; an eighth of the cost.
  struct Beginnings {
    std::uint32_t moves = 0;
    std::uint64_t whole = 0;  ///< 0 if the game goes on after the last of them
    std::array<std::uint64_t, kHashedMoves.size()> first{};  ///< 0 where there are fewer moves
  };
  [[nodiscard]] Beginnings beginnings(GameType game, BoardSize size,
                                      std::span<const SequenceStep> steps);

 private:
  /// Calls visit(moves, smallest) after each move, where smallest() is the hash; and once more
  /// after the last one, with the setup after it.
  template <class Visit>
  void walk(GameType game, BoardSize size, std::span<const SequenceStep> steps, Visit visit);
  struct Views {
    GameType game{};
    BoardSize size;
    std::vector<Match> changes;
    std::vector<std::uint64_t> stones;  // by player, point and view: the hash of a stone
    bool is_asked_again = false;
  };
  const Views& views_of(GameType game, BoardSize size);
  static void fill_table(Views& views);
  static std::uint64_t word_in_view(const SequenceStep& step, const Views& views, std::size_t view);

  std::array<std::optional<Views>, 4> recent_;  // last used first
};

/// The view that maps the first `moves` moves of `one` onto those of `other`, and the whole games
/// if both have no more moves. None if there is no such view.
[[nodiscard]] std::optional<Match> find_view_change(GameType game, BoardSize size,
                                                    std::span<const SequenceStep> one,
                                                    std::span<const SequenceStep> other,
                                                    std::size_t moves);

/// What is known about a game before comparison.
struct DuplicateSketch {
  std::int64_t game = 0;
  GameType type{};
  BoardSize size{};
  std::uint32_t moves = 0;
  bool known_players = false;  ///< both
  bool known_meeting = false;  ///< both players and the date are known
  std::uint64_t meeting = 0;   ///< players and date
  std::uint64_t whole = 0;
  std::uint64_t start = 0;  ///< its first start_moves()
  /// Hashes of its first kSketched moves; 0 if it has fewer.
  std::array<std::uint64_t, kSketched.size()> first{};

  [[nodiscard]] bool is_long() const { return first[0] != 0; }
  [[nodiscard]] std::size_t start_moves() const { return start_moves_of(moves); }
  [[nodiscard]] bool has_start() const {
    return is_long() && known_meeting && start_moves() >= kShared;
  }
};

/// The longest first, then the lowest id: the order in which games represent clusters.
[[nodiscard]] bool comes_before(const DuplicateSketch& a, const DuplicateSketch& b);

/// One number of two.
[[nodiscard]] std::uint64_t mixed_hash(std::uint64_t seed, std::uint64_t value);

/// Main lines of games for comparison. Reading is fastest if ids are close together.
class MainLines {
 public:
  /// \param maps_file  the file is read in place, a few games at a time, also by a connection that
  ///                   does not map it, because it writes
  explicit MainLines(SqlConnection& sql, bool maps_file = false);

  void read(GameType type, std::int64_t game, std::vector<SequenceStep>& steps);
  /// Hashes of all beginnings; none if the board stays empty. Valid until the next call.
  [[nodiscard]] const std::vector<std::uint64_t>& hashes(const DuplicateSketch& one);
  /// Makes room for the scripts of other games.
  void forget_kept();

 private:
  struct Slot {
    std::optional<GameScripts> scripts;
    std::int64_t block = -1;
    std::uint64_t used = 0;
  };
  std::span<const std::uint16_t> script(std::int64_t game);
  std::span<const std::uint16_t> stored_script(std::int64_t game);
  void map_for_a_while();

  /// The pages of so many reads stay mapped: 15 MB at worst, since the kernel maps 64 KiB at once.
  static constexpr int kMappedReads = 32;
  std::optional<SqlMappedFile> mapped_;
  int reads_ = 0;
  /// So many games of a block are read without the rest of it: old ones that are like a new one.
  static constexpr int kReadAlone = 8;
  /// Games are read twice: a script is kept while there is room.
  static constexpr std::size_t kKeptWords = std::size_t{8} << 20;
  std::unordered_map<std::int64_t, std::vector<std::uint16_t>> kept_;
  std::size_t kept_words_ = 0;
  std::array<Slot, 16> slots_;  // a file and its copy are read side by side
  SingleScripts single_;
  std::unordered_map<std::int64_t, int> read_alone_;  // by block
  std::uint64_t clock_ = 0;
  SequenceHasher hasher_;
  std::vector<SequenceStep> steps_;
  std::vector<std::uint64_t> hashes_;
};

/// Makes sketches of games; best in the order of their ids.
class DuplicateSketcher {
 public:
  DuplicateSketcher(SqlConnection& sql, MainLines& lines);

  /// None if the game cannot be a duplicate.
  [[nodiscard]] std::optional<DuplicateSketch> sketch(std::int64_t id);
  /// Players and date of a game, into the fields for them.
  void sketch_meeting(DuplicateSketch& sketch);
  /// The id given by the site; empty if there is none.
  [[nodiscard]] std::string external_id(std::int64_t game);

 private:
  [[nodiscard]] std::int64_t fact(Fact name, std::int64_t id);
  void sketch_moves(DuplicateSketch& sketch, const std::vector<std::uint64_t>& hashes);
  [[nodiscard]] bool sketch_text(DuplicateSketch& sketch);

  MainLines& lines_;
  FactReader facts_;
  People people_;
  SqlStatement record_hash_;
  SqlStatement external_id_;
};

/// A beginning to search for: its hash, its number of moves, and, if it counts only between the
/// same players on the same day, players and day.
[[nodiscard]] std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves);
[[nodiscard]] std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves,
                                          std::uint64_t meeting);

/// The lengths of beginnings to check between the long games of a group: those that may be a whole
/// game or the start of one. Games that share few moves need few lengths or none, so their main
/// lines are not read again. Memory: 32 bytes per game of the group during construction, then 16,
/// and 4 per requested length of one beginning.
class AskedLengths {
 public:
  explicit AskedLengths(std::span<const DuplicateSketch> group);

  /// The lengths requested by games that begin like the one at this place of the group, ascending.
  [[nodiscard]] std::vector<std::uint32_t> of(std::size_t place) const;

 private:
  struct Run {
    std::uint32_t begin, end;  // in lengths_
  };
  void ask(std::span<const DuplicateSketch> group, std::size_t level);

  std::vector<std::uint32_t> lengths_;
  std::vector<Run> runs_ = {{0, 0}};
  std::vector<std::array<std::uint32_t, kSketched.size()>> run_of_;  // by place; 0: none requested
};

/// Maps requested beginnings to the games of a group that have them, by their places.
class FoundBeginnings {
 public:
  /// Requests a beginning; call before any game is added.
  void want(std::uint64_t key) { games_.try_emplace(key); }
  [[nodiscard]] bool empty() const { return games_.empty(); }
  /// Adds a game that has the beginning, if it is requested.
  void add(std::uint64_t key, std::uint32_t place) {
    const auto found = games_.find(key);
    if (found != games_.end()) found->second.places.push_back(place);
  }
  /// \pre no more games are added
  void sort();
  /// Calls visit(places) for each beginning that several games have.
  template <class Visit>
  void for_each_shared(Visit visit) const {
    for (const auto& [key, games] : games_) {
      if (games.places.size() > 1) visit(std::span<const std::uint32_t>(games.places));
    }
  }
  /// The first game before `place` that has it and represents itself.
  /// \pre keys are requested with ascending places
  /// \param stands  true if a game before `place` represents itself; this no longer changes
  template <class Stands>
  [[nodiscard]] std::optional<std::uint32_t> first(std::uint64_t key, std::uint32_t place,
                                                   Stands stands) {
    const auto found = games_.find(key);
    if (found == games_.end()) return std::nullopt;
    auto& [places, next] = found->second;
    while (next < places.size() && places[next] < place && !stands(places[next])) ++next;
    if (next == places.size() || places[next] >= place) return std::nullopt;
    return places[next];
  }

 private:
  struct Games {
    std::vector<std::uint32_t> places;  // ascending
    std::size_t next = 0;               // earlier ones represent no cluster
  };
  std::unordered_map<std::uint64_t, Games> games_;
};

}  // namespace ludex
