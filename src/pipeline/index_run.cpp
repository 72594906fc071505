#include "pipeline/index_run.hpp"

#include "core/error.hpp"
#include "games/api/game_rules.hpp"
#include "index/segment_merge.hpp"
#include "pipeline/batch_reader.hpp"
#include "pipeline/database_files.hpp"
#include "pipeline/record_pipeline.hpp"
#include "pipeline/stopwatch.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"
#include "store/position_group_writer.hpp"
#include "store/posting_tables.hpp"
#include "store/removal.hpp"
#include "store/segment_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace ludex {
namespace {

constexpr std::size_t kCommitBytes = 64 * 1024 * 1024;
constexpr std::chrono::seconds kCommitInterval{10};
constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kMostRecordBytes = 16 * kMiB;

int thread_count(int wanted) {
  return wanted > 0 ? wanted : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Problem too_large(std::uint64_t bytes, std::uint64_t most_bytes) {
  std::string message = fmt::format("{} bytes long; kept as it is, not parsed", bytes);
  if (most_bytes < kMostRecordBytes && bytes <= kMostRecordBytes) {
    message += fmt::format(" (over {} MiB; index --memory allows more)", most_bytes / kMiB);
  }
  return {.kind = ProblemKind::record_too_large, .message = std::move(message)};
}

/// Games come from the cache of another core, and their seats lie apart: asked for while the game
/// before is written, they need not be waited for.
void fetch_next(std::span<const GameRow> games) {
  constexpr std::size_t kLineBytes = 64;
  if (games.size() > 1) __builtin_prefetch(&games[1].info.seats);
  if (games.empty()) return;
  const auto* seats = reinterpret_cast<const char*>(games[0].info.seats.data());
  for (std::size_t at = 0; at < 2 * sizeof(SeatInfo); at += kLineBytes) {
    __builtin_prefetch(seats + at);
  }
}

}  // namespace

MemoryShares share_memory(std::uint64_t memory_bytes, int threads) {
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
      report_progress_(report_progress),
      report_message_(report_message),
      stop_(stop),
      threads_(thread_count(options.threads)),
      shares_(share_memory(options.memory_bytes, threads_)),
      writer_(database, shares_.dictionaries),
      sorter_({.memory_bytes = shares_.postings, .spill_prefix = database.path()}) {}

IndexReport IndexRun::run() {
  const auto start = Clock::now();
  const std::vector<SourcePlan> plans = make_plans();
  drop_abandoned(plans);
  post_gap();
  read_sources(plans);
  drop_open_piece(0);
  writer_.commit();
  write_segment(sorter_, true);
  for (const SourcePlan& plan : plans) {
    if (plan.action == SourcePlan::Action::add_variations && !stop_) add_variations(plan.row);
  }
  merge_segments_if_many();
  report_.interrupted = stop_;
  report_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  progress("done", true);
  return report_;
}

std::vector<SourcePlan> IndexRun::make_plans() {
  SourceTable table(database_.sql());
  std::vector<SourcePlan> plans =
      plan_sources(table, list_existing_sources(), options_, shares_.decoders, threads_);
  for (const SourcePlan& plan : plans) {
    note_known(plan);
    if (plan.action == SourcePlan::Action::read) {
      progress_.source_bytes_total += static_cast<std::uint64_t>(plan.row.bytes);
    }
  }
  return plans;
}

void IndexRun::note_known(const SourcePlan& plan) {
  using Action = SourcePlan::Action;
  if (plan.action != Action::known && plan.action != Action::add_variations) return;
  if (plan.row.state == SourceState::damaged) {
    ++report_.known_damaged_sources;
    say(IndexMessage::Level::warning,
        fmt::format(
            "{}: was damaged at byte {} when it was indexed ({}) and has not changed since; {}",
            plan.row.name, plan.row.damaged_at.value_or(0), plan.row.damage,
            plan.row.limited ? "raise the limit to read on" : "replace it with a sound copy"));
  } else if (plan.action == Action::known) {
    ++report_.known_sources;
  }
}

/// A source that is not there is an error of its own; the others are read.
std::vector<SourceName> IndexRun::list_existing_sources() {
  std::vector<SourceName> names;
  for (const std::string& argument : options_.sources) {
    try {
      const auto some = list_sources(std::span(&argument, 1));
      names.insert(names.end(), some.begin(), some.end());
    } catch (const SourceError& error) {
      ++report_.failed_sources;
      say(IndexMessage::Level::error, error.what());
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
      ++report_.failed_sources;
      say(IndexMessage::Level::error,
          fmt::format("{}: is the database being written, or one of its files; name another source",
                      is_stdin ? "standard input" : name.path));
    } else {
      ++report_.skipped_files;
    }
    return true;
  });
}

/// Sources that were being replaced when a run was cut off, and have changed again since.
void IndexRun::drop_abandoned(std::span<const SourcePlan> plans) {
  SourceTable table(database_.sql());
  for (const SourcePlan& plan : plans) {
    if (plan.row.path.empty()) continue;
    for (const SourceRow& row : table.find_by_path(plan.row.path)) {
      if (!row.hidden || row.id == plan.row.id) continue;
      writer_.begin();
      delete_source(database_.sql(), writer_.facts(), row.id);
    }
  }
  writer_.commit();
}

/// Posts the games that an earlier run committed without their postings, from their packed moves.
void IndexRun::post_gap() {
  const std::int64_t posted = database_.next_id("posted");
  const std::int64_t next = database_.next_id("posting");
  if (posted == next) return;
  progress("recovering", true);
  FactReader facts(database_.sql());
  GameScripts scripts(database_.sql());
  PostingOwners owners(database_.sql());
  const std::int64_t end_game = database_.next_id("game");
  std::vector<PositionKey> keys;
  for (std::int64_t id = raw(owners.owner(static_cast<std::uint64_t>(posted)).game); id < end_game;
       ++id) {
    const auto game = static_cast<GameId>(id);
    const GameFlags flags = facts.flags(game);
    const GameRules* rules = find_rules(facts.game_type(game));
    if (!flags.has(GameFlags::alive) || rules == nullptr) continue;
    const bool all = flags.has(GameFlags::variations_indexed);
    const Fact plies = all ? Fact::total_positions : Fact::main_positions;
    keys.clear();
    rules->append_keys(scripts.script(game), facts.size(game), 0,
                       static_cast<std::uint32_t>(facts.value(plies, game)), keys);
    sorter_.add(static_cast<std::uint64_t>(facts.value(Fact::first_posting, game)), keys);
  }
}

void IndexRun::write_segment(PostingSorter& sorter, bool closes_gap) {
  const Stopwatch watch(report_.times.sorting);
  const bool gap = closes_gap && database_.next_id("posted") != database_.next_id("posting");
  if (sorter.postings() == 0 && !gap) return;
  progress("sorting", true);
  writer_.begin();
  const std::int64_t id = database_.next_id("segment");
  SegmentWriter segment(database_.sql(), id);
  segment.finish(sorter.finish(segment));
  write_position_groups(database_.sql(), id, shares_.postings);
  database_.set_next_id("segment", id + 1);
  if (gap) database_.set_next_id("posted", database_.next_id("posting"));
  writer_.commit();
}

void IndexRun::merge_segments_if_many() {
  while (!stop_) {
    PostingTables tables(database_.sql());
    std::vector<SegmentInfo> chosen;
    for (const std::size_t place : choose_merge(tables.segments()))
      chosen.push_back(tables.segments()[place]);
    if (chosen.size() < 2) return;
    progress("merging", true);
    writer_.begin();
    const std::int64_t id = database_.next_id("segment");
    SegmentWriter segment(database_.sql(), id);
    segment.finish(merge_segments(tables, chosen, {}, segment));
    write_position_groups(database_.sql(), id, shares_.postings);
    for (const SegmentInfo& old : chosen) delete_segment(database_.sql(), old.id);
    database_.set_next_id("segment", id + 1);
    writer_.commit();
  }
}

/// Adds the positions of variations to a source indexed without them. The source is not read again:
/// packed moves hold all lines, and posting numbers were kept for them.
void IndexRun::add_variations(const SourceRow& source) {
  PostingSorter sorter({.memory_bytes = shares_.postings, .spill_prefix = database_.path()});
  FactReader facts(database_.sql());
  GameScripts scripts(database_.sql());
  std::vector<GameId> games;
  std::vector<PositionKey> keys;
  const std::int64_t end_game = database_.next_id("game");
  for (std::int64_t id = 1; id < end_game; ++id) {
    const auto game = static_cast<GameId>(id);
    const GameFlags flags = facts.flags(game);
    if (facts.value(Fact::source, game) != raw(source.id) || !flags.has(GameFlags::alive) ||
        !flags.has(GameFlags::has_variations)) {
      continue;
    }
    const GameRules* rules = find_rules(facts.game_type(game));
    if (rules == nullptr) continue;
    const auto main_plies = static_cast<std::uint32_t>(facts.value(Fact::main_positions, game));
    keys.clear();
    rules->append_keys(scripts.script(game), facts.size(game), main_plies,
                       static_cast<std::uint32_t>(facts.value(Fact::total_positions, game)), keys);
    sorter.add(static_cast<std::uint64_t>(facts.value(Fact::first_posting, game)) + main_plies,
               keys);
    report_.positions += keys.size();
    games.push_back(game);
  }
  report_.extended_games += games.size();
  writer_.begin();
  mark_variations_indexed(database_.sql(), writer_.facts(), source.id, games);
  write_segment(sorter, false);
  writer_.commit();
}

void IndexRun::read_sources(std::span<const SourcePlan> plans) {
  BatchReader reader(plans,
                     {.scan = {.memory_bytes = shares_.decoders,
                               .max_record_bytes = shares_.record_bytes,
                               .max_expansion = options_.max_expansion,
                               .format = options_.format},
                      .threads = threads_,
                      .batch_bytes = shares_.batch_bytes,
                      .batches_ahead = shares_.live_batches},
                     stop_);
  RecordPipeline pipeline({.work = {.charset = options_.charset,
                                    .keep_text = options_.keep_text,
                                    .memory_bytes = options_.memory_bytes},
                           .live_batches = shares_.live_batches,
                           .long_batch_bytes = 4 * shares_.batch_bytes},
                          [&](Worked& worked) { write(worked, plans); });
  const RecordPipelineTimes times = pipeline.run(reader);
  report_.times.reading = reader.reading_seconds();
  report_.times.working += times.working;
  report_.times.waiting += times.waiting;
  report_.times.writing += times.writing;
}

void IndexRun::write(Worked& worked, std::span<const SourcePlan> plans) {
  Rest rest{0, worked.games, worked.keys};
  if (!worked.packed_text.empty()) {
    rest.text_block = writer_.write_text_block(worked.packed_text, worked.text_bytes);
  }
  for (WorkedItem& done : worked.items) {
    if (done.item.kind == Item::Kind::source_begin) {
      begin_source(plans[done.item.plan], done.item.limits);
    } else {
      write_item(done, rest);
    }
  }
  report_.text_bytes += worked.text_bytes;
  progress_.source_bytes_read += worked.source_bytes_read;
  commit_if_due(worked.text_bytes);
  check_rejects();
  progress("reading", false);
}

void IndexRun::write_item(WorkedItem& done, Rest& rest) {
  const Item& item = done.item;
  switch (item.kind) {
    case Item::Kind::source_begin:
      break;
    case Item::Kind::member_begin:
      writer_.begin_member(item.ordinal, item.name);
      if (item.resumable) writer_.resume_here();
      break;
    case Item::Kind::record:
      write_record(done, rest);
      break;
    case Item::Kind::piece:
      write_piece(item, rest.text_block);
      break;
    case Item::Kind::member_end:
      end_member(item);
      break;
    case Item::Kind::member_skipped:
      ++writer_.source().skipped_members;
      ++report_.skipped_files;
      writer_.pass_member(item.ordinal);
      break;
    case Item::Kind::source_end:
      end_source(item);
      break;
    case Item::Kind::source_failed:
      fail_source(item, rest);
      break;
    case Item::Kind::stray_file:
      ++report_.skipped_files;
      break;
  }
}

void IndexRun::begin_source(const SourcePlan& plan, const ReadingLimits& limits) {
  replaced_.reset();
  if (plan.row.replaces != SourceId::none)
    replaced_ = SourceTable(database_.sql()).find(plan.row.replaces);
  writer_.begin_source(plan.row);
  writer_.source().limits = limits;
  report_before_source_ = report_;
  ++report_.sources;
}

void IndexRun::end_source(const Item& item) {
  SourceRow& source = writer_.source();
  source.resumable = item.resumable;
  if (!source.reread_last) {  // else damage ended the reading before that record
    source.reread_last = item.unclosed;
    if (item.unclosed) source.resume_offset = static_cast<std::int64_t>(item.offset_bytes);
  }
  source.content_hash = item.content_hash;
  if (source.damaged_at) ++report_.failed_sources;
  const Gain gain = gain_of_source();
  if (gain == Gain::something) return writer_.end_source();
  uncount_source();
  if (!source.damaged_at) ++report_.known_sources;
  gain == Gain::nothing ? writer_.keep_replaced() : writer_.keep_fuller_replaced();
}

/// If a source adds nothing, the one it replaces stays, with its ids.
IndexRun::Gain IndexRun::gain_of_source() {
  const SourceRow& source = writer_.source();
  if (!replaced_ || replaced_->options != source.options ||
      replaced_->variations != source.variations) {
    return Gain::something;
  }
  if (!source.content_hash.empty()) {
    return replaced_->content_hash == source.content_hash ? Gain::nothing : Gain::something;
  }
  if (source.fingerprint != replaced_->fingerprint) return Gain::something;
  if (source.damaged_at && source.records < replaced_->records) return Gain::less;
  return source.records >= replaced_->records && writer_.equals_replaced() ? Gain::nothing
                                                                           : Gain::something;
}

/// A source that fails midway stays in state loading; the next run resumes it.
void IndexRun::fail_source(const Item& item, const Rest& rest) {
  ++report_.failed_sources;
  say(IndexMessage::Level::error, item.name);
  drop_open_piece(rest.text_block);
  if (writer_.in_source()) writer_.leave_source();
}

/// Drops the stored text of a record over the limit that was not read to its end: all blocks that
/// hold nothing else.
void IndexRun::drop_open_piece(std::int64_t end_block) {
  if (!open_piece_) return;
  if (open_piece_->text_block != 0) {
    const std::int64_t first = open_piece_->text_block + (open_piece_->text_begin == 0 ? 0 : 1);
    writer_.drop_text_blocks(first, end_block == 0 ? writer_.next_text_block() : end_block);
  }
  open_piece_.reset();
}

/// Takes what the current source gave out of the report: none of it is stored.
void IndexRun::uncount_source() {
  const IndexReport& before = report_before_source_;
  report_.sources = before.sources;
  report_.records = before.records;
  report_.games = before.games;
  report_.rejects = before.rejects;
  report_.unclosed = before.unclosed;
  report_.positions = before.positions;
  report_.branches_left_out = before.branches_left_out;
  report_.junk_bytes = before.junk_bytes;
}

void IndexRun::write_record(WorkedItem& done, Rest& rest) {
  const Item& item = done.item;
  note_junk(item.junk_bytes);
  writer_.source().stream_bytes += static_cast<std::int64_t>(item.length_bytes);
  RecordRow& record = done.record;
  record.offset_bytes = item.offset_bytes;
  record.length_bytes = item.length_bytes;
  record.format = item.format;
  record.form = item.form;
  record.hash = item.hash;
  record.text_block = rest.text_block;
  record.text_begin = item.text_begin;
  writer_.write_record(record);
  ++report_.records;
  ++progress_.records;
  if (record.reject) ++report_.rejects;
  if (item.unclosed) ++report_.unclosed;
  for (std::size_t i = 0; i < done.games; ++i) {
    GameRow& game = rest.games[i];
    fetch_next(rest.games.subspan(i + 1));
    const std::uint64_t first_number = writer_.write_game(game);
    const bool all_lines = writer_.source().variations;
    const std::uint32_t posted = all_lines ? game.total_positions : game.main_positions;
    sorter_.add(first_number, rest.keys.first(posted));
    rest.keys = rest.keys.subspan(game.total_positions);
    report_.positions += posted;
    if (!all_lines) report_.branches_left_out += game.branches;
  }
  rest.games = rest.games.subspan(done.games);
  report_.games += done.games;
  progress_.games += done.games;
}

void IndexRun::write_piece(const Item& item, std::int64_t text_block) {
  if (!open_piece_) {
    junk_before_piece_ = item.junk_bytes;
    open_piece_.emplace();
    open_piece_->offset_bytes = item.offset_bytes;
    open_piece_->text_block = text_block;
    open_piece_->text_begin = item.text_begin;
  }
  if (!item.last_piece) return;
  note_junk(junk_before_piece_);
  RecordRow record = *std::exchange(open_piece_, std::nullopt);
  record.length_bytes = item.length_bytes;
  record.hash = item.hash;
  record.reject = too_large(item.length_bytes, shares_.record_bytes);
  writer_.source().stream_bytes += static_cast<std::int64_t>(item.length_bytes);
  writer_.write_record(record);
  ++report_.records;
  ++report_.rejects;
}

void IndexRun::note_junk(std::uint64_t bytes) {
  SourceRow& source = writer_.source();
  source.junk_bytes += static_cast<std::int64_t>(bytes);
  source.stream_bytes += static_cast<std::int64_t>(bytes);
  report_.junk_bytes += bytes;
}

void IndexRun::end_member(const Item& item) {
  note_junk(item.junk_bytes);
  SourceRow& source = writer_.source();
  source.tail_bytes = static_cast<std::int64_t>(item.junk_bytes);
  if (!item.resumable) writer_.pass_member(item.ordinal);
  const std::string stream =
      fmt::format("{}{}{}", source.name, item.name.empty() ? "" : "!", item.name);
  for (const ForeignBytes& foreign : item.foreign) {
    say(IndexMessage::Level::warning,
        fmt::format("{}:{}: {} bytes from here on look like {} and were not read as such; put the "
                    "records of each format into a file of their own, and index those",
                    stream, foreign.offset_bytes, foreign.length_bytes,
                    format_title(foreign.format)));
  }
  if (!item.damage) return;
  const Damage& damage = *item.damage;
  say(IndexMessage::Level::error, fmt::format("{}:{}: {}; what came before is kept", stream,
                                              damage.offset_bytes, damage.reason));
  source.limited = source.limited || damage.cause == DamageCause::limit;
  writer_.note_damage(static_cast<std::int64_t>(damage.offset_bytes), damage.reason);
}

void IndexRun::commit_if_due(std::size_t text_bytes) {
  uncommitted_bytes_ += text_bytes;
  if (open_piece_) return;  // a record becomes visible whole
  if (uncommitted_bytes_ < kCommitBytes && Clock::now() - commit_time_ < kCommitInterval) return;
  writer_.commit();
  uncommitted_bytes_ = 0;
  commit_time_ = Clock::now();
}

void IndexRun::check_rejects() const {
  if (options_.max_rejects < 0 ||
      report_.rejects <= static_cast<std::uint64_t>(options_.max_rejects))
    return;
  throw Error(
      fmt::format("gave up after {} rejected records (--max-rejects {}); see: ludex rejects {}",
                  report_.rejects, options_.max_rejects, database_.path().string()));
}

void IndexRun::progress(const char* phase, bool now) {
  if (!report_progress_) return;
  if (!now && Clock::now() - progress_time_ < std::chrono::milliseconds(100)) return;
  progress_time_ = Clock::now();
  progress_.phase = phase;
  report_progress_(progress_);
}

void IndexRun::say(IndexMessage::Level level, const std::string& text) const {
  if (report_message_) report_message_({level, text});
}

}  // namespace ludex
