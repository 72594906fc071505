#include "source/content_type.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string_view>
#include <system_error>

namespace ludex {
namespace {

using std::string_view_literals::operator""sv;

bool is_bzip2(std::string_view head) {
  if (head.size() < 10 || !head.starts_with("BZh"sv) || head[3] < '1' || head[3] > '9') {
    return false;
  }
  const auto block_mark = head.substr(4, 6);  // digits of pi: a block; of its root: the end
  return block_mark == "\x31\x41\x59\x26\x53\x59"sv || block_mark == "\x17\x72\x45\x38\x50\x90"sv;
}

bool is_zstd(std::string_view head) {
  if (head.starts_with("\x28\xB5\x2F\xFD"sv)) return true;
  // A skippable frame; pzstd begins with one (RFC 8878, 3.1.2).
  return head.size() >= 8 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == "\x2A\x4D\x18"sv;
}

std::optional<unsigned> read_octal(std::string_view field) {
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  unsigned value = 0;
  const auto read = std::from_chars(field.data(), field.data() + field.size(), value, 8);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// Zeros of another length are no tar, but a file that lost its content.
bool is_empty_tar(std::string_view head) {
  const bool is_whole =
      head.size() == 2 * kContentHeadBytes || head.size() == kLargestEmptyTarBytes;
  return is_whole && is_zeros(head);
}

// POSIX ustar: the checksum is the sum of the block's bytes, with spaces in its own field.
bool is_tar(std::string_view head) {
  constexpr std::size_t kChecksumAt = 148;
  constexpr std::size_t kChecksumBytes = 8;
  if (head.size() < kContentHeadBytes) return false;
  if (head[0] == '\0') return is_empty_tar(head);
  const auto written = read_octal(head.substr(kChecksumAt, kChecksumBytes));
  if (!written) return false;
  const auto sum_of = [](std::string_view bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), 0U, [](unsigned sum, char byte) {
      return sum + static_cast<unsigned char>(byte);
    });
  };
  const unsigned others =
      sum_of(head.substr(0, kContentHeadBytes)) - sum_of(head.substr(kChecksumAt, kChecksumBytes));
  return others + kChecksumBytes * unsigned{' '} == *written;
}

}  // namespace

bool is_zeros(std::span<const char> head) {
  return !head.empty() && std::ranges::all_of(head, [](char byte) { return byte == '\0'; });
}

ContentType content_type_of(std::span<const char> head_bytes) {
  const std::string_view head(head_bytes.data(), head_bytes.size());
  if (head.starts_with("\x1F\x8B\x08"sv)) return ContentType::gzip;
  if (is_bzip2(head)) return ContentType::bzip2;
  if (head.starts_with("\xFD\x37\x7A\x58\x5A\x00"sv)) return ContentType::xz;
  if (is_zstd(head)) return ContentType::zstd;
  if (head.starts_with("PK\x03\x04"sv) || head.starts_with("PK\x05\x06"sv)) return ContentType::zip;
  if (head.starts_with("7z\xBC\xAF\x27\x1C"sv)) return ContentType::seven_zip;
  if (is_tar(head)) return ContentType::tar;
  return ContentType::plain;
}

}  // namespace ludex
