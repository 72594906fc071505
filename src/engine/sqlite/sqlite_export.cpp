#include "engine/export/export_files.hpp"
#include "engine/export/exported_games.hpp"
#include "engine/sqlite/sqlite_engine.hpp"
#include "query/rows/game_record.hpp"
#include "query/rows/game_rows.hpp"
#include "query/search/game_positions.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ludex {
namespace {

/// Memory: 16 bytes per game.
class StoredRecordWalk final : public RecordWalk {
 public:
  StoredRecordWalk(Database& database, const IdSet& games)
      : facts_(database.sql()),
        texts_(database.sql()),
        readings_(database.sql()),
        sql_(database.sql()) {
    const ReadTransaction transaction(database.sql());
    for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
      entries_.push_back({RecordId{facts_.value(Fact::record, GameId{id})}, GameId{id}});
    }
    std::ranges::stable_sort(entries_, {}, &Entry::record);
  }

  bool next() override {
    if (place_ == entries_.size()) return false;
    record_ = entries_[place_].record;
    games_.clear();
    for (; place_ < entries_.size() && entries_[place_].record == record_; ++place_) {
      games_.push_back(entries_[place_].game);
    }
    return true;
  }

  RecordId id() override { return record_; }
  std::span<const GameId> games() override { return games_; }
  Format format() override { return texts_.format(record_); }
  TextForm form() override { return texts_.form(record_); }
  Charset charset() override {
    return readings_.find(games_.front()).charset.value_or(Charset::utf8);
  }
  GameFlags flags() override { return facts_.flags(games_.front()); }
  std::string text() override { return texts_.text(record_); }

  RowValues row() override {
    if (!select_row_) {
      select_row_.emplace(
          sql_, "SELECT black, white, event, date_from, date_precision FROM games WHERE id = ?");
      select_properties_.emplace(sql_, "SELECT ident, value FROM properties WHERE game_id = ?");
    }
    RowValues row;
    if (select_row_->find(raw(games_.front()))) {
      row = {select_row_->string(0),
             select_row_->string(1),
             select_row_->string(2),
             select_row_->string(3),
             {},
             select_row_->string(4) == "year"};
    }
    select_row_->reset();
    select_properties_->start(raw(games_.front()));
    while (select_properties_->step()) {
      row.properties.emplace_back(select_properties_->string(0), select_properties_->string(1));
    }
    select_properties_->reset();
    return row;
  }

 private:
  struct Entry {
    RecordId record;
    GameId game;
  };
  FactReader facts_;
  RecordTexts texts_;
  RecordReadings readings_;
  SqlConnection& sql_;
  std::optional<SqlStatement> select_row_, select_properties_;
  std::vector<Entry> entries_;
  std::size_t place_ = 0;
  RecordId record_ = RecordId::none;
  std::vector<GameId> games_;
};

class StoredGameWalk final : public GameWalk {
 public:
  StoredGameWalk(Database& database, const IdSet& games)
      : games_(games), positions_(database.sql()), facts_(database.sql()) {}

  bool next() override {
    if (next_ >= 0) next_ = games_.next(next_);
    if (next_ < 0) return false;
    game_ = GameId{next_++};
    return true;
  }

  GameId id() override { return game_; }
  ReplayedGame replayed() override {
    return {positions_.game_type(game_), facts_.flags(game_),
            static_cast<std::uint32_t>(facts_.value(Fact::main_positions, game_))};
  }
  Winner winner() override { return facts_.winner(game_); }
  std::uint32_t searched_plies() override { return positions_.searched_plies(game_); }
  std::optional<Position> position(std::uint32_t ply) override {
    return positions_.find(game_, ply);
  }
  void walk(const PositionVisitor& visit) override { positions_.walk(game_, visit); }

 private:
  const IdSet& games_;
  GamePositions positions_;
  FactReader facts_;
  std::int64_t next_ = 0;
  GameId game_ = GameId::none;
};

std::string sql_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

/// The SQL expression for a column of a template.
std::string column_expression(const std::string& column) {
  if (column == "year") return "substr(date_from, 1, 4)";
  if (column == "date") return "date_from";
  return fmt::format("\"{}\"", column);
}

/// The SQL expression for the file name of a game.
std::string select_own_names(std::string_view name) {
  std::string sql = "SELECT ''";
  for (const TemplatePart& part : parse_template(name)) {
    sql += " || ";
    sql += part.is_column ? fmt::format("coalesce(nullif({}, ''), '{}')",
                                        column_expression(part.text), kUnknownName)
                          : sql_text(part.text);
  }
  return sql + " FROM games WHERE id = ?";
}

std::string select_names(const SplitBy& split) {
  switch (split.key) {
    case SplitBy::Key::game:
      return select_own_names(split.name);
    case SplitBy::Key::player:
      return "SELECT person FROM game_players WHERE game_id = ? ORDER BY seat";
    case SplitBy::Key::format:
      return "SELECT format FROM record WHERE id = ?";
    default:
      return "SELECT written FROM name WHERE id = ?";
  }
}

class StoredSplitNames final : public SplitNames {
 public:
  StoredSplitNames(Database& database, const SplitBy& split)
      : split_(split), facts_(database.sql()), select_(database.sql(), select_names(split)) {}

  std::vector<std::string> of(GameId game) override {
    if (split_.key == SplitBy::Key::year) {
      return {year_name(static_cast<Day>(facts_.value(Fact::date_from, game)),
                        static_cast<Day>(facts_.value(Fact::date_to, game)))};
    }
    std::vector<std::string> names;
    select_.start(asked_of(game));
    while (select_.step()) {
      if (split_.key == SplitBy::Key::format) {
        names.emplace_back(format_name(stored_format(select_.integer(0))));
        continue;
      }
      names.push_back(safe_file_name(select_.string(0)));
    }
    if (names.empty()) names.emplace_back(kUnknownName);
    return names;
  }

 private:
  [[nodiscard]] std::int64_t asked_of(GameId game) {
    if (split_.key == SplitBy::Key::player || split_.key == SplitBy::Key::game) return raw(game);
    return facts_.value(split_.key == SplitBy::Key::event ? Fact::event : Fact::record, game);
  }

  SplitBy split_;
  FactReader facts_;
  SqlStatement select_;  // selects the names of parts, by asked_of() of a game
};

class StoredExport final : public ExportedGames {
 public:
  StoredExport(Database& database, FoundGames found)
      : database_(database), found_(std::move(found)) {}

  bool empty() override { return found_.games.empty(); }
  std::unique_ptr<RecordWalk> records() override {
    return std::make_unique<StoredRecordWalk>(database_, found_.games);
  }
  std::unique_ptr<GameWalk> games() override {
    return std::make_unique<StoredGameWalk>(database_, found_.games);
  }
  void for_each_row(const RowVisitor& visit) override { list_games(database_, found_, {}, visit); }
  std::unique_ptr<SplitNames> names(const SplitBy& split) override {
    return std::make_unique<StoredSplitNames>(database_, split);
  }
  void read_at_once(const std::function<void()>& work) override {
    const ReadTransaction transaction(database_.sql());
    work();
  }

 private:
  Database& database_;
  FoundGames found_;
};

/// The games with the lowest ids.
FoundGames first_games(const FoundGames& found, std::int64_t limit) {
  FoundGames first;
  if (limit >= found.games.count()) {
    first.games = found.games;
    return first;
  }
  std::int64_t id = found.games.next(0);
  for (std::int64_t i = 0; i < limit; ++i, id = found.games.next(id + 1)) first.games.insert(id);
  return first;
}

}  // namespace

void SqliteEngine::export_games(const GameSet& games, const ExportOptions& options,
                                ExportSink& sink, const Call& call) {
  const CallWatch watch(database_.sql(), call);
  FoundGames found = first_games(found_games(games), options.limit);
  check(options);
  StoredExport exported(database_, std::move(found));
  write_export(exported, options, sink);
}

}  // namespace ludex
