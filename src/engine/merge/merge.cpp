#include "engine/merge/merge.hpp"

#include "core/file_identity.hpp"
#include "engine/merge/merge_input.hpp"
#include "engine/merge/source_copy.hpp"
#include "engine/merge/source_match.hpp"
#include "index/posting_sorter.hpp"
#include "ludex/error.hpp"
#include "pipeline/ready_answers.hpp"
#include "pipeline/segment_keeper.hpp"
#include "pipeline/threads.hpp"
#include "store/people.hpp"
#include "store/posting_tables.hpp"
#include "store/removal.hpp"
#include "store/store_writer.hpp"
#include "store/word_segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ludex {
namespace {

constexpr std::uint64_t kLeastMergeMemory = 64ULL << 20;
constexpr std::uint64_t kLargeSegment = 1 << 20;  // postings
constexpr std::size_t kMostInputs = 500;          // open files

/// How a memory limit is divided; the rest is for what is not counted.
struct MergeShares {
  std::uint64_t page_cache, input_caches, dictionaries, postings;

  explicit MergeShares(std::uint64_t memory_bytes)
      : page_cache(memory_bytes / 8),
        input_caches(memory_bytes / 8),
        dictionaries(memory_bytes / 16),
        postings(memory_bytes / 4) {}
};

using Inputs = std::vector<std::unique_ptr<MergeInput>>;

void check_inputs(const std::filesystem::path& path, const MergeOptions& options) {
  if (options.memory_bytes < kLeastMergeMemory) throw UsageError("`memory_bytes`: at least 64MiB");
  if (options.databases.empty()) throw UsageError("no database to merge was given");
  if (options.databases.size() > kMostInputs) {
    throw UsageError(fmt::format("{} databases at once, at most {}; merge in several steps",
                                 options.databases.size(), kMostInputs));
  }
  const auto own = find_identity(path);
  for (const std::string& input : options.databases) {
    if (own && find_identity(input) == own) {
      throw UsageError(input + ": is the database that the others are merged into");
    }
  }
}

/// One run of `merge` over a database that is open for writing.
class MergeRun {
 public:
  MergeRun(Database& database, Inputs inputs, const MergeOptions& options,
           const MergeVisitor& progress, const MessageVisitor& message,
           const std::atomic<bool>& stop)
      : database_(database),
        inputs_(std::move(inputs)),
        options_(options),
        show_(progress),
        message_(message),
        stop_(stop),
        shares_(options.memory_bytes),
        segments_(database, shares_.postings) {}

  MergeReport run() {
    const auto start = std::chrono::steady_clock::now();
    for (const auto& input : inputs_) progress_.bytes_total += input->bytes();
    close_old_gap();
    {
      StoreWriter store(database_, shares_.dictionaries);
      for (const auto& input : inputs_) {
        if (stop_) break;
        copy(*input, store);
      }
    }
    post();
    merge_many_segments();
    commit_ready_answers();
    report_.interrupted = stop_;
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report_;
  }

 private:
  void begin_phase(const char* phase) {
    progress_.phase = phase;
    show();
  }
  void show() {
    shown_at_ = std::chrono::steady_clock::now();
    if (show_) show_(progress_);
  }
  void say(IndexMessage::Level level, const std::string& text) const {
    if (message_) message_({level, text});
  }

  /// An earlier run may have ended before the positions of its games were written.
  void close_old_gap() {
    if (!segments_.has_gap()) return;
    begin_phase("recovering");
    PostingSorter sorter({.memory_bytes = shares_.postings, .spill_prefix = database_.path()});
    segments_.post_gap(sorter);
    SqlTransaction transaction(database_.sql());
    segments_.write(sorter);
    segments_.close_gap();
    transaction.commit();
  }

  void copy(MergeInput& input, StoreWriter& store) {
    begin_phase("copying");
    std::vector<SourceMatch> matches = match_sources(input, database_);
    bool is_complete = false;
    try {
      SourceCopy copy(input, matches, store, report_);
      const std::uint64_t before = report_.games;
      is_complete = copy.run([&] {
        if (std::chrono::steady_clock::now() - shown_at_ > std::chrono::milliseconds(100)) {
          const auto games = static_cast<double>(input.database().next_id("game"));
          const double share = static_cast<double>(report_.games - before) / games;
          progress_.games = report_.games;
          progress_.bytes_read =
              read_ + static_cast<std::uint64_t>(share * static_cast<double>(input.bytes()));
          show();
        }
        return !stop_;
      });
    } catch (const DatabaseError& error) {
      const std::string_view what = error.what();
      const auto names = [&](const std::string& file) { return what.starts_with(file + ": "); };
      if (names(database_.path().string()) || names(input.name())) throw;
      throw DatabaseError(fmt::format("{}: {}", input.name(), what));
    }
    read_ += input.bytes();
    progress_.games = report_.games;
    progress_.bytes_read = read_;
    if (!is_complete) return;
    join_people_of(input, matches, store);
    for (SourceMatch& match : matches) report_outcome(input, match);
    ++report_.databases;
  }

  void report_outcome(const MergeInput& input, const SourceMatch& match) {
    using Action = SourceMatch::Action;
    const SourceRow& row = match.merged;
    MergedSource done{.database = input.name(),
                      .source = match.row.name,
                      .id = raw(row.id),
                      .records = row.records,
                      .games = row.games,
                      .rejects = row.rejects,
                      .message = match.message};
    if (!match.message.empty()) {
      say(match.action == Action::failed ? IndexMessage::Level::error
                                         : IndexMessage::Level::warning,
          fmt::format("{}: {}", input.name(), match.message));
    }
    switch (match.action) {
      case Action::add:
      case Action::go_on:
        ++report_.sources;
        done.state = match.action == Action::add ? "added" : "continued";
        break;
      case Action::add_variations:
        to_extend_.push_back(row.id);
        [[fallthrough]];
      case Action::known:
        ++report_.known_sources;
        done.state = "known";
        break;
      case Action::failed:
        ++report_.failed_sources;
        done.state = "failed";
        break;
    }
    if (match.row.state == SourceState::loading && match.action != Action::failed) {
      ++report_.incomplete_sources;
      if (row.state == SourceState::loading) done.state = "incomplete";
      say(IndexMessage::Level::error,
          fmt::format("{}: the indexing of {} was interrupted; index it to the end, then merge "
                      "again",
                      input.name(), match.row.name));
    }
    if (options_.source_done) options_.source_done(done);
  }

  void join_people_of(MergeInput& input, std::span<const SourceMatch> matches, StoreWriter& store) {
    const KnownSeats known(input, matches, database_);
    store.begin();
    const PeopleJoin join = join_people(input.sql(), database_.sql(), [&](GameId game) {
      const std::uint64_t copied = input.games.empty()
                                       ? NumberMap::kNone
                                       : input.games(static_cast<std::uint64_t>(raw(game)));
      return copied != NumberMap::kNone ? GameId{static_cast<std::int64_t>(copied)}
                                        : known.find(game);
    });
    store.commit();
    report_.aliases += static_cast<std::uint64_t>(join.aliases + join.seats);
    report_.conflicts += join.conflicts.size();
    for (const std::string& conflict : join.conflicts) {
      say(IndexMessage::Level::warning, fmt::format("{}: {}", input.name(), conflict));
    }
  }

  /// Games of sources that were known before, in which somebody was seated: where they are in the
  /// merged database. Cost: a scan of two facts there, if there are such games.
  class KnownSeats {
   public:
    KnownSeats(MergeInput& input, std::span<const SourceMatch> matches, Database& merged) {
      std::unordered_map<std::int64_t, std::int64_t> sources;
      for (const SourceMatch& match : matches) sources[raw(match.row.id)] = raw(match.merged.id);
      FactReader facts(input.sql());
      std::map<Place, std::vector<GameId>> wanted;
      SqlStatement select(input.sql(), "SELECT DISTINCT game_id FROM seat_person");
      while (select.step()) {
        const GameId game{select.integer(0)};
        if (input.games(static_cast<std::uint64_t>(raw(game))) != NumberMap::kNone) continue;
        const auto source = sources.find(facts.value(Fact::source, game));
        if (source == sources.end() || source->second == 0) continue;
        wanted[{source->second, facts.value(Fact::content, game)}].push_back(game);
      }
      if (!wanted.empty()) find_all(wanted, merged);
    }
    [[nodiscard]] GameId find(GameId game) const {
      const auto found = games_.find(raw(game));
      return found == games_.end() ? GameId::none : found->second;
    }

   private:
    using Place = std::pair<std::int64_t, std::int64_t>;  // source and content

    void find_all(const std::map<Place, std::vector<GameId>>& wanted, Database& merged) {
      FactReader facts(merged.sql());
      const std::int64_t end = merged.next_id("game");
      for (std::int64_t id = 1; id < end; ++id) {
        const GameId game{id};
        const auto found =
            wanted.find({facts.value(Fact::source, game), facts.value(Fact::content, game)});
        if (found == wanted.end()) continue;
        for (const GameId other : found->second) games_.emplace(raw(other), game);
      }
    }

    std::unordered_map<std::int64_t, GameId> games_;
  };

  /// A segment of an input, and where it is read from.
  struct InputSegment {
    MergeInput* input;
    ForeignSegment segment;
  };

  /// The positions of all games that were copied.
  void post() {
    begin_phase("merging");
    std::vector<std::unique_ptr<PostingTables>> tables;
    std::vector<InputSegment> found;
    PostingSorter sorter({.memory_bytes = shares_.postings, .spill_prefix = database_.path()});
    for (const auto& input : inputs_) {
      segments_.post(input->unposted, sorter);
      if (input->postings.empty()) continue;
      tables.push_back(std::make_unique<PostingTables>(input->sql()));
      for (const SegmentInfo& segment : tables.back()->segments()) {
        found.push_back({input.get(), {tables.back().get(), segment, &input->postings}});
      }
    }
    if (segments_.has_gap()) {
      SqlTransaction transaction(database_.sql());
      take_over(found);
      if (sorter.postings() > 0) segments_.write(sorter);
      segments_.close_gap();
      transaction.commit();
    }
    for (const SourceId source : to_extend_) {
      if (!stop_) add_variations(source);
    }
  }

  /// Large segments stay segments, as many as may be live: their blocks are copied. All others
  /// become one.
  void take_over(std::span<const InputSegment> found) {
    const std::size_t live = PostingTables(database_.sql()).segments().size();
    std::size_t may_copy = live + 1 < kMaxLiveSegments ? kMaxLiveSegments - live - 1 : 0;
    std::vector<ForeignSegment> others;
    const auto is_copied = [](const InputSegment& one) {
      return one.segment.segment.postings >= kLargeSegment && one.segment.shift();
    };
    const auto copies =
        static_cast<std::size_t>(std::count_if(found.begin(), found.end(), is_copied));
    if (copies > may_copy) may_copy = 0;  // one merge of all costs less than one more later
    for (const InputSegment& one : found) {
      if (may_copy > 0 && is_copied(one)) {
        segments_.copy(one.input->sql(), one.segment);
      } else {
        others.push_back(one.segment);
      }
    }
    if (!others.empty()) segments_.take_over(others);
  }

  void add_variations(SourceId source) {
    PostingSorter sorter({.memory_bytes = shares_.postings, .spill_prefix = database_.path()});
    const std::vector<GameId> games = segments_.post_variations(source, sorter);
    report_.extended_games += games.size();
    SqlTransaction transaction(database_.sql());
    FactWriter facts(database_.sql(), database_.next_id("game"));
    mark_variations_indexed(database_.sql(), facts, source, games);
    if (sorter.postings() > 0) segments_.write(sorter);
    transaction.commit();
  }

  void merge_many_segments() {
    if (!stop_) merge_words();
    while (!stop_ && PostingTables(database_.sql()).segments().size() > kMaxLiveSegments) {
      const std::vector<SegmentInfo> due = segments_.due_for_merge();
      if (due.size() < 2) return;
      SqlTransaction transaction(database_.sql());
      segments_.merge(due, {});
      transaction.commit();
    }
  }

  void merge_words() {
    SqlTransaction transaction(database_.sql());
    merge_due_words(database_.sql());
    transaction.commit();
  }

  void commit_ready_answers() {
    if (stop_) return;
    SqlTransaction transaction(database_.sql());
    add_ready_answers(database_, shares_.postings);
    transaction.commit();
  }

  Database& database_;
  Inputs inputs_;
  const MergeOptions& options_;
  const MergeVisitor& show_;
  const MessageVisitor& message_;
  const std::atomic<bool>& stop_;
  MergeShares shares_;
  SegmentKeeper segments_;
  MergeReport report_;
  MergeProgress progress_;
  std::uint64_t read_ = 0;  // bytes of the inputs that are done
  std::vector<SourceId> to_extend_;
  std::chrono::steady_clock::time_point shown_at_{};
};

/// Opens all inputs before anything is written. A database that is given twice is read once.
Inputs open_inputs(const std::filesystem::path& path, const MergeOptions& options) {
  const MergeShares shares(options.memory_bytes);
  constexpr std::uint64_t kLeastCache = 256 * 1024;
  const std::uint64_t cache = std::max(shares.input_caches / options.databases.size(), kLeastCache);
  Inputs inputs;
  std::set<FileIdentity> seen;
  for (const std::string& name : options.databases) {
    const auto file = find_identity(name);
    if (file && !seen.insert(*file).second) continue;
    inputs.push_back(std::make_unique<MergeInput>(name, copy_path(path, inputs.size() + 1), cache));
  }
  return inputs;
}

/// Deletes a new database into which nothing came.
void discard_if_empty(Database& database) {
  if (database.is_new() && database.next_id("source") == 1) database.discard();
}

}  // namespace

MergeReport merge_databases(const std::filesystem::path& path, const MergeOptions& options,
                            const MergeVisitor& progress, const MessageVisitor& message,
                            const std::atomic<bool>& stop) {
  check_inputs(path, options);
  const int threads = thread_count(options.threads, options.memory_bytes);
  require_threads(static_cast<std::size_t>(threads));
  Inputs inputs = open_inputs(path, options);
  WaitOptions wait;
  wait.stop = &stop;
  wait.for_writer = options.wait;
  wait.say = [&](const std::string& line) {
    if (message) message({IndexMessage::Level::note, line});
  };
  Database database = Database::open_for_writing(path, MergeShares(options.memory_bytes).page_cache,
                                                 std::move(wait));
  // Some builds of SQLite overwrite what is deleted, and each new page, with zeros. What is deleted
  // of a new database are parts of indexes that were merged.
  if (database.is_new()) database.sql().exec("PRAGMA secure_delete = OFF");
  remove_leftover_spills(path);
  remove_leftover_copies(path);
  try {
    return run_in_arena(threads, [&] {
      return MergeRun(database, std::move(inputs), options, progress, message, stop).run();
    });
  } catch (...) {
    discard_if_empty(database);
    throw;
  }
}

}  // namespace ludex
