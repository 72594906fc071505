#include "ludex/split/gcg_splitter.hpp"

#include "split/gcg_lines.hpp"
#include "split/text_window.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
/// Pragmas before a game that are longer than this belong to the game before.
constexpr std::size_t kLongestRun = 64 * 1024;

bool is_white_space(char c) { return static_cast<unsigned char>(c) <= ' '; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

std::size_t without_trailing_blanks(const TextWindow& window, std::size_t end) {
  while (end > 0 && is_white_space(window[end - 1])) --end;
  return end;
}

}  // namespace

GcgSplitter::GcgSplitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                         std::string_view head)
    : max_record_bytes_(std::max<std::size_t>(max_record_bytes, 16)),
      offset_bytes_(start_offset_bytes),
      junk_start_bytes_(start_offset_bytes),
      place_(start_offset_bytes == 0 ? Place::start : Place::between) {
  if (start_offset_bytes != 0) read_mark(head);
}

void GcgSplitter::feed(std::string_view chunk, RecordSink& sink) {
  if (held_.empty()) {
    held_.assign(chunk.substr(advance(chunk, false, sink)));
    return;
  }
  held_.append(chunk);
  held_.erase(0, advance(held_, false, sink));
}

void GcgSplitter::finish(RecordSink& sink) {
  advance(held_, true, sink);
  held_.clear();
  flush_junk(sink);
}

// Hands over what it can; returns how many bytes that were.
std::size_t GcgSplitter::advance(std::string_view window, bool final, RecordSink& sink) {
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

std::size_t GcgSplitter::take_mark(std::string_view window, bool final) {
  if (window.size() < kUtf8Mark.size() && !final) return 0;
  read_mark(window);
  place_ = Place::between;
  const std::size_t narrow_mark = window.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0;
  const std::size_t mark = form_ == TextForm::bytes ? narrow_mark : 2;
  offset_bytes_ += mark;
  return mark;
}

void GcgSplitter::read_mark(std::string_view head) {
  if (head.starts_with("\xFF\xFE")) form_ = TextForm::utf16le;
  if (head.starts_with("\xFE\xFF")) form_ = TextForm::utf16be;
}

// Up to the first character of the next record.
std::size_t GcgSplitter::skip_blanks(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form_);
  std::size_t at = 0;
  while (at < window.size() && is_white_space(window[at])) ++at;
  const bool ended = at == window.size();
  const std::size_t skipped = ended && final ? bytes.size() : at * window.width_bytes();
  offset_bytes_ += skipped;
  if (!ended) begin_record();
  return skipped;
}

void GcgSplitter::begin_record() {
  place_ = Place::record;
  record_offset_bytes_ = offset_bytes_;
  scanned_ = 0;
  run_ = kNone;
  in_line_ = has_events_ = has_player2_ = false;
}

std::size_t GcgSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form_);
  const bool found = find_next_game(bytes, final);
  // Before the end is known: what surely belongs to the record.
  const std::size_t end = found ? run_ : final ? window.size() : std::min(run_, scanned_);
  const std::size_t length = without_trailing_blanks(window, end) * window.width_bytes();
  if (length > max_record_bytes_) {
    flush_junk(sink);
    if (found) scanned_ = run_;  // to be found again
    in_line_ = in_line_ && !found;
    place_ = Place::oversize;
    return 0;
  }
  if (!found && !final) return 0;
  // Half a character at the end of UTF-16 belongs to the record.
  const std::size_t odd = found ? 0 : bytes.size() % window.width_bytes();
  give_record(bytes.substr(0, odd == 0 ? length : bytes.size()), !found, sink);
  const std::size_t taken = found ? end * window.width_bytes() : bytes.size();
  offset_bytes_ += taken;
  place_ = Place::between;
  return taken;
}

std::size_t GcgSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form_);
  const bool found = find_next_game(bytes, final);
  const std::size_t end = std::min(run_, scanned_);
  const bool last = found || final;
  const std::size_t length = final && !found ? bytes.size() : end * window.width_bytes();
  if (length > 0 || last) sink.oversize_piece(bytes.substr(0, length), record_offset_bytes_, last);
  offset_bytes_ += length;
  junk_start_bytes_ = offset_bytes_;
  if (last) {
    place_ = Place::between;
    return length;
  }
  scanned_ -= end;
  if (run_ != kNone) run_ -= end;
  return length;
}

// Goes on with the lines of a record. At the next game, run_ is where that starts.
bool GcgSplitter::find_next_game(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form_);
  while (scanned_ < window.size()) {
    if (!in_line_) {
      std::string head;
      std::size_t at = scanned_;
      while (at < window.size() && head.size() < kGcgLineHead && !is_line_end(window[at])) {
        head.push_back(window[at++]);
      }
      if (at == window.size() && head.size() < kGcgLineHead && !final) return false;
      limit_run();
      if (starts_game(head)) return true;
      in_line_ = true;
    }
    while (scanned_ < window.size() && !is_line_end(window[scanned_])) ++scanned_;
    limit_run();
    if (scanned_ == window.size()) return false;
    ++scanned_;
    in_line_ = false;
  }
  return false;
}

// The run is held back until its game is known, so it must not grow without end.
void GcgSplitter::limit_run() {
  if (run_ != kNone && scanned_ - run_ > kLongestRun) run_ = kNone;
}

bool GcgSplitter::starts_game(std::string_view line_head) {
  const bool marked = line_head.starts_with(kUtf8Mark);
  if (marked) line_head.remove_prefix(kUtf8Mark.size());
  const GcgLine kind = gcg_line_kind(line_head);
  const bool starts_run = marked || kind == GcgLine::encoding;
  if (starts_run || (run_ == kNone && (kind == GcgLine::head || kind == GcgLine::player1))) {
    run_ = scanned_;
  }
  switch (kind) {
    case GcgLine::player1:
      if (has_events_ || has_player2_) return true;
      run_ = kNone;
      break;
    case GcgLine::player2:
      has_player2_ = true;
      run_ = kNone;
      break;
    case GcgLine::event:
      has_events_ = true;
      run_ = kNone;
      break;
    case GcgLine::body:
      run_ = kNone;
      break;
    default:
      break;
  }
  return false;
}

void GcgSplitter::give_record(std::string_view text, bool open_end, RecordSink& sink) {
  flush_junk(sink);
  FoundRecord found;
  found.text = text;
  found.offset_bytes = record_offset_bytes_;
  found.form = form_;
  found.open_end = open_end;
  sink.record(found);
  junk_start_bytes_ = record_offset_bytes_ + text.size();
}

void GcgSplitter::flush_junk(RecordSink& sink) {
  if (offset_bytes_ > junk_start_bytes_) {
    sink.junk(junk_start_bytes_, offset_bytes_ - junk_start_bytes_);
  }
  junk_start_bytes_ = offset_bytes_;
}

}  // namespace ludex
