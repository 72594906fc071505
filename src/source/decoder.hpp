#pragma once

#include "source/byte_stream.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {

/// Common part of our decoders. Each has a
///
///     bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);
///
/// which decodes some input, advancing both pointers, or ends. `flush`: no more input will come.
/// Steps never throw for bad data, so that what was decoded before is not lost: they end, and
/// damage() says whether that was the clean end.
class Decoder {
 public:
  /// Why the stream ended early; none if it did not.
  [[nodiscard]] const std::optional<StreamDamage>& damage() const { return damage_; }

 protected:
  /// For `return`: the decoder wants no more calls.
  bool end_damaged(const std::string& reason, DamageCause cause = DamageCause::content) {
    damage_.emplace(reason, cause);
    ended_ = true;
    return false;
  }
  bool end_clean() {
    ended_ = true;
    return false;
  }
  [[nodiscard]] bool has_ended() const { return ended_; }

 private:
  std::optional<StreamDamage> damage_;
  bool ended_ = false;
};

/// A decoder for boost::iostreams::symmetric_filter. Boost's own codec filters do not fit: they
/// throw, which loses the good bytes of that call; the zstd filter ends quietly on a
/// stream cut short, the xz filter has a fixed memory limit of 100 MiB, the gzip filter takes
/// foreign bytes after a member for the end.
template <typename Codec>
class SymmetricDecoder : public Codec {
 public:
  using char_type = char;
  using Codec::Codec;

  /// Boost fills its buffer anew after each call, so all input must be used before, unless the
  /// output is full.
  bool filter(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
    do {
      if (!this->step(in, in_end, out, out_end, flush)) return false;
    } while (in != in_end && out != out_end);
    return true;
  }
  void close() {}
};

}  // namespace ludex
