#include "query/stats/game_stats.hpp"

#include "core/call_scope.hpp"
#include "query/filter/fact_condition.hpp"
#include "query/filter/game_query.hpp"
#include "query/names/people.hpp"
#include "query/stats/openings.hpp"
#include "query/stats/stats_counter.hpp"
#include "query/stats/stats_table.hpp"
#include "store/game_columns.hpp"
#include "store/game_scripts.hpp"
#include "store/text_dictionary.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kCachedTexts = 1024;

/// The games of a database, chunk by chunk.
class DatabaseGames final : public StatsGames {
 public:
  explicit DatabaseGames(SqlConnection& sql) : chunk_(sql), people_(sql, NameKind::player) {}

  [[nodiscard]] FactChunk& chunk() { return chunk_; }
  [[nodiscard]] People& people() { return people_; }
  /// Before any seat is asked for.
  void seat_them(SqlConnection& sql, const GameFilters& filters, bool with_scores) {
    seats_.emplace(sql, people_, filters, with_scores);
  }
  /// Calls visit(places) for the places of each chunk.
  template <class Visit>
  void for_each(const IdSet& games, Visit visit) {
    for_each_chunk(chunk_, games, [&](std::span<const std::size_t> places) {
      if (seats_) seats_->load(chunk_, places);
      visit(places);
    });
  }

  const std::vector<std::int64_t>& values(Fact fact) override { return chunk_.values(fact); }
  const std::vector<GameSeat>& seats(std::size_t place) override { return seats_->of_game(place); }

 private:
  FactChunk chunk_;
  People people_;
  std::optional<GameSeats> seats_;
};

/// Games by their first moves.
class OpeningColumn final : public StatsColumn {
 public:
  OpeningColumn(SqlConnection& sql, const FactChunk& chunk, const StatsQuestion& question)
      : StatsColumn({"opening"}), scripts_(sql), chunk_(chunk), openings_(question) {}

  void load(StatsGames& games) override {
    games_ = &games.values(Fact::game);
    sizes_ = &games.values(Fact::size);
  }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    const std::int64_t id = chunk_.first_game() + static_cast<std::int64_t>(place);
    if (id == last_game_) return last_code_;
    check_call();  // scripts are read many at once
    last_code_ =
        openings_.code_of(static_cast<GameType>((*games_)[place]), unpacked_size((*sizes_)[place]),
                          scripts_.script(static_cast<GameId>(id)));
    last_game_ = id;
    return last_code_;
  }

 private:
  Value known_value(std::int64_t code) override { return openings_.text(code); }

  GameScripts scripts_;
  const FactChunk& chunk_;
  Openings openings_;
  const std::vector<std::int64_t>* games_ = nullptr;
  const std::vector<std::int64_t>* sizes_ = nullptr;
  std::int64_t last_game_ = 0;  // whose code is at hand: both seats ask for it
  std::int64_t last_code_ = kUnknownCode;
};

Value name_value(People& people, std::int64_t code) {
  const auto text = people.text(code);
  return text ? Value(*text) : Value();
}

/// An event or a place.
StatsColumnPtr name_column(const GameColumn& column, SqlConnection& sql) {
  const auto people = std::make_shared<People>(sql, column.texts.name);
  return make_fact_column(
      column.name, column.fact.fact,
      [people](std::int64_t name) {
        const std::int64_t who = people->of_name(name);
        return who == 0 ? kUnknownCode : who;
      },
      [people](std::int64_t who) { return name_value(*people, who); });
}

/// A column of kGameColumns whose fact is the id of a text.
StatsColumnPtr text_column(const GameColumn& column, SqlConnection& sql) {
  const bool is_phrase = column.texts.table == Dictionary::Table::phrase;
  const auto texts =
      std::make_shared<TextCache>(sql,
                                  is_phrase ? "SELECT written FROM phrase WHERE id = ?"
                                            : "SELECT name FROM source WHERE id = ?",
                                  kCachedTexts);
  const std::int64_t unknown = column.fact.unknown;
  return make_fact_column(
      column.name, column.fact.fact,
      [unknown](std::int64_t id) { return id == unknown ? kUnknownCode : id; },
      [texts](std::int64_t id) {
        const auto text = texts->find(id);
        return text ? Value(std::string(*text)) : Value();
      });
}

StatsColumnPtr make_column(StatsKey key, const StatsQuestion& question, SqlConnection& sql,
                           DatabaseGames& games) {
  if (StatsColumnPtr column = make_number_column(key, question)) return column;
  switch (key) {
    case StatsKey::player:
    case StatsKey::opponent:
      return make_player_column(key,
                                [&](std::int64_t who) { return name_value(games.people(), who); });
    case StatsKey::event:
      return name_column(get_column("event"), sql);
    case StatsKey::place:
      return name_column(get_column("place"), sql);
    case StatsKey::rules:
      return text_column(get_column("rules"), sql);
    case StatsKey::source:
      return text_column(get_column("source"), sql);
    case StatsKey::opening:
      return std::make_unique<OpeningColumn>(sql, games.chunk(), question);
    default:
      throw std::logic_error("a key without a column");
  }
}

}  // namespace

StatsTable count_games(Database& database, const GameFilters& filters,
                       const StatsQuestion& question) {
  StatsShape shape = shape_of(filters, question);
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  DatabaseGames games(sql);
  if (shape.needs_seats()) games.seat_them(sql, filters, shape.with_scores);
  std::vector<StatsColumnPtr> keys;
  for (const StatsKey key : shape.columns) keys.push_back(make_column(key, question, sql, games));
  StatsCounter counter(std::move(shape), std::move(keys));
  check_sort(counter, question);
  const FoundGames found = find_games(database, filters);
  games.for_each(found.games,
                 [&](std::span<const std::size_t> places) { counter.count(games, places); });
  StatsTable table = stats_table(counter, question);
  static_cast<LeftOut&>(table) = found;
  return table;
}

}  // namespace ludex
