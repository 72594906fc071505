#include "query/filter/fact_condition.hpp"
#include "query/filter/game_query.hpp"
#include "query/filter/game_seats.hpp"
#include "query/filter/result_codes.hpp"
#include "query/filter/text_matches.hpp"
#include "query/names/people.hpp"

#include <limits>
#include <utility>

namespace ludex {
namespace {

constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

void add_result(const ResultFilter& filter, FactConditions& conditions) {
  conditions.push_back(fact_in_set(Fact::result, result_codes(filter)));
  if (filter.margin) conditions.push_back(fact_in_range(Fact::margin, *filter.margin));
}

/// The columns of one seat.
struct Seat {
  std::int64_t number;
  Fact name, rank, rating;
};
constexpr Seat kFirst{1, Fact::black, Fact::black_rank, Fact::black_rating};
constexpr Seat kSecond{2, Fact::white, Fact::white_rank, Fact::white_rating};

/// Builds conditions on seats from names of players.
class Players {
 public:
  explicit Players(SqlConnection& sql) : sql_(sql), people_(sql, NameKind::player) {}

  FactCondition sits_at(const Seat& seat, const NameFilter& filter) const {
    PeopleMatch match = match_people(sql_, people_, NameKind::player, filter);
    std::vector<GameVerdict> verdicts;
    for (const People::Seated& one : people_.seated()) {
      if (one.seat != seat.number) continue;
      verdicts.push_back({one.game, match.persons.contains(person_code(one.person))});
    }
    return fact_in_set_but(seat.name, std::move(match.names), std::move(verdicts));
  }

 private:
  SqlConnection& sql_;
  People people_;
};

FactCondition player_sits_at(const Seat& seat, const Seat& other, const GameFilters& filters,
                             const Players& players) {
  FactConditions conditions;
  if (!filters.players.empty()) conditions.push_back(players.sits_at(seat, filters.players[0]));
  if (filters.opponent) conditions.push_back(players.sits_at(other, *filters.opponent));
  if (filters.players.size() == 2) {
    conditions.push_back(players.sits_at(other, filters.players[1]));
  }
  if (filters.outcome) {
    conditions.push_back(fact_in_set(Fact::result, result_codes(*filters.outcome, seat.number)));
  }
  for (const Seat& one : {seat, other}) {
    if (one.number != seat.number && !filters.both_players) continue;
    if (filters.rank) conditions.push_back(fact_in_range(one.rank, *filters.rank));
    if (filters.rating) conditions.push_back(fact_in_range(one.rating, *filters.rating));
  }
  return all_of(std::move(conditions));
}

void add_players(SqlConnection& sql, const GameFilters& filters, FactConditions& conditions) {
  if (filters.players.empty() && !filters.rank && !filters.rating) return;
  FactConditions seats;
  for (FactCondition& seat : seat_conditions(sql, filters)) seats.push_back(std::move(seat));
  IdSet more = games_of_further_seats(sql, People(sql, NameKind::player), filters);
  if (!more.empty()) seats.push_back(game_in_set(std::move(more)));
  conditions.push_back(any_of(std::move(seats)));
}

/// The ids of matching texts; for players, events and places, including their aliases.
IdSet ids_of(SqlConnection& sql, const Dictionary& texts, const NameFilter& filter) {
  const bool has_people = texts.table == Dictionary::Table::name && texts.name != NameKind::round;
  if (!has_people) return matching_ids(sql, texts, filter);
  return match_people(sql, People(sql, texts.name), texts.name, filter).names;
}

void add_columns(SqlConnection& sql, const GameFilters& filters, FactConditions& conditions) {
  if (filters.black) conditions.push_back(Players(sql).sits_at(kFirst, *filters.black));
  if (filters.white) conditions.push_back(Players(sql).sits_at(kSecond, *filters.white));
  for (const ColumnFilter& filter : filters.columns) {
    const GameColumn& column = get_column(filter.column);
    if (const auto* const range = std::get_if<NumberRange>(&filter.wanted)) {
      conditions.push_back(fact_in_range(column.fact.fact, *range));
    } else {
      const NameFilter& text = std::get<NameFilter>(filter.wanted);
      conditions.push_back(fact_in_set(column.fact.fact, ids_of(sql, column.texts, text)));
    }
  }
}

void add_values(const GameFilters& filters, FactConditions& conditions) {
  const auto equal = [&](Fact fact, std::int64_t value) {
    conditions.push_back(fact_in_range(fact, {value, value}));
  };
  if (filters.game) equal(Fact::game, static_cast<std::int64_t>(*filters.game));
  if (filters.kind) equal(Fact::kind, static_cast<std::int64_t>(*filters.kind));
  if (filters.size) {
    equal(Fact::size, packed_size(*filters.size));
  }
  if (filters.external_id) equal(Fact::external_id, 1);
  if (filters.result) add_result(*filters.result, conditions);
  if (filters.win_by) {
    conditions.push_back(fact_in_set(Fact::result, result_codes(*filters.win_by)));
  }
}

void add_properties(SqlConnection& sql, const GameFilters& filters, FactConditions& conditions) {
  for (const PropertyFilter& filter : filters.properties) {
    const PropertyColumn column = column_of(filter.ident);
    if (column.needs_rows()) continue;
    FactConditions places;
    places.push_back(fact_in_set(Fact::properties, matching_property_lists(sql, filter)));
    if (column.column != nullptr) {
      places.push_back(fact_in_set(column.column->fact.fact,
                                   matching_ids(sql, column.column->texts, filter.value)));
    }
    conditions.push_back(any_of(std::move(places)));
  }
}

}  // namespace

FactConditions fact_conditions(SqlConnection& sql, const GameFilters& filters) {
  FactConditions conditions;
  conditions.push_back(is_answer());
  add_players(sql, filters, conditions);
  add_columns(sql, filters, conditions);
  add_values(filters, conditions);
  add_properties(sql, filters, conditions);
  return conditions;
}

std::array<FactCondition, 2> seat_conditions(SqlConnection& sql, const GameFilters& filters) {
  const Players players(sql);
  return {player_sits_at(kFirst, kSecond, filters, players),
          player_sits_at(kSecond, kFirst, filters, players)};
}

FactConditions date_conditions(const GameFilters& filters) {
  FactConditions conditions;
  for (const DaySpan& span : filters.dates) {
    const std::int64_t first = span.from, last = span.to;
    if (filters.dates_exact) {
      conditions.push_back(fact_in_range(Fact::date_from, {first, kLast}));
      conditions.push_back(fact_in_range(Fact::date_to, {1, last}));
    } else {
      conditions.push_back(fact_in_range(Fact::date_from, {1, last}));
      FactConditions ends;
      ends.push_back(fact_in_range(Fact::date_to, {first, kLast}));
      ends.push_back(fact_in_range(Fact::date_to, {0, 0}));  // open-ended
      conditions.push_back(any_of(std::move(ends)));
    }
  }
  return conditions;
}

}  // namespace ludex
