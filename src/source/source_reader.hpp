#pragma once

#include "source/byte_stream.hpp"
#include "source/source_list.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace ludex {

struct SourceOptions {
  /// For decoder windows. A stream that needs more is refused, and the message says how much it
  /// needs: xz -9 65 MiB, zstd -19 8 MiB, zstd --long=27 128 MiB, 7z -mx=9 64 MiB; gzip and bzip2
  /// always fit. Three quarters are for the source itself, a quarter for what lies in an archive.
  std::uint64_t memory_bytes = 256ULL * 1024 * 1024;
  /// Decompressed bytes allowed per byte of the source, once there are more than 64 MiB of them.
  /// 0: 1000, which real game records stay far below (they pack 4 to 30 times).
  double max_expansion = 0;
  /// If not null: once set, every read fails, also inside a skipped member, and waiting for
  /// standard input ends.
  const std::atomic<bool>* stop = nullptr;
};

/// Reads one source, member by member, decompressed: gz, bz2, xz and zst (also several streams one
/// after the other, also compressed again), tar, zip and 7z (also compressed, also one in another).
/// All are recognized by their bytes, never by name; anything else is a plain file.
///
/// Every damage is noticed that the format lets notice: a gzip, bzip2, xz or zstd stream that is
/// cut or followed by foreign bytes, a checksum that does not agree. Damage ends its member only;
/// the other members of the archive follow where the format allows: after the damage of a member,
/// but not of the stream around it, in tar and 7z, always in a seekable zip.
///
/// Memory: the decoders' windows and less than 4 MiB, whatever the input. One thread. Nothing is
/// unpacked to disk.
class SourceReader {
 public:
  /// \throws SourceError if the source cannot be opened. Damage shows in read() only.
  explicit SourceReader(const SourceName& name, const SourceOptions& options = {});

  /// Reads `bytes` as if they were the file `name`.
  SourceReader(const SourceName& name, std::unique_ptr<ByteStream> bytes,
               const SourceOptions& options);
  ~SourceReader();

  /// Moves to the next member (initially the first one), skipping the rest of the current one;
  /// false if there is none. A file that is no archive has one member, named "". An archive that is
  /// damaged between its members, encrypted, or nested three deep, shows as a member whose first
  /// read() throws. Folders, links, dot files and `__MACOSX` in archives are left out.
  [[nodiscard]] bool next_member();

  /// "" or "dir/a.sgf" or, two deep, "inner.tar!b.sgf". Bytes as in the archive.
  [[nodiscard]] const std::string& member() const;

  /// Reads on in the current member. \returns the number of bytes, 0 at its clean end.
  /// \pre   buffer is not empty; a few hundred KiB are best.
  /// \throws SourceDamage after the last readable byte. Call next_member() to continue.
  [[nodiscard]] std::size_t read(std::span<char> buffer);

  /// Goes forward in the current member; a plain file seeks, others decompress.
  /// \returns false if the member ends before that. \throws SourceDamage like read().
  [[nodiscard]] bool skip(std::uint64_t bytes);

  /// True if the current member is a plain file, in which skip() seeks.
  [[nodiscard]] bool can_seek() const;
  /// Of that file. \pre can_seek()
  [[nodiscard]] std::uint64_t size_bytes() const;
  /// Reads at an offset of that file, wherever read() is; fewer bytes than asked only at its end.
  /// Several threads may call it. \pre can_seek() \throws StreamDamage
  [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes, std::span<char> buffer) const;

  /// Bytes of the source itself (compressed) that were used so far; never more than its size.
  [[nodiscard]] std::uint64_t source_bytes_read() const;

  /// True if the source is a tar, zip or 7z. Known after construction.
  [[nodiscard]] bool is_archive() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ludex
