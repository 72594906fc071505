#include "cli/command.hpp"

#include <limits>

namespace ludex::cli {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

constexpr OptionSpec kNameColumns{OptionType::columns, "names", "NAME", ""};
constexpr OptionSpec kNumberColumns{OptionType::columns, "numbers", "RANGE", ""};

/// In a rating list it chooses rows, not games.
constexpr FilterSpec about_players(const OptionSpec& option) { return {option, true, true}; }
/// By itself it does not say which games are meant.
constexpr FilterSpec refines(const OptionSpec& option) { return {option, false, false}; }

constexpr OptionSpec kPattern{
    OptionType::texts, "--pattern", "P",
    "a part of a board that occurs: rows from the top, '/' between them, of pieces, '.' or a "
    "number (empty), '*' (anything), {B.} (one of these), {^W} (any but these), {1B} (a move), "
    "edges '|' and '-'; @ID:PLY; @FILE or - (standard input) for real lines. Repeatable",
    "pattern"};
constexpr OptionSpec kAt{
    OptionType::texts, "--at", "WHERE",
    "where the pattern lies: nw, ne, sw, se (corner), n, e, s, w (side), a point (of its "
    "top left), anywhere (default); the symmetries of the game apply after that",
    "at"};
constexpr OptionSpec kRegion{OptionType::texts, "--region", "P:P",
                             "the part of a position that is the pattern, as Q19:T14", "region"};
constexpr OptionSpec kHands{OptionType::texts, "--hands", "HANDS",
                            "shogi: at least these in hand, sente's / gote's, as BPP/", "hands"};
constexpr OptionSpec kLinks{
    OptionType::texts, "--links", "LINKS",
    "Twixt: links between holes of the pattern, as 'A1-B3', A1 its top left", "links"};
constexpr OptionSpec kOrientation{
    OptionType::text,
    "--orientation",
    "O",
    "any: turned and mirrored boards too; exact; mirror (default: any)",
    "orientation",
    0,
    0,
    "any,exact,mirror"};
constexpr OptionSpec kSwapColors{OptionType::flag, "--swap-colors", "",
                                 "also with the colours exchanged", "swap_colors"};

/// Those over columns stand at the places of kNameColumns and kNumberColumns.
const FilterSpec kFilters[] = {
    about_players({OptionType::texts, "--player", "NAME",
                   "either player; twice: they play each other", "player"}),
    about_players({OptionType::text, "--black", "NAME", "player of Black", "black"}),
    about_players({OptionType::text, "--white", "NAME", "player of White", "white"}),
    about_players(
        {OptionType::text, "--opponent", "NAME", "who plays against --player", "opponent"}),
    {kNameColumns},
    {{OptionType::text, "--text", "WORDS",
      "all these words in players, event, game name or comment; \"quoted\": side by side", "text"}},
    {{OptionType::texts, "--prop", "IDENT=VALUE",
      "a property of the root or of the game info, whatever it is, as it was written: PC=Tokyo, "
      "RE=B+R, FF==4; repeatable",
      "prop"}},
    {{OptionType::text, "--game-id", "ID", "the id that a site gave it", "game_id"}},
    {{OptionType::text, "--id", "LIST", "ids in the database: 17,20 or @FILE", "id"}},
    {{OptionType::text, "--date", "DATE", "1996, 1996-05 or 1996-05-06", "date"}},
    {{OptionType::text, "--from", "DATE", "on this day, or in this month or year, or later",
      "from"}},
    {{OptionType::text, "--to", "DATE", "on this day, or in this month or year, or earlier", "to"}},
    refines({OptionType::flag, "--date-exact", "",
             "only games that were surely played then (default: that may have been)",
             "date_exact"}),
    {{OptionType::text, "--result", "R", "B+R, W+3.5, B+0.5..5, B, W, draw, void, unknown",
      "result"}},
    about_players({OptionType::text, "--outcome", "O", "of --player: win, loss, draw", "outcome"}),
    {{OptionType::text, "--win-by", "HOW", "{win_by}", "win_by"}},
    {{OptionType::text, "--game", "GAME",
      "go, othello, hex, twixt, gomoku, shogi, crossword, sgf:N", "game"}},
    {{OptionType::text, "--kind", "KIND", "{kinds}", "kind"}},
    {{OptionType::text, "--size", "SIZE", "of the board: 19, 13x9 (columns x rows)", "size"}},
    {kNumberColumns},
    {{OptionType::text, "--handicap", "RANGE",
      "stones: 2, 2..9, 2..; none: 0 is written, or nothing and no stones are set up", "handicap"}},
    about_players({OptionType::text, "--rating", "RANGE", "2500..", "rating"}),
    about_players({OptionType::text, "--rank", "RANGE", "9p, 5d..9p, ..1k", "rank"}),
    {{OptionType::whole, "--min-moves", "N", "moves at least", "min_moves", 0, 1'000'000'000}},
    {{OptionType::whole, "--max-moves", "N", "moves at most", "max_moves", 0, 1'000'000'000}},
    {{OptionType::text, "--where", "SQL",
      "an expression over the view games, as \"komi < 0 OR moves > 400\"", "where"}},
    {{OptionType::texts, "--position", "P",
      "occurs in the game: a CGP line; its first field, with --game; sgf:AB[dd]AW[pq]SZ[19]; "
      "moves:dd pq ...; @ID:PLY; - reads it from standard input. Repeatable: all occur",
      "position"}},
    {kPattern},
    refines(kAt),
    refines(kRegion),
    refines(kHands),
    refines(kLinks),
    refines({OptionType::text, "--mover", "COLOR", "who is to move when the pattern stands: B, W",
             "mover"}),
    refines({OptionType::text, "--from-ply", "N", "the pattern stands after N moves or later",
             "from_ply"}),
    refines({OptionType::text, "--to-ply", "N", "it stands after N moves or earlier", "to_ply"}),
    refines({OptionType::flag, "--final", "", "it stands at the end of the game", "final"}),
    refines(kOrientation),
    refines(kSwapColors),
    refines({OptionType::flag, "--exact", "",
             "crossword: racks, scores and scoreless turns equal those of the position", "exact"}),
    refines({OptionType::flag, "--loose", "",
             "crossword: opcodes and rack tiles that the game does not know of match too",
             "loose"}),
    refines({OptionType::flag, "--blank-as-letter", "",
             "crossword: a blank on the board is the letter that it stands for",
             "blank_as_letter"}),
    refines({OptionType::flag, "--unique", "",
             "one game of each cluster of duplicates; see 'ludex duplicates'", "unique"}),
};

constexpr std::string_view kIndexFooter = R"(Examples:
  ludex index games.db kgs-2019.tar.gz
  zstdcat club.sgf.zst | ludex index games.db --name club -
The same command again goes on where it was stopped, reads what sources have grown by, and adds
nothing twice. Ctrl-C ends it cleanly: what was read stays.
A damaged source is read again once its file has changed; after a read error, the next run reads on.
Exit status: 0 done (rejected records too), 2 wrong command line, 3 failed, in whole or for one
source, or stopped.)";
constexpr OptionSpec kIndexOptions[] = {
    {OptionType::operand, "DATABASE", "",
     "created if missing, upgraded if older than this program"},
    {OptionType::operands, "SOURCE", "", "file, folder, archive or pipe; '-' is standard input"},
    {OptionType::text, "-f,--format", "F", "{formats} (default: by content, then by name)",
     "format"},
    {OptionType::text, "--charset", "NAME",
     "read every record in it (default: declared or guessed for each)", "charset"},
    {OptionType::whole, "-j,--threads", "N",
     "workers (default: all cores); the result does not depend on it", "threads", 0, 1024},
    {OptionType::text, "--memory", "SIZE", "limit for everything held in memory (default: 1GiB)",
     "memory_bytes"},
    {OptionType::flag, "--variations", "", "index positions of variations, too"},
    {OptionType::flag, "--no-text", "",
     "do not keep the text of records; export --format original cannot give it back"},
    {OptionType::text, "--name", "NAME",
     "of standard input or a pipe: the same name again replaces it (default: always new)",
     "stdin_name"},
    {OptionType::whole, "--max-rejects", "N",
     "give up after N rejected records (default: no limit)", "max_rejects", 0, 1'000'000'000'000},
    {OptionType::text, "--max-expansion", "N:1",
     "bytes that a byte of a compressed source may become (default: 1000:1)", "max_expansion"},
    {OptionType::yes_no, "--progress", "", "bar on standard error (default: if it is a terminal)"},
    {OptionType::flag, "--strict", "",
     "exit 3 also for damaged sources that have not changed since they were indexed"},
    {OptionType::flag, "-v,--verbose", "", "say at the end where the time went"},
};

constexpr std::string_view kFindFooter = R"(Examples:
  ludex find games.db --player 'Cho Chikun' --from 1985 --to 1990 --outcome win
  ludex find games.db --position 'moves:pd dp pp dd' --format csv > games.csv
  ludex find games.db --text 'ear reddening' --count
  ludex find games.db --pattern '4/.W2/4/2B1' --at nw --swap-colors
csv, tsv and json print every column of the view games, by name; with --position or --pattern
also ply, orientation, next_move (none: one off the board; of a pattern the first later move
inside it) and hits, of a pattern place (its top left) and colors too. --position is the whole
board, --pattern a part of it. csv: RFC 4180, NULL is empty;
tsv: \t \n \r \\ escaped; json: one object a line. Games without a date match no date; how
many is said on standard error.
Exit status: 0 done, 1 nothing found, 2 wrong command line or position, 3 failed.)";
constexpr OptionSpec kFindOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::text, "-f,--format", "F", "text, csv, tsv, json (default: text)"},
    {OptionType::flag, "--count", "", "print how many games; with --all-hits how many hits"},
    {OptionType::flag, "--ids", "", "print ids only, one a line"},
    {OptionType::flag, "--all-hits", "",
     "a row for each time the position or pattern occurs (default: the first in each game)"},
    {OptionType::flag, "--variations", "", "patterns: in variations too, where they were indexed"},
    {OptionType::text, "--sort", "COLUMNS",
     "columns of the view games, with --position or --pattern also ply (of a game's first hit) and "
     "hits; '-' "
     "before one: downwards; as date_from,-moves (default: id)",
     "sort"},
    {OptionType::whole, "--limit", "N",
     "rows at most; 0: all (default: all, but 40 of a text on a terminal)", "limit", 0,
     1'000'000'000'000},
    {OptionType::whole, "--offset", "N", "rows to leave out at the beginning", "offset", 0,
     1'000'000'000'000},
};

constexpr std::string_view kExploreFooter =
    R"(mover: the seat that plays the move, B or W (its number in crossword games, where one row holds
the plays of all seats: empty unless they are of one); where the line ends, the seat to move.
games: in which the move was played there; visits: how often, also twice in one game. Black
and white (first and second seat in crossword games): games won by them. score: that of the
player who moves, half for a draw, without games whose result is not known; points: what the
play brought in on the average (crossword games). sample: the game played last, ID:PLY.
Moves are seen on the board as it was asked for; those that a symmetry of the position maps
onto each other are one row, unless --orientation exact. 'end': the line ends there. The
first --position or --pattern is explored, further ones must occur in the games too.
Of a pattern a row is the first later move that puts something on its rectangle, in points of
the pattern: A1 is its top left. at once: it was the very next move; later: moves elsewhere came
before it. elsewhere: no such move came.
Examples:
  ludex explore games.db --position 'moves:pd dp' --player 'Go Seigen'
  ludex explore games.db --position 'moves:' --depth 3 --from 1990
Exit status: 0 done, 1 nothing found, 2 wrong command line or position, 3 failed.)";
constexpr OptionSpec kExploreOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::text, "-f,--format", "F", "text, csv, tsv, json (default: text)"},
    {OptionType::whole, "--depth", "N", "moves to look ahead: a tree (default: 1)", "depth", 1, 50},
    {OptionType::whole, "--limit", "N",
     "rows of a position at most; 0: all (default: all, with --depth 5)", "limit", 0,
     1'000'000'000},
    {OptionType::flag, "--variations", "", "count variations too, where they were indexed"},
};

constexpr std::string_view kShowFooter =
    R"(Without PLY: what is known about the game, and its last position on the main line.
Marks of SGF (TR, LB, TB, ...) are drawn; below stands what they mean and what did not fit.
With --pattern its region is marked; exit status 1 if it does not stand there.
ID:'bookmark N' is the position of the node that SGF names so: N[bookmark 3].
Examples:
  ludex show games.db 17
  ludex show games.db 17:60 --format cgp
  ludex show games.db 17:'bookmark 3'
  ludex show games.db 17 --format record > game17.sgf
json is one object: the columns of the view games, and ply and cgp of the position.
Exit status: 0 done, 1 no such game or position, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kShowOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::operand, "ID", "ID[:PLY]",
     "game, and which of its positions: 0 is the one before the first move, 'bookmark N' that of a "
     "bookmark"},
    {OptionType::text, "-f,--format", "F",
     "diagram, cgp, sfen (of shogi), record (its text as found), json (default: diagram)"},
    {OptionType::flag, "--ascii", "", "draw with ASCII characters only"},
    {OptionType::flag, "--whole", "",
     "draw the whole board, whatever part of it the record shows (VW)"},
    kPattern,
    kAt,
    kRegion,
    kHands,
    kLinks,
    kOrientation,
    kSwapColors,
};

constexpr std::string_view kExportFooter =
    R"(original: the text of each record that a selected game stands in, once, byte for byte as found,
in the order it was indexed; a line feed follows where a record does not end in one. Read again
it gives the same records: between those of CSA stands the line "/", behind an unclosed one,
where it is needed, ASCII's record separator (0x1E) in a line of its own. Records of several
formats go into a file for each (--split-by format).
sgf: the same records as FF[4] in UTF-8, with all properties and branches; without FF where
none is written and a time limit (TM) names no unit: FF[4] would make it seconds.
csa: the same records of shogi as CSA in UTF-8, in the version asked for, "/" between games;
what that version has no line for becomes a comment.
gcg: the same records of crossword games as GCG in UTF-8, in one form.
json, csv: a row for each selected game, with every column of the view games; with
--positions a row for each position: id, ply, mover (the seat that plays next_move, or is to
move where the line ends; pl in cgp is a colour), next_move, cgp, key, outcome (of the
mover). cgp: positions alone, one a line; without --positions the last of each game.
--split-by: -o names a folder (NAME.sgf), a file with an ending, which NAME is put before, or
one with {}, which NAME takes the place of. A game goes into the files of both its players.
Names keep letters and digits; 'unknown' takes games without; those of one name but for case
share a file.
Examples:
  ludex export games.db --player 'Go Seigen' -o go-seigen.sgf.gz
  ludex export games.db --format csv --from 2000 > games.csv
  ludex export games.db --positions 0..30 --format csv -o openings.csv.gz
  ludex export games.db --format cgp --positions 0..30 --lexicon CSW21 > openings.cgp
  ludex export games.db --split-by year -o 'years/{}.sgf.xz'
Exit status: 0 done (also if no game was selected), 2 wrong command line, 3 failed.)";
constexpr OptionSpec kExportOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::text, "-f,--format", "F",
     "{export_formats} (default: original; with --positions cgp)", "format"},
    {OptionType::versions, "", "V", "version that --format {} writes: {} (default: {})"},
    {OptionType::text, "-o,--output", "FILE",
     "write to FILE, packed if it ends in .gz, .bz2, .xz or .zst (default: standard output)"},
    {OptionType::text, "--positions", "WHICH",
     "positions instead of games: all, last, a ply, or a range of plies as 0..30, 100..",
     "positions"},
    {OptionType::flag, "--variations", "", "positions of variations too, where they were indexed"},
    {OptionType::text, "--split-by", "KEY",
     "a file for each: year, player, event, format, or N records (rows)", "split"},
};

constexpr std::string_view kStatsFooter =
    R"(Keys: player, opponent, pair, event, place, year, month, result, win-by, length, handicap,
komi, size, rules, opening, game, source. A game counts for all its players; beside an
opponent, one that a third player won is no loss.
Examples:
  ludex stats games.db --by player --sort -rate_low --limit 20
  ludex stats games.db --player 'Go Seigen' --by opponent,year --format csv > go-seigen.csv
  ludex stats games.db --from 1990 --by opening --opening-moves 6
  ludex stats games.db --ratings --game go --min-games 20 --limit 50
Results are wins, losses and draws of the player, or without any those of Black; rate is
(wins + draws / 2) of them, between rate_low and rate_high with 95 % confidence (Wilson).
--ratings lists players by whole-history rating (Elo, 1500 the middle); error is half the 95 %
interval, group tells players apart who never met, not even through others. Rated are games of
two named players with a winner or a draw, and a date unless --drift is 0; what the first seat
is worth is estimated for each handicap and komi, and shown by --advantages. Filters about
games choose what is rated; those about players (--player, --opponent, --outcome, --black,
--white, --rank, --rating) whose rows are shown.
--game crossword adds mean scores and their difference.
Games only, unless --kind says otherwise. What a game does not say is a row of its own.
Exit status: 0 done, 1 nothing found, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kStatsOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::list, "--by", "KEY,...", "keys: a row for each of their values; repeatable", "by"},
    {OptionType::text, "-f,--format", "F", "text, csv, tsv, json (default: text)"},
    {OptionType::text, "--sort", "COLUMNS",
     "columns of the answer; '-' before one: downwards (default: the first key where it is a "
     "number or a date, else -games)",
     "sort"},
    {OptionType::whole, "--limit", "N", "rows at most; 0: all (default: all)", "limit", 0,
     1'000'000'000'000},
    {OptionType::whole, "--opening-moves", "N", "how many moves make an opening (default: 4)",
     "opening_moves", 1, 1000},
    {OptionType::whole, "--length-step", "N", "how many lengths share a row (default: 50)",
     "length_step", 1, 1'000'000'000},
    {OptionType::flag, "--ratings", "", "a rating list of the players instead", "ratings"},
    {OptionType::flag, "--history", "", "with --ratings: a row for each year of a player",
     "history"},
    {OptionType::flag, "--advantages", "",
     "with --ratings: what the first seat is worth, by handicap and komi", "advantages"},
    {OptionType::number, "--drift", "N",
     "how far ratings move in a year, in Elo; 0: not at all (default: 70)", "drift", 0, 10'000},
    {OptionType::whole, "--min-games", "N", "with --ratings: only players with so many games",
     "min_games", 0, 1'000'000'000'000},
};

constexpr std::string_view kDuplicatesFooter =
    R"(A cluster is a game and its copies. The longest stands for it, then the lowest id. Why another
one belongs to it: same (the same moves, up to symmetry and colours exchanged), beginning (all
its moves are the first ones of the other), start (the same players and date, and the same
first 90 %, at least 20 moves). Games with less than 20 equal moves are duplicates only if
players, date and the site's id are the same (or both have no date, no id); where a player is
unknown in both, only as a whole. Nothing is taken out; --unique, in every command with
filters, takes one of each cluster.
Examples:
  ludex duplicates games.db
  ludex duplicates games.db --format csv --player 'Go Seigen' > copies.csv
  ludex find games.db --unique --count
Exit status: 0 done, 1 no duplicates, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kDuplicatesOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::text, "-f,--format", "F", "text, csv, tsv, json (default: text)"},
};

constexpr std::string_view kAliasFooter = R"(Actions:
  add PERSON NAME...         these names mean that person
  add PERSON --id N --seat S whoever is written there, this seat of game N is that person's
  remove NAME... | --person PERSON | --id N --seat S
  list, export [--seats]     what has been said; export: CSV as import reads it
  suggest                    names that are likely one person's, and why; changes nothing
  import FILE                CSV with lines person,name or, under that header, person,id,seat;
                             what suggest prints as csv, once it is looked through
Names stay as they are written in records; filters and statistics take all names of a person
together. Case, width, punctuation, ranks and titles make no difference: an alias of
'Lee Sedol' holds for 'LEE Se-dol (9p)'.
Examples:
  ludex alias games.db add 'Lee Sedol' 이세돌 李世石 'Yi Se-tol'
  ludex alias games.db add 'Honinbo' '本因坊戦' 'Hon-in-bo' --kind event
  ludex alias games.db suggest --format csv > likely.csv
  ludex alias games.db export > aliases.csv
Exit status: 0 done, 1 nothing found, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kAliasOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::operand, "ACTION", "", "add, remove, list, suggest, import, export"},
    {OptionType::more_operands, "OPERAND", "", "persons, names, or a file; see below"},
    {OptionType::text, "--kind", "KIND", "player, event, place (default: player)"},
    {OptionType::text, "-f,--format", "F",
     "of list and suggest: text, csv, tsv, json (default: text)"},
    {OptionType::text, "--person", "PERSON", "remove: a person with all its names"},
    {OptionType::whole, "--id", "N", "a game of the database", "", 1, kMost},
    {OptionType::whole, "--seat", "S", "1: Black, 2: White", "", 1, kMost},
    {OptionType::number, "--min-score", "X", "suggest: 0 to 1 (default: 0.5)", "", 0, 1},
    {OptionType::flag, "--seats", "", "export: persons of single seats"},
};

constexpr std::string_view kCheckFooter =
    R"(Prints each place where a record breaks its format or the rules of its game: source, line,
column (in bytes), the rule, and an excerpt; at the end of a file, where records of another
format start in it. Nothing is stored.
A 'note:' says what this program cannot judge; it is no finding.
Examples:
  ludex check games.sgf
  ludex check archive.tar.gz | grep 'FF\[4\], DT'
Exit status: 0 clean, 1 something is wrong, 2 wrong command line, 3 a source could
not be read.)";
constexpr OptionSpec kCheckOptions[] = {
    {OptionType::operands, "SOURCE", "", "file, folder or archive; '-' is standard input"},
    {OptionType::text, "--charset", "NAME",
     "read every record in it (default: declared or guessed for each)", "charset"},
};

constexpr std::string_view kInfoFooter = R"(Examples:
  ludex info games.db
  ludex info games.db --format json | jq .totals
Databases with the same games in the same order have the same signature, however they were made.
Exit status: 0 done, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kInfoOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::text, "-f,--format", "F", "text, json (default: text)"},
    {OptionType::flag, "--signature", "", "print the signature only"},
};

constexpr std::string_view kRejectsFooter = R"(Examples:
  ludex rejects games.db
  ludex rejects games.db --format original > broken.sgf
Exit status: 0 done (also if there are none), 2 wrong command line, 3 failed.)";
constexpr OptionSpec kRejectsOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::text, "--format", "F",
     "text, csv, tsv, json, or original: their bytes as found (default: text)"},
};

constexpr std::string_view kRemoveFooter =
    R"(--source alone takes out whole sources with all they gave, rejects too; indexing them again
brings them back. Any other filters take out the games they select and the records that gave
nothing else; indexing the source again does not bring those back. Asks before it does anything.
'ludex compact' gives the space back.
Examples:
  ludex remove games.db --source club-2003.sgf
  ludex remove games.db --id 17,20 --yes
Exit status: 0 done, 1 no such game or not confirmed, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kRemoveOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::flag, "-y,--yes", "", "do not ask"},
};

constexpr std::string_view kCompactFooter =
    R"(Merges the segments of the index, drops what belonged to games that are gone, and gives the
space back. Ids stay. Needs room for a second copy of the file.
Example:
  ludex compact games.db
Exit status: 0 done, 2 wrong command line, 3 failed.)";
constexpr OptionSpec kCompactOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
};

constexpr std::string_view kSqlFooter =
    R"(The views games, game_players, properties, problems, records, rejects and sources, and
  ludex_positions(P)      game_id, ply, orientation, next_move
  ludex_next_moves(P)     move, games, visits, first_wins, second_wins, draws, score, ...
  ludex_moves(game_id)    ply, seat, move, seconds_spent, seconds_left, name, comment, ...
  ludex_comments(game_id) node, ply, name, comment
  ludex_marks(game_id)    node, ply, ident, point, to_point, text
  ludex_cgp(game_id, ply), ludex_record(game_id), ludex_key(P)
are described in schema/README.md; P is a position as --position takes it.
Examples:
  ludex sql games.db 'SELECT event, count(*) FROM games GROUP BY event ORDER BY 2 DESC'
  ludex sql games.db "SELECT players, ply FROM ludex_positions('moves:dd dc')
                      JOIN games ON games.id = game_id" --format csv
Exit status: 0 done, 2 wrong command line or SQL, 3 failed or out of time.)";
constexpr OptionSpec kSqlOptions[] = {
    {OptionType::operand, "DATABASE", "", "made by 'ludex index'"},
    {OptionType::operand, "SQL", "", "one statement that reads; '-': from standard input"},
    {OptionType::text, "-f,--format", "F", "text, csv, tsv, json (default: text)"},
    {OptionType::number, "--timeout", "SECONDS", "stop after so long; 0: never (default: 60)",
     "timeout", 0, 1'000'000},
};

constexpr Command kCommands[] = {
    {"index", "Add game records to a database.", kIndexFooter, kIndexOptions, false, run_index},
    {"find", "List games.", kFindFooter, kFindOptions, true, run_find},
    {"explore", "Count what was played next at a position.", kExploreFooter, kExploreOptions, true,
     run_explore},
    {"show", "Show one game, or one of its positions.", kShowFooter, kShowOptions, false, run_show},
    {"export", "Write records out.", kExportFooter, kExportOptions, true, run_export},
    {"stats", "Count games by player, year, result, opening, ...; rate players", kStatsFooter,
     kStatsOptions, true, run_stats},
    {"duplicates", "Show which games are copies of others.", kDuplicatesFooter, kDuplicatesOptions,
     true, run_duplicates},
    {"alias", "Say which names mean one person, event or place.", kAliasFooter, kAliasOptions,
     false, run_alias},
    {"check", "Say what is wrong with records; index nothing.", kCheckFooter, kCheckOptions, false,
     run_check},
    {"info", "What is inside: sources, totals, index, settings, signature.", kInfoFooter,
     kInfoOptions, false, run_info},
    {"rejects", "The records that could not be indexed, and why.", kRejectsFooter, kRejectsOptions,
     false, run_rejects},
    {"remove", "Take games or sources out.", kRemoveFooter, kRemoveOptions, true, run_remove},
    {"compact", "Merge the index, give space back.", kCompactFooter, kCompactOptions, false,
     run_compact},
    {"sql", "Answer a question in SQL, with Ludex's functions.", kSqlFooter, kSqlOptions, false,
     run_sql},
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

std::span<const FilterSpec> all_filters() { return kFilters; }

}  // namespace ludex::cli
