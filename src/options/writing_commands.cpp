#include "options/command_specs.hpp"
#include "options/shared_options.hpp"

#include <limits>

namespace ludex::options {
namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();

constexpr std::string_view kIndexExamples =
    R"(  ludex index games.db kgs-2019.tar.gz
  zstdcat club.sgf.zst | ludex index games.db --name club -)";
constexpr OptionSpec kIndexOptions[] = {
    {OptionType::operand, "DATABASE", "",
     "the database; created if missing, upgraded if an older version made it"},
    {OptionType::operands, "SOURCE", "",
     "files, folders, archives or pipes; '-' is standard input"},
    offering({OptionType::texts, "-f,--format", "F",
              "format of the sources: {formats} (default: detected); or json: print the summary as "
              "JSON. Both may be given",
              "format"},
             "{formats},json"),
    {OptionType::text, "--charset", "NAME",
     "character set of all records (default: as declared, or guessed for each record)", "charset"},
    {OptionType::whole, "-j,--threads", "N",
     "number of worker threads; does not change the result (default: all cores)", "threads", 0,
     1024},
    {OptionType::text, "--memory", "SIZE", "memory limit for everything (default: 1GiB)",
     "memory_bytes"},
    {OptionType::flag, "--variations", "", "index the positions of variations too"},
    {OptionType::flag, "--prune", "", "remove sources whose files are gone from the folders given",
     "prune"},
    {OptionType::flag, "--no-text", "",
     "do not store the text of records; saves space, but 'export --format original' needs it"},
    {OptionType::flag, "--no-comment-text", "",
     "make only the comment of the root searchable (--text), not those of moves; saves space"},
    {OptionType::text, "--name", "NAME",
     "name for standard input or a pipe; a later run with the same name replaces it (default: each "
     "run is a new source)",
     "stdin_name"},
    {OptionType::whole, "--max-rejects", "N", "stop after N rejected records (default: no limit)",
     "max_rejects", 0, 1'000'000'000'000},
    {OptionType::text, "--max-expansion", "N:1",
     "refuse sources that expand more than this (default: 1000:1)", "max_expansion"},
    {OptionType::yes_no, "--progress", "",
     "show a progress bar (default: if standard error is a terminal)"},
    {OptionType::flag, "--strict", "",
     "exit with 3 even if a damaged source has not changed since the last run"},
    {OptionType::flag, "-v,--verbose", "",
     "name skipped files and print timings; with --format json, print one object per source first"},
    {OptionType::flag, "-q,--quiet", "", "print errors only: no notes, progress or summary"},
    kWait,
};

constexpr std::string_view kAliasExamples =
    R"(  ludex alias games.db add 'Lee Sedol' 이세돌 李世石 'Yi Se-tol'
  ludex alias games.db suggest --format csv > likely.csv)";
constexpr OptionSpec kAliasOptions[] = {
    kDatabase,
    offering({OptionType::operand, "ACTION", "", "add, remove, list, suggest, import, export"},
             "add,remove,list,suggest,import,export"),
    {OptionType::more_operands, "OPERAND", "", "persons, names or a file, depending on the action"},
    offering({OptionType::text, "--kind", "KIND", "player, event or place (default: player)"},
             "player,event,place"),
    offering({OptionType::text, "-f,--format", "F",
              "list, suggest: text (a table), record (one line per value), csv, tsv or json (one "
              "object per line; default: text)"},
             "text,record,csv,tsv,json"),
    kColumns,
    kWide,
    kColor,
    {OptionType::text, "--person", "PERSON", "remove: this person with all names"},
    {OptionType::whole, "--id", "N", "id of a game", "", 1, kMaxNumber},
    {OptionType::whole, "--seat", "S", "seat: 1 is Black, 2 is White", "", 1, kMaxNumber},
    {OptionType::number, "--min-score", "X",
     "suggest: only pairs that score at least this, 0 to 1 (default: 0.5)", "", 0, 1},
    {OptionType::flag, "--seats", "", "export: the persons of single seats"},
    kWait,
};

constexpr std::string_view kRemoveExamples =
    R"(  ludex remove games.db --source club-2003.sgf
  ludex remove games.db --id 17,20 --yes)";
constexpr OptionSpec kRemoveOptions[] = {
    kDatabase,
    {OptionType::flag, "-y,--yes", "", "do not ask for confirmation"},
    kWait,
};

constexpr std::string_view kCompactExamples = R"(  ludex compact games.db)";
constexpr OptionSpec kCompactOptions[] = {
    kDatabase,
    {OptionType::text, "--memory", "SIZE", "memory limit for everything (default: 1GiB)",
     "memory_bytes"},
    kWait,
};

constexpr std::string_view kMergeExamples =
    R"(  ludex merge all.db shard-1.db shard-2.db shard-3.db)";
constexpr OptionSpec kMergeOptions[] = {
    {OptionType::operand, "OUT", "",
     "the database to merge into; created if missing, upgraded if an older version made it"},
    {OptionType::operands, "DATABASE", "",
     "databases made by 'ludex index', also by older versions"},
    offering(
        {OptionType::text, "-f,--format", "F", "text or json, for the summary (default: text)"},
        "text,json"),
    {OptionType::whole, "-j,--threads", "N",
     "number of worker threads; does not change the result (default: all cores)", "threads", 0,
     1024},
    {OptionType::text, "--memory", "SIZE", "memory limit for everything (default: 1GiB)",
     "memory_bytes"},
    {OptionType::yes_no, "--progress", "",
     "show progress on standard error (default: if it is a terminal)"},
    {OptionType::flag, "-q,--quiet", "", "print errors only"},
    {OptionType::flag, "-v,--verbose", "", "print what became of each source"},
    kWait,
};

constexpr std::string_view kPublishExamples =
    R"(  ludex publish games.db --to clickhouse://127.0.0.1:8123/ludex
  ludex publish games.db --to clickhouse://127.0.0.1:8123/ludex --verify)";
constexpr OptionSpec kPublishOptions[] = {
    kDatabase,
    {OptionType::text, "--to", "URL",
     "servers and their database: clickhouse://HOST:PORT,HOST:PORT/NAME; USER:PASSWORD@ may stand "
     "before the first host"},
    {OptionType::text, "--cluster", "NAME",
     "the cluster of these servers in their configuration: views on each of them show all"},
    {OptionType::flag, "-n,--dry-run", "", "send nothing; print how much would be sent"},
    {OptionType::flag, "--verify", "",
     "send nothing; compare what is published with the whole database"},
    {OptionType::whole, "--batch", "GAMES",
     "games in a batch; the first run fixes it for all later ones (default: 65536)", "", 1,
     10'000'000},
    {OptionType::whole, "--keep-replaced", "MINUTES",
     "drop rows that were replaced this long ago (default: 10)", "", 0, 1'000'000},
    {OptionType::whole, "-j,--threads", "N", "number of worker threads (default: all cores)", "", 0,
     1024},
    {OptionType::yes_no, "--progress", "",
     "show a progress bar (default: if standard error is a terminal)"},
};

}  // namespace

const CommandSpec kIndexCommand{"index", "Add game records to a database.", kIndexExamples,
                                kIndexOptions, false};
const CommandSpec kAliasCommand{"alias", "Join the names of one person, event or place.",
                                kAliasExamples, kAliasOptions, false};
const CommandSpec kRemoveCommand{"remove", "Remove games or sources.", kRemoveExamples,
                                 kRemoveOptions, true};
const CommandSpec kCompactCommand{"compact", "Merge the index and free unused space.",
                                  kCompactExamples, kCompactOptions, false};
const CommandSpec kMergeCommand{"merge", "Merge several databases into one.", kMergeExamples,
                                kMergeOptions, false};
const CommandSpec kPublishCommand{"publish", "Send a database to ClickHouse servers.",
                                  kPublishExamples, kPublishOptions, false};

}  // namespace ludex::options
