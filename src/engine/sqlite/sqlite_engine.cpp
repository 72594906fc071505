#include "engine/sqlite/sqlite_engine.hpp"

#include "core/call_scope.hpp"
#include "engine/export/record_export.hpp"
#include "engine/game_details.hpp"
#include "engine/sqlite/board_sizes.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "formats/values/fold.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/pattern/pattern_query.hpp"
#include "query/ratings/ratings.hpp"
#include "query/rows/game_rows.hpp"
#include "query/search/game_catalog.hpp"
#include "query/stats/game_stats.hpp"
#include "sql/table_function.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostRowBytes = 2 * kMostValueBytes;

[[noreturn]] void refuse(const SqlError& error) {
  const bool writes = error.kind() == SqlError::Kind::not_allowed;
  throw UsageError(
      fmt::format("sql: {}{}", error.reason(), writes ? "; only reading is allowed" : ""));
}

SqlStatement prepare(SqlConnection& connection, std::string_view sql) {
  std::string_view rest;
  SqlStatement statement(connection, sql, rest);
  if (statement.is_empty()) throw UsageError("sql: no statement given");
  if (rest.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
    throw UsageError("sql: expected one statement, but another one follows it");
  }
  if (statement.parameters() > 0) {
    throw UsageError("sql: expected a statement without parameters");
  }
  return statement;
}

std::string blob_text(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = "X'";
  text.reserve(2 * bytes.size() + 3);
  for (const char byte : bytes) {
    const auto bits = static_cast<unsigned char>(byte);
    text += kDigits[bits >> 4U];
    text += kDigits[bits & 15U];
  }
  return text + '\'';
}

Value value_of(const SqlStatement& statement, int column) {
  switch (statement.type(column)) {
    case SqlType::integer:
      return statement.integer(column);
    case SqlType::real:
      return statement.real(column);
    case SqlType::null:
      return std::monostate();
    case SqlType::blob:
      return blob_text(statement.bytes(column));
    case SqlType::text:
      break;
  }
  return statement.string(column);
}

/// \throws UsageError for a row that would take minutes to print.
void read_row(const SqlStatement& statement, std::vector<Value>& values) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = value_of(statement, static_cast<int>(i));
    if (const auto* const text = std::get_if<std::string>(&values[i])) bytes += text->size();
    if (bytes > kMostRowBytes) {
      throw UsageError(fmt::format("sql: a row of more than {} MiB", kMostRowBytes >> 20));
    }
    check_call();
  }
}

std::vector<std::string> names_of(const SqlStatement& statement) {
  std::vector<std::string> names;
  for (int i = 0; i < statement.columns(); ++i) names.push_back(statement.column_name(i));
  return names;
}

/// The columns of a listing.
std::vector<std::string> columns_of(const GameSet& games, const Listing& listing) {
  std::vector<std::string> columns = listing.columns.empty() ? game_columns() : listing.columns;
  if (listing.with_hits)
    columns.insert(columns.end(), std::begin(kHitColumns), std::end(kHitColumns));
  if (listing.with_hits && found_games(games).pattern)
    columns.insert(columns.end(), std::begin(kPatternColumns), std::end(kPatternColumns));
  return columns;
}

/// The rows of a listing and their source.
class Listed final : public GameRange::Rows {
 public:
  Listed(Database& database, const GameSet& games, Listing listing, Call call)
      : database_(database), found_(games.found), call_(std::move(call)) {
    const CallWatch watch(database_.sql(), call_);
    rows_ = open_listing(database_, found_games(games), std::move(listing));
  }

  const std::vector<Value>* next() override {
    if (!is_limited(call_)) return rows_->next();
    const CallWatch watch(database_.sql(), call_);
    check_call();
    return rows_->next();
  }

 private:
  Database& database_;
  std::shared_ptr<const void> found_;  // what the rows are read from
  Call call_;
  std::unique_ptr<GameRange::Rows> rows_;
};

/// The same as lines.
class ListedLines final : public RowLines {
 public:
  ListedLines(Database& database, const GameSet& games, const Listing& listing, LineFormat format,
              Call call)
      : RowLines(columns_of(games, listing)),
        database_(database),
        found_(games.found),
        call_(std::move(call)) {
    const CallWatch watch(database_.sql(), call_);
    lines_.emplace(database_, found_games(games), listing, format);
  }

  std::string_view next() override {
    while (place_ == lines_->ends().size()) {
      const CallWatch watch(database_.sql(), call_);
      check_call();
      if (!lines_->read()) return {};
      place_ = 0;
    }
    const std::size_t begin = place_ == 0 ? 0 : lines_->ends()[place_ - 1];
    return lines_->text().substr(begin, lines_->ends()[place_++] - begin);
  }

 private:
  Database& database_;
  std::shared_ptr<const void> found_;  // what the lines are read from
  Call call_;
  std::optional<LineListing> lines_;
  std::size_t place_ = 0;  // in the batch
};

/// Rows of games by id.
class RowsOf final : public GameRange::Rows {
 public:
  RowsOf(Database& database, std::vector<GameId> games, std::vector<std::string> columns)
      : rows_(database, std::move(columns)), games_(std::move(games)) {}

  const std::vector<Value>* next() override {
    while (place_ < games_.size()) {
      if (rows_.read(games_[place_++], row_)) return &row_;
    }
    return nullptr;
  }

 private:
  GameRows rows_;
  std::vector<GameId> games_;
  std::size_t place_ = 0;
  std::vector<Value> row_;
};

}  // namespace

std::vector<FoundSource> find_sources(Database& database, const NameFilter& name) {
  std::vector<FoundSource> found;
  SqlStatement select(database.sql(), "SELECT id, source, games FROM sources ORDER BY id");
  while (select.step()) {
    const std::string source = select.string(1);
    if (!name.matches(fold(source))) continue;
    found.push_back({SourceId{select.integer(0)}, source, select.integer(2)});
  }
  return found;
}

void for_each_reject(Database& database, const std::function<void(const Reject&)>& visit) {
  SqlStatement select(database.sql(),
                      "SELECT record_id, source, member, offset, length, kind, message "
                      "FROM rejects ORDER BY record_id");
  while (select.step()) {
    Reject reject;
    reject.record = RecordId{select.integer(0)};
    reject.origin = {select.string(1), select.string(2),
                     static_cast<std::uint64_t>(select.integer(3)),
                     static_cast<std::uint64_t>(select.integer(4))};
    reject.kind = select.string(5);
    reject.message = select.string(6);
    visit(reject);
  }
}

void run_sql(Database& database, std::string_view sql,
             const std::function<void(std::vector<std::string>)>& columns, const RowVisitor& row) {
  const auto no_owner = [](SqlConnection*) {};
  add_sql_functions({&database.sql(), no_owner});
  const ReadingOnly guard(database.sql(), ReadingOnly::Allowed::statements);
  try {
    SqlStatement statement = prepare(database.sql(), sql);
    columns(names_of(statement));
    std::vector<Value> values(static_cast<std::size_t>(statement.columns()));
    while (statement.step()) {
      read_row(statement, values);
      if (!row(values)) return;
    }
  } catch (const SqlError& error) {
    check_call();
    if (error.kind() == SqlError::Kind::damaged) throw;
    refuse(error);
  }
}

GameDetails SqliteEngine::details(GameId game) {
  const ReadTransaction transaction(database_.sql());
  const auto read = [&](std::string_view columns, std::string_view view) {
    SqlStatement statement(database_.sql(),
                           fmt::format("SELECT {} FROM {} WHERE game_id = ?", columns, view));
    statement.start(raw(game));
    ValueRows found{names_of(statement), {}};
    while (statement.step()) {
      std::vector<Value>& row = found.rows.emplace_back();
      for (int i = 0; i < statement.columns(); ++i) row.push_back(value_of(statement, i));
    }
    return found;
  };
  return {read(kPlayerDetails, "game_players"), read(kPropertyDetails, "properties"),
          read(kProblemDetails, "problems")};
}

GameFilters SqliteEngine::read_query(const Query& query, std::vector<std::string>& notes) {
  GameFilters filters = to_filters(query);
  StoredCatalog catalog(database_.sql());
  add_positions(catalog, query, filters, notes);
  const PatternMatching& pattern = query.pattern_matching;
  filters.patterns = read_patterns(database_.sql(), query);
  filters.pattern_moment = {.mover = pattern.mover,
                            .from_ply = pattern.from_ply.value_or(0),
                            .to_ply = pattern.to_ply.value_or(PatternMoment{}.to_ply),
                            .final = pattern.final};
  filters.pattern_is_first = query.pattern_is_first;
  filters.all_hits = pattern.all_hits;
  filters.variations = pattern.variations;
  return filters;
}

GameSet SqliteEngine::find(const Query& query, std::int64_t max_games, const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  GameSet set;
  const GameFilters filters = read_query(query, set.notes);
  const auto found = std::make_shared<const FoundGames>(find_games(database_, filters, max_games));
  set.games = found->games.count();
  set.hits = found->pattern ? found->pattern_hits : static_cast<std::int64_t>(found->hits.size());
  static_cast<LeftOut&>(set) = *found;
  if (set.games == 0) explain_empty_answer(query, filters, board_sizes(database_), set.notes);
  set.found = found;
  return set;
}

GameRange SqliteEngine::rows(const GameSet& games, Listing listing, Call call) {
  std::vector<std::string> columns = columns_of(games, listing);
  return GameRange(std::move(columns),
                   std::make_unique<Listed>(database_, games, std::move(listing), std::move(call)));
}

std::unique_ptr<RowLines> SqliteEngine::lines(const GameSet& games, Listing listing,
                                              LineFormat format, Call call) {
  if (listing.with_hits) return Engine::lines(games, std::move(listing), format, std::move(call));
  return std::make_unique<ListedLines>(database_, games, listing, format, std::move(call));
}

GameRange SqliteEngine::rows(std::vector<GameId> games, std::vector<std::string> columns) {
  if (columns.empty()) columns = game_columns();
  auto rows = std::make_unique<RowsOf>(database_, std::move(games), columns);
  return GameRange(std::move(columns), std::move(rows));
}

StatsTable SqliteEngine::stats(const Query& query, const StatsQuestion& question,
                               const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  std::vector<std::string> notes;
  const GameFilters filters = read_query(query, notes);
  StatsTable table = count_games(database_, filters, question);
  table.notes = std::move(notes);
  return table;
}

RatingList SqliteEngine::ratings(const Query& query, const RatingQuestion& question,
                                 const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  std::vector<std::string> notes;
  const GameFilters filters = read_query(query, notes);
  RatingList list = rate_players(database_, filters, question);
  list.table.notes = std::move(notes);
  return list;
}

DuplicateAnswer SqliteEngine::duplicates(const Query& query, const Call& call) {
  const CallWatch watch(database_.sql(), call);
  check_call();
  std::vector<std::string> notes;
  const GameFilters filters = read_query(query, notes);
  DuplicateAnswer answer = find_duplicates(database_, filters);
  answer.notes = std::move(notes);
  return answer;
}

void SqliteEngine::record_text(RecordId record,
                               const std::function<void(std::string_view)>& piece) {
  RecordTexts texts(database_.sql());
  const bool is_text = room_of(texts.format(record)).companions.empty();
  if (!is_text) return texts.for_each_piece(record, piece);
  write_record(
      texts.form(record), [&](const auto& visit) { texts.for_each_piece(record, visit); }, piece);
}

}  // namespace ludex
