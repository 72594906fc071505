#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_database.hpp"
#include "cli/options.hpp"
#include "pipeline/compaction.hpp"

#include <fmt/format.h>

#include <memory>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Merges the segments of the index, drops what belonged to games that are gone, and gives the\n"
    "space back. Ids stay. Needs room for a second copy of the file.\n"
    "Example:\n"
    "  ludex compact games.db\n"
    "Exit status: 0 done, 2 wrong command line, 3 failed.";

constexpr std::uint64_t kCacheBytes = 256 * 1024 * 1024;

ExitStatus run(const std::string& path) {
  Database database = open_to_change(path, kCacheBytes);
  const CompactReport report = compact(database, [](const char* phase) {
    if (stderr_is_terminal()) print_message(phase);
  });
  ByteOutput output;
  output.write(fmt::format("{} before, {} after\n", bytes_text(report.bytes_before),
                           bytes_text(report.bytes_after)));
  output.close();
  return kDone;
}

}  // namespace

CommandRun declare_compact(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  app.footer(kFooter);
  add_database(app, *path);
  return [path] { return run(*path); };
}

}  // namespace ludex::cli
