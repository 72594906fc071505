#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "cli/run_output.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ludex::cli {

namespace {

bool wants_json(const OptionValues& options) {
  const std::string format = options.text("format", "text");
  if (format != "text" && format != "json") {
    throw UsageError(fmt::format("--format: '{}' is not text or json", format));
  }
  return format == "json";
}

MergeOptions merge_options(const OptionValues& options) {
  MergeOptions merge;
  merge.databases = options.texts("DATABASE");
  merge.threads = static_cast<int>(options.whole("threads").value_or(0));
  merge.memory_bytes = parse_bytes(options.text("memory", "1GiB"), "--memory");
  merge.wait = seconds_to_wait(options);
  return merge;
}

using MergeJson = nlohmann::ordered_json;

MergeJson to_json(const MergedSource& source) {
  return {{"database", source.database},
          {"source", source.source},
          {"id", source.id == 0 ? MergeJson() : MergeJson(source.id)},
          {"state", source.state},
          {"records", source.records},
          {"games", source.games},
          {"rejects", source.rejects},
          {"message", source.message.empty() ? MergeJson() : MergeJson(source.message)}};
}

MergeJson to_json(const MergeReport& report) {
  return {{"games", report.games},
          {"databases", report.databases},
          {"sources", report.sources},
          {"records", report.records},
          {"rejects", report.rejects},
          {"positions", report.positions},
          {"extended_games", report.extended_games},
          {"known_sources", report.known_sources},
          {"incomplete_sources", report.incomplete_sources},
          {"failed_sources", report.failed_sources},
          {"aliases", report.aliases},
          {"conflicts", report.conflicts},
          {"text_bytes", report.text_bytes},
          {"seconds", report.seconds},
          {"interrupted", report.interrupted}};
}

std::string summary(const MergeReport& report, bool for_people) {
  const double rate = report.seconds > 0 ? static_cast<double>(report.games) / report.seconds : 0;
  std::string line =
      fmt::format("{} from {} of {} in {} ({} games/s)", counted(report.games, "game", for_people),
                  counted(report.sources, "source", for_people),
                  counted(report.databases, "database", for_people), duration_text(report.seconds),
                  grouped(static_cast<std::uint64_t>(rate), for_people));
  const auto add = [&](std::uint64_t count, std::string_view noun, std::string_view what) {
    if (count > 0) line += fmt::format(", {} {}", counted(count, noun, for_people), what);
  };
  add(report.extended_games, "game", "with variations added");
  add(report.known_sources, "source", "already known");
  add(report.aliases, "name", "joined");
  add(report.conflicts, "conflict", "between names");
  add(report.incomplete_sources, "source", "incomplete");
  add(report.failed_sources, "source", "failed");
  return line;
}

void print(const MergedSource& source, RunOutput& output) {
  if (!output.is_verbose()) return;
  if (output.is_json()) return output.print(to_json(source));
  print_message(fmt::format("{}: {}: {}", source.database, source.source, source.state));
}

void print(const MergeReport& report, RunOutput& output) {
  if (output.is_verbose() && report.seconds > 0) {
    print_message(fmt::format("{} records, {} positions, {:.0f} positions/s", report.records,
                              report.positions,
                              static_cast<double>(report.positions) / report.seconds));
  }
  output.finish(report.interrupted, to_json(report), summary(report, output.is_terminal()));
}

MergeReport merge_with_progress(const OptionValues& options, RunOutput& output) {
  ProgressBar progress(output.draws_progress());
  const StopOnInterrupt interrupt;
  MergeOptions merge = merge_options(options);
  merge.source_done = [&](const MergedSource& source) { print(source, output); };
  return Archive(options.text("OUT", ""))
      .merge(
          merge,
          [&](const MergeProgress& state) {
            progress.show({state.phase, state.bytes_read, state.bytes_total, state.games});
          },
          [&](const IndexMessage& message) { output.print(message); }, interrupt.token());
}

}  // namespace

ExitStatus run_merge(const OptionValues& options) {
  RunOutput output(options, wants_json(options));
  const MergeReport report = merge_with_progress(options, output);
  print(report, output);
  const bool failed =
      report.failed_sources > 0 || report.incomplete_sources > 0 || report.interrupted;
  return failed ? kFailed : kDone;
}

}  // namespace ludex::cli
