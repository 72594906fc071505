#include "source/file_stream.hpp"

#include "ludex/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

namespace ludex {
namespace {

std::string error_text(int error) { return std::generic_category().message(error); }

constexpr std::uint64_t kHashedBytes = 1024 * 1024;  // at each end; part of the stored format

void read_piece(FileStream& file, const std::string& path, std::uint64_t offset_bytes,
                std::string& bytes) {
  if (offset_bytes > 0) file.seek(offset_bytes);
  if (read_fully(file, bytes) != bytes.size()) {
    throw SourceError(path + ": was truncated while it was read");
  }
}

std::string hash_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

[[noreturn]] void refuse(const std::string& path, int error) {
  const std::string message = path + ": cannot be opened: " + error_text(error);
  if (error == EMFILE || error == ENFILE) throw TooManyOpenFiles(message);
  throw SourceError(message);
}

void require_regular(const FileStream& file, const std::string& path) {
  if (file.can_seek()) return;
  throw SourceError(path + ": is not a regular file; it has no fingerprint");
}

struct HashedFile {
  Fingerprint print;
  std::string bytes;  // all of a short file
};

/// \pre nothing of it was read
HashedFile hash_file(FileStream& file, const std::string& path, std::uint64_t size_bytes) {
  if (file.size_bytes() < size_bytes) {
    throw SourceError(fmt::format("{}: has only {} of its earlier {} bytes", path,
                                  file.size_bytes(), size_bytes));
  }
  const std::uint64_t hashed = std::min(size_bytes, kHashedBytes);
  try {
    std::string piece(hashed, '\0');
    read_piece(file, path, 0, piece);
    std::string hash = hash_of(piece);
    const bool is_all = hashed == size_bytes;
    if (!is_all) read_piece(file, path, size_bytes - hashed, piece);
    hash += is_all ? hash : hash_of(piece);
    return {{size_bytes, std::move(hash)}, std::move(piece)};
  } catch (const StreamDamage& damage) {
    throw SourceError(path + ": " + damage.what());
  }
}

}  // namespace

// O_NONBLOCK: a pipe does not wait for its writer. A file that a file server holds a lease on does:
// the server gives it back within a moment.
FileStream::FileStream(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), is_ours_(true) {
  if (descriptor_ < 0 && errno == EWOULDBLOCK) {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (descriptor_ < 0) refuse(path, errno);
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) return;
  if (S_ISDIR(status.st_mode)) {
    (void)::close(descriptor_);
    throw SourceError(path + ": is a folder");
  }
  if (!S_ISREG(status.st_mode)) return;
  can_seek_ = true;
  size_bytes_ = static_cast<std::uint64_t>(status.st_size);
  modified_ = status.st_mtim;
  changed_ = status.st_ctim;
  constexpr std::uint64_t kReadAhead = 128 * 1024;  // what Linux reads ahead without being told
  if (size_bytes_ > kReadAhead) (void)::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::unique_ptr<FileStream> FileStream::standard_input(const std::atomic<bool>* stop) {
  std::unique_ptr<FileStream> stream(new FileStream(STDIN_FILENO));
  stream->stop_ = stop;
  stream->find_out_size();
  return stream;
}

std::unique_ptr<FileStream> FileStream::named_stream(const std::string& path,
                                                     const std::atomic<bool>* stop) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw SourceError(path + ": cannot be opened: " + error_text(errno));
  std::unique_ptr<FileStream> stream(new FileStream(descriptor));
  stream->is_ours_ = true;
  stream->stop_ = stop;
  stream->find_out_size();
  return stream;
}

// A close that fails after reading loses nothing.
FileStream::~FileStream() {
  if (is_ours_ && descriptor_ >= 0) (void)::close(descriptor_);
}

bool FileStream::has_changed() const {
  const auto are_same = [](const timespec& one, const timespec& other) {
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
  };
  struct stat now {};
  return ::fstat(descriptor_, &now) != 0 ||
         static_cast<std::uint64_t>(now.st_size) != size_bytes_ ||
         !are_same(now.st_mtim, modified_) || !are_same(now.st_ctim, changed_);
}

void FileStream::find_out_size() {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return;
  // Another process may already have read the beginning of standard input.
  if (::lseek(descriptor_, 0, SEEK_CUR) != 0) return;
  can_seek_ = true;
  size_bytes_ = static_cast<std::uint64_t>(status.st_size);
}

// Looked at again and again: the signal that sets `stop_` may reach another thread. A pipe that had
// no writer yet is not at its end.
bool FileStream::wait_for_bytes() const {
  constexpr int kLookMs = 50;
  if (can_seek_) return true;
  while (stop_ == nullptr || !*stop_) {
    pollfd wanted{.fd = descriptor_, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&wanted, 1, kLookMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;  // read() reports the error
  }
  return false;
}

std::size_t FileStream::read(std::span<char> buffer) {
  ssize_t got = 0;
  do {
    if (!wait_for_bytes()) return 0;
    got = ::read(descriptor_, buffer.data(), buffer.size());
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  if (got < 0) {
    throw StreamDamage("cannot read: " + error_text(errno), DamageCause::read_error);
  }
  return static_cast<std::size_t>(got);
}

std::size_t FileStream::read_at(std::uint64_t offset_bytes, std::span<char> buffer) const {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const ssize_t got = ::pread(descriptor_, buffer.data() + filled, buffer.size() - filled,
                                static_cast<off_t>(offset_bytes + filled));
    if (got == 0) break;
    if (got > 0) {
      filled += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      throw StreamDamage("cannot read: " + error_text(errno), DamageCause::read_error);
    }
  }
  return filled;
}

std::uint64_t FileStream::skip(std::uint64_t bytes) {
  if (!can_seek_) return ByteStream::skip(bytes);
  const auto here = static_cast<std::uint64_t>(::lseek(descriptor_, 0, SEEK_CUR));
  const std::uint64_t passed = std::min(bytes, size_bytes_ - std::min(here, size_bytes_));
  seek(here + passed);
  return passed;
}

void FileStream::seek(std::uint64_t offset_bytes) {
  const std::uint64_t place = std::min(offset_bytes, size_bytes_);  // nothing can be read after it
  if (::lseek(descriptor_, static_cast<off_t>(place), SEEK_SET) < 0) {
    throw StreamDamage("cannot seek: " + error_text(errno), DamageCause::read_error);
  }
}

Fingerprint fingerprint_of(const std::string& path, std::optional<std::string>* content,
                           std::uint64_t most_bytes) {
  FileStream file(path);
  require_regular(file, path);
  HashedFile hashed = hash_file(file, path, file.size_bytes());
  // Some file systems say that a file has no bytes, and give some.
  const bool is_short =
      file.size_bytes() > 0 && file.size_bytes() <= std::min(most_bytes, kHashedBytes);
  if (content != nullptr && is_short && !file.has_changed()) *content = std::move(hashed.bytes);
  return std::move(hashed.print);
}

bool has_grown(const std::string& path, const Fingerprint& old) {
  FileStream file(path);
  require_regular(file, path);
  return file.size_bytes() > old.size_bytes && hash_file(file, path, old.size_bytes).print == old;
}

}  // namespace ludex
