#include "cli/bookmarks.hpp"
#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/mark_legend.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/record_output.hpp"
#include "cli/row_writer.hpp"
#include "cli/text_width.hpp"
#include "core/error.hpp"
#include "games/api/game_rules.hpp"
#include "query/rows/game_record.hpp"
#include "query/rows/game_rows.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Without PLY: what is known about the game, and its last position on the main line.\n"
    "Marks of SGF (TR, LB, TB, ...) are drawn; below stands what they mean and what did not fit.\n"
    "ID:'bookmark N' is the position of the node that SGF names so: N[bookmark 3].\n"
    "Examples:\n"
    "  ludex show games.db 17\n"
    "  ludex show games.db 17:60 --format cgp\n"
    "  ludex show games.db 17:'bookmark 3'\n"
    "  ludex show games.db 17 --format record > game17.sgf\n"
    "json is one object: the columns of the view games, and ply and cgp of the position.\n"
    "Exit status: 0 done, 1 no such game or position, 2 wrong command line, 3 failed.";

struct Options {
  std::string database;
  std::string what;
  std::string format = "diagram";
  bool ascii = false;
  bool whole = false;
};

/// `17`, `17:60` or `17:bookmark 3`.
struct Wanted {
  GameId game = GameId::none;
  std::optional<std::uint32_t> ply;
  std::optional<std::uint32_t> bookmark;

  [[nodiscard]] bool names_moment() const { return ply || bookmark; }
};

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Wanted parse_wanted(std::string_view text) {
  const std::size_t colon = text.find(':');
  std::int64_t game = 0;
  const bool has_moment = colon != std::string_view::npos;
  const std::string_view moment = has_moment ? text.substr(colon + 1) : std::string_view{};
  std::uint32_t ply = 0;
  const bool has_ply = has_moment && parse_whole(moment, ply);
  const auto bookmark = has_moment && !has_ply ? read_bookmark(moment) : std::nullopt;
  if (!parse_whole(text.substr(0, colon), game) || game < 1 ||
      (has_moment && !has_ply && !bookmark)) {
    throw UsageError(fmt::format(
        "'{}' names no game; write ID, ID:PLY or ID:'bookmark N', as 17, 17:60 or 17:'bookmark 3'",
        text));
  }
  return {GameId{game}, has_ply ? std::optional(ply) : std::nullopt, bookmark};
}

/// A game as it is shown.
struct Shown {
  std::vector<std::string> columns;
  std::vector<Value> row;
  std::uint32_t last_ply = 0;  ///< of the main line
  std::uint32_t ply = 0;
  std::optional<Position> position;
  std::vector<Bookmark> bookmarks;
  std::vector<NodeMark> marks;  ///< that hold at the position

  [[nodiscard]] std::string text_of(std::string_view column) const {
    const auto found = std::ranges::find(columns, column);
    return cell_text(row[static_cast<std::size_t>(found - columns.begin())]);
  }
};

/// The ply of the bookmark that is wanted.
std::optional<std::uint32_t> find_bookmark(const std::vector<Bookmark>& bookmarks,
                                           std::uint32_t number) {
  const auto found = std::ranges::find(bookmarks, number, &Bookmark::number);
  if (found == bookmarks.end()) return std::nullopt;
  return found->ply;
}

std::optional<Shown> find_shown(Database& database, const Wanted& wanted, bool with_marks) {
  Shown shown;
  shown.columns = game_columns();
  if (!GameRows(database, shown.columns).read(wanted.game, shown.row)) return std::nullopt;
  FactReader facts(database.sql());
  RecordTexts texts(database.sql());
  const std::int64_t plies = facts.value(Fact::main_positions, wanted.game);
  shown.last_ply = plies > 0 ? static_cast<std::uint32_t>(plies - 1) : 0;
  std::optional<GameRecord> record;
  if (!wanted.ply || with_marks) {
    record = read_game_record(database.sql(), facts, texts, wanted.game);
  }
  if (!wanted.ply && record) shown.bookmarks = read_bookmarks(*record);
  const auto ply = wanted.bookmark ? find_bookmark(shown.bookmarks, *wanted.bookmark)
                                   : std::optional(wanted.ply.value_or(shown.last_ply));
  if (!ply) return shown;
  shown.ply = *ply;
  shown.position = GamePositions(database.sql()).find(wanted.game, shown.ply);
  if (with_marks && record) shown.marks = record->reader->marks_at(record->index, shown.ply);
  return shown;
}

std::string title(const Shown& shown) {
  const auto or_unknown = [&](std::string_view column) {
    const std::string text = printable(shown.text_of(column));
    return text.empty() ? std::string("?") : text;
  };
  const bool has_colors = shown.text_of("game") != "crossword";
  std::string line = fmt::format(
      "Game {}: {}", shown.text_of("id"),
      has_colors ? or_unknown("black") + " - " + or_unknown("white") : or_unknown("players"));
  for (const std::string_view column : {"date", "result"}) {
    const std::string text = printable(shown.text_of(column));
    if (!text.empty()) line += ", " + text;
  }
  return line + '\n';
}

std::string list_of(const std::vector<Bookmark>& bookmarks) {
  std::string text;
  for (const Bookmark& bookmark : bookmarks) {
    text +=
        fmt::format("{}{} (position {})", text.empty() ? "" : ", ", bookmark.number, bookmark.ply);
  }
  return text;
}

/// One line for each column that says something.
std::string details(const Shown& shown) {
  std::string text;
  for (std::size_t i = 0; i < shown.columns.size(); ++i) {
    const std::string value = printable(cell_text(shown.row[i]));
    if (!value.empty()) text += fmt::format("  {:<18} {}\n", shown.columns[i], value);
  }
  if (!shown.bookmarks.empty())
    text += fmt::format("  {:<18} {}\n", "bookmarks", list_of(shown.bookmarks));
  return text;
}

std::string player_word(const Position& position) {
  const GameTraits& traits = traits_of(position.game);
  const auto seat = static_cast<std::size_t>(position.to_move);
  if (traits.has_numbered_seats) return fmt::format("player {}", seat);
  return std::string(traits.colors[seat - 1]);
}

std::string moment(const Shown& shown) {
  const Position& position = *shown.position;
  const bool shows_captures = traits_of(position.game).shows_captures;
  const std::string place =
      shown.ply > shown.last_ply
          ? fmt::format("{}, beside the main line of {}", shown.ply, shown.last_ply)
          : fmt::format("{} of {}", shown.ply, shown.last_ply);
  return fmt::format("Position {}, {} to play{}\n", place, player_word(position),
                     shows_captures ? fmt::format("; taken by Black {}, by White {}",
                                                  position.captures[0], position.captures[1])
                                    : "");
}

/// The board, and what its marks mean.
void print_board(const Shown& shown, const Options& options, ByteOutput& output) {
  const Position& position = *shown.position;
  const MarkLayout layout = lay_out_marks(position, shown.marks, options.ascii, options.whole);
  output.write(draw(position, layout.diagram));
  output.write(mark_legend(layout, position));
  const Diagram& diagram = layout.diagram;
  if (diagram.part != whole_board(position.size, options.ascii).part || !diagram.hidden.empty()) {
    output.write("A part of the board, as the record asks for (VW); --whole draws all of it.\n");
  }
}

void print_diagram(const Shown& shown, bool with_details, const Options& options,
                   ByteOutput& output) {
  output.write(title(shown));
  if (with_details) output.write(details(shown));
  if (!shown.position) return;
  output.write(moment(shown));
  print_board(shown, options, output);
  const std::string other = find_rules(shown.position->game)->other_notation(*shown.position);
  if (!other.empty()) output.write(fmt::format("CGP: {}\n{}\n", to_cgp(*shown.position), other));
}

void print_json(const Shown& shown, ByteOutput& output) {
  std::vector<Column> columns;
  for (const std::string& name : shown.columns) columns.push_back({name});
  std::vector<Value> cells = shown.row;
  columns.push_back({"ply"});
  columns.push_back({"cgp"});
  if (shown.position) {
    cells.emplace_back(std::int64_t{shown.ply});
    cells.emplace_back(to_cgp(*shown.position));
  } else {
    cells.resize(columns.size());
  }
  output.write(json_line(columns, cells) + '\n');
}

void print_record(Database& database, const Shown& shown, ByteOutput& output) {
  RecordTexts texts(database.sql());
  write_record(texts, RecordId{std::stoll(shown.text_of("record_id"))}, output);
}

ExitStatus not_found(const std::string& why) {
  print_message(why);
  return kNothingFound;
}

std::string missing_moment(const Wanted& wanted) {
  return wanted.bookmark
             ? fmt::format("game {} has no bookmark {}", raw(wanted.game), *wanted.bookmark)
             : fmt::format("game {} has no position {}", raw(wanted.game), wanted.ply.value_or(0));
}

void check_format(const std::string& format) {
  for (const char* known : {"diagram", "cgp", "sfen", "record", "json"}) {
    if (format == known) return;
  }
  throw UsageError(
      fmt::format("--format: '{}' is not one of diagram, cgp, sfen, record, json", format));
}

ExitStatus run(const Options& options) {
  check_format(options.format);
  const Wanted wanted = parse_wanted(options.what);
  Database database = Database::open_for_reading(options.database);
  const bool is_diagram = options.format == "diagram";
  const auto shown = find_shown(database, wanted, is_diagram);
  if (!shown) return not_found(fmt::format("there is no game {}", raw(wanted.game)));
  const bool is_position_text = options.format == "cgp" || options.format == "sfen";
  if (!shown->position && (wanted.names_moment() || is_position_text)) {
    return not_found(missing_moment(wanted));
  }
  ByteOutput output;
  if (is_diagram) {
    print_diagram(*shown, !wanted.names_moment(), options, output);
  } else if (options.format == "cgp") {
    output.write(to_cgp(*shown->position) + '\n');
  } else if (options.format == "sfen") {
    output.write(to_sfen(*shown->position) + '\n');
  } else if (options.format == "json") {
    print_json(*shown, output);
  } else {
    print_record(database, *shown, output);
  }
  output.close();
  return kDone;
}

}  // namespace

CommandRun declare_show(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_option("ID", options->what,
                 "game, and which of its positions: 0 is the one before the first move, "
                 "'bookmark N' that of a bookmark")
      ->option_text("ID[:PLY]")
      ->required();
  add_text(app, "-f,--format", options->format, "F",
           "diagram, cgp, sfen (of shogi), record (its text as found), json (default: diagram)");
  app.add_flag("--ascii", options->ascii, "draw with ASCII characters only");
  app.add_flag("--whole", options->whole,
               "draw the whole board, whatever part of it the record shows (VW)");
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
