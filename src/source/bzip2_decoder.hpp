#pragma once

#include "source/decoder.hpp"

#include <bzlib.h>

namespace ludex {

/// bzip2: any number of streams one after the other. The checksum of each block is checked at its
/// end, that of each stream too.
class Bzip2Decoder : public Decoder {
 public:
  Bzip2Decoder();
  ~Bzip2Decoder();
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);

 private:
  void start_stream();
  bool start_next_stream(const char* in, const char* in_end, bool flush);

  bz_stream stream_{};
  bool inside_stream_ = true;
};

}  // namespace ludex
