#include "pipeline/batch_reader.hpp"

#include "formats/format.hpp"
#include "formats/format_room.hpp"
#include "pipeline/known_records.hpp"
#include "pipeline/member_records.hpp"
#include "pipeline/parted_file.hpp"
#include "pipeline/run_log.hpp"
#include "pipeline/threads.hpp"
#include "source/byte_stream.hpp"
#include "source/source_list.hpp"
#include "source/source_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <utility>

namespace ludex {
namespace {

/// A part of a big file fills about so many batches.
constexpr std::uint64_t kPartBatches = 8;

/// Reads one source into a builder.
class SourceScan final : private MemberEvents {
 public:
  SourceScan(const SourcePlan& plan, const BatchReaderOptions& options,
             const std::atomic<bool>& stop, std::span<char> buffer, BatchBuilder& builder)
      : plan_(plan),
        options_(options),
        stop_(stop),
        builder_(builder),
        limits_(limits_of(plan, options)),
        reader_(open(plan, {limits_.decoder_bytes, limits_.max_expansion, &stop})),
        records_(reader_, member_options(buffer), *this) {
    if (plan.stored_records) known_.emplace(plan.row, *plan.stored_records, builder);
  }

  void run() {
    if (reader_.is_archive()) begin_source();
    for (std::int64_t ordinal = 0; records_.next_member(); ++ordinal) {
      if (ordinal < plan_.row.resume_member) {
        pass_over(ordinal);
      } else {
        scan_member(ordinal);
      }
      if (stop_) return;
    }
    if (stop_) return;  // the archive may go on
    if (known_ && begun_) known_->end_stream();
    end_source();
  }

 private:
  /// An interrupted reading resumes with its original limits: they decide which members an archive
  /// yields, and members are identified by their ordinals.
  static ReadingLimits limits_of(const SourcePlan& plan, const BatchReaderOptions& options) {
    const SourceRow& row = plan.row;
    const bool goes_on = row.id != SourceId::none && row.state == SourceState::loading;
    if (goes_on && row.limits.decoder_bytes > 0) return row.limits;
    return {options.decoder_bytes, effective_expansion(options.max_expansion)};
  }

  static SourceReader open(const SourcePlan& plan, const SourceOptions& options) {
    if (!plan.content) return SourceReader(plan.name, options);
    return {plan.name, std::make_unique<MemoryStream>(*plan.content), options};
  }

  void begin_source() {
    if (std::exchange(begun_, true)) return;
    builder_.add(SourceBegin{&plan_, limits_});
  }

  void end_source() {
    if (!begun_) return;
    SourceEnd item;
    item.resumable = !reader_.is_archive() && !plan_.name.is_stream();
    item.unclosed = item.resumable && builder_.last_open();
    item.last_offset_bytes = builder_.last_offset_bytes();
    if (plan_.name.is_stream()) item.content_hash = content_hash();
    item.change = find_change(plan_);
    builder_.add(std::move(item));
  }

  [[nodiscard]] std::string content_hash() const {
    return fmt::format("{:02x}", fmt::join(hash_.digest(), ""));
  }

  void scan_member(std::int64_t ordinal) {
    const bool resumes = ordinal == plan_.row.resume_member && !known_;
    auto start = resumes ? static_cast<std::uint64_t>(plan_.row.resume_offset) : 0;
    damage_.reset();
    records_.read_head();
    if (stop_) return;
    const auto format = records_.format();
    if (!format) return skip_member(ordinal);
    builder_.set_format(*format);
    if (is_big_file(*format, start)) {
      begin_member(ordinal, resumes);
      start = split_in_parts(*format, start);
      if (stop_) return;
      records_.start(*format, start);
    } else {
      const bool reached = records_.start(*format, start);
      begin_member(ordinal, resumes && reached);
    }
    split();
    if (!stop_) end_member(ordinal);
  }

  /// A plain file that is long from `start` on, and that needs no other one beside it.
  [[nodiscard]] bool is_big_file(Format format, std::uint64_t start) const {
    return !plan_.name.is_stream() && !known_ && reader_.can_seek() &&
           room_of(format).companions.empty() && !is_wide(form_by_mark(records_.head())) &&
           reader_.size_bytes() >= start + 2 * part_bytes();
  }

  [[nodiscard]] std::uint64_t part_bytes() const { return kPartBatches * options_.batch_bytes; }

  /// \returns where it ended
  std::uint64_t split_in_parts(Format format, std::uint64_t start) {
    PartedFile file([&](std::uint64_t offset_bytes,
                        std::span<char> buffer) { return reader_.read_at(offset_bytes, buffer); },
                    format, records_.head(),
                    {.size_bytes = reader_.size_bytes(),
                     .part_bytes = part_bytes(),
                     .parts_at_once = options_.parts_at_once,
                     .max_record_bytes = options_.max_record_bytes,
                     .batch_bytes = options_.batch_bytes},
                    stop_);
    const std::uint64_t end = file.split(start, builder_);
    noted_bytes_ += end - start;
    return end;
  }

  void split() {
    if (!known_) return records_.split(builder_);
    records_.split(*known_);
    if (!stop_) known_->end_member();
  }

  /// Reads a member of an archive as the previous run did. After damage, the next members depend on
  /// how much was read, and members are identified by their ordinals.
  void pass_over(std::int64_t ordinal) {
    if (!known_ && !plan_.row.damaged_at) return;
    damage_.reset();
    records_.read_head();
    const auto format = records_.format();
    if (!format) return;
    if (known_) {
      begin_source();  // perhaps nothing follows but its end
      known_->begin_member(ordinal);
      records_.start(*format);
      split();
    } else if (!damage_) {
      records_.read_on();
    }
  }

  void begin_member(std::int64_t ordinal, bool resumes_here = false) {
    begin_source();
    if (known_) known_->begin_member(ordinal);
    const auto missing = records_.missing_companions();
    builder_.add(
        MemberBegin{ordinal, records_.member(), resumes_here, {missing.begin(), missing.end()}});
  }

  void end_member(std::int64_t ordinal) {
    builder_.add(MemberEnd{.ordinal = ordinal,
                           .name = records_.member(),
                           .junk_bytes = builder_.take_junk(),
                           .resumable = !reader_.is_archive(),
                           .damage = std::move(damage_),
                           .foreign = builder_.take_foreign()});
  }

  void chunk(std::string_view bytes) override {
    if (plan_.name.is_stream()) hash_.update(bytes);
    note_bytes_read();
  }

  /// A read error is thrown on and ends the source, so that the next run resumes there.
  void damaged(const SourceDamage& damage) override {
    const bool read_nothing = !begun_ && records_.head().empty();
    const bool is_read_error = damage.cause() == DamageCause::read_error;
    if (is_read_error && (read_nothing || can_go_on_later())) throw damage;
    damage_ = Damage{damage.offset_bytes(), damage.reason(), damage.cause()};
  }

  /// A stream without a name is a new source each time.
  [[nodiscard]] bool can_go_on_later() const { return !plan_.row.path.empty(); }

  [[nodiscard]] MemberOptions member_options(std::span<char> buffer) const {
    const std::string& name = plan_.name.is_stream() ? plan_.row.name : plan_.name.path;
    const bool is_file = !plan_.name.is_stream();
    return {name,    find_format(options_.format), options_.max_record_bytes, &stop_, buffer,
            is_file, options_.companions};
  }

  void skip_member(std::int64_t ordinal) {
    note_bytes_read();
    if (damage_ && reader_.is_archive()) {  // the archive may end here
      begin_member(ordinal);
      return end_member(ordinal);
    }
    if (reader_.is_archive())
      return builder_.add(MemberSkipped{ordinal, with_member(plan_.row.name, records_.member())});
    if (!plan_.name.named) return builder_.add(StrayFile{plan_.name.path});
    builder_.add(
        SourceFailed{plan_.row.name, plan_.name.path + ": " + no_record_found() +
                                         "; if it holds records, name their format with --format"});
  }

  void note_bytes_read() {
    const std::uint64_t now = reader_.source_bytes_read();
    builder_.note_source_bytes(now - std::exchange(noted_bytes_, now));
  }

  const SourcePlan& plan_;
  const BatchReaderOptions& options_;  // with the decoder bytes of each stream
  const std::atomic<bool>& stop_;
  BatchBuilder& builder_;
  ReadingLimits limits_;
  SourceReader reader_;
  MemberRecords records_;
  std::optional<Damage> damage_;       // of the current member
  std::optional<KnownRecords> known_;  // of a stream that is resumed
  RecordHasher hash_;                  // of all of a stream
  std::uint64_t noted_bytes_ = 0;
  bool begun_ = false;
};

constexpr std::int64_t kSmallTaskBytes = 4 * 1024 * 1024;
constexpr std::size_t kMostSourcesInTask = 4096;

/// Thrown to end a reading task when the pipeline has stopped.
struct Abandoned {};

/// The batches of one reading task, on their way to the pipeline. One thread pushes, one pops.
class BatchQueue {
 public:
  /// A batch with a long record may be larger than `capacity_bytes`; then it waits alone.
  BatchQueue(std::size_t capacity, std::size_t capacity_bytes)
      : capacity_(capacity), capacity_bytes_(capacity_bytes) {}

  /// Waits for free space. \returns false if the pipeline has stopped.
  bool push(Batch batch) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return has_room_for(batch) || abandoned_; });
    if (abandoned_) return false;
    bytes_ += batch.text.size();
    batches_.push_back(std::move(batch));
    has_batch_.notify_one();
    return true;
  }
  /// No batch follows; pop() throws `error` after the last one.
  void close(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    error_ = std::move(error);
    has_batch_.notify_one();
  }
  /// Waits for a batch; none after the last one.
  [[nodiscard]] std::optional<Batch> pop() {
    std::unique_lock lock(mutex_);
    has_batch_.wait(lock, [&] { return !batches_.empty() || closed_; });
    if (batches_.empty()) {
      if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
      return std::nullopt;
    }
    Batch batch = std::move(batches_.front());
    batches_.pop_front();
    bytes_ -= batch.text.size();
    has_room_.notify_one();
    return batch;
  }
  /// Wakes waiting pushes because the pipeline stops.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    has_room_.notify_all();
  }

 private:
  [[nodiscard]] bool has_room_for(const Batch& batch) const {
    if (batches_.empty()) return true;
    return batches_.size() < capacity_ && bytes_ + batch.text.size() <= capacity_bytes_;
  }

  std::size_t capacity_;
  std::size_t capacity_bytes_;
  std::size_t bytes_ = 0;
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable has_batch_;
  std::deque<Batch> batches_;
  std::exception_ptr error_;
  bool closed_ = false;
  bool abandoned_ = false;
};

/// Reads one source from the place in its plan, splits it, and passes everything to `builder`, from
/// source_begin to source_end. If `stop` is set, it ends early without source_end. Damage and
/// unreadable sources become items, not exceptions.
void scan_source(const SourcePlan& plan, const BatchReaderOptions& options,
                 const std::atomic<bool>& stop, std::span<char> buffer, BatchBuilder& builder) {
  const auto fail = [&](const std::string& message) {
    builder.add(SourceFailed{plan.row.name, message});
  };
  if (plan.action == SourcePlan::Action::failed) return fail(plan.message);
  if (plan.action != SourcePlan::Action::read) return;
  try {
    SourceScan(plan, options, stop, buffer, builder).run();
  } catch (const KnownRecords::Differ&) {
    builder.abandon_record();
    builder.add(SourceFailed{plan.row.name,
                             plan.row.name +
                                 ": this is not the stream that an interrupted run began to read, "
                                 "so nothing was read; pipe it again to read it from the beginning",
                             true});
  } catch (const SourceDamage& error) {
    builder.abandon_record();
    const char* what_now = plan.name.is_stream() ? "" : "; run the same command again to continue";
    if (!stop) fail(error.what() + std::string(what_now));
  } catch (const SourceError& error) {
    if (!stop) fail(error.what());
  }
}

}  // namespace

struct BatchReader::Task {
  std::size_t first = 0, end = 0;  // plans
  BatchQueue queue;
};

BatchReader::BatchReader(std::span<const SourcePlan> plans, const BatchReaderOptions& options,
                         const std::atomic<bool>& stop)
    : plans_(plans), options_(options), stop_(stop) {
  make_tasks();
  const auto wanted =
      std::min<std::size_t>(static_cast<std::size_t>(options.threads), tasks_.size());
  if (wanted == 0) return;
  options_.decoder_bytes = decoder_bytes_of_each(options.decoder_bytes, wanted);
  options_.parts_at_once = static_cast<std::size_t>(options.threads) / wanted;
  try {
    threads_.reserve(wanted);  // a thread that has started must find its place
    while (threads_.size() < wanted) threads_.push_back(start_thread([this] { work(); }));
  } catch (...) {
    end_threads();
    throw;
  }
}

BatchReader::~BatchReader() { end_threads(); }

void BatchReader::end_threads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  moved_on_.notify_all();
  for (auto& task : tasks_) task->queue.abandon();
  for (std::thread& thread : threads_) thread.join();
}

void BatchReader::make_tasks() {
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    if (plans_[i].action == SourcePlan::Action::known) continue;
    const std::int64_t size = plans_[i].name.is_stream() ? kSmallTaskBytes : plans_[i].row.bytes;
    const bool together = !tasks_.empty() && tasks_.back()->end == i &&
                          bytes + size <= kSmallTaskBytes &&
                          i - tasks_.back()->first < kMostSourcesInTask;
    if (!together) {
      const std::size_t ahead = options_.batches_ahead;
      tasks_.push_back(
          std::unique_ptr<Task>(new Task{i, i, {ahead, 2 * ahead * options_.batch_bytes}}));
      bytes = 0;
    }
    tasks_.back()->end = i + 1;
    bytes += size;
  }
}

/// Tasks are claimed in order, at most `threads` ahead of the current one, so that few batches
/// wait.
std::optional<std::size_t> BatchReader::claim_task() {
  std::unique_lock lock(mutex_);
  moved_on_.wait(lock, [&] {
    return ending_ || next_task_ >= tasks_.size() ||
           next_task_ <= current_ + static_cast<std::size_t>(options_.threads);
  });
  if (ending_ || next_task_ >= tasks_.size()) return std::nullopt;
  return next_task_++;
}

void BatchReader::work() {
  while (const auto task = claim_task()) run_task(*tasks_[*task]);
}

void BatchReader::run_task(Task& task) {
  double seconds = 0;
  double waited = 0;
  std::exception_ptr error;
  try {
    const Stopwatch watch(seconds);
    BatchBuilder builder(options_.batch_bytes, [&](Batch batch) {
      const Stopwatch wait(waited);
      if (!task.queue.push(std::move(batch))) throw Abandoned{};
    });
    // One for all sources: small files come by the thousand.
    const auto buffer = std::make_unique_for_overwrite<char[]>(kReadBufferBytes);
    for (std::size_t i = task.first; i < task.end && !stop_; ++i) {
      scan_source(plans_[i], options_, stop_, {buffer.get(), kReadBufferBytes}, builder);
    }
    builder.flush();
  } catch (const Abandoned&) {
  } catch (...) {
    error = std::current_exception();
  }
  reading_seconds_ += seconds - waited;
  task.queue.close(error);
}

std::optional<Batch> BatchReader::next() {
  while (current_ < tasks_.size() && !stop_) {
    if (auto batch = tasks_[current_]->queue.pop()) return batch;
    {
      const std::lock_guard lock(mutex_);
      ++current_;
    }
    moved_on_.notify_all();
  }
  return std::nullopt;
}

}  // namespace ludex
