#include "ludex/split/csa_splitter.hpp"

#include "split/csa_head.hpp"
#include "split/csa_separator.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::size_t kFirstSlice = 4 * 1024;
constexpr std::size_t kLargestSlice = 64 * 1024;

bool is_white_space(char c) { return static_cast<unsigned char>(c) <= ' '; }

void append_line(std::string& lines, std::string_view line) {
  if (line.empty()) return;
  lines += line;
  lines += '\n';
}

}  // namespace

CsaSplitter::CsaSplitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                         std::string_view head)
    : max_record_bytes_(std::max<std::size_t>(max_record_bytes, 16)),
      offset_bytes_(start_offset_bytes),
      junk_start_bytes_(start_offset_bytes),
      place_(start_offset_bytes == 0 ? Place::start : Place::between),
      head_read_(start_offset_bytes != 0) {
  if (start_offset_bytes == 0) return;
  read_mark(head);
  if (head.starts_with(kUtf8Mark)) head.remove_prefix(3);
  const bool wide = form_ != TextForm::bytes;
  const std::string ascii =
      wide ? ascii_of_utf16(head.substr(2), form_ == TextForm::utf16be) : std::string();
  const CsaHead found = read_csa_head(wide ? std::string_view(ascii) : head);
  version_line_ = found.version_line;
  encoding_line_ = found.encoding_line;
}

void CsaSplitter::feed(std::string_view chunk, RecordSink& sink) {
  while (!chunk.empty()) {
    if (held_.empty()) {
      held_.assign(chunk.substr(advance(chunk, false, sink)));
      return;
    }
    chunk.remove_prefix(feed_held(chunk, sink));
  }
}

// Adds a slice of the chunk to what is held, as much as is likely to end it. Returns how many bytes
// of the chunk are done with: handed over, or held.
std::size_t CsaSplitter::feed_held(std::string_view chunk, RecordSink& sink) {
  const std::size_t before = held_.size();
  const std::size_t slice = std::min(chunk.size(), std::clamp(before, kFirstSlice, kLargestSlice));
  held_.append(chunk.substr(0, slice));
  const std::size_t taken = advance(held_, false, sink);
  if (taken < before) {
    held_.erase(0, taken);
    return slice;
  }
  held_.clear();
  return taken - before;
}

void CsaSplitter::finish(RecordSink& sink) {
  advance(held_, true, sink);
  held_.clear();
  flush_junk(sink);
}

// Hands over what it can; returns how many bytes that were.
std::size_t CsaSplitter::advance(std::string_view window, bool final, RecordSink& sink) {
  std::size_t taken = 0;
  while (true) {
    const Place place = place_;
    const std::string_view rest = window.substr(taken);
    switch (place) {
      case Place::start:
        taken += take_mark(rest, final);
        break;
      case Place::between:
        taken += skip_blanks(rest, final);
        break;
      case Place::record:
        taken += take_record(rest, final, sink);
        break;
      case Place::oversize:
        taken += take_oversize(rest, final, sink);
        break;
    }
    if (place_ == place) return taken;
  }
}

std::size_t CsaSplitter::take_mark(std::string_view window, bool final) {
  if (window.size() < kUtf8Mark.size() && !final) return 0;
  read_mark(window);
  place_ = Place::between;
  const std::size_t narrow_mark = window.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
  const std::size_t mark = form_ == TextForm::bytes ? narrow_mark : 2;
  offset_bytes_ += mark;
  return mark;
}

void CsaSplitter::read_mark(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) form_ = TextForm::utf16le;
  if (head.starts_with("\xFE\xFF")) form_ = TextForm::utf16be;
}

// Up to the first character of the next piece.
std::size_t CsaSplitter::skip_blanks(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form_);
  std::size_t at = 0;
  while (at < window.size() && is_white_space(window[at])) ++at;
  const bool ended = at == window.size();
  const std::size_t skipped = ended && final ? bytes.size() : at * window.width_bytes();
  offset_bytes_ += skipped;
  if (ended) return skipped;
  place_ = Place::record;
  record_offset_bytes_ = offset_bytes_;
  starts_line_ = true;
  searched_ = 0;
  return skipped;
}

std::size_t CsaSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form_);
  const CsaRecordEnd end = find_csa_separator(window, searched_, starts_line_, final);
  const bool whole = final && !end.found;
  const std::size_t length = whole ? bytes.size() : end.end * window.width_bytes();
  if (length > max_record_bytes_) {
    begin_oversize(bytes.substr(0, max_record_bytes_), sink);
    return 0;
  }
  searched_ = end.end;
  if (!end.found && !final) return 0;
  give_record(bytes.substr(0, length), whole, sink);
  return end_piece(whole ? length : (end.slash + 1) * window.width_bytes());
}

std::size_t CsaSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form_);
  const CsaRecordEnd end = find_csa_separator(window, searched_, starts_line_, final);
  const bool whole = final && !end.found;
  const std::size_t length = whole ? bytes.size() : end.end * window.width_bytes();
  const bool last = end.found || final;
  if (length > 0 || last) sink.oversize_piece(bytes.substr(0, length), record_offset_bytes_, last);
  junk_start_bytes_ = offset_bytes_ + length;
  if (last) return end_piece(whole ? length : (end.slash + 1) * window.width_bytes());
  if (end.end > 0) {
    const char before = window[end.end - 1];
    starts_line_ = before == '\n' || before == '\r';
  }
  searched_ = 0;
  offset_bytes_ += length;
  return length;
}

// \param bytes  up to the end of the record, or of the "/" behind it
std::size_t CsaSplitter::end_piece(std::size_t bytes) {
  offset_bytes_ += bytes;
  place_ = Place::between;
  return bytes;
}

// Hands the piece over, or leaves it to the junk.
void CsaSplitter::give_record(std::string_view text, bool open_end, RecordSink& sink) {
  if (!read_head(text)) return;
  flush_junk(sink);
  FoundRecord found;
  found.text = text;
  found.offset_bytes = record_offset_bytes_;
  found.form = form_;
  found.context = context_;
  found.open_end = open_end;
  sink.record(found);
  junk_start_bytes_ = record_offset_bytes_ + text.size();
}

void CsaSplitter::begin_oversize(std::string_view start, RecordSink& sink) {
  (void)read_head(start);
  head_read_ = true;
  flush_junk(sink);
  place_ = Place::oversize;
  searched_ = 0;
}

// Whether a piece is a record. Notes what the stream's head says, and what the piece leaves to it.
bool CsaSplitter::read_head(std::string_view text) {
  const bool wide = form_ != TextForm::bytes;
  const std::string ascii = wide ? ascii_of_utf16(text, form_ == TextForm::utf16be) : std::string();
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

void CsaSplitter::flush_junk(RecordSink& sink) {
  if (offset_bytes_ > junk_start_bytes_) {
    sink.junk(junk_start_bytes_, offset_bytes_ - junk_start_bytes_);
  }
  junk_start_bytes_ = offset_bytes_;
}

}  // namespace ludex
