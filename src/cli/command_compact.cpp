#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace ludex::cli {

ExitStatus run_compact(const OptionValues& options) {
  // The pages of the file, those of its copy, and the groups of postings take the same each.
  constexpr std::uint64_t kShares = 4;
  constexpr std::uint64_t kMinMemoryBytes = 64 * 1024 * 1024;
  constexpr std::uint64_t kMaxCacheBytes = 256 * 1024 * 1024;
  const std::uint64_t memory_bytes = parse_bytes(options.text("memory", "1GiB"), "--memory");
  if (memory_bytes < kMinMemoryBytes) throw UsageError("--memory: at least 64MiB");
  Archive archive =
      Archive::open_for_changes(options.text("DATABASE", ""),
                                {.cache_bytes = std::min(memory_bytes / kShares, kMaxCacheBytes),
                                 .say = print_message,
                                 .wait = seconds_to_wait(options)});
  const CompactReport report = archive.compact([](const char* phase) {
    if (stderr_is_terminal()) print_message(phase);
  });
  if (report.capture_blocks_added > 0) {
    print_message("added the data that --pattern needs; an older version made this database");
  }
  ByteOutput output;
  output.write(fmt::format("{} before, {} after\n", bytes_text(report.bytes_before),
                           bytes_text(report.bytes_after)));
  output.close();
  return kDone;
}

}  // namespace ludex::cli
