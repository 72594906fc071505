#include "source/content_type.hpp"

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>
#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/symmetric.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

/// Common part of our decoders. Each has a
///
///     bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush);
///
/// which decodes some input, advancing both pointers, or ends. `flush`: no more input will come.
/// Steps never throw for bad data, so that what was decoded before is not lost: they end, and
/// damage() says whether that was the clean end.
class Decoder {
 public:
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Why the stream ended early; none if it did not.
  [[nodiscard]] const std::optional<StreamDamage>& damage() const { return damage_; }

 protected:
  /// A return value: the decoder needs no more calls.
  bool end_damaged(const std::string& reason, DamageCause cause = DamageCause::content) {
    damage_.emplace(reason, cause);
    ended_ = true;
    return false;
  }
  bool end_clean() {
    ended_ = true;
    return false;
  }
  [[nodiscard]] bool has_ended() const { return ended_; }
  /// Moves the beginning of `held` to the output, as much as there is room for.
  static void hand_out(std::string_view& held, char*& out, char* out_end) {
    const std::size_t bytes = held.copy(out, static_cast<std::size_t>(out_end - out));
    held.remove_prefix(bytes);
    out += bytes;
  }

 private:
  std::optional<StreamDamage> damage_;
  bool ended_ = false;
};

/// A decoder for boost::iostreams::symmetric_filter. Boost's own codec filters do not fit: they
/// throw, which loses the good bytes of that call; the zstd filter ends quietly on a
/// stream cut short, the xz filter has a fixed memory limit of 100 MiB, the gzip filter takes
/// foreign bytes after a member for the end.
template <typename Codec>
class SymmetricDecoder : public Codec {
 public:
  using char_type = char;
  using Codec::Codec;

  /// Boost fills its buffer anew after each call, so all input must be used before, unless the
  /// output is full.
  bool filter(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
    do {
      if (!this->step(in, in_end, out, out_end, flush)) return false;
    } while (in != in_end && out != out_end);
    return true;
  }
  void close() {}
};

/// gzip (RFC 1952): any number of members one after the other, zero bytes between and after them
/// (tapes pad with zeros). Checksum and length of each member are checked.
class GzipDecoder : public Decoder {
 public:
  GzipDecoder() {
    constexpr int kGzipOnly = 16;  // added to the window bits: no bare zlib stream
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }

  ~GzipDecoder() { inflateEnd(&stream_); }

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
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

 private:
  bool start_next_member(const char*& in, const char* in_end, bool flush) {
    constexpr char kFirstOfMagic = '\x1F';
    in = std::find_if(in, in_end, [](char byte) { return byte != '\0'; });
    if (in == in_end) return flush ? end_clean() : true;
    if (*in != kFirstOfMagic) return end_damaged("other data follows the gzip data");
    inflateReset(&stream_);
    inside_member_ = true;
    return true;
  }

  z_stream stream_{};
  bool inside_member_ = true;
};

/// bzip2: any number of streams one after the other. A block is handed out once its checksum has
/// agreed: a corrupt one is invented text, up to its end. Memory: bzlib's, and a block.
class Bzip2Decoder : public Decoder {
 public:
  Bzip2Decoder() { start_stream(); }
  ~Bzip2Decoder() { BZ2_bzDecompressEnd(&stream_); }

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
    if (!held_.empty()) {
      hand_out(held_, out, out_end);
      return true;
    }
    if (has_ended()) return false;
    if (!inside_stream_) return start_next_stream(in, in_end, flush);
    if (!decode_block(in, in_end, flush)) return false;
    hand_out(held_, out, out_end);
    return true;
  }

 private:
  void start_stream() {
    if (BZ2_bzDecompressInit(&stream_, /*verbosity=*/0, /*small=*/0) != BZ_OK)
      throw std::bad_alloc();
  }

  // Without room for output, bzlib takes the input of one block and stops; without input, it gives
  // out that block, checks it and stops.
  bool decode_block(const char*& in, const char* in_end, bool flush) {
    stream_.next_in = const_cast<char*>(in);  // bzlib does not write there
    stream_.avail_in = static_cast<unsigned>(in_end - in);
    stream_.avail_out = 0;
    int status = BZ2_bzDecompress(&stream_);
    const bool used_all = stream_.avail_in == 0;
    in = in_end - stream_.avail_in;
    if (status == BZ_OK) status = decode_text();
    if (status == BZ_STREAM_END) {
      inside_stream_ = false;
      return true;
    }
    if (status != BZ_OK) return end_corrupt(status);
    if (flush && used_all && held_.empty()) return end_damaged("the bzip2 data is cut short");
    return true;
  }

  int decode_text() {
    constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;
    // A block is 900 kB, but runs of one byte are stored shorter: text over this is not held back.
    constexpr std::size_t kMostHeldBytes = std::size_t{2} * 1024 * 1024;
    text_.clear();
    stream_.avail_in = 0;
    int status = BZ_OK;
    while (status == BZ_OK && text_.size() < kMostHeldBytes) {
      const std::size_t before = text_.size();
      text_.resize(before + kPieceBytes);
      stream_.next_out = text_.data() + before;
      stream_.avail_out = kPieceBytes;
      status = BZ2_bzDecompress(&stream_);
      text_.resize(before + kPieceBytes - stream_.avail_out);
      if (stream_.avail_out > 0) break;
    }
    if (status == BZ_OK || status == BZ_STREAM_END) held_ = text_;
    return status;
  }

  bool end_corrupt(int status) {
    if (status == BZ_MEM_ERROR) throw std::bad_alloc();
    if (status == BZ_DATA_ERROR_MAGIC) return end_damaged("other data follows the bzip2 data");
    return end_damaged("the bzip2 data is corrupt");
  }

  bool start_next_stream(const char* in, const char* in_end, bool flush) {
    if (in == in_end) return flush ? end_clean() : true;
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    start_stream();
    inside_stream_ = true;
    return true;
  }

  bz_stream stream_{};
  bool inside_stream_ = true;
  std::string text_;       // of the block that was read last
  std::string_view held_;  // what of it is not handed out
};

/// xz: any number of streams one after the other, with their padding. Verifies the checks of
/// blocks. The library meets damage sooner or later depending on how much it gets at a time: it
/// always gets a whole piece and the same room, so that the text does not depend on how it is read.
class XzDecoder : public Decoder {
 public:
  /// A stream whose dictionary needs more than `memory_bytes` is refused.
  explicit XzDecoder(std::uint64_t memory_bytes)
      : room_(kRoomBytes, '\0'), memory_bytes_(memory_bytes) {
    if (lzma_stream_decoder(&stream_, memory_bytes, LZMA_CONCATENATED) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }

  ~XzDecoder() { lzma_end(&stream_); }

  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
    if (!held_.empty()) {
      hand_out(held_, out, out_end);
      return true;
    }
    if (has_ended()) return false;
    if (stream_.avail_in == 0 && !take_piece(in, in_end, flush)) return true;
    decode();
    hand_out(held_, out, out_end);
    return true;
  }

 private:
  static constexpr std::size_t kPieceBytes = 4096, kRoomBytes = std::size_t{64} * 1024;

  /// \returns false if more input is needed
  bool take_piece(const char*& in, const char* in_end, bool flush) {
    const auto bytes = std::min(static_cast<std::size_t>(in_end - in), kPieceBytes - next_.size());
    next_.append(in, bytes);
    in += bytes;
    is_last_ = flush && in == in_end;
    if (next_.size() < kPieceBytes && !is_last_) return false;
    piece_.swap(next_);
    next_.clear();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(piece_.data());
    stream_.avail_in = piece_.size();
    return true;
  }

  void decode() {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(room_.data());
    stream_.avail_out = room_.size();
    const lzma_ret status = lzma_code(&stream_, is_last_ ? LZMA_FINISH : LZMA_RUN);
    held_ = {room_.data(), room_.size() - stream_.avail_out};
    if (status != LZMA_OK) end_with(status);
  }

  void end_with(lzma_ret status) {
    switch (status) {
      case LZMA_STREAM_END:
        end_clean();
        break;
      case LZMA_BUF_ERROR:  // no progress twice in a row: only at the end of the input
        end_damaged("the xz data is cut short");
        break;
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_MEMLIMIT_ERROR:
        end_damaged(fmt::format("unpacking this xz data needs {} MiB of memory; the limit is {} "
                                "MiB (index --memory raises it)",
                                whole_mib(lzma_memusage(&stream_)), memory_bytes_ >> 20U),
                    DamageCause::limit);
        break;
      case LZMA_OPTIONS_ERROR:
        end_damaged("the xz data is corrupt, or uses options unknown to this version");
        break;
      default:
        end_damaged("the xz data is corrupt");
    }
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::string next_, piece_;  // the second is being decoded
  std::string room_;
  std::string_view held_;  // what of it is not handed out
  bool is_last_ = false;   // no more input follows the piece
  std::uint64_t memory_bytes_;
};

// The largest window that fits; the decoder holds a few blocks beside it.
int window_log_for(std::uint64_t memory_bytes) {
  constexpr int kSmallest = 10;
  constexpr int kLargest = 31;  // ZSTD_WINDOWLOG_MAX of 64-bit builds
  return std::clamp(static_cast<int>(std::bit_width(memory_bytes)) - 1, kSmallest, kLargest);
}

/// zstd (RFC 8878): any number of frames one after the other, skippable ones too. The checksum of
/// a frame is checked where it has one.
class ZstdDecoder : public Decoder {
 public:
  /// A frame whose window needs more than `memory_bytes` is refused.
  explicit ZstdDecoder(std::uint64_t memory_bytes)
      : context_(ZSTD_createDCtx()), memory_bytes_(memory_bytes) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, window_log_for(memory_bytes));
    wanted_bytes_ = ZSTD_initDStream(context_);
  }

  ~ZstdDecoder() { ZSTD_freeDCtx(context_); }

  // Where the library meets an error, it does not say what it wrote in that call. So input goes in
  // block by block and without room for text, and text comes out without more input.
  bool step(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
    if (has_ended()) return false;
    if (in == in_end && between_frames_) return flush ? end_clean() : true;
    const auto available = static_cast<std::size_t>(in_end - in);
    ZSTD_inBuffer input{in, std::min(available, std::max<std::size_t>(wanted_bytes_, 1)), 0};
    ZSTD_outBuffer no_room{out, 0, 0};
    if (!decode(no_room, input)) return false;
    in += input.pos;
    ZSTD_inBuffer no_input{in, 0, 0};
    ZSTD_outBuffer output{out, static_cast<std::size_t>(out_end - out), 0};
    if (!between_frames_ && !decode(output, no_input)) return false;
    out += output.pos;
    if (flush && in == in_end && output.pos == 0 && !between_frames_) {
      return end_damaged("the zstd data is cut short");
    }
    return true;
  }

 private:
  bool decode(ZSTD_outBuffer& output, ZSTD_inBuffer& input) {
    wanted_bytes_ = ZSTD_decompressStream(context_, &output, &input);
    between_frames_ = wanted_bytes_ == 0;
    return ZSTD_isError(wanted_bytes_) == 0 || end_corrupt(wanted_bytes_);
  }

  bool end_corrupt(std::size_t result) {
    switch (ZSTD_getErrorCode(result)) {
      case ZSTD_error_memory_allocation:
        throw std::bad_alloc();
      case ZSTD_error_frameParameter_windowTooLarge:
        return end_damaged(fmt::format("unpacking this zstd data needs a window larger than the "
                                       "memory limit of {} MiB (index --memory raises it)",
                                       memory_bytes_ >> 20U),
                           DamageCause::limit);
      case ZSTD_error_prefix_unknown:
        return end_damaged("other data follows the zstd data");
      default:
        return end_damaged(std::string("the zstd data is corrupt: ") + ZSTD_getErrorName(result));
    }
  }

  ZSTD_DCtx* context_;
  std::size_t wanted_bytes_;    // what the decoder needs next: one block
  bool between_frames_ = true;  // where the input may end
  std::uint64_t memory_bytes_;
};

constexpr std::streamsize kInputBufferBytes = 256 * 1024;

/// A ByteStream as a Boost.Iostreams source. Keeps what read() throws, so that the filter can hand
/// out what it has decoded so far.
class Input {
 public:
  using char_type = char;
  using category = boost::iostreams::source_tag;

  explicit Input(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  std::streamsize read(char* buffer, std::streamsize size) {
    constexpr std::streamsize kEnd = -1;
    if (damage_) return kEnd;
    try {
      const std::size_t got = stream_->read({buffer, static_cast<std::size_t>(size)});
      return got == 0 ? kEnd : static_cast<std::streamsize>(got);
    } catch (const StreamDamage&) {
      damage_ = std::current_exception();
      return kEnd;
    }
  }

  void rethrow_damage() const {
    if (damage_) std::rethrow_exception(damage_);
  }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::exception_ptr damage_;
};

template <typename Codec>
class DecodedStream final : public ByteStream {
 public:
  template <typename... Arguments>
  DecodedStream(std::unique_ptr<ByteStream> stream, ExpansionLimit& limit,
                const Arguments&... decoder_arguments)
      : input_(std::move(stream)),
        filter_(kInputBufferBytes, decoder_arguments...),
        limit_(limit) {}

  std::size_t read(std::span<char> buffer) override {
    limit_.check(produced_bytes_);
    const std::streamsize got =
        filter_.read(input_, buffer.data(), static_cast<std::streamsize>(buffer.size()));
    if (got <= 0) {
      input_.rethrow_damage();
      if (filter_.filter().damage()) throw *filter_.filter().damage();
      return 0;
    }
    produced_bytes_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }

 private:
  Input input_;
  boost::iostreams::symmetric_filter<SymmetricDecoder<Codec>> filter_;
  ExpansionLimit& limit_;
  std::uint64_t produced_bytes_ = 0;
};

}  // namespace

std::unique_ptr<ByteStream> decode(ContentType type, std::unique_ptr<ByteStream> stream,
                                   std::uint64_t memory_bytes, ExpansionLimit& limit) {
  switch (type) {
    case ContentType::gzip:
      return std::make_unique<DecodedStream<GzipDecoder>>(std::move(stream), limit);
    case ContentType::bzip2:
      return std::make_unique<DecodedStream<Bzip2Decoder>>(std::move(stream), limit);
    case ContentType::xz:
      return std::make_unique<DecodedStream<XzDecoder>>(std::move(stream), limit, memory_bytes);
    case ContentType::zstd:
      return std::make_unique<DecodedStream<ZstdDecoder>>(std::move(stream), limit, memory_bytes);
    default:
      assert(!"not a codec");
      return stream;
  }
}

}  // namespace ludex
