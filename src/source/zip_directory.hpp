#pragma once

#include "source/byte_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// The directory at the end of a zip (APPNOTE.TXT 4.3.12 to 4.3.16), read in slices, so that memory
/// does not grow with the number of files.
class ZipDirectory {
 public:
  static constexpr std::size_t kSliceEntries = 4096;

  struct Entry {
    std::uint64_t local_header_offset = 0;
    std::string bytes;  ///< its directory record
  };

  /// Finds the directory, also with a comment behind it.
  /// \returns nullopt if there is none: the file is cut. \throws StreamDamage
  [[nodiscard]] static std::optional<ZipDirectory> find(ByteStream& zip);

  /// The next entries: as many as fit a slice, in order of their place in the file, each place
  /// once. Empty at the end. \throws StreamDamage where the directory is damaged; the next call
  /// goes on at the next sound entry, if there is one and not too much was damaged before.
  [[nodiscard]] std::vector<Entry> next_slice(ByteStream& zip);

  /// A zip whose directory lists `entries` only, for libarchive. `zip` must outlive it.
  [[nodiscard]] std::unique_ptr<ByteStream> zip_of(ByteStream& zip,
                                                   std::span<const Entry> entries) const;

 private:
  ZipDirectory() = default;
  bool read_end_record(ByteStream& zip, const std::string& tail, std::size_t at);
  bool read_zip64_end_record(ByteStream& zip, std::uint64_t locator_at);

  void check_place(ByteStream& zip);
  void check_count();

  std::uint64_t directory_at_ = 0;  // where it is
  std::uint64_t other_place_ = 0;   // where another number says it is
  std::uint64_t records_ = 0;       // in it, as its end says
  std::uint64_t seen_ = 0;
  std::uint64_t directory_offset_ = 0;  // where the end record says it is
  std::uint64_t directory_end_ = 0;
  std::uint64_t position_ = 0;
  bool is_zip64_ = false;
  bool is_counted_ = false;
  int damages_ = 0;  // met so far
};

}  // namespace ludex
