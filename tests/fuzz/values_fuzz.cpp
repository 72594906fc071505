// Any bytes as every value of game info and as text in every charset: whatever comes out is valid
// UTF-8, and values stay in their ranges.

#include "formats/charset/charset.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/fold.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/result_value.hpp"
#include "fuzz_input.hpp"

#include <cmath>
#include <string>

using namespace ludex;

namespace {

using ludex::fuzz::require;

bool is_day(Day day) {
  const int month = month_of(day);
  return year_of(day) >= 1 && year_of(day) <= 9999 && month >= 1 && month <= 12 &&
         day_of(day) >= 1 && day_of(day) <= days_in_month(year_of(day), month);
}

void check_values(const std::string& text) {
  const DateRange date = parse_date(text);
  require(!date.known() || (is_day(date.from) && is_day(date.to) && date.from <= date.to));
  const GameResult result = parse_result(text);
  require(!result.margin || (*result.margin > 0 && result.by == WinBy::score));
  const auto komi = parse_komi(text);
  require(!komi || std::isfinite(*komi));
  const auto stones = parse_handicap(text);
  require(!stones || (*stones >= 0 && *stones <= 361));
  const auto seconds = parse_time_limit(text, TimeUnit::minutes).seconds;
  require(!seconds || (std::isfinite(*seconds) && *seconds >= 0));
  const auto rank = parse_rank_order(text);
  require(!rank || (*rank >= -50 && *rank <= 110 && *rank != 0));
  const auto size = parse_board_size(text);
  require(!size || (size->width >= 1 && size->height >= 1 && size->width <= 52));
  (void)parse_rating(text);
  (void)parse_game_type(text);
  require(is_utf8(fold(text)));
}

void check_games(std::string_view record) {
  SgfTree tree;
  if (parse_sgf(record, TextForm::bytes, tree)) return;
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, TextForm::bytes, {}, games);
  require(!games.empty());
  for (const SgfGame& game : games) {
    require(game.main_nodes >= 1 && game.main_nodes <= game.nodes.size());
    for (const SeatInfo& seat : game.info.seats) require(is_utf8(seat.name) && is_utf8(seat.rank));
    for (const auto& [ident, value] : game.info.properties)
      require(is_utf8(ident) && is_utf8(value));
    require(is_utf8(game.info.comment));
    for (const Problem& problem : game.info.problems) require(is_utf8(problem.message));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  for (int i = 0; i <= static_cast<int>(Charset::iso_2022_kr); ++i) {
    std::string decoded;
    append_utf8(static_cast<Charset>(i), bytes, decoded);
    require(is_utf8(decoded));
  }
  const CharsetChoice choice = choose_charset(std::span(&bytes, 1), bytes.substr(0, 12));
  std::string text;
  append_utf8(choice.charset, bytes, text);
  check_values(text);
  check_games(bytes);
  return 0;
}
