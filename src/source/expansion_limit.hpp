#pragma once

#include "source/byte_stream.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace ludex {

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

/// The source itself: counts what is used of it, and ends when the run is stopped.
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
