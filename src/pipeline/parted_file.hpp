#pragma once

#include "formats/format.hpp"
#include "pipeline/batch_builder.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Fills `buffer` with the bytes of a file from an offset on; 0: it ends there. Several threads
/// call it at once. \throws StreamDamage
using ReadAt = std::function<std::size_t(std::uint64_t offset_bytes, std::span<char> buffer)>;

struct PartedFileOptions {
  std::uint64_t size_bytes = 0;  ///< of the file
  std::uint64_t part_bytes = 0;  ///< about
  std::size_t parts_at_once = 1;
  std::size_t max_record_bytes = SplitOptions{}.max_record_bytes;
  std::size_t batch_bytes = 256 * 1024;
};

/// Splits a big plain file on several threads. Each part begins where a record seems to end. Its
/// records are taken only if those before it end at the same place: then its splitter found what
/// one splitter for the whole file finds, see Splitter. Parts, and so batches, do not depend on the
/// number of threads. Memory: for each of parts_at_once, twice part_bytes and 1.5 MiB; if records
/// have only 32 bytes, eight times part_bytes.
class PartedFile {
 public:
  /// \param head  the first bytes of the file; it and `stop` must outlive this
  PartedFile(ReadAt read_at, Format format, std::string_view head, const PartedFileOptions& options,
             const std::atomic<bool>& stop);

  /// Gives `builder` the records from `begin` on, part by part. It stops before the last part,
  /// before a record that is over the limit or not closed, before bytes of another format, at a
  /// read error, where it finds no end of a record for 4 * part_bytes, and after many wrong
  /// guesses. \param begin  0, or where a record ends \returns where the last of these records
  /// ends: one splitter must go on from there
  [[nodiscard]] std::uint64_t split(std::uint64_t begin, BatchBuilder& builder);

 private:
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;          // a guess
    std::uint64_t records_end = 0;  // of the last record that it gives
    bool goes_on = false;           // there may be parts after it
    CollectedRecords records{};
  };

  [[nodiscard]] std::vector<Part> find_parts(std::uint64_t begin) const;
  [[nodiscard]] std::optional<std::uint64_t> find_record_end(std::uint64_t near) const;
  void split_part(Part& part) const;
  [[nodiscard]] std::size_t find_record_line(std::string_view window) const;
  [[nodiscard]] std::size_t read(std::uint64_t offset_bytes, std::span<char> buffer) const;
  [[nodiscard]] bool guesses_badly() const;

  ReadAt read_at_;
  Format format_;
  std::string_view head_;
  PartedFileOptions options_;
  const std::atomic<bool>& stop_;
  std::size_t parts_ = 0;          // that were read
  std::size_t wrong_guesses_ = 0;  // of their ends
};

}  // namespace ludex
