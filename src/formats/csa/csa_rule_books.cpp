#include "formats/csa/csa_format.hpp"

#include <utility>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kLines =
    "a line is a version, a name, a keyword, a position, a turn, a move, a time, an end mark or a "
    "comment";
constexpr std::string_view kMove = "+ or -, two squares, and the piece after the move: +2726FU";
constexpr std::string_view kSquares =
    "P+ or P-, then squares and pieces; 00 is in hand: P+99KY00FU";
constexpr std::string_view kHirate = "PI, then the squares and pieces that are removed: PI82HI22KA";

// The texts of 1999 to V3.0 agree in all of this.
constexpr Rule kRules[] = {
    {bad_syntax, "", "overview", kLines},
    {stray_text, "", "overview", kLines},
    {no_node, "", "overview", "a record holds names, a position or moves"},
    {misplaced_property, "name", "overview", "names stand before the start position and the moves"},
    {misplaced_property, "turn", "turn", "the turn follows the position"},
    {misplaced_property, "", "overview", "the start position stands before the moves"},

    {bad_syntax, "PI", "start position", kHirate},
    {bad_point, "PI", "start position", kHirate},
    {bad_syntax, "P", "start position", "P1 to P9, then nine squares: a piece or *"},
    {bad_syntax, "P+", "start position", kSquares},
    {bad_number, "hand", "start position", "no more of a piece than a set has"},
    {duplicate_property, "P", "start position", "PI or P1 to P9, each once"},
    {occupied_point, "", "start position", "a square holds one piece"},
    {duplicate_property, "turn", "turn", "the turn must be given once"},
    {missing_property, "turn", "turn", "the turn must be given: + or -, on a line of its own"},

    {bad_syntax, "move", "moves", kMove},
    {bad_syntax, "T", "time", "T and the seconds spent, behind a move"},
    {duplicate_property, "", "time", "a move has one time"},
    {bad_syntax, "%", "special moves", "a game ends once, and no move follows"},
    {bad_result, "", "special moves",
     "%TORYO, %CHUDAN, %SENNICHITE, %JISHOGI, %KACHI and the others of its list"},

    {bad_syntax, "$", "game information", "a keyword, a colon and a value: $EVENT:Meijin"},
    {bad_date, "", "$START_TIME", "written YYYY/MM/DD, the time of day behind it"},
    {bad_time, "", "$TIME_LIMIT", "hours, minutes and byoyomi: HH:MM+SS; V3.0: $TIME:600+30+0"},
    {bad_charset, "", "encoding", "V3.0: UTF-8 or SHIFT_JIS, as the first line says"},
    {wrong_charset, "", "encoding", "V3.0: UTF-8 or SHIFT_JIS, as the first line says"},
    {unknown_charset, "", "encoding", "V3.0: UTF-8 or SHIFT_JIS, as the first line says"},
};

// Later texts have no take-back.
constexpr Rule kTakeBackRules[] = {
    {take_back, "", "5 (2), special moves", "%MATTA takes a move back"}};

std::string_view title_of(std::string_view version) {
  constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
      {"", "CSA 1999"}, {"2", "CSA V2"}, {"2.1", "CSA V2.1"}, {"2.2", "CSA V2.2"}};
  for (const auto& [known, title] : kTitles) {
    if (known == version) return title;
  }
  return version.starts_with('3') ? "CSA V3.0" : "CSA";
}

}  // namespace

std::vector<RuleBook> CsaFormat::rule_books(const RuleScope& scope) const {
  return {{title_of(scope.version), kRules}, {title_of(""), kTakeBackRules}};
}

}  // namespace ludex
