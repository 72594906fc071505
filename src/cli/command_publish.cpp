#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "ludex/error.hpp"
#include "ludex/publish.hpp"

#include <fmt/format.h>

namespace ludex::cli {

namespace {

PublishOptions publish_options(const OptionValues& options) {
  PublishOptions publish;
  publish.to = options.text("to", "");
  if (publish.to.empty()) {
    throw UsageError(
        "publish needs --to clickhouse://host:port/database; see 'ludex publish --help'");
  }
  publish.password = open_options().password;
  publish.cluster = options.text("cluster", "");
  publish.games_per_batch = options.whole("batch").value_or(PublishOptions::kUsualBatch);
  publish.threads = static_cast<int>(options.whole("threads").value_or(0));
  if (const auto minutes = options.whole("keep-replaced")) {
    publish.keep_replaced = std::chrono::minutes(*minutes);
  }
  publish.dry_run = options.flag("dry-run");
  publish.verify = options.flag("verify");
  if (publish.dry_run && publish.verify) {
    throw UsageError("--dry-run and --verify cannot be combined");
  }
  return publish;
}

std::string published_text(const PublishReport& report, const PublishOptions& options,
                           bool for_people) {
  if (options.dry_run) {
    return fmt::format("{} of {} {} would be sent\n", grouped(report.batches_sent, for_people),
                       grouped(report.batches, for_people),
                       report.batches == 1 ? "batch" : "batches");
  }
  const double rate =
      report.seconds > 0 ? static_cast<double>(report.positions) / report.seconds : 0;
  const std::string what = fmt::format(
      "{}, {}, {} {} in {} ({} positions/s)", counted(report.games, "game", for_people),
      counted(report.positions, "position", for_people),
      counted(report.records, "record", for_people), options.verify ? "compared" : "sent",
      duration_text(report.seconds), grouped(static_cast<std::uint64_t>(rate), for_people));
  if (options.verify) {
    return fmt::format("{}; {}\n", what,
                       report.differences == 0
                           ? "everything is published once"
                           : counted(report.differences, "difference", for_people));
  }
  if (report.batches_sent == 0) return "nothing to send, everything is published\n";
  return what + '\n';
}

}  // namespace

ExitStatus run_publish(const OptionValues& options) {
  const PublishOptions publishing = publish_options(options);
  PublishReport report;
  {
    ProgressBar bar(options.yes_no("progress").value_or(stderr_is_terminal()));
    const StopOnInterrupt interrupt;
    const std::string phase = publishing.verify ? "comparing" : "publishing";
    report = publish(
        options.text("DATABASE", ""), publishing,
        [&](const PublishProgress& state) {
          ProgressState shown{.phase = state.is_merging ? "merging" : phase,
                              .games = state.positions};
          shown.noun = "positions";
          shown.games_total = state.positions_total;
          bar.show(shown);
        },
        print_message, interrupt.token());
  }
  ByteOutput output;
  output.write(published_text(report, publishing, output.is_terminal()));
  output.close();
  return report.differences == 0 ? kDone : kFailed;
}

}  // namespace ludex::cli
