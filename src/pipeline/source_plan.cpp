#include "pipeline/source_plan.hpp"

#include "core/parallel_work.hpp"
#include "ludex/error.hpp"
#include "source/byte_stream.hpp"
#include "source/file_stream.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <unordered_set>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kPlannedByThread = 256;
constexpr std::int64_t kMostContentBytes = 16 * 1024;           // of one file
constexpr std::uint64_t kLeastDecoderBytes = 16 * 1024 * 1024;  // enough for xz -6

/// True if one of these limits is higher than before and none is lower.
bool allows_more(const ReadingLimits& limits, const ReadingLimits& before) {
  return limits.decoder_bytes >= before.decoder_bytes &&
         limits.max_expansion >= before.max_expansion &&
         (limits.decoder_bytes > before.decoder_bytes ||
          limits.max_expansion > before.max_expansion);
}

/// The options that change what is stored, in one fixed form.
std::string stored_options(const IndexOptions& options) {
  return fmt::format("format={} charset={} text={}{}", options.format, options.charset,
                     options.keep_text ? "yes" : "no",
                     options.comment_text ? "" : " comment_text=no");
}

std::string to_text(const Fingerprint& print) {
  return fmt::format("{}:{}", print.size_bytes, print.hash);
}

Fingerprint parse_fingerprint(const std::string& text) {
  Fingerprint print;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, print.size_bytes);
  if (error == std::errc{} && rest != end) print.hash.assign(rest + 1, end);
  return print;
}

/// \pre the file has another entry now
bool has_only_grown(const SourcePlan& plan, const FileEntry& now) {
  if (now.identity != plan.entry->identity || now.bytes <= plan.entry->bytes) return false;
  try {
    return has_grown(plan.name.path,
                     parse_fingerprint(std::string(plain_fingerprint(plan.row.fingerprint))));
  } catch (const SourceError&) {
    return false;  // the next run says why
  }
}

/// The name by which a stream is known; empty: none.
std::string path_of_stream(const IndexOptions& options) {
  return options.stdin_name.empty() ? std::string() : "stdin:" + options.stdin_name;
}

/// The name of a source in lists and messages.
std::string shown_name(const SourceName& name, const IndexOptions& options) {
  if (name.is_stream() && !options.stdin_name.empty()) return options.stdin_name;
  return name.kind == SourceKind::standard_input ? "(standard input)" : name.path;
}

SourceRow new_row(const SourceName& name, std::string path, const IndexOptions& options) {
  SourceRow row;
  row.name = shown_name(name, options);
  row.path = std::move(path);
  row.options = stored_options(options);
  row.variations = options.variations;
  return row;
}

/// A new generation of `old`, hidden until it is complete.
void replace(SourcePlan& plan, const SourceRow& old, SourceRow fresh) {
  fresh.hidden = true;
  fresh.replaces = old.id;
  plan.row = std::move(fresh);
}

/// The file has grown: continue from the last record.
void read_on(SourcePlan& plan, SourceRow old, const SourceRow& fresh) {
  old.junk_bytes -= old.tail_bytes;
  old.stream_bytes -= old.tail_bytes;
  old.tail_bytes = 0;
  old.fingerprint = fresh.fingerprint;
  old.bytes = fresh.bytes;
  old.damaged_at.reset();
  old.damage.clear();
  old.file_times = fresh.file_times;
  old.times_are_settled = fresh.times_are_settled;
  old.limits = {};
  old.limited = false;
  plan.row = std::move(old);
}

/// The file was read before and looks the same: `old` is the row of that reading.
void compare_same(SourcePlan& plan, const SourceRow& old, SourceRow fresh) {
  const bool damaged = old.state == SourceState::damaged;
  const bool adds_variations = fresh.variations && !old.variations;
  fresh.variations = fresh.variations || old.variations;
  if (damaged && (!old.file_times || old.file_times != fresh.file_times)) {
    return replace(plan, old, std::move(fresh));
  }
  plan.action = adds_variations ? SourcePlan::Action::add_variations : SourcePlan::Action::known;
  plan.row = old;
  if (!damaged || !old.limited) return;
  SourcePlan again;
  if (old.resumable && !adds_variations) {
    read_on(again, old, fresh);
  } else {
    replace(again, old, std::move(fresh));
  }
  plan.row_with_more = std::move(again.row);
}

std::string is_none_of(std::size_t sources, const SourceRow& fresh) {
  return fmt::format(
      "{}: the database has {} sources with this path, and this is not one of them. It is added, "
      "and "
      "they stay; if they are out of date, remove them with 'ludex remove --source' and index "
      "again",
      fresh.name, sources);
}

bool looks_same(const SourceRow& old, const SourceRow& fresh) {
  return old.fingerprint == fresh.fingerprint && old.options == fresh.options &&
         old.state != SourceState::loading;
}

bool has_grown_since(const SourcePlan& plan, const SourceRow& old, const SourceRow& fresh) {
  const bool same_way = old.options == fresh.options && (old.variations || !fresh.variations);
  return same_way && old.resumable && has_grown(plan.name.path, parse_fingerprint(old.fingerprint));
}

void compare_done(SourcePlan& plan, const SourceRow& old, SourceRow fresh) {
  if (looks_same(old, fresh)) return compare_same(plan, old, std::move(fresh));
  if (has_grown_since(plan, old, fresh)) return read_on(plan, old, fresh);
  replace(plan, old, std::move(fresh));
}

/// The source of the file among those of its path. After a merge there may be several, of different
/// files: null if it is none of them.
const SourceRow* find_reading(const SourcePlan& plan, std::span<const SourceRow> rows,
                              const SourceRow& fresh) {
  if (rows.size() == 1) return rows.data();
  const auto first = [&](const auto& fits) {
    const auto found = std::ranges::find_if(rows, fits);
    return found == rows.end() ? nullptr : &*found;
  };
  if (const auto* row = first([&](const auto& old) { return looks_same(old, fresh); })) return row;
  if (const auto* row = first([&](const auto& old) { return has_grown_since(plan, old, fresh); })) {
    return row;
  }
  return first(
      [&](const auto& old) { return plain_fingerprint(old.fingerprint) == fresh.fingerprint; });
}

/// \param rows  all visible sources of the path of the file
void compare_with_path(SourcePlan& plan, std::span<const SourceRow> rows, SourceRow fresh) {
  if (const SourceRow* old = find_reading(plan, rows, fresh)) {
    return compare_done(plan, *old, std::move(fresh));
  }
  plan.message = is_none_of(rows.size(), fresh);
  plan.row = std::move(fresh);
}

/// True if an earlier run was interrupted while reading this source. A replacement may index
/// variations because the source it replaces did.
bool is_cut_off(const SourceRow& row, const SourceRow& fresh) {
  return row.state == SourceState::loading && row.options == fresh.options &&
         (row.variations == fresh.variations || (row.hidden && row.variations));
}

/// Nothing has touched the file since it was read.
bool is_untouched(const SourceRow& row, const FileEntry& entry, const SourceRow& fresh) {
  return !row.hidden && row.state == SourceState::done && row.bytes == entry.bytes &&
         row.file_times == entry.times && row.options == fresh.options;
}

/// True if the file is no longer at its old path, or if that is now a way to the new one. An old
/// path that cannot be looked at counts as there.
bool has_moved(const std::string& old_path, const std::string& new_path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::status(old_path, error).type() == fs::file_type::not_found) return true;
  const fs::path leads_to = fs::canonical(old_path, error);
  return !error && leads_to == new_path;
}

/// A plan that is being made.
struct Draft {
  SourcePlan plan;
  LocatedFile file;
  SourceRow fresh;                     // as the file is now
  std::vector<SourceRow> generations;  // of its path
  bool is_to_be_compared = false;      // by its fingerprint
};

/// Plans what needs no look into the file.
void look_up(SourceTable& table, CompanionFiles& companion_files, const IndexOptions& options,
             Draft& draft) {
  SourcePlan& plan = draft.plan;
  plan.entry = draft.file.entry;
  SourceRow fresh = new_row(plan.name, std::move(draft.file.path), options);
  const std::string companions = companion_files.print(plan.name.path, options.format);
  if (!companions.empty()) fresh.options += " companions=" + companions;
  draft.generations = table.find_by_path(fresh.path);
  for (const SourceRow& row : draft.generations) {
    if (plan.entry && is_untouched(row, *plan.entry, fresh)) {
      return compare_same(plan, row, std::move(fresh));
    }
  }
  draft.fresh = std::move(fresh);
  draft.is_to_be_compared = true;
}

/// \param content_bytes  the size of the largest file whose content is kept
void take_fingerprint(Draft& draft, std::uint64_t content_bytes) {
  SourceRow& fresh = draft.fresh;
  const Fingerprint print =
      fingerprint_of(draft.plan.name.path, &draft.plan.content, content_bytes);
  fresh.fingerprint = to_text(print);
  fresh.bytes = static_cast<std::int64_t>(print.size_bytes);
  if (!draft.plan.entry) return;
  fresh.file_times = draft.plan.entry->times;
  fresh.times_are_settled = are_settled(draft.plan.entry->times);
}

/// Plans the rest. \pre the fingerprint was taken
void compare_file(SourceTable& table, Draft& draft) {
  SourcePlan& plan = draft.plan;
  SourceRow& fresh = draft.fresh;
  for (const SourceRow& row : draft.generations) {
    if (row.fingerprint == fresh.fingerprint && is_cut_off(row, fresh)) {
      plan.row = row;
      return;
    }
  }
  std::erase_if(draft.generations, [](const SourceRow& row) { return row.hidden; });
  if (!draft.generations.empty()) {
    return compare_with_path(plan, draft.generations, std::move(fresh));
  }
  for (SourceRow& row : table.find_by_fingerprint(fresh.fingerprint)) {
    const bool moved = !row.hidden && row.options == fresh.options &&
                       (row.state != SourceState::loading || is_cut_off(row, fresh)) &&
                       has_moved(row.path, fresh.path);
    if (!moved) continue;
    table.rename(row.id, plan.name.path, fresh.path);
    row.name = fresh.name;
    row.path = fresh.path;
    if (row.state != SourceState::loading) return compare_done(plan, row, std::move(fresh));
    plan.row = std::move(row);
    return;
  }
  plan.row = std::move(fresh);
}

bool is_database_file(const DatabaseFiles& own, const SourceName& name, const LocatedFile& file) {
  if (name.kind == SourceKind::standard_input) return own.contains_standard_input();
  if (name.is_stream()) return own.contains(name.path, find_identity(name.path));
  return own.contains(name.path, file.entry ? std::optional(file.entry->identity) : std::nullopt);
}

/// The stream is compared with what was stored of it, so none of that may have been removed.
bool is_stream_cut_off(const SourceRow& row, const SourceRow& fresh) {
  return is_cut_off(row, fresh) && row.fingerprint == fresh.fingerprint && row.removed == 0;
}

void plan_stream(SourceTable& table, SourcePlan& plan, const IndexOptions& options) {
  SourceRow fresh = new_row(plan.name, path_of_stream(options), options);
  if (plan.name.kind == SourceKind::standard_input) plan.name.path = fresh.name;
  if (options.stdin_name.empty()) {
    plan.row = std::move(fresh);
    return;
  }
  auto generations = table.find_by_path(fresh.path);
  const auto cut_off = std::ranges::find_if(
      generations, [&](const SourceRow& row) { return is_stream_cut_off(row, fresh); });
  if (cut_off != generations.end()) {
    fresh = *cut_off;
    plan.stored_records = table.hash_records(fresh.id);
  }
  std::erase_if(generations,
                [&](const SourceRow& row) { return row.hidden || row.id == fresh.id; });
  if (generations.size() > 1) plan.message = is_none_of(generations.size(), fresh);
  if (fresh.id == SourceId::none && !generations.empty()) {
    fresh.hidden = true;  // its end shows which of several it is
    if (generations.size() == 1) fresh.replaces = generations[0].id;
  }
  plan.row = std::move(fresh);
}

/// Plans to read sources again that ended at a limit which is higher now. The memory of each
/// depends on how many are read at the same time.
void raise_limits(std::vector<SourcePlan>& plans, const IndexOptions& options,
                  std::uint64_t decoder_bytes, int threads) {
  const auto may_be_read = [](const SourcePlan& plan) {
    return plan.action == SourcePlan::Action::read || plan.row_with_more;
  };
  const auto reads =
      static_cast<std::size_t>(std::count_if(plans.begin(), plans.end(), may_be_read));
  const ReadingLimits limits{
      decoder_bytes_of_each(decoder_bytes, std::min(reads, static_cast<std::size_t>(threads))),
      effective_expansion(options.max_expansion)};
  for (SourcePlan& plan : plans) {
    if (!plan.row_with_more || !allows_more(limits, plan.row.limits)) continue;
    plan.action = SourcePlan::Action::read;
    plan.row = std::move(*plan.row_with_more);
  }
}

/// Paths that were seen, by their hashes: an index run may meet a million.
class SeenPaths {
 public:
  /// False if it was seen before.
  bool add(const std::string& path) {
    const XXH128_hash_t hash = XXH3_128bits(path.data(), path.size());
    return hashes_.insert({hash.high64, hash.low64}).second;
  }

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct Half {
    std::size_t operator()(const Hash& hash) const { return hash.second; }
  };
  std::unordered_set<Hash, Half> hashes_;
};

}  // namespace

class SourcePlanner::Impl {
 public:
  Impl(SourceTable& table, DatabaseFiles own, CompanionFiles& companions,
       const IndexOptions& options, std::uint64_t decoder_bytes, const std::atomic<bool>& stop)
      : table_(table),
        own_(std::move(own)),
        companions_(companions),
        options_(options),
        decoder_bytes_(decoder_bytes),
        stop_(stop) {}

  std::vector<SourcePlan> plan(std::span<const SourceName> names) {
    std::vector<SourcePlan> plans;
    plans.reserve(names.size());
    content_bytes_left_ = static_cast<std::int64_t>(options_.memory_bytes / 32);
    const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    while (!names.empty() && !stop_) {
      const auto some = names.first(std::min(names.size(), threads * kPlannedByThread));
      plan_some(some, plans);
      names = names.subspan(some.size());
    }
    raise_limits(plans, options_, decoder_bytes_, options_.threads);
    return plans;
  }

 private:
  /// All threads look at files, which may take long; one talks to the database, and looks at files
  /// that have grown or moved.
  void plan_some(std::span<const SourceName> names, std::vector<SourcePlan>& plans) {
    std::vector<Draft> drafts(names.size());
    on_all_threads(names.size(), [&, files = FileLocator()](std::size_t i) mutable {
      drafts[i].plan.name = names[i];
      if (!names[i].is_stream()) drafts[i].file = files.locate(names[i].path);
    });
    std::erase_if(drafts, [&](const Draft& draft) {
      return !draft.plan.name.is_stream() && !seen_.add(draft.file.path);
    });
    for (Draft& draft : drafts) begin(draft);
    on_all_threads(drafts.size(), [&](std::size_t i) { look_into(drafts[i]); });
    for (Draft& draft : drafts) {
      if (stop_) return;
      end(draft);
      plans.push_back(std::move(draft.plan));
    }
  }

  void begin(Draft& draft) {
    SourcePlan& plan = draft.plan;
    if (is_database_file(own_, plan.name, draft.file)) {
      plan.action = SourcePlan::Action::database_file;
    } else if (plan.name.is_stream()) {
      guarded(plan, [&] { plan_stream(table_, plan, options_); });
    } else {
      guarded(plan, [&] { look_up(table_, companions_, options_, draft); });
    }
  }

  void look_into(Draft& draft) {
    if (!draft.is_to_be_compared || stop_) return;
    const std::int64_t bytes = draft.plan.entry ? draft.plan.entry->bytes : 0;
    const bool is_kept = bytes <= kMostContentBytes && reserve(bytes);
    guarded(draft.plan, [&] {
      try {
        take_fingerprint(draft, is_kept ? static_cast<std::uint64_t>(bytes) : 0);
      } catch (const TooManyOpenFiles&) {  // end() tries again, when other threads have none open
      }
    });
    if (is_kept && !draft.plan.content) content_bytes_left_ += bytes;
  }

  /// False if there is no more room.
  bool reserve(std::int64_t bytes) {
    if ((content_bytes_left_ -= bytes) >= 0) return true;
    content_bytes_left_ += bytes;
    return false;
  }

  void end(Draft& draft) {
    SourcePlan& plan = draft.plan;
    if (draft.is_to_be_compared && plan.action != SourcePlan::Action::failed) {
      guarded(plan, [&] {
        if (draft.fresh.fingerprint.empty()) take_fingerprint(draft, 0);
        compare_file(table_, draft);
      });
    }
    if (plan.action == SourcePlan::Action::read || !plan.content) return;
    content_bytes_left_ += static_cast<std::int64_t>(plan.content->size());
    plan.content.reset();
  }

  template <class Step>
  static void guarded(SourcePlan& plan, const Step& step) {
    try {
      step();
    } catch (const SourceError& error) {
      plan.action = SourcePlan::Action::failed;
      plan.message = error.what();
    }
  }

  /// Calls one(i) for all i below `count`, for those that follow each other by one copy of it.
  template <class One>
  static void on_all_threads(std::size_t count, const One& one) {
    const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    const std::size_t some_at_once = std::clamp<std::size_t>(count / (4 * threads), 1, 64);
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, some_at_once),
        [&](const tbb::blocked_range<std::size_t>& some) {
          const ParallelWork counted;
          One mine = one;
          for (std::size_t i = some.begin(); i < some.end(); ++i) mine(i);
        },
        tbb::simple_partitioner());
  }

  SourceTable& table_;
  DatabaseFiles own_;
  CompanionFiles& companions_;
  const IndexOptions& options_;
  std::uint64_t decoder_bytes_;
  const std::atomic<bool>& stop_;
  SeenPaths seen_;
  std::atomic<std::int64_t> content_bytes_left_ = 0;  // for the plans that are being made
};

SourcePlanner::SourcePlanner(SourceTable& table, DatabaseFiles own, CompanionFiles& companions,
                             const IndexOptions& options, std::uint64_t decoder_bytes,
                             const std::atomic<bool>& stop)
    : impl_(std::make_unique<Impl>(table, std::move(own), companions, options, decoder_bytes,
                                   stop)) {}
SourcePlanner::~SourcePlanner() = default;

std::vector<SourcePlan> SourcePlanner::plan(std::span<const SourceName> names) {
  return impl_->plan(names);
}

FileChange find_change(const SourcePlan& plan) {
  if (plan.content || !plan.entry) return FileChange::none;
  const auto now = find_entry(plan.name.path);
  if (!now || *now == *plan.entry) return FileChange::none;
  return has_only_grown(plan, *now) ? FileChange::grew : FileChange::other;
}

std::uint64_t decoder_bytes_of_each(std::uint64_t all_bytes, std::size_t readers) {
  return std::max(all_bytes / std::max<std::size_t>(readers, 1), kLeastDecoderBytes);
}

double effective_expansion(double max_expansion) {
  return max_expansion > 0 ? max_expansion : ExpansionLimit::kDefaultRatio;
}

}  // namespace ludex
