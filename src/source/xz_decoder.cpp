#include "source/xz_decoder.hpp"

#include <fmt/format.h>

#include <new>

namespace ludex {

namespace {

std::uint64_t whole_mib(std::uint64_t bytes) { return (bytes + (1U << 20U) - 1) >> 20U; }

}  // namespace

XzDecoder::XzDecoder(std::uint64_t memory_bytes) : memory_bytes_(memory_bytes) {
  if (lzma_stream_decoder(&stream_, memory_bytes, LZMA_CONCATENATED) != LZMA_OK) {
    throw std::bad_alloc();
  }
}

XzDecoder::~XzDecoder() { lzma_end(&stream_); }

bool XzDecoder::step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
  if (has_ended()) return false;
  stream_.next_in = reinterpret_cast<const std::uint8_t*>(in);
  stream_.avail_in = static_cast<std::size_t>(in_end - in);
  stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
  stream_.avail_out = static_cast<std::size_t>(out_end - out);
  const lzma_ret status = lzma_code(&stream_, flush ? LZMA_FINISH : LZMA_RUN);
  in = in_end - stream_.avail_in;
  out = out_end - stream_.avail_out;
  switch (status) {
    case LZMA_OK:
      return true;
    case LZMA_STREAM_END:
      return end_clean();
    case LZMA_BUF_ERROR:  // no progress twice in a row: only at the end of the input
      return flush ? end_damaged("the xz data is cut short") : true;
    case LZMA_MEM_ERROR:
      throw std::bad_alloc();
    case LZMA_MEMLIMIT_ERROR:
      return end_damaged(
          fmt::format("unpacking this xz data takes {} MiB of memory, allowed are {} MiB "
                      "(index --memory allows more)",
                      whole_mib(lzma_memusage(&stream_)), memory_bytes_ >> 20U),
          DamageCause::limit);
    case LZMA_OPTIONS_ERROR:
      return end_damaged("the xz data is corrupt, or uses options unknown to this version");
    default:
      return end_damaged("the xz data is corrupt");
  }
}

}  // namespace ludex
