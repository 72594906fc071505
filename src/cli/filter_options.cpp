#include "cli/filter_options.hpp"

#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "core/error.hpp"
#include "query/search/game_positions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <limits>

namespace ludex::cli {

namespace {

using Text = std::optional<std::string>;

constexpr std::int64_t kMostMoves = 1'000'000'000;
constexpr const char* kGroup = "Filters, which all hold (names: a part of it; =NAME: all of it)";

void add(CLI::App& app, const char* names, Text& value, const char* placeholder,
         const char* meaning) {
  app.add_option(names, value, meaning)->option_text(placeholder)->group(kGroup);
}

void add(CLI::App& app, const char* names, std::vector<std::string>& values,
         const char* placeholder, const char* meaning) {
  app.add_option(names, values, meaning)
      ->option_text(placeholder)
      ->group(kGroup)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add(CLI::App& app, const char* names, std::optional<std::int64_t>& value,
         const char* meaning) {
  app.add_option(names, value, meaning)
      ->option_text("N")
      ->group(kGroup)
      ->check(number_between(std::int64_t{0}, kMostMoves));
}

/// Those of names, or those of numbers.
void add_column_filters(CLI::App& app, FilterOptions& options, bool names) {
  for (std::size_t i = 0; i < std::size(kFilteredColumns); ++i) {
    const FilteredColumn& column = kFilteredColumns[i];
    if ((column.kind == FilterKind::name) != names) continue;
    add(app, column.option.data(), options.columns[i], names ? "NAME" : "RANGE",
        column.meaning.data());
  }
}

void add_name_filters(CLI::App& app, FilterOptions& options) {
  add(app, "--player", options.players, "NAME", "either player; twice: they play each other");
  add(app, "--black", options.black, "NAME", "player of Black");
  add(app, "--white", options.white, "NAME", "player of White");
  add(app, "--opponent", options.opponent, "NAME", "who plays against --player");
  add_column_filters(app, options, true);
  add(app, "--text", options.text, "WORDS",
      "all these words in players, event, game name or comment; \"quoted\": side by side");
  add(app, "--prop", options.properties, "IDENT=VALUE",
      "a property of the root or of the game info, whatever it is, as it was written: PC=Tokyo, "
      "RE=B+R, FF==4; repeatable");
  add(app, "--game-id", options.game_id, "ID", "the id that a site gave it");
  add(app, "--id", options.ids, "LIST", "ids in the database: 17,20 or @FILE");
}

void add_value_filters(CLI::App& app, FilterOptions& options) {
  add(app, "--date", options.date, "DATE", "1996, 1996-05 or 1996-05-06");
  add(app, "--from", options.from, "DATE", "on this day, or in this month or year, or later");
  add(app, "--to", options.to, "DATE", "on this day, or in this month or year, or earlier");
  app.add_flag("--date-exact", options.date_exact,
               "only games that were surely played then (default: that may have been)")
      ->group(kGroup);
  add(app, "--result", options.result, "R", "B+R, W+3.5, B+0.5..5, B, W, draw, void, unknown");
  add(app, "--outcome", options.outcome, "O", "of --player: win, loss, draw");
  add(app, "--win-by", options.win_by, "HOW", kWinByWords.list().c_str());
  add(app, "--game", options.game, "GAME",
      "go, othello, hex, twixt, gomoku, shogi, crossword, sgf:N");
  add(app, "--kind", options.kind, "KIND", kGameKindWords.list().c_str());
  add(app, "--size", options.size, "SIZE", "of the board: 19, 13x9 (columns x rows)");
  add_column_filters(app, options, false);
  add(app, "--handicap", options.handicap, "RANGE",
      "stones: 2, 2..9, 2..; none: 0 is written, or nothing and no stones are set up");
  add(app, "--rating", options.rating, "RANGE", "2500..");
  add(app, "--rank", options.rank, "RANGE", "9p, 5d..9p, ..1k");
  add(app, "--min-moves", options.min_moves, "moves at least");
  add(app, "--max-moves", options.max_moves, "moves at most");
  add(app, "--where", options.where, "SQL",
      "an expression over the view games, as \"komi < 0 OR moves > 400\"");
}

void add_position_filters(CLI::App& app, FilterOptions& options) {
  add(app, "--position", options.positions, "P",
      "occurs in the game: a CGP line; its first field, with --game; sgf:AB[dd]AW[pq]SZ[19]; "
      "moves:dd pq ...; @ID:PLY; - reads it from standard input. Repeatable: all occur");
  app.add_option("--orientation", options.orientation,
                 "any: turned and mirrored boards too; exact; mirror (default: any)")
      ->option_text("O")
      ->group(kGroup)
      ->check(CLI::IsMember({"any", "exact", "mirror"}));
  app.add_flag("--swap-colors", options.swap_colors, "also with the colours exchanged")
      ->group(kGroup);
  app.add_flag("--exact", options.exact,
               "crossword: racks, scores and scoreless turns equal those of the position")
      ->group(kGroup);
  app.add_flag("--loose", options.loose,
               "crossword: opcodes and rack tiles that the game does not know of match too")
      ->group(kGroup);
  app.add_flag("--blank-as-letter", options.blank_as_letter,
               "crossword: a blank on the board is the letter that it stands for")
      ->group(kGroup);
}

void set_name(std::optional<NameFilter>& filter, std::string_view option, const Text& text) {
  if (text) filter = parse_name(option, *text);
}

void set_names(GameFilters& filters, const FilterOptions& options) {
  for (const std::string& player : options.players)
    filters.players.push_back(parse_name("--player", player));
  set_name(filters.opponent, "--opponent", options.opponent);
  set_name(filters.black, "--black", options.black);
  set_name(filters.white, "--white", options.white);
  for (std::size_t i = 0; i < std::size(kFilteredColumns); ++i) {
    if (!options.columns[i]) continue;
    filters.columns.push_back(parse_column_filter(kFilteredColumns[i], *options.columns[i]));
  }
  filters.text = options.text;
  filters.external_id = options.game_id;
  filters.where = options.where;
  if (options.ids) filters.ids = parse_ids(*options.ids);
  for (const std::string& text : options.properties) {
    filters.properties.push_back(parse_property(text));
  }
}

void set_dates(GameFilters& filters, const FilterOptions& options) {
  const auto days = [](std::string_view option, const Text& text) {
    return text ? std::optional(parse_days(option, *text)) : std::nullopt;
  };
  const auto date = days("--date", options.date);
  const auto from = days("--from", options.from);
  const auto to = days("--to", options.to);
  if (date) filters.dates.push_back(*date);
  if (from || to) filters.dates.push_back(span_of(from, to));
  filters.dates_exact = options.date_exact;
}

void set_values(GameFilters& filters, const FilterOptions& options) {
  if (options.result) filters.result = parse_result_filter(*options.result);
  if (options.outcome) filters.outcome = parse_outcome(*options.outcome);
  if (options.win_by) filters.win_by = parse_win_by(*options.win_by);
  if (options.game) filters.game = parse_game(*options.game);
  if (options.kind) filters.kind = parse_kind(*options.kind);
  if (options.size) filters.size = parse_size(*options.size);
  if (options.handicap) filters.handicap = parse_handicap_filter(*options.handicap);
  if (options.rating) filters.rating = parse_number_range("--rating", *options.rating);
  if (options.rank) filters.rank = parse_rank_range(*options.rank);
  if (options.min_moves && options.max_moves && *options.min_moves > *options.max_moves) {
    throw UsageError(fmt::format("--min-moves {} is more than --max-moves {}", *options.min_moves,
                                 *options.max_moves));
  }
  if (options.min_moves || options.max_moves) {
    const std::int64_t most = options.max_moves.value_or(std::numeric_limits<std::int64_t>::max());
    filters.columns.push_back({"moves", NumberRange{options.min_moves.value_or(0), most}});
  }
}

std::string read_stdin_text() {
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::string games_text(std::int64_t games) {
  return counted(static_cast<std::uint64_t>(games), "game");
}

OrientationMode orientation_mode(const Text& name) {
  if (!name) return OrientationMode::any;
  if (name == "exact") return OrientationMode::exact;
  return name == "mirror" ? OrientationMode::mirror : OrientationMode::any;
}

/// What says more about another option is given with it.
void check_partners(const FilterOptions& options) {
  if (options.date_exact && !options.date && !options.from && !options.to) {
    throw UsageError("--date-exact needs --date, --from or --to");
  }
  const auto needs_position = [&](bool given, std::string_view option) {
    if (given && options.positions.empty()) {
      throw UsageError(fmt::format("{} needs --position", option));
    }
  };
  needs_position(options.orientation.has_value(), "--orientation");
  needs_position(options.swap_colors, "--swap-colors");
  needs_position(options.exact, "--exact");
  needs_position(options.loose, "--loose");
  needs_position(options.blank_as_letter, "--blank-as-letter");
  if (options.exact && options.loose) throw UsageError("--exact and --loose exclude each other");
}

}  // namespace

std::shared_ptr<FilterOptions> add_filters(CLI::App& app) {
  auto options = std::make_shared<FilterOptions>();
  add_name_filters(app, *options);
  add_value_filters(app, *options);
  add_position_filters(app, *options);
  app.add_flag("--unique", options->unique,
               "one game of each cluster of duplicates; see 'ludex duplicates'")
      ->group(kGroup);
  return options;
}

GameFilters to_filters(const FilterOptions& options) {
  check_partners(options);
  GameFilters filters;
  set_names(filters, options);
  set_dates(filters, options);
  set_values(filters, options);
  filters.unique = options.unique;
  check(filters);
  return filters;
}

void add_positions(GameFilters& filters, const FilterOptions& options, Database& database) {
  for (const std::string& given : options.positions) {
    const std::string text = given == "-" ? read_stdin_text() : given;
    QueryPosition query = read_position(database.sql(), text, {filters.game, filters.size});
    for (const std::string& note : query.notes) print_message("--position: " + note);
    query.orientation = orientation_mode(options.orientation);
    query.swap_colors = options.swap_colors;
    query.exact = options.exact;
    query.loose = options.loose;
    query.known.blank_as_letter = options.blank_as_letter;
    // A stored position knows its racks and scores, but is asked for by its board.
    if (given.starts_with('@') && options.exact) query.known.rest = true;
    filters.positions.push_back(std::move(query));
  }
}

bool asks_nothing(const FilterOptions& options) {
  for (const Text* text :
       {&options.black, &options.white, &options.opponent, &options.text, &options.game_id,
        &options.ids, &options.date, &options.from, &options.to, &options.result, &options.outcome,
        &options.win_by, &options.game, &options.kind, &options.size, &options.handicap,
        &options.rating, &options.rank, &options.where}) {
    if (*text) return false;
  }
  if (std::ranges::any_of(options.columns, [](const Text& text) { return text.has_value(); })) {
    return false;
  }
  return options.players.empty() && options.properties.empty() && options.positions.empty() &&
         !options.min_moves && !options.max_moves;
}

std::string given_filters(const CLI::App& app, bool about_players) {
  constexpr std::array<std::string_view, 7> kAboutPlayers = {
      "--player", "--opponent", "--outcome", "--black", "--white", "--rank", "--rating"};
  std::string given;
  for (const CLI::Option* const option : app.get_options(
           [](const CLI::Option* one) { return one->get_group() == kGroup && one->count() > 0; })) {
    const std::string name = option->get_name();
    if ((std::ranges::find(kAboutPlayers, name) != kAboutPlayers.end()) != about_players) continue;
    const bool is_flag = option->get_expected_max() == 0;
    for (const std::string& value : option->results()) {
      given += fmt::format("{}{}{}", given.empty() ? "" : " ", name, is_flag ? "" : " " + value);
    }
  }
  return given;
}

void report_undated(std::int64_t undated) {
  if (undated == 0) return;
  print_message(fmt::format("{} without a date left out", games_text(undated)));
}

void report_silent(std::int64_t silent, const GameFilters& filters) {
  if (silent == 0) return;
  const HandicapFilter& asked = *filters.handicap;
  if (asked.or_none_set_up) {
    return print_message(
        fmt::format("{} left out: no handicap is written, and there are no positions to tell",
                    games_text(silent)));
  }
  const bool may_be_even = asked.stones.from <= 0 && asked.stones.to >= 0;
  print_message(fmt::format(
      "{} without a known handicap left out{}", games_text(silent),
      may_be_even ? "; --handicap none takes those that write none and set up no stones" : ""));
}

void report_copies(std::int64_t copies) {
  if (copies == 0) return;
  print_message(fmt::format(
      "{} left out, since others stand for {}; 'ludex duplicates' with the same filters says which",
      games_text(copies), copies == 1 ? "it" : "them"));
}

}  // namespace ludex::cli
