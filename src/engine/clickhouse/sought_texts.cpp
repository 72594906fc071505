#include "engine/clickhouse/sought_texts.hpp"

#include "engine/clickhouse/cluster.hpp"
#include "formats/values/fold.hpp"
#include "query/filter/game_query.hpp"
#include "query/filter/word_search.hpp"
#include "query/rows/game_rows.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ludex::clickhouse {
namespace {

constexpr std::size_t kWordsBytes = std::size_t{128} << 20;
constexpr std::array<std::string_view, 4> kPeopleColumns = {"black", "white", "event", "place"};

/// Lines by which a text is found.
std::string lines_for(std::string_view folded) {
  std::string lines = fmt::format("{}\n", folded);
  if (const std::string plain = without_marks(folded); plain != folded) {
    lines += fmt::format("\1{}\n", plain);
  }
  return lines;
}

std::string printed(const GameColumn& column, const Value& shown) {
  if (const auto* const number = std::get_if<std::int64_t>(&shown)) return fmt::to_string(*number);
  if (const auto* const real = std::get_if<double>(&shown)) return general_text(*real);
  std::string text = std::get<std::string>(shown);
  // FF[4] writes columns:rows where the view writes columns x rows.
  if (column.show == Show::size) std::ranges::replace(text, 'x', ':');
  return text;
}

bool is_sought(const GameColumn& column) {
  const auto* const filter =
      std::ranges::find(kFilteredColumns, column.name, &FilteredColumn::column);
  const bool has_filter = filter != std::end(kFilteredColumns) && filter->kind == FilterKind::name;
  return has_filter || !column.properties[0].empty();
}

/// Whether its text stands under an id among the facts, which filters use then.
bool is_known_by_fact(const GameColumn& column) {
  return column.texts.table != Dictionary::Table::none && column.fact.exists();
}

}  // namespace

std::string sought_text(std::string_view written) { return '\n' + lines_for(fold(written)); }

std::string matches(std::string_view column, const NameFilter& filter) {
  if (filter.whole) {
    return fmt::format("position({}, {}) > 0", column, sql_text("\n" + filter.folded + "\n"));
  }
  if (filter.folded.empty()) return fmt::format("isNotNull({})", column);
  return fmt::format("position({}, {}) > 0", column, sql_text(filter.folded));
}

std::string has_words(std::string_view column, std::string_view text) {
  std::string condition;
  for (const Phrase& phrase : sought_phrases(text)) {
    std::string words = " ";
    for (const std::string& word : phrase) words += word + ' ';
    condition += fmt::format("{}position({}, {}) > 0", condition.empty() ? "" : " AND ", column,
                             sql_text(words));
  }
  return condition;
}

std::string people_column(std::string_view column) { return fmt::format("people_{}", column); }
std::string sought_column(std::string_view column) { return fmt::format("sought_{}", column); }

std::span<const SoughtColumn> sought_columns() {
  static const std::vector<SoughtColumn> columns = [] {
    std::vector<SoughtColumn> all;
    for (const std::string_view name : kPeopleColumns) {
      all.push_back({people_column(name), find_column(name), true});
    }
    for (const GameColumn& column : kGameColumns) {
      if (column.is_shown() && is_sought(column)) {
        all.push_back({sought_column(column.name), &column, false});
      }
    }
    return all;
  }();
  return columns;
}

SoughtTexts::Group::Group(SqlConnection& sql, NameKind kind) : people(sql, kind) {
  const auto add = [&](std::string_view select) {
    SqlStatement rows(sql, select);
    rows.start(static_cast<int>(kind));
    while (rows.step()) lines[-rows.integer(0)] += lines_for(fold(rows.bytes(1)));
  };
  add("SELECT id, name FROM person WHERE kind = ?");
  if (lines.empty()) return;
  add("SELECT person_id, written FROM alias WHERE kind = ?");
  add("SELECT a.person_id, n.written FROM name n CROSS JOIN alias a ON a.kind = n.kind AND "
      "a.normal = n.normal WHERE +n.kind = ?");
}

SoughtTexts::SoughtTexts(Database& database)
    : sql_(database.sql()),
      facts_(sql_),
      positions_(sql_),
      words_(sql_, kWordsBytes),
      players_(sql_, NameKind::player),
      events_(sql_, NameKind::event),
      places_(sql_, NameKind::place),
      folded_name_(sql_, "SELECT folded FROM name WHERE id = ?"),
      folded_phrase_(sql_, "SELECT folded FROM phrase WHERE id = ?"),
      source_(sql_, "SELECT name FROM source WHERE id = ?") {}

std::string SoughtTexts::folded_name(std::int64_t name) {
  return folded_name_.find(name) ? folded_name_.string(0) : std::string();
}

SoughtTexts::Group& SoughtTexts::group_of(std::string_view column) {
  if (column == "event") return events_;
  return column == "place" ? places_ : players_;
}

std::string SoughtTexts::lines_of(Group& group, std::int64_t who) {
  return who < 0 ? group.lines[who] : lines_for(folded_name(who));
}

std::optional<std::string> SoughtTexts::of_player(GameId game, std::int64_t seat,
                                                  std::int64_t name) {
  const std::int64_t who = players_.people.of_seat(raw(game), seat, name);
  if (who == 0) return std::nullopt;
  return '\n' + lines_of(players_, who);
}

std::optional<std::string> SoughtTexts::of(const SoughtColumn& sought, GameId game,
                                           const Value& shown) {
  const GameColumn& column = *sought.column;
  if (!is_known_by_fact(column)) {
    if (is_null(shown)) return std::nullopt;
    return '\n' + lines_for(fold(printed(column, shown)));
  }
  const std::int64_t id = facts_.value(column.fact.fact, game);
  if (sought.of_people && (column.name == "black" || column.name == "white")) {
    return of_player(game, column.name == "black" ? 1 : 2, id);
  }
  if (id == 0) return std::nullopt;
  if (sought.of_people) {
    Group& group = group_of(column.name);
    return '\n' + lines_of(group, group.people.of_name(id));
  }
  switch (column.texts.table) {
    case Dictionary::Table::name:
      return '\n' + lines_for(folded_name(id));
    case Dictionary::Table::source:
      return source_.find(id) ? std::optional('\n' + lines_for(fold(source_.bytes(0))))
                              : std::nullopt;
    default:
      return folded_phrase_.find(id) ? std::optional('\n' + lines_for(folded_phrase_.bytes(0)))
                                     : std::nullopt;
  }
}

std::optional<std::string> SoughtTexts::words(GameId game) {
  const std::vector<std::string>* const texts = words_.find(raw(game));
  if (texts == nullptr) return std::nullopt;
  std::string lines;
  for (const std::string& text : *texts) lines += fmt::format("\n {} ", text);
  return lines;
}

std::optional<std::string> SoughtTexts::other_name(std::string_view column, GameId game) {
  People& people = group_of(column).people;
  const std::int64_t who = people.of_name(facts_.value(get_column(column).fact.fact, game));
  return who < 0 ? people.text(who) : std::nullopt;
}

Beginning SoughtTexts::beginning(GameId game) {
  if (facts_.value(Fact::handicap, game) != kNoFact) return Beginning::not_needed;
  const auto first = positions_.find(game, 0);
  if (!first) return Beginning::no_positions;
  return begins_as_usual(*first) ? Beginning::as_usual : Beginning::otherwise;
}

}  // namespace ludex::clickhouse
