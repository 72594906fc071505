#include "cli/byte_output.hpp"

#include "cli/terminal.hpp"
#include "cli/terminal_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <cerrno>
#include <cstring>
#include <exception>
#include <utility>

namespace ludex::cli {

namespace {

namespace io = boost::iostreams;

constexpr std::size_t kBufferBytes = 256 * 1024;

/// A file descriptor that notices every failure.
class FileSink {
 public:
  FileSink(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  void write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno == EPIPE) {
        throw OutputClosed();
      } else if (errno != EINTR) {
        fail();
      }
    }
  }

  void close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) fail();
  }

  void abandon() {
    if (descriptor_ > STDERR_FILENO) ::close(std::exchange(descriptor_, -1));
  }

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  [[noreturn]] void fail() const {
    throw Error(fmt::format("{}: cannot write: {}", name_, std::strerror(errno)));
  }

  int descriptor_;
  std::string name_;
};

/// The end of a chain of Boost filters, which swallow exceptions when they close: `failure` keeps
/// the first one.
struct SinkDevice {
  using char_type = char;
  using category = io::sink_tag;
  FileSink* file;
  std::exception_ptr* failure;
  std::streamsize write(const char* bytes, std::streamsize size) const {
    try {
      file->write({bytes, static_cast<std::size_t>(size)});
    } catch (...) {
      if (!*failure) *failure = std::current_exception();
      throw;
    }
    return size;
  }
};

void push_packer(io::filtering_ostream& packed, std::string_view path) {
  if (path.ends_with(".gz")) packed.push(io::gzip_compressor(), kBufferBytes);
  if (path.ends_with(".bz2")) packed.push(io::bzip2_compressor(), kBufferBytes);
  if (path.ends_with(".xz")) packed.push(io::lzma_compressor(), kBufferBytes);
  if (path.ends_with(".zst")) packed.push(io::zstd_compressor(), kBufferBytes);
}

}  // namespace

class ByteOutput::Impl {
 public:
  Impl(int descriptor, const std::string& path) : file_(descriptor, path) {
    buffer_.reserve(kBufferBytes);
    push_packer(packed_, path);
    is_terminal_ = ::isatty(descriptor) == 1;
    if (packed_.empty()) return;
    packed_.exceptions(std::ios::badbit | std::ios::failbit);
    packed_.push(SinkDevice{&file_, &failure_});
    is_packed_ = true;
  }
  ~Impl() { file_.abandon(); }

  void write(std::string_view bytes) {
    if (!is_terminal_ || is_packed_) return write_as_it_is(bytes);
    std::string shown;
    terminal_text_.append(bytes, shown);
    write_as_it_is(shown);
  }

  void write_harmless(std::string_view bytes) {
    end_shown_text();
    write_as_it_is(bytes);
  }

  void flush() {
    pass_on(buffer_);
    buffer_.clear();
  }

  void close() {
    end_shown_text();
    flush();
    if (is_packed_) packed_.reset();
    if (failure_) std::rethrow_exception(failure_);
    file_.close();
  }

  [[nodiscard]] int descriptor() const { return file_.descriptor(); }
  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

 private:
  void write_as_it_is(std::string_view bytes) {
    if (buffer_.size() + bytes.size() > kBufferBytes) flush();
    if (bytes.size() >= kBufferBytes) {
      pass_on(bytes);
    } else {
      buffer_ += bytes;
    }
  }

  void end_shown_text() {
    std::string rest;
    terminal_text_.finish(rest);
    write_as_it_is(rest);
  }

  void pass_on(std::string_view bytes) {
    if (is_packed_) {
      packed_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    } else {
      file_.write(bytes);
    }
  }

  FileSink file_;
  std::string buffer_;
  std::exception_ptr failure_;
  io::filtering_ostream packed_;
  bool is_packed_ = false;
  bool is_terminal_ = false;
  TerminalText terminal_text_;
};

ByteOutput::ByteOutput() : impl_(std::make_unique<Impl>(STDOUT_FILENO, "standard output")) {}

ByteOutput::ByteOutput(const std::string& path, Mode mode) {
  if (path.empty() || path == "-") {
    *this = ByteOutput();
    return;
  }
  const int how = mode == Mode::append ? O_APPEND : O_TRUNC;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
  if (descriptor < 0) {
    throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
  }
  impl_ = std::make_unique<Impl>(descriptor, path);
}

ByteOutput::~ByteOutput() = default;
ByteOutput::ByteOutput(ByteOutput&&) noexcept = default;
ByteOutput& ByteOutput::operator=(ByteOutput&&) noexcept = default;

void ByteOutput::write(std::string_view bytes) { impl_->write(bytes); }
void ByteOutput::write_harmless(std::string_view bytes) { impl_->write_harmless(bytes); }
void ByteOutput::flush() { impl_->flush(); }
void ByteOutput::close() { impl_->close(); }
bool ByteOutput::is_terminal() const { return impl_->is_terminal(); }

std::size_t ByteOutput::line_columns() const { return cli::line_columns(impl_->descriptor()); }

}  // namespace ludex::cli
