#pragma once

#include "ludex/error.hpp"
#include "source/byte_stream.hpp"

#include <atomic>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>

namespace ludex {

/// A file cannot be opened because this process, or the system, has too many open.
class TooManyOpenFiles : public SourceError {
 public:
  using SourceError::SourceError;
};

/// A file, pipe or standard input, read with read(2) straight into the caller's buffer.
class FileStream final : public ByteStream {
 public:
  /// \throws SourceError, with the path, if it cannot be opened or is a folder; TooManyOpenFiles.
  explicit FileStream(const std::string& path);
  /// \param stop  once it is set, a pipe or terminal that gives nothing ends, within a moment.
  [[nodiscard]] static std::unique_ptr<FileStream> standard_input(
      const std::atomic<bool>* stop = nullptr);
  /// A named pipe or device. Opening it does not wait for its writer; the first read() does.
  [[nodiscard]] static std::unique_ptr<FileStream> named_stream(
      const std::string& path, const std::atomic<bool>* stop = nullptr);
  ~FileStream() override;
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;

  std::size_t read(std::span<char> buffer) override;
  [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes,
                                    std::span<char> buffer) const override;
  std::uint64_t skip(std::uint64_t bytes) override;
  [[nodiscard]] bool can_seek() const override { return can_seek_; }
  void seek(std::uint64_t offset_bytes) override;
  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }
  /// True if the file's size or times are no longer those of when it was opened.
  [[nodiscard]] bool has_changed() const;

 private:
  explicit FileStream(int descriptor) : descriptor_(descriptor) {}
  void find_out_size();
  [[nodiscard]] bool wait_for_bytes() const;

  int descriptor_;
  const std::atomic<bool>* stop_ = nullptr;
  bool is_ours_ = false;  // to be closed
  bool can_seek_ = false;
  std::uint64_t size_bytes_ = 0;
  timespec modified_{}, changed_{};
};

/// What a file is known by: its size, and a hash of its first and last MiB.
struct Fingerprint {
  std::uint64_t size_bytes = 0;
  std::string hash;  ///< 64 hex digits: XXH3-128 of the first MiB, then of the last; stored on disk
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Cost: two reads of at most a MiB. \throws SourceError if the file cannot be read.
/// \param content  if given, receives the bytes of a file of at most `most_bytes`, unless the file
///                 is empty or changed while it was read
[[nodiscard]] Fingerprint fingerprint_of(const std::string& path,
                                         std::optional<std::string>* content = nullptr,
                                         std::uint64_t most_bytes = 0);

/// True if the file is longer than `old` and still begins with what `old` was taken from.
/// \throws SourceError if the file cannot be read.
[[nodiscard]] bool has_grown(const std::string& path, const Fingerprint& old);

}  // namespace ludex
