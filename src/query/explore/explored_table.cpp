#include "ludex/explore.hpp"
#include "query/wilson_limits.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ludex {
namespace {

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

Value year(const std::optional<std::int32_t>& year) {
  return year ? Value(std::int64_t{*year}) : Value();
}

/// A fraction with at most this many decimals.
Value rounded(const std::optional<double>& number, double units) {
  return number ? Value(std::round(*number * units) / units) : Value();
}

std::optional<ShareLimits> score_limits(const ExploredMove& move) {
  if (!move.score) return std::nullopt;
  const auto decided = static_cast<double>(move.mover_wins + move.mover_losses + move.draws);
  return wilson_limits(*move.score * decided, decided);
}

}  // namespace

std::vector<std::string> ExploredTable::columns() const {
  const bool seats = !has_colors;
  std::vector<std::string> columns = {"depth",
                                      "line",
                                      "move",
                                      "games",
                                      of_pattern ? "hits" : "visits",
                                      seats ? "first_wins" : "black_wins",
                                      seats ? "second_wins" : "white_wins",
                                      "draws",
                                      "score",
                                      "first_year",
                                      "last_year",
                                      "sample"};
  if (of_pattern) {
    columns.insert(columns.end(), {"at_once", "later"});
  } else if (seats) {
    columns.emplace_back("mean_points");
  }
  columns.insert(columns.end(), {"mover", "score_low", "score_high"});
  return columns;
}

std::vector<Value> ExploredTable::row(const ExploredMove& move) const {
  std::string line;
  for (const std::string& one : move.line) line += line.empty() ? one : ' ' + one;
  std::vector<Value> row = {std::int64_t{move.depth},
                            std::move(line),
                            move.line.back(),
                            move.games,
                            move.visits,
                            move.wins[0],
                            move.wins[1],
                            move.draws,
                            rounded(move.score, 10'000),
                            year(move.first_year),
                            year(move.last_year),
                            fmt::format("{}:{}", raw(move.sample), move.sample_ply)};
  if (of_pattern) {
    row.emplace_back(move.at_once);
    row.emplace_back(move.later);
  } else if (!has_colors) {
    row.push_back(rounded(move.mean_points(), 100));
  }
  row.push_back(text_or_null(move.mover_text));
  const std::optional<ShareLimits> limits = score_limits(move);
  row.push_back(rounded(limits ? std::optional(limits->low) : std::nullopt, 10'000));
  row.push_back(rounded(limits ? std::optional(limits->high) : std::nullopt, 10'000));
  return row;
}

}  // namespace ludex
