#include "pipeline/batch_writer.hpp"

#include "ludex/error.hpp"
#include "pipeline/companions.hpp"
#include "source/source_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kCommitBytes = 32 * 1024 * 1024;
constexpr std::chrono::seconds kCommitInterval{10};

Problem too_large(std::uint64_t bytes, std::uint64_t most_bytes) {
  constexpr std::uint64_t kMiB = 1024 * 1024;
  std::string message = fmt::format("{} bytes long; stored, but not parsed", bytes);
  if (most_bytes < kMostRecordBytes && bytes <= kMostRecordBytes) {
    message += fmt::format(" (over {} MiB; index --memory raises the limit)", most_bytes / kMiB);
  }
  return {.kind = ProblemKind::record_too_large, .message = std::move(message)};
}

}  // namespace

void BatchWriter::write(Worked& worked) {
  Rest rest{0, worked.games, worked.keys};
  if (!worked.packed_text.empty()) {
    rest.text_block = store_.write_text_block(worked.packed_text, worked.text_bytes);
  }
  if (!worked.games.empty()) store_.take_texts(worked.texts);
  const std::int64_t first_game = store_.next_game();
  for (Item& item : worked.items) {
    std::visit([&](auto& kind) { write(kind, rest); }, item);
  }
  store_.end_batch();
  for (const Extent& extent : std::exchange(extents_, {}))
    sorter_.add(extent.first_number, extent.keys);
  store_.add_words(first_game, worked.games.size(), std::move(worked.words));
  log_.report.text_bytes += worked.text_bytes;
  log_.progress.source_bytes_read += worked.source_bytes_read;
  commit_if_due(worked.text_bytes);
  check_rejects();
  log_.show_reading();
}

void BatchWriter::finish() {
  drop_open_record(0);
  store_.commit();
}

void BatchWriter::write(SourceBegin& item, Rest&) {
  const SourceRow& row = item.plan->row;
  replaced_.reset();
  if (row.replaces != SourceId::none) {
    replaced_ = SourceTable(store_.database().sql()).find(row.replaces);
  }
  store_.begin_source(row);
  store_.source().limits = item.limits;
  report_before_source_ = log_.report;
  ++log_.report.sources;
  warning_ = item.plan->message;
  if (!row.hidden) warn();  // else its end shows whether it stays
}

void BatchWriter::warn() {
  if (!warning_.empty()) log_.say(IndexMessage::Level::warning, std::exchange(warning_, {}));
}

void BatchWriter::write(MemberBegin& item, Rest&) {
  store_.begin_member(item.ordinal, item.name);
  if (item.resumes) store_.resume_here();
  if (item.missing_companions.empty()) return;
  log_.say(IndexMessage::Level::warning,
           fmt::format("{}: no {} file in the same folder; the names that it holds are unknown",
                       with_member(store_.source().name, item.name),
                       fmt::join(item.missing_companions, " or ")));
}

void BatchWriter::write(RecordItem& item, Rest& rest) {
  note_junk(item.junk_bytes);
  store_.source().stream_bytes += static_cast<std::int64_t>(item.row.length_bytes);
  item.row.text_block = rest.text_block;
  store_.write_record(item.row);
  ++log_.report.records;
  ++log_.progress.records;
  if (item.row.reject) ++log_.report.rejects;
  if (item.unclosed) ++log_.report.unclosed;
  write_games(item.games, rest);
}

void BatchWriter::write_games(std::size_t count, Rest& rest) {
  const bool all_lines = store_.source().variations;
  for (std::size_t i = 0; i < count; ++i) {
    const GameRow& game = rest.games[i];
    const std::uint64_t first_number = store_.write_game(game);
    const std::uint32_t posted = all_lines ? game.total_positions : game.main_positions;
    add_extent(first_number, rest.keys.first(posted));
    rest.keys = rest.keys.subspan(game.total_positions);
    log_.report.positions += posted;
    if (!all_lines) log_.report.branches_left_out += game.branches;
  }
  rest.games = rest.games.subspan(count);
  log_.report.games += count;
  log_.progress.games += count;
}

/// Most games have no variations, or all are posted: then one extent holds the keys of a batch.
void BatchWriter::add_extent(std::uint64_t first_number, std::span<const PositionKey> keys) {
  if (!extents_.empty()) {
    Extent& last = extents_.back();
    const bool goes_on = last.first_number + last.keys.size() == first_number &&
                         last.keys.data() + last.keys.size() == keys.data();
    if (goes_on) {
      last.keys = {last.keys.data(), last.keys.size() + keys.size()};
      return;
    }
  }
  extents_.push_back({first_number, keys});
}

void BatchWriter::write(RecordPiece& item, Rest& rest) {
  if (!open_record_) {
    junk_before_record_ = item.junk_bytes;
    open_record_.emplace();
    open_record_->format = item.format;
    open_record_->offset_bytes = item.offset_bytes;
    open_record_->text_block = rest.text_block;
    open_record_->text_begin = item.text_begin;
  }
  if (!item.is_last) return;
  note_junk(junk_before_record_);
  RecordRow record = *std::exchange(open_record_, std::nullopt);
  record.length_bytes = item.length_bytes;
  record.hash = item.hash;
  record.reject = too_large(item.length_bytes, options_.record_bytes);
  store_.source().stream_bytes += static_cast<std::int64_t>(item.length_bytes);
  store_.write_record(record);
  ++log_.report.records;
  ++log_.report.rejects;
}

void BatchWriter::write(MemberEnd& item, Rest&) {
  note_junk(item.junk_bytes);
  SourceRow& source = store_.source();
  source.tail_bytes = static_cast<std::int64_t>(item.junk_bytes);
  if (!item.resumable) store_.pass_member(item.ordinal);
  const std::string stream = with_member(source.name, item.name);
  warn_of_foreign(stream, item.foreign);
  if (!item.damage) return;
  const Damage& damage = *item.damage;
  log_.say(IndexMessage::Level::error, fmt::format("{}:{}: {}; everything before it is kept",
                                                   stream, damage.offset_bytes, damage.reason));
  source.limited = source.limited || damage.cause == DamageCause::limit;
  store_.note_damage(static_cast<std::int64_t>(damage.offset_bytes), damage.reason);
}

void BatchWriter::warn_of_foreign(const std::string& stream,
                                  std::span<const ForeignBytes> all) const {
  for (const ForeignBytes& foreign : all) {
    log_.say(IndexMessage::Level::warning,
             fmt::format("{}:{}: {} bytes from here on look like {} but were not read as such; "
                         "store each format in a separate file and index those files",
                         stream, foreign.offset_bytes, foreign.length_bytes,
                         format_title(foreign.format)));
  }
}

void BatchWriter::write(MemberSkipped& item, Rest&) {
  ++store_.source().skipped_members;
  log_.skip_file(item.name);
  store_.pass_member(item.ordinal);
}

bool BatchWriter::lacks_records(const SourceRow& source) {
  const bool has_bytes = source.stream_bytes > 0 || source.skipped_members > 0;
  return has_bytes && source.records == 0 && !source.damaged_at &&
         !ArchiveCompanions::is_companion(source.name);
}

void BatchWriter::write(SourceEnd& item, Rest&) {
  ++log_.progress.sources_done;
  SourceRow& source = store_.source();
  source.resumable = item.resumable;
  if (!source.reread_last) {  // else damage ended the reading before that record
    source.reread_last = item.unclosed;
    if (item.unclosed) source.resume_offset = static_cast<std::int64_t>(item.last_offset_bytes);
  }
  source.content_hash = item.content_hash;
  if (source.damaged_at) ++log_.report.failed_sources;
  // The next run would take the file for the same without looking into it.
  if (!source.damaged_at && !source.times_are_settled) source.file_times.reset();
  note_change(item.change);
  find_known_stream();
  const Gain gain = gain_of_source();
  IndexedSource done{.source = source.name,
                     .id = raw(source.id),
                     .state = source.damaged_at ? "damaged" : "done",
                     .records = source.records,
                     .games = source.games,
                     .rejects = source.rejects,
                     .message = source.damage};
  if (gain == Gain::something) {
    if (source.replaces == SourceId::none) warn();
    if (lacks_records(source)) log_.note_without_record(source.name);
    store_.end_source();
    return log_.source_done(done);
  }
  if (!source.damaged_at) done.state = "known";
  done.id = raw(replaced_->id);
  log_.source_done(done);
  uncount_source();
  if (!source.damaged_at) ++log_.report.known_sources;
  gain == Gain::nothing ? store_.keep_replaced() : store_.keep_fuller_replaced();
}

/// What was read of a file that changed may be a mix of both: the next run reads it again.
void BatchWriter::note_change(FileChange change) {
  if (change == FileChange::none) return;
  SourceRow& source = store_.source();
  const bool grew = change == FileChange::grew;
  if (!grew) mark_changed(source);
  log_.say(IndexMessage::Level::warning,
           fmt::format("{}: {} while it was read; what was read is kept, and the next run reads {}",
                       source.name, grew ? "grew" : "changed", grew ? "the rest" : "it again"));
}

/// A stream belongs to the source of its name that holds the same bytes. After a merge there may be
/// several of that name.
void BatchWriter::find_known_stream() {
  SourceRow& source = store_.source();
  if (source.content_hash.empty() || source.path.empty()) return;
  for (SourceRow& row : SourceTable(store_.database().sql()).find_by_path(source.path)) {
    if (row.hidden || row.content_hash != source.content_hash) continue;
    const bool is_same = row.options == source.options && row.variations == source.variations;
    if (!is_same && source.replaces != SourceId::none) continue;
    source.replaces = row.id;
    replaced_ = std::move(row);
    if (is_same) return;
  }
}

/// A source that adds nothing does not replace the older one, which keeps its ids.
BatchWriter::Gain BatchWriter::gain_of_source() {
  const SourceRow& source = store_.source();
  if (!replaced_ || replaced_->options != source.options ||
      replaced_->variations != source.variations) {
    return Gain::something;
  }
  const bool are_hashed = !source.content_hash.empty() && !replaced_->content_hash.empty();
  if (are_hashed) {
    return replaced_->content_hash == source.content_hash ? Gain::nothing : Gain::something;
  }
  if (plain_fingerprint(source.fingerprint) != plain_fingerprint(replaced_->fingerprint)) {
    return Gain::something;
  }
  if (source.damaged_at && source.records < replaced_->records) return Gain::less;
  return source.records >= replaced_->records && store_.equals_replaced() ? Gain::nothing
                                                                          : Gain::something;
}

/// Removes the counts of the current source from the report, because none of it is stored.
void BatchWriter::uncount_source() {
  const IndexReport& before = report_before_source_;
  IndexReport& report = log_.report;
  report.sources = before.sources;
  report.records = before.records;
  report.games = before.games;
  report.rejects = before.rejects;
  report.unclosed = before.unclosed;
  report.positions = before.positions;
  report.branches_left_out = before.branches_left_out;
  report.junk_bytes = before.junk_bytes;
}

/// The source stays in state loading; the next run resumes it.
void BatchWriter::write(SourceFailed& item, Rest& rest) {
  ++log_.progress.sources_done;
  ++log_.report.failed_sources;
  log_.say(IndexMessage::Level::error, item.message);
  log_.source_done({.source = item.source, .state = "failed", .message = item.message});
  drop_open_record(rest.text_block);
  if (item.is_other_stream) return give_up_part();
  if (store_.in_source()) store_.leave_source();
}

/// No later run continues what an interrupted one read of the source. If it is visible, it stays
/// until another reading is complete.
void BatchWriter::give_up_part() {
  uncount_source();
  if (store_.source().hidden) return store_.drop_source();
  mark_changed(store_.source());
  store_.leave_source();
}

void BatchWriter::write(StrayFile& item, Rest&) {
  ++log_.progress.sources_done;
  log_.skip_file(item.path);
}

/// Deletes the text of a record whose end was not read: its own blocks before `end_block`; 0: all
/// of them.
void BatchWriter::drop_open_record(std::int64_t end_block) {
  if (!open_record_) return;
  if (open_record_->text_block != 0) {
    const std::int64_t first = open_record_->text_block + (open_record_->text_begin == 0 ? 0 : 1);
    store_.drop_text_blocks(first, end_block);
  }
  open_record_.reset();
}

void BatchWriter::note_junk(std::uint64_t bytes) {
  SourceRow& source = store_.source();
  source.junk_bytes += static_cast<std::int64_t>(bytes);
  source.stream_bytes += static_cast<std::int64_t>(bytes);
  log_.report.junk_bytes += bytes;
}

void BatchWriter::commit_if_due(std::size_t text_bytes) {
  uncommitted_bytes_ += text_bytes;
  if (open_record_) return;  // a record becomes visible whole
  if (uncommitted_bytes_ < kCommitBytes && Clock::now() - commit_time_ < kCommitInterval) return;
  store_.commit();
  uncommitted_bytes_ = 0;
  commit_time_ = Clock::now();
}

/// What was read so far is kept, so that the rejects can be looked at.
void BatchWriter::check_rejects() {
  const std::uint64_t rejects = log_.report.rejects;
  if (options_.max_rejects < 0 || rejects <= static_cast<std::uint64_t>(options_.max_rejects)) {
    return;
  }
  finish();
  throw Error(
      fmt::format("gave up after {} rejected records (--max-rejects {}); what was read so far is "
                  "kept; see: ludex rejects {}",
                  rejects, options_.max_rejects, store_.database().path().string()));
}

}  // namespace ludex
