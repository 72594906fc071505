#include "formats/gcg/gcg_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/gcg/gcg_lines.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace ludex {
namespace {

/// A header that is longer than this belongs to the game before.
constexpr std::size_t kLongestRun = 64 * 1024;
/// More nicks than players a game can have are slips.
constexpr std::size_t kMostNicks = 16;

}  // namespace

GcgSplitter::GcgSplitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes,
                         std::string_view head)
    : TextSplitter(Format::gcg, start_offset_bytes, max_record_bytes, head) {}

void GcgSplitter::begin_record() {
  scanned_ = 0;
  in_line_ = has_events_ = in_note_ = false;
  players_ = 0;
  nicks_.clear();
  run_players_ = 0;
  drop_run();
}

std::size_t GcgSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const TextWindow window(bytes, form());
  const bool found = find_next_game(bytes, final);
  // Before the end is known: what surely belongs to the record.
  const std::size_t end = found ? run_ : final ? window.size() : std::min(run_, scanned_);
  const Extent extent = measure(window, end);
  const std::size_t length = extent.length * window.width_bytes();
  if (extent.is_ended) {
    give_record({.text = bytes.substr(0, length)}, sink);
    return end_record(length);
  }
  if (extent.is_too_long) {
    if (found) {  // to be found again
      scanned_ = run_;
      in_line_ = in_note_ = false;
      run_players_ = 0;
      drop_run();
    }
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
  const bool found = find_next_game(bytes, final);
  const std::size_t end = std::min(run_, scanned_);
  scanned_ -= end;
  if (run_ != kNone) run_ -= end;
  return give_oversize(bytes, end * TextWindow(bytes, form()).width_bytes(), found, final, sink);
}

// Goes on with the lines of a record. At the next game, run_ is where that starts.
bool GcgSplitter::find_next_game(std::string_view bytes, bool final) {
  const TextWindow window(bytes, form());
  while (scanned_ < window.size()) {
    if (!in_line_) {
      std::string head;
      std::size_t at = scanned_;
      std::size_t limit = kGcgLineHead;
      while (at < window.size() && head.size() < limit && !is_line_end(window[at])) {
        head.push_back(window[at++]);
        if (head.back() == '>') limit = kLongestGcgEvent;
      }
      if (at == window.size() && head.size() < limit && !final) return false;
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
  if (run_ != kNone && scanned_ - run_ > kLongestRun) drop_run();
}

void GcgSplitter::begin_run(bool header) {
  if (run_ == kNone) run_ = scanned_;
  run_is_header_ = run_is_header_ || header;
}

/// It belongs to the record.
void GcgSplitter::drop_run() {
  run_ = kNone;
  run_is_header_ = run_has_head_ = false;
  players_ |= std::exchange(run_players_, std::uint16_t{0});
}

bool GcgSplitter::starts_game(std::string_view line) {
  if (line.size() == 1 && line.front() == kRecordSeparator) {
    drop_run();
    begin_run(true);
    return true;
  }
  if (line.starts_with(kUtf8Mark)) {
    line.remove_prefix(kUtf8Mark.size());
    drop_run();
    begin_run(true);
    run_has_head_ = true;
  }
  GcgLine kind = gcg_line_kind(line);
  if (kind == GcgLine::other && in_note_) kind = GcgLine::text;
  if (kind != GcgLine::blank && kind != GcgLine::text && kind != GcgLine::event) {
    in_note_ = kind == GcgLine::note;
  }
  switch (kind) {
    case GcgLine::player:
      return starts_game_as_player(gcg_player_number(line));
    case GcgLine::event:
      return starts_game_as_event(line);
    case GcgLine::encoding:
      if (!run_has_head_) drop_run();
      [[fallthrough]];
    case GcgLine::head:
      begin_run(true);
      run_has_head_ = true;
      break;
    case GcgLine::description:
      begin_run(true);
      break;
    case GcgLine::other:
      begin_run(false);
      break;
    case GcgLine::note:
    case GcgLine::tail:
    case GcgLine::text:
      if (!run_is_header_) drop_run();
      break;
    case GcgLine::blank:
      break;
  }
  return false;
}

bool GcgSplitter::starts_game_as_player(int number) {
  const bool first = number == 1;
  const bool known = (players_ & player_bit(number)) != 0;
  const bool has_first = (players_ & player_bit(1)) != 0;
  const bool has_others = (players_ & ~player_bit(1)) != 0;
  bool next_games = false;
  if (first) {
    next_games = has_events_ || (has_first && has_others);
  } else {
    next_games = has_events_ ? known || players_ == 0 || run_is_header_ : known && has_first;
  }
  if (!next_games) {
    drop_run();
    players_ |= player_bit(number);
    return false;
  }
  begin_run(true);
  run_has_head_ = true;
  run_players_ |= player_bit(number);
  return first;
}

bool GcgSplitter::starts_game_as_event(std::string_view line) {
  const auto score = gcg_event_score(line);
  if (!score && in_note_) return false;  // quoted in a note
  in_note_ = false;
  if (score && has_events_ && run_is_header_ &&
      starts_from_zero(score->nick, score->score, score->total)) {
    return true;
  }
  drop_run();
  has_events_ = true;
  if (!score) return false;
  const auto known = std::find_if(nicks_.begin(), nicks_.end(),
                                  [&](const Nick& nick) { return nick.text == score->nick; });
  if (known != nicks_.end()) {
    known->total = score->total;
  } else if (nicks_.size() < kMostNicks) {
    nicks_.push_back({std::string(score->nick), score->total});
  }
  return false;
}

/// As no event of this record would, unless its player has had no points.
bool GcgSplitter::starts_from_zero(std::string_view nick, int score, int total) const {
  if (score != total) return false;
  const auto known =
      std::find_if(nicks_.begin(), nicks_.end(), [&](const Nick& one) { return one.text == nick; });
  if (known != nicks_.end()) return known->total != 0;
  const auto players = static_cast<std::size_t>(std::popcount(players_));
  return nicks_.size() >= std::max<std::size_t>(players, 2);
}

}  // namespace ludex
