#pragma once

#include "source/decoder.hpp"

#include <lzma.h>

#include <cstdint>

namespace ludex {

/// xz: any number of streams one after the other, with their padding. Verifies the checks of
/// blocks.
class XzDecoder : public Decoder {
 public:
  /// A stream whose dictionary needs more than `memory_bytes` is refused.
  explicit XzDecoder(std::uint64_t memory_bytes);
  ~XzDecoder();
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::uint64_t memory_bytes_;
};

}  // namespace ludex
