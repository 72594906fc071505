#include "formats/cgp/cgp_format.hpp"

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kNumber = "a whole number";
constexpr std::string_view kMilliseconds = "a whole number of milliseconds";
constexpr std::string_view kName = "a name";

constexpr Rule kRules[] = {
    {bad_syntax, "", "overview", "four fields on one line, and any number of operations"},
    {bad_syntax, "placement", "tile placement",
     "rows of one width with / between: letters, [CH], and numbers of empty squares"},
    {bad_syntax, "racks", "racks", "tiles, ? for a blank, and / between the players"},
    {bad_syntax, "scores", "scores", "whole numbers with / between, as many as racks"},
    {bad_syntax, "zeros", "zero-point turns", "a single whole number"},
    {bad_syntax, "operations", "operations",
     "an opcode and its operands, concluded by a semicolon; a single space in between"},

    {bad_syntax, "bb", "bb", kNumber},
    {bad_syntax, "bdn", "bdn", kName},
    {bad_syntax, "cr", "cr", "single, double, triple, void, 5pt or 10pt"},
    {bad_syntax, "etl", "etl", kNumber},
    {bad_syntax, "gid", "gid", "a game id must not contain any spaces"},
    {bad_syntax, "gm", "gm (opcode of this program)", "the game, once"},
    {bad_syntax, "ld", "ld", kName},
    {bad_syntax, "lex", "lex", kName},
    {bad_syntax, "lm", "lm",
     "one move: n8 tiles, n8 tiles +5, -tiles, -2, - or challenge n8 tiles"},
    {bad_syntax, "mcnz", "mcnz", kNumber},
    {bad_syntax, "ti", "ti", kMilliseconds},
    {bad_syntax, "tmr", "tmr", "milliseconds on each player's clock, with / between"},
    {bad_syntax, "to", "to", kMilliseconds},
    {bad_syntax, "var", "var", kName},

    {bad_charset, "", "overview", "only UTF-8 is supported"},
};

}  // namespace

std::vector<RuleBook> CgpFormat::rule_books(const RuleScope&) const { return {{"CGP", kRules}}; }

}  // namespace ludex
