#include "formats/charset/charset.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// The bytes of each character, made by decoding: what is written is read as the same.
using Encoder = std::unordered_map<std::string, std::string>;

bool is_one_character(std::string_view utf8) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return std::ranges::count_if(utf8, is_start) == 1;
}

void add_code(Charset charset, const std::string& code, Encoder& encoder) {
  std::string character;
  if (append_utf8(charset, code, character) > 0 || !is_one_character(character)) return;
  encoder.try_emplace(std::move(character), code);
}

/// Characters that Windows-31J has twice are written as Windows does: its rows ED and EE come last.
Encoder windows_31j() {
  std::vector<int> leads;
  for (int lead = 0x81; lead <= 0xFC; ++lead) {
    if (lead != 0xED && lead != 0xEE) leads.push_back(lead);
  }
  leads.insert(leads.end(), {0xED, 0xEE});
  Encoder encoder;
  for (int byte = 0xA1; byte <= 0xDF; ++byte) {
    add_code(Charset::shift_jis, {static_cast<char>(byte)}, encoder);
  }
  for (const int lead : leads) {
    for (int trail = 0x40; trail <= 0xFC; ++trail) {
      add_code(Charset::shift_jis, {static_cast<char>(lead), static_cast<char>(trail)}, encoder);
    }
  }
  // Other systems write these characters otherwise.
  constexpr std::pair<std::string_view, std::string_view> kSame[] = {
      {"\u301C", "\uFF5E"}, {"\u2212", "\uFF0D"}, {"\u2014", "\u2015"}, {"\u2016", "\u2225"},
      {"\u00A2", "\uFFE0"}, {"\u00A3", "\uFFE1"}, {"\u00AC", "\uFFE2"}};
  for (const auto& [other, own] : kSame) {
    encoder.try_emplace(std::string(other), encoder[std::string(own)]);
  }
  return encoder;
}

Encoder one_byte(Charset charset) {
  Encoder encoder;
  for (int byte = 0x80; byte <= 0xFF; ++byte) {
    add_code(charset, {static_cast<char>(byte)}, encoder);
  }
  return encoder;
}

const Encoder& encoder_of(Charset charset) {
  static const Encoder japanese = windows_31j();
  static const Encoder latin = one_byte(Charset::windows_1252);
  return charset == Charset::shift_jis ? japanese : latin;
}

/// Bytes of the character at the start.
std::size_t character_bytes(std::string_view utf8) {
  std::size_t size = 1;
  while (size < utf8.size() && (static_cast<unsigned char>(utf8[size]) & 0xC0) == 0x80) ++size;
  return size;
}

}  // namespace

std::size_t append_in_charset(Charset charset, std::string_view utf8, std::string_view substitute,
                              std::string& out) {
  const Encoder& encoder = encoder_of(charset);
  std::size_t missing = 0;
  std::string character;
  while (!utf8.empty()) {
    const std::size_t bytes = character_bytes(utf8);
    if (bytes == 1) {
      out += utf8.front();
    } else {
      character = utf8.substr(0, bytes);
      const auto found = encoder.find(character);
      missing += found == encoder.end() ? 1 : 0;
      out += found == encoder.end() ? substitute : std::string_view(found->second);
    }
    utf8.remove_prefix(bytes);
  }
  return missing;
}

}  // namespace ludex
