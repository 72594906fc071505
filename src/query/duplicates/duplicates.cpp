#include "query/duplicates/duplicates.hpp"

#include "core/free_memory.hpp"
#include "query/duplicates/asked_beginnings.hpp"
#include "query/duplicates/comparison_parts.hpp"
#include "query/duplicates/duplicate_sketch.hpp"
#include "query/duplicates/stored_duplicates.hpp"
#include "query/filter/game_query.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ludex {
namespace {

using Group = std::span<const DuplicateSketch>;

constexpr std::uint64_t kBytesPerCompared = 256;  // sketch and beginnings
constexpr std::uint64_t kBytesPerMember = 256;    // of a group: what is found of it

/// Adds the games that represent these copies, and sorts them all.
void complete_clusters(std::vector<DuplicateGame>& games) {
  IdSet standing;
  for (std::size_t i = 0, copies = games.size(); i < copies; ++i) {
    const GameId cluster = games[i].cluster;
    if (standing.contains(raw(cluster))) continue;
    standing.insert(raw(cluster));
    games.push_back({.cluster = cluster, .game = cluster});
  }
  std::sort(games.begin(), games.end(), [](const DuplicateGame& a, const DuplicateGame& b) {
    const auto key = [](const DuplicateGame& one) {
      return std::tuple(raw(one.cluster), one.reason != DuplicateReason::kept, raw(one.game));
    };
    return key(a) < key(b);
  });
}

/// Joins games to groups.
class GameGroups {
 public:
  void join(std::int64_t one, std::int64_t other) {
    const std::int64_t a = group_of(one), b = group_of(other);
    parents_[std::max(a, b)] = std::min(a, b);
  }
  /// The smallest id in its group.
  [[nodiscard]] std::int64_t group_of(std::int64_t game) {
    parents_.try_emplace(game, game);
    while (parents_[game] != game) game = parents_[game] = parents_[parents_[game]];
    return game;
  }
  [[nodiscard]] std::uint64_t size() const { return parents_.size(); }
  [[nodiscard]] std::vector<std::int64_t> members() const {
    std::vector<std::int64_t> games;
    games.reserve(parents_.size());
    for (const auto& [game, parent] : parents_) games.push_back(game);
    std::sort(games.begin(), games.end());
    return games;
  }

 private:
  std::unordered_map<std::int64_t, std::int64_t> parents_;
};

/// Finds the clusters among games.
class DuplicateSearch {
 public:
  /// \param groups  if given, games that are like each other are joined in it
  explicit DuplicateSearch(SqlConnection& sql, GameGroups* groups = nullptr)
      : lines_(sql, groups != nullptr), sketcher_(sql), groups_(groups) {}

  std::vector<DuplicateGame> run(const IdSet& games) {
    sketch(games);
    compare_long_games();
    compare_short_games();
    return clusters();
  }

  /// The same for games that are given in parts: first all that share their first 20 moves, then
  /// short ones with all that they are compared with.
  void run_long_part(const IdSet& games) {
    sketch(games);
    compare_long_games();
  }
  void run_short_part(const IdSet& games) {
    sketch(games);
    compare_short_games();
  }
  [[nodiscard]] std::vector<DuplicateGame> clusters() const {
    std::vector<DuplicateGame> games;
    games.reserve(attached_.size());
    for (const auto& [id, game] : attached_) games.push_back(game);
    complete_clusters(games);
    return games;
  }

 private:
  void sketch(const IdSet& games) {
    lines_.forget_kept();
    free_memory(sketches_);
    sketches_ = sketcher_.sketch(games, lines_, groups_ != nullptr);
  }

  void compare_long_games() {
    for_each_group([](const DuplicateSketch& one) { return one.first[0]; },
                   [this](Group group) { compare(group); });
  }

  /// Fewer than 20 moves: only games of the same players and date are compared.
  void compare_short_games() {
    keep_short_meetings();
    for_each_group([](const DuplicateSketch& one) { return one.meeting; },
                   [this](Group group) { compare_short(group); });
  }

  /// Groups of at least two games with an equal hash, each with the longest game first; ordered by
  /// their lowest ids, so that scripts are read roughly in order.
  template <class Hash, class Visit>
  void for_each_group(Hash hash, Visit visit) {
    std::sort(sketches_.begin(), sketches_.end(), [&](const auto& a, const auto& b) {
      return hash(a) != hash(b) ? hash(a) < hash(b) : comes_before(a, b);
    });
    std::vector<std::pair<std::int64_t, Group>> groups;
    for (auto begin = sketches_.begin(); begin != sketches_.end();) {
      const auto end = std::find_if(begin, sketches_.end(), [&](const DuplicateSketch& one) {
        return hash(one) != hash(*begin);
      });
      if (end - begin > 1) {
        const auto lowest = std::min_element(
            begin, end, [](const auto& a, const auto& b) { return a.game < b.game; });
        groups.emplace_back(lowest->game, Group(begin, end));
      }
      begin = end;
    }
    std::sort(groups.begin(), groups.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [lowest, group] : groups) visit(group);
  }

  /// Calls visit(place) for all places of a group, by the ids of games.
  template <class Visit>
  static void for_each_by_id(Group group, Visit visit) {
    std::vector<std::uint32_t> places(group.size());
    std::iota(places.begin(), places.end(), 0U);
    std::sort(places.begin(), places.end(),
              [&](std::uint32_t a, std::uint32_t b) { return group[a].game < group[b].game; });
    for (const std::uint32_t place : places) visit(place);
  }

  /// Games that share their first 20 moves.
  void compare(Group group) {
    if (!group.front().is_long()) return;
    const AskedLengths asked(group);
    FoundBeginnings found;
    for (std::uint32_t place = 0; place < group.size(); ++place) {
      const DuplicateSketch& one = group[place];
      if (asked.of(place).empty()) continue;
      found.want(beginning_key(one.whole, one.moves));
      if (one.has_start()) found.want(start_key(one));
    }
    if (found.empty()) return;
    for_each_by_id(group, [&](std::uint32_t place) {
      const DuplicateSketch& one = group[place];
      const auto lengths = asked.of(place);
      if (lengths.empty()) return;
      const std::vector<std::uint64_t>* hashes = nullptr;
      for (const std::uint32_t moves : lengths) {
        if (moves > one.moves) break;
        auto hash = one.hash_of(moves);
        if (!hash && hashes == nullptr) hashes = &hashes_of(one);
        if (!hash) hash = (*hashes)[moves];
        found.add(beginning_key(*hash, moves), place);
        if (!one.known_meeting) continue;
        found.add(beginning_key(*hash, moves, one.meeting), place);
      }
    });
    found.sort();
    link(group, found);
    for (std::uint32_t place = 0; place < group.size(); ++place) join(group, place, found);
  }

  /// Whoever asks for a beginning has it, too.
  void link(Group group, const FoundBeginnings& found) {
    if (groups_ == nullptr) return;
    found.for_each_shared([&](std::span<const std::uint32_t> places) {
      for (const std::uint32_t place : places) {
        groups_->join(group[places.front()].game, group[place].game);
      }
    });
  }

  const std::vector<std::uint64_t>& hashes_of(const DuplicateSketch& one) {
    return lines_.hashes(one.type, one.size, one.game);
  }

  static std::uint64_t start_key(const DuplicateSketch& one) {
    return beginning_key(one.start, one.start_moves(), one.meeting);
  }

  void join(Group group, std::uint32_t place, FoundBeginnings& found) {
    const DuplicateSketch& one = group[place];
    const auto stands = [&](std::uint32_t other) { return !attached_.contains(group[other].game); };
    const auto whole = found.first(beginning_key(one.whole, one.moves), place, stands);
    if (whole && attach(one, group[*whole].game, one.moves)) return;
    if (!one.has_start()) return;
    const auto start = found.first(start_key(one), place, stands);
    if (start) attach(one, group[*start].game, one.start_moves());
  }

  /// Keeps the games of players and dates that include a short game. Two short games with ids of a
  /// site are equal only if the ids are.
  void keep_short_meetings() {
    std::unordered_set<std::uint64_t> with_short;
    for (const DuplicateSketch& one : sketches_) {
      if (!one.is_long()) with_short.insert(one.meeting);
    }
    std::erase_if(sketches_, [&](const auto& one) { return !with_short.contains(one.meeting); });
    for (DuplicateSketch& one : sketches_) {
      const std::string id = sketcher_.external_id(one.game);
      if (!id.empty()) one.meeting = mixed_hash(one.meeting, std::hash<std::string>()(id));
    }
  }

  /// Compares games of the same players and date if they have fewer than 20 moves or can be
  /// compared only as a whole. If a player is unknown, a game is a copy only if all its moves are
  /// equal.
  void compare_short(Group group) {
    FoundBeginnings found;
    for (const DuplicateSketch& one : group) {
      if (!one.is_long()) found.want(beginning_key(one.whole, one.moves));
    }
    if (found.empty()) return;
    for_each_by_id(group, [&](std::uint32_t place) { add_short_beginnings(group, place, found); });
    found.sort();
    link(group, found);
    const auto is_any = [](std::uint32_t) { return true; };
    for (std::uint32_t place = 0; place < group.size(); ++place) {
      const DuplicateSketch& one = group[place];
      if (one.is_long()) continue;
      const auto other = found.first(beginning_key(one.whole, one.moves), place, is_any);
      if (other) attach(one, standing_for(group[*other].game), one.moves);
    }
  }

  void add_short_beginnings(Group group, std::uint32_t place, FoundBeginnings& found) {
    const DuplicateSketch& one = group[place];
    const bool only_whole = one.moves == 0 || !one.known_players;
    if (only_whole) return found.add(beginning_key(one.whole, one.moves), place);
    const auto& hashes = hashes_of(one);
    const std::size_t end = std::min(hashes.size(), kShared);
    for (std::size_t moves = 1; moves < end; ++moves) {
      found.add(beginning_key(hashes[moves], moves), place);
    }
  }

  [[nodiscard]] std::int64_t standing_for(std::int64_t game) const {
    const auto found = attached_.find(game);
    return found == attached_.end() ? game : raw(found->second.cluster);
  }

  /// Adds a game to the cluster of another one if their moves agree as the hashes say.
  bool attach(const DuplicateSketch& one, std::int64_t cluster, std::size_t moves) {
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
    attached_[one.game] = {
        static_cast<GameId>(cluster),     static_cast<GameId>(one.game), reason,
        static_cast<std::int64_t>(moves), change->orientation,           change->colors_swapped};
    return true;
  }

  MainLines lines_;
  DuplicateSketcher sketcher_;
  GameGroups* groups_;
  std::vector<DuplicateSketch> sketches_;
  std::unordered_map<std::int64_t, DuplicateGame> attached_;
  std::vector<SequenceStep> steps_, goal_;
};

std::vector<GroupedGame> grouped_games(GameGroups& groups, std::span<const DuplicateGame> found) {
  std::unordered_map<std::int64_t, const DuplicateGame*> copies;
  for (const DuplicateGame& one : found) {
    if (one.reason != DuplicateReason::kept) copies.emplace(raw(one.game), &one);
  }
  std::vector<GroupedGame> grouped;
  for (const std::int64_t id : groups.members()) {
    const auto copy = copies.find(id);
    const auto game = static_cast<GameId>(id);
    grouped.push_back({groups.group_of(id), copy != copies.end()
                                                ? *copy->second
                                                : DuplicateGame{.cluster = game, .game = game}});
  }
  return grouped;
}

}  // namespace

std::string_view duplicate_reason_name(DuplicateReason reason) {
  constexpr std::string_view kNames[] = {"kept", "same", "beginning", "start"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::vector<GroupedGame> find_groups(SqlConnection& sql, const IdSet& games) {
  GameGroups groups;
  const std::vector<DuplicateGame> found = DuplicateSearch(sql, &groups).run(games);
  return grouped_games(groups, found);
}

std::optional<std::vector<GroupedGame>> find_groups(SqlConnection& sql, const ComparedGames& games,
                                                    std::uint64_t memory_bytes) {
  GameGroups groups;
  const auto fit = [&](const IdSet& part) {
    const auto compared = static_cast<std::uint64_t>(part.count());
    return compared * kBytesPerCompared + (groups.size() + compared) * kBytesPerMember <=
           memory_bytes;
  };
  if (const IdSet all = games.all(); fit(all)) return find_groups(sql, all);
  constexpr std::uint64_t kPartsInMemory = 4;  // leaves most of it to what is found
  ComparisonParts parts(sql, games,
                        memory_bytes / kPartsInMemory / (kBytesPerCompared + kBytesPerMember));
  DuplicateSearch search(sql, &groups);
  for (std::uint64_t i = 0; i < parts.long_parts(); ++i) {
    const IdSet part = parts.long_games(i);
    if (!fit(part)) return std::nullopt;
    search.run_long_part(part);
  }
  for (std::uint64_t i = 0; i < parts.short_parts(); ++i) {
    const IdSet part = parts.short_games(i);
    if (!fit(part)) return std::nullopt;
    search.run_short_part(part);
  }
  return grouped_games(groups, search.clusters());
}

std::vector<DuplicateGame> find_duplicates(SqlConnection& sql, const IdSet& games) {
  StoredDuplicates stored(sql, games);
  if (!stored.are_of_use()) return DuplicateSearch(sql).run(games);
  std::vector<DuplicateGame> copies = stored.take_copies();
  if (!stored.unknown().empty()) {
    for (const DuplicateGame& one : DuplicateSearch(sql).run(stored.unknown())) {
      if (one.reason != DuplicateReason::kept) copies.push_back(one);
    }
  }
  complete_clusters(copies);
  return copies;
}

DuplicateAnswer find_duplicates(Database& database, const GameFilters& filters) {
  const ReadTransaction transaction(database.sql());
  GameFilters all = filters;
  all.unique = false;
  const FoundGames found = find_games(database, all);
  return {found, find_duplicates(database.sql(), found.games)};
}

std::int64_t keep_one_of_each(SqlConnection& sql, IdSet& games) {
  std::int64_t copies = 0;
  for (const DuplicateGame& one : find_duplicates(sql, games)) {
    if (one.reason == DuplicateReason::kept) continue;
    games.erase(raw(one.game));
    ++copies;
  }
  return copies;
}

}  // namespace ludex
