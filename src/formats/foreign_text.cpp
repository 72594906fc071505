#include "formats/foreign_text.hpp"

#include "formats/format_room.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kReach = 4096;  // what detection looks at

using ByteSet = std::array<bool, 256>;

/// For each format the bytes that records of others begin with, where that is known of them.
std::array<ByteSet, kFormatCount> first_bytes_of_others() {
  std::array<ByteSet, kFormatCount> sets{};
  for (const Format own : all_formats()) {
    for (const Format other : all_formats()) {
      const LineMark& mark = room_of(other).line_mark;
      if (other == own || !mark.is_first) continue;
      for (const char byte : mark.bytes) {
        sets[static_cast<std::size_t>(own)][static_cast<unsigned char>(byte)] = true;
      }
    }
  }
  return sets;
}

/// \param text  from the start of a line on
std::optional<Format> format_of_line(std::string_view text, Format own, bool line_alone) {
  text = without_utf8_mark(text);
  if (text.empty() || text.front() == '\r' || text.front() == '\n') return std::nullopt;
  for (const Format format : all_formats()) {
    const LineMark& mark = room_of(format).line_mark;
    const bool may_begin = !mark.is_first || mark.bytes.find(text.front()) != mark.bytes.npos;
    if (format != own && may_begin && room_of(format).begins_record(text, line_alone)) {
      return format;
    }
  }
  return std::nullopt;
}

/// Finds the lines that hold a byte without which no other format's line is one. A game of CSA has
/// hardly any.
class SuspectLines {
 public:
  SuspectLines(std::string_view text, Format own) : text_(text) {
    for (const Format format : all_formats()) {
      if (format == own) continue;
      for (const char byte : room_of(format).line_mark.bytes) {
        marks_.push_back({byte, text.find(byte)});
      }
    }
  }

  /// Where the next of them starts, at `from` or behind it; the text's size where there is none.
  /// \param from  the start or the end of a line
  std::size_t next(std::size_t from) {
    std::size_t first = std::string_view::npos;
    for (Mark& mark : marks_) {
      if (mark.at < from) mark.at = text_.find(mark.byte, from);
      first = std::min(first, mark.at);
    }
    if (first == std::string_view::npos) return text_.size();
    return text_.find_last_of("\r\n", first) + 1;  // npos + 1 is 0
  }

 private:
  struct Mark {
    char byte;
    std::size_t at;
  };

  std::string_view text_;
  std::vector<Mark> marks_;
};

}  // namespace

std::optional<ForeignText> find_foreign_text(std::string_view text, Format own) {
  SuspectLines lines(text, own);
  for (std::size_t at = lines.next(0); at < text.size();) {
    if (const auto format = format_of_line(text.substr(at, kReach), own, false)) {
      return ForeignText{*format, at};
    }
    at = lines.next(std::min(text.find_first_of("\r\n", at), text.size()));
  }
  return std::nullopt;
}

std::optional<Format> foreign_format_of_line(std::string_view line, Format own) {
  static const auto kStarts = first_bytes_of_others();
  if (line.empty() ||
      !kStarts[static_cast<std::size_t>(own)][static_cast<unsigned char>(line.front())]) {
    return std::nullopt;
  }
  return format_of_line(line.substr(0, kReach), own, true);
}

}  // namespace ludex
