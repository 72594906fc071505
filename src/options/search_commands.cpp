#include "options/command_specs.hpp"
#include "options/shared_options.hpp"

namespace ludex::options {
namespace {

constexpr std::string_view kFindExamples =
    R"(  ludex find games.db --player 'Cho Chikun' --from 1985 --to 1990 --outcome win
  ludex find games.db --position 'moves:pd dp pp dd' --format csv > games.csv)";
constexpr OptionSpec kFindOptions[] = {
    kDatabase,
    kRowFormat,
    kColumns,
    kWide,
    kColor,
    kNotation,
    {OptionType::flag, "--count", "", "print only the number of games (with --all-hits, of hits)"},
    {OptionType::flag, "--ids", "", "print only ids, one per line"},
    {OptionType::flag, "--all-hits", "",
     "one row for each time the position or pattern occurs (default: the first in each game)"},
    {OptionType::flag, "--variations", "",
     "search variations for patterns too, if they were indexed"},
    {OptionType::text, "--sort", "COLUMNS",
     "sort by these columns of the view games, '-' for descending: date_from,-moves; with "
     "--position or --pattern also ply and hits (default: id)",
     "sort"},
    kRowLimit,
    {OptionType::whole, "--offset", "N", "skip the first N rows", "offset", 0, 1'000'000'000'000},
};

constexpr std::string_view kExploreExamples =
    R"(  ludex explore games.db --position 'moves:pd dp' --player 'Go Seigen'
  ludex explore games.db --position 'moves:' --depth 3 --from 1990)";
constexpr OptionSpec kExploreOptions[] = {
    kDatabase,
    offering({OptionType::text, "-f,--format", "F",
              "text (a table), record (one line per value), csv, tsv, json (one object per line) "
              "or svg (a picture of the position with its next moves; default: text)"},
             "text,record,csv,tsv,json,svg"),
    kColumns,
    kWide,
    kColor,
    kNotation,
    {OptionType::whole, "--depth", "N", "look N moves ahead and print a tree (default: 1)", "depth",
     1, 50},
    {OptionType::whole, "--limit", "N",
     "print at most N moves of each position; 0: all (default: all; with --depth, 5)", "limit", 0,
     1'000'000'000},
    {OptionType::text, "--sort", "COLUMNS",
     "sort by these columns of the csv output, '-' for descending: -score,move (default: most "
     "games first)",
     "sort"},
    {OptionType::whole, "--min-games", "N", "only moves played in at least N games", "min_games", 0,
     1'000'000'000'000},
    {OptionType::flag, "--variations", "", "count variations too, if they were indexed"},
    kTheme,
    kPieces,
    kWidth,
    kCoordinates,
    kCaption,
};

constexpr std::string_view kShowExamples =
    R"(  ludex show games.db 17:60
  ludex show games.db 17:60 --format svg --last 10 > move60.svg)";
constexpr OptionSpec kShowOptions[] = {
    kDatabase,
    {OptionType::operand, "ID", "ID[:PLY]",
     "id of the game, and optionally a position: PLY is the number of moves played, 'bookmark N' "
     "names a bookmark"},
    offering({OptionType::text, "-f,--format", "F",
              "diagram, svg (a picture), cgp, sfen (shogi), record (the text as found) or json "
              "(default: diagram)"},
             "diagram,svg,cgp,sfen,record,json"),
    {OptionType::flag, "--ascii", "", "use only ASCII characters"},
    {OptionType::flag, "--whole", "", "draw the whole board even if the record shows a part (VW)"},
    {OptionType::whole, "--last", "N", "svg: number the last N moves", "last", 1, 100'000},
    kShownMoves,
    kTheme,
    kPieces,
    kWidth,
    kCoordinates,
    kCaption,
    kPattern,
    kAt,
    kRegion,
    kHands,
    kLinks,
    kOrientation,
    kSwapColors,
};

constexpr std::string_view kExportExamples =
    R"(  ludex export games.db --player 'Go Seigen' -o go-seigen.sgf.gz
  ludex export games.db --positions 0..30 --format csv -o openings.csv.gz)";
constexpr OptionSpec kExportOptions[] = {
    kDatabase,
    offering({OptionType::text, "-f,--format", "F",
              "{export_formats} (default: original; with --positions, cgp)", "format"},
             "{export_formats}"),
    {OptionType::versions, "", "V", "version of --format {}: {} (default: {})"},
    {OptionType::text, "--charset", "CHARSET",
     "kif and ki2: utf-8 or shift_jis (as Windows has it; default: utf-8)", "charset"},
    {OptionType::text, "-o,--output", "FILE",
     "write to FILE, compressed if the name ends in .gz, .bz2, .xz or .zst (default: standard "
     "output)"},
    {OptionType::text, "--positions", "WHICH",
     "write positions, not games: all, last, a move number, or a range: 0..30, 100..", "positions"},
    {OptionType::flag, "--variations", "", "positions of variations too, if they were indexed"},
    {OptionType::whole, "--limit", "N", "at most N games, lowest ids first (default: all)", "limit",
     1, 1'000'000'000'000},
    offering({OptionType::text, "--split-by", "KEY",
              "write one file per year, player, event, format or game, or per N records", "split"},
             "year,player,event,format,game"),
};

constexpr std::string_view kStatsExamples =
    R"(  ludex stats games.db --player 'Go Seigen' --by opponent,year --format csv
  ludex stats games.db --ratings --game go --min-games 20 --limit 50)";
constexpr OptionSpec kStatsOptions[] = {
    kDatabase,
    {OptionType::list, "--by", "KEY,...", "group by these keys; repeatable", "by"},
    kRowFormat,
    kColumns,
    kWide,
    kColor,
    kNotation,
    {OptionType::text, "--sort", "COLUMNS",
     "sort by these columns, '-' for descending (default: the first key if it is a number or a "
     "date, else -games)",
     "sort"},
    {OptionType::whole, "--limit", "N", "print at most N rows; 0: all (default: all)", "limit", 0,
     1'000'000'000'000},
    {OptionType::whole, "--opening-moves", "N", "number of moves in an opening (default: 4)",
     "opening_moves", 1, 1000},
    {OptionType::whole, "--length-step", "N", "width of the groups of --by length (default: 50)",
     "length_step", 1, 1'000'000'000},
    {OptionType::flag, "--ratings", "", "print a rating list of the players instead", "ratings"},
    {OptionType::flag, "--history", "", "with --ratings: one row for each player and year",
     "history"},
    {OptionType::flag, "--advantages", "",
     "with --ratings: the advantage of moving first, by handicap and komi", "advantages"},
    {OptionType::number, "--drift", "N",
     "with --ratings: how much a rating may change in a year, in Elo; 0: not at all (default: 70)",
     "drift", 0, 10'000},
    {OptionType::whole, "--min-games", "N",
     "only rows (with --ratings, players) with at least N games", "min_games", 0,
     1'000'000'000'000},
};

constexpr std::string_view kDuplicatesExamples =
    R"(  ludex duplicates games.db --player 'Go Seigen'
  ludex find games.db --unique --count)";
constexpr OptionSpec kDuplicatesOptions[] = {
    kDatabase, kRowFormat, kColumns, kWide, kColor, kRowLimit,
};

}  // namespace

const CommandSpec kFindCommand{"find", "List games.", kFindExamples, kFindOptions, true};
const CommandSpec kExploreCommand{"explore", "Count the next moves at a position.",
                                  kExploreExamples, kExploreOptions, true};
const CommandSpec kShowCommand{"show", "Show one game, or one of its positions.", kShowExamples,
                               kShowOptions, false};
const CommandSpec kExportCommand{"export", "Write records or positions to files.", kExportExamples,
                                 kExportOptions, true};
const CommandSpec kStatsCommand{"stats", "Count games by player, year, opening, ...; rate players.",
                                kStatsExamples, kStatsOptions, true};
const CommandSpec kDuplicatesCommand{"duplicates", "Find games that are copies of others.",
                                     kDuplicatesExamples, kDuplicatesOptions, true};

}  // namespace ludex::options
