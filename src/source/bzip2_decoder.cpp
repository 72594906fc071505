#include "source/bzip2_decoder.hpp"

#include <new>

namespace ludex {

Bzip2Decoder::Bzip2Decoder() { start_stream(); }

Bzip2Decoder::~Bzip2Decoder() { BZ2_bzDecompressEnd(&stream_); }

void Bzip2Decoder::start_stream() {
  if (BZ2_bzDecompressInit(&stream_, /*verbosity=*/0, /*small=*/0) != BZ_OK) throw std::bad_alloc();
}

bool Bzip2Decoder::step(const char*& in, const char* in_end, char*& out, char* out_end,
                        bool flush) {
  if (has_ended()) return false;
  if (!inside_stream_) return start_next_stream(in, in_end, flush);
  const char* const out_before = out;
  stream_.next_in = const_cast<char*>(in);  // bzlib does not write there
  stream_.avail_in = static_cast<unsigned>(in_end - in);
  stream_.next_out = out;
  stream_.avail_out = static_cast<unsigned>(out_end - out);
  const int status = BZ2_bzDecompress(&stream_);
  in = in_end - stream_.avail_in;
  out = out_end - stream_.avail_out;
  switch (status) {
    case BZ_STREAM_END:
      inside_stream_ = false;
      return true;
    case BZ_OK:
      if (flush && in == in_end && out == out_before) {
        return end_damaged("the bzip2 data is cut short");
      }
      return true;
    case BZ_MEM_ERROR:
      throw std::bad_alloc();
    case BZ_DATA_ERROR_MAGIC:
      return end_damaged("foreign bytes follow the bzip2 data");
    default:
      return end_damaged("the bzip2 data is corrupt");
  }
}

bool Bzip2Decoder::start_next_stream(const char* in, const char* in_end, bool flush) {
  if (in == in_end) return flush ? end_clean() : true;
  BZ2_bzDecompressEnd(&stream_);
  stream_ = {};
  start_stream();
  inside_stream_ = true;
  return true;
}

}  // namespace ludex
