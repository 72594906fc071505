#include "ludex/types.hpp"

#include "ludex/problem.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

std::string reason(const GameResult& result) {
  switch (result.by) {
    case WinBy::resign:
      return "R";
    case WinBy::time:
      return "T";
    case WinBy::forfeit:
      return "F";
    default:
      return result.margin ? fmt::format("{}", *result.margin) : "";
  }
}

}  // namespace

int days_in_month(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[month - 1];
}

std::string to_iso(Day day) {
  return fmt::format("{:04}-{:02}-{:02}", year_of(day), month_of(day), day_of(day));
}

std::string to_text(const GameResult& result) {
  switch (result.winner) {
    case Winner::first:
      return "B+" + reason(result);
    case Winner::second:
      return "W+" + reason(result);
    case Winner::draw:
      return "Draw";
    case Winner::void_game:
      return "Void";
    case Winner::asked:
      return "?";
    default:
      return "";
  }
}

std::string to_text(const Origin& origin) {
  std::string text = origin.source;
  if (!origin.member.empty()) text += "!" + origin.member;
  return text + ":" + std::to_string(origin.offset_bytes);
}

namespace problem_list {

using enum ProblemKind;
constexpr Word kAll[] = {
    {unclosed_record, "unclosed_record"},
    {no_node, "no_node"},
    {record_too_large, "record_too_large"},
    {nesting_too_deep, "nesting_too_deep"},
    {missing_semicolon, "missing_semicolon"},
    {stray_text, "stray_text"},
    {property_without_value, "property_without_value"},
    {duplicate_property, "duplicate_property"},
    {lower_case_ident, "lower_case_ident"},
    {unescaped_bracket, "unescaped_bracket"},
    {too_many_nodes, "too_many_nodes"},
    {nul_byte, "nul_byte"},
    {bad_syntax, "bad_syntax"},
    {too_many_games, "too_many_games"},
    {more_problems, "more_problems"},
    {unknown_pragma, "unknown_pragma"},
    {node_after_variation, "node_after_variation"},
    {bad_charset, "bad_charset"},
    {wrong_charset, "wrong_charset"},
    {unknown_charset, "unknown_charset"},
    {bad_date, "bad_date"},
    {bad_result, "bad_result"},
    {bad_komi, "bad_komi"},
    {bad_handicap, "bad_handicap"},
    {bad_size, "bad_size"},
    {bad_number, "bad_number"},
    {bad_point, "bad_point"},
    {assumed_minutes, "assumed_minutes"},
    {misplaced_property, "misplaced_property"},
    {bad_rank, "bad_rank"},
    {bad_time, "bad_time"},
    {unknown_game, "unknown_game"},
    {unknown_tiles, "unknown_tiles"},
    {bad_value, "bad_value"},
    {missing_property, "missing_property"},
    {repeated_value, "repeated_value"},
    {occupied_point, "occupied_point"},
    {suicide, "suicide"},
    {ko, "ko"},
    {off_board, "off_board"},
    {setup_and_move, "setup_and_move"},
    {several_moves, "several_moves"},
    {impossible_move, "impossible_move"},
    {too_many_plies, "too_many_plies"},
    {illegal_move, "illegal_move"},
    {wrong_player, "wrong_player"},
    {bad_swap, "bad_swap"},
    {unplayable_board, "unplayable_board"},
    {impossible_link, "impossible_link"},
    {wrong_score, "wrong_score"},
    {wrong_total, "wrong_total"},
    {too_many_tiles, "too_many_tiles"},
    {not_on_rack, "not_on_rack"},
    {take_back, "take_back"},
    {wrong_turn, "wrong_turn"},
};

}  // namespace problem_list

const WordTable& problem_words() {
  static constexpr WordTable kWords(problem_list::kAll);
  return kWords;
}

std::string_view problem_name(ProblemKind kind) {
  const std::string_view name = problem_words().word_of(kind);
  return name.empty() ? "unknown" : name;
}

}  // namespace ludex
