#pragma once

#include "source/entry_reader.hpp"
#include "source/streamed_archive.hpp"
#include "source/zip_directory.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// A zip in a stream that can seek. libarchive gets a few thousand files at a time, because it
/// keeps the whole directory in memory. It gives up at a damaged file, so a new archive starts
/// behind it.
class SlicedZip final : public EntryReader {
 public:
  explicit SlicedZip(std::unique_ptr<ByteStream> zip) : zip_(std::move(zip)) {}

  bool next() override;
  [[nodiscard]] const std::string& name() const override { return archive_->name(); }
  std::size_t read(std::span<char> buffer) override { return archive_->read(buffer); }

 private:
  bool next_by_directory();
  bool next_of_archive();
  void find_directory();
  bool open_next_part();
  bool open_rest_of_slice(std::size_t most_entries);
  void go_by_local_headers();

  std::unique_ptr<ByteStream> zip_;
  bool searched_ = false;   // for the directory
  int damages_ = 0;         // of the directory, or of what it leads to
  bool gave_file_ = false;  // one of those in the directory
  std::optional<ZipDirectory> directory_;
  std::vector<ZipDirectory::Entry> slice_;
  std::size_t slice_used_ = 0;             // entries behind us, when archive_ was opened
  std::size_t opened_ = 0;                 // entries that archive_ has
  std::unique_ptr<ByteStream> slice_zip_;  // outlives archive_
  std::unique_ptr<StreamedArchive> archive_;
};

}  // namespace ludex
