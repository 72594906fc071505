#include "pipeline/index_run.hpp"

#include "ludex/error.hpp"
#include "pipeline/batch_reader.hpp"
#include "pipeline/batch_writer.hpp"
#include "pipeline/database_files.hpp"
#include "pipeline/record_pipeline.hpp"
#include "pipeline/stopwatch.hpp"
#include "pipeline/threads.hpp"
#include "store/removal.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {

MemoryShares share_memory(std::uint64_t memory_bytes, int threads) {
  constexpr std::uint64_t kMiB = 1024 * 1024;
  MemoryShares shares{};
  shares.postings = memory_bytes / 2;
  shares.page_cache = std::min(memory_bytes / 8, 256 * kMiB);
  shares.dictionaries = std::min(memory_bytes / 8, 512 * kMiB);
  shares.decoders = memory_bytes / 4;
  // A batch in work takes some eight times its text: text, rows, scripts, keys, packed text.
  shares.live_batches = static_cast<std::size_t>(threads) + 2;
  shares.batch_bytes = std::clamp<std::uint64_t>(memory_bytes / 8 / 8 / (3 * shares.live_batches),
                                                 32 * 1024, 256 * 1024);
  shares.record_bytes = std::min(memory_bytes / 16, kMostRecordBytes);
  return shares;
}

IndexRun::IndexRun(Database& database, const IndexOptions& options,
                   const std::function<void(const IndexProgress&)>& report_progress,
                   const std::function<void(const IndexMessage&)>& report_message,
                   const std::atomic<bool>& stop)
    : database_(database),
      options_(options),
      stop_(stop),
      shares_(share_memory(options.memory_bytes, options.threads)),
      log_(report_progress, report_message),
      store_(database, shares_.dictionaries),
      sorter_({.memory_bytes = shares_.postings, .spill_prefix = database.path()}),
      segments_(database, shares_.postings) {}

IndexReport IndexRun::run() {
  {
    const Stopwatch watch(log_.report.seconds);
    const std::vector<SourcePlan> plans = make_plans();
    drop_abandoned(plans);
    if (segments_.has_gap()) {
      log_.begin_phase("recovering");
      segments_.post_gap(sorter_);
    }
    read_sources(plans);
    write_segment();
    for (const SourcePlan& plan : plans) {
      if (plan.action == SourcePlan::Action::add_variations && !stop_) add_variations(plan.row);
    }
    merge_segments_if_many();
    log_.report.interrupted = stop_;
  }
  log_.begin_phase("done");
  return log_.report;
}

std::vector<SourcePlan> IndexRun::make_plans() {
  SourceTable table(database_.sql());
  std::vector<SourcePlan> plans =
      plan_sources(table, list_existing_sources(), options_, shares_.decoders, options_.threads);
  for (const SourcePlan& plan : plans) {
    note_known(plan);
    if (plan.action == SourcePlan::Action::read) {
      log_.progress.source_bytes_total += static_cast<std::uint64_t>(plan.row.bytes);
    }
  }
  return plans;
}

void IndexRun::note_known(const SourcePlan& plan) {
  using Action = SourcePlan::Action;
  if (plan.action != Action::known && plan.action != Action::add_variations) return;
  if (plan.row.state == SourceState::damaged) {
    ++log_.report.known_damaged_sources;
    log_.say(
        IndexMessage::Level::warning,
        fmt::format(
            "{}: was damaged at byte {} when it was indexed ({}) and has not changed since; {}",
            plan.row.name, plan.row.damaged_at.value_or(0), plan.row.damage,
            plan.row.limited ? "raise the limit to read on" : "replace it with a sound copy"));
  } else if (plan.action == Action::known) {
    ++log_.report.known_sources;
  }
}

/// A missing source is an error; the others are read all the same.
std::vector<SourceName> IndexRun::list_existing_sources() {
  std::vector<SourceName> names;
  for (const std::string& argument : options_.sources) {
    try {
      const auto some = list_sources(std::span(&argument, 1));
      names.insert(names.end(), some.begin(), some.end());
    } catch (const SourceError& error) {
      ++log_.report.failed_sources;
      log_.say(IndexMessage::Level::error, error.what());
    }
  }
  leave_out_database(names);
  return names;
}

/// The database being written is not a source and must not be opened as one.
void IndexRun::leave_out_database(std::vector<SourceName>& names) {
  const DatabaseFiles own(database_.path());
  std::erase_if(names, [&](const SourceName& name) {
    const bool is_stdin = name.kind == SourceKind::standard_input;
    if (!(is_stdin ? own.contains_standard_input() : own.contains(name.path))) return false;
    if (name.named) {
      ++log_.report.failed_sources;
      log_.say(
          IndexMessage::Level::error,
          fmt::format("{}: is the database being written, or one of its files; name another source",
                      is_stdin ? "standard input" : name.path));
    } else {
      ++log_.report.skipped_files;
    }
    return true;
  });
}

/// Deletes replacements that an interrupted run did not finish and whose file has changed since.
void IndexRun::drop_abandoned(std::span<const SourcePlan> plans) {
  SourceTable table(database_.sql());
  for (const SourcePlan& plan : plans) {
    if (plan.row.path.empty()) continue;
    for (const SourceRow& row : table.find_by_path(plan.row.path)) {
      if (!row.hidden || row.id == plan.row.id) continue;
      store_.begin();
      delete_source(database_.sql(), store_.facts(), row.id);
    }
  }
  store_.commit();
}

void IndexRun::read_sources(std::span<const SourcePlan> plans) {
  BatchReader reader(plans,
                     {.scan = {.memory_bytes = shares_.decoders,
                               .max_record_bytes = shares_.record_bytes,
                               .max_expansion = options_.max_expansion,
                               .format = options_.format},
                      .threads = options_.threads,
                      .batch_bytes = shares_.batch_bytes,
                      .batches_ahead = shares_.live_batches},
                     stop_);
  BatchWriter writer(store_, sorter_,
                     {.record_bytes = shares_.record_bytes, .max_rejects = options_.max_rejects},
                     log_);
  RecordPipeline pipeline({.work = {.charset = options_.charset,
                                    .keep_text = options_.keep_text,
                                    .memory_bytes = options_.memory_bytes},
                           .live_batches = shares_.live_batches,
                           .long_batch_bytes = 4 * shares_.batch_bytes},
                          [&](Worked& worked) { writer.write(worked); });
  const RecordPipelineTimes times = pipeline.run(reader);
  writer.finish();
  IndexTimes& total = log_.report.times;
  total.reading = reader.reading_seconds();
  total.working = times.working;
  total.waiting = times.waiting;
  total.writing = times.writing;
}

/// The positions of all games that were read, and of those in the gap.
void IndexRun::write_segment() {
  const Stopwatch watch(log_.report.times.sorting);
  const bool has_gap = segments_.has_gap();
  if (sorter_.postings() == 0 && !has_gap) return;
  log_.begin_phase("sorting");
  store_.begin();
  segments_.write(sorter_);
  if (has_gap) segments_.close_gap();
  store_.commit();
}

/// Adds the positions of variations to a source indexed without them. The source is not read again:
/// packed moves hold all lines.
void IndexRun::add_variations(const SourceRow& source) {
  PostingSorter sorter({.memory_bytes = shares_.postings, .spill_prefix = database_.path()});
  const std::vector<GameId> games = segments_.post_variations(source.id, sorter);
  log_.report.positions += sorter.postings();
  log_.report.extended_games += games.size();
  store_.begin();
  mark_variations_indexed(database_.sql(), store_.facts(), source.id, games);
  if (sorter.postings() > 0) {
    const Stopwatch watch(log_.report.times.sorting);
    log_.begin_phase("sorting");
    segments_.write(sorter);
  }
  store_.commit();
}

void IndexRun::merge_segments_if_many() {
  while (!stop_) {
    const std::vector<SegmentInfo> due = segments_.due_for_merge();
    if (due.size() < 2) return;
    log_.begin_phase("merging");
    store_.begin();
    segments_.merge(due, {});
    store_.commit();
  }
}

}  // namespace ludex
