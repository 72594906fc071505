#include "engine/verify/checks.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

constexpr int kMostOfSqlite = 20;

void check_pages(VerifiedDatabase& database) {
  SqlStatement select(database.sql, fmt::format("PRAGMA main.integrity_check({})", kMostOfSqlite));
  while (select.step()) {
    std::string line = select.string(0);
    if (line == "ok") continue;
    for (char& c : line) {
      if (c == '\n') c = ' ';
    }
    database.findings.add_damage("SQLite: " + line);
  }
}

/// Ids that a counter will give again.
struct Counted {
  std::string_view counter;
  std::string_view select;  ///< of the largest id given
};
constexpr Counted kCounted[] = {
    {"source", "SELECT max(id) FROM source"},         {"member", "SELECT max(id) FROM member"},
    {"record", "SELECT max(id) FROM record"},         {"game", "SELECT max(id) FROM game"},
    {"text_block", "SELECT max(id) FROM text_block"}, {"segment", "SELECT max(id) FROM segment"},
};

void check_counters(VerifiedDatabase& database) {
  for (const Counted& counted : kCounted) {
    const std::int64_t next =
        database.sql.first_integer("SELECT next FROM counter WHERE name = ?", counted.counter);
    const std::int64_t most = database.sql.first_integer(counted.select);
    if (most < next) continue;
    if (most == 0 && next == 0) continue;
    database.findings.add_damage(
        fmt::format("counters: the next {} is {}, but {} exists", counted.counter, next, most));
  }
}

/// A question that finds rows where there should be none: an id, and what is wrong with it.
struct Orphans {
  std::string_view what;
  std::string_view select;
};
constexpr Orphans kOrphans[] = {
    {"member {} belongs to no source",
     "SELECT id FROM member WHERE source_id NOT IN (SELECT id FROM source)"},
    {"record {} belongs to no member",
     "SELECT id FROM record WHERE member_id NOT IN (SELECT id FROM member)"},
    {"record {} gave neither a game nor a reject",
     "SELECT id FROM record WHERE reject_kind IS NULL AND id NOT IN "
     "(SELECT record_id FROM game)"},
    {"record {} is a reject and has games",
     "SELECT id FROM record WHERE reject_kind IS NOT NULL AND id IN "
     "(SELECT record_id FROM game)"},
    {"game {} comes after games of later records",
     "SELECT id FROM (SELECT id, record_id, lag(record_id) OVER (ORDER BY id) AS before FROM game) "
     "WHERE record_id < before"},
    {"game {} is of another source than its record",
     "SELECT g.id FROM game g JOIN record r ON r.id = g.record_id JOIN member m ON m.id = "
     "r.member_id WHERE m.source_id != g.source_id"},
    {"seat of game {}, which does not exist",
     "SELECT game_id FROM seat WHERE game_id NOT IN (SELECT id FROM game)"},
    {"seat of game {}: a text is missing",
     "SELECT game_id FROM seat WHERE (name IS NOT NULL AND name NOT IN (SELECT id FROM name)) OR "
     "(rank IS NOT NULL AND rank NOT IN (SELECT id FROM phrase)) OR "
     "(team IS NOT NULL AND team NOT IN (SELECT id FROM phrase))"},
    {"problem of game {}, which does not exist",
     "SELECT game_id FROM problem WHERE game_id NOT IN (SELECT id FROM game)"},
    {"person in a seat of game {}, which does not exist",
     "SELECT game_id FROM seat_person WHERE game_id NOT IN (SELECT id FROM game)"},
    {"game {} has a person in a seat who does not exist",
     "SELECT game_id FROM seat_person WHERE person_id NOT IN (SELECT id FROM person)"},
    {"alias of person {}, who does not exist",
     "SELECT person_id FROM alias WHERE person_id NOT IN (SELECT id FROM person)"},
};

void check_orphans(VerifiedDatabase& database) {
  for (const Orphans& orphans : kOrphans) {
    SqlStatement select(database.sql, orphans.select);
    while (select.step()) {
      database.findings.add_damage(fmt::format(fmt::runtime(orphans.what), select.integer(0)));
    }
  }
}

/// What a source says it holds, and what the tables hold of it.
void check_sources(VerifiedDatabase& database) {
  SqlStatement select(database.sql,
                      "WITH held AS (SELECT m.source_id AS source_id, count(*) AS records, "
                      "  sum(r.reject_kind IS NOT NULL) AS rejects, sum(r.length) AS bytes "
                      "  FROM record r JOIN member m ON m.id = r.member_id GROUP BY 1), "
                      "played AS (SELECT source_id, count(*) AS games FROM game GROUP BY 1) "
                      "SELECT s.id, s.records - s.removed, coalesce(held.records, 0), s.rejects, "
                      "  coalesce(held.rejects, 0), s.games, coalesce(played.games, 0), "
                      "  s.stream_bytes - s.junk_bytes, s.record_bytes, "
                      "  s.record_bytes - coalesce(held.bytes, 0), s.removed "
                      "FROM source s LEFT JOIN held ON held.source_id = s.id "
                      "LEFT JOIN played ON played.source_id = s.id ORDER BY s.id");
  while (select.step()) {
    const std::int64_t source = select.integer(0);
    const auto compare = [&](int said, std::string_view what) {
      if (select.integer(said) == select.integer(said + 1)) return;
      database.findings.add_damage(fmt::format("source {}: {} {}, it says {}", source,
                                               select.integer(said + 1), what,
                                               select.integer(said)));
    };
    compare(1, "records");
    compare(3, "rejects");
    compare(5, "games");
    compare(7, "bytes of records");
    const std::int64_t gone_bytes = select.integer(9);
    if (gone_bytes < 0 || (gone_bytes > 0 && select.integer(10) == 0)) {
      database.findings.add_damage(
          fmt::format("source {}: the records that it holds are {} bytes shorter than it says",
                      source, gone_bytes));
    }
  }
}

}  // namespace

void check_tables(VerifiedDatabase& database) {
  Findings& findings = database.findings;
  findings.check("SQLite", [&] { check_pages(database); });
  findings.check("counters", [&] { check_counters(database); });
  findings.check("sources", [&] { check_sources(database); });
  findings.check("references", [&] { check_orphans(database); });
}

}  // namespace ludex
