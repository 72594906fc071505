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
  if (handed_out_ < held_.size()) {
    hand_out(out, out_end);
    return true;
  }
  if (has_ended()) return false;
  if (!inside_stream_) return start_next_stream(in, in_end, flush);
  if (!decode_block(in, in_end, flush)) return false;
  hand_out(out, out_end);
  return true;
}

void Bzip2Decoder::hand_out(char*& out, char* out_end) {
  const auto room = static_cast<std::size_t>(out_end - out);
  const std::size_t bytes = held_.copy(out, room, handed_out_);
  out += bytes;
  handed_out_ += bytes;
}

// Without room for output, bzlib takes the input of one block and stops; without input, it gives
// out that block, checks it and stops.
bool Bzip2Decoder::decode_block(const char*& in, const char* in_end, bool flush) {
  stream_.next_in = const_cast<char*>(in);  // bzlib does not write there
  stream_.avail_in = static_cast<unsigned>(in_end - in);
  stream_.avail_out = 0;
  int status = BZ2_bzDecompress(&stream_);
  const bool used_all = stream_.avail_in == 0;
  in = in_end - stream_.avail_in;
  if (status == BZ_OK) status = decode_held();
  if (status == BZ_STREAM_END) {
    inside_stream_ = false;
    return true;
  }
  if (status != BZ_OK) return end_corrupt(status);
  if (flush && used_all && held_.empty()) return end_damaged("the bzip2 data is cut short");
  return true;
}

int Bzip2Decoder::decode_held() {
  constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;
  // A block is 900 kB, but runs of one byte are stored shorter: text over this is not held back.
  constexpr std::size_t kMostHeldBytes = std::size_t{2} * 1024 * 1024;
  held_.clear();
  handed_out_ = 0;
  stream_.avail_in = 0;
  int status = BZ_OK;
  while (status == BZ_OK && held_.size() < kMostHeldBytes) {
    const std::size_t before = held_.size();
    held_.resize(before + kPieceBytes);
    stream_.next_out = held_.data() + before;
    stream_.avail_out = kPieceBytes;
    status = BZ2_bzDecompress(&stream_);
    held_.resize(before + kPieceBytes - stream_.avail_out);
    if (stream_.avail_out > 0) break;
  }
  if (status != BZ_OK && status != BZ_STREAM_END) held_.clear();
  return status;
}

bool Bzip2Decoder::end_corrupt(int status) {
  if (status == BZ_MEM_ERROR) throw std::bad_alloc();
  if (status == BZ_DATA_ERROR_MAGIC) return end_damaged("foreign bytes follow the bzip2 data");
  return end_damaged("the bzip2 data is corrupt");
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
