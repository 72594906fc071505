#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace ludex {

constexpr bool is_cgp_blank(char c) { return static_cast<unsigned char>(c) <= 0x20 && c != '\0'; }

/// The text without blanks before and behind it.
constexpr std::string_view trimmed_cgp(std::string_view text) {
  while (!text.empty() && is_cgp_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_cgp_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next word and the blanks behind it off the front.
constexpr std::string_view take_cgp_word(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && !is_cgp_blank(text[end])) ++end;
  const std::string_view word = text.substr(0, end);
  while (end < text.size() && is_cgp_blank(text[end])) ++end;
  text.remove_prefix(end);
  return word;
}

/// All of the text as a number.
template <class Number>
std::optional<Number> find_cgp_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace ludex
