#include "pipeline/source_plan.hpp"

#include "ludex/error.hpp"
#include "source/byte_stream.hpp"
#include "source/file_stream.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <unordered_set>
#include <utility>

namespace ludex {
namespace {

constexpr std::uint64_t kMostContentBytes = 16 * 1024;          // of one file
constexpr std::uint64_t kLeastDecoderBytes = 16 * 1024 * 1024;  // enough for xz -6

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileEntry entry_of(const struct stat& status) {
  return {status.st_size,
          {nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)},
          {status.st_dev, status.st_ino}};
}

/// A change within one tick of a file system's clock leaves the times as they are, so those of a
/// file that was changed just now say nothing. FAT has ticks of 2 s.
bool are_settled(const FileTimes& times) {
  constexpr std::int64_t kTick = 2'000'000'000;
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::max(times.modified_ns, times.changed_ns) + kTick < nanoseconds(now);
}

/// A file as it is known, and its entry if it is there.
struct LocatedFile {
  std::string path;  // canonical
  std::optional<FileEntry> entry;
};

/// Looks for files; a folder is looked up once for all of its files that come together.
class FileLocator {
 public:
  LocatedFile locate(const std::string& path) {
    struct stat status {};
    const std::size_t slash = path.rfind('/');
    const bool is_plain = slash != std::string::npos && slash > 0 && !path.ends_with('.') &&
                          !path.ends_with('/') && ::lstat(path.c_str(), &status) == 0 &&
                          !S_ISLNK(status.st_mode);
    if (is_plain) return {folder_of(path, slash) + path.substr(slash), entry_of(status)};
    LocatedFile file{canonical(path), std::nullopt};
    if (::stat(path.c_str(), &status) == 0) file.entry = entry_of(status);
    return file;
  }

 private:
  const std::string& folder_of(const std::string& path, std::size_t slash) {
    const std::string_view folder = std::string_view(path).substr(0, slash);
    if (folder != folder_) {
      folder_ = folder;
      canonical_folder_ = canonical(folder_);
      if (canonical_folder_.ends_with('/')) canonical_folder_.pop_back();
    }
    return canonical_folder_;
  }
  static std::string canonical(const std::string& path) {
    std::error_code error;
    const auto found = std::filesystem::weakly_canonical(path, error);
    return (error ? std::filesystem::absolute(path) : found).string();
  }

  std::string folder_, canonical_folder_;
};

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

/// \param content_bytes  the size of the largest file whose content is kept
void plan_file(SourceTable& table, SourcePlan& plan, LocatedFile file,
               CompanionFiles& companion_files, const IndexOptions& options,
               std::uint64_t content_bytes) {
  const auto& entry = file.entry;
  plan.entry = entry;
  SourceRow fresh = new_row(plan.name, std::move(file.path), options);
  const std::string companions = companion_files.print(plan.name.path, options.format);
  if (!companions.empty()) fresh.options += " companions=" + companions;
  auto generations = table.find_by_path(fresh.path);
  for (const SourceRow& row : generations) {
    if (entry && is_untouched(row, *entry, fresh)) return compare_same(plan, row, std::move(fresh));
  }
  const Fingerprint print =
      fingerprint_of(plan.name.path, &plan.content, std::min(content_bytes, kMostContentBytes));
  fresh.fingerprint = to_text(print);
  fresh.bytes = static_cast<std::int64_t>(print.size_bytes);
  if (entry) {
    fresh.file_times = entry->times;
    fresh.times_are_settled = are_settled(entry->times);
  }
  for (const SourceRow& row : generations) {
    if (row.fingerprint == fresh.fingerprint && is_cut_off(row, fresh)) {
      plan.row = row;
      return;
    }
  }
  std::erase_if(generations, [](const SourceRow& row) { return row.hidden; });
  if (!generations.empty()) return compare_with_path(plan, generations, std::move(fresh));
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
    for (const SourceName& name : names) {
      if (stop_) break;
      LocatedFile file;
      if (!name.is_stream()) {
        file = files_.locate(name.path);
        if (!seen_.add(file.path)) continue;
      }
      plans.push_back(plan(name, std::move(file)));
    }
    raise_limits(plans, options_, decoder_bytes_, options_.threads);
    content_bytes_ = 0;
    return plans;
  }

 private:
  SourcePlan plan(const SourceName& name, LocatedFile file) {
    SourcePlan plan;
    plan.name = name;
    if (is_database_file(own_, name, file)) {
      plan.action = SourcePlan::Action::database_file;
      return plan;
    }
    try {
      name.is_stream() ? plan_stream(table_, plan, options_)
                       : plan_file(table_, plan, std::move(file), companions_, options_,
                                   options_.memory_bytes / 32 - content_bytes_);
      if (plan.action != SourcePlan::Action::read) plan.content.reset();
      if (plan.content) content_bytes_ += plan.content->size();
    } catch (const SourceError& error) {
      plan.action = SourcePlan::Action::failed;
      plan.message = error.what();
    }
    return plan;
  }

  SourceTable& table_;
  DatabaseFiles own_;
  CompanionFiles& companions_;
  const IndexOptions& options_;
  std::uint64_t decoder_bytes_;
  const std::atomic<bool>& stop_;
  FileLocator files_;
  SeenPaths seen_;
  std::uint64_t content_bytes_ = 0;  // kept in the plans that are being made
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
  struct stat status {};
  if (plan.content || !plan.entry || ::stat(plan.name.path.c_str(), &status) != 0)
    return FileChange::none;
  const FileEntry now = entry_of(status);
  if (now == *plan.entry) return FileChange::none;
  return has_only_grown(plan, now) ? FileChange::grew : FileChange::other;
}

std::uint64_t decoder_bytes_of_each(std::uint64_t all_bytes, std::size_t readers) {
  return std::max(all_bytes / std::max<std::size_t>(readers, 1), kLeastDecoderBytes);
}

double effective_expansion(double max_expansion) {
  return max_expansion > 0 ? max_expansion : ExpansionLimit::kDefaultRatio;
}

}  // namespace ludex
