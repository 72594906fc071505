#include "engine/text_place.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::size_t kBytesBefore = 30;
constexpr std::size_t kBytesAfter = 30;

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

LineColumn LineColumn::after(std::string_view text) const {
  const auto breaks = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  if (breaks == 0) return {line, column + text.size()};
  return {line + breaks, text.size() - text.rfind('\n')};
}

Surroundings surroundings(std::string_view text, std::size_t offset_bytes) {
  const auto is_break = [](char c) { return c == '\n' || c == '\r'; };
  std::size_t begin = offset_bytes;
  while (begin > 0 && offset_bytes - begin < kBytesBefore && !is_break(text[begin - 1])) --begin;
  std::size_t end = offset_bytes;
  while (end < text.size() && end - offset_bytes < kBytesAfter && !is_break(text[end])) ++end;
  while (begin < offset_bytes && is_continuation(text[begin])) ++begin;
  while (end > offset_bytes && end < text.size() && is_continuation(text[end])) --end;
  return {text.substr(begin, offset_bytes - begin), text.substr(offset_bytes, end - offset_bytes)};
}

}  // namespace ludex
