#include "pipeline/duplicate_keeper.hpp"

#include "pipeline/beginning_hasher.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/duplicates/related_games.hpp"
#include "query/filter/game_query.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/facts.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// Hashes the beginnings of the games from `first` to the one before `end`.
void hash_new_games(SqlConnection& sql, std::int64_t first, std::int64_t end) {
  constexpr auto kGames = static_cast<std::size_t>(kDuplicateChunkGames);
  DuplicateBlocks blocks(sql);
  BeginningHasher hasher(sql, first, end);
  std::int64_t chunk = (first - 1) / kDuplicateChunkGames;
  std::vector<BeginningHashes> open;  // from the chunk's first game on
  blocks.read_beginnings(chunk, open);
  open.resize(static_cast<std::size_t>((first - 1) % kDuplicateChunkGames));
  std::vector<BeginningHashes> beginnings;
  while (hasher.next(beginnings)) {
    open.insert(open.end(), beginnings.begin(), beginnings.end());
    for (std::span<const BeginningHashes> rest(open); !rest.empty();) {
      const auto some = rest.first(std::min(rest.size(), kGames));
      blocks.write_beginnings(chunk++, some);
      rest = rest.subspan(some.size());
    }
    open.clear();
  }
}

/// Groups of which a game was removed are found again without it.
void add_broken_groups(SqlConnection& sql, std::span<const GroupedGame> games, IdSet& changed) {
  FactReader facts(sql);
  for (const GroupedGame& one : games) {
    if (!facts.flags(one.game.game).has(GameFlags::alive)) changed.insert(one.group);
  }
}

void erase_removed_games(SqlConnection& sql, ComparedGames& games) {
  FactReader facts(sql);
  const IdSet all = games.all();
  for (std::int64_t id = all.next(0); id >= 0; id = all.next(id + 1)) {
    if (!facts.flags(static_cast<GameId>(id)).has(GameFlags::alive)) games.erase(id);
  }
}

/// The groups that stay as they are; the games of all others are added to those compared.
std::vector<GroupedGame> unchanged_groups(SqlConnection& sql,
                                          const std::vector<GroupedGame>& before,
                                          ComparedGames& compared) {
  IdSet changed;  // groups, by their smallest id
  add_broken_groups(sql, before, changed);
  const IdSet all = compared.all();
  for (const GroupedGame& one : before) {
    if (all.contains(raw(one.game.game))) changed.insert(one.group);
  }
  std::vector<GroupedGame> unchanged;
  for (const GroupedGame& one : before) {
    if (changed.contains(one.group)) {
      compared.insert(raw(one.game.game));
    } else {
      unchanged.push_back(one);
    }
  }
  return unchanged;
}

/// \returns false if the memory does not suffice: nothing is changed then
bool update_groups(SqlConnection& sql, ComparedGames compared, std::uint64_t memory_bytes) {
  DuplicateBlocks blocks(sql);
  const std::vector<GroupedGame> before = blocks.all_groups();
  std::vector<GroupedGame> after = unchanged_groups(sql, before, compared);
  erase_removed_games(sql, compared);
  const std::uint64_t known_bytes = (before.size() + after.size()) * sizeof(GroupedGame);
  if (known_bytes > memory_bytes) return false;
  const auto found = find_groups(sql, compared, memory_bytes - known_bytes);
  if (!found) return false;
  after.insert(after.end(), found->begin(), found->end());
  std::ranges::sort(after, {}, [](const GroupedGame& one) { return raw(one.game.game); });
  blocks.write_groups(before, after);
  return true;
}

std::int64_t visible_games(SqlConnection& sql) {
  return select_games(sql, GameFilters{}).matched.count();
}

/// True if a search among as many games did not fit as much memory before.
bool is_in_vain(SqlConnection& sql, const UnfinishedSearch& search) {
  const auto before = find_unfinished_search(sql);
  return before && search.games >= before->games && search.memory_bytes <= before->memory_bytes;
}

}  // namespace

void update_duplicates(Database& database, std::uint64_t memory_bytes) {
  SqlConnection& sql = database.sql();
  const std::int64_t end = database.next_id("game");
  const auto known = [&](const char* counter) {
    const std::int64_t next = database.next_id(counter);
    return next >= 1 && next <= end ? next : 1;
  };
  const std::int64_t hashed = known("marked"), grouped = known("clustered");
  if (grouped == end) return;
  if (hashed != end) {
    hash_new_games(sql, hashed, end);
    database.set_next_id("marked", end);
  }
  const UnfinishedSearch search{visible_games(sql), memory_bytes};
  if (is_in_vain(sql, search)) return;
  ComparedGames related = RelatedGames(sql, grouped, end, memory_bytes).find();
  if (update_groups(sql, std::move(related), memory_bytes)) {
    database.set_next_id("clustered", end);
    forget_unfinished_search(sql);
  } else {
    note_unfinished_search(sql, search);
  }
}

}  // namespace ludex
