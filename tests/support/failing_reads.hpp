#pragma once

#include <cstddef>
#include <string>

namespace ludex::test {

/// Lets read(2) of one file fail with EIO, as a disk or a network file system does. A program that
/// uses this has its own read(), which passes all other calls on. One object at a time.
class FailingReads {
 public:
  /// \param good_reads  that succeed before the first that fails
  /// \param count       of reads that fail; afterwards they succeed again
  FailingReads(const std::string& path, std::size_t good_reads, std::size_t count);
  ~FailingReads();
  FailingReads(const FailingReads&) = delete;
  FailingReads& operator=(const FailingReads&) = delete;

  /// True if a read has failed.
  [[nodiscard]] bool has_failed() const;
};

}  // namespace ludex::test
