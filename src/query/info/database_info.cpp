#include "query/info/database_info.hpp"

#include "core/refused_database.hpp"
#include "ludex/error.hpp"
#include "query/filter/fact_condition.hpp"
#include "store/posting_tables.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <memory>

namespace ludex {
namespace {

std::vector<SourceInfo> read_sources(SqlConnection& sql) {
  std::vector<SourceInfo> sources;
  SqlStatement select(
      sql,
      "SELECT id, source, state, damage, bytes, members, skipped_members, records, games, rejects, "
      "removed, record_bytes, junk_bytes, stream_bytes, branches_left_out FROM sources ORDER BY "
      "id");
  while (select.step()) {
    int place = 0;
    const auto text = [&] { return select.string(place++); };
    const auto number = [&] { return select.integer(place++); };
    SourceInfo source;
    source.id = number();
    source.name = text();
    source.state = text();
    source.damage = text();
    source.bytes = number();
    source.members = number();
    source.skipped_members = number();
    source.records = number();
    source.games = number();
    source.rejects = number();
    source.removed = number();
    source.record_bytes = number();
    source.junk_bytes = number();
    source.stream_bytes = number();
    source.branches_left_out = number();
    sources.push_back(std::move(source));
  }
  return sources;
}

/// Totals are compared with sums of two or three of them.
void add_count(std::int64_t count, std::int64_t& total) {
  constexpr std::int64_t kMost = std::int64_t{1} << 60;
  if (count < 0 || count > kMost || total + count > kMost) {
    refuse_database(fmt::format("the count {} is out of range", count));
  }
  total += count;
}

void add_sources(const std::vector<SourceInfo>& sources, Totals& totals) {
  totals.sources = static_cast<std::int64_t>(sources.size());
  for (const SourceInfo& source : sources) {
    add_count(source.records, totals.records);
    add_count(source.removed, totals.removed);
    add_count(source.record_bytes, totals.record_bytes);
    add_count(source.junk_bytes, totals.junk_bytes);
    add_count(source.stream_bytes, totals.stream_bytes);
  }
}

/// Counts the visible games by their facts.
void add_games(SqlConnection& sql, DatabaseInfo& info) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> counts;
  IdSet records;
  FactChunk chunk(sql);
  for_each_answer(chunk, [&](std::int64_t /*id*/, std::size_t place) {
    const auto fact = [&](Fact name) { return chunk.values(name)[place]; };
    ++counts[{fact(Fact::game), fact(Fact::kind)}];
    records.insert(fact(Fact::record));
    add_count(fact(Fact::moves), info.totals.moves);
    const bool all = GameFlags(fact(Fact::flags)).has(GameFlags::variations_indexed);
    add_count(fact(all ? Fact::total_positions : Fact::main_positions), info.totals.positions);
  });
  for (const auto& [key, games] : counts) {
    info.games.push_back(
        {static_cast<GameType>(key.first), static_cast<GameKind>(key.second), games});
    info.totals.games += games;
  }
  info.totals.game_records = records.count();
}

void add_segments(SqlConnection& sql, DatabaseInfo& info) {
  PostingTables tables(sql);
  for (const SegmentInfo& segment : tables.segments()) {
    ++info.segments;
    info.postings += static_cast<std::int64_t>(segment.postings);
    info.blocks += segment.block_count;
  }
}

/// The sizes of tables with their indexes. The virtual table is missing from some builds of SQLite.
std::vector<TableBytes> read_table_bytes(SqlConnection& sql) {
  std::vector<TableBytes> tables;
  if (sql.first_integer("SELECT sqlite_compileoption_used('ENABLE_DBSTAT_VTAB')") == 0)
    return tables;
  SqlStatement select(sql,
                      "SELECT COALESCE(m.tbl_name, s.name), sum(s.pgsize) FROM dbstat s "
                      "LEFT JOIN sqlite_schema m ON m.name = s.name WHERE s.aggregate = TRUE "
                      "GROUP BY 1 ORDER BY 2 DESC, 1");
  while (select.step()) {
    tables.push_back({select.string(0), select.integer(1)});
  }
  return tables;
}

/// XXH3-128 over numbers and bytes, the same on every machine.
class Hasher {
 public:
  Hasher() : state_(XXH3_createState(), XXH3_freeState) {
    if (state_ == nullptr || XXH3_128bits_reset(state_.get()) != XXH_OK) {
      throw Error("out of memory for a hash");
    }
  }

  void add(std::int64_t number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    std::array<unsigned char, sizeof bits> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<unsigned char>(bits >> (8 * i));
    }
    add(bytes.data(), bytes.size());
  }
  void add(const void* data, std::size_t size) { XXH3_128bits_update(state_.get(), data, size); }

  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

void add_games(SqlConnection& sql, Hasher& hasher) {
  FactChunk chunk(sql);
  for_each_answer(chunk, [&](std::int64_t /*id*/, std::size_t place) {
    hasher.add(chunk.values(Fact::content)[place]);
    hasher.add(chunk.values(Fact::main_positions)[place]);
    hasher.add(chunk.values(Fact::flags)[place] & GameFlags::variations_indexed);
  });
}

void add_rejects(SqlConnection& sql, Hasher& hasher) {
  SqlStatement select(sql,
                      "SELECT r.hash FROM record r JOIN member m ON m.id = r.member_id "
                      "JOIN source s ON s.id = m.source_id AND s.hidden = 0 "
                      "WHERE r.reject_kind IS NOT NULL ORDER BY r.id");
  while (select.step()) {
    const std::string_view hash = select.bytes(0);
    hasher.add(hash.data(), hash.size());
  }
}

}  // namespace

DatabaseInfo read_info(Database& database, bool with_table_bytes) {
  SqlConnection& sql = database.sql();
  DatabaseInfo info;
  {
    const ReadTransaction one_state(sql);
    info.sources = read_sources(sql);
    add_sources(info.sources, info.totals);
    add_games(sql, info);
    info.totals.rejects = sql.first_integer("SELECT count(*) FROM rejects");
    add_segments(sql, info);
    info.groups = sql.first_integer("SELECT count(*) FROM position_group");
    info.file_bytes =
        sql.first_integer("PRAGMA page_count") * sql.first_integer("PRAGMA page_size");
    SqlStatement select(sql, "SELECT key, value FROM meta ORDER BY key");
    while (select.step()) {
      info.settings.emplace_back(select.string(0), select.string(1));
    }
  }
  // Reads the whole file: writers need not wait for it.
  if (with_table_bytes) info.tables = read_table_bytes(sql);
  return info;
}

std::string signature(Database& database) {
  Hasher hasher;
  add_games(database.sql(), hasher);
  add_rejects(database.sql(), hasher);
  return hasher.hex();
}

}  // namespace ludex
