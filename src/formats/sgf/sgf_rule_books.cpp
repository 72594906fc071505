#include "formats/sgf/sgf_format.hpp"
#include "formats/sgf/sgf_rules.hpp"

namespace ludex {
namespace {

using enum ProblemKind;

constexpr Rule kFf4Rules[] = {
    {unclosed_record, "", "EBNF", "every ( of a game tree is closed by a )"},
    {no_node, "", "EBNF", "a game tree holds at least one node"},
    {missing_semicolon, "", "EBNF", "a node begins with a semicolon, a game tree with a node"},
    {node_after_variation, "", "EBNF", "the nodes of a game tree come before its variations"},
    {stray_text, "", "EBNF", "a node holds nothing but properties"},
    {property_without_value, "", "EBNF", "a property has at least one value"},
    {duplicate_property, "", "", "a property may stand only once in a node"},
    {lower_case_ident, "", "", "a property identifier has upper-case letters only"},
    {unescaped_bracket, "", "Text", "a ] in a value is written \\]"},
    {nul_byte, "", "Text", "no character has the code 0"},

    {bad_charset, "", "CA", "the text is in the charset that is declared"},
    {wrong_charset, "", "CA", "the text is in the charset that is declared"},
    {unknown_charset, "", "CA", "a charset is named as in RFC 1345"},
    {bad_date, "", "DT", "dates are written YYYY-MM-DD, with its shortcuts"},
    {bad_result, "", "RE", "results are written B+3.5, W+R, B+T, W+F, 0, Void or ?"},
    {bad_komi, "", "KM", "a real number of points"},
    {bad_handicap, "", "HA", "a number of stones, 2 or more"},
    {bad_size, "", "SZ", "a number, or columns:rows of an oblong board, of 1 to 52"},
    {bad_number, "", "Number", "an optional sign and digits"},
    {bad_point, "", "Point", "two letters that name a point of the board"},
    {misplaced_property, "", "property types", "each has its place in the tree"},
    {bad_rank, "", "BR and WR", "ranks are written 30k to 1k, 1d to 9d, 1p to 9p"},
    {bad_time, "", "TM", "a real number of seconds"},
    {unknown_game, "", "GM", "a number of the list of games"},

    {off_board, "", "Move", "a move names a point of the board"},
    {setup_and_move, "", "", "setup and moves do not stand in one node"},
    {several_moves, "", "", "a node holds one move"},
};

// Kierulf's format of 1990, which FF[1] names. What it does not speak of is judged by FF[4].
constexpr Rule kKierulfRules[] = {
    {unclosed_record, "", "GameTree", "`(`, a sequence of nodes, a tree for each son, `)`"},
    {no_node, "", "Sequence", "a game tree holds at least one node"},
    {missing_semicolon, "", "Node", "a node begins with a semicolon, a game tree with a node"},
    {node_after_variation, "", "GameTree", "the nodes of a tree come before the trees of its sons"},
    {stray_text, "", "Node", "a node holds nothing but properties"},
    {property_without_value, "", "Property", "an identifier is followed by a value"},
    {lower_case_ident, "", "PropIdent", "a capital letter, and a second one or a digit"},
    {unescaped_bracket, "", "Text", "a closing bracket is prefixed by a backslash"},
    {bad_date, "", "DT", "dates are written YYYY-MM-DD"},
    {bad_result, "", "RE", "results are written 0, B+2.5 or W+64"},
    {bad_komi, "", "KM", "a real number"},
    {bad_handicap, "", "HA", "a number"},
    {bad_size, "", "SZ", "a number, in Go of 2 to 19: boards are square"},
    {bad_number, "", "Number", "an optional sign and digits"},
    {bad_point, "", "Go", "two letters from a to s; a pass is tt"},
    {misplaced_property, "", "root", "GM, SZ, VW, BS and WS stand at the root only"},
    {bad_time, "", "TM", "a number of minutes"},
    {unknown_game, "", "GM", "a number: 1 Go, 2 Othello, 3 chess, 5 Nine Men's Morris"},
    {off_board, "", "Go", "two letters from a to s; a pass is tt"},
};

}  // namespace

std::vector<RuleBook> SgfFormat::rule_books(const RuleScope& scope) const {
  std::vector<RuleBook> books;
  const SgfRules* const game = scope.game ? find_sgf_rules(*scope.game) : nullptr;
  if (game != nullptr && !game->page().rules.empty()) books.push_back(game->page());
  if (scope.version == "1") books.push_back({"FF[1]", kKierulfRules});
  books.push_back({"FF[4]", kFf4Rules});
  return books;
}

}  // namespace ludex
