#pragma once

#include "source/source_damage.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace ludex {

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
  /// \pre can_seek(). Offsets behind the end are allowed; reading there gives 0.
  virtual void seek(std::uint64_t offset_bytes);
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

}  // namespace ludex
