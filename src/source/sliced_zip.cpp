#include "core/little_endian.hpp"
#include "source/byte_stream.hpp"
#include "source/streamed_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using std::string_view_literals::operator""sv;

constexpr auto kEntryMark = "PK\x01\x02"sv;
constexpr auto kEndMark = "PK\x05\x06"sv;
constexpr auto kZip64EndMark = "PK\x06\x06"sv;
constexpr auto kZip64LocatorMark = "PK\x06\x07"sv;
constexpr std::size_t kEntryBytes = 46;  // then name, extra field, comment
constexpr std::size_t kEndBytes = 22;    // then the comment of the zip
constexpr std::size_t kZip64EndBytes = 56;
constexpr std::size_t kZip64LocatorBytes = 20;
constexpr std::size_t kMaxCommentBytes = 0xFFFF;
constexpr std::uint64_t kIn64Bits = 0xFFFFFFFF;  // a zip64 field holds the value

constexpr std::size_t kSliceBytes = 512 * 1024;
constexpr int kMostDamages = 100;  // in one directory; each costs the reading of a slice

std::uint64_t read_u16(std::string_view bytes, std::size_t at) {
  return load_little<std::uint16_t>(bytes.data() + at);
}
std::uint64_t read_u32(std::string_view bytes, std::size_t at) {
  return load_little<std::uint32_t>(bytes.data() + at);
}
std::uint64_t read_u64(std::string_view bytes, std::size_t at) {
  return load_little<std::uint64_t>(bytes.data() + at);
}

void append_u16(std::string& bytes, std::uint64_t value) {
  append_little(bytes, static_cast<std::uint16_t>(value));
}
void append_u32(std::string& bytes, std::uint64_t value) {
  append_little(bytes, static_cast<std::uint32_t>(value));
}
void append_u64(std::string& bytes, std::uint64_t value) { append_little(bytes, value); }

std::string read_up_to(ByteStream& zip, std::uint64_t at, std::size_t size) {
  std::string bytes(size, '\0');
  zip.seek(at);
  bytes.resize(read_fully(zip, bytes));
  return bytes;
}

// APPNOTE 4.5.3: the zip64 field (id 1) holds, in this order, those of size, packed size and offset
// that do not fit 32 bits.
std::uint64_t local_header_offset(std::string_view entry) {
  const std::uint64_t offset = read_u32(entry, 42);
  if (offset != kIn64Bits) return offset;
  const std::size_t before = 8 * ((read_u32(entry, 24) == kIn64Bits ? 1U : 0U) +
                                  (read_u32(entry, 20) == kIn64Bits ? 1U : 0U));
  std::string_view extra = entry.substr(kEntryBytes + read_u16(entry, 28), read_u16(entry, 30));
  while (extra.size() >= 4) {
    const std::uint64_t id = read_u16(extra, 0);
    const std::uint64_t size = read_u16(extra, 2);
    if (size > extra.size() - 4) break;
    if (id == 1 && size >= before + 8) return read_u64(extra, 4 + before);
    extra.remove_prefix(4 + size);
  }
  return offset;
}

/// Length of the record at the start of `bytes`; none if it is incomplete.
std::optional<std::size_t> entry_length(std::string_view bytes) {
  if (bytes.size() < kEntryBytes || !bytes.starts_with(kEntryMark)) return std::nullopt;
  const std::size_t length =
      kEntryBytes + read_u16(bytes, 28) + read_u16(bytes, 30) + read_u16(bytes, 32);
  if (length > bytes.size()) return std::nullopt;
  return length;
}

/// Offset of the first record after the damaged one that is followed by another record or ends
/// `bytes`.
std::optional<std::size_t> find_sound_entry(std::string_view bytes) {
  for (std::size_t at = bytes.find(kEntryMark, 1); at != std::string_view::npos;
       at = bytes.find(kEntryMark, at + 1)) {
    const auto length = entry_length(bytes.substr(at));
    if (!length) continue;
    const std::string_view rest = bytes.substr(at + *length);
    if (rest.empty() || rest.starts_with(kEntryMark)) return at;
  }
  return std::nullopt;
}

/// True if consecutive records fill the bytes from `at` to `end`.
bool is_chain(std::string_view bytes, std::size_t at, std::size_t end) {
  while (at < end) {
    const auto length = entry_length(bytes.substr(at));
    if (!length) return false;
    at += *length;
  }
  return at == end;
}

/// True if the record at the start of `bytes` has a damaged length that covers later records.
bool swallows_others(std::string_view bytes, std::size_t length) {
  const std::string_view rest = bytes.substr(length);
  if (rest.empty() || rest.starts_with(kEntryMark)) {
    const std::size_t inner = bytes.substr(0, length).find(kEntryMark, kEntryBytes);
    return inner != std::string_view::npos && is_chain(bytes, inner, length);
  }
  const auto next = find_sound_entry(bytes);
  return next && *next < length;
}

/// The files of a zip, followed by another directory.
class ReendedStream final : public ByteStream {
 public:
  ReendedStream(ByteStream& zip, std::uint64_t files_end, std::string end)
      : zip_(zip), files_end_(files_end), end_(std::move(end)) {
    zip_.seek(0);
  }

  std::size_t read(std::span<char> buffer) override {
    if (offset_ < files_end_) {
      const auto wanted = std::min<std::uint64_t>(buffer.size(), files_end_ - offset_);
      const std::size_t got = zip_.read(buffer.first(static_cast<std::size_t>(wanted)));
      offset_ += got;
      return got;
    }
    const std::uint64_t at = offset_ - files_end_;
    if (at >= end_.size()) return 0;
    const std::size_t got = end_.copy(buffer.data(), buffer.size(), static_cast<std::size_t>(at));
    offset_ += got;
    return got;
  }
  std::uint64_t skip(std::uint64_t bytes) override {
    const std::uint64_t passed = std::min(bytes, size_bytes() - std::min(offset_, size_bytes()));
    seek(offset_ + passed);
    return passed;
  }
  [[nodiscard]] bool can_seek() const override { return true; }
  void seek(std::uint64_t offset_bytes) override {
    offset_ = offset_bytes;
    if (offset_ < files_end_) zip_.seek(offset_);
  }
  [[nodiscard]] std::uint64_t size_bytes() const override { return files_end_ + end_.size(); }

 private:
  ByteStream& zip_;
  std::uint64_t files_end_;
  std::string end_;
  std::uint64_t offset_ = 0;
};

// Opening costs time for each entry, and damaged entries often stand together.
constexpr std::size_t kEntriesAfterDamage = 16;
// After this many damaged entries without a file, the directory is ignored.
constexpr int kDamagesBeforeAFile = 3;

/// The directory at the end of a zip (APPNOTE.TXT 4.3.12 to 4.3.16), read in slices, so that memory
/// does not grow with the number of files.
class ZipDirectory {
 public:
  static constexpr std::size_t kSliceEntries = 4096;

  struct Entry {
    std::uint64_t local_header_offset = 0;
    std::string bytes;  ///< its directory record
  };

  /// Finds the directory, even if a comment follows it.
  /// \returns nullopt if there is none: the file is cut. \throws StreamDamage
  [[nodiscard]] static std::optional<ZipDirectory> find(ByteStream& zip) {
    const std::uint64_t size = zip.size_bytes();
    const std::uint64_t tail_bytes = std::min<std::uint64_t>(size, kEndBytes + kMaxCommentBytes);
    const std::string tail =
        read_up_to(zip, size - tail_bytes, static_cast<std::size_t>(tail_bytes));
    for (std::size_t at = tail.rfind(kEndMark); at != std::string::npos;
         at = at == 0 ? std::string::npos : tail.rfind(kEndMark, at - 1)) {
      ZipDirectory directory;
      if (directory.read_end_record(zip, tail, at)) {
        directory.check_place(zip);
        return directory;
      }
    }
    return std::nullopt;
  }

  /// The next entries: as many as fit a slice, in order of their place in the file, each place
  /// once. Empty at the end. \throws StreamDamage where the directory is damaged; the next call
  /// goes on at the next sound entry, if there is one and not too much was damaged before.
  [[nodiscard]] std::vector<Entry> next_slice(ByteStream& zip) {
    const std::uint64_t at = std::exchange(position_, directory_end_);  // the end, if reading fails
    const std::uint64_t left = directory_end_ - at;
    const auto window = static_cast<std::size_t>(std::min<std::uint64_t>(left, kSliceBytes));
    const std::string bytes = read_up_to(zip, at, window);
    std::vector<Entry> entries;
    std::string_view rest = bytes;
    while (entries.size() < kSliceEntries) {
      const auto length = entry_length(rest);
      if (!length || swallows_others(rest, *length)) break;
      const std::string_view entry = rest.substr(0, *length);
      entries.push_back({local_header_offset(entry), std::string(entry)});
      rest.remove_prefix(*length);
    }
    seen_ += entries.size();
    if (entries.empty() && left == 0) check_count();
    if (entries.empty() && left > 0) {
      const auto next = find_sound_entry(bytes);
      ++damages_;
      if (next && damages_ < kMostDamages) position_ = at + *next;
      throw StreamDamage("the directory of the zip archive is damaged");
    }
    position_ = at + bytes.size() - rest.size();
    const auto place = [](const Entry& entry) { return entry.local_header_offset; };
    std::ranges::stable_sort(entries, {}, place);
    const auto same_place = [&](const Entry& a, const Entry& b) { return place(a) == place(b); };
    entries.erase(std::unique(entries.begin(), entries.end(), same_place), entries.end());
    return entries;
  }

  /// A zip whose directory lists `entries` only, for libarchive. `zip` must outlive it.
  [[nodiscard]] std::unique_ptr<ByteStream> zip_of(ByteStream& zip,
                                                   std::span<const Entry> entries) const {
    std::string end;
    for (const Entry& entry : entries) end += entry.bytes;
    const std::uint64_t size = end.size();
    if (is_zip64_) {
      const std::uint64_t zip64_end_at = directory_at_ + size;
      end += kZip64EndMark;
      append_u64(end, kZip64EndBytes - 12);
      append_u16(end, 45);  // made by, and to be read by, version 4.5
      append_u16(end, 45);
      append_u64(end, 0);  // disks
      append_u64(end, entries.size());
      append_u64(end, entries.size());
      append_u64(end, size);
      append_u64(end, directory_offset_);
      end += kZip64LocatorMark;
      append_u32(end, 0);
      append_u64(end, zip64_end_at);
      append_u32(end, 1);
    }
    end += kEndMark;
    append_u32(end, 0);  // disks
    append_u16(end, entries.size());
    append_u16(end, entries.size());
    append_u32(end, size);
    append_u32(end, std::min(directory_offset_, kIn64Bits));
    append_u16(end, 0);  // no comment
    return std::make_unique<ReendedStream>(zip, directory_at_, std::move(end));
  }

 private:
  ZipDirectory() = default;

  bool read_end_record(ByteStream& zip, const std::string& tail, std::size_t at) {
    if (tail.size() - at < kEndBytes) return false;
    const std::uint64_t end_at = zip.size_bytes() - tail.size() + at;
    const std::uint64_t size = read_u32(tail, at + 12);
    directory_offset_ = read_u32(tail, at + 16);
    records_ = read_u16(tail, at + 10);
    if (end_at >= kZip64LocatorBytes && read_zip64_end_record(zip, end_at - kZip64LocatorBytes)) {
      return true;
    }
    if (size > end_at) return false;
    directory_end_ = end_at;
    directory_at_ = end_at - size;
    other_place_ = directory_offset_;
    return true;
  }

  bool read_zip64_end_record(ByteStream& zip, std::uint64_t locator_at) {
    const std::string locator = read_up_to(zip, locator_at, kZip64LocatorBytes);
    if (locator.size() < kZip64LocatorBytes || !locator.starts_with(kZip64LocatorMark))
      return false;
    const std::uint64_t end_at = read_u64(locator, 8);
    if (end_at > locator_at) return false;
    const std::string end = read_up_to(zip, end_at, kZip64EndBytes);
    if (end.size() < kZip64EndBytes || !end.starts_with(kZip64EndMark)) return false;
    const std::uint64_t size = read_u64(end, 40);
    directory_at_ = directory_offset_ = read_u64(end, 48);
    records_ = read_u64(end, 32);
    directory_end_ = end_at;
    other_place_ = size > end_at ? directory_at_ : end_at - size;
    is_zip64_ = true;
    return true;
  }

  // The zip gives the place of the directory in two ways; if one is damaged, the other may be
  // right.
  void check_place(ByteStream& zip) {
    const auto is_there = [&](std::uint64_t at) {
      return at < directory_end_ && read_up_to(zip, at, kEntryMark.size()) == kEntryMark;
    };
    if (!is_there(directory_at_) && is_there(other_place_)) directory_at_ = other_place_;
    directory_offset_ = std::min(directory_offset_, directory_at_);
    position_ = directory_at_;
  }

  void check_count() {
    if (std::exchange(is_counted_, true)) return;
    const std::uint64_t kept =
        is_zip64_ ? ~std::uint64_t{0} : 0xFFFF;  // the bits that the zip stores
    if (damages_ > 0 || (records_ & kept) == (seen_ & kept)) return;
    throw StreamDamage(
        fmt::format("the directory of the zip archive is damaged: it lists {} files, but its end "
                    "record says {}",
                    seen_, records_));
  }

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

class SlicedZip final : public EntryReader {
 public:
  explicit SlicedZip(std::unique_ptr<ByteStream> zip) : zip_(std::move(zip)) {}

  // The caller asks again after damage, so each step moves on before it may throw.
  bool next() override {
    try {
      if (!std::exchange(searched_, true)) find_directory();
      if (!directory_) return archive_ && archive_->next();
      const bool is_of_use = gave_file_ || damages_ < kDamagesBeforeAFile;
      if (is_of_use && next_by_directory()) return gave_file_ = true;
    } catch (const StreamDamage& damage) {
      damages_ += damage.cause() == DamageCause::content ? 1 : 0;
      throw;
    }
    directory_.reset();
    if (gave_file_ || damages_ == 0) return false;
    go_by_local_headers();
    return archive_->next();
  }

  [[nodiscard]] const std::string& name() const override { return archive_->name(); }
  std::size_t read(std::span<char> buffer) override { return archive_->read(buffer); }

 private:
  bool next_by_directory() {
    while (!archive_ || !next_of_archive()) {
      if (!open_next_part()) return false;
    }
    return true;
  }

  // libarchive refuses all entries if the record of one is damaged, so it gets half as many each
  // time until the damaged one is alone.
  bool next_of_archive() {
    while (true) {
      try {
        return archive_->next();
      } catch (const StreamDamage& damage) {
        const bool at_first_entry = archive_->is_dead() && archive_->files_tried() <= 1;
        if (damage.cause() != DamageCause::content || !at_first_entry || opened_ == 1) throw;
      }
      open_rest_of_slice(opened_ / 2);
    }
  }

  // A zip without a directory is cut; the headers in front of the files show what is left.
  void find_directory() {
    directory_ = ZipDirectory::find(*zip_);
    if (directory_ && open_rest_of_slice(ZipDirectory::kSliceEntries)) return;
    directory_.reset();
    go_by_local_headers();
  }

  bool open_next_part() {
    if (!archive_) return open_rest_of_slice(ZipDirectory::kSliceEntries);
    const bool damaged = archive_->is_dead();
    slice_used_ += damaged ? std::max<std::size_t>(archive_->files_tried(), 1) : opened_;
    return open_rest_of_slice(damaged ? kEntriesAfterDamage : opened_ * 2);
  }

  bool open_rest_of_slice(std::size_t most_entries) {
    if (slice_used_ >= slice_.size()) {
      slice_ = directory_->next_slice(*zip_);
      slice_used_ = 0;
      if (slice_.empty()) return false;
    }
    const auto rest = std::span<const ZipDirectory::Entry>(slice_).subspan(slice_used_);
    opened_ = std::min(rest.size(), most_entries);
    auto slice_zip = directory_->zip_of(*zip_, rest.first(opened_));
    archive_ = std::make_unique<StreamedArchive>(ArchiveForm::zip_directory, *slice_zip);
    slice_zip_ = std::move(slice_zip);
    return true;
  }

  void go_by_local_headers() {
    zip_->seek(0);
    archive_ = std::make_unique<StreamedArchive>(ArchiveForm::zip_streamed, *zip_);
  }

  std::unique_ptr<ByteStream> zip_;
  bool searched_ = false;   // for the directory
  int damages_ = 0;         // of the directory, or of its entries
  bool gave_file_ = false;  // one of those in the directory
  std::optional<ZipDirectory> directory_;
  std::vector<ZipDirectory::Entry> slice_;
  std::size_t slice_used_ = 0;             // entries already passed when archive_ was opened
  std::size_t opened_ = 0;                 // entries that archive_ has
  std::unique_ptr<ByteStream> slice_zip_;  // outlives archive_
  std::unique_ptr<StreamedArchive> archive_;
};

}  // namespace

std::unique_ptr<EntryReader> open_zip(std::unique_ptr<ByteStream> zip) {
  return std::make_unique<SlicedZip>(std::move(zip));
}

}  // namespace ludex
