#include "formats/cgp/cgp_splitter.hpp"

#include "formats/format_room.hpp"
#include "formats/text_lines.hpp"
#include "formats/text_splitter.hpp"

#include <algorithm>

namespace ludex {
namespace {

bool holds_position(std::string_view line) {
  const auto first = std::ranges::find_if_not(line, is_blank);
  return first != line.end() && *first != '#';
}

}  // namespace

CgpSplitter::CgpSplitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                         Format format)
    : Splitter(start_offset_bytes, max_record_bytes), format_(format) {}

void CgpSplitter::feed(std::string_view chunk, RecordSink& sink) {
  LineEnds ends(chunk);
  std::size_t at = 0;
  for (std::size_t end = ends.find(0); end != std::string_view::npos; end = ends.find(at)) {
    end_line(chunk.substr(at, end - at), false, sink);
    ++offset_bytes_;
    at = end + 1;
  }
  hold(chunk.substr(at), sink);
}

void CgpSplitter::finish(RecordSink& sink) {
  end_line({}, true, sink);
  flush_junk(sink);
}

void CgpSplitter::hold(std::string_view part, RecordSink& sink) {
  if (part.empty()) return;
  if (long_ == Long::no) {
    held_ += part;
    held_.erase(0, held_.size() - without_marks(held_).size());
    if (held_.size() <= max_record_bytes_) return;
    begin_long(sink);
    part = held_;
  }
  if (long_ == Long::record) sink.oversize_piece(part, line_offset_bytes_, false);
  offset_bytes_ += part.size();
  held_.clear();
}

void CgpSplitter::begin_long(RecordSink& sink) {
  long_ = holds_position(std::string_view(held_).substr(0, max_record_bytes_)) ? Long::record
                                                                               : Long::junk;
  line_offset_bytes_ = offset_bytes_;
  if (long_ == Long::record) flush_junk(sink);
}

void CgpSplitter::end_line(std::string_view part, bool open_end, RecordSink& sink) {
  if (long_ != Long::no) {
    if (long_ == Long::record) sink.oversize_piece(part, line_offset_bytes_, true);
    offset_bytes_ += part.size();
    if (long_ == Long::record) junk_start_bytes_ = offset_bytes_;
    long_ = Long::no;
  } else if (held_.empty()) {
    give_line(part, open_end, sink);
  } else {
    held_ += part;
    give_line(held_, open_end, sink);
    held_.clear();
  }
}

void CgpSplitter::give_line(std::string_view line, bool open_end, RecordSink& sink) {
  line = without_marks(line);
  if (line.size() <= max_record_bytes_) look_for_foreign(line, sink);
  if (holds_position(line.substr(0, max_record_bytes_))) {
    flush_junk(sink);
    if (line.size() > max_record_bytes_) {
      sink.oversize_piece(line, offset_bytes_, true);
    } else {
      sink.record({.text = line, .offset_bytes = offset_bytes_, .open_end = open_end});
    }
    junk_start_bytes_ = offset_bytes_ + line.size();
  }
  offset_bytes_ += line.size();
}

/// Records of another format continue up to the next line of CGP, whatever their lines are.
void CgpSplitter::look_for_foreign(std::string_view line, RecordSink& sink) {
  if (const auto format = foreign_format_of_line(line, format_)) {
    foreign_ = format;
  } else if (foreign_ && room_of(format_).begins_record(line, true)) {
    foreign_.reset();
  }
  if (foreign_ && !line.empty()) sink.foreign(*foreign_, offset_bytes_, line.size());
}

// Files put together have marks at the starts of lines; they are counted as junk.
std::string_view CgpSplitter::without_marks(std::string_view line) {
  while (line.starts_with(kUtf8Mark)) {
    line.remove_prefix(kUtf8Mark.size());
    offset_bytes_ += kUtf8Mark.size();
  }
  return line;
}

}  // namespace ludex
