#include "ludex/core/problem.hpp"

namespace ludex {

std::string_view problem_name(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::unclosed_record:
      return "unclosed_record";
    case ProblemKind::no_node:
      return "no_node";
    case ProblemKind::record_too_large:
      return "record_too_large";
    case ProblemKind::nesting_too_deep:
      return "nesting_too_deep";
    case ProblemKind::missing_semicolon:
      return "missing_semicolon";
    case ProblemKind::stray_text:
      return "stray_text";
    case ProblemKind::property_without_value:
      return "property_without_value";
    case ProblemKind::duplicate_property:
      return "duplicate_property";
    case ProblemKind::lower_case_ident:
      return "lower_case_ident";
    case ProblemKind::unescaped_bracket:
      return "unescaped_bracket";
    case ProblemKind::too_many_nodes:
      return "too_many_nodes";
    case ProblemKind::nul_byte:
      return "nul_byte";
    case ProblemKind::empty_record:
      return "empty_record";
    case ProblemKind::bad_syntax:
      return "bad_syntax";
    case ProblemKind::too_many_games:
      return "too_many_games";
    case ProblemKind::more_problems:
      return "more_problems";
    case ProblemKind::bad_charset:
      return "bad_charset";
    case ProblemKind::wrong_charset:
      return "wrong_charset";
    case ProblemKind::unknown_charset:
      return "unknown_charset";
    case ProblemKind::bad_date:
      return "bad_date";
    case ProblemKind::bad_result:
      return "bad_result";
    case ProblemKind::bad_komi:
      return "bad_komi";
    case ProblemKind::bad_handicap:
      return "bad_handicap";
    case ProblemKind::bad_size:
      return "bad_size";
    case ProblemKind::bad_number:
      return "bad_number";
    case ProblemKind::bad_point:
      return "bad_point";
    case ProblemKind::assumed_minutes:
      return "assumed_minutes";
    case ProblemKind::misplaced_property:
      return "misplaced_property";
    case ProblemKind::bad_rank:
      return "bad_rank";
    case ProblemKind::bad_time:
      return "bad_time";
    case ProblemKind::unknown_game:
      return "unknown_game";
    case ProblemKind::occupied_point:
      return "occupied_point";
    case ProblemKind::suicide:
      return "suicide";
    case ProblemKind::ko:
      return "ko";
    case ProblemKind::off_board:
      return "off_board";
    case ProblemKind::setup_and_move:
      return "setup_and_move";
    case ProblemKind::several_moves:
      return "several_moves";
    case ProblemKind::impossible_move:
      return "impossible_move";
    case ProblemKind::too_many_plies:
      return "too_many_plies";
    case ProblemKind::damaged_stream:
      return "damaged_stream";
    case ProblemKind::unreadable:
      return "unreadable";
    case ProblemKind::not_a_record:
      return "not_a_record";
  }
  return "unknown";
}

}  // namespace ludex
