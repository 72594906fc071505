#pragma once

#include "query/filter/filters.hpp"
#include "store/database.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::cli {

/// The filters of a command line as typed; the same for every command that takes games.
struct FilterOptions {
  std::vector<std::string> players, properties, positions;
  std::optional<std::string> black, white, opponent, text, game_id, ids;
  std::array<std::optional<std::string>, std::size(kFilteredColumns)> columns;
  std::optional<std::string> date, from, to, result, outcome, win_by;
  std::optional<std::string> game, kind, size, handicap, rating, rank, where;
  std::optional<std::int64_t> min_moves, max_moves;
  std::optional<std::string> orientation;
  bool date_exact = false;
  bool swap_colors = false;
  bool exact = false, loose = false, blank_as_letter = false;
  bool unique = false;

  /// What is asked of one of kFilteredColumns.
  [[nodiscard]] std::optional<std::string>& column(std::string_view name) {
    std::size_t place = 0;
    while (kFilteredColumns[place].column != name) ++place;
    return columns[place];
  }
};

/// Adds the filters to a command. The result must live until the command line is parsed.
[[nodiscard]] std::shared_ptr<FilterOptions> add_filters(CLI::App& app);

/// What the options mean, except for positions. Opens nothing.
/// \throws UsageError naming the option that makes no sense.
[[nodiscard]] GameFilters to_filters(const FilterOptions& options);

/// Adds the positions; `@ID:PLY` is looked up in the database, `-` is read from standard input.
/// \throws UsageError if one is malformed or is not in the database.
void add_positions(GameFilters& filters, const FilterOptions& options, Database& database);

/// Whether nothing restricts the games.
[[nodiscard]] bool asks_nothing(const FilterOptions& options);

/// The filters about players, or the others, as typed: `--game go --from 1990`.
[[nodiscard]] std::string given_filters(const CLI::App& app, bool about_players);

/// Says on standard error that games without a date were left out, if any were.
void report_undated(std::int64_t undated);
/// The same for games that do not say what --handicap asks for.
void report_silent(std::int64_t silent, const GameFilters& filters);
/// The same for the games that --unique left out.
void report_copies(std::int64_t copies);

}  // namespace ludex::cli
