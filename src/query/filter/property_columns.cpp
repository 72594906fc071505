#include "query/filter/property_columns.hpp"

#include "formats/values/fold.hpp"
#include "query/filter/game_ranges.hpp"
#include "query/filter/text_matches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

struct Entry {
  std::string_view ident;
  PropertyColumn column;
};

constexpr PropertyColumn name(std::string_view sql, Fact fact, NameKind kind) {
  return {sql, fact, kind, std::nullopt};
}
constexpr PropertyColumn phrase(std::string_view sql, Fact fact, PhraseKind kind) {
  return {sql, fact, std::nullopt, kind};
}
constexpr PropertyColumn plain(std::string_view sql) {
  return {sql, std::nullopt, std::nullopt, std::nullopt};
}

// Each format's own word finds what the other formats' words find.
// FF[4] writes columns:rows where the view writes columns x rows.
constexpr std::string_view kSize = "replace(size, 'x', ':')";
constexpr std::string_view kFirstTeam =
    "(SELECT team FROM game_players WHERE game_id = games.id AND seat = 1)";
constexpr std::string_view kSecondTeam =
    "(SELECT team FROM game_players WHERE game_id = games.id AND seat = 2)";

constexpr Entry kColumns[] = {
    {"$EVENT", name("event", Fact::event, NameKind::event)},
    {"$OPENING", plain("opening")},
    {"$SITE", name("place", Fact::place, NameKind::place)},
    {"$START_TIME", plain("date")},
    {"$TIME_LIMIT", plain("time_limit")},
    {"AN", phrase("annotator", Fact::annotator, PhraseKind::annotator)},
    {"AP", plain("application")},
    {"BR", plain("black_rank")},
    {"BT", plain(kFirstTeam)},
    {"CA", plain("charset")},
    {"DT", plain("date")},
    {"EV", name("event", Fact::event, NameKind::event)},
    {"GM", plain("declared_game")},
    {"GN", phrase("game_name", Fact::game_name, PhraseKind::game_name)},
    {"HA", plain("handicap")},
    {"KM", plain("printf('%g', komi)")},
    {"ON", plain("opening")},
    {"OT", plain("overtime")},
    {"PB", name("black", Fact::black, NameKind::player)},
    {"PC", name("place", Fact::place, NameKind::place)},
    {"PW", name("white", Fact::white, NameKind::player)},
    {"RE", plain("result_raw")},
    {"RO", name("round", Fact::round, NameKind::round)},
    {"RU", phrase("rules", Fact::rules, PhraseKind::rules)},
    {"SO", plain("published_in")},
    {"SZ", plain(kSize)},
    {"TM", plain("time_limit")},
    {"US", plain("entered_by")},
    {"WR", plain("white_rank")},
    {"WT", plain(kSecondTeam)},
    {"bdn", plain("board_name")},
    {"board-layout", plain("board_name")},
    {"game-type", plain("variant")},
    {"gid", plain("external_id")},
    {"id", plain("external_id")},
    {"lex", phrase("lexicon", Fact::lexicon, PhraseKind::lexicon)},
    {"lexicon", phrase("lexicon", Fact::lexicon, PhraseKind::lexicon)},
    {"title", name("event", Fact::event, NameKind::event)},
    {"var", plain("variant")},
};

}  // namespace

PropertyColumn column_of(std::string_view ident) {
  const auto* const entry = std::find_if(std::begin(kColumns), std::end(kColumns),
                                         [&](const Entry& one) { return one.ident == ident; });
  return entry == std::end(kColumns) ? PropertyColumn{} : entry->column;
}

IdSet games_with_property(SqlConnection& sql, const PropertyFilter& filter, const IdSet& among) {
  const IdSet lists = matching_property_lists(sql, filter);
  FactReader facts(sql);
  SqlStatement select(sql, fmt::format("SELECT id, {} FROM games WHERE id BETWEEN ? AND ?",
                                       column_of(filter.ident).sql));
  IdSet games;
  for_each_range(among, [&](std::int64_t first, std::int64_t last) {
    select.reset();
    select.bind(1, first);
    select.bind(2, last);
    while (select.step()) {
      const std::int64_t id = select.integer(0);
      if (lists.contains(facts.value(Fact::properties, static_cast<GameId>(id))) ||
          (!select.is_null(1) && filter.value.matches(fold(select.bytes(1))))) {
        games.insert(id);
      }
    }
  });
  return games;
}

}  // namespace ludex
