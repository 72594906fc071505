#include "source/streamed_archive.hpp"

#include "core/little_endian.hpp"

#include <lzma.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kSignatureHeaderBytes = 32;
constexpr std::uint64_t kMostFolders = 1U << 20;
constexpr std::uint64_t kMostCoders = 32;  // of a folder, and streams of a coder; 7-Zip's own limit

enum Property : std::uint8_t {
  kEnd = 0x00,
  kHeader = 0x01,
  kMainStreams = 0x04,
  kFilesInfo = 0x05,
  kPackInfo = 0x06,
  kUnpackInfo = 0x07,
  kSizes = 0x09,
  kDigests = 0x0A,
  kFolder = 0x0B,
  kUnpackSizes = 0x0C,
  kEncodedHeader = 0x17,
};

[[noreturn]] void throw_unclear() {
  throw StreamDamage("the header of the 7z archive is damaged or has an unknown layout");
}

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    if (at_ == bytes_.size()) throw_unclear();
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) throw_unclear();
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }
  /// The number of leading ones in the first byte is the number of bytes that follow it.
  std::uint64_t number() {
    const std::uint8_t first = byte();
    std::uint64_t value = 0;
    std::uint8_t mask = 0x80;
    for (unsigned i = 0; i < 8; ++i, mask >>= 1) {
      if ((first & mask) == 0) return value | std::uint64_t{first & (mask - 1U)} << (8 * i);
      value |= std::uint64_t{byte()} << (8 * i);
    }
    return value;
  }
  std::uint64_t number_up_to(std::uint64_t most) {
    const std::uint64_t value = number();
    if (value > most) throw_unclear();
    return value;
  }
  void expect(Property property) {
    if (byte() != property) throw_unclear();
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

struct Coder {
  std::string_view id;
  std::string_view properties;
};

struct Folder {
  std::vector<Coder> coders;
  std::uint64_t streams_out = 0;
  std::uint64_t unpacks_to = 0;  // the largest of its streams
};

struct Streams {
  std::uint64_t pack_position = 0;
  std::vector<std::uint64_t> packed_sizes;
  std::vector<Folder> folders;
};

// 7-Zip's ids, as bytes.
constexpr std::string_view kCopy("\x00", 1), kLzma2 = "\x21", kLzma = "\x03\x01\x01",
                                             kPpmd = "\x03\x04\x01";

/// Sizes in a hostile header come near the largest number. \returns that number where a sum exceeds
/// it
std::uint64_t sum_of(std::uint64_t one, std::uint64_t other) { return one + std::min(other, ~one); }

std::uint64_t window_of(const Coder& coder) {
  constexpr unsigned kLargestLzma2 = 40;
  if ((coder.id == kLzma || coder.id == kPpmd) && coder.properties.size() >= 5) {
    return load_little<std::uint32_t>(coder.properties.data() + 1);
  }
  if (coder.id == kLzma2 && !coder.properties.empty()) {
    const auto code = static_cast<unsigned char>(coder.properties[0]);
    if (code >= kLargestLzma2) return 0xFFFF'FFFF;
    return std::uint64_t{2U | (code & 1U)} << (code / 2 + 11);
  }
  return 0;  // a few hundred KiB: bzip2, deflate, filters
}

std::uint64_t memory_of(const Folder& folder) {
  std::uint64_t sum = 0;
  for (const Coder& coder : folder.coders) {
    // PPMd fills its memory with contexts, not with what it unpacks.
    const std::uint64_t window = window_of(coder);
    sum = sum_of(sum, coder.id == kPpmd ? window : std::min(window, folder.unpacks_to));
  }
  return sum;
}

Coder read_coder(HeaderReader& header, std::uint64_t& streams_in, std::uint64_t& streams_out) {
  constexpr unsigned kIdLength = 0x0F, kIsComplex = 0x10, kHasProperties = 0x20;
  const std::uint8_t flags = header.byte();
  Coder coder;
  coder.id = header.take(flags & kIdLength);
  const bool is_complex = (flags & kIsComplex) != 0;
  streams_in += is_complex ? header.number_up_to(kMostCoders) : 1;
  streams_out += is_complex ? header.number_up_to(kMostCoders) : 1;
  if ((flags & kHasProperties) != 0) coder.properties = header.take(header.number());
  return coder;
}

Folder read_folder(HeaderReader& header) {
  Folder folder;
  std::uint64_t streams_in = 0;
  for (std::uint64_t n = header.number_up_to(kMostCoders); n > 0; --n) {
    folder.coders.push_back(read_coder(header, streams_in, folder.streams_out));
  }
  if (folder.streams_out == 0) throw_unclear();
  const std::uint64_t pairs = folder.streams_out - 1;
  for (std::uint64_t i = 0; i < 2 * pairs; ++i) header.number();
  if (streams_in < pairs) throw_unclear();
  const std::uint64_t packed = streams_in - pairs;
  for (std::uint64_t i = 0; packed > 1 && i < packed; ++i) header.number();
  return folder;
}

/// A byte "all are defined", or one bit for each; then four bytes for each that is defined.
void skip_digests(HeaderReader& header, std::uint64_t count) {
  std::uint64_t defined = count;
  if (header.byte() == 0) {
    defined = 0;
    for (const char bits : header.take((count + 7) / 8)) {
      for (unsigned bit = 0; bit < 8; ++bit)
        defined += static_cast<unsigned char>(bits) >> bit & 1U;
    }
  }
  header.take(4 * defined);
}

void read_pack_info(HeaderReader& header, Streams& streams) {
  streams.pack_position = header.number();
  const std::uint64_t count = header.number_up_to(kMostFolders);
  std::uint8_t property = header.byte();
  if (property == kSizes) {
    for (std::uint64_t i = 0; i < count; ++i) streams.packed_sizes.push_back(header.number());
    property = header.byte();
  }
  if (property == kDigests) {
    skip_digests(header, count);
    property = header.byte();
  }
  if (property != kEnd) throw_unclear();
}

void read_unpack_info(HeaderReader& header, Streams& streams) {
  header.expect(kFolder);
  const std::uint64_t count = header.number_up_to(kMostFolders);
  if (header.byte() != 0) throw_unclear();  // folders in another stream: no program writes that
  for (std::uint64_t i = 0; i < count; ++i) streams.folders.push_back(read_folder(header));
  header.expect(kUnpackSizes);
  for (Folder& folder : streams.folders) {
    for (std::uint64_t i = 0; i < folder.streams_out; ++i) {
      folder.unpacks_to = std::max(folder.unpacks_to, header.number());
    }
  }
}

/// Stops after the folders, because the rest does not affect memory.
Streams read_streams(HeaderReader& header) {
  Streams streams;
  for (std::uint8_t property = header.byte(); property != kEnd; property = header.byte()) {
    if (property == kPackInfo) {
      read_pack_info(header, streams);
    } else if (property == kUnpackInfo) {
      read_unpack_info(header, streams);
      break;
    } else {
      throw_unclear();
    }
  }
  return streams;
}

std::string read_at(ByteStream& archive, std::uint64_t offset, std::uint64_t count) {
  archive.seek(offset);
  std::string bytes(count, '\0');
  if (read_fully(archive, bytes) != count) throw StreamDamage("the 7z archive is cut short");
  return bytes;
}

std::string unpack_header(const Coder& coder, const std::string& packed, std::uint64_t size) {
  if (coder.id == kCopy) return packed;
  lzma_filter filters[] = {{coder.id == kLzma ? LZMA_FILTER_LZMA1 : LZMA_FILTER_LZMA2, nullptr},
                           {LZMA_VLI_UNKNOWN, nullptr}};
  const bool known = coder.id == kLzma || coder.id == kLzma2;
  const auto* properties = reinterpret_cast<const std::uint8_t*>(coder.properties.data());
  if (!known ||
      lzma_properties_decode(filters, nullptr, properties, coder.properties.size()) != LZMA_OK) {
    throw_unclear();
  }
  const std::unique_ptr<void, decltype(&std::free)> options(filters[0].options, &std::free);
  auto& lzma = *static_cast<lzma_options_lzma*>(filters[0].options);
  lzma.dict_size = static_cast<std::uint32_t>(std::min<std::uint64_t>(  // more is not used
      lzma.dict_size, std::max<std::uint64_t>(size, LZMA_DICT_SIZE_MIN)));
  std::string header(size, '\0');
  std::size_t in = 0, out = 0;
  lzma_raw_buffer_decode(filters, nullptr, reinterpret_cast<const std::uint8_t*>(packed.data()),
                         &in, packed.size(), reinterpret_cast<std::uint8_t*>(header.data()), &out,
                         header.size());
  if (out != size) throw_unclear();
  return header;
}

}  // namespace

std::uint64_t seven_zip_memory_bytes(ByteStream& archive, std::uint64_t most_bytes) {
  const std::string start = read_at(archive, 0, kSignatureHeaderBytes);
  const auto offset = load_little<std::uint64_t>(start.data() + 12);
  auto size = load_little<std::uint64_t>(start.data() + 20);
  if (size == 0) return 0;  // an archive of nothing
  if (size > most_bytes) return size;
  std::string bytes = read_at(archive, kSignatureHeaderBytes + offset, size);
  std::uint64_t memory = 0;
  // A packed header may hold a packed header.
  for (int layer = 0; layer < 4; ++layer) {
    HeaderReader header(bytes);
    const std::uint8_t kind = header.byte();
    if (kind == kHeader) {
      const std::uint8_t property = header.byte();
      if (property == kEnd || property == kFilesInfo) return memory;  // empty files only
      if (property != kMainStreams) throw_unclear();
      const Streams streams = read_streams(header);
      memory = std::max(memory, size);
      for (const Folder& one : streams.folders) {
        memory = std::max(memory, sum_of(size, memory_of(one)));
      }
      return memory;
    }
    if (kind != kEncodedHeader) throw_unclear();
    const Streams streams = read_streams(header);
    if (streams.folders.size() != 1 || streams.folders[0].coders.size() != 1 ||
        streams.packed_sizes.size() != 1) {
      throw_unclear();
    }
    const Folder& folder = streams.folders.front();
    size = folder.unpacks_to;
    memory = std::max(memory, sum_of(size, sum_of(memory_of(folder), streams.packed_sizes[0])));
    if (memory > most_bytes) return memory;
    const std::string packed =
        read_at(archive, kSignatureHeaderBytes + streams.pack_position, streams.packed_sizes[0]);
    bytes = unpack_header(folder.coders[0], packed, size);
  }
  throw_unclear();
}

}  // namespace ludex
