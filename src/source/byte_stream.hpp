#pragma once

#include "ludex/error.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace ludex {

/// Tells whether reading the same file again can give more.
enum class DamageCause : std::uint8_t {
  content,     ///< the bytes are wrong, and stay so until the file changes
  limit,       ///< it takes more memory, or unpacks to more, than the options allow
  read_error,  ///< the system could not read the bytes; the next try may succeed
};

/// A source or member that cannot be read to its end: cut, corrupt, encrypted, over a limit, or the
/// system fails to read it. Everything before the offset has been handed out and stays.
class SourceDamage : public SourceError {
 public:
  SourceDamage(const Origin& where, const std::string& reason,
               DamageCause cause = DamageCause::content)
      : SourceError(to_text(where) + ": " + reason),
        offset_bytes_(where.offset_bytes),
        reason_(reason),
        cause_(cause) {}

  /// In the decompressed member: how many bytes came before.
  [[nodiscard]] std::uint64_t offset_bytes() const { return offset_bytes_; }

  /// The reason without the place: "the gzip data is cut short".
  [[nodiscard]] const std::string& reason() const { return reason_; }

  [[nodiscard]] DamageCause cause() const { return cause_; }

 private:
  std::uint64_t offset_bytes_;
  std::string reason_;
  DamageCause cause_;
};

/// Rounded up, for messages.
[[nodiscard]] constexpr std::uint64_t whole_mib(std::uint64_t bytes) {
  return (bytes >> 20U) + (bytes % (1U << 20U) == 0 ? 0 : 1);
}

/// Why a stream cannot be read on. The caller that knows member and offset makes it a SourceDamage.
class StreamDamage : public SourceError {
 public:
  explicit StreamDamage(const std::string& reason, DamageCause cause = DamageCause::content)
      : SourceError(reason), cause_(cause) {}
  [[nodiscard]] DamageCause cause() const { return cause_; }

 private:
  DamageCause cause_;
};

/// One layer of a source: a file, a decoder, a member of an archive.
class ByteStream {
 public:
  virtual ~ByteStream() = default;

  /// At most buffer.size() bytes; 0 at the clean end, and from then on.
  /// \throws StreamDamage, but only after every good byte before it was handed out.
  virtual std::size_t read(std::span<char> buffer) = 0;

  /// Goes forward. \returns the bytes passed over: fewer than asked only at the end.
  virtual std::uint64_t skip(std::uint64_t bytes);

  [[nodiscard]] virtual bool can_seek() const { return false; }
  /// \pre can_seek(). Offsets after the end are allowed; reading there returns 0.
  virtual void seek(std::uint64_t offset_bytes);
  /// Reads at an offset, wherever read() is; fewer bytes than asked only at the end. Several
  /// threads may call it. \pre can_seek()
  [[nodiscard]] virtual std::size_t read_at(std::uint64_t offset_bytes,
                                            std::span<char> buffer) const;
  /// 0 if not known.
  [[nodiscard]] virtual std::uint64_t size_bytes() const { return 0; }
};

/// Reads until the buffer is full or the stream ends; for short headers. \throws StreamDamage
std::size_t read_fully(ByteStream& stream, std::span<char> buffer);

/// Bytes in memory.
class MemoryStream final : public ByteStream {
 public:
  explicit MemoryStream(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override;
  [[nodiscard]] bool can_seek() const override { return true; }
  void seek(std::uint64_t offset_bytes) override { offset_ = offset_bytes; }
  [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes,
                                    std::span<char> buffer) const override;
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }

 private:
  std::string bytes_;
  std::uint64_t offset_ = 0;
};

/// A stream that shows its first bytes before they are read.
class PeekedStream final : public ByteStream {
 public:
  /// Reads up to `head_bytes`. Damage met there is kept until read() comes to it.
  PeekedStream(std::unique_ptr<ByteStream> stream, std::size_t head_bytes);

  [[nodiscard]] std::span<const char> head() const { return head_; }
  std::size_t read(std::span<char> buffer) override;
  std::uint64_t skip(std::uint64_t bytes) override;
  [[nodiscard]] bool can_seek() const override { return stream_->can_seek(); }
  void seek(std::uint64_t offset_bytes) override;
  [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes,
                                    std::span<char> buffer) const override {
    return stream_->read_at(offset_bytes, buffer);
  }
  [[nodiscard]] std::uint64_t size_bytes() const override { return stream_->size_bytes(); }

 private:
  [[nodiscard]] std::size_t head_left() const { return head_.size() - head_used_; }
  void throw_damage_of_head();

  std::unique_ptr<ByteStream> stream_;
  std::string head_;
  std::size_t head_used_ = 0;
  std::exception_ptr damage_;
};

/// A stream that throws the same damage at every call.
class DamagedStream final : public ByteStream {
 public:
  explicit DamagedStream(StreamDamage damage) : damage_(std::move(damage)) {}
  std::size_t read(std::span<char>) override { throw damage_; }

 private:
  StreamDamage damage_;
};

/// How far a source has been used; outlives its streams.
class SourceProgress {
 public:
  explicit SourceProgress(std::uint64_t size_bytes) : size_bytes_(size_bytes) {}
  void add(std::uint64_t bytes) { used_bytes_ += bytes; }
  /// 0 if not known.
  [[nodiscard]] std::uint64_t size_bytes() const { return size_bytes_; }
  /// At most size_bytes(), where that is known: going back and reading again counts once.
  [[nodiscard]] std::uint64_t used_bytes() const {
    return size_bytes_ == 0 ? used_bytes_ : std::min(used_bytes_, size_bytes_);
  }

 private:
  std::uint64_t size_bytes_;
  std::uint64_t used_bytes_ = 0;
};

/// The source itself: counts the bytes used, and ends when the run is stopped.
class CountedStream final : public ByteStream {
 public:
  /// `progress` and `stop`, which may be null, must outlive this.
  CountedStream(std::unique_ptr<ByteStream> stream, SourceProgress& progress,
                const std::atomic<bool>* stop)
      : stream_(std::move(stream)), progress_(progress), stop_(stop) {}
  std::size_t read(std::span<char> buffer) override;
  std::uint64_t skip(std::uint64_t bytes) override;
  [[nodiscard]] bool can_seek() const override { return stream_->can_seek(); }
  void seek(std::uint64_t offset_bytes) override { stream_->seek(offset_bytes); }
  [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes,
                                    std::span<char> buffer) const override {
    return stream_->read_at(offset_bytes, buffer);
  }
  [[nodiscard]] std::uint64_t size_bytes() const override { return stream_->size_bytes(); }

 private:
  void check_stop() const;

  std::unique_ptr<ByteStream> stream_;
  SourceProgress& progress_;
  const std::atomic<bool>* stop_;
};

/// Stops what unpacks to far more than was read: "zip bombs". Every layer counts for itself, since
/// a layer's output may be unpacked further and never be seen outside.
class ExpansionLimit {
 public:
  static constexpr double kDefaultRatio = 1000;
  static constexpr std::uint64_t kFreeBytes = 64ULL * 1024 * 1024;

  /// `progress` must outlive this. ratio 0: the default.
  ExpansionLimit(const SourceProgress& progress, double ratio)
      : progress_(progress), ratio_(ratio > 0 ? ratio : kDefaultRatio) {}

  /// \throws StreamDamage if one layer has given `produced_bytes`, and that is too much.
  void check(std::uint64_t produced_bytes);
  [[nodiscard]] bool was_exceeded() const { return was_exceeded_; }

 private:
  const SourceProgress& progress_;
  double ratio_;
  bool was_exceeded_ = false;
};

}  // namespace ludex
