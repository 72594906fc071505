#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "engine/clickhouse/sought_texts.hpp"
#include "query/filter/result_codes.hpp"
#include "query/filter/text_matches.hpp"
#include "query/filter/tile_matches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace ludex::clickhouse {
namespace {

constexpr std::int64_t kLastDay = std::numeric_limits<std::int64_t>::max();

std::string in_range(std::string_view column, NumberRange range) {
  return fmt::format("{0} >= {1} AND {0} <= {2}", column, range.from, range.to);
}
/// Where the days of a game are.
struct DateColumns {
  std::string_view from, to;
};

/// The conditions on dates, to stand after another condition.
std::string of_dates(const GameFilters& filters, const DateColumns& columns) {
  std::string text;
  const auto add = [&](const std::string& condition) {
    text += fmt::format(" AND ({})", condition);
  };
  for (const DaySpan& span : filters.dates) {
    const NumberRange days{span.from, span.to};
    if (filters.dates_exact) {
      add(in_range(columns.from, {days.from, kLastDay}));
      add(in_range(columns.to, {1, days.to}));
    } else {
      add(in_range(columns.from, {1, days.to}));
      const std::string end = in_range(columns.to, {days.from, kLastDay});
      add(fmt::format("({}) OR {} = 0", end, columns.to));
    }
  }
  return text;
}

std::string in_range(Fact fact, NumberRange range) { return in_range(fact_column(fact), range); }

std::string in_set(Fact fact, const IdSet& codes) {
  const std::vector<std::int64_t> members = codes.members();
  if (members.empty()) return "0";
  return fmt::format("{} IN ({})", fact_column(fact), fmt::join(members, ","));
}

/// Conditions that all must hold.
class All {
 public:
  void add(const std::string& condition) { text_ += fmt::format(" AND ({})", condition); }
  /// " AND (...) AND (...)", to stand after another condition.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The conditions alone.
  [[nodiscard]] std::string alone() const { return text_.empty() ? "1" : text_.substr(5); }

 private:
  std::string text_;
};

/// A seat of a game of two players, in SQL.
struct Seat {
  std::int64_t number;
  std::string_view people;
  Fact rank, rating;
};
constexpr Seat kSeats[] = {{1, "people_black", Fact::black_rank, Fact::black_rating},
                           {2, "people_white", Fact::white_rank, Fact::white_rating}};

/// The player at a seat is whom the filters mean.
std::string sits_at(const GameFilters& filters, const Seat& seat, const Seat& other) {
  All all;
  if (!filters.players.empty()) all.add(matches(seat.people, filters.players[0]));
  if (filters.opponent) all.add(matches(other.people, *filters.opponent));
  if (filters.players.size() == 2) all.add(matches(other.people, filters.players[1]));
  if (filters.outcome) {
    all.add(in_set(Fact::result, result_codes(*filters.outcome, seat.number)));
  }
  for (const Seat& one : {seat, other}) {
    if (one.number != seat.number && !filters.both_players) continue;
    if (filters.rank) all.add(in_range(one.rank, *filters.rank));
    if (filters.rating) all.add(in_range(one.rating, *filters.rating));
  }
  return all.alone();
}

/// Writes the filters of a query in SQL, for one shard.
class ConditionWriter {
 public:
  ConditionWriter(Cluster& cluster, const PublishedState& state, const GameFilters& filters,
                  std::size_t shard)
      : cluster_(cluster), state_(state), filters_(filters), shard_(shard) {}

  /// All that facts say in a database; not dates, nor handicap.
  std::string of_facts() {
    All all;
    add_players(all);
    add_columns(all);
    add_values(all);
    return all.text();
  }
  /// All that rows say.
  std::string of_rows() {
    All all;
    if (filters_.ids) all.add(among_ids(*filters_.ids));
    if (filters_.computers) all.add(has_computers(*filters_.computers));
    if (filters_.text) all.add(has_words("words", *filters_.text));
    if (filters_.external_id) {
      all.add(fmt::format("external_id = {}", sql_text(*filters_.external_id)));
    }
    for (const PropertyFilter& filter : filters_.properties) all.add(has_property(filter));
    return all.text();
  }
  /// The handicap as recorded.
  std::string of_stones() const {
    if (!filters_.handicap) return {};
    return fmt::format(" AND ({})", in_range(Fact::handicap, filters_.handicap->stones));
  }
  /// Also games that record none and begin as usual, where the filter takes them.
  std::string of_handicap() const {
    if (!filters_.handicap || !filters_.handicap->or_none_set_up) return of_stones();
    return fmt::format(" AND (({}) OR ({} AND beginning = {} AND NOT ({})))",
                       in_range(Fact::handicap, filters_.handicap->stones), no_handicap(),
                       static_cast<int>(Beginning::as_usual), has_property({"HA", {}}));
  }
  /// The game records no handicap, and nothing else shows it.
  std::string of_silence() const {
    if (!filters_.handicap->or_none_set_up) return fmt::format(" AND {}", no_handicap());
    return fmt::format(" AND {} AND beginning = {} AND NOT ({})", no_handicap(),
                       static_cast<int>(Beginning::no_positions), has_property({"HA", {}}));
  }

 private:
  static std::string no_handicap() {
    return fmt::format("{} = {}", fact_column(Fact::handicap), kNoFact);
  }
  [[nodiscard]] std::string rows_of(std::string_view table, Part part) const {
    return fmt::format("{} WHERE {}", cluster_.table(table), state_.condition(shard_, part));
  }

  /// Games with more than two players, as MeantPlayers has it.
  [[nodiscard]] std::string sits_among_more() const {
    All meant;
    if (!filters_.players.empty()) meant.add(matches("people", filters_.players[0]));
    if (filters_.outcome) {
      constexpr std::string_view kWords[] = {"win", "loss", "draw"};
      meant.add(fmt::format("outcome = '{}'", kWords[static_cast<std::size_t>(*filters_.outcome)]));
    }
    const std::string rated =
        filters_.rating ? in_range("rounded_rating", *filters_.rating) : std::string("1");
    if (filters_.rating && !filters_.both_players) meant.add(rated);
    All games;
    games.add(fmt::format("countIf({}) > 0", meant.alone()));
    if (filters_.rating && filters_.both_players) {
      games.add(fmt::format("countIf({}) = count()", rated));
    }
    const NameFilter* other = filters_.opponent ? &*filters_.opponent : nullptr;
    if (filters_.players.size() == 2) other = &filters_.players[1];
    if (other != nullptr) {
      const std::string named = matches("people", *other);
      games.add(
          fmt::format("countIf({0}) > 1 OR (countIf({0}) = 1 AND countIf({1}) > "
                      "countIf(({0}) AND ({1})))",
                      named, meant.alone()));
    }
    return fmt::format(
        "(db, id) IN (SELECT db, game_id FROM {} PREWHERE seats > 2 WHERE {} GROUP BY db, game_id "
        "HAVING {})",
        cluster_.table("stored_players"), state_.condition(shard_, Part::games), games.alone());
  }

  void add_players(All& all) const {
    if (filters_.players.empty() && !filters_.rank && !filters_.rating) return;
    const auto [first, second] = seat_conditions_sql(filters_);
    std::string any = fmt::format("({}) OR ({})", first, second);
    // No game of more than two players records ranks.
    if (!filters_.rank) any += fmt::format(" OR {}", sits_among_more());
    all.add(any);
  }

  void add_columns(All& all) const {
    if (filters_.black) all.add(matches(kSeats[0].people, *filters_.black));
    if (filters_.white) all.add(matches(kSeats[1].people, *filters_.white));
    for (const ColumnFilter& filter : filters_.columns) {
      const GameColumn& column = get_column(filter.column);
      if (const auto* const range = std::get_if<NumberRange>(&filter.wanted)) {
        all.add(in_range(column.fact.fact, *range));
        continue;
      }
      const bool has_people = filter.column == "event" || filter.column == "place";
      all.add(matches(has_people ? people_column(filter.column) : sought_column(filter.column),
                      std::get<NameFilter>(filter.wanted)));
    }
  }

  void add_values(All& all) const {
    const auto equal = [&](Fact fact, std::int64_t value) {
      all.add(in_range(fact, {value, value}));
    };
    if (filters_.game) equal(Fact::game, static_cast<std::int64_t>(*filters_.game));
    if (filters_.kind) equal(Fact::kind, static_cast<std::int64_t>(*filters_.kind));
    if (filters_.size) equal(Fact::size, packed_size(*filters_.size));
    if (filters_.result) {
      all.add(in_set(Fact::result, result_codes(*filters_.result)));
      if (filters_.result->margin) all.add(in_range(Fact::margin, *filters_.result->margin));
    }
    if (filters_.win_by) all.add(in_set(Fact::result, result_codes(*filters_.win_by)));
  }

  [[nodiscard]] std::string among_ids(const std::vector<GameId>& ids) const {
    const std::string list = tuples_by_shard(cluster_, ids)[shard_];
    return list.empty() ? "0" : fmt::format("(db, id) IN ({})", list);
  }

  [[nodiscard]] std::string has_computers(Computers wanted) const {
    return fmt::format(
        "(db, id) IN (SELECT db, game_id FROM {} AND seat <= 2 AND isNotNull(is_computer) GROUP BY "
        "db, game_id HAVING count() = 2 AND countIf(is_computer != 0) = {})",
        rows_of("stored_players", Part::games), static_cast<int>(wanted));
  }

  /// Among the stored properties, or in the column that holds what it says.
  [[nodiscard]] std::string has_property(const PropertyFilter& filter) const {
    std::string any = fmt::format("(db, id) IN (SELECT db, game_id FROM {} AND ident = {} AND {})",
                                  rows_of("stored_properties", Part::games), sql_text(filter.ident),
                                  matches("sought", filter.value));
    if (filter.ident == "BT" || filter.ident == "WT") {
      any += fmt::format(" OR (db, id) IN (SELECT db, game_id FROM {} AND seat = {} AND {})",
                         rows_of("stored_players", Part::games), filter.ident == "BT" ? 1 : 2,
                         matches("sought_team", filter.value));
    }
    if (const GameColumn* const column = column_printing(filter.ident)) {
      any += fmt::format(" OR {}", matches(sought_column(column->name), filter.value));
    }
    return any;
  }

  static const GameColumn* column_printing(std::string_view ident) {
    if (ident.empty()) return nullptr;
    for (const GameColumn& column : kGameColumns) {
      if (std::ranges::find(column.properties, ident) != column.properties.end()) return &column;
    }
    return nullptr;
  }

  Cluster& cluster_;
  const PublishedState& state_;
  const GameFilters& filters_;
  std::size_t shard_;
};

bool has_conditions(const GameFilters& filters) {
  const GameConditions& some = filters;
  return !some.players.empty() || some.black || some.white || !some.columns.empty() || some.rank ||
         some.rating || some.computers || some.text || !some.properties.empty() ||
         some.external_id || some.ids || some.result || some.win_by || some.game || some.kind ||
         some.size || some.handicap || !some.words.empty() || some.rack || !filters.dates.empty();
}

ShardCondition by_shard(std::vector<std::string> texts) {
  return [texts = std::move(texts)](std::size_t shard) { return texts[shard]; };
}

/// Keeps the games in which the words were played and the rack was held.
void narrow_by_tiles(Cluster& cluster, const PublishedState& state, const Call& call,
                     const GameFilters& filters, ShardCondition& games) {
  constexpr std::int64_t kPage = 4096;
  if (!games) return;
  const ShardCondition crosswords = [games](std::size_t shard) {
    return fmt::format("{} AND {} = {}", games(shard), fact_column(Fact::game),
                       static_cast<std::int64_t>(GameType::crossword));
  };
  std::vector<GameId> found;
  IdPages pages(cluster, state, call, crosswords);
  for (auto page = pages.next(kPage); !page.empty(); page = pages.next(kPage)) {
    PublishedGames published(cluster, state, call);
    published.fetch(page);
    for (const GameId game : page) {
      TileSearch search(filters);
      published.walk(game, [&](const Position& position) { return search.look_at(position); });
      if (search.is_found()) found.push_back(game);
    }
  }
  std::vector<std::string> lists = tuples_by_shard(cluster, found);
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    std::string& list = lists[shard];
    list = list.empty()
               ? "0"
               : fmt::format("{} AND (db, id) IN ({})", state.condition(shard, Part::games), list);
  }
  games = by_shard(std::move(lists));
}

}  // namespace

std::array<std::string, 2> seat_conditions_sql(const GameFilters& filters) {
  return {sits_at(filters, kSeats[0], kSeats[1]), sits_at(filters, kSeats[1], kSeats[0])};
}

ClusterSelection select_on_cluster(Cluster& cluster, const PublishedState& state, const Call& call,
                                   const GameFilters& filters) {
  check(filters);
  struct Texts {
    std::vector<std::string> matched, undated, silent, root_text;  // by shard
  } texts;
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    ConditionWriter writer(cluster, state, filters, shard);
    const std::string facts = state.condition(shard, Part::games) + writer.of_facts();
    const std::string rows = writer.of_rows();
    const std::string dates =
        of_dates(filters, {fact_column(Fact::date_from), fact_column(Fact::date_to)});
    const std::string stones = writer.of_stones();
    texts.matched.push_back(facts + rows + dates + writer.of_handicap());
    texts.undated.push_back(
        fmt::format("{}{}{} AND {} = 0", facts, rows, stones, fact_column(Fact::date_from)));
    if (filters.handicap) texts.silent.push_back(facts + rows + dates + writer.of_silence());
    texts.root_text.push_back(fmt::format("{}{}{} AND bitAnd({}, {}) = 0", facts, dates, stones,
                                          fact_column(Fact::flags),
                                          static_cast<std::int64_t>(GameFlags::node_text)));
  }
  ClusterSelection selection;
  selection.matched = by_shard(std::move(texts.matched));
  if (!filters.dates.empty()) selection.undated = by_shard(std::move(texts.undated));
  if (filters.handicap) selection.silent = by_shard(std::move(texts.silent));
  if (filters.text) selection.root_text = by_shard(std::move(texts.root_text));
  if (!filters.words.empty() || filters.rack) {
    for (ShardCondition* const games :
         {&selection.matched, &selection.undated, &selection.silent}) {
      narrow_by_tiles(cluster, state, call, filters, *games);
    }
  }
  return selection;
}

std::optional<VisitSelection> select_visits(const GameFilters& filters, const Position& position) {
  GameFilters others = filters;
  others.dates.clear();
  // Keys and checks tell games and sizes apart.
  if (filters.game == position.game) others.game.reset();
  if (filters.size && *filters.size == position.size) others.size.reset();
  const bool asks_winners = filters.result && !filters.result->by && !filters.result->margin;
  if (asks_winners) others.result.reset();
  if (has_conditions(others)) return std::nullopt;
  std::string winners;
  if (asks_winners) {
    std::vector<int> numbers;
    for (const Winner winner : filters.result->winners) numbers.push_back(static_cast<int>(winner));
    winners =
        numbers.empty() ? " AND 0" : fmt::format(" AND winner IN ({})", fmt::join(numbers, ","));
  }
  VisitSelection selection;
  selection.matched = winners + of_dates(filters, {"date_from", "toUInt32(date_from + date_span)"});
  if (!filters.dates.empty()) selection.undated = winners + " AND date_from = 0";
  return selection;
}

}  // namespace ludex::clickhouse
