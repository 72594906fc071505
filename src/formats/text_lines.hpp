#pragma once

#include "core/ascii.hpp"

#include <cstddef>
#include <string_view>

namespace ludex {

/// Goes through the lines of a text, each ended by LF, CRLF or CR. Cost: linear, whatever ends
/// them.
class TextLines {
 public:
  explicit TextLines(std::string_view text)
      : text_(text), next_lf_(find('\n', 0)), next_cr_(find('\r', 0)) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  /// The next line without its end. \pre !at_end()
  std::string_view take() {
    if (next_lf_ < at_) next_lf_ = find('\n', at_);
    if (next_cr_ < at_) next_cr_ = find('\r', at_);
    const std::size_t end = next_lf_ < next_cr_ ? next_lf_ : next_cr_;
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + (next_cr_ == end && next_lf_ == end + 1 ? 2 : 1);
    return line;
  }

 private:
  [[nodiscard]] std::size_t find(char c, std::size_t from) const {
    const std::size_t found = text_.find(c, from);
    return found == std::string_view::npos ? text_.size() : found;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t next_lf_;
  std::size_t next_cr_;
};

inline std::string_view trimmed_text(std::string_view text) {
  while (!text.empty() && is_space_or_tab(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space_or_tab(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace ludex
