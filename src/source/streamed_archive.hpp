#pragma once

#include "source/byte_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct archive;
struct archive_entry;

namespace ludex {

/// The files in an archive, in order.
class EntryReader {
 public:
  virtual ~EntryReader() = default;

  /// Goes to the next regular file that is not hidden; false at the clean end, and after damage
  /// that has been thrown already. \throws StreamDamage where the archive cannot be read on.
  virtual bool next() = 0;
  /// The name in the archive, without a leading "./".
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Of the current file; as ByteStream::read().
  virtual std::size_t read(std::span<char> buffer) = 0;
};

/// How libarchive reads an archive.
enum class ArchiveForm : std::uint8_t {
  tar,            ///< front to back; several tars one after the other are one
  zip_streamed,   ///< front to back, by the headers in front of the files
  zip_directory,  ///< by the directory at the end; needs a stream that can seek
  seven_zip,      ///< needs a stream that can seek
};

/// An archive as libarchive reads it, with exactly one format enabled: no guessing.
class StreamedArchive final : public EntryReader {
 public:
  /// `input` must outlive this. Nothing is read yet.
  StreamedArchive(ArchiveForm form, ByteStream& input);
  ~StreamedArchive() override;
  StreamedArchive(const StreamedArchive&) = delete;
  StreamedArchive& operator=(const StreamedArchive&) = delete;

  bool next() override;
  [[nodiscard]] const std::string& name() const override { return name_; }
  std::size_t read(std::span<char> buffer) override;

  /// This archive gives nothing more.
  [[nodiscard]] bool is_dead() const { return dead_; }
  /// How many files were tried, with those left out and a damaged last one.
  [[nodiscard]] std::uint64_t files_tried() const { return files_tried_; }

 private:
  struct Input;

  bool open();
  bool fill_block();
  std::size_t give_zeros(std::span<char> buffer);
  [[noreturn]] void throw_passed() const;
  [[noreturn]] void throw_damage(const std::string& what);

  ArchiveForm form_;
  std::unique_ptr<Input> input_;
  ::archive* handle_;
  archive_entry* entry_ = nullptr;
  std::string name_;
  bool opened_ = false;
  bool ended_ = false;
  bool dead_ = false;
  bool is_at_file_ = false;  // damage in front of the file was reported; the file is next
  std::uint64_t files_tried_ = 0;
  std::span<const char> block_;     // not yet handed out
  std::uint64_t block_offset_ = 0;  // of block_ in the file; sparse files have holes
  std::uint64_t offset_ = 0;        // in the file
};

/// The memory that unpacking a 7z archive takes, by its header: the windows of one folder's coders,
/// at most the folder's unpacked size, for the folder that needs most; and the header itself.
/// libarchive allocates up to 4 GiB if an archive asks for it, so the limit is checked first.
/// \param archive         its position is changed. \pre can_seek()
/// \param most_bytes      a packed header that is longer, or needs more memory, is not unpacked.
/// \returns               more than `most_bytes` also if the header alone needs more.
/// \throws StreamDamage   if the header is cut, or packed in a way that no program writes. Source:
/// 7zFormat.txt of the LZMA SDK.
[[nodiscard]] std::uint64_t seven_zip_memory_bytes(ByteStream& archive, std::uint64_t most_bytes);

/// A zip in a stream that can seek. libarchive gets a few thousand files at a time, because it
/// keeps the whole directory in memory. It gives up at a damaged file, so a new archive starts
/// after it.
[[nodiscard]] std::unique_ptr<EntryReader> open_zip(std::unique_ptr<ByteStream> zip);

}  // namespace ludex
