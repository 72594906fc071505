#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace ludex::cli {

namespace {

/// "200:1" or "200".
double parse_ratio(std::string_view text) {
  if (text.ends_with(":1")) text.remove_suffix(2);
  double ratio = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
  if (error != std::errc() || end != text.data() + text.size() || !(ratio >= 1)) {
    throw UsageError(
        fmt::format("--max-expansion: '{}' is not a ratio; write it like 1000:1", text));
  }
  return ratio;
}

std::string summary(const IndexReport& report, bool for_people) {
  const double rate = report.seconds > 0 ? static_cast<double>(report.games) / report.seconds : 0;
  std::string line = fmt::format(
      "{} from {} in {} ({} games/s); {} rejected", counted(report.games, "game", for_people),
      counted(report.sources, "source", for_people), duration_text(report.seconds),
      grouped(static_cast<std::uint64_t>(rate), for_people), grouped(report.rejects, for_people));
  const auto add = [&](std::uint64_t count, std::string_view noun, std::string_view what) {
    if (count > 0) line += fmt::format(", {} {}", counted(count, noun, for_people), what);
  };
  add(report.unclosed, "game", "unclosed");
  add(report.extended_games, "game", "with variations added");
  add(report.known_sources, "source", "known already");
  add(report.known_damaged_sources, "damaged source", "known already");
  add(report.skipped_files, "file", "skipped");
  add(report.failed_sources, "source", "failed");
  return line;
}

void print_times(const IndexReport& report) {
  const IndexTimes& times = report.times;
  const double megabytes = static_cast<double>(report.text_bytes) / 1e6;
  print_message(fmt::format(
      "reading {:.2f} s, working {:.2f} s (all threads), writing {:.2f} s, waiting {:.2f} s, "
      "sorting {:.2f} s",
      times.reading, times.working, times.writing, times.waiting, times.sorting));
  print_message(fmt::format("{} records, {:.1f} MB of text, {} bytes between records, {} positions",
                            report.records, megabytes, report.junk_bytes, report.positions));
  if (report.seconds <= 0) return;
  print_message(fmt::format("{:.1f} MB/s, {:.0f} positions/s", megabytes / report.seconds,
                            static_cast<double>(report.positions) / report.seconds));
}

IndexOptions index_options(const OptionValues& options) {
  IndexOptions index;
  index.sources = options.texts("SOURCE");
  index.format = options.text("format", "");
  index.charset = options.text("charset", "");
  index.threads = static_cast<int>(options.whole("threads").value_or(0));
  index.memory_bytes = parse_bytes(options.text("memory", "1GiB"), "--memory");
  index.variations = options.flag("variations");
  index.keep_text = !options.flag("no-text");
  index.stdin_name = options.text("name", "");
  index.max_rejects = options.whole("max-rejects").value_or(index.max_rejects);
  const std::string expansion = options.text("max-expansion", "");
  if (!expansion.empty()) index.max_expansion = parse_ratio(expansion);
  return index;
}

IndexReport index_with_progress(const OptionValues& options) {
  ProgressBar progress(options.yes_no("progress").value_or(stderr_is_terminal()));
  const StopOnInterrupt interrupt;
  return Archive(options.text("DATABASE", ""))
      .index(
          index_options(options),
          [&](const IndexProgress& state) {
            progress.show(
                {state.phase, state.source_bytes_read, state.source_bytes_total, state.games});
          },
          [](const IndexMessage& message) { print_message(message.text); }, interrupt.token());
}

}  // namespace

ExitStatus run_index(const OptionValues& options) {
  const IndexReport report = index_with_progress(options);
  if (options.flag("verbose")) print_times(report);
  if (report.branches_left_out > 0) {
    print_message(
        fmt::format("positions of {} left out; index again with --variations for them",
                    counted(report.branches_left_out, "variation", stderr_is_terminal())));
  }
  if (report.interrupted) print_message("stopped; the same command again goes on from here");
  ByteOutput output;
  output.write(summary(report, output.is_terminal()) + '\n');
  output.close();
  const bool failed = report.failed_sources > 0 || report.interrupted ||
                      (options.flag("strict") && report.known_damaged_sources > 0);
  return failed ? kFailed : kDone;
}

}  // namespace ludex::cli
