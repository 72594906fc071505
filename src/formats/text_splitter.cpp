#include "formats/text_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/foreign_text.hpp"
#include "formats/text_window.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::size_t kFirstSlice = 4 * 1024;
constexpr std::size_t kLargestSlice = 64 * 1024;

}  // namespace

TextSplitter::TextSplitter(Format format, std::uint64_t start_offset_bytes,
                           std::size_t max_record_bytes, std::string_view head)
    : format_(format),
      max_record_bytes_(std::max<std::size_t>(max_record_bytes, 16)),
      offset_bytes_(start_offset_bytes),
      junk_start_bytes_(start_offset_bytes),
      place_(start_offset_bytes == 0 ? Place::start : Place::between) {
  if (start_offset_bytes != 0) form_ = form_by_mark(head);
}

void TextSplitter::feed(std::string_view chunk, RecordSink& sink) {
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
std::size_t TextSplitter::feed_held(std::string_view chunk, RecordSink& sink) {
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

void TextSplitter::finish(RecordSink& sink) {
  advance(held_, true, sink);
  held_.clear();
  flush_junk(sink);
}

// Hands over what it can; returns how many bytes that were.
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
    begin_record();
  }
  return skipped;
}

void TextSplitter::give_record(FoundRecord found, RecordSink& sink) {
  flush_junk(sink);
  found.offset_bytes = record_offset_bytes_;
  found.form = form_;
  look_for_foreign(found, sink);
  sink.record(found);
  junk_start_bytes_ = record_offset_bytes_ + found.text.size();
}

void TextSplitter::look_for_foreign(const FoundRecord& found, RecordSink& sink) const {
  if (found.form != TextForm::bytes) return;
  const auto other = find_foreign_text(found.text, format_);
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

void TextSplitter::flush_junk(RecordSink& sink) {
  if (offset_bytes_ > junk_start_bytes_) {
    sink.junk(junk_start_bytes_, offset_bytes_ - junk_start_bytes_);
  }
  junk_start_bytes_ = offset_bytes_;
}

}  // namespace ludex
