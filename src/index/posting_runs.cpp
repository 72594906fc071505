#include "index/posting_runs.hpp"

#include "core/free_memory.hpp"
#include "core/parallel_work.hpp"
#include "core/present_memory.hpp"
#include "index/posting_sorter.hpp"
#include "ludex/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

namespace ludex {
namespace {

constexpr std::string_view kSuffix = "-spill-";
constexpr int kMaxNumber = 1000;  // more leftover files than this cannot be ours
constexpr std::size_t kMaxWriteBytes = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& name, std::string_view what, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw Error(
      fmt::format("{}: cannot {} this temporary file: {}; {}", name, what, std::strerror(error),
                  full ? "free some space and run the same command again, or give it more --memory"
                       : "the folder of the database must be writable"));
}

constexpr std::size_t kPartKeys = std::size_t{1} << 18;  // keys divided by one task, at least
constexpr std::size_t kMaxParts = 64;
constexpr std::size_t kPieceEntries = 4096;
constexpr std::size_t kSpillFiles = 8;
constexpr std::size_t kLeastPartWords = std::size_t{1} << 13;

using Counts = std::array<std::uint32_t, kBuckets>;

struct Part {
  std::size_t begin;
  std::size_t end;
  Counts counts{};  // first of keys, then where the next key of a bucket goes
};

std::vector<Part> divide_evenly(std::size_t keys) {
  const std::size_t parts = std::clamp<std::size_t>(keys / kPartKeys, 1, kMaxParts);
  std::vector<Part> result;
  for (std::size_t i = 0; i < parts; ++i) {
    result.push_back({keys * i / parts, keys * (i + 1) / parts});
  }
  return result;
}

void count_keys(std::span<const std::uint64_t> keys, Part& part) {
  for (std::size_t i = part.begin; i < part.end; ++i) ++part.counts[keys[i] >> kRestBits];
}

/// Turns the counts of all parts into places: by bucket, then by part.
void place_parts(std::vector<Part>& parts, PostingRun& run) {
  std::uint32_t place = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    run.bucket_begin[bucket] = place;
    for (Part& part : parts) {
      const std::uint32_t count = part.counts[bucket];
      part.counts[bucket] = place;
      place += count;
    }
  }
  run.bucket_begin[kBuckets] = place;
}

void scatter(std::span<const std::uint64_t> keys, std::span<const NumberExtent> extents, Part& part,
             std::uint64_t* entries) {
  constexpr std::uint64_t kRestMask = (std::uint64_t{1} << kRestBits) - 1;
  auto extent = std::ranges::upper_bound(extents, part.begin, {}, &NumberExtent::first_index) - 1;
  for (std::size_t i = part.begin; i < part.end; ++extent) {
    const auto next = extent + 1;
    const std::size_t end =
        next == extents.end() ? part.end : std::min<std::size_t>(part.end, next->first_index);
    const std::uint64_t shift = std::uint64_t{extent->first_offset} - extent->first_index;
    for (; i < end; ++i) {
      const std::uint64_t key = keys[i];
      entries[part.counts[key >> kRestBits]++] = (key & kRestMask) << kOffsetBits | (i + shift);
    }
  }
}

constexpr int kSplitBits = 10;

/// Calls `some` with the rest of `bytes` until nothing is left.
/// \param some  returns how many it has transferred; negative: none, try again
template <class Byte, class Some>
void transfer(std::span<Byte> bytes, std::uint64_t first_word, const Some& some) {
  auto offset_bytes = static_cast<off_t>(first_word * sizeof(std::uint64_t));
  while (!bytes.empty()) {
    const auto count = some(bytes, offset_bytes);
    if (count < 0) continue;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset_bytes += count;
  }
}

}  // namespace

bool is_spill_name(std::string_view file_name, std::string_view database_name) {
  if (!file_name.starts_with(database_name)) return false;
  file_name.remove_prefix(database_name.size());
  if (!file_name.starts_with(kSuffix)) return false;
  file_name.remove_prefix(kSuffix.size());
  return !file_name.empty() && file_name.find_first_not_of("0123456789") == std::string_view::npos;
}

SpillFile::SpillFile(const std::filesystem::path& prefix) {
  for (int number = 0; file_ < 0; ++number) {
    name_ = fmt::format("{}{}{}", prefix.string(), kSuffix, number);
    file_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file_ < 0 && (errno != EEXIST || number == kMaxNumber)) fail(name_, "create", errno);
  }
  ::unlink(name_.c_str());
}

SpillFile::~SpillFile() { ::close(file_); }

std::uint64_t SpillFile::append(std::span<const std::uint64_t> words) {
  const std::uint64_t first_word = words_;
  transfer(std::as_bytes(words), first_word, [&](std::span<const std::byte> bytes, off_t offset) {
    const auto count =
        ::pwrite(file_, bytes.data(), std::min(bytes.size(), kMaxWriteBytes), offset);
    if (count == 0 || (count < 0 && errno != EINTR))
      fail(name_, "write", count < 0 ? errno : ENOSPC);
    return count;
  });
  words_ += words.size();
  return first_word;
}

void SpillFile::read(std::uint64_t first_word, std::span<std::uint64_t> words) const {
  transfer(std::as_writable_bytes(words), first_word,
           [&](std::span<std::byte> bytes, off_t offset) {
             const auto count = ::pread(file_, bytes.data(), bytes.size(), offset);
             if (count == 0 || (count < 0 && errno != EINTR))
               fail(name_, "read", count < 0 ? errno : EIO);
             return count;
           });
}

std::size_t remove_leftover_spills(const std::filesystem::path& prefix) {
  const std::string database_name = prefix.filename().string();
  const auto folder = prefix.has_parent_path() ? prefix.parent_path() : std::filesystem::path(".");
  std::size_t removed = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (!is_spill_name(at->path().filename().string(), database_name)) continue;
    std::error_code ignored;
    if (std::filesystem::remove(at->path(), ignored)) ++removed;
  }
  return removed;
}

void divide_into_buckets(std::span<const std::uint64_t> keys, std::span<const NumberExtent> extents,
                         PostingRun& run) {
  std::vector<Part> parts = divide_evenly(keys.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const ParallelWork counted;
    count_keys(keys, parts[i]);
    const std::size_t count = parts[i].end - parts[i].begin;
    make_present(std::as_writable_bytes(std::span(run.entries).subspan(parts[i].begin, count)));
  });
  place_parts(parts, run);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    const ParallelWork counted;
    scatter(keys, extents, parts[i], run.entries.data());
  });
}

void PostingRuns::keep(PostingRun run) {
  kept_bytes_ += run.entries.size() * sizeof(std::uint64_t);
  runs_.push_back(std::move(run));
}

void PostingRuns::spill(const PostingRun& run, const std::filesystem::path& prefix) {
  const auto entries = std::span(run.entries).first(run.bucket_begin[kBuckets]);
  PostingRun spilled;
  spilled.base_number = run.base_number;
  spilled.bucket_begin = run.bucket_begin;
  spilled.part_words = std::max((entries.size() + kSpillFiles - 1) / kSpillFiles, kLeastPartWords);
  spilled.first_words.resize((entries.size() + spilled.part_words - 1) / spilled.part_words);
  while (files_.size() < spilled.first_words.size()) {
    files_.push_back(std::make_unique<SpillFile>(prefix));
  }
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(std::size_t{0}, spilled.first_words.size(), [&](std::size_t part) {
      const ParallelWork counted;
      const auto rest = entries.subspan(part * spilled.part_words);
      spilled.first_words[part] =
          files_[part]->append(rest.first(std::min(rest.size(), spilled.part_words)));
    });
  });
  runs_.push_back(std::move(spilled));
}

void PostingRuns::clear() {
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(std::size_t{0}, runs_.size(), [&](std::size_t run) {
      const ParallelWork counted;
      free_memory(runs_[run].entries);
    });
  });
  *this = {};
}

std::size_t PostingRuns::read(const PostingRun& run, std::uint64_t first,
                              std::span<std::uint64_t> entries) const {
  const std::size_t part = first / run.part_words;
  const std::size_t begin = first % run.part_words;
  const auto found = entries.first(std::min(entries.size(), run.part_words - begin));
  files_[part]->read(run.first_words[part] + begin, found);
  return found.size();
}

std::uint64_t PostingRuns::count(std::size_t bucket) const {
  std::uint64_t count = 0;
  for (const PostingRun& run : runs_) count += run.count(bucket);
  return count;
}

std::span<const std::uint64_t> BucketReader::next() {
  const auto runs = runs_.runs();
  for (; run_ < runs.size(); ++run_, done_ = 0) {
    const PostingRun& run = runs[run_];
    const std::uint32_t left = run.count(bucket_) - done_;
    if (left == 0) continue;
    base_number_ = run.base_number;
    const std::uint64_t first = run.bucket_begin[bucket_] + done_;
    const std::size_t piece = std::min<std::size_t>(left, kPieceEntries);
    if (!run.entries.empty()) {
      done_ += static_cast<std::uint32_t>(piece);
      return std::span(run.entries).subspan(first, piece);
    }
    buffer_.resize(piece);
    buffer_.resize(runs_.read(run, first, buffer_));
    done_ += static_cast<std::uint32_t>(buffer_.size());
    return buffer_;
  }
  return {};
}

BucketSlicer::BucketSlicer(const PostingRuns& runs, std::size_t bucket, std::size_t max_postings)
    : runs_(runs), bucket_(bucket), max_postings_(max_postings) {
  spans_.push_back({std::uint64_t{bucket} << kRestBits, kRestBits, runs.count(bucket)});
}

bool BucketSlicer::next(std::vector<Posting>& postings) {
  postings.clear();
  if (frequent_ && read_frequent(postings)) return true;
  while (!spans_.empty()) {
    const KeySpan span = spans_.back();
    spans_.pop_back();
    if (span.count > max_postings_ && span.open_bits > 0) {
      split(span);
      continue;
    }
    if (span.count > max_postings_) {
      frequent_.emplace(runs_, bucket_);
      frequent_key_ = span.first_key;
      return read_frequent(postings);
    }
    std::uint64_t count = span.count;
    std::uint64_t last_key = span.last_key();
    while (!spans_.empty() && count + spans_.back().count <= max_postings_) {
      count += spans_.back().count;
      last_key = spans_.back().last_key();
      spans_.pop_back();
    }
    postings.reserve(count);
    read(span.first_key, last_key, postings);
    return true;
  }
  return false;
}

void BucketSlicer::split(const KeySpan& span) {
  const int open_bits = std::max(span.open_bits - kSplitBits, 0);
  std::array<std::uint64_t, std::size_t{1} << kSplitBits> counts{};
  BucketReader reader(runs_, bucket_);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    for (const std::uint64_t entry : piece) {
      const std::uint64_t key = reader.posting(entry).key;
      if (key < span.first_key || key > span.last_key()) continue;
      ++counts[(key - span.first_key) >> open_bits];
    }
  }
  for (std::size_t i = counts.size(); i-- > 0;) {
    if (counts[i] == 0) continue;
    spans_.push_back({span.first_key + (std::uint64_t{i} << open_bits), open_bits, counts[i]});
  }
}

void BucketSlicer::read(std::uint64_t first_key, std::uint64_t last_key,
                        std::vector<Posting>& postings) const {
  BucketReader reader(runs_, bucket_);
  for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) {
    for (const std::uint64_t entry : piece) {
      const Posting posting = reader.posting(entry);
      if (posting.key >= first_key && posting.key <= last_key) postings.push_back(posting);
    }
  }
}

/// False if no posting of the frequent key is left.
bool BucketSlicer::read_frequent(std::vector<Posting>& postings) {
  while (postings.size() < max_postings_) {
    const auto piece = frequent_->next();
    if (piece.empty()) {
      frequent_.reset();
      break;
    }
    for (const std::uint64_t entry : piece) {
      const Posting posting = frequent_->posting(entry);
      if (posting.key == frequent_key_) postings.push_back(posting);
    }
  }
  return !postings.empty();
}

}  // namespace ludex
