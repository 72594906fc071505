#include "query/stats/stats_columns.hpp"

#include "query/stats/opening_column.hpp"
#include "query/stats/stats_date_columns.hpp"
#include "query/stats/stats_fact_columns.hpp"
#include "query/stats/stats_name_columns.hpp"
#include "query/stats/stats_result_columns.hpp"

#include <stdexcept>

namespace ludex {

StatsColumnPtr make_stats_column(StatsKey key, const StatsQuestion& question, SqlConnection& sql,
                                 People& players) {
  switch (key) {
    case StatsKey::player:
      return player_column(players);
    case StatsKey::opponent:
      return opponent_column(players);
    case StatsKey::event:
      return event_column(sql);
    case StatsKey::place:
      return place_column(sql);
    case StatsKey::year:
      return year_column();
    case StatsKey::month:
      return month_column();
    case StatsKey::result:
      return result_column();
    case StatsKey::win_by:
      return win_by_column();
    case StatsKey::length:
      return length_column(question.length_step);
    case StatsKey::handicap:
      return handicap_column();
    case StatsKey::komi:
      return komi_column();
    case StatsKey::size:
      return size_column();
    case StatsKey::rules:
      return rules_column(sql);
    case StatsKey::opening:
      return std::make_unique<OpeningColumn>(sql, question.opening_moves);
    case StatsKey::game:
      return game_column();
    case StatsKey::source:
      return source_column(sql);
    case StatsKey::pair:
      break;
  }
  throw std::logic_error("a pair is two columns");
}

}  // namespace ludex
