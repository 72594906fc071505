#include "formats/csa/csa_splitter.hpp"

#include "formats/csa/csa_head.hpp"
#include "formats/csa/csa_separator.hpp"

namespace ludex {
namespace {

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
  if (length > max_record_bytes()) {
    (void)read_head(bytes.substr(0, max_record_bytes()));
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

// Whether a piece is a record. Notes what the stream's head says, and what the piece leaves to it.
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
