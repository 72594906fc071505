#pragma once

#include "formats/charset/charset.hpp"
#include "formats/text_lines.hpp"
#include "ludex/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// Turns raw values of a record into UTF-8.
class RawTextReader {
 public:
  explicit RawTextReader(Charset charset) : charset_(charset) {}

  /// A name or a value: control characters are blanks, none at the ends.
  [[nodiscard]] std::string value(std::string_view raw) {
    std::string text;
    append_comment(trimmed_text(raw), text);
    const std::string_view trimmed = trimmed_text(text);
    if (trimmed.size() == text.size()) return text;
    return std::string(trimmed);
  }

  /// A line of a comment: control characters are blanks, none at the end.
  void append_comment(std::string_view raw, std::string& out) {
    const std::size_t before = out.size();
    bad_bytes_ += append_utf8(charset_, raw, out);
    std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), is_control, ' ');
    while (out.size() > before && out.back() == ' ') out.pop_back();
  }

  /// The first `raw` characters or so, for messages.
  [[nodiscard]] std::string excerpt(std::string_view raw) {
    std::string text;
    append_utf8(charset_, raw.substr(0, kExcerptBytes), text);
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
  }

  [[nodiscard]] std::size_t bad_bytes() const { return bad_bytes_; }

 private:
  static constexpr std::size_t kExcerptBytes = 60;

  static bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }

  Charset charset_;
  std::size_t bad_bytes_ = 0;
};

/// Collects the problems of one record up to a limit.
class LineReports {
 public:
  LineReports(std::string_view record, std::size_t limit, std::vector<Problem>& problems)
      : record_(record), limit_(limit), problems_(problems) {}

  /// \param at     a view into the record, where the problem is
  /// \param about  see Problem::about
  void add(ProblemKind kind, std::string_view at, std::string message,
           std::string_view about = {}) {
    if (problems_.size() >= limit_) return;
    problems_.push_back({kind, -1, offset_of(at), std::move(message), std::string(about)});
  }
  [[nodiscard]] std::string_view record() const { return record_; }
  [[nodiscard]] std::uint64_t offset_of(std::string_view at) const {
    return static_cast<std::uint64_t>(at.data() - record_.data());
  }

 private:
  std::string_view record_;
  std::size_t limit_;
  std::vector<Problem>& problems_;
};

/// Reports what is wrong with the charset that a record names, and bytes that mean nothing in the
/// one it is read in. \param place  where it names one
inline void note_charset_problems(const CharsetChoice& choice, const std::string& label,
                                  std::string_view place, std::size_t bad_bytes,
                                  LineReports& reports) {
  if (choice.label_unknown) reports.add(ProblemKind::unknown_charset, place, label);
  if (choice.label_wrong) reports.add(ProblemKind::wrong_charset, place, label);
  if (bad_bytes > 0) {
    reports.add(
        ProblemKind::bad_charset, reports.record(),
        fmt::format("{} bytes mean nothing in {}", bad_bytes, charset_name(choice.charset)));
  }
}

}  // namespace ludex
