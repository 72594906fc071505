#pragma once

#include "ludex/game.hpp"
#include "ludex/stats.hpp"

#include <cstdint>
#include <string>

namespace ludex::options {

/// What the options of `stats` ask for. \param given  the values of a command line, or of a call of
/// the API. \param skipped  rows to skip, which --limit does not count
template <class Values>
StatsQuestion stats_question(const Values& given, std::int64_t skipped = 0) {
  StatsQuestion question;
  for (const std::string& key : given.texts("by")) question.by.push_back(parse_stats_key(key));
  if (const auto sort = given.text("sort")) question.sort = parse_sort(*sort);
  const std::int64_t limit = given.whole("limit").value_or(0);
  if (limit > 0) question.limit = skipped + limit;
  question.opening_moves = given.whole("opening-moves").value_or(question.opening_moves);
  question.length_step = given.whole("length-step").value_or(question.length_step);
  question.min_games = given.whole("min-games").value_or(question.min_games);
  return question;
}

/// The same with --ratings. \param rows  has the order and the limit
template <class Values>
RatingQuestion rating_question(const Values& given, const StatsQuestion& rows) {
  RatingQuestion question;
  if (given.flag("history")) question.rows = RatingRows::years;
  if (given.flag("advantages")) question.rows = RatingRows::advantages;
  question.drift = given.number("drift").value_or(question.drift);
  question.min_games = given.whole("min-games").value_or(question.min_games);
  question.sort = rows.sort;
  question.limit = rows.limit;
  return question;
}

}  // namespace ludex::options
