#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/human_text.hpp"
#include "cli/interrupt.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/progress_bar.hpp"
#include "core/error.hpp"
#include "formats/format_room.hpp"
#include "pipeline/indexer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <optional>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  ludex index games.db kgs-2019.tar.gz\n"
    "  zstdcat club.sgf.zst | ludex index games.db --name club -\n"
    "The same command again goes on where it was stopped, reads what sources have grown by, and "
    "adds\n"
    "nothing twice. Ctrl-C ends it cleanly: what was read stays.\n"
    "A damaged source is read again once its file has changed; after a read error, the next run "
    "reads on.\n"
    "Exit status: 0 done (rejected records too), 2 wrong command line, 3 failed, in whole or for "
    "one\n"
    "source, or stopped.";

constexpr std::int64_t kMostRejects = 1'000'000'000'000;

struct Options {
  std::string database;
  IndexOptions index;
  std::string memory = "1GiB";
  std::string max_expansion;
  std::optional<bool> progress;
  bool no_text = false;
  bool strict = false;
  bool verbose = false;
};

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

std::string counted(std::uint64_t count, std::string_view noun, bool for_people) {
  const std::string number = for_people ? grouped(count) : std::to_string(count);
  return fmt::format("{} {}{}", number, noun, count == 1 ? "" : "s");
}

std::string summary(const IndexReport& report, bool for_people) {
  const auto number = [&](std::uint64_t value) {
    return for_people ? grouped(value) : std::to_string(value);
  };
  const double rate = report.seconds > 0 ? static_cast<double>(report.games) / report.seconds : 0;
  std::string line = fmt::format(
      "{} from {} in {} ({} games/s); {} rejected", counted(report.games, "game", for_people),
      counted(report.sources, "source", for_people), duration_text(report.seconds),
      number(static_cast<std::uint64_t>(rate)), number(report.rejects));
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

IndexReport index_with_progress(const Options& options) {
  ProgressBar progress(options.progress.value_or(stderr_is_terminal()));
  return index_sources(
      options.database, options.index,
      [&](const IndexProgress& state) {
        progress.show(
            {state.phase, state.source_bytes_read, state.source_bytes_total, state.games});
      },
      [](const IndexMessage& message) { print_message(message.text); }, stop_on_interrupt());
}

ExitStatus run(Options& options) {
  options.index.memory_bytes = parse_bytes(options.memory, "--memory");
  options.index.keep_text = !options.no_text;
  if (!options.max_expansion.empty()) {
    options.index.max_expansion = parse_ratio(options.max_expansion);
  }
  const IndexReport report = index_with_progress(options);
  if (options.verbose) print_times(report);
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
                      (options.strict && report.known_damaged_sources > 0);
  return failed ? kFailed : kDone;
}

}  // namespace

CommandRun declare_index(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  app.add_option("DATABASE", options->database,
                 "created if missing, upgraded if older than this program")
      ->required();
  app.add_option("SOURCE", options->index.sources,
                 "file, folder, archive or pipe; '-' is standard input")
      ->required();
  add_text(app, "-f,--format", options->index.format, "F",
           format_names() + " (default: by content, then by name)");
  add_text(app, "--charset", options->index.charset, "NAME",
           "read every record in it (default: declared or guessed for each)");
  app.add_option("-j,--threads", options->index.threads,
                 "workers (default: all cores); the result does not depend on it")
      ->option_text("N")
      ->check(number_between(0, 1024));
  add_text(app, "--memory", options->memory, "SIZE",
           "limit for everything held in memory (default: 1GiB)");
  app.add_flag("--variations", options->index.variations, "index positions of variations, too");
  app.add_flag("--no-text", options->no_text,
               "do not keep the text of records; export --format original cannot give it back");
  add_text(app, "--name", options->index.stdin_name, "NAME",
           "of standard input or a pipe: the same name again replaces it (default: always new)");
  app.add_option("--max-rejects", options->index.max_rejects,
                 "give up after N rejected records (default: no limit)")
      ->option_text("N")
      ->check(number_between(std::int64_t{0}, kMostRejects));
  add_text(app, "--max-expansion", options->max_expansion, "N:1",
           "bytes that a byte of a compressed source may become (default: 1000:1)");
  // Not a flag on the optional: CLI11 2.1 sets that where the flag is not given.
  app.add_flag_function(
      "--progress,!--no-progress",
      [options](std::int64_t wanted) { options->progress = wanted > 0; },
      "bar on standard error (default: if it is a terminal)");
  app.add_flag("--strict", options->strict,
               "exit 3 also for damaged sources that have not changed since they were indexed");
  app.add_flag("-v,--verbose", options->verbose, "say at the end where the time went");
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
