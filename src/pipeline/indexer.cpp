#include "pipeline/indexer.hpp"

#include "core/file_identity.hpp"
#include "core/parallel_work.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "index/posting_sorter.hpp"
#include "ludex/error.hpp"
#include "pipeline/batch_reader.hpp"
#include "pipeline/batch_writer.hpp"
#include "pipeline/database_files.hpp"
#include "pipeline/gone_sources.hpp"
#include "pipeline/ready_answers.hpp"
#include "pipeline/record_pipeline.hpp"
#include "pipeline/run_log.hpp"
#include "pipeline/segment_keeper.hpp"
#include "pipeline/source_plan.hpp"
#include "pipeline/threads.hpp"
#include "source/source_list.hpp"
#include "store/database.hpp"
#include "store/removal.hpp"
#include "store/store_writer.hpp"
#include "store/word_segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <system_error>

namespace ludex {
namespace {

constexpr std::uint64_t kLeastMemory = 64ULL << 20;

bool is_standard_input(const std::string& source) {
  return source_kind(source) == SourceKind::standard_input;
}

void check_name(const IndexOptions& options) {
  if (options.stdin_name.empty()) return;
  const auto streams = std::ranges::count_if(options.sources, [](const std::string& source) {
    return source_kind(source) != SourceKind::file;
  });
  if (streams == 0) {
    throw UsageError(
        "`stdin_name` applies only to standard input or a pipe; add - as a source, or leave it "
        "out");
  }
  if (streams > 1) {
    throw UsageError("`stdin_name` can name only one stream; index the streams one at a time");
  }
}

/// A pipe that is given twice would wait for a second writer.
void check_pipes(const std::vector<std::string>& sources) {
  std::set<FileIdentity> pipes;
  std::error_code gone;
  for (const std::string& source : sources) {
    if (source_kind(source) != SourceKind::stream) continue;
    if (!std::filesystem::is_fifo(source, gone)) continue;
    if (const auto pipe = find_identity(source); pipe && !pipes.insert(*pipe).second) {
      throw UsageError(source + ": a pipe can be read only once");
    }
  }
}

void check_options(const IndexOptions& options) {
  if (options.memory_bytes < kLeastMemory) throw UsageError("`memory_bytes`: at least 64MiB");
  if (!options.format.empty() && !find_format(options.format)) {
    throw UsageError(fmt::format("`format`: '{}' is not a format; the formats are {}",
                                 options.format, format_names()));
  }
  check_name(options);
  if (!options.charset.empty() && !find_charset(options.charset)) {
    throw UsageError(fmt::format("`charset`: no charset '{}'", options.charset));
  }
}

void check_prune(const IndexOptions& options) {
  const auto is_folder = [](const std::string& source) {
    std::error_code error;
    return std::filesystem::is_directory(source, error);
  };
  if (options.prune && std::ranges::none_of(options.sources, is_folder)) {
    throw UsageError("`prune` needs a folder among the sources: it removes files gone from it");
  }
}

/// Does not create a database because of a mistyped name.
void check_sources(const std::vector<std::string>& sources) {
  if (std::ranges::count_if(sources, is_standard_input) > 1) {
    throw UsageError("-: standard input can be read only once");
  }
  check_pipes(sources);
  const auto is_there = [](const std::string& source) {
    std::error_code error;  // list_sources() reports the problem later
    return is_standard_input(source) || std::filesystem::exists(source, error);
  };
  if (std::none_of(sources.begin(), sources.end(), is_there)) (void)list_sources(sources);
}

/// Deletes a new database if no source could be read.
void discard_unused(Database& database) {
  if (!database.is_new()) return;
  const bool is_unused = database.next_id("source") == 1;
  if (is_unused) database.discard();
}

/// How a memory limit is divided.
struct MemoryShares {
  std::uint64_t page_cache, dictionaries, postings, decoders;  // decoders: of all streams
  std::size_t batch_bytes;
  std::size_t batches_ahead, live_batches;
  std::size_t record_bytes;  // limit for parsing; longer records are stored unparsed
};
MemoryShares share_memory(std::uint64_t memory_bytes, int threads) {
  constexpr std::uint64_t kMiB = 1024 * 1024;
  MemoryShares shares{};
  shares.postings = memory_bytes / 2;
  shares.page_cache = std::min(memory_bytes / 8, 256 * kMiB);
  shares.dictionaries = std::min(memory_bytes / 8, 512 * kMiB);
  shares.decoders = memory_bytes / 4;
  // A batch in progress needs about eight times its text: text, rows, scripts, keys, compressed
  // text.
  shares.batches_ahead = static_cast<std::size_t>(threads) + 2;
  shares.batch_bytes = std::clamp<std::uint64_t>(memory_bytes / 8 / 8 / (3 * shares.batches_ahead),
                                                 32 * 1024, 256 * 1024);
  // More of them, if there is room: while the writer commits, the other threads go on.
  const auto more = std::clamp<std::uint64_t>(memory_bytes / (192 * kMiB), 2, 6);
  shares.live_batches = static_cast<std::size_t>(threads) + more;
  shares.record_bytes = std::min(memory_bytes / 16, kMostRecordBytes);
  return shares;
}

/// The CPU time from here on, and what of it is serial.
class CpuWatch {
 public:
  explicit CpuWatch(IndexTimes& times) : times_(times) {}
  ~CpuWatch() {
    times_.cpu = process_cpu_seconds() - cpu_;
    times_.serial_cpu = times_.cpu - (ParallelWork::total_seconds() - parallel_);
  }
  CpuWatch(const CpuWatch&) = delete;
  CpuWatch& operator=(const CpuWatch&) = delete;

 private:
  IndexTimes& times_;
  double cpu_ = process_cpu_seconds();
  double parallel_ = ParallelWork::total_seconds();
};

/// One run of `index` over a database that is open for writing: compares the sources with the
/// database, runs the stages that read them, and indexes their positions.
class IndexRun {
 public:
  /// \param options  with the number of threads
  IndexRun(Database& database, const IndexOptions& options, RunLog& log,
           const std::atomic<bool>& stop)
      : database_(database),
        options_(options),
        stop_(stop),
        shares_(share_memory(options.memory_bytes, options.threads)),
        log_(log),
        store_(database, shares_.dictionaries),
        sorter_({.memory_bytes = shares_.postings, .spill_prefix = database.path()}),
        segments_(database, shares_.postings) {}

  IndexReport run() {
    // Some builds of SQLite fill what is deleted with zeros, and every new page, too.
    database_.sql().exec("PRAGMA secure_delete = OFF");
    {
      const Stopwatch watch(log_.report.seconds);
      const CpuWatch cpu(log_.report.times);
      recover_gap();
      read_sources();
      write_segment();
      for (const SourceId source : without_variations_) {
        if (!stop_) add_variations(source);
      }
      if (options_.prune && !stop_) prune();
      merge_segments_if_many();
      commit_ready_answers();
      log_.say_without_records();
      log_.report.interrupted = stop_;
    }
    log_.begin_phase("done");
    return log_.report;
  }

 private:
  /// So many at a time: plans are large, and an archive may have a million files.
  static constexpr std::size_t kSourcesTogether = 16 * 1024;

  void recover_gap() {
    if (!segments_.has_gap()) return;
    log_.begin_phase("recovering");
    segments_.post_gap(sorter_);
  }

  void read_sources() {
    const std::vector<SourceName> names = list_existing_sources();
    SourceTable table(database_.sql());
    SourcePlanner planner(table, DatabaseFiles(database_.path()), companions_, options_,
                          shares_.decoders, stop_);
    const bool in_parts = names.size() > kSourcesTogether;
    if (in_parts) log_.progress.sources_total = names.size();
    std::size_t next = 0;
    do {
      const auto some =
          std::span(names).subspan(next).first(std::min(kSourcesTogether, names.size() - next));
      read_some(planner, some, !in_parts);
      next += some.size();
    } while (next < names.size() && !stop_);
  }

  void read_some(SourcePlanner& planner, std::span<const SourceName> names, bool are_all) {
    const std::vector<SourcePlan> plans = make_plans(planner, names);
    if (are_all) note_bytes(plans);
    drop_abandoned(plans);
    read(plans);
  }

  std::vector<SourcePlan> make_plans(SourcePlanner& planner, std::span<const SourceName> names) {
    SqlTransaction transaction(database_.sql());  // a lock for all, not one for each file
    std::vector<SourcePlan> plans = planner.plan(names);
    transaction.commit();
    leave_out_database(plans);
    for (const SourcePlan& plan : plans) {
      note_known(plan);
      if (plan.action == SourcePlan::Action::add_variations) {
        without_variations_.push_back(plan.row.id);
      }
    }
    return plans;
  }

  void note_bytes(std::span<const SourcePlan> plans) {
    for (const SourcePlan& plan : plans) {
      if (plan.action == SourcePlan::Action::read) {
        log_.progress.source_bytes_total += static_cast<std::uint64_t>(plan.row.bytes);
      }
    }
  }

  void note_known(const SourcePlan& plan) {
    using Action = SourcePlan::Action;
    if (plan.action != Action::known && plan.action != Action::add_variations) return;
    if (plan.row.state == SourceState::damaged) {
      warn_of_known_damage(plan.row);
    } else if (plan.action == Action::known) {
      ++log_.report.known_sources;
    }
    ++log_.progress.sources_done;
    log_.source_done({.source = plan.row.name, .id = raw(plan.row.id), .state = "known"});
  }

  void warn_of_known_damage(const SourceRow& source) {
    ++log_.report.known_damaged_sources;
    log_.say(IndexMessage::Level::warning,
             fmt::format("{}: was damaged at byte {} when it was indexed ({}) and has not "
                         "changed since; {}",
                         with_member(source.name, damaged_member(database_.sql(), source.id)),
                         source.damaged_at.value_or(0), source.damage,
                         source.limited ? "raise the limit to read the rest"
                                        : "replace it with an intact copy"));
  }

  /// A missing source is an error; the others are still read.
  std::vector<SourceName> list_existing_sources() {
    std::vector<SourceName> names;
    for (const std::string& argument : options_.sources) {
      try {
        const auto some = list_sources(std::span(&argument, 1));
        names.insert(names.end(), some.begin(), some.end());
      } catch (const SourceError& error) {
        ++log_.report.failed_sources;
        log_.say(IndexMessage::Level::error, error.what());
        log_.source_done({.source = argument, .state = "failed", .message = error.what()});
      }
    }
    return names;
  }

  /// The database being written is not a source and must not be opened as one.
  void leave_out_database(std::vector<SourcePlan>& plans) {
    std::erase_if(plans, [&](const SourcePlan& plan) {
      if (plan.action != SourcePlan::Action::database_file) return false;
      const SourceName& name = plan.name;
      if (!name.named) {
        log_.skip_file(name.path);
        return true;
      }
      const bool is_stdin = name.kind == SourceKind::standard_input;
      ++log_.report.failed_sources;
      log_.say(IndexMessage::Level::error,
               fmt::format("{}: is the database itself or one of its files; choose another source",
                           is_stdin ? "standard input" : name.path));
      return true;
    });
  }

  /// Deletes replacements that an interrupted run did not finish and whose file has changed since.
  void drop_abandoned(std::span<const SourcePlan> plans) {
    std::map<std::string_view, SourceId> wanted;  // by path
    for (const SourcePlan& plan : plans) wanted.emplace(plan.row.path, plan.row.id);
    for (const SourceRow& row : SourceTable(database_.sql()).all_hidden()) {
      const auto plan = wanted.find(row.path);
      if (row.path.empty() || plan == wanted.end() || plan->second == row.id) continue;
      store_.begin();
      delete_source(database_.sql(), store_.facts(), row.id);
    }
    store_.commit();
  }

  void read(std::span<const SourcePlan> plans) {
    BatchReader reader(plans,
                       {.decoder_bytes = shares_.decoders,
                        .max_record_bytes = shares_.record_bytes,
                        .max_expansion = options_.max_expansion,
                        .format = options_.format,
                        .threads = options_.threads,
                        .batch_bytes = shares_.batch_bytes,
                        .batches_ahead = shares_.batches_ahead,
                        .companions = &companions_},
                       stop_);
    BatchWriter writer(store_, sorter_,
                       {.record_bytes = shares_.record_bytes, .max_rejects = options_.max_rejects},
                       log_);
    IndexTimes& times = log_.report.times;
    run_record_pipeline(
        reader,
        {.work = {.charset = options_.charset,
                  .keep_text = options_.keep_text,
                  .comment_text = options_.comment_text,
                  .memory_bytes = options_.memory_bytes},
         .live_batches = shares_.live_batches,
         .long_batch_bytes = 4 * shares_.batch_bytes},
        [&](Worked& worked) { writer.write(worked); }, times);
    writer.finish();
    times.reading += reader.reading_seconds();
  }

  /// The positions of all games that were read, and of those in the gap.
  void write_segment() {
    const Stopwatch watch(log_.report.times.sorting);
    const bool has_gap = segments_.has_gap();
    if (sorter_.postings() == 0 && !has_gap) return;
    log_.begin_phase("sorting");
    store_.begin();
    segments_.write(sorter_);
    if (has_gap) segments_.close_gap();
    store_.commit();
  }

  /// Adds the positions of variations to a source indexed without them. The source is not read
  /// again: packed moves hold all lines.
  void add_variations(SourceId source) {
    PostingSorter sorter({.memory_bytes = shares_.postings, .spill_prefix = database_.path()});
    const std::vector<GameId> games = segments_.post_variations(source, sorter);
    log_.report.positions += sorter.postings();
    log_.report.extended_games += games.size();
    store_.begin();
    mark_variations_indexed(database_.sql(), store_.facts(), source, games);
    if (sorter.postings() > 0) {
      const Stopwatch watch(log_.report.times.sorting);
      log_.begin_phase("sorting");
      segments_.write(sorter);
    }
    store_.commit();
  }

  void prune() {
    SourceTable table(database_.sql());
    const GoneSources gone = find_gone_sources(table, options_.sources);
    for (const std::string& folder : gone.empty_folders) {
      ++log_.report.failed_sources;
      const std::string message = fmt::format(
          "{}: none of its known files is there, so none was pruned; is it mounted? If they are "
          "gone for good, use 'ludex remove --source'",
          folder);
      log_.say(IndexMessage::Level::error, message);
      log_.source_done({.source = folder, .state = "failed", .message = message});
    }
    std::vector<SourceId> ids;
    for (const SourceRow& row : gone.rows) ids.push_back(row.id);
    if (ids.empty()) return;
    log_.begin_phase("pruning");
    store_.begin();
    log_.report.pruned_games = delete_sources(database_.sql(), store_.facts(), ids);
    store_.commit();
    for (const SourceRow& row : gone.rows) {
      if (row.hidden) continue;  // a replacement that an interrupted run left
      ++log_.report.pruned_sources;
      log_.source_done({.source = row.name,
                        .id = raw(row.id),
                        .state = "pruned",
                        .records = row.records,
                        .games = row.games,
                        .rejects = row.rejects});
    }
  }

  void merge_segments_if_many() {
    if (!stop_) merge_words();
    while (!stop_) {
      const std::vector<SegmentInfo> due = segments_.due_for_merge();
      if (due.size() < 2) return;
      log_.begin_phase("merging");
      store_.begin();
      segments_.merge(due, {});
      store_.commit();
    }
  }

  void merge_words() {
    store_.begin();
    merge_due_words(database_.sql());
    store_.commit();
  }

  /// What an older program or an interrupted run left undone.
  void commit_ready_answers() {
    if (stop_) return;
    SqlTransaction transaction(database_.sql());
    add_ready_answers(database_, shares_.postings);
    transaction.commit();
  }

  Database& database_;
  const IndexOptions& options_;
  const std::atomic<bool>& stop_;
  CompanionFiles companions_;
  MemoryShares shares_;
  RunLog& log_;
  StoreWriter store_;
  PostingSorter sorter_;
  SegmentKeeper segments_;
  std::vector<SourceId> without_variations_;  // known sources that are to get them
};

}  // namespace

IndexReport index_sources(const std::filesystem::path& path, const IndexOptions& given,
                          const std::function<void(const IndexProgress&)>& report_progress,
                          const std::function<void(const IndexMessage&)>& report_message,
                          const std::atomic<bool>& stop) {
  check_options(given);
  check_sources(given.sources);
  check_prune(given);
  IndexOptions options = given;
  options.threads = thread_count(options.threads, options.memory_bytes);
  const auto threads = static_cast<std::size_t>(options.threads);
  require_threads(2 * threads);  // readers and TBB workers
  RunLog log(report_progress, report_message, options.source_done);
  WaitOptions wait;
  wait.stop = &stop;
  wait.for_writer = options.wait;
  wait.say = [&](const std::string& line) { log.say(IndexMessage::Level::note, line); };
  Database database = Database::open_for_writing(
      path, share_memory(options.memory_bytes, options.threads).page_cache, std::move(wait));
  remove_leftover_spills(path);
  try {
    const IndexReport report =
        run_in_arena(options.threads, [&] { return IndexRun(database, options, log, stop).run(); });
    if (report.failed_sources > 0) discard_unused(database);
    return report;
  } catch (...) {
    discard_unused(database);
    throw;
  }
}

}  // namespace ludex
