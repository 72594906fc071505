#include "formats/charset/charset.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

namespace ludex {
namespace {

constexpr std::string_view kNames[] = {
    "US-ASCII",     "UTF-8",       "UTF-16LE",    "UTF-16BE",     "GB18030",      "Big5",
    "Shift_JIS",    "EUC-JP",      "EUC-KR",      "windows-1251", "KOI8-R",       "windows-1252",
    "ISO-8859-1",   "ISO-8859-2",  "ISO-8859-3",  "ISO-8859-4",   "ISO-8859-5",   "ISO-8859-7",
    "ISO-8859-9",   "ISO-8859-13", "ISO-8859-15", "windows-1250", "windows-1253", "windows-1254",
    "windows-1257", "KOI8-U",      "IBM866",      "ISO-2022-JP",  "ISO-2022-KR"};

/// Labels by which ICU knows none of these charsets, or another one, and those that are met most;
/// lower case, letters and digits only.
constexpr std::pair<std::string_view, Charset> kAliases[] = {
    {"utf16", Charset::utf16le},        {"gb2312", Charset::gb18030},
    {"gb231280", Charset::gb18030},     {"gbk", Charset::gb18030},
    {"cp936", Charset::gb18030},        {"936", Charset::gb18030},
    {"gb", Charset::gb18030},           {"big5hkscs", Charset::big5},
    {"big5eten", Charset::big5},        {"cp950", Charset::big5},
    {"sjis", Charset::shift_jis},       {"932", Charset::shift_jis},
    {"eucjpms", Charset::euc_jp},       {"cp51932", Charset::euc_jp},
    {"cp949", Charset::euc_kr},         {"uhc", Charset::euc_kr},
    {"ksc5601", Charset::euc_kr},       {"ksx1001", Charset::euc_kr},
    {"win1251", Charset::windows_1251}, {"win1252", Charset::windows_1252},
    {"ansi", Charset::windows_1252},    {"latin1", Charset::iso_8859_1},
    {"isolatin1", Charset::iso_8859_1}, {"dos866", Charset::ibm866},
    {"jis", Charset::iso_2022_jp},      {"xmacjapanese", Charset::shift_jis},
    {"xmackorean", Charset::euc_kr},    {"xmacsimpchinese", Charset::gb18030},
    {"xmactradchinese", Charset::big5},
};

constexpr std::size_t kMaxLabelBytes = 40;

/// Lower-case letters and digits of a label: "ISO8859_1" is "iso88591".
std::string reduce(std::string_view label) {
  std::string reduced;
  for (const char c : label.substr(0, kMaxLabelBytes)) {
    if (is_letter_or_digit(c)) reduced.push_back(to_lower(c));
  }
  return reduced;
}

/// ICU's names of the charsets above, for all of their labels: "windows-949-2000" is EUC-KR here.
std::map<std::string_view, Charset> icu_names_of_ours() {
  std::map<std::string_view, Charset> names;
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    names.emplace(find_icu_name(kNames[i]), static_cast<Charset>(i));
  }
  for (const auto& [label, charset] : kAliases) names.emplace(find_icu_name(label), charset);
  names.erase("");
  return names;
}

std::optional<Charset> find_by_icu(std::string_view label) {
  static const std::map<std::string_view, Charset> ours = icu_names_of_ours();
  const std::string_view name = find_icu_name(label);
  if (name.empty()) return std::nullopt;
  const auto known = ours.find(name);
  return known != ours.end() ? known->second : find_icu_charset(name);
}

constexpr std::uint64_t kHighBits = 0x8080808080808080U;
constexpr std::size_t kBlockBytes = 64;

/// The bytes of the blocks in front that are ASCII.
std::size_t plain_blocks(const unsigned char* bytes, std::size_t size) {
  std::size_t plain = 0;
  for (; size - plain >= kBlockBytes; plain += kBlockBytes) {
    std::array<std::uint64_t, kBlockBytes / sizeof(std::uint64_t)> words;
    std::memcpy(words.data(), bytes + plain, sizeof words);
    std::uint64_t seen = 0;
    for (const std::uint64_t word : words) seen |= word;
    if ((seen & kHighBits) != 0) break;
  }
  return plain;
}

/// How many bytes at `at` are one well-formed character beyond ASCII; 0 if they are none.
/// Source: Unicode 15, table 3-7.
std::size_t multibyte_length(const unsigned char* at, std::size_t left) {
  const auto continues = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return i < left && at[i] >= low && at[i] <= high;
  };
  const unsigned lead = at[0];
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return continues(1, low, high) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string_view charset_name(Charset charset) {
  if (is_icu_charset(charset)) return icu_charset_name(charset);
  return kNames[static_cast<std::size_t>(charset)];
}

std::optional<Charset> find_charset(std::string_view label) {
  if (label == "UTF-8") return Charset::utf8;
  const std::string reduced = reduce(label);
  if (reduced.empty()) return std::nullopt;
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (reduce(kNames[i]) == reduced) return static_cast<Charset>(i);
  }
  const auto* alias =
      std::ranges::find(kAliases, reduced, &std::pair<std::string_view, Charset>::first);
  return alias != std::end(kAliases) ? alias->second : find_by_icu(label);
}

bool is_ascii(std::string_view bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t plain = plain_blocks(at, bytes.size());
  at += plain;
  std::size_t left = bytes.size() - plain;
  if (left >= kBlockBytes) return false;
  unsigned char seen = 0;
  for (; left > 0; ++at, --left) seen |= *at;
  return seen < 0x80;
}

std::size_t utf8_prefix(std::string_view bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  while (left > 0) {
    if (const std::size_t plain = plain_blocks(at, left); plain > 0) {
      at += plain;
      left -= plain;
      continue;
    }
    if (left >= 8) {
      std::uint64_t word;
      std::memcpy(&word, at, sizeof word);
      if ((word & kHighBits) == 0) {
        at += 8;
        left -= 8;
        continue;
      }
    }
    const std::size_t length = *at < 0x80 ? 1 : multibyte_length(at, left);
    if (length == 0) break;
    at += length;
    left -= length;
  }
  return bytes.size() - left;
}

bool is_utf8(std::string_view bytes) { return utf8_prefix(bytes) == bytes.size(); }

}  // namespace ludex
