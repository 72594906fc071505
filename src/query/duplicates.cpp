#include "ludex/query/duplicates.hpp"

#include "ludex/query/game_query.hpp"
#include "ludex/store/facts.hpp"
#include "ludex/store/game_scripts.hpp"
#include "ludex/store/read_transaction.hpp"
#include "query/move_sequence.hpp"
#include "query/people.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ludex {
namespace {

constexpr auto kShared = static_cast<std::size_t>(kFewestEqualMoves);

/// Scripts of games that are read side by side, as a file and its copy: a few blocks at hand.
class ScriptShelf {
 public:
  explicit ScriptShelf(SQLite::Database& sql) {
    for (auto& slot : slots_) slot.scripts = std::make_unique<GameScripts>(sql);
  }

  std::span<const std::uint16_t> script(std::int64_t game) {
    const std::int64_t block = (game - 1) / kGamesPerMoveBlock;
    auto slot = std::find_if(slots_.begin(), slots_.end(),
                             [&](const Slot& one) { return one.block == block; });
    if (slot == slots_.end()) {
      slot = std::min_element(slots_.begin(), slots_.end(),
                              [](const Slot& a, const Slot& b) { return a.used < b.used; });
      slot->block = block;
    }
    slot->used = ++clock_;
    return slot->scripts->script(static_cast<GameId>(game));
  }

 private:
  struct Slot {
    std::unique_ptr<GameScripts> scripts;
    std::int64_t block = -1;
    std::uint64_t used = 0;
  };
  std::array<Slot, 16> slots_;
  std::uint64_t clock_ = 0;
};

/// What is known of a game before it is compared.
struct Sketch {
  std::int64_t game = 0;
  GameType type{};
  BoardSize size{};
  std::uint64_t shared = 0;  ///< its first 20 moves, or all; 0 takes no part
  std::uint64_t whole = 0;
  std::uint64_t meeting = 0;  ///< players and date
  std::uint32_t moves = 0;
  bool known_meeting = false;  ///< both players and the date are known
};

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  const std::uint64_t product = (seed ^ value) * 0x9E37'79B9'7F4A'7C15;
  return product ^ product >> 29;
}

bool comes_before(const Sketch& a, const Sketch& b) {
  return std::tuple(b.moves, a.game) < std::tuple(a.moves, b.game);
}

/// Main lines of games, as they are compared.
class Lines {
 public:
  explicit Lines(SQLite::Database& sql) : scripts_(sql) {}

  void read(GameType type, std::int64_t game, std::vector<SequenceStep>& steps) {
    read_sequence(type, scripts_.script(game), steps);
  }
  /// Hashes of all beginnings; none where nothing is on the board. Valid until the next call.
  const std::vector<std::uint64_t>& hashes(const Sketch& one) {
    read(one.type, one.game, steps_);
    hashes_.clear();
    if (!steps_.empty()) hasher_.hash(one.type, one.size, steps_, hashes_);
    return hashes_;
  }

 private:
  ScriptShelf scripts_;
  SequenceHasher hasher_;
  std::vector<SequenceStep> steps_;
  std::vector<std::uint64_t> hashes_;
};

/// Whether a step of a main line is a move. Words of crossword scripts are compared as a whole.
bool has_beginnings(GameType type) { return type != GameType::crossword; }

/// How many first moves of a game of `moves` moves make it the start of another one.
std::size_t start_moves(std::size_t moves) { return (moves * 9 + 9) / 10; }

/// The lengths of beginnings that members of a group look for, ascending.
std::vector<std::size_t> lengths_asked(std::span<const Sketch> group) {
  std::vector<std::size_t> lengths;
  for (const Sketch& one : group) {
    lengths.push_back(one.moves);
    if (start_moves(one.moves) >= kShared) lengths.push_back(start_moves(one.moves));
  }
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return lengths;
}

/// Finds the clusters among games.
class DuplicateSearch {
 public:
  explicit DuplicateSearch(SQLite::Database& sql)
      : facts_(sql),
        lines_(sql),
        people_(sql, NameKind::player),
        record_hash_(sql, "SELECT hash FROM record WHERE id = ?"),
        external_id_(sql, "SELECT external_id FROM game WHERE id = ?") {}

  std::vector<DuplicateGame> run(const IdSet& games) {
    for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) sketch(id);
    for_each_group(&Sketch::shared, [this](std::span<const Sketch> group) { compare(group); });
    // Fewer than 20 moves: only games of the same players and date come together.
    keep_short_meetings();
    for_each_group(&Sketch::meeting,
                   [this](std::span<const Sketch> group) { compare_short(group); });
    return clusters();
  }

 private:
  void sketch(std::int64_t id) {
    const auto fact = [&](Fact name) { return facts_.value(name, static_cast<GameId>(id)); };
    const std::int64_t size = fact(Fact::size);
    Sketch sketch{.game = id, .type = static_cast<GameType>(fact(Fact::game))};
    sketch.size = {static_cast<std::int16_t>(size >> 16), static_cast<std::int16_t>(size & 0xFFFF)};
    const auto& hashes = lines_.hashes(sketch);
    if (hashes.empty()) return sketch_text(sketch, fact(Fact::record));
    sketch.moves = static_cast<std::uint32_t>(hashes.size() - 1);
    sketch.whole = hashes.back();
    const bool long_enough = sketch.moves >= kShared && has_beginnings(sketch.type);
    sketch.shared = long_enough ? hashes[kShared] : 0;
    const std::int64_t one = people_.of_seat(id, 1, fact(Fact::black));
    const std::int64_t other = people_.of_seat(id, 2, fact(Fact::white));
    const std::int64_t from = fact(Fact::date_from), to = fact(Fact::date_to);
    sketch.known_meeting = one != 0 && other != 0 && from != 0;
    for (const std::int64_t value : {std::min(one, other), std::max(one, other), from, to}) {
      sketch.meeting = mixed(sketch.meeting, static_cast<std::uint64_t>(value));
    }
    sketches_.push_back(sketch);
  }

  /// A game without moves and setup is the same as another one only if its record is.
  void sketch_text(Sketch sketch, std::int64_t record) {
    record_hash_.reset();
    record_hash_.bind(1, record);
    if (!record_hash_.executeStep()) return;
    const SQLite::Column hash = record_hash_.getColumn(0);
    std::array<std::uint64_t, 2> words{};
    if (static_cast<std::size_t>(hash.getBytes()) != sizeof words) return;
    std::memcpy(words.data(), hash.getBlob(), sizeof words);
    sketch.meeting = words[0];
    sketch.whole = words[1];
    sketches_.push_back(sketch);
  }

  /// Groups of at least two games that agree in `member`, each with the longest game first; by
  /// their lowest ids, so that scripts are read roughly in order.
  template <class Visit>
  void for_each_group(std::uint64_t Sketch::*member, Visit visit) {
    std::stable_sort(sketches_.begin(), sketches_.end(), [&](const Sketch& a, const Sketch& b) {
      return a.*member != b.*member ? a.*member < b.*member : comes_before(a, b);
    });
    std::vector<std::span<const Sketch>> groups;
    for (auto begin = sketches_.begin(); begin != sketches_.end();) {
      const auto end = std::find_if(begin, sketches_.end(), [&](const Sketch& one) {
        return one.*member != (*begin).*member;
      });
      if (end - begin > 1) groups.emplace_back(begin, end);
      begin = end;
    }
    std::sort(groups.begin(), groups.end(),
              [](const auto& a, const auto& b) { return a.front().game < b.front().game; });
    for (const auto& group : groups) visit(group);
  }

  using Beginnings = std::unordered_map<std::uint64_t, std::int64_t>;  // -> what stands for it

  /// Games that share their first 20 moves.
  void compare(std::span<const Sketch> group) {
    if (group.front().shared == 0) return;
    const std::vector<std::size_t> lengths = lengths_asked(group);
    Beginnings beginnings;
    for (const Sketch& one : group) {
      if (join(one, beginnings)) continue;
      if (&one == &group.back()) break;  // nobody is left to belong to it
      const auto& hashes = lines_.hashes(one);
      for (const std::size_t moves : lengths) {
        if (moves > one.moves) break;
        beginnings.try_emplace(mixed(hashes[moves], moves), one.game);
        if (!one.known_meeting) continue;
        beginnings.try_emplace(mixed(mixed(hashes[moves], one.meeting), moves), one.game);
      }
    }
  }

  bool join(const Sketch& one, const Beginnings& beginnings) {
    if (beginnings.empty()) return false;
    const auto whole = beginnings.find(mixed(one.whole, one.moves));
    if (whole != beginnings.end() && attach(one, whole->second, one.moves)) return true;
    const std::size_t most = start_moves(one.moves);
    if (!one.known_meeting || most < kShared) return false;
    const std::uint64_t hash = lines_.hashes(one)[most];
    const auto start = beginnings.find(mixed(mixed(hash, one.meeting), most));
    return start != beginnings.end() && attach(one, start->second, most);
  }

  /// Leaves the games of players and dates that have a short one among them. Two short games that
  /// sites gave ids are one only if that is the same.
  void keep_short_meetings() {
    std::unordered_set<std::uint64_t> with_short;
    for (const Sketch& one : sketches_) {
      if (one.shared == 0) with_short.insert(one.meeting);
    }
    std::erase_if(sketches_, [&](const Sketch& one) { return !with_short.contains(one.meeting); });
    for (Sketch& one : sketches_) {
      if (facts_.value(Fact::external_id, static_cast<GameId>(one.game)) == 0) continue;
      one.meeting = mixed(one.meeting, std::hash<std::string>()(external_id(one.game)));
    }
  }

  std::string external_id(std::int64_t game) {
    external_id_.reset();
    external_id_.bind(1, game);
    return external_id_.executeStep() ? external_id_.getColumn(0).getString() : std::string();
  }

  /// Games of the same players and date, of which those with fewer than 20 moves are looked at, and
  /// those that only the whole of is known.
  void compare_short(std::span<const Sketch> group) {
    Beginnings beginnings;
    for (const Sketch& one : group) {
      if (one.shared == 0) {
        const auto found = beginnings.find(mixed(one.whole, one.moves));
        if (found != beginnings.end() && attach(one, found->second, one.moves)) continue;
      }
      const auto belongs = attached_.find(one.game);
      const std::int64_t standing =
          belongs == attached_.end() ? one.game : raw(belongs->second.cluster);
      const auto& hashes = lines_.hashes(one);
      if (hashes.empty() || !has_beginnings(one.type)) {
        beginnings.try_emplace(mixed(one.whole, one.moves), standing);
        continue;
      }
      const std::size_t end = std::min(hashes.size(), kShared);
      for (std::size_t moves = one.moves == 0 ? 0 : 1; moves < end; ++moves) {
        beginnings.try_emplace(mixed(hashes[moves], moves), standing);
      }
    }
  }

  /// Lets a game belong to another one if their moves are what the hashes say.
  bool attach(const Sketch& one, std::int64_t cluster, std::size_t moves) {
    lines_.read(one.type, one.game, steps_);
    lines_.read(one.type, cluster, goal_);
    const auto change = find_view_change(one.type, one.size, steps_, goal_, moves);
    if (!change) return false;
    const auto goal_moves = std::count_if(goal_.begin(), goal_.end(), [](const auto& step) {
      return step.kind == SequenceStep::Kind::move;
    });
    const DuplicateReason reason = moves < one.moves        ? DuplicateReason::start
                                   : goal_moves > one.moves ? DuplicateReason::beginning
                                                            : DuplicateReason::same;
    const auto equal_moves = has_beginnings(one.type) ? static_cast<std::int64_t>(moves) : 0;
    attached_[one.game] = {
        static_cast<GameId>(cluster), static_cast<GameId>(one.game), reason, equal_moves,
        change->orientation,          change->roles_exchanged};
    return true;
  }

  std::vector<DuplicateGame> clusters() {
    std::vector<DuplicateGame> games;
    IdSet standing;
    for (const auto& [id, game] : attached_) {
      games.push_back(game);
      if (standing.contains(raw(game.cluster))) continue;
      standing.insert(raw(game.cluster));
      games.push_back({.cluster = game.cluster, .game = game.cluster});
    }
    std::sort(games.begin(), games.end(), [](const DuplicateGame& a, const DuplicateGame& b) {
      const auto key = [](const DuplicateGame& one) {
        return std::tuple(raw(one.cluster), one.reason != DuplicateReason::stands, raw(one.game));
      };
      return key(a) < key(b);
    });
    return games;
  }

  FactReader facts_;
  Lines lines_;
  People people_;
  SQLite::Statement record_hash_;
  SQLite::Statement external_id_;
  std::vector<Sketch> sketches_;
  std::unordered_map<std::int64_t, DuplicateGame> attached_;
  std::vector<SequenceStep> steps_, goal_;
};

}  // namespace

std::string_view duplicate_reason_name(DuplicateReason reason) {
  constexpr std::string_view kNames[] = {"stands", "same", "beginning", "start"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::vector<DuplicateGame> find_duplicates(SQLite::Database& sql, const IdSet& games) {
  return DuplicateSearch(sql).run(games);
}

DuplicateAnswer find_duplicates(Database& database, const GameFilters& filters) {
  const ReadTransaction transaction(database.sql());
  GameFilters all = filters;
  all.unique = false;
  const FoundGames found = find_games(database, all);
  return {find_duplicates(database.sql(), found.games), found.undated};
}

void keep_one_of_each(SQLite::Database& sql, IdSet& games) {
  for (const DuplicateGame& one : find_duplicates(sql, games)) {
    if (one.reason != DuplicateReason::stands) games.erase(raw(one.game));
  }
}

}  // namespace ludex
