#include "formats/charset/charset.hpp"

#include "formats/charset/icu_charset.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <array>
#include <cerrno>
#include <iterator>

namespace ludex {
namespace {

/// The converter that reads a charset; wider than the name where real texts are.
const char* iconv_name(Charset charset) {
  switch (charset) {
    case Charset::shift_jis:
      return "CP932";
    case Charset::big5:
      return "BIG5-HKSCS";
    case Charset::euc_jp:
      return "EUC-JP-MS";
    case Charset::euc_kr:
      return "CP949";
    case Charset::iso_8859_1:
    case Charset::windows_1252:
      return "CP1252";
    case Charset::windows_1250:
      return "CP1250";
    case Charset::windows_1251:
      return "CP1251";
    case Charset::windows_1253:
      return "CP1253";
    case Charset::windows_1254:
      return "CP1254";
    case Charset::windows_1257:
      return "CP1257";
    default:
      return charset_name(charset).data();
  }
}

/// An iconv descriptor to UTF-8, opened when first used. One thread.
class Converter {
 public:
  Converter() = default;
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (is_open()) iconv_close(descriptor_);
  }

  void open(Charset charset) {
    if (!is_open()) descriptor_ = iconv_open("UTF-8", iconv_name(charset));
  }
  /// False where the system has no such converter.
  [[nodiscard]] bool is_open() const { return descriptor_ != closed(); }

  /// Writes a character that it still holds back, and resets its state.
  void finish(std::string& out) {
    std::array<char, 32> buffer;
    char* to = buffer.data();
    std::size_t room = buffer.size();
    iconv(descriptor_, nullptr, nullptr, &to, &room);
    out.append(buffer.data(), buffer.size() - room);
    iconv(descriptor_, nullptr, nullptr, nullptr, nullptr);
  }

  /// Converts what it can of `input`, and shortens it to the rest. \returns errno, 0 when done.
  int convert(std::string_view& input, std::string& out) {
    std::array<char, 1024> buffer;
    char* to = buffer.data();
    std::size_t room = buffer.size();
    char* from = const_cast<char*>(input.data());  // iconv's signature; it does not write there
    std::size_t left = input.size();
    const std::size_t status = iconv(descriptor_, &from, &left, &to, &room);
    const int error = status == static_cast<std::size_t>(-1) ? errno : 0;
    out.append(buffer.data(), buffer.size() - room);
    input.remove_prefix(input.size() - left);
    return error;
  }

 private:
  static iconv_t closed() { return reinterpret_cast<iconv_t>(-1); }
  iconv_t descriptor_ = closed();
};

Converter& converter_for(Charset charset) {
  thread_local std::array<Converter, static_cast<std::size_t>(Charset::iso_2022_kr) + 1> converters;
  Converter& converter = converters[static_cast<std::size_t>(charset)];
  converter.open(charset);
  return converter;
}

void append_visibly(char byte, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(byte));
}

/// For a charset that this system cannot convert: keeps ASCII and shows other bytes as \xE9.
std::size_t append_ascii_part(std::string_view bytes, std::string& out) {
  std::size_t bad_bytes = 0;
  for (const char byte : bytes) {
    if (static_cast<unsigned char>(byte) < 0x80) {
      out.push_back(byte);
    } else {
      append_visibly(byte, out);
      ++bad_bytes;
    }
  }
  return bad_bytes;
}

/// Does not use iconv: glibc's accepts the five bytes F9 9F 9F 9F 9F as a character.
std::size_t append_valid_utf8(std::string_view bytes, std::string& out) {
  std::size_t bad_bytes = 0;
  for (;;) {
    const std::size_t valid = utf8_prefix(bytes);
    out.append(bytes.substr(0, valid));
    bytes.remove_prefix(valid);
    if (bytes.empty()) return bad_bytes;
    append_visibly(bytes.front(), out);
    bytes.remove_prefix(1);
    ++bad_bytes;
  }
}

/// U+0080 to U+009F: control characters, which mean nothing in a text.
bool has_c1_control(std::string_view utf8) {
  for (auto at = utf8.find('\xC2'); at != std::string_view::npos; at = utf8.find('\xC2', at + 1)) {
    if (at + 1 < utf8.size() && static_cast<unsigned char>(utf8[at + 1]) < 0xA0) return true;
  }
  return false;
}

/// Charsets in which a byte below 80 may be part of another character.
bool is_stateful_or_wide(Charset charset) {
  return charset == Charset::utf16le || charset == Charset::utf16be ||
         charset == Charset::iso_2022_jp || charset == Charset::iso_2022_kr;
}

}  // namespace

bool valid_in(Charset charset, std::string_view bytes) {
  if (!is_stateful_or_wide(charset) && is_ascii(bytes)) return true;
  if (charset == Charset::ascii) return false;
  if (charset == Charset::utf8) return is_utf8(bytes);
  std::string decoded;
  return append_utf8(charset, bytes, decoded) == 0 && !has_c1_control(decoded);
}

std::size_t append_utf8(Charset charset, std::string_view bytes, std::string& out) {
  if (!is_stateful_or_wide(charset) &&
      (is_ascii(bytes) || (charset == Charset::utf8 && is_utf8(bytes)))) {
    out.append(bytes);
    return 0;
  }
  if (charset == Charset::utf8) return append_valid_utf8(bytes, out);
  if (is_icu_charset(charset)) return append_utf8_by_icu(charset, bytes, out);
  Converter& converter = converter_for(charset);
  if (!converter.is_open()) return append_ascii_part(bytes, out);
  std::size_t bad_bytes = 0;
  while (!bytes.empty()) {
    const char last = bytes.back();
    const int error = converter.convert(bytes, out);
    if (error != EILSEQ && error != EINVAL) continue;
    converter.finish(out);
    // Some converters of glibc have taken the bad byte when they report it.
    append_visibly(bytes.empty() ? last : bytes.front(), out);
    if (!bytes.empty()) bytes.remove_prefix(1);
    ++bad_bytes;
  }
  converter.finish(out);
  return bad_bytes;
}

}  // namespace ludex
