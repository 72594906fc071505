#include "engine/export/export_files.hpp"
#include "engine/export/record_export.hpp"
#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "ludex/row_text.hpp"
#include "query/search/game_positions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {
namespace {

bool is_table(std::string_view format) { return format == "json" || format == "csv"; }

/// Appends rows as csv or json; csv starts with the names of the columns.
class RowExport {
 public:
  RowExport(const std::string& format, const std::vector<std::string>& columns)
      : is_json_(format == "json"),
        names_(json_strings(columns)),
        head_(columns.begin(), columns.end()) {}

  void append(std::span<const Value> row, ExportFile& file) const {
    if (is_json_) {
      append_json(names_, row, file.text);
      file.text += '\n';
      return;
    }
    if (!file.begun) append_head(file);
    append_csv(row, file.text);
    file.text += "\r\n";
  }
  /// The contents of a file without rows.
  void append_head(ExportFile& file) const {
    if (is_json_) return;
    append_csv(head_, file.text);
    file.text += "\r\n";
  }

 private:
  bool is_json_;
  std::vector<std::string> names_;
  std::vector<Value> head_;
};

void export_rows(ExportedGames& games, const std::string& format, ExportFiles& files) {
  const std::vector<std::string> columns = game_columns();
  const auto id = static_cast<std::size_t>(std::ranges::find(columns, "id") - columns.begin());
  const RowExport rows(format, columns);
  if (games.empty()) files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  games.for_each_row([&](std::span<const Value> row) {
    const auto game = static_cast<GameId>(std::get<std::int64_t>(row[id]));
    files.write(std::span(&game, 1), format, [&](ExportFile& file) { rows.append(row, file); });
    files.relieve();
    return true;
  });
}

constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max();

std::optional<std::uint32_t> parse_ply(std::string_view text) {
  std::uint32_t ply = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return ply;
}

[[noreturn]] void refuse_plies(std::string_view text) {
  throw UsageError(fmt::format(
      "`positions`: '{}' is not all, last, a number of moves, or a range such as 0..30", text));
}

Value outcome_of(Winner winner, std::size_t seat) {
  switch (winner) {
    case Winner::first:
    case Winner::second:
    case Winner::third:
    case Winner::fourth:
      return winner == winner_at_seat(seat) ? "win" : "loss";
    case Winner::draw:
      return "draw";
    default:
      return {};
  }
}

/// Positions of games as rows.
class PositionRows {
 public:
  static constexpr std::size_t kColumnCount = 7;
  static std::vector<std::string> columns() {
    return {"id", "ply", "mover", "next_move", "cgp", "key", "outcome"};
  }

  /// \param with_variations  include indexed variations
  PositionRows(const PlyRange& plies, bool with_variations)
      : plies_(plies), with_variations_(with_variations) {}

  /// Visits the positions of a game in the order of plies. Cost: about a microsecond each.
  void for_each(GameWalk& game, const std::function<void(const Position&)>& visit) const {
    const std::uint32_t main_line = game.replayed().main_positions;
    if (main_line == 0) return;
    if (plies_.only_last) {
      if (const auto position = game.position(main_line - 1)) visit(*position);
      return;
    }
    const std::uint32_t end = with_variations_ ? game.searched_plies() : main_line;
    if (plies_.first >= end) return;
    const std::uint32_t last = std::min(plies_.last, end - 1);
    game.walk([&](const Position& position) {
      if (position.ply >= plies_.first) visit(position);
      return position.ply < last;
    });
  }

  /// Writes a value for each column into `row`. mover is the seat that plays next_move, or is to
  /// move at the end of the line: `B` or `W`, its number in crossword games. outcome is `win`,
  /// `loss` or `draw` of the mover, or NULL if unknown.
  static void fill(GameWalk& game, const Position& position, std::vector<Value>& row) {
    const GameRules& rules = *find_rules(position.game);
    row.assign(kColumnCount, Value());
    row[0] = raw(game.id());
    row[1] = std::int64_t{position.ply};
    const std::uint32_t seat = seat_moving(mover_of(position), position.ply, game.replayed().flags);
    row[2] = mover_text(position.game, seat);
    if (position.next_move) row[3] = rules.move_text(*position.next_move, position.size);
    row[4] = to_cgp(position);
    row[5] = fmt::format("{:016x}", rules.key_of(position).bits);
    row[6] = outcome_of(game.winner(), seat);
  }

 private:
  PlyRange plies_;
  bool with_variations_;
};

void export_positions(ExportedGames& games, const PlyRange& plies, bool with_variations,
                      const std::string& format, ExportFiles& files) {
  const RowExport rows(format, PositionRows::columns());
  const PositionRows positions(plies, with_variations);
  std::vector<Value> row;
  if (games.empty() && is_table(format)) {
    files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  }
  const auto game = games.games();
  fill_in_turns(games, files, [&] {
    if (!game->next()) return false;
    const GameId id = game->id();
    positions.for_each(*game, [&](const Position& position) {
      files.write(std::span(&id, 1), format, [&](ExportFile& file) {
        if (!is_table(format)) {
          file.text += to_cgp(position) + '\n';
        } else {
          PositionRows::fill(*game, position, row);
          rows.append(row, file);
        }
      });
    });
    return true;
  });
}

}  // namespace

namespace {

/// UTF-8 where none is named. \throws UsageError for an unknown one
Charset charset_of(const ExportOptions& options) {
  if (options.charset.empty()) return Charset::utf8;
  if (const auto found = find_charset(options.charset)) return *found;
  throw UsageError(fmt::format("`charset`: '{}' is not a known charset", options.charset));
}

void check_charset(const ExportOptions& options, std::optional<Format> format) {
  const Charset charset = charset_of(options);
  if (options.charset.empty()) return;
  const bool is_records = format && room_of(*format).output == Output::records;
  const auto writer = is_records ? room_of(*format).make_writer(options.version) : nullptr;
  if (writer && writer->write_in(charset)) return;
  if (!is_records) {
    throw UsageError(
        "`charset` needs `format` kif or ki2: other formats are written in UTF-8 only");
  }
  throw UsageError(
      fmt::format("`charset`: {} cannot be written in {}", options.format, charset_name(charset)));
}

}  // namespace

void ExportSink::write_beside(std::string_view extension, std::string_view) {
  throw UsageError(fmt::format(
      "`format`: it also writes a file .{}; write to files, not to one stream", extension));
}

void check(const ExportOptions& options) {
  const std::optional<Format> format = find_format(options.format);
  const Output output = format ? room_of(*format).output : Output::none;
  if (output == Output::none && options.format != "original" && !is_table(options.format)) {
    throw UsageError(fmt::format("`format`: '{}' is not one of {}", options.format,
                                 fmt::join(export_formats(), ", ")));
  }
  if (options.positions && !is_table(options.format) && output != Output::positions) {
    throw UsageError("`positions` needs `format` cgp, csv or json");
  }
  check_charset(options, format);
  if (output != Output::records || options.version.empty()) return;
  const FormatRoom& room = room_of(*format);
  if (room.make_writer(options.version) == nullptr) {
    throw UsageError(fmt::format("`{}_version`: '{}' is not one of {}", options.format,
                                 options.version, fmt::join(room.versions, ", ")));
  }
}

std::vector<std::string> export_formats() {
  std::vector<std::string> names = {"original"};
  for (const Format format : all_formats()) {
    if (room_of(format).output != Output::none) names.emplace_back(format_name(format));
  }
  names.insert(names.end(), {"json", "csv"});
  return names;
}

std::vector<RecordFormat> record_formats() {
  std::vector<RecordFormat> formats;
  for (const Format format : all_formats()) {
    const auto versions = room_of(format).versions;
    const auto companions = room_of(format).companions;
    formats.push_back({format_name(format),
                       {versions.begin(), versions.end()},
                       {companions.begin(), companions.end()}});
  }
  return formats;
}

PlyRange parse_plies(std::string_view text) {
  if (text == "all") return {0, kEndless, false};
  if (text == "last") return {0, kEndless, true};
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const auto ply = parse_ply(text);
    if (!ply) refuse_plies(text);
    return {*ply, *ply, false};
  }
  const std::string_view from = text.substr(0, dots);
  const std::string_view to = text.substr(dots + 2);
  const auto first = from.empty() ? std::optional(0U) : parse_ply(from);
  const auto last = to.empty() ? std::optional(kEndless) : parse_ply(to);
  if (text == ".." || !first || !last || *first > *last) refuse_plies(text);
  return {*first, *last, false};
}

void write_export(ExportedGames& games, const ExportOptions& options, ExportSink& sink) {
  const bool is_original = options.format == "original";
  if (is_original) {
    using Key = SplitBy::Key;
    const auto& split = options.split;
    const bool apart = split && (split->key == Key::format || split->key == Key::game ||
                                 sink.tells_formats_apart());
    refuse_mixed_streams(games, apart);
  }
  const std::optional<Format> format = find_format(options.format);
  ExportFiles files(games, options.split, sink);
  std::vector<BesideFile> beside;
  if (options.positions || (format && room_of(*format).output == Output::positions)) {
    const PlyRange plies = options.positions.value_or(PlyRange{.only_last = true});
    export_positions(games, plies, options.variations, options.format, files);
  } else if (is_original) {
    export_originals(games, files, sink);
  } else if (format) {
    beside = export_records(games, {*format, options.version, charset_of(options)}, files, sink);
  } else {
    export_rows(games, options.format, files);
  }
  files.close();
  for (const BesideFile& file : beside) sink.write_beside(file.ending.substr(1), file.bytes);
}

}  // namespace ludex
