#include "cli/rules/rule_books.hpp"

namespace ludex::cli {

namespace {

using enum ProblemKind;

// Kierulf's format of 1990, which FF[1] names. What it does not speak of is judged by FF[4].
constexpr Rule kRules[] = {
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

RuleBook kierulf_rules() { return {"FF[1]", kRules}; }

}  // namespace ludex::cli
