#include "store/duplicate_blocks.hpp"

#include "core/little_endian.hpp"
#include "core/refused_database.hpp"
#include "store/database.hpp"

#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kBlockGamesAt = 2;
constexpr std::size_t kBlockChecksumAt = 8;
constexpr std::size_t kBlockHead = 16;

[[noreturn]] void refuse_duplicates() {
  refuse_database("what is stored about duplicates is damaged");
}

std::uint64_t block_checksum(std::string_view bytes) {
  const std::string_view payload = bytes.substr(kBlockHead);
  return XXH64(payload.data(), payload.size(), XXH64(bytes.data(), kBlockChecksumAt, 0));
}

std::string new_block(std::size_t games) {
  std::string bytes(kBlockHead, '\0');
  bytes[0] = static_cast<char>(kDuplicateFormat);
  store_little(bytes.data() + kBlockGamesAt, static_cast<std::uint16_t>(games));
  return bytes;
}

std::string sealed(std::string bytes) {
  store_little(bytes.data() + kBlockChecksumAt, block_checksum(bytes));
  return bytes;
}

/// \returns how many games a sound block holds
std::size_t games_in(std::string_view bytes) {
  const bool sound =
      bytes.size() >= kBlockHead && static_cast<std::uint8_t>(bytes[0]) == kDuplicateFormat &&
      load_little<std::uint64_t>(bytes.data() + kBlockChecksumAt) == block_checksum(bytes);
  const std::size_t games = sound ? load_little<std::uint16_t>(bytes.data() + kBlockGamesAt) : 0;
  if (!sound || games > static_cast<std::size_t>(kDuplicateChunkGames)) refuse_duplicates();
  return games;
}

std::uint64_t next_varint(std::string_view& rest) {
  const auto number = take_varint(rest);
  if (!number) refuse_duplicates();
  return *number;
}

std::int64_t next_id(std::string_view& rest, std::int64_t game) {
  const auto id = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(game) + static_cast<std::uint64_t>(unzigzag(next_varint(rest))));
  if (id <= 0) refuse_duplicates();
  return id;
}

std::uint64_t how_code(const DuplicateGame& game) {
  return static_cast<std::uint64_t>(game.reason) |
         static_cast<std::uint64_t>(game.orientation) << 2 |
         static_cast<std::uint64_t>(game.colors_exchanged) << 6;
}

void set_how(std::uint64_t code, DuplicateGame& game) {
  constexpr std::uint64_t kOrientations = 16;
  if (code >> 7 != 0) refuse_duplicates();
  game.reason = static_cast<DuplicateReason>(code & 3);
  game.orientation = static_cast<Orientation>(code >> 2 & (kOrientations - 1));
  game.colors_exchanged = code >> 6 != 0;
}

std::int64_t chunk_of(const GroupedGame& one) {
  return (raw(one.game.game) - 1) / kDuplicateChunkGames;
}

/// Takes the games of a chunk off the front.
std::span<const GroupedGame> take_chunk(std::int64_t chunk, std::span<const GroupedGame>& rest) {
  const auto end =
      std::ranges::find_if(rest, [&](const GroupedGame& one) { return chunk_of(one) != chunk; });
  const auto some = rest.first(static_cast<std::size_t>(end - rest.begin()));
  rest = rest.subspan(some.size());
  return some;
}

}  // namespace

std::string pack_beginnings(std::span<const BeginningHashes> beginnings) {
  std::string bytes = new_block(beginnings.size());
  for (const BeginningHashes& one : beginnings) {
    bytes.push_back(
        static_cast<char>(static_cast<std::uint8_t>(one.kind) | one.asked << 2 | one.count << 5));
  }
  for (const BeginningHashes& one : beginnings) {
    for (std::size_t i = 0; i < one.count; ++i) append_little(bytes, one.hashes[i]);
  }
  return sealed(std::move(bytes));
}

void read_beginnings(std::string_view bytes, std::vector<BeginningHashes>& beginnings) {
  const std::size_t games = games_in(bytes);
  if (bytes.size() < kBlockHead + games) refuse_duplicates();
  beginnings.resize(games);
  std::string_view heads = bytes.substr(kBlockHead, games);
  std::string_view hashes = bytes.substr(kBlockHead + games);
  for (std::size_t i = 0; i < games; ++i) {
    const auto head = static_cast<std::uint8_t>(heads[i]);
    BeginningHashes& one = beginnings[i];
    one.kind = static_cast<BeginningHashes::Kind>(head & 3);
    one.asked = head >> 2 & 7;
    one.count = head >> 5;
    if (one.count > BeginningHashes::kMost || hashes.size() < 4 * std::size_t{one.count})
      refuse_duplicates();
    for (std::size_t k = 0; k < one.count; ++k) {
      one.hashes[k] = load_little<std::uint32_t>(hashes.data() + 4 * k);
    }
    hashes.remove_prefix(4 * std::size_t{one.count});
  }
  if (!hashes.empty()) refuse_duplicates();
}

std::string pack_groups(std::int64_t chunk, std::span<const GroupedGame> games) {
  std::string bytes = new_block(games.size());
  std::int64_t before = chunk * kDuplicateChunkGames;
  for (const GroupedGame& one : games) {
    const std::int64_t id = raw(one.game.game);
    append_varint(bytes, static_cast<std::uint64_t>(id - std::exchange(before, id)));
    append_varint(bytes, zigzag(one.group - id));
    append_varint(bytes, zigzag(raw(one.game.cluster) - id));
    append_varint(bytes, how_code(one.game));
    append_varint(bytes, static_cast<std::uint64_t>(one.game.equal_moves));
  }
  return sealed(std::move(bytes));
}

void read_groups(std::int64_t chunk, std::string_view bytes, std::vector<GroupedGame>& games) {
  const std::size_t count = games_in(bytes);
  std::string_view rest = bytes.substr(kBlockHead);
  std::int64_t id = chunk * kDuplicateChunkGames;
  const std::int64_t end = id + kDuplicateChunkGames;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t step = next_varint(rest);
    if (step == 0 || step > static_cast<std::uint64_t>(end - id)) refuse_duplicates();
    id += static_cast<std::int64_t>(step);
    GroupedGame& one = games.emplace_back();
    one.game.game = static_cast<GameId>(id);
    one.group = next_id(rest, id);
    one.game.cluster = static_cast<GameId>(next_id(rest, id));
    set_how(next_varint(rest), one.game);
    one.game.equal_moves = static_cast<std::int64_t>(next_varint(rest));
    const bool stands = one.game.cluster == one.game.game;
    if (one.group > id || stands != (one.game.reason == DuplicateReason::kept)) refuse_duplicates();
  }
  if (!rest.empty()) refuse_duplicates();
}

DuplicateBlocks::DuplicateBlocks(SqlConnection& sql)
    : sql_(sql),
      has_tables_(sql.first_integer("SELECT count(*) FROM sqlite_schema WHERE name IN "
                                    "('mark_block', 'cluster_block')") == 2) {}

bool DuplicateBlocks::are_complete() {
  return has_tables_ && sql_.first_integer(
                            "SELECT (SELECT next FROM counter WHERE name = 'clustered') = "
                            "(SELECT next FROM counter WHERE name = 'game')") != 0;
}

std::vector<GroupedGame> DuplicateBlocks::all_groups() {
  std::vector<GroupedGame> games;
  SqlStatement select(sql_, "SELECT id, data FROM cluster_block ORDER BY id");
  while (select.step()) {
    const std::int64_t chunk = select.integer(0);
    if (chunk < 0 || chunk > kMostIds / kDuplicateChunkGames) refuse_duplicates();
    read_groups(chunk, select.bytes(1), games);
  }
  return games;
}

bool DuplicateBlocks::read_beginnings(std::int64_t chunk,
                                      std::vector<BeginningHashes>& beginnings) {
  beginnings.clear();
  if (!select_beginnings_)
    select_beginnings_.emplace(sql_, "SELECT data FROM mark_block WHERE id = ?");
  const bool found = select_beginnings_->find(chunk);
  if (found) ludex::read_beginnings(select_beginnings_->bytes(0), beginnings);
  select_beginnings_->reset();
  return found;
}

void DuplicateBlocks::write_beginnings(std::int64_t chunk,
                                       std::span<const BeginningHashes> beginnings) {
  sql_.run("INSERT OR REPLACE INTO mark_block VALUES (?, ?)", chunk,
           SqlBlob{pack_beginnings(beginnings)});
}

void DuplicateBlocks::write_groups(std::span<const GroupedGame> before,
                                   std::span<const GroupedGame> games) {
  SqlStatement replace(sql_, "INSERT OR REPLACE INTO cluster_block VALUES (?, ?)");
  SqlStatement remove(sql_, "DELETE FROM cluster_block WHERE id = ?");
  while (!before.empty() || !games.empty()) {
    const std::int64_t chunk = before.empty() ? chunk_of(games.front())
                               : games.empty()
                                   ? chunk_of(before.front())
                                   : std::min(chunk_of(games.front()), chunk_of(before.front()));
    const auto old = take_chunk(chunk, before);
    const auto now = take_chunk(chunk, games);
    if (std::ranges::equal(old, now)) continue;
    if (now.empty()) {
      remove.run(chunk);
    } else {
      replace.run(chunk, SqlBlob{pack_groups(chunk, now)});
    }
  }
}

void forget_duplicates(SqlConnection& sql) {
  sql.run("DELETE FROM cluster_block");
  sql.run("UPDATE counter SET next = 1 WHERE name = 'clustered'");
  forget_unfinished_search(sql);
}

std::optional<UnfinishedSearch> find_unfinished_search(SqlConnection& sql) {
  SqlStatement select(sql,
                      "SELECT games.next, bytes.next FROM counter games JOIN counter bytes "
                      "WHERE games.name = 'unclustered' AND bytes.name = 'unclustered_in'");
  if (!select.find()) return std::nullopt;
  return UnfinishedSearch{select.integer(0), static_cast<std::uint64_t>(select.integer(1))};
}

void note_unfinished_search(SqlConnection& sql, const UnfinishedSearch& search) {
  constexpr auto kMostBytes = static_cast<std::uint64_t>(kMostIds) - 1;  // that a counter may hold
  sql.run("INSERT OR REPLACE INTO counter VALUES ('unclustered', ?), ('unclustered_in', ?)",
          search.games, std::min(search.memory_bytes, kMostBytes));
}

void forget_unfinished_search(SqlConnection& sql) {
  sql.run("DELETE FROM counter WHERE name IN ('unclustered', 'unclustered_in')");
}

}  // namespace ludex
