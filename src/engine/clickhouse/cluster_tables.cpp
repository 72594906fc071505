#include "engine/clickhouse/cluster_tables.hpp"

#include "engine/clickhouse/sought_texts.hpp"
#include "store/game_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ludex::clickhouse {
namespace {

using Type = NativeColumn::Type;

struct ColumnSpec {
  std::string_view name;
  Type type;
  bool is_shown = true;  // by the view
};

constexpr ColumnSpec kPlayerColumns[] = {
    {"game_id", Type::id},
    {"seat", Type::integer},
    {"color", Type::text},
    {"name", Type::text},
    {"person", Type::text},
    {"rank", Type::text},
    {"rating", Type::real},
    {"team", Type::text},
    {"is_computer", Type::integer},
    {"score", Type::real},
    {"outcome", Type::text},
    {"people", Type::text, false},
    {"sought_team", Type::text, false},
    {"rounded_rating", Type::integer, false},
    {"seats", Type::integer, false},
};
constexpr ColumnSpec kPropertyColumns[] = {{"game_id", Type::id},
                                           {"ident", Type::text},
                                           {"value", Type::text},
                                           {"sought", Type::text, false}};
constexpr ColumnSpec kProblemColumns[] = {{"game_id", Type::id},
                                          {"ply", Type::integer},
                                          {"kind", Type::text},
                                          {"offset", Type::integer},
                                          {"message", Type::text}};
constexpr ColumnSpec kRecordColumns[] = {{"id", Type::id},
                                         {"source", Type::text},
                                         {"member", Type::text},
                                         {"offset", Type::integer},
                                         {"length", Type::integer},
                                         {"record_hash", Type::text},
                                         {"format", Type::integer},
                                         {"form", Type::integer},
                                         {"reject_kind", Type::text},
                                         {"reject_offset", Type::integer},
                                         {"reject_message", Type::text},
                                         {"text", Type::text}};

/// What the record of a game is read again with; follow the facts.
constexpr ColumnSpec kReadingColumns[] = {{"record_format", Type::integer, false},
                                          {"record_form", Type::integer, false},
                                          {"record_index", Type::integer, false}};

/// What a game is replayed from. `facts` are five varints: game, size, flags, main_positions,
/// total_positions.
constexpr ColumnSpec kScriptColumns[] = {
    {"id", Type::id}, {"facts", Type::text}, {"script", Type::text}};

/// What the view `games` shows of a game: `shown` is pack_shown().
constexpr ColumnSpec kRowColumns[] = {{"id", Type::id}, {"shown", Type::text}};

constexpr PublishedFact kPublishedFacts[] = {
    {Fact::flags, "fact_flags"},
    {Fact::game, "fact_game"},
    {Fact::kind, "fact_kind"},
    {Fact::size, "fact_size"},
    {Fact::date_from, "fact_date_from"},
    {Fact::date_to, "fact_date_to"},
    {Fact::result, "fact_result"},
    {Fact::margin, "fact_margin"},
    {Fact::komi, "fact_komi"},
    {Fact::handicap, "fact_handicap"},
    {Fact::black_rating, "fact_black_rating"},
    {Fact::white_rating, "fact_white_rating"},
    {Fact::black_rank, "fact_black_rank"},
    {Fact::white_rank, "fact_white_rank"},
    {Fact::moves, "fact_moves"},
    {Fact::main_positions, "fact_main_positions"},
    {Fact::total_positions, "fact_total_positions"},
    {Fact::external_id, "fact_external_id"},
    {Fact::source, "fact_source"},
};

// What nearly always has one value costs nothing: `forced` is the player to move where it is not
// the mover, and date_to = date_from + date_span modulo 2^32.
constexpr std::string_view kPositionColumns =
    "key UInt64, check UInt64, game UInt32, ply UInt32, variation UInt8, mover UInt8, "
    "seats_swapped UInt8, forced UInt8, orient UInt8, winner UInt8, date_from UInt32, "
    "date_span UInt32, next String";
constexpr std::string_view kShownPositionColumns =
    "key, check, toUInt64(db) * 1099511627776 + stored.game AS game, ply, variation, mover, "
    "if(seats_swapped = 0, mover, 3 - mover) AS seat, if(forced = 0, mover, forced) AS to_move, "
    "orient, winner, date_from, toUInt32(date_from + date_span) AS date_to, next";

Type type_of(const GameColumn& column) {
  if (column.show == Show::id) return Type::id;
  if (column.show == Show::winner_seat) return Type::integer;
  if (column.show != Show::plain) return Type::text;
  if (column.type == ColumnType::integer) return Type::integer;
  return column.type == ColumnType::real ? Type::real : Type::text;
}

std::vector<ColumnSpec> columns_of_games() {
  std::vector<ColumnSpec> columns;
  for (const GameColumn& column : kGameColumns) {
    if (column.is_shown()) columns.push_back({column.name, type_of(column)});
  }
  for (const PublishedFact& fact : kPublishedFacts) {
    columns.push_back({fact.column, Type::integer, false});
  }
  columns.insert(columns.end(), std::begin(kReadingColumns), std::end(kReadingColumns));
  columns.push_back({"beginning", Type::integer, false});
  columns.push_back({"words", Type::text, false});
  columns.push_back({"event_person", Type::text, false});
  columns.push_back({"place_person", Type::text, false});
  for (const SoughtColumn& column : sought_columns()) {
    columns.push_back({column.name, Type::text, false});
  }
  return columns;
}

std::string definitions(std::span<const ColumnSpec> columns) {
  std::string text;
  for (const ColumnSpec& column : columns) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", column.name, NativeColumn("", column.type).type());
  }
  return text;
}

std::vector<ColumnSpec> specs_of(std::string_view table) {
  const auto all = [](auto& columns) {
    return std::vector<ColumnSpec>(std::begin(columns), std::end(columns));
  };
  if (table == "stored_games") return columns_of_games();
  if (table == "stored_players") return all(kPlayerColumns);
  if (table == "stored_properties") return all(kPropertyColumns);
  if (table == "stored_problems") return all(kProblemColumns);
  if (table == "stored_records") return all(kRecordColumns);
  if (table == "stored_scripts") return all(kScriptColumns);
  if (table == "stored_rows") return all(kRowColumns);
  throw std::logic_error(fmt::format("no table '{}'", table));
}

Table table_of(Part part, std::string_view name, std::string_view view, std::string_view order,
               std::array<std::string_view, 2> sums, std::string_view settings = {}) {
  return {part, name, view, definitions(specs_of(name)), order, sums, settings};
}

/// The generation of each batch that is published: that of the last row.
std::string current(const std::string& database, Part part) {
  return fmt::format("SELECT db, batch, argMax({1}_gen, gen) FROM {0}.published GROUP BY db, batch",
                     database, kPartNames[static_cast<std::size_t>(part)]);
}

/// What the view selects. Ids of the first database are as they are; another one's have its number
/// in the bits above 40.
std::string shown_columns(const Table& table) {
  if (table.part == Part::positions) return std::string(kShownPositionColumns);
  std::string shown;
  for (const ColumnSpec& column : specs_of(table.name)) {
    if (!column.is_shown) continue;
    const bool is_id = column.type == Type::id || column.name == "record_id";
    if (!shown.empty()) shown += ", ";
    // In 18.16 an alias hides the column of its name within the whole query.
    shown += is_id ? fmt::format("toUInt64(db) * 1099511627776 + stored.{0} AS {0}", column.name)
                   : std::string(column.name);
  }
  return shown;
}

/// Shows the rows that are published.
std::string view_of(const std::string& database, const Table& table, const std::string& from) {
  return fmt::format(
      "CREATE VIEW IF NOT EXISTS {0}.{1} AS SELECT {2} FROM {0}.{3} AS stored WHERE (db, batch, "
      "gen) IN ({4})",
      database, table.view, shown_columns(table), from, current(database, table.part));
}

void add_table(const std::string& database, const Table& table, std::vector<std::string>& out) {
  for (const std::string& name : {std::string(table.name), table.staged_name()}) {
    out.push_back(
        fmt::format("CREATE TABLE IF NOT EXISTS {}.{} (db UInt16, batch UInt32, gen UInt64, {}) "
                    "ENGINE = MergeTree PARTITION BY (db, batch, gen) ORDER BY ({}){}",
                    database, name, table.columns, table.order, table.settings));
  }
}

}  // namespace

std::string Table::staged_name() const {
  return fmt::format("staged_{}", name.substr(name.find('_') + 1));
}

std::span<const PublishedFact> published_facts() { return kPublishedFacts; }

std::string_view fact_column(Fact fact) {
  const auto* const known = std::ranges::find(kPublishedFacts, fact, &PublishedFact::fact);
  if (known == std::end(kPublishedFacts)) throw std::logic_error("a fact that is not published");
  return known->column;
}

std::span<const Table> all_tables() {
  static const std::vector<Table> tables = {
      {Part::positions,
       "stored_positions",
       "positions",
       std::string(kPositionColumns),
       "key, game, ply",
       {"sum(key)", "sum(check)"}},
      // Games and texts are read one by one: few of them lie in a granule.
      table_of(Part::positions, "stored_scripts", "", "id", {"sum(id)", "sum(length(script))"},
               " SETTINGS index_granularity = 64"),
      table_of(Part::games, "stored_rows", "", "id", {"sum(id)", "sum(length(shown))"},
               " SETTINGS index_granularity = 64"),
      table_of(Part::games, "stored_games", "games", "id", {"sum(id)", "sum(moves)"},
               " SETTINGS index_granularity = 1024"),
      table_of(Part::games, "stored_players", "game_players", "game_id",
               {"sum(game_id)", "sum(seat)"}),
      table_of(Part::games, "stored_properties", "properties", "game_id",
               {"sum(game_id)", "sum(length(value))"}),
      table_of(Part::games, "stored_problems", "problems", "game_id",
               {"sum(game_id)", "sum(length(kind))"}),
      table_of(Part::records, "stored_records", "records", "id", {"sum(id)", "sum(length(text))"},
               " SETTINGS index_granularity = 64"),
  };
  return tables;
}

const Table& get_table(std::string_view name) {
  const auto tables = all_tables();
  return *std::ranges::find(tables, name, &Table::name);
}

std::vector<NativeColumn> columns_of(std::string_view table) {
  std::vector<NativeColumn> columns;
  for (const ColumnSpec& spec : specs_of(table))
    columns.emplace_back(std::string(spec.name), spec.type);
  return columns;
}

std::vector<std::string> make_tables(const std::string& database, const std::string& cluster) {
  std::vector<std::string> statements = {
      fmt::format("CREATE DATABASE IF NOT EXISTS {}", database),
      fmt::format(
          "CREATE TABLE IF NOT EXISTS {}.layout (version UInt32, shard UInt32, shards "
          "UInt32, games_per_batch UInt64, made_by String) ENGINE = MergeTree ORDER BY version",
          database),
      fmt::format("CREATE TABLE IF NOT EXISTS {}.databases (db UInt16, uuid String, name String, "
                  "at DateTime) ENGINE = MergeTree ORDER BY db",
                  database),
      fmt::format("CREATE TABLE IF NOT EXISTS {}.claims (db UInt16, batch UInt32, claim UInt64, "
                  "owner String, step UInt32, until DateTime) ENGINE = MergeTree "
                  "PARTITION BY claim ORDER BY (db, batch)",
                  database),
      fmt::format("CREATE TABLE IF NOT EXISTS {}.published (db UInt16, batch UInt32, gen UInt64, "
                  "positions_gen UInt64, games_gen UInt64, records_gen UInt64, "
                  "positions_print UInt64, games_print UInt64, records_print UInt64, "
                  "positions UInt64, games UInt64, records UInt64, at DateTime, version UInt32, "
                  "shard UInt32, shards UInt32, games_per_batch UInt64) "
                  "ENGINE = MergeTree ORDER BY (db, batch, gen)",
                  database)};
  for (const Table& table : all_tables()) add_table(database, table, statements);
  for (const Table& table : all_tables()) {
    if (table.view.empty()) continue;
    std::string from(table.name);
    if (!cluster.empty()) {
      from = fmt::format("all_{}", table.view);
      statements.push_back(fmt::format(
          "CREATE TABLE IF NOT EXISTS {0}.{1} AS {0}.{2} ENGINE = Distributed({3}, {0}, {2})",
          database, from, table.name, cluster));
    }
    statements.push_back(view_of(database, table, from));
  }
  return statements;
}

}  // namespace ludex::clickhouse
