#include "cli/alias_actions.hpp"
#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/row_writer.hpp"
#include "query/names/name_suggestions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ludex::cli {

namespace {

constexpr double kLeastScore = 0.5;

Cell years(const SuggestedName& one) {
  if (one.first_year == 0) return {};
  if (one.first_year == one.last_year) return fmt::format("{}", one.first_year);
  return fmt::format("{}-{}", one.first_year, one.last_year);
}

}  // namespace

ExitStatus suggest_alias_names(const AliasOptions& options) {
  const RowFormat format = parse_row_format(options.format);
  Database database = Database::open_for_reading(options.database);
  const NameSuggestions found =
      suggest_names(database, options.kind, options.least_score.value_or(kLeastScore));
  ByteOutput output;
  const auto writer = make_row_writer(format,
                                      {{"person"},
                                       {"name"},
                                       {"like"},
                                       {"evidence"},
                                       {"score", true},
                                       {"games", true},
                                       {"years"},
                                       {"like_games", true},
                                       {"like_years"},
                                       {"shared_opponents", true}},
                                      output);
  for (const NameSuggestion& row : found.rows) {
    const Cell cells[] = {row.person,
                          row.name.name,
                          row.like.name,
                          row.evidence,
                          std::round(row.score * 100) / 100,
                          row.name.games,
                          years(row.name),
                          row.like.games,
                          years(row.like),
                          row.shared_opponents};
    writer->write(cells);
  }
  writer->finish();
  output.close();
  if (found.played_each_other > 0) {
    print_message(fmt::format("{} {} left out: they played each other",
                              grouped(static_cast<std::uint64_t>(found.played_each_other)),
                              found.played_each_other == 1 ? "pair" : "pairs"));
  }
  return found.rows.empty() ? kNothingFound : kDone;
}

}  // namespace ludex::cli
