#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace ludex::cli {
namespace {

constexpr std::size_t kTerminal = 80;
constexpr std::size_t kIndent = 3;  // of the lines that go on

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
        "'{}' is not a game; expected ID, ID:PLY or ID:'bookmark N', such as 17, 17:60 or "
        "17:'bookmark 3'",
        text));
  }
  return {GameId{game}, has_ply ? std::optional(ply) : std::nullopt, bookmark};
}

/// A game as it is shown.
struct Shown {
  std::vector<std::string> columns;
  std::vector<Value> row;
  std::vector<NamedPly> bookmarks;
  std::optional<GamePosition> position;

  [[nodiscard]] std::string text_of(std::string_view column) const {
    const auto found = std::ranges::find(columns, column);
    return cell_text(row[static_cast<std::size_t>(found - columns.begin())]);
  }
};

std::optional<Shown> find_shown(Archive& archive, const Wanted& wanted) {
  Shown shown;
  for (const Game& game : archive.games(std::vector{wanted.game})) {
    shown.columns = game.columns();
    shown.row.assign(game.row().begin(), game.row().end());
  }
  if (shown.row.empty()) return std::nullopt;
  if (!wanted.ply) shown.bookmarks = archive.bookmarks(wanted.game);
  std::optional<std::uint32_t> ply = wanted.ply;
  if (wanted.bookmark) {
    const auto found = std::ranges::find(shown.bookmarks, *wanted.bookmark, &NamedPly::number);
    if (found == shown.bookmarks.end()) return shown;
    ply = found->ply;
  }
  shown.position = archive.position(wanted.game, ply);
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

/// One line for each column that has a value.
std::string details(const Shown& shown) {
  std::string text;
  for (std::size_t i = 0; i < shown.columns.size(); ++i) {
    const std::string value = printable(cell_text(shown.row[i]));
    if (!value.empty()) text += fmt::format("  {:<18} {}\n", shown.columns[i], value);
  }
  std::string bookmarks;
  for (const auto& [number, ply] : shown.bookmarks) {
    bookmarks += fmt::format("{}{} (position {})", bookmarks.empty() ? "" : ", ", number, ply);
  }
  if (!bookmarks.empty()) text += fmt::format("  {:<18} {}\n", "bookmarks", bookmarks);
  return text;
}

std::string moment(const GamePosition& position) {
  const std::string place =
      position.ply > position.last_ply
          ? fmt::format("{}, beside the main line of {}", position.ply, position.last_ply)
          : fmt::format("{} of {}", position.ply, position.last_ply);
  const std::string taken = position.taken ? fmt::format("; taken by Black {}, by White {}",
                                                         (*position.taken)[0], (*position.taken)[1])
                                           : "";
  return fmt::format("Position {}, {} to play{}\n", place, position.to_move, taken);
}

/// Joins words to lines; a word that is too long for one is cut.
std::string wrapped_words(const std::vector<std::string>& words) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    const std::string shown = shortened(word, kTerminal - kIndent);
    const std::size_t width = display_width(shown);
    if (column > 0 && column + 1 + width > kTerminal) {
      text += '\n';
      text.append(kIndent - 1, ' ');
      column = kIndent - 1;
    }
    if (column > 0) text += ' ';
    text += shown;
    column += width + (column > 0 ? 1 : 0);
  }
  return text + '\n';
}

std::string meanings(const std::vector<Drawing::Symbol>& symbols) {
  std::vector<std::string> words;
  for (const auto& [symbol, ident, meaning] : symbols) {
    const bool is_last = words.size() + 1 == symbols.size();
    const std::string name = ident.empty() ? "" : fmt::format(" ({})", ident);
    words.push_back(fmt::format("{} {}{}{}", symbol, meaning, name, is_last ? "" : ","));
  }
  return words.empty() ? "" : wrapped_words(words);
}

/// Points on one line, texts on a line each.
std::string list_of(const Drawing::Listed& listed) {
  std::string lines;
  std::vector<std::string> points;
  for (const auto& [place, written] : listed.marks) {
    std::string text = place;
    if (!written.empty()) text += (text.empty() ? "" : " ") + printable(written);
    if (text.empty()) {
      lines += listed.ident + '\n';
    } else if (written.empty()) {
      points.push_back(text);
    } else {
      lines += wrapped_words({listed.ident, text});
    }
  }
  if (listed.left_out > 0) points.push_back(fmt::format("and {} more", listed.left_out));
  if (points.empty()) return lines;
  points.insert(points.begin(), listed.ident);
  return lines + wrapped_words(points);
}

/// The text below a diagram: the meaning of its symbols, and the marks that do not fully fit.
std::string legend(const Drawing& drawing) {
  std::string text = meanings(drawing.symbols);
  for (const Drawing::Listed& listed : drawing.listed) text += list_of(listed);
  if (drawing.is_part) {
    text += "Only the part of the board that the record shows (VW); --whole draws all of it.\n";
  }
  return text;
}

/// The moves that lead to a position, on its own line of moves.
std::string moves_to(Archive& archive, const GamePosition& position, Notation notation) {
  const std::vector<PlayedPly> plies = archive.moves(position.game, notation);
  std::vector<std::string> moves;
  for (std::int64_t ply = position.ply; ply >= 0;) {
    const auto found = std::ranges::lower_bound(plies, ply, {}, &PlayedPly::ply);
    if (found == plies.end() || found->ply != ply) break;
    if (!found->move.empty()) moves.push_back(found->move);
    ply = found->parent_ply;
  }
  if (moves.empty()) return {};
  std::vector<std::string> words = {"Moves:"};
  for (std::size_t i = 1; i <= moves.size(); ++i) {
    words.push_back(fmt::format("{} {}", i, moves[moves.size() - i]));
  }
  return wrapped_words(words);
}

/// \returns false where the pattern that is asked for does not stand.
bool print_diagram(Archive& archive, const Shown& shown, bool with_details,
                   const OptionValues& options, ByteOutput& output) {
  output.write(title(shown));
  if (with_details) output.write(details(shown));
  if (!shown.position) return true;
  const GamePosition& position = *shown.position;
  output.write(moment(position));
  const Query query = options.query();
  DrawingOptions how{.ascii = options.flag("ascii"), .whole = options.flag("whole")};
  if (!query.patterns.empty()) how.pattern = &query;
  const auto drawing = archive.draw(position.game, position.ply, how);
  if (drawing) output.write(drawing->board + legend(*drawing));
  if (!position.sfen.empty()) {
    output.write(fmt::format("CGP: {}\nSFEN: {}\n", position.cgp, position.sfen));
  }
  if (const auto notation = options.text("notation")) {
    output.write(moves_to(archive, position, parse_notation(*notation)));
  }
  return how.pattern == nullptr || (drawing && drawing->has_pattern);
}

/// \returns false where the pattern that is asked for does not stand.
bool print_picture(Archive& archive, const GamePosition& position, const OptionValues& options,
                   ByteOutput& output) {
  const Query query = options.query();
  PictureOptions how = picture_options(options);
  how.last_moves = static_cast<std::uint32_t>(options.whole("last").value_or(0));
  how.whole = options.flag("whole");
  if (!query.patterns.empty()) how.pattern = &query;
  const auto picture = archive.picture(position.game, position.ply, how);
  if (picture) output.write(picture->svg);
  return how.pattern == nullptr || (picture && picture->has_pattern);
}

void print_json(const Shown& shown, ByteOutput& output) {
  std::vector<Column> columns;
  for (const std::string& name : shown.columns) columns.push_back({name});
  std::vector<Value> cells = shown.row;
  columns.push_back({"ply"});
  columns.push_back({"cgp"});
  if (shown.position) {
    cells.emplace_back(std::int64_t{shown.position->ply});
    cells.emplace_back(shown.position->cgp);
  } else {
    cells.resize(columns.size());
  }
  output.write(json_line(columns, cells) + '\n');
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

void check_format(std::string_view format, const OptionValues& options) {
  constexpr std::array<std::string_view, 6> kFormats = {"diagram", "svg",    "cgp",
                                                        "sfen",    "record", "json"};
  if (std::ranges::find(kFormats, format) == kFormats.end()) {
    throw UsageError(
        fmt::format("--format: '{}' is not one of diagram, svg, cgp, sfen, record, json", format));
  }
  check_picture_options(format, options);
  if (format != "diagram" && options.is_given("notation")) {
    throw UsageError("--notation needs --format diagram");
  }
  if (format != "svg" && options.is_given("last")) throw UsageError("--last needs --format svg");
  if (format == "svg" && options.flag("ascii")) {
    throw UsageError("--ascii is for diagrams, not for --format svg");
  }
}

}  // namespace

ExitStatus run_show(const OptionValues& options) {
  const std::string format = options.text("format", "diagram");
  check_format(format, options);
  const Wanted wanted = parse_wanted(options.text("ID", ""));
  Archive archive = open_archive(options.text("DATABASE", ""));
  const auto shown = find_shown(archive, wanted);
  if (!shown) return not_found(fmt::format("there is no game {}", raw(wanted.game)));
  const bool needs_position = format == "cgp" || format == "sfen" || format == "svg";
  if (!shown->position && (wanted.names_moment() || needs_position)) {
    return not_found(missing_moment(wanted));
  }
  ByteOutput output;
  bool has_pattern = true;
  if (format == "diagram") {
    has_pattern = print_diagram(archive, *shown, !wanted.names_moment(), options, output);
  } else if (format == "svg") {
    has_pattern = print_picture(archive, *shown->position, options, output);
  } else if (format == "cgp") {
    output.write(shown->position->cgp + '\n');
  } else if (format == "sfen") {
    if (shown->position->sfen.empty()) {
      throw UsageError(fmt::format("a position of {} has no SFEN", shown->text_of("game")));
    }
    output.write(shown->position->sfen + '\n');
  } else if (format == "json") {
    print_json(*shown, output);
  } else {
    archive.engine().record_text(RecordId{std::stoll(shown->text_of("record_id"))},
                                 [&](std::string_view piece) { output.write(piece); });
  }
  output.close();
  return has_pattern ? kDone : not_found("the pattern does not occur in this position");
}

}  // namespace ludex::cli
