#pragma once

#include "core/ascii.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace ludex {

/// Finds the ends of lines, LF or CR. Cost: each byte is looked at twice, whatever ends the lines.
class LineEnds {
 public:
  explicit LineEnds(std::string_view text)
      : text_(text), lf_(text.find('\n')), cr_(text.find('\r')) {}

  /// The first end at `from` or later; npos: none. \pre `from` never goes down
  std::size_t find(std::size_t from) {
    if (lf_ < from) lf_ = text_.find('\n', from);
    if (cr_ < from) cr_ = text_.find('\r', from);
    return std::min(lf_, cr_);
  }

 private:
  std::string_view text_;
  std::size_t lf_, cr_;
};

/// Goes through the lines of a text, each ended by LF, CRLF or CR. Cost: linear.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : text_(text), ends_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  /// The next line without its end. \pre !at_end()
  std::string_view take() {
    const std::size_t end = std::min(ends_.find(at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + (text_.substr(end).starts_with("\r\n") ? 2 : 1);
    return line;
  }

 private:
  std::string_view text_;
  LineEnds ends_;
  std::size_t at_ = 0;
};

/// Takes the first line off the front of `text`, whatever ends it: LF, CRLF or CR.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(text.size(), 1));
  return line;
}

inline std::string_view trimmed_text(std::string_view text) {
  while (!text.empty() && is_space_or_tab(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space_or_tab(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace ludex
