#include "formats/headed_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"

#include <string>
#include <utility>

namespace ludex {
namespace {

/// As many characters of a line are looked at: the remarks of NGF end at the end of a line.
constexpr std::size_t kLineStart = 1024;

}  // namespace

HeadedSplitter::HeadedSplitter(Format format, std::unique_ptr<RecordStart> start,
                               std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                               std::string_view head)
    : TextSplitter(format, start_offset_bytes, max_record_bytes, head), start_(std::move(start)) {}

void HeadedSplitter::begin_record() {
  scanned_ = 0;
  in_line_ = false;
  start_->begin();
}

// Goes on with the lines of a record. At the next record, scanned_ is where that starts.
bool HeadedSplitter::find_next(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form());
  while (scanned_ < window.size()) {
    if (!in_line_) {
      std::string line;
      std::size_t at = scanned_;
      while (at < window.size() && line.size() < kLineStart && !is_line_end(window[at])) {
        line.push_back(window[at++]);
      }
      if (at == window.size() && line.size() < kLineStart && !final) return false;
      if (start_->is_next(line)) return true;
      in_line_ = true;
    }
    while (scanned_ < window.size() && !is_line_end(window[scanned_])) ++scanned_;
    if (scanned_ == window.size()) return false;
    ++scanned_;
    in_line_ = false;
  }
  return false;
}

void HeadedSplitter::give(FoundRecord found, RecordSink& sink) {
  if (!start_->resembles_others()) return give_record(found, sink);
  flush_junk(sink);
  found.offset_bytes = record_offset_bytes_;
  found.form = form();
  sink.record(found);
  junk_start_bytes_ = record_offset_bytes_ + found.text.size();
}

std::size_t HeadedSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  const bool found = find_next(bytes, final);
  const std::size_t end = final && !found ? window.size() : scanned_;
  const Extent extent = measure(window, end);
  const std::size_t length = extent.length * window.width_bytes();
  if (extent.is_ended) {
    give({.text = bytes.substr(0, length)}, sink);
    return end_record(length);
  }
  if (extent.is_too_long) {
    begin_oversize(sink);
    return 0;
  }
  if (!found && !final) return 0;
  // Half a character at the end of UTF-16 belongs to the record.
  const std::size_t odd = found ? 0 : bytes.size() % window.width_bytes();
  give({.text = bytes.substr(0, odd == 0 ? length : bytes.size()), .open_end = !found}, sink);
  return end_record(found ? end * window.width_bytes() : bytes.size());
}

std::size_t HeadedSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const bool found = find_next(bytes, final);
  const std::size_t end = std::exchange(scanned_, 0);
  return give_oversize(bytes, end * TextWindow(bytes, form()).width_bytes(), found, final, sink);
}

}  // namespace ludex
