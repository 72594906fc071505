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
    : TextSplitter(start_offset_bytes, max_record_bytes, head) {}

void GcgSplitter::begin_record() {
  scanned_ = 0;
  run_ = kNone;
  in_line_ = has_events_ = has_player2_ = false;
}

std::size_t GcgSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  const bool found = find_next_game(bytes, final);
  // Before the end is known: what surely belongs to the record.
  const std::size_t end = found ? run_ : final ? window.size() : std::min(run_, scanned_);
  const std::size_t length = without_trailing_blanks(window, end) * window.width_bytes();
  if (length > max_record_bytes()) {
    if (found) scanned_ = run_;  // to be found again
    in_line_ = in_line_ && !found;
    begin_oversize(sink);
    return 0;
  }
  if (!found && !final) return 0;
  // Half a character at the end of UTF-16 belongs to the record.
  const std::size_t odd = found ? 0 : bytes.size() % window.width_bytes();
  give_record({.text = bytes.substr(0, odd == 0 ? length : bytes.size()), .open_end = !found},
              sink);
  return end_record(found ? end * window.width_bytes() : bytes.size());
}

std::size_t GcgSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  const bool found = find_next_game(bytes, final);
  const std::size_t end = std::min(run_, scanned_);
  const bool last = found || final;
  const std::size_t length = final && !found ? bytes.size() : end * window.width_bytes();
  give_piece(bytes.substr(0, length), last, sink);
  if (last) return end_record(length);
  scanned_ -= end;
  if (run_ != kNone) run_ -= end;
  return pass(length);
}

// Goes on with the lines of a record. At the next game, run_ is where that starts.
bool GcgSplitter::find_next_game(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form());
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

}  // namespace ludex
