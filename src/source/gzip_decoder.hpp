#pragma once

#include "source/decoder.hpp"

#include <zlib.h>

namespace ludex {

/// gzip (RFC 1952): any number of members one after the other, zero bytes between and after them
/// (tapes pad with zeros). Checksum and length of each member are checked.
class GzipDecoder : public Decoder {
 public:
  GzipDecoder();
  ~GzipDecoder();
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);

 private:
  bool start_next_member(const char*& in, const char* in_end, bool flush);

  z_stream stream_{};
  bool inside_member_ = true;
};

}  // namespace ludex
