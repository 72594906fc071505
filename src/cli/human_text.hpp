#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ludex::cli {

/// Digits in groups of three: "1,234,567".
[[nodiscard]] std::string with_commas(std::string digits);
/// "1,234,567"; not for people "1234567". \pre number >= 0
[[nodiscard]] std::string grouped(std::integral auto number, bool for_people = true) {
  return for_people ? with_commas(std::to_string(number)) : std::to_string(number);
}
/// "1 game", "1,234 games". \param noun  whose plural ends in "s"
[[nodiscard]] std::string counted(std::integral auto count, std::string_view noun,
                                  bool for_people = true) {
  return grouped(count, for_people).append(" ").append(noun).append(count == 1 ? "" : "s");
}
/// "0.42 s", "41.3 s", "2 min 41 s", "3 h 07 min".
[[nodiscard]] std::string duration_text(double seconds);

/// "812 B", "1.4 MiB", "27.0 GiB".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// Parses "64MiB", "1GiB", "1.5g", "800k" or "123456"; units are powers of 1024 in any case.
/// \throws UsageError naming `option` if the text is no size, or not a positive one.
[[nodiscard]] std::uint64_t parse_bytes(std::string_view text, std::string_view option);

/// Columns that a terminal needs for UTF-8 text: East Asian wide characters take two, combining
/// ones none, a byte that is not UTF-8 one.
[[nodiscard]] std::size_t display_width(std::string_view utf8);

/// True if the bytes are one UTF-8 character that does not affect its surroundings, as control
/// characters and marks of writing direction do.
[[nodiscard]] bool is_harmless(std::string_view character);

/// The text on one line and without effect on a terminal: each character that is not harmless, and
/// each byte that is not UTF-8, becomes a blank or U+FFFD.
[[nodiscard]] std::string printable(std::string_view utf8);

/// Truncates to `columns`; a truncated text ends in "…". \pre columns >= 1
[[nodiscard]] std::string shortened(std::string_view utf8, std::size_t columns);
/// The same for a path, whose end tells most: a truncated one begins with "…".
[[nodiscard]] std::string shortened_in_front(std::string_view utf8, std::size_t columns);

/// Breaks text into lines of at most `columns`, at blanks and where it has line ends; all but the
/// first are indented. A longer word begins a line and is broken between characters.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

/// Pads the text with blanks up to `columns`, after or before it.
[[nodiscard]] std::string padded_right(std::string_view utf8, std::size_t columns);
[[nodiscard]] std::string padded_left(std::string_view utf8, std::size_t columns);

/// Letters to insert, drop, replace or swap with their neighbor to get from one word to the other.
[[nodiscard]] std::size_t edit_distance(std::string_view from, std::string_view to);

/// The candidate that was probably meant: the nearest one, if no more than a third of its letters
/// (and at least one) are wrong, or the only one that `word` begins. Empty if there is none.
[[nodiscard]] std::string nearest_word(std::string_view word,
                                       std::span<const std::string> candidates);

}  // namespace ludex::cli
