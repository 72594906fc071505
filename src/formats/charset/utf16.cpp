#include "formats/charset/utf16.hpp"

#include <cstddef>
#include <cstdint>

namespace ludex {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto put_rest = [&put, code](unsigned shift) { put(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put_rest(0);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put_rest(6);
    put_rest(0);
  } else {
    put(0xF0 | code >> 18);
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
}

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

std::optional<Charset> wide_charset(TextForm form) {
  switch (form) {
    case TextForm::utf16le:
      return Charset::utf16le;
    case TextForm::utf16be:
      return Charset::utf16be;
    default:
      return std::nullopt;
  }
}

void utf16_to_utf8(std::string_view utf16, bool big_endian, std::string& utf8) {
  const auto unit_at = [utf16, big_endian](std::size_t at) -> std::uint32_t {
    const auto first = static_cast<unsigned char>(utf16[at]);
    const auto second = static_cast<unsigned char>(utf16[at + 1]);
    return big_endian ? first << 8U | second : second << 8U | first;
  };
  utf8.clear();
  std::size_t at = 0;
  while (at + 1 < utf16.size()) {
    std::uint32_t code = unit_at(at);
    at += 2;
    if (is_high_surrogate(code) && at + 1 < utf16.size() && is_low_surrogate(unit_at(at))) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (unit_at(at) - 0xDC00);
      at += 2;
    } else if (is_high_surrogate(code) || is_low_surrogate(code)) {
      code = kReplacement;
    }
    append_utf8(utf8, code);
  }
  if (at < utf16.size()) append_utf8(utf8, kReplacement);
}

}  // namespace ludex
