#pragma once

#include "core/ascii.hpp"
#include "formats/splitter.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
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

/// The first end of a line at `from` or later, LF or CR; the end of the text if there is none.
inline std::size_t find_line_end(std::string_view text, std::size_t from = 0) {
  constexpr std::size_t kWindow = 256;  // a text without LF is not searched for it to its end
  for (; from < text.size(); from += kWindow) {
    const std::string_view window = text.substr(from, kWindow);
    const std::size_t lf = std::min(window.find('\n'), window.size());
    const std::size_t end = std::min(window.substr(0, lf).find('\r'), lf);
    if (end < window.size()) return from + end;
  }
  return text.size();
}

/// Of the end of a line at `at`: CRLF is one.
inline std::size_t line_end_bytes(std::string_view text, std::size_t at) {
  return at + 1 < text.size() && text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
}

/// Goes through the lines of a text, each ended by LF, CRLF or CR. Cost: linear.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : text_(text), ends_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  /// The next line without its end. \pre !at_end()
  std::string_view take() {
    const std::size_t end = std::min(ends_.find(at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + line_end_bytes(text_, end);
    return line;
  }

 private:
  std::string_view text_;
  LineEnds ends_;
  std::size_t at_ = 0;
};

/// Takes the first line off the front of `text`, whatever ends it: LF, CRLF or CR.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = find_line_end(text);
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + line_end_bytes(text, end), text.size()));
  return line;
}

inline std::string_view trimmed_text(std::string_view text) {
  return trimmed(text, is_space_or_tab);
}

/// Appends `between` and a line to others; nothing if the line is empty.
inline void join_line(std::string& lines, std::string_view line, char between = '\n') {
  if (!lines.empty() && !line.empty()) lines += between;
  lines += line;
}

/// The characters of a window, of one byte each or, in UTF-16, of two.
class TextWindow {
 public:
  TextWindow(std::string_view bytes, TextForm form)
      : bytes_(bytes), width_(is_wide(form) ? 2 : 1), low_(form == TextForm::utf16be ? 1 : 0) {}

  [[nodiscard]] std::size_t size() const { return bytes_.size() / width_; }
  [[nodiscard]] std::size_t width_bytes() const { return width_; }
  /// The character if it is ASCII, else another one that is no syntax.
  [[nodiscard]] char operator[](std::size_t i) const {
    if (width_ == 1) return bytes_[i];
    return bytes_[2 * i + 1 - low_] == '\0' ? bytes_[2 * i + low_] : '\x7F';
  }
  [[nodiscard]] std::size_t find_slash(std::size_t from) const {
    if (width_ == 1) return bytes_.find('/', from);
    for (; from < size(); ++from) {
      if ((*this)[from] == '/') return from;
    }
    return std::string_view::npos;
  }
  /// How many of the first `length` characters are left without the blanks at their end.
  [[nodiscard]] std::size_t without_trailing_blanks(std::size_t length) const {
    while (length > 0 && is_blank((*this)[length - 1])) --length;
    return length;
  }

 private:
  std::string_view bytes_;
  std::size_t width_;
  std::size_t low_;  // which byte of a character is the lower one
};

}  // namespace ludex
