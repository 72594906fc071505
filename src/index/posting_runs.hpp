#pragma once

#include "core/uninitialized.hpp"
#include "index/block_store.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// True if `file_name` names a spill file of the database `database_name`.
[[nodiscard]] bool is_spill_name(std::string_view file_name, std::string_view database_name);

/// A temporary file of 64-bit words beside the database. It is unlinked as soon as it is open, so
/// that it vanishes with the process.
class SpillFile {
 public:
  /// \throws Error if no file can be made there.
  explicit SpillFile(const std::filesystem::path& prefix);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// \returns the place of the first word, for read(). \throws Error (disk full).
  std::uint64_t append(std::span<const std::uint64_t> words);

  /// Safe to call from several threads. \throws Error.
  void read(std::uint64_t first_word, std::span<std::uint64_t> words) const;

 private:
  std::string name_;
  int file_ = -1;
  std::uint64_t words_ = 0;
};

inline constexpr int kBucketBits = 10;
inline constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
inline constexpr int kRestBits = kKeyBits - kBucketBits;  // of a key, once its bucket is known
inline constexpr int kOffsetBits = 64 - kRestBits;        // of a number, once its run is known
inline constexpr std::uint64_t kOffsetMask = (std::uint64_t{1} << kOffsetBits) - 1;
inline constexpr std::size_t kMaxRunNumbers = std::size_t{1} << kOffsetBits;

/// Postings of kMaxRunNumbers consecutive posting numbers at most, divided into buckets by the top
/// bits of the key; in a bucket they ascend by number. An entry is one word: the rest of the key,
/// then the number as an offset from the run's base.
struct PostingRun {
  std::uint64_t base_number = 0;
  std::array<std::uint32_t, kBuckets + 1> bucket_begin{};
  UninitializedVector<std::uint64_t> entries;  // empty once spilled
  /// If spilled: the entries are divided into parts of `part_words`, one of each spill file, where
  /// they begin at the word of that place here.
  std::size_t part_words = 0;
  std::vector<std::uint64_t> first_words;

  [[nodiscard]] std::uint32_t count(std::size_t bucket) const {
    return bucket_begin[bucket + 1] - bucket_begin[bucket];
  }
};

/// `first_index` is where in the keys the numbers from `first_offset` on begin.
struct NumberExtent {
  std::uint32_t first_index;
  std::uint32_t first_offset;
};

/// Divides keys (top kKeyBits, in the order of their numbers) into `run`, whose entries must have
/// room for them. In parallel; the result does not depend on the number of threads.
void divide_into_buckets(std::span<const std::uint64_t> keys, std::span<const NumberExtent> extents,
                         PostingRun& run);

/// Runs in ascending order of numbers, in memory and in spill files.
class PostingRuns {
 public:
  void keep(PostingRun run);
  /// Adds `run` without its entries, which go to the files: a part to each, on all threads of the
  /// current TBB arena, because a file takes one write at a time.
  void spill(const PostingRun& run, const std::filesystem::path& prefix);

  /// Forgets all runs. Gives their memory back on all threads of the current TBB arena: the system
  /// takes 0.1 ms for a MiB.
  void clear();

  /// Of the entries in memory.
  [[nodiscard]] std::size_t kept_bytes() const { return kept_bytes_; }
  [[nodiscard]] std::uint64_t count(std::size_t bucket) const;
  [[nodiscard]] std::span<const PostingRun> runs() const { return runs_; }
  /// Reads consecutive entries of a spilled run, as many as its part holds of those wanted.
  /// \returns how many
  std::size_t read(const PostingRun& run, std::uint64_t first,
                   std::span<std::uint64_t> entries) const;

 private:
  std::vector<PostingRun> runs_;
  std::size_t kept_bytes_ = 0;
  std::vector<std::unique_ptr<SpillFile>> files_;
};

/// Reads the entries of one bucket, run by run, so in ascending order of numbers.
class BucketReader {
 public:
  BucketReader(const PostingRuns& runs, std::size_t bucket) : runs_(runs), bucket_(bucket) {}

  /// The next piece, all of one run, of a few thousand entries if it comes from a file;
  /// empty at the end. Valid until the next call.
  [[nodiscard]] std::span<const std::uint64_t> next();

  /// The posting of an entry of the last piece.
  [[nodiscard]] Posting posting(std::uint64_t entry) const {
    return {bucket_ << kRestBits | entry >> kOffsetBits, base_number_ + (entry & kOffsetMask)};
  }

 private:
  const PostingRuns& runs_;
  std::uint64_t bucket_;
  std::size_t run_ = 0;
  std::uint32_t done_ = 0;  // entries of the current run
  std::uint64_t base_number_ = 0;
  std::vector<std::uint64_t> buffer_;
};

/// Cuts a bucket that is too large to be sorted at once into slices of ascending keys, each small
/// enough. Counts keys by their next bits until a slice is found, and reads the bucket again for
/// each count and each slice. A single key that is too frequent comes in several slices, in order.
class BucketSlicer {
 public:
  BucketSlicer(const PostingRuns& runs, std::size_t bucket, std::size_t max_postings);

  /// Replaces `postings` by the next slice, numbers ascending; false at the end.
  /// A slice of a single frequent key may exceed max_postings by one piece of BucketReader.
  bool next(std::vector<Posting>& postings);

 private:
  /// All keys with the same bits above the lowest `open_bits`.
  struct KeySpan {
    std::uint64_t first_key;
    int open_bits;
    std::uint64_t count;

    [[nodiscard]] std::uint64_t last_key() const {
      return first_key + ((std::uint64_t{1} << open_bits) - 1);
    }
  };

  void split(const KeySpan& span);
  void read(std::uint64_t first_key, std::uint64_t last_key, std::vector<Posting>& postings) const;
  bool read_frequent(std::vector<Posting>& postings);

  const PostingRuns& runs_;
  std::size_t bucket_;
  std::size_t max_postings_;
  std::vector<KeySpan> spans_;            // still to come, the next one last
  std::optional<BucketReader> frequent_;  // reads the entries of frequent_key_
  std::uint64_t frequent_key_ = 0;
};

}  // namespace ludex
