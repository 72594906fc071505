#pragma once

#include "source/decoder.hpp"

#include <bzlib.h>

#include <cstddef>
#include <string>

namespace ludex {

/// bzip2: any number of streams one after the other. A block is handed out once its checksum has
/// agreed: a corrupt one is invented text, up to its end. Memory: bzlib's, and a block.
class Bzip2Decoder : public Decoder {
 public:
  Bzip2Decoder();
  ~Bzip2Decoder();
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);

 private:
  void start_stream();
  bool decode_block(const char*& in, const char* in_end, bool flush);
  int decode_held();
  bool end_corrupt(int status);
  void hand_out(char*& out, char* out_end);
  bool start_next_stream(const char* in, const char* in_end, bool flush);

  bz_stream stream_{};
  bool inside_stream_ = true;
  std::string held_;  // of the block whose checksum comes next, or is being handed out
  std::size_t handed_out_ = 0;
};

}  // namespace ludex
