#include "source/streamed_archive.hpp"

#include "source/libarchive_functions.hpp"

#include <fmt/format.h>
#include <locale.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

// The number of bytes passed to libarchive at once. Where packed data is corrupt it drops what it
// has unpacked from the current piece, so small pieces lose little.
constexpr std::size_t kInputBytes = 16 * 1024;

std::string_view form_name(ArchiveForm form) {
  constexpr std::string_view kNames[] = {"tar", "zip", "zip", "7z"};
  return kNames[static_cast<std::size_t>(form)];
}

// libarchive converts the names of members to the charset of the locale. This locale makes that
// UTF-8 for the calling thread.
class Utf8Locale {
 public:
  Utf8Locale() : before_(uselocale(shared())) {}
  ~Utf8Locale() { uselocale(before_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  static locale_t shared() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
    return locale;  // null if there is none: the locale stays
  }
  locale_t before_;
};

std::string name_of(archive_entry* entry) {
  const char* name = libarchive().archive_entry_pathname(entry);
  if (name == nullptr) name = libarchive().archive_entry_pathname_utf8(entry);
  std::string_view text = name == nullptr ? std::string_view() : name;
  while (text.starts_with("./")) text.remove_prefix(2);
  return std::string(text);
}

bool is_hidden(std::string_view name) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "__MACOSX") return true;
    if (part.starts_with('.') && part != "." && part != "..") return true;
    begin = end + 1;
  }
  return false;
}

bool is_wanted(archive_entry* entry, std::string_view name) {
  return libarchive().archive_entry_filetype(entry) == AE_IFREG &&
         libarchive().archive_entry_hardlink(entry) == nullptr && !is_hidden(name);
}

}  // namespace

/// Serves libarchive's callbacks. Keeps exceptions while its C code is on the stack.
struct StreamedArchive::Input {
  explicit Input(ByteStream& input) : stream(input), piece(kInputBytes) {}

  static la_ssize_t read(::archive* handle, void* self, const void** bytes) {
    auto& input = *static_cast<Input*>(self);
    return input.guarded(handle, [&] {
      *bytes = input.piece.data();
      const std::size_t got = input.read_piece();
      input.offset += got;
      return static_cast<la_ssize_t>(got);
    });
  }
  static la_int64_t skip(::archive* handle, void* self, la_int64_t bytes) {
    auto& input = *static_cast<Input*>(self);
    const la_ssize_t passed = input.guarded(handle, [&] {
      const std::uint64_t skipped = input.stream.skip(static_cast<std::uint64_t>(bytes));
      input.offset += skipped;
      return static_cast<la_ssize_t>(skipped);
    });
    // libarchive adds up whatever comes back until the sum is what it wants: a negative result
    // would keep it here for ever. After 0 it reads instead, and read() reports the damage.
    return std::max<la_ssize_t>(passed, 0);
  }
  static la_int64_t seek(::archive* handle, void* self, la_int64_t bytes, int whence) {
    auto& input = *static_cast<Input*>(self);
    return input.guarded(handle, [&] {
      const auto from = whence == SEEK_SET   ? 0
                        : whence == SEEK_CUR ? input.offset
                                             : input.stream.size_bytes();
      input.offset = from + static_cast<std::uint64_t>(bytes);
      input.stream.seek(input.offset);
      return static_cast<la_ssize_t>(input.offset);
    });
  }

  /// How much of damaged data libarchive gives back depends on the sizes of pieces. All pieces of a
  /// pipe but the last are full, so that its timing does not matter.
  std::size_t read_piece() {
    if (after_piece) std::rethrow_exception(after_piece);
    std::size_t filled = 0;
    try {
      do {
        const std::size_t got = stream.read(std::span(piece).subspan(filled));
        if (got == 0) break;
        filled += got;
      } while (!stream.can_seek() && filled < piece.size());
    } catch (...) {
      if (filled == 0) throw;
      after_piece = std::current_exception();
    }
    return filled;
  }

  template <typename Action>
  la_ssize_t guarded(::archive* handle, Action action) {
    try {
      if (!damage) return action();
    } catch (...) {
      damage = std::current_exception();
    }
    libarchive().archive_set_error(handle, EIO,
                                   "the compressed stream that holds the archive is damaged");
    return ARCHIVE_FATAL;
  }

  ByteStream& stream;
  std::vector<char> piece;
  std::uint64_t offset = 0;
  std::exception_ptr after_piece;  ///< damage that the next read reports
  std::exception_ptr damage;
};

StreamedArchive::StreamedArchive(ArchiveForm form, ByteStream& input)
    : form_(form),
      input_(std::make_unique<Input>(input)),
      handle_(libarchive().archive_read_new()) {
  if (handle_ == nullptr) throw std::bad_alloc();
}

StreamedArchive::~StreamedArchive() { libarchive().archive_read_free(handle_); }

bool StreamedArchive::open() {
  opened_ = true;
  switch (form_) {
    case ArchiveForm::tar:
      libarchive().archive_read_support_format_tar(handle_);
      libarchive().archive_read_set_format_option(handle_, "tar", "read_concatenated_archives",
                                                  "1");
      break;
    case ArchiveForm::zip_streamed:
      libarchive().archive_read_support_format_zip_streamable(handle_);
      break;
    case ArchiveForm::zip_directory:
      libarchive().archive_read_support_format_zip_seekable(handle_);
      break;
    case ArchiveForm::seven_zip:
      libarchive().archive_read_support_format_7zip(handle_);
      break;
  }
  libarchive().archive_read_set_read_callback(handle_, Input::read);
  libarchive().archive_read_set_skip_callback(handle_, Input::skip);
  if (form_ == ArchiveForm::zip_directory || form_ == ArchiveForm::seven_zip) {
    libarchive().archive_read_set_seek_callback(handle_, Input::seek);
  }
  libarchive().archive_read_set_callback_data(handle_, input_.get());
  return libarchive().archive_read_open1(handle_) == ARCHIVE_OK;
}

bool StreamedArchive::next() {
  if (ended_ || dead_) return false;
  const Utf8Locale utf8;
  if (!opened_ && !open()) {
    dead_ = true;
    throw_damage("cannot be opened");
  }
  if (std::exchange(is_at_file_, false)) return true;
  bool passed_damage = false;
  while (true) {
    const int status = libarchive().archive_read_next_header(handle_, &entry_);
    if (status == ARCHIVE_RETRY) {  // no header: a tar continues block by block to the next one
      passed_damage = true;
      continue;
    }
    if (status == ARCHIVE_EOF) {
      ended_ = true;
      if (passed_damage) throw_passed();
      return false;
    }
    ++files_tried_;
    if (status < ARCHIVE_WARN) {
      dead_ = true;
      throw_damage("is damaged");
    }
    name_ = name_of(entry_);
    if (!is_wanted(entry_, name_)) continue;
    block_ = {};
    block_offset_ = offset_ = 0;
    if (!passed_damage) return true;
    is_at_file_ = true;
    throw_passed();
  }
}

std::size_t StreamedArchive::read(std::span<char> buffer) {
  if (libarchive().archive_entry_is_data_encrypted(entry_) != 0)
    throw StreamDamage("the member is encrypted");
  while (block_.empty()) {
    if (!fill_block()) return 0;
  }
  if (offset_ < block_offset_) return give_zeros(buffer);
  const std::size_t count = std::min(buffer.size(), block_.size());
  std::copy_n(block_.begin(), count, buffer.begin());
  block_ = block_.subspan(count);
  block_offset_ += count;
  offset_ += count;
  return count;
}

bool StreamedArchive::fill_block() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = libarchive().archive_read_data_block(handle_, &bytes, &size, &offset);
  if (status == ARCHIVE_EOF) return false;
  if (status != ARCHIVE_OK) {
    dead_ = status == ARCHIVE_FATAL;
    throw_damage("is damaged");
  }
  block_ = {static_cast<const char*>(bytes), size};
  block_offset_ = static_cast<std::uint64_t>(offset);
  return true;
}

std::size_t StreamedArchive::give_zeros(std::span<char> buffer) {
  const auto count =
      static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), block_offset_ - offset_));
  std::fill_n(buffer.begin(), count, '\0');
  offset_ += count;
  return count;
}

void StreamedArchive::throw_passed() const {
  throw StreamDamage(
      fmt::format("the {} archive is damaged: bytes were skipped where a header was expected",
                  form_name(form_)));
}

void StreamedArchive::throw_damage(const std::string& what) {
  if (input_->damage) {
    dead_ = true;
    std::rethrow_exception(input_->damage);
  }
  const char* said = libarchive().archive_error_string(handle_);
  throw StreamDamage(fmt::format("the {} archive {}: {}", form_name(form_), what,
                                 said == nullptr ? "unknown" : said));
}

}  // namespace ludex
