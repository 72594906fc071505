#include "engine/verify/checks.hpp"
#include "pipeline/beginning_hasher.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/duplicates/related_games.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ludex {
namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{128} << 20;
constexpr std::int64_t kMostCompared = kMemoryBytes / 512;

/// The counter holds the id below which every game has this data.
std::int64_t check_counter(VerifiedDatabase& database, std::string_view name) {
  const std::int64_t next = database.sql.first_integer(
      "SELECT coalesce((SELECT next FROM counter WHERE name = ?), 0)", name);
  if (next >= 1 && next <= database.end_game) return next;
  database.findings.add_damage(fmt::format("duplicates: the counter '{}' is {}, games end at {}",
                                           name, next, database.end_game));
  return 1;
}

class BeginningCheck {
 public:
  explicit BeginningCheck(VerifiedDatabase& database)
      : database_(database), blocks_(database.sql), facts_(database.sql) {}

  void run(std::int64_t end) {
    BeginningHasher hasher(database_.sql, 1, end);
    std::vector<BeginningHashes> beginnings;
    std::int64_t first = 1;
    while (hasher.next(beginnings)) {
      for (std::span<const BeginningHashes> rest(beginnings); !rest.empty();) {
        const auto some =
            rest.first(std::min(rest.size(), static_cast<std::size_t>(kDuplicateChunkGames)));
        check_chunk(first, some);
        first += kDuplicateChunkGames;
        rest = rest.subspan(some.size());
      }
    }
  }

 private:
  void check_chunk(std::int64_t first, std::span<const BeginningHashes> beginnings) {
    const std::int64_t chunk = (first - 1) / kDuplicateChunkGames;
    if (!blocks_.read_beginnings(chunk, stored_)) {
      return database_.findings.add_damage(
          fmt::format("duplicates: block {} of beginning hashes is missing", chunk));
    }
    ++database_.report.blocks;
    if (stored_.size() < beginnings.size()) {
      return database_.findings.add_damage(
          fmt::format("duplicates: block {} has the beginning hashes of {} games instead of {}",
                      chunk, stored_.size(), beginnings.size()));
    }
    for (std::size_t i = 0; i < beginnings.size(); ++i) {
      const std::int64_t game = first + static_cast<std::int64_t>(i);
      if (stored_[i] == beginnings[i] || !facts_.flags(GameId{game}).has(GameFlags::alive))
        continue;
      database_.findings.add_damage(
          fmt::format("duplicates: the beginning hashes of game {} do not match its moves", game));
    }
  }

  VerifiedDatabase& database_;
  DuplicateBlocks blocks_;
  FactReader facts_;
  std::vector<BeginningHashes> stored_;
};

/// Finds the groups anew and compares them with what is stored. If they are too many to be compared
/// within kMemoryBytes, portions of them are found anew: then games that belong to no group are not
/// searched for ones that should.
class GroupCheck {
 public:
  explicit GroupCheck(VerifiedDatabase& database) : database_(database), facts_(database.sql) {}

  void run() {
    stored_ = DuplicateBlocks(database_.sql).all_groups();
    leave_out_groups_with_removed_games();
    IdSet related = RelatedGames(database_.sql, 1, database_.end_game, kMemoryBytes).find().all();
    for (const GroupedGame& one : stored_) related.insert(raw(one.game.game));
    if (related.count() <= kMostCompared) return compare(related, stored_);
    const auto members = static_cast<std::int64_t>(stored_.size());
    const std::int64_t portions = 1 + members / kMostCompared;
    for (std::int64_t portion = 0; portion < portions; ++portion) {
      check_portion([&](std::int64_t group) { return group % portions == portion; });
    }
  }

 private:
  /// They are found again without these at the next writing.
  void leave_out_groups_with_removed_games() {
    IdSet broken;
    for (const GroupedGame& one : stored_) {
      if (raw(one.game.game) >= database_.end_game || one.group < 1) {
        database_.findings.add_damage(fmt::format(
            "duplicates: game {} is in a group and does not exist", raw(one.game.game)));
        broken.insert(std::max<std::int64_t>(one.group, 0));
      } else if (!facts_.flags(one.game.game).has(GameFlags::alive)) {
        broken.insert(one.group);
      }
    }
    for (const GroupedGame& one : stored_) {
      if (broken.contains(one.group)) left_out_.insert(raw(one.game.game));
    }
    std::erase_if(stored_,
                  [&](const GroupedGame& one) { return left_out_.contains(raw(one.game.game)); });
  }

  template <class IsMine>
  void check_portion(const IsMine& is_mine) {
    IdSet compared;
    std::vector<GroupedGame> expected;
    for (const GroupedGame& one : stored_) {
      if (!is_mine(one.group)) continue;
      compared.insert(raw(one.game.game));
      expected.push_back(one);
    }
    compare(compared, expected);
  }

  void compare(IdSet games, const std::vector<GroupedGame>& stored) {
    for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
      if (left_out_.contains(id) || !facts_.flags(GameId{id}).has(GameFlags::alive))
        games.erase(id);
    }
    const std::vector<GroupedGame> found = find_groups(database_.sql, games);
    auto one = stored.begin();
    auto other = found.begin();
    while (one != stored.end() || other != found.end()) {
      const std::int64_t id = one == stored.end() ? raw(other->game.game)
                              : other == found.end()
                                  ? raw(one->game.game)
                                  : std::min(raw(one->game.game), raw(other->game.game));
      const bool is_stored = one != stored.end() && raw(one->game.game) == id;
      const bool is_found = other != found.end() && raw(other->game.game) == id;
      if (!is_stored || !is_found || *one != *other) {
        database_.findings.add_damage(
            fmt::format("duplicates: the stored group of game {} does not match its moves", id));
      }
      one += is_stored ? 1 : 0;
      other += is_found ? 1 : 0;
    }
  }

  VerifiedDatabase& database_;
  FactReader facts_;
  std::vector<GroupedGame> stored_;
  IdSet left_out_;  // games
};

}  // namespace

void check_duplicates(VerifiedDatabase& database) {
  if (!DuplicateBlocks(database.sql).exist()) return;
  database.findings.check("duplicates", [&] {
    const std::int64_t hashed = check_counter(database, "marked");
    const std::int64_t grouped = check_counter(database, "clustered");
    BeginningCheck(database).run(hashed);
    if (grouped == database.end_game && hashed == database.end_game) GroupCheck(database).run();
  });
}

}  // namespace ludex
