#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

/// Classes of ASCII characters, independent of the locale; no other byte belongs to any of them.
namespace ludex {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_nonzero_digit(char c) { return c >= '1' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
[[nodiscard]] constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
[[nodiscard]] constexpr bool is_sign(char c) { return c == '+' || c == '-'; }
[[nodiscard]] constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }
[[nodiscard]] constexpr bool is_space_or_tab(char c) { return c == ' ' || c == '\t'; }
/// A space or a control character: what the formats skip between their words.
[[nodiscard]] constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

[[nodiscard]] constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char to_upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
[[nodiscard]] inline std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) { return to_lower(c); });
  return lower;
}
[[nodiscard]] constexpr bool same_but_case(std::string_view one, std::string_view other) {
  return std::ranges::equal(
      one, other, {}, [](char c) { return to_lower(c); }, [](char c) { return to_lower(c); });
}

/// Without leading characters of the given set (default: blanks).
template <class IsDropped = decltype(is_blank)>
[[nodiscard]] constexpr std::string_view without_front(std::string_view text,
                                                       const IsDropped& is_dropped = is_blank) {
  while (!text.empty() && is_dropped(text.front())) text.remove_prefix(1);
  return text;
}
/// The same at both ends.
template <class IsDropped = decltype(is_blank)>
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 const IsDropped& is_dropped = is_blank) {
  text = without_front(text, is_dropped);
  while (!text.empty() && is_dropped(text.back())) text.remove_suffix(1);
  return text;
}
/// Takes the first word and the blanks before it off the front; empty if there is none.
template <class IsBlank = decltype(is_blank)>
constexpr std::string_view take_word(std::string_view& text, const IsBlank& is_between = is_blank) {
  text = without_front(text, is_between);
  std::size_t size = 0;
  while (size < text.size() && !is_between(text[size])) ++size;
  const std::string_view word = text.substr(0, size);
  text.remove_prefix(size);
  return word;
}

/// All of the text as a number, as std::from_chars() reads it.
template <class Number>
[[nodiscard]] std::optional<Number> find_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}
[[nodiscard]] constexpr bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace ludex
