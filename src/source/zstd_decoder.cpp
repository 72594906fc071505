#include "source/zstd_decoder.hpp"

#include <fmt/format.h>
#include <zstd_errors.h>

#include <algorithm>
#include <bit>
#include <new>

namespace ludex {

namespace {

// The largest window that fits; the decoder holds a few blocks beside it.
int window_log_for(std::uint64_t memory_bytes) {
  constexpr int kSmallest = 10;
  constexpr int kLargest = 31;  // ZSTD_WINDOWLOG_MAX of 64-bit builds
  return std::clamp(static_cast<int>(std::bit_width(memory_bytes)) - 1, kSmallest, kLargest);
}

}  // namespace

ZstdDecoder::ZstdDecoder(std::uint64_t memory_bytes)
    : context_(ZSTD_createDCtx()), memory_bytes_(memory_bytes) {
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, window_log_for(memory_bytes));
  wanted_bytes_ = ZSTD_initDStream(context_);
}

ZstdDecoder::~ZstdDecoder() { ZSTD_freeDCtx(context_); }

// Input goes in block by block: where the library meets an error it does not say how much it wrote
// in that call, and so the blocks before would be lost.
bool ZstdDecoder::step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
  if (has_ended()) return false;
  if (in == in_end && between_frames_) return flush ? end_clean() : true;
  const auto available = static_cast<std::size_t>(in_end - in);
  ZSTD_inBuffer input{in, std::min(available, std::max<std::size_t>(wanted_bytes_, 1)), 0};
  ZSTD_outBuffer output{out, static_cast<std::size_t>(out_end - out), 0};
  const std::size_t result = ZSTD_decompressStream(context_, &output, &input);
  if (ZSTD_isError(result) != 0) {
    switch (ZSTD_getErrorCode(result)) {
      case ZSTD_error_memory_allocation:
        throw std::bad_alloc();
      case ZSTD_error_frameParameter_windowTooLarge:
        return end_damaged(
            fmt::format("unpacking this zstd data takes a window of more than the {} MiB of memory "
                        "allowed (index --memory allows more)",
                        memory_bytes_ >> 20U),
            DamageCause::limit);
      case ZSTD_error_prefix_unknown:
        return end_damaged("foreign bytes follow the zstd data");
      default:
        return end_damaged(std::string("the zstd data is corrupt: ") + ZSTD_getErrorName(result));
    }
  }
  in += input.pos;
  out += output.pos;
  wanted_bytes_ = result;
  between_frames_ = result == 0;
  if (flush && in == in_end && output.pos == 0 && !between_frames_) {
    return end_damaged("the zstd data is cut short");
  }
  return true;
}

}  // namespace ludex
