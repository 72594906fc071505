#include "formats/jkf/jkf_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/jkf/jkf.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ludex {
namespace {

/// A key, and the blanks around it.
constexpr std::size_t kReach = 64;

bool is_between(char c) { return c == '[' || c == ']' || c == ',' || c == kRecordSeparator; }

/// What an object of JKF begins with: "{", blanks, a key, blanks, ":".
enum class Beginning : unsigned char { no, maybe, yes };

Beginning beginning_of(std::string_view text) {
  const auto skip_blanks = [&] {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  };
  if (text.empty()) return Beginning::maybe;
  if (text.front() != '{') return Beginning::no;
  text.remove_prefix(1);
  skip_blanks();
  if (text.empty()) return Beginning::maybe;
  for (const std::string_view key : {"\"header\"", "\"initial\"", "\"moves\""}) {
    if (key.starts_with(text)) return Beginning::maybe;
    if (!text.starts_with(key)) continue;
    text.remove_prefix(key.size());
    skip_blanks();
    if (text.empty()) return Beginning::maybe;
    return text.front() == ':' ? Beginning::yes : Beginning::no;
  }
  return Beginning::no;
}

}  // namespace

bool begins_jkf(std::string_view text) {
  return beginning_of(text.substr(0, kReach)) == Beginning::yes;
}
bool may_begin_jkf(std::string_view text) {
  return text.size() < kReach && beginning_of(text) == Beginning::maybe;
}

JkfSplitter::JkfSplitter(const SplitOptions& options, std::string_view head)
    : TextSplitter(Format::jkf, options.start_offset_bytes, options.max_record_bytes, head) {}

void JkfSplitter::begin_record() {
  scanned_ = depth_ = 0;
  kind_ = Kind::unknown;
  in_string_ = is_escaped_ = is_begun_ = at_line_ = is_closed_ = is_ended_ = false;
}

std::optional<bool> JkfSplitter::begins_next(std::string_view bytes, bool final) const {
  const TextWindow window(bytes, form());
  std::string ahead;
  for (std::size_t i = scanned_; i < window.size() && ahead.size() < kReach; ++i) {
    ahead += window[i];
  }
  if (begins_jkf(ahead)) return true;
  if (!final && may_begin_jkf(ahead)) return std::nullopt;
  return false;
}

void JkfSplitter::take_character(char c) {
  if (in_string_) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (c == '\\') {
      is_escaped_ = true;
    } else if (c == '"' || is_line_end(c)) {
      in_string_ = false;
    }
    return;
  }
  if (c == '"') {
    in_string_ = true;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if ((c == '}' || c == ']') && --depth_ == 0) {
    is_closed_ = is_ended_ = true;
  }
}

// Goes on with the record. Where it ends, scanned_ is just after it.
bool JkfSplitter::find_end(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form());
  while (!is_ended_ && scanned_ < window.size()) {
    const char c = window[scanned_];
    if (kind_ == Kind::unknown) kind_ = c == '{' ? Kind::object : Kind::other;
    if (c == kRecordSeparator) {
      is_ended_ = true;
      break;
    }
    const bool may_begin = c == '{' && is_begun_ && (kind_ == Kind::other || at_line_);
    if (may_begin) {
      const auto begins = begins_next(bytes, final);
      if (!begins) return false;
      if (*begins) {
        is_ended_ = true;
        break;
      }
    }
    if (kind_ == Kind::object) take_character(c);
    at_line_ = is_line_end(c);
    is_begun_ = true;
    ++scanned_;
  }
  return is_ended_;
}

std::size_t JkfSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  if (window.size() > 0 && is_between(window[0])) return end_record(window.width_bytes());
  const bool found = find_end(bytes, final);
  const std::size_t end = final && !found ? window.size() : scanned_;
  const Extent extent = measure(window, end);
  const std::size_t length = extent.length * window.width_bytes();
  if (extent.is_too_long) {
    begin_oversize(sink);
    return 0;
  }
  if (!found && !final && !extent.is_ended) return 0;
  // Half a character at the end of UTF-16 belongs to the record.
  const bool is_open = !found && !extent.is_ended;
  const bool is_odd = is_open && bytes.size() % window.width_bytes() != 0;
  give_record({.text = bytes.substr(0, is_odd ? bytes.size() : length),
               .unclosed = kind_ == Kind::object && (extent.is_ended || !is_closed_),
               .open_end = is_open},
              sink);
  if (extent.is_ended) return end_record(length);
  return end_record(found ? end * window.width_bytes() : bytes.size());
}

std::size_t JkfSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const bool found = find_end(bytes, final);
  const std::size_t end = std::exchange(scanned_, 0);
  return give_oversize(bytes, end * TextWindow(bytes, form()).width_bytes(), found, final, sink);
}

}  // namespace ludex
