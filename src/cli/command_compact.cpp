#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "ludex/archive.hpp"

#include <fmt/format.h>

namespace ludex::cli {

ExitStatus run_compact(const OptionValues& options) {
  constexpr std::uint64_t kCacheBytes = 256 * 1024 * 1024;
  Archive archive = Archive::open_for_changes(
      options.text("DATABASE", ""),
      {.cache_bytes = kCacheBytes, .say = print_message, .wait = seconds_to_wait(options)});
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
