#include "formats/csa/csa_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/text_lines.hpp"

#include <cstddef>
#include <optional>

namespace ludex {
namespace {

/// The end of a record, in characters of the window.
struct CsaRecordEnd {
  bool found = false;
  std::size_t end = 0;    ///< of the record: where the "/" line starts. Not found: up to here, the
                          ///< window holds no separator and not the start of one
  std::size_t slash = 0;  ///< the "/" itself
};

/// Further than this from its "/" a line is not looked at, so that lines of blanks cost no more
/// than they are long.
constexpr std::size_t kMaxBlanks = 4096;

/// The start of a run of blanks that ends before `at`; nothing if it is too long.
std::optional<std::size_t> before_blanks(const TextWindow& window, std::size_t at) {
  const std::size_t last = at;
  while (at > 0 && is_space_or_tab(window[at - 1])) {
    if (last - --at > kMaxBlanks) return std::nullopt;
  }
  return at;
}

bool at_line_start(const TextWindow& window, std::size_t at, bool starts_line) {
  return at == 0 ? starts_line : is_line_end(window[at - 1]);
}

enum class LineRest { blank, other, undecided };

LineRest judge_rest(const TextWindow& window, std::size_t at, bool final) {
  for (std::size_t blanks = 0; at < window.size(); ++at, ++blanks) {
    if (is_line_end(window[at])) return LineRest::blank;
    if (!is_space_or_tab(window[at]) || blanks == kMaxBlanks) return LineRest::other;
  }
  return final ? LineRest::blank : LineRest::undecided;
}

/// The start of the last line, if it may become a separator: blanks, perhaps with a "/".
std::size_t open_line_start(const TextWindow& window, bool starts_line) {
  auto at = before_blanks(window, window.size());
  if (at && *at > 0 && window[*at - 1] == '/') at = before_blanks(window, *at - 1);
  return at && at_line_start(window, *at, starts_line) ? *at : window.size();
}

/// Looks for the first "/" line.
/// \param starts_line  the window starts a line
/// \param final        no more bytes will come: the last line is whole
CsaRecordEnd find_csa_separator(const TextWindow& window, std::size_t from, bool starts_line,
                                bool final) {
  for (std::size_t at = window.find_slash(from); at != std::string_view::npos;
       at = window.find_slash(at + 1)) {
    const auto start = before_blanks(window, at);
    if (!start || !at_line_start(window, *start, starts_line)) continue;
    switch (judge_rest(window, at + 1, final)) {
      case LineRest::blank:
        return {true, *start, at};
      case LineRest::other:
        break;
      case LineRest::undecided:
        return {false, *start, at};
    }
  }
  return {false, final ? window.size() : open_line_start(window, starts_line), 0};
}

void append_line(std::string& lines, std::string_view line) {
  if (line.empty()) return;
  lines += line;
  lines += '\n';
}

}  // namespace

CsaSplitter::CsaSplitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                         std::string_view head)
    : TextSplitter(Format::csa, start_offset_bytes, max_record_bytes, head),
      head_read_(start_offset_bytes != 0) {
  if (start_offset_bytes == 0) return;
  head = without_utf8_mark(head);
  const bool wide = form() != TextForm::bytes;
  const std::string ascii =
      wide ? ascii_of_utf16(head.substr(2), form() == TextForm::utf16be) : std::string();
  const CsaHead found = read_csa_head(wide ? std::string_view(ascii) : head);
  version_line_ = found.version_line;
  encoding_line_ = found.encoding_line;
}

void CsaSplitter::begin_record() {
  starts_line_ = true;
  searched_ = 0;
}

std::size_t CsaSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  const CsaRecordEnd end = find_csa_separator(window, searched_, starts_line_, final);
  const bool whole = final && !end.found;
  const std::size_t length = whole ? bytes.size() : end.end * window.width_bytes();
  if (length > max_record_bytes_) {
    (void)read_head(bytes.substr(0, max_record_bytes_));
    head_read_ = true;
    searched_ = 0;
    begin_oversize(sink);
    return 0;
  }
  searched_ = end.end;
  if (!end.found && !final) return 0;
  // Half a character at the end of UTF-16 belongs to the record.
  const bool odd = whole && bytes.size() % window.width_bytes() != 0;
  const std::size_t trimmed = window.without_trailing_blanks(whole ? window.size() : end.end);
  const std::string_view text =
      bytes.substr(0, odd ? bytes.size() : trimmed * window.width_bytes());
  if (read_head(text)) give_record({.text = text, .context = context_, .open_end = whole}, sink);
  return end_record(whole ? length : (end.slash + 1) * window.width_bytes());
}

std::size_t CsaSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  const CsaRecordEnd end = find_csa_separator(window, searched_, starts_line_, final);
  const bool whole = final && !end.found;
  const std::size_t length = whole ? bytes.size() : end.end * window.width_bytes();
  const bool last = end.found || final;
  give_piece(bytes.substr(0, length), last, sink);
  if (last) return end_record(whole ? length : (end.slash + 1) * window.width_bytes());
  if (end.end > 0) {
    const char before = window[end.end - 1];
    starts_line_ = before == '\n' || before == '\r';
  }
  searched_ = 0;
  return pass(length);
}

// True if a piece is a record. Notes the values in the head of the stream, and which of them the
// piece uses.
bool CsaSplitter::read_head(std::string_view text) {
  const bool wide = form() != TextForm::bytes;
  const std::string ascii =
      wide ? ascii_of_utf16(text, form() == TextForm::utf16be) : std::string();
  const CsaHead head = read_csa_head(wide ? std::string_view(ascii) : text);
  context_.clear();
  if (head.encoding_line.empty()) append_line(context_, encoding_line_);
  if (head.version_line.empty()) append_line(context_, version_line_);
  if (!head_read_) {
    if (version_line_.empty()) version_line_ = head.version_line;
    if (encoding_line_.empty()) encoding_line_ = head.encoding_line;
    head_read_ = head.has_content;
  }
  return head.has_content;
}

}  // namespace ludex
