#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "cli/run_output.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
  add(report.known_sources, "source", "already known");
  add(report.known_damaged_sources, "damaged source", "already known");
  add(report.skipped_files, "file", "skipped");
  add(report.pruned_sources, "source", "pruned");
  add(report.failed_sources, "source", "failed");
  return line;
}

void print_times(const IndexReport& report) {
  const IndexTimes& times = report.times;
  const double megabytes = static_cast<double>(report.text_bytes) / 1e6;
  print_message(fmt::format(
      "reading {:.2f} s, working {:.2f} s (all threads), writing {:.2f} s, waiting {:.2f} s, "
      "sorting {:.2f} s, serial share {:.0f} %",
      times.reading, times.working, times.writing, times.waiting, times.sorting,
      times.cpu > 0 ? 100 * times.serial_cpu / times.cpu : 0));
  print_message(fmt::format("{} records, {:.1f} MB of text, {} bytes between records, {} positions",
                            report.records, megabytes, report.junk_bytes, report.positions));
  if (report.seconds <= 0) return;
  print_message(fmt::format("{:.1f} MB/s, {:.0f} positions/s", megabytes / report.seconds,
                            static_cast<double>(report.positions) / report.seconds));
}

/// `--format` has two uses: the format of the sources, and json for the summary.
struct Formats {
  std::string of_sources;
  bool is_json = false;
};

Formats formats_of(const OptionValues& options) {
  Formats formats;
  for (const std::string& name : options.texts("format")) {
    const bool is_twice = name == "json" ? formats.is_json : !formats.of_sources.empty();
    if (is_twice)
      throw UsageError(
          "--format was given twice; a format of the sources and json go "
          "together");
    if (name == "json") {
      formats.is_json = true;
    } else {
      formats.of_sources = name;
    }
  }
  return formats;
}

IndexOptions index_options(const OptionValues& options) {
  IndexOptions index;
  index.sources = options.texts("SOURCE");
  index.format = formats_of(options).of_sources;
  index.charset = options.text("charset", "");
  index.threads = static_cast<int>(options.whole("threads").value_or(0));
  index.memory_bytes = parse_bytes(options.text("memory", "1GiB"), "--memory");
  index.variations = options.flag("variations");
  index.prune = options.flag("prune");
  index.keep_text = !options.flag("no-text");
  index.comment_text = !options.flag("no-comment-text");
  index.stdin_name = options.text("name", "");
  index.max_rejects = options.whole("max-rejects").value_or(index.max_rejects);
  index.wait = seconds_to_wait(options);
  const std::string expansion = options.text("max-expansion", "");
  if (!expansion.empty()) index.max_expansion = parse_ratio(expansion);
  return index;
}

using Json = nlohmann::ordered_json;

Json to_json(const IndexedSource& source) {
  return {{"source", source.source},
          {"id", source.id == 0 ? Json() : Json(source.id)},
          {"state", source.state},
          {"records", source.records},
          {"games", source.games},
          {"rejects", source.rejects},
          {"message", source.message.empty() ? Json() : Json(source.message)}};
}

Json to_json(const IndexReport& report) {
  return {{"games", report.games},
          {"sources", report.sources},
          {"records", report.records},
          {"rejects", report.rejects},
          {"positions", report.positions},
          {"unclosed", report.unclosed},
          {"extended_games", report.extended_games},
          {"known_sources", report.known_sources},
          {"known_damaged_sources", report.known_damaged_sources},
          {"failed_sources", report.failed_sources},
          {"sources_without_records", report.sources_without_records},
          {"skipped_files", report.skipped_files},
          {"branches_left_out", report.branches_left_out},
          {"pruned_sources", report.pruned_sources},
          {"pruned_games", report.pruned_games},
          {"text_bytes", report.text_bytes},
          {"junk_bytes", report.junk_bytes},
          {"seconds", report.seconds},
          {"interrupted", report.interrupted}};
}

void print(const IndexedSource& source, RunOutput& output) {
  if (!output.is_verbose()) return;
  if (output.is_json()) return output.print(to_json(source));
  if (source.state == "skipped") {
    print_message(fmt::format("{}: skipped, holds no records of a known format", source.source));
  } else if (source.state == "pruned") {
    print_message(fmt::format("{}: pruned, the file is gone ({})", source.source,
                              counted(source.games, "game", stderr_is_terminal())));
  }
}

void print(const IndexReport& report, RunOutput& output) {
  if (output.is_verbose()) print_times(report);
  if (report.branches_left_out > 0 && !output.is_quiet()) {
    print_message(
        fmt::format("the positions of {} were left out; index again with --variations to add them",
                    counted(report.branches_left_out, "variation", stderr_is_terminal())));
  }
  output.finish(report.interrupted, to_json(report), summary(report, output.is_terminal()));
}

ProgressState shown(const IndexProgress& state) {
  ProgressState shown{state.phase, state.source_bytes_read, state.source_bytes_total, state.games};
  if (state.sources_total == 0) return shown;
  shown.bytes_done = 0;
  shown.games = state.sources_done;
  shown.games_total = state.sources_total;
  shown.noun = "files";
  return shown;
}

IndexReport index_with_progress(const OptionValues& options, RunOutput& output) {
  ProgressBar progress(output.draws_progress());
  const StopOnInterrupt interrupt;
  IndexOptions index = index_options(options);
  index.source_done = [&](const IndexedSource& source) { print(source, output); };
  return Archive(options.text("DATABASE", ""))
      .index(
          index, [&](const IndexProgress& state) { progress.show(shown(state)); },
          [&](const IndexMessage& message) { output.print(message); }, interrupt.token());
}

}  // namespace

ExitStatus run_index(const OptionValues& options) {
  RunOutput output(options, formats_of(options).is_json);
  const IndexReport report = index_with_progress(options, output);
  print(report, output);
  const bool failed = report.failed_sources > 0 || report.interrupted ||
                      (options.flag("strict") && report.known_damaged_sources > 0);
  return failed ? kFailed : kDone;
}

}  // namespace ludex::cli
