#include "core/icu_functions.hpp"
#include "core/per_thread.hpp"
#include "formats/charset/charset.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// The converters of charsets that iconv calls otherwise, or that are wider where real texts are.
constexpr std::pair<Charset, const char*> kConverters[] = {
    {Charset::shift_jis, "CP932"},     {Charset::big5, "BIG5-HKSCS"},
    {Charset::euc_jp, "EUC-JP-MS"},    {Charset::euc_kr, "CP949"},
    {Charset::iso_8859_1, "CP1252"},   {Charset::windows_1252, "CP1252"},
    {Charset::windows_1250, "CP1250"}, {Charset::windows_1251, "CP1251"},
    {Charset::windows_1253, "CP1253"}, {Charset::windows_1254, "CP1254"},
    {Charset::windows_1257, "CP1257"},
};

const char* iconv_name(Charset charset) {
  const auto* const found =
      std::ranges::find(kConverters, charset, &std::pair<Charset, const char*>::first);
  return found == std::end(kConverters) ? charset_name(charset).data() : found->second;
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

  /// Converts as much of `input` as possible, and shortens it to the rest. \returns errno, 0 when
  /// done.
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
  using Converters = std::array<Converter, static_cast<std::size_t>(Charset::iso_2022_kr) + 1>;
  auto& converters = per_thread<Converters, struct OpenConverters>();
  Converter& converter = converters[static_cast<std::size_t>(charset)];
  converter.open(charset);
  return converter;
}

void append_visibly(char byte, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  const char shown[] = {'\\', 'x', kDigits[value >> 4U], kDigits[value & 0xFU]};
  out.append(shown, std::size(shown));
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

struct CloseConverter {
  void operator()(UConverter* converter) const { icu().ucnv_close(converter); }
};
using IcuConverter = std::unique_ptr<UConverter, CloseConverter>;

/// The charsets of ICU, by its names in ascending order; a Charset is an index.
const std::vector<std::string_view>& icu_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (std::int32_t i = 0; i < icu().ucnv_countAvailable(); ++i)
      all.emplace_back(icu().ucnv_getAvailableName(i));
    std::ranges::sort(all);
    return all;
  }();
  return names;
}

std::size_t place_of(Charset charset) {
  return static_cast<std::size_t>(charset) - static_cast<std::size_t>(Charset::first_of_icu);
}

/// Reports bad bytes, and does not replace them.
IcuConverter open_converter(std::size_t place) {
  UErrorCode status = U_ZERO_ERROR;
  IcuConverter converter(icu().ucnv_open(icu_names()[place].data(), &status));
  if (U_SUCCESS(status)) {
    icu().ucnv_setToUCallBack(converter.get(), icu().UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr,
                              nullptr, &status);
  }
  return U_SUCCESS(status) ? std::move(converter) : nullptr;
}

/// Null where ICU has the name, and not the table.
UConverter* converter_of(Charset charset) {
  using Converters = std::unordered_map<std::size_t, IcuConverter>;
  auto& open = per_thread<Converters, struct OpenIcuConverters>();
  const auto [place, is_new] = open.try_emplace(place_of(charset));
  if (is_new) place->second = open_converter(place->first);
  return place->second.get();
}

/// One without states, in which ASCII is ASCII.
bool reads_ascii_as_ascii(Charset charset, UConverter* converter) {
  const UConverterType type = icu().ucnv_getType(converter);
  if (type != UCNV_SBCS && type != UCNV_DBCS && type != UCNV_MBCS) return false;
  std::string ascii;
  for (char c = ' '; c <= '~'; ++c) ascii.push_back(c);
  std::string decoded;
  append_utf8_by_icu(charset, ascii, decoded);
  return decoded == ascii;
}

/// The bytes that ended a conversion. \returns how many
std::size_t append_bad_bytes(UConverter* converter, std::string& out) {
  std::array<char, 32> bad;
  auto size = static_cast<std::int8_t>(bad.size());
  UErrorCode status = U_ZERO_ERROR;
  icu().ucnv_getInvalidChars(converter, bad.data(), &size, &status);
  if (U_FAILURE(status)) return 0;
  for (std::int8_t i = 0; i < size; ++i) {
    fmt::format_to(std::back_inserter(out), "\\x{:02X}",
                   static_cast<unsigned char>(bad[static_cast<std::size_t>(i)]));
  }
  return static_cast<std::size_t>(size);
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

std::string_view find_icu_name(std::string_view label) {
  if (label.empty() || label.size() >= UCNV_MAX_CONVERTER_NAME_LENGTH || !is_ascii(label))
    return {};
  UErrorCode status = U_ZERO_ERROR;
  const char* name = icu().ucnv_getAlias(std::string(label).c_str(), 0, &status);
  return U_SUCCESS(status) && name != nullptr ? std::string_view(name) : std::string_view{};
}

std::optional<Charset> find_icu_charset(std::string_view icu_name) {
  const auto& names = icu_names();
  const auto found = std::ranges::lower_bound(names, icu_name);
  if (found == names.end() || *found != icu_name) return std::nullopt;
  const auto charset = static_cast<Charset>(static_cast<std::ptrdiff_t>(Charset::first_of_icu) +
                                            (found - names.begin()));
  UConverter* const converter = converter_of(charset);
  if (converter == nullptr || !reads_ascii_as_ascii(charset, converter)) return std::nullopt;
  return charset;
}

std::string_view icu_charset_name(Charset charset) {
  const std::string_view own = icu_names()[place_of(charset)];
  for (const char* standard : {"MIME", "IANA"}) {
    UErrorCode status = U_ZERO_ERROR;
    const char* name = icu().ucnv_getStandardName(own.data(), standard, &status);
    if (U_SUCCESS(status) && name != nullptr) return name;
  }
  return own;
}

bool is_one_byte_in_icu(Charset charset) {
  UConverter* const converter = converter_of(charset);
  return converter != nullptr && icu().ucnv_getType(converter) == UCNV_SBCS;
}

std::size_t append_utf8_by_icu(Charset charset, std::string_view bytes, std::string& out) {
  UConverter* const converter = converter_of(charset);
  if (converter == nullptr) {
    throw Error(fmt::format("ICU cannot open its converter {}", icu_names()[place_of(charset)]));
  }
  icu().ucnv_resetToUnicode(converter);
  const char* from = bytes.data();
  const char* const end = from + bytes.size();
  std::array<char16_t, 512> buffer;
  std::size_t bad_bytes = 0;
  for (bool done = false; !done;) {
    char16_t* to = buffer.data();
    UErrorCode status = U_ZERO_ERROR;
    icu().ucnv_toUnicode(converter, &to, buffer.data() + buffer.size(), &from, end, nullptr, true,
                         &status);
    append_utf8_of({buffer.data(), static_cast<std::size_t>(to - buffer.data())}, out);
    done = U_SUCCESS(status) != 0;
    if (done || status == U_BUFFER_OVERFLOW_ERROR) continue;
    bad_bytes += append_bad_bytes(converter, out);
    done = from == end;
    icu().ucnv_resetToUnicode(converter);
  }
  return bad_bytes;
}

void utf16_to_utf8(std::string_view utf16, bool big_endian, std::string& utf8) {
  std::u16string units(utf16.size() / 2, u'\0');
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto first = static_cast<unsigned char>(utf16[2 * i]);
    const auto second = static_cast<unsigned char>(utf16[2 * i + 1]);
    units[i] = static_cast<char16_t>(big_endian ? first << 8U | second : second << 8U | first);
  }
  utf8.clear();
  append_utf8_of(units, utf8);
  if (utf16.size() % 2 != 0) utf8 += "\xEF\xBF\xBD";
}

}  // namespace ludex
