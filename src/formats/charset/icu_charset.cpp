#include "formats/charset/icu_charset.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ludex {
namespace {

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using IcuConverter = std::unique_ptr<UConverter, CloseConverter>;

/// What ICU can convert, by its own names in ascending order; a Charset counts from the front.
const std::vector<std::string_view>& icu_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (std::int32_t i = 0; i < ucnv_countAvailable(); ++i)
      all.emplace_back(ucnv_getAvailableName(i));
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
  IcuConverter converter(ucnv_open(icu_names()[place].data(), &status));
  if (U_SUCCESS(status)) {
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &status);
  }
  return U_SUCCESS(status) ? std::move(converter) : nullptr;
}

/// Null where ICU has the name, and not the table.
UConverter* converter_of(Charset charset) {
  thread_local std::unordered_map<std::size_t, IcuConverter> open;
  const auto [place, is_new] = open.try_emplace(place_of(charset));
  if (is_new) place->second = open_converter(place->first);
  return place->second.get();
}

/// One without states, in which ASCII is ASCII.
bool reads_ascii_as_ascii(Charset charset, UConverter* converter) {
  const UConverterType type = ucnv_getType(converter);
  if (type != UCNV_SBCS && type != UCNV_DBCS && type != UCNV_MBCS) return false;
  std::string ascii;
  for (char c = ' '; c <= '~'; ++c) ascii.push_back(c);
  std::string decoded;
  append_utf8_by_icu(charset, ascii, decoded);
  return decoded == ascii;
}

void append_text(const char16_t* text, std::size_t size, std::string& out) {
  icu::UnicodeString(false, text, static_cast<std::int32_t>(size)).toUTF8String(out);
}

/// The bytes that ended a conversion. \returns how many
std::size_t append_bad_bytes(UConverter* converter, std::string& out) {
  std::array<char, 32> bad;
  auto size = static_cast<std::int8_t>(bad.size());
  UErrorCode status = U_ZERO_ERROR;
  ucnv_getInvalidChars(converter, bad.data(), &size, &status);
  if (U_FAILURE(status)) return 0;
  for (std::int8_t i = 0; i < size; ++i) {
    fmt::format_to(std::back_inserter(out), "\\x{:02X}",
                   static_cast<unsigned char>(bad[static_cast<std::size_t>(i)]));
  }
  return static_cast<std::size_t>(size);
}

}  // namespace

std::string_view find_icu_name(std::string_view label) {
  if (label.empty() || label.size() >= UCNV_MAX_CONVERTER_NAME_LENGTH || !is_ascii(label))
    return {};
  UErrorCode status = U_ZERO_ERROR;
  const char* name = ucnv_getAlias(std::string(label).c_str(), 0, &status);
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
    const char* name = ucnv_getStandardName(own.data(), standard, &status);
    if (U_SUCCESS(status) && name != nullptr) return name;
  }
  return own;
}

bool is_one_byte_in_icu(Charset charset) {
  UConverter* const converter = converter_of(charset);
  return converter != nullptr && ucnv_getType(converter) == UCNV_SBCS;
}

std::size_t append_utf8_by_icu(Charset charset, std::string_view bytes, std::string& out) {
  UConverter* const converter = converter_of(charset);
  if (converter == nullptr) {
    throw Error(fmt::format("ICU cannot open its converter {}", icu_names()[place_of(charset)]));
  }
  ucnv_resetToUnicode(converter);
  const char* from = bytes.data();
  const char* const end = from + bytes.size();
  std::array<char16_t, 512> buffer;
  std::size_t bad_bytes = 0;
  for (bool done = false; !done;) {
    char16_t* to = buffer.data();
    UErrorCode status = U_ZERO_ERROR;
    ucnv_toUnicode(converter, &to, buffer.data() + buffer.size(), &from, end, nullptr, true,
                   &status);
    append_text(buffer.data(), static_cast<std::size_t>(to - buffer.data()), out);
    done = U_SUCCESS(status) != 0;
    if (done || status == U_BUFFER_OVERFLOW_ERROR) continue;
    bad_bytes += append_bad_bytes(converter, out);
    done = from == end;
    ucnv_resetToUnicode(converter);
  }
  return bad_bytes;
}

}  // namespace ludex
