#include "source/gzip_decoder.hpp"

#include <algorithm>
#include <new>

namespace ludex {

namespace {

constexpr int kGzipOnly = 16;  // added to the window bits: no bare zlib stream

}  // namespace

GzipDecoder::GzipDecoder() {
  if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
}

GzipDecoder::~GzipDecoder() { inflateEnd(&stream_); }

bool GzipDecoder::step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
  if (has_ended()) return false;
  if (!inside_member_) return start_next_member(in, in_end, flush);
  const char* const out_before = out;
  // zlib does not write to its input, but the type is not const.
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
  stream_.avail_in = static_cast<uInt>(in_end - in);
  stream_.next_out = reinterpret_cast<Bytef*>(out);
  stream_.avail_out = static_cast<uInt>(out_end - out);
  const int status = inflate(&stream_, Z_NO_FLUSH);
  in = in_end - stream_.avail_in;
  out = out_end - stream_.avail_out;
  switch (status) {
    case Z_STREAM_END:
      inside_member_ = false;
      return true;
    case Z_OK:
    case Z_BUF_ERROR:
      if (flush && in == in_end && out == out_before) {
        return end_damaged("the gzip data is cut short");
      }
      return true;
    case Z_MEM_ERROR:
      throw std::bad_alloc();
    default:
      return end_damaged(std::string("the gzip data is corrupt: ") +
                         (stream_.msg != nullptr ? stream_.msg : "unknown"));
  }
}

bool GzipDecoder::start_next_member(const char*& in, const char* in_end, bool flush) {
  constexpr char kFirstOfMagic = '\x1F';
  in = std::find_if(in, in_end, [](char byte) { return byte != '\0'; });
  if (in == in_end) return flush ? end_clean() : true;
  if (*in != kFirstOfMagic) return end_damaged("foreign bytes follow the gzip data");
  inflateReset(&stream_);
  inside_member_ = true;
  return true;
}

}  // namespace ludex
