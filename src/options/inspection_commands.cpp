#include "options/command_specs.hpp"
#include "options/shared_options.hpp"

namespace ludex::options {
namespace {

constexpr std::string_view kCheckExamples =
    R"(  ludex check games.sgf
  ludex check archive.tar.gz | grep 'FF\[4\], DT')";
constexpr OptionSpec kCheckOptions[] = {
    {OptionType::operands, "SOURCE", "", "files, folders or archives; '-' is standard input"},
    {OptionType::text, "--charset", "NAME",
     "read every record in it (default: declared or guessed for each)", "charset"},
};

constexpr std::string_view kInfoExamples =
    R"(  ludex info games.db
  ludex info games.db --format json | jq .totals
  ludex info games.db --verify)";
constexpr OptionSpec kInfoOptions[] = {
    kDatabase,
    offering({OptionType::text, "-f,--format", "F", "text or json (default: text)"}, "text,json"),
    {OptionType::flag, "--signature", "", "print only the signature"},
    {OptionType::flag, "--verify", "",
     "check everything that is stored instead; one line for each thing that is damaged"},
    kWide,
};

constexpr std::string_view kRejectsExamples =
    R"(  ludex rejects games.db
  ludex rejects games.db --format original > broken.sgf)";
constexpr OptionSpec kRejectsOptions[] = {
    kDatabase,
    offering({OptionType::text, "--format", "F",
              "text, record (one line per value), csv, tsv, json (one object per line) or original "
              "(their bytes as found; default: text)"},
             "text,record,csv,tsv,json,original"),
    kColumns,
    kWide,
    kColor,
};

constexpr std::string_view kSqlExamples =
    R"(  ludex sql games.db 'SELECT event, count(*) FROM games GROUP BY event ORDER BY 2 DESC'
  ludex sql games.db "SELECT players, ply FROM ludex_positions('moves:dd dc')
                      JOIN games ON games.id = game_id" --format csv)";
constexpr OptionSpec kSqlOptions[] = {
    kDatabase,
    {OptionType::operand, "SQL", "",
     "one statement that only reads; '-' reads it from standard input"},
    kRowFormat,
    kColumns,
    kWide,
    kColor,
    {OptionType::number, "--timeout", "SECONDS", "stop after this long; 0: never (default: 60)",
     "timeout", 0, 1'000'000},
};

constexpr std::string_view kServeExamples =
    R"(  ludex serve games.db --open
  ludex serve games.db --listen 192.168.1.5:8080 --token-file ~/.ludex-token)";
constexpr OptionSpec kServeOptions[] = {
    kDatabase,
    {OptionType::text, "--listen", "ADDR:PORT",
     "listen on this address only: 127.0.0.1:8080, [::1]:8080, localhost:8080; port 0: any free "
     "port"},
    {OptionType::flag, "--open", "", "open the first page in the browser (xdg-open)"},
    {OptionType::text, "--token-file", "FILE",
     "clients must send the token in this file; a missing file is created with a random token"},
    {OptionType::texts, "--host", "NAME",
     "a host name by which browsers reach the server; repeatable"},
    {OptionType::flag, "--behind-proxy", "",
     "a proxy passes requests on: trust its X-Forwarded-Host and X-Forwarded-Proto"},
    {OptionType::text, "--base-path", "PATH", "prefix of all addresses: /games"},
    {OptionType::text, "--cors", "ORIGIN",
     "pages of this origin may read the API: https://example.org"},
    {OptionType::flag, "--sql", "",
     "allow SQL (the SQL page, where) for other machines too (default: for this machine only)"},
    {OptionType::flag, "--hide-paths", "",
     "show the names of sources without their folders (default if other machines can ask)"},
    {OptionType::text, "--memory", "SIZE",
     "memory limit for the caches of the database (default: 1GiB)"},
};

}  // namespace

const CommandSpec kCheckCommand{"check", "Report errors in records without indexing them.",
                                kCheckExamples, kCheckOptions, false};
const CommandSpec kInfoCommand{"info", "Show what a database holds: sources, totals, settings.",
                               kInfoExamples, kInfoOptions, false};
const CommandSpec kRejectsCommand{"rejects", "List the records that could not be indexed, and why.",
                                  kRejectsExamples, kRejectsOptions, false};
const CommandSpec kSqlCommand{"sql", "Run an SQL query with Ludex's functions.", kSqlExamples,
                              kSqlOptions, false};
const CommandSpec kServeCommand{"serve", "Serve an explorer for browsers and a JSON API.",
                                kServeExamples, kServeOptions, false};

}  // namespace ludex::options
