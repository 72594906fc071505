#include "source/decoded_stream.hpp"

#include "source/bzip2_decoder.hpp"
#include "source/gzip_decoder.hpp"
#include "source/xz_decoder.hpp"
#include "source/zstd_decoder.hpp"

#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/symmetric.hpp>

#include <cassert>
#include <utility>

namespace ludex {

namespace {

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
