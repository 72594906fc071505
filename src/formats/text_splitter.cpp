#include "formats/text_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <array>
#include <utility>
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
    const FormatRoom& room = room_of(format);
    if (format != own && room.line_mark.may_begin_with(text.front()) &&
        room.begins_record(text, line_alone)) {
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

  /// Where the next of them starts, at `from` or after it; the text's size where there is none.
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

constexpr std::size_t kFirstSlice = 4 * 1024;
constexpr std::size_t kLargestSlice = 64 * 1024;
constexpr std::size_t kMostKept = 1024 * 1024;
constexpr std::size_t kLongestGap = 64 * 1024;  // of blanks after a record that may still go on

}  // namespace

std::optional<ForeignText> find_foreign_text(std::string_view text, Format own) {
  SuspectLines lines(text, own);
  for (std::size_t at = lines.next(0); at < text.size();) {
    if (const auto format = format_of_line(text.substr(at, kReach), own, false)) {
      return ForeignText{*format, at};
    }
    at = lines.next(find_line_end(text, at));
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

void WindowSplitter::feed(std::string_view chunk, RecordSink& sink) {
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
std::size_t WindowSplitter::feed_held(std::string_view chunk, RecordSink& sink) {
  const std::size_t before = held_.size();
  const std::size_t slice = std::min(chunk.size(), std::clamp(before, kFirstSlice, kLargestSlice));
  held_.append(chunk.substr(0, slice));
  const std::size_t taken = advance(held_, false, sink);
  if (taken < before) {
    held_.erase(0, taken);
    return slice;
  }
  release_held();
  return taken - before;
}

// Long records are rare: their memory is not kept for the next one.
void WindowSplitter::release_held() {
  held_.clear();
  if (held_.capacity() > kMostKept) held_.shrink_to_fit();
}

void WindowSplitter::advance_to_end(RecordSink& sink) {
  advance(held_, true, sink);
  release_held();
}

TextSplitter::TextSplitter(Format format, std::uint64_t start_offset_bytes,
                           std::size_t max_record_bytes, std::string_view head)
    : WindowSplitter(start_offset_bytes, max_record_bytes),
      format_(format),
      place_(start_offset_bytes == 0 ? Place::start : Place::between) {
  if (start_offset_bytes != 0) form_ = form_by_mark(head);
}

void TextSplitter::finish(RecordSink& sink) {
  advance_to_end(sink);
  flush_junk(sink);
}

std::size_t TextSplitter::advance(std::string_view window, bool final, RecordSink& sink) {
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

std::size_t TextSplitter::take_mark(std::string_view window, bool final) {
  if (window.size() < kUtf8Mark.size() && !final) return 0;
  form_ = form_by_mark(window);
  place_ = Place::between;
  const std::size_t narrow_mark = window.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
  return pass(is_wide(form_) ? mark_of(form_).size() : narrow_mark);
}

// Up to the first character of the next record: blanks, and the marks of files put together.
std::size_t TextSplitter::skip_blanks(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form_);
  std::size_t at = 0;
  while (at < window.size()) {
    if (is_blank(window[at])) {
      ++at;
    } else if (form_ == TextForm::bytes && bytes.substr(at).starts_with(kUtf8Mark)) {
      at += kUtf8Mark.size();
    } else {
      break;
    }
  }
  if (!final && form_ == TextForm::bytes && kUtf8Mark.starts_with(bytes.substr(at))) {
    return pass(at);  // nothing is left, or half a mark
  }
  const bool ended = at == window.size();
  const std::size_t skipped = pass(ended && final ? bytes.size() : at * window.width_bytes());
  if (!ended) {
    place_ = Place::record;
    record_offset_bytes_ = offset_bytes_;
    measured_ = solid_ = 0;
    begin_record();
  }
  return skipped;
}

// Blanks alone do not make a record too long, but must not be held without end either.
TextSplitter::Extent TextSplitter::measure(const TextWindow& window, std::size_t end) {
  const std::size_t most = max_record_bytes_ / window.width_bytes();
  const std::size_t gap = std::min(kLongestGap, most);
  std::size_t at = std::min(end, most);
  if (at > measured_) {
    const std::size_t from = std::exchange(measured_, at);
    while (at > from && is_blank(window[at - 1])) --at;
    if (at > from) solid_ = at;
  }
  const auto is_ended = [&] { return measured_ > most && measured_ - solid_ > gap; };
  while (measured_ < end && solid_ <= most && !is_ended()) {
    if (!is_blank(window[measured_++])) solid_ = measured_;
  }
  return {.length = solid_, .is_too_long = solid_ > most, .is_ended = is_ended()};
}

void TextSplitter::give_record(FoundRecord found, RecordSink& sink) {
  flush_junk(sink);
  found.offset_bytes = record_offset_bytes_;
  found.form = form_;
  if (form_ == TextForm::bytes) {
    note_foreign(found, find_foreign_text(found.text, format_), sink);
  }
  sink.record(found);
  junk_start_bytes_ = record_offset_bytes_ + found.text.size();
}

void WindowSplitter::note_foreign(const FoundRecord& found, const std::optional<ForeignText>& other,
                                  RecordSink& sink) {
  if (!other) return;
  sink.foreign(other->format, found.offset_bytes + other->offset,
               found.text.size() - other->offset);
}

void TextSplitter::begin_oversize(RecordSink& sink) {
  flush_junk(sink);
  place_ = Place::oversize;
}

void TextSplitter::give_piece(std::string_view piece, bool last, RecordSink& sink) {
  if (!piece.empty() || last) sink.oversize_piece(piece, record_offset_bytes_, last);
  junk_start_bytes_ = offset_bytes_ + piece.size();
}

std::size_t TextSplitter::give_oversize(std::string_view window, std::size_t end_bytes, bool found,
                                        bool final, RecordSink& sink) {
  const std::size_t length = final && !found ? window.size() : end_bytes;
  const bool last = found || final;
  give_piece(window.substr(0, length), last, sink);
  return last ? end_record(length) : pass(length);
}

}  // namespace ludex
