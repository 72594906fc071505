#include "formats/gcg/gcg_format.hpp"

namespace ludex {
namespace {

using enum ProblemKind;

constexpr Rule kRules[] = {
    {bad_syntax, "", "events", "`>nick: RACK place word +score total`, or one of its other forms"},
    {stray_text, "", "lines", "a pragma (#), an event (>), or a line of a note"},
    {bad_number, "", "events", "each has a score and a total"},
    {unknown_pragma, "", "pragmas", "one that its text or a known program has"},
    {duplicate_property, "", "pragmas", "each says one thing once"},
    {wrong_player, "", "events", "the nick of a #player, who made the play that is taken back"},
    {off_board, "", "events", "a word lies on the board"},
    {impossible_move, "", "events", "the word fits the tiles on the board"},
    {wrong_score, "", "events", "the score is what the board gives for the play"},
    {wrong_total, "", "events", "the total is the player's total before and the score"},
    {not_on_rack, "", "events", "the rack holds the tiles that leave it"},
    {bad_charset, "", "#character-encoding", "the text is in it, ISO 8859-1 where it is missing"},
    {wrong_charset, "", "#character-encoding", "the text is in the encoding that is named"},
    {unknown_charset, "", "#character-encoding", "names an encoding"},
};

}  // namespace

std::vector<RuleBook> GcgFormat::rule_books(const RuleScope&) const { return {{"GCG", kRules}}; }

}  // namespace ludex
