#pragma once

#include "source/decoder.hpp"

#include <zstd.h>

#include <cstddef>
#include <cstdint>

namespace ludex {

/// zstd (RFC 8878): any number of frames one after the other, skippable ones too. The checksum of
/// a frame is checked where it has one.
class ZstdDecoder : public Decoder {
 public:
  /// A frame whose window needs more than `memory_bytes` is refused.
  explicit ZstdDecoder(std::uint64_t memory_bytes);
  ~ZstdDecoder();
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);

 private:
  ZSTD_DCtx* context_;
  std::size_t wanted_bytes_;    // what the decoder says it needs next: one block
  bool between_frames_ = true;  // where the input may end
  std::uint64_t memory_bytes_;
};

}  // namespace ludex
