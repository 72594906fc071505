#include "cli/problem_rule.hpp"

namespace ludex::cli {

namespace {

std::string_view text_rule(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::unclosed_record:
      return "FF[4], EBNF: every ( of a game tree is closed by a )";
    case ProblemKind::no_node:
      return "FF[4], EBNF: a game tree holds at least one node";
    case ProblemKind::record_too_large:
      return "limit of this program: a record has at most 16 MiB";
    case ProblemKind::nesting_too_deep:
      return "limit of this program: variations nest 1000000 deep at most";
    case ProblemKind::missing_semicolon:
      return "FF[4], EBNF: a node begins with a semicolon";
    case ProblemKind::stray_text:
      return "FF[4], EBNF: a node holds nothing but properties";
    case ProblemKind::property_without_value:
      return "FF[4], EBNF: a property has at least one value";
    case ProblemKind::duplicate_property:
      return "FF[4]: a property may stand only once in a node";
    case ProblemKind::lower_case_ident:
      return "FF[4]: a property identifier has upper-case letters only";
    case ProblemKind::unescaped_bracket:
      return "FF[4], Text: a ] in a value is written \\]";
    case ProblemKind::too_many_nodes:
      return "limit of this program: a record has at most 1000000 nodes and 4000000 values, fewer "
             "with little --memory";
    case ProblemKind::nul_byte:
      return "FF[4], Text: no character has the code 0";
    case ProblemKind::empty_record:
      return "FF[4], EBNF: a game tree is not empty";
    case ProblemKind::too_many_games:
      return "limit of this program: 10000 games of one tree, and 500000 nodes that they share";
    case ProblemKind::unknown_pragma:
      return "GCG: a pragma that neither its text nor a known program has";
    case ProblemKind::more_problems:
      return "limit of this program: 100 problems of a game's text and 100 of its replay are "
             "listed";
    default:
      return "the grammar of the format";
  }
}

std::string_view value_rule(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::bad_charset:
    case ProblemKind::wrong_charset:
      return "FF[4], CA: the text is in the charset that is declared";
    case ProblemKind::unknown_charset:
      return "FF[4], CA: a charset is named as in RFC 1345";
    case ProblemKind::bad_date:
      return "FF[4], DT: dates are written YYYY-MM-DD, with its shortcuts";
    case ProblemKind::bad_result:
      return "FF[4], RE: results are written B+3.5, W+R, B+T, W+F, 0, Void or ?";
    case ProblemKind::bad_komi:
      return "FF[4], KM: a real number of points";
    case ProblemKind::bad_handicap:
      return "FF[4], HA: a number of stones, 2 or more";
    case ProblemKind::bad_size:
      return "FF[4], SZ: a number, or columns:rows of an oblong board, of 1 to 52";
    case ProblemKind::bad_number:
      return "FF[4], Number: an optional sign and digits";
    case ProblemKind::bad_point:
      return "FF[4], Point: two letters that name a point of the board";
    case ProblemKind::assumed_minutes:
      return "FF[4], TM: the time limit is in seconds";
    case ProblemKind::misplaced_property:
      return "FF[4], property types: each has its place in the tree";
    case ProblemKind::bad_rank:
      return "FF[4], BR and WR: ranks are written 30k to 1k, 1d to 9d, 1p to 9p";
    case ProblemKind::bad_time:
      return "FF[4], TM: a real number of seconds";
    case ProblemKind::unknown_game:
      return "FF[4], GM: a number of the list of games";
    case ProblemKind::unknown_tiles:
      return "limit of this program: letter distributions and boards of the usual editions";
    default:
      return "the values of the format";
  }
}

std::string_view replay_rule(ProblemKind kind) {
  switch (kind) {
    case ProblemKind::occupied_point:
      return "Go: a stone is played on an empty point";
    case ProblemKind::suicide:
      return "Go: a move leaves its stones a liberty (most rules)";
    case ProblemKind::ko:
      return "Go: a move does not take back in a ko at once";
    case ProblemKind::off_board:
      return "FF[4], Move: a move names a point of the board";
    case ProblemKind::setup_and_move:
      return "FF[4]: setup and moves do not stand in one node";
    case ProblemKind::several_moves:
      return "FF[4]: a node holds one move";
    case ProblemKind::impossible_move:
      return "the rules of the game: this move cannot be made";
    case ProblemKind::illegal_move:
      return "the rules of the game: this move is not allowed";
    case ProblemKind::wrong_player:
      return "the rules of the game: a player without a move passes";
    case ProblemKind::impossible_link:
      return "Twixt: this link cannot be added, or is not there";
    case ProblemKind::bad_swap:
      return "Hex, Twixt: a swap takes over the one stone on the board";
    case ProblemKind::unplayable_board:
      return "limit of this program: sides of a board that is replayed";
    case ProblemKind::wrong_score:
      return "GCG: the score is what the board gives for the play";
    case ProblemKind::wrong_total:
      return "GCG: the total is the player's total before and the score";
    case ProblemKind::too_many_tiles:
      return "the rules of the game: a set holds so many of each letter";
    case ProblemKind::not_on_rack:
      return "GCG: the rack holds the tiles that leave it";
    case ProblemKind::take_back:
      return "CSA 1999, 5 (2), special moves: %MATTA takes a move back";
    default:
      return "limit of this program: plies of a game";
  }
}

}  // namespace

std::string_view rule_of(ProblemKind kind) {
  const int number = static_cast<int>(kind);
  if (number < 100) return text_rule(kind);
  if (number < 200) return value_rule(kind);
  if (number < 300) return replay_rule(kind);
  return "the stream can be read to its end";
}

}  // namespace ludex::cli
