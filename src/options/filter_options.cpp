#include "options/option_table.hpp"
#include "options/shared_options.hpp"

namespace ludex::options {
namespace {

constexpr OptionSpec kNameColumns{OptionType::columns, "names", "NAME", ""};
constexpr OptionSpec kNumberColumns{OptionType::columns, "numbers", "RANGE", ""};

/// In a rating list it selects rows, not games.
constexpr FilterSpec about_players(const OptionSpec& option) { return {option, true, true}; }
/// By itself it does not select games.
constexpr FilterSpec refines(const OptionSpec& option) { return {option, false, false}; }

/// kNameColumns and kNumberColumns are replaced by the filters on columns.
const FilterSpec kFilters[] = {
    about_players({OptionType::texts, "--player", "NAME",
                   "one of the players; given twice: both, against each other", "player"}),
    about_players({OptionType::text, "--black", "NAME", "name of Black", "black"}),
    about_players({OptionType::text, "--white", "NAME", "name of White", "white"}),
    about_players({OptionType::text, "--opponent", "NAME", "the opponent of --player", "opponent"}),
    {kNameColumns},
    {{OptionType::text, "--text", "WORDS",
      "all these words appear in players, event, game name, comments or names of nodes; \"quoted "
      "words\" appear next to each other",
      "text"}},
    {{OptionType::texts, "--prop", "IDENT=VALUE",
      "any property of the root or the game info, as it was written: PC=Tokyo, RE=B+R, FF==4 (the "
      "whole value); repeatable",
      "prop"}},
    {{OptionType::text, "--game-id", "ID", "the id that a server gave the game", "game_id"}},
    {{OptionType::text, "--id", "LIST",
      "ids in the database: 17,20 or 5..10; @FILE or - reads them from a file or standard input",
      "id"}},
    {{OptionType::text, "--date", "DATE",
      "played in this year, month or on this day: 1996, 1996-05, 1996-05-06", "date"}},
    {{OptionType::text, "--from", "DATE", "played on this date or later", "from"}},
    {{OptionType::text, "--to", "DATE", "played on this date or earlier", "to"}},
    refines({OptionType::flag, "--date-exact", "",
             "only games that were certainly played then (default: games that may have been, as "
             "one dated 1996 for 1996-05)",
             "date_exact"}),
    {{OptionType::text, "--result", "R",
      "B, W (won by Black, White), B+R, W+3.5, B+0.5..5, draw, void or unknown", "result"}},
    about_players(
        offering({OptionType::text, "--outcome", "O", "for --player: win, loss or draw", "outcome"},
                 "win,loss,draw")),
    {offering({OptionType::text, "--win-by", "HOW", "how the game was won: {win_by}", "win_by"},
              "{win_by}")},
    {offering(
        {OptionType::text, "--game", "GAME",
         "go, othello, hex, twixt, gomoku, shogi, crossword; sgf:N for other values of SGF's GM",
         "game"},
        "go,othello,hex,twixt,gomoku,shogi,crossword")},
    {offering({OptionType::text, "--kind", "KIND", "{kinds}", "kind"}, "{kinds}")},
    {{OptionType::text, "--size", "SIZE", "size of the board: 19, or 13x9 (columns x rows)",
      "size"}},
    {kNumberColumns},
    {{OptionType::text, "--handicap", "RANGE",
      "handicap stones: 2, 2..9, 2..; none: the record says 0, or says nothing and sets up no "
      "stones",
      "handicap"}},
    about_players({OptionType::text, "--rating", "RANGE",
                   "rating of either player: 2500.., 1800..2000", "rating"}),
    about_players(
        {OptionType::text, "--rank", "RANGE", "rank of either player: 9p, 5d..9p, ..1k", "rank"}),
    refines({OptionType::flag, "--both", "", "--rank and --rating hold for both players", "both"}),
    {{.type = OptionType::text,
      .names = "--computer",
      .placeholder = "N",
      .meaning =
          "how many of the two players are computers, if the record says it of both: none, one "
          "or both",
      .field = "computer",
      .words = "none,one,both"}},
    {{OptionType::texts, "--word", "W",
      "crossword: a move formed this word, along or across it; repeatable: all were formed",
      "word"}},
    {{OptionType::text, "--rack", "TILES",
      "crossword: a player to move held these tiles; ? is a blank: AEINRS?, [CH]A", "rack"}},
    {{OptionType::whole, "--min-moves", "N", "at least N moves", "min_moves", 0, 1'000'000'000}},
    {{OptionType::whole, "--max-moves", "N", "at most N moves", "max_moves", 0, 1'000'000'000}},
    {{OptionType::text, "--where", "SQL",
      "an SQL condition on the columns of the view games: \"komi < 0 OR moves > 400\"", "where"}},
    {{OptionType::texts, "--position", "P",
      "the whole board stood like this at some move: moves:dd pq ...; sgf:AB[dd]AW[pq]SZ[19]; "
      "@ID:PLY (of a game in the database); a CGP line, or its first field with --game; - reads it "
      "from standard input. Repeatable: all must occur",
      "position"}},
    {kPattern},
    refines(kAt),
    refines(kRegion),
    refines(kHands),
    refines(kLinks),
    refines(offering({OptionType::text, "--mover", "COLOR",
                      "player to move when the pattern is on the board: B or W", "mover"},
                     "B,W")),
    refines({OptionType::text, "--from-ply", "N",
             "the pattern is on the board after N moves or later", "from_ply"}),
    refines({OptionType::text, "--to-ply", "N",
             "the pattern is on the board after N moves or earlier", "to_ply"}),
    refines({OptionType::flag, "--final", "", "the pattern is on the board at the end of the game",
             "final"}),
    refines(kOrientation),
    refines(kSwapColors),
    refines({OptionType::flag, "--exact", "",
             "crossword: racks, scores and scoreless turns must equal those of the position",
             "exact"}),
    refines({OptionType::flag, "--loose", "",
             "crossword: also find games that do not record the opcodes or tiles asked for",
             "loose"}),
    refines({OptionType::flag, "--blank-as-letter", "",
             "crossword: treat a blank on the board as the letter it represents",
             "blank_as_letter"}),
    refines({OptionType::flag, "--unique", "",
             "keep one game of each cluster of duplicates; see 'ludex duplicates'", "unique"}),
};

}  // namespace

std::span<const FilterSpec> all_filters() { return kFilters; }

}  // namespace ludex::options
