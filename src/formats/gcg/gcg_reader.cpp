#include "formats/gcg/gcg_reader.hpp"

#include "core/ascii.hpp"
#include "formats/gcg/gcg_event.hpp"
#include "formats/gcg/gcg_seats.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr const char* kDistribution = "ld";  // CGP's name for it, so that one filter finds both

/// Without "8:" before a ">".
std::string_view without_number(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_digit(line[at])) ++at;
  return at > 0 && line.substr(at).starts_with(":>") ? line.substr(at + 1) : line;
}

/// "player1", "rack2": the seat from 0; none for other names.
std::optional<std::size_t> numbered(std::string_view name, std::string_view word) {
  if (name.size() != word.size() + 1 || !name.starts_with(word)) return std::nullopt;
  const char digit = name.back();
  if (digit < '1' || digit > '0' + static_cast<char>(kMaxGcgSeats)) return std::nullopt;
  return static_cast<std::size_t>(digit - '1');
}

bool is_player_without_seat(std::string_view name) {
  return name.size() == 7 && name.starts_with("player") && is_digit(name.back()) &&
         name.back() > '0' + static_cast<char>(kMaxGcgSeats);
}

void set_unread(GcgEvent& event, const std::string& text) {
  GcgEvent unread;
  unread.nick = std::move(event.nick);
  unread.offset_bytes = event.offset_bytes;
  unread.words = trimmed_text(text);
  event = std::move(unread);
}

/// The first word of a text, and what follows it.
std::pair<std::string_view, std::string_view> split_word(std::string_view text) {
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  return {text.substr(0, end), trimmed_text(text.substr(end))};
}

/// Pragmas that are GCG, or a well-known program's, and that no field has room for.
bool is_known(const std::string& name) {
  constexpr std::string_view kNames[] = {"description", "tile-set", "game-board", "tile",
                                         "-",           "style",    "incomplete"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Whether a line that starts with "#" is a pragma, and not only a hashtag in a note.
bool is_known_pragma(std::string_view line) {
  constexpr std::string_view kNames[] = {"note",         "character-encoding", "title",
                                         "lexicon",      "game-type",          "id",
                                         "board-layout", "tile-distribution"};
  const std::string name = to_lower(split_word(line.substr(1)).first);
  const bool is_numbered = !name.empty() && name.back() >= '1' && name.back() <= '9';
  const std::string_view word = std::string_view(name).substr(0, name.size() - 1);
  if (is_numbered && (word == "player" || word == "rack")) return true;
  return is_known(name) ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace

std::optional<Problem> GcgReader::read() {
  TextLines lines(record_);
  while (!lines.at_end() && !too_many_events_) read_line(trimmed_text(lines.take()));
  if (too_many_events_) {
    return Problem{ProblemKind::too_many_nodes, -1, out_.events.back().offset_bytes,
                   fmt::format("more than {} events", options_.max_events)};
  }
  if (out_.nicks.empty() && out_.events.empty()) {
    return Problem{ProblemKind::bad_syntax, -1, 0, "neither a player nor an event"};
  }
  finish();
  return std::nullopt;
}

void GcgReader::read_line(std::string_view line) {
  const std::string_view event = without_number(line);
  if (event.starts_with('>') && read_event(event)) return;
  if (line.starts_with('#') && (!in_note_ || is_known_pragma(line))) {
    return read_pragma(line);
  }
  if (in_note_) return read_note_line(line);
  if (event.starts_with('>')) {
    reports_.add(ProblemKind::bad_syntax, line, "no event: " + text_.excerpt(line));
  } else if (!line.empty()) {
    reports_.add(ProblemKind::stray_text, line, text_.excerpt(line));
  }
}

/// \returns false where the line is none: of no player that is known, and without a score.
bool GcgReader::read_event(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == line.npos) return false;
  GcgEvent event;
  event.nick = text_.value(line.substr(1, colon - 1));
  const std::string text = text_.value(line.substr(colon + 1));
  const bool understood = parse_gcg_event(text, event);
  if ((!understood || !event.score) && !is_player(event.nick)) return false;
  end_note();
  if (out_.events.size() == options_.max_events) {
    too_many_events_ = true;
    return true;
  }
  drop_racks();
  event.offset_bytes = static_cast<std::uint32_t>(reports_.offset_of(line));
  if (has_no_seat(event.nick)) {
    reports_.add(ProblemKind::wrong_player, line,
                 fmt::format("{} has no seat, there are {}: the event is not read", event.nick,
                             kMaxGcgSeats));
    set_unread(event, text);
  } else if (!understood) {
    reports_.add(ProblemKind::bad_syntax, line, "no event: " + text_.excerpt(line));
  } else if (!event.score || !event.total) {
    reports_.add(ProblemKind::bad_number, line,
                 fmt::format("no {}: {}", event.score ? "total" : "score", text_.excerpt(line)));
  }
  out_.events.push_back(std::move(event));
  return true;
}

/// "#player5" and later ones.
bool GcgReader::has_no_seat(const std::string& nick) const {
  return std::find(without_seat_.begin(), without_seat_.end(), nick) != without_seat_.end();
}

/// Whether a pragma or an earlier event calls somebody that.
bool GcgReader::is_player(const std::string& nick) const {
  if (nick.empty()) return false;
  const auto& nicks = out_.nicks;
  if (has_no_seat(nick)) return true;
  if (std::find(nicks.begin(), nicks.end(), nick) != nicks.end()) return true;
  const std::string wanted = loose_gcg_name(nick);
  const auto is_wanted = [&](const std::string& name) { return loose_gcg_name(name) == wanted; };
  return std::any_of(nicks.begin(), nicks.end(), is_wanted) ||
         std::any_of(out_.info.seats.begin(), out_.info.seats.end(),
                     [&](const SeatInfo& seat) { return is_wanted(seat.name); }) ||
         std::any_of(out_.events.begin(), out_.events.end(),
                     [&](const GcgEvent& event) { return event.nick == nick; });
}

void GcgReader::read_pragma(std::string_view line) {
  end_note();
  const auto [word, rest] = split_word(line.substr(1));
  const std::string name = to_lower(text_.value(word));
  std::string value = text_.value(rest);
  if (name == "note") {
    in_note_ = true;
    return read_note_line(rest);
  }
  if (name == "character-encoding") {
    if (encoding_label_.empty()) encoding_label_ = std::move(value);
  } else if (numbered(name, "player")) {
    read_player(name, line, value);
  } else if (numbered(name, "rack")) {
    read_rack(name, value);
  } else if (name == "incomplete" && value.empty()) {
    if (!std::exchange(out_.incomplete, true)) out_.info.properties.emplace_back(name, value);
  } else if (is_player_without_seat(name)) {
    const std::string nick(split_word(value).first);
    const auto& nicks = out_.nicks;
    if (std::find(nicks.begin(), nicks.end(), nick) == nicks.end()) without_seat_.push_back(nick);
    keep_pragma(name, std::move(value), true);
    reports_.add(ProblemKind::wrong_player, line, text_.excerpt(line));
  } else if (!read_field(name, line, std::move(value))) {
    if (!is_known(name)) {
      reports_.add(ProblemKind::unknown_pragma, line, text_.excerpt(line));
    }
  }
}

void GcgReader::read_player(std::string_view name, std::string_view at, std::string_view value) {
  std::size_t seat = *numbered(name, "player");
  const auto [nick, full_name] = split_word(value);
  if (seat < out_.nicks.size() && !out_.nicks[seat].empty()) {
    reports_.add(ProblemKind::duplicate_property, at, text_.excerpt(at));
    const auto free = std::find(out_.nicks.begin(), out_.nicks.end(), "");
    seat = static_cast<std::size_t>(free - out_.nicks.begin());
    if (seat >= 2) return keep_pragma(std::string(name), std::string(value), true);
  }
  if (out_.nicks.size() <= seat) out_.nicks.resize(seat + 1);
  auto& seats = out_.info.seats;
  if (seats.size() <= seat) seats.resize(seat + 1);
  out_.nicks[seat] = nick;
  seats[seat].name = full_name.empty() ? nick : full_name;
  if (!full_name.empty()) {
    out_.info.properties.emplace_back(fmt::format("player{}", seat + 1),
                                      fmt::format("{} {}", nick, full_name));
  }
}

void GcgReader::read_rack(std::string_view name, std::string_view value) {
  const std::size_t seat = *numbered(name, "rack");
  if (out_.last_racks.size() <= seat) out_.last_racks.resize(seat + 1);
  std::string& rack = out_.last_racks[seat];
  if (!rack.empty()) out_.pragmas.emplace_back(name, std::move(rack));
  rack = value;
  if (!value.empty()) out_.info.properties.emplace_back(name, value);
}

/// Racks that events follow are not those of the last position.
void GcgReader::drop_racks() {
  for (std::size_t seat = 0; seat < out_.last_racks.size(); ++seat) {
    std::string& rack = out_.last_racks[seat];
    if (!rack.empty()) out_.pragmas.emplace_back(fmt::format("rack{}", seat + 1), std::move(rack));
  }
  out_.last_racks.clear();
}

/// \returns false where the pragma has no field; then it is kept as a property.
bool GcgReader::read_field(const std::string& name, std::string_view at, std::string value) {
  GameInfo& info = out_.info;
  if (name == "title") {
    set(info.event, name, at, std::move(value));
  } else if (name == "lexicon") {
    set(info.lexicon, name, at, std::move(value));
  } else if (name == "game-type") {
    set(info.variant, name, at, std::move(value));
  } else if (name == "board-layout") {
    set(info.board_name, name, at, std::move(value));
  } else if (name == "tile-distribution") {
    if (out_.distribution.empty()) info.properties.emplace_back(kDistribution, value);
    set(out_.distribution, name, at, std::move(value));
  } else if (name == "id") {
    if (info.external_id.empty()) info.external_id = value.substr(value.find_last_of(" \t") + 1);
    keep_pragma(name, value, value != info.external_id);
  } else {
    if (name == "description") info.comment += (info.comment.empty() ? "" : "\n") + value;
    keep_pragma(name, std::move(value), true);
    return false;
  }
  return true;
}

void GcgReader::set(std::string& field, const std::string& name, std::string_view at,
                    std::string value) {
  if (field.empty()) {
    field = std::move(value);
    return;
  }
  if (value == field) return;
  reports_.add(ProblemKind::duplicate_property, at, text_.excerpt(at));
  keep_pragma(name, std::move(value), true);
}

void GcgReader::keep_pragma(const std::string& name, std::string value, bool as_property) {
  if (as_property) out_.info.properties.emplace_back(name, value);
  out_.pragmas.emplace_back(name, std::move(value));
}

void GcgReader::read_note_line(std::string_view line) {
  std::string& note = out_.events.empty() ? out_.start_note : out_.events.back().note;
  const std::string text = text_.value(line);
  if (text.empty()) {
    ++blank_lines_;
    return;
  }
  if (!note.empty()) note.append(blank_lines_ + 1, '\n');
  blank_lines_ = 0;
  note += text;
}

void GcgReader::finish() {
  assign_gcg_seats(out_, record_, reports_);
  add_gcg_result(out_);
  std::string& comment = out_.info.comment;
  const auto add = [&](const std::string& text) {
    if (text.empty()) return;
    if (!comment.empty()) comment += '\n';
    comment += text;
  };
  add(out_.start_note);
  for (const GcgEvent& event : out_.events) add(event.note);
  note_charset();
}

void GcgReader::note_charset() {
  GameInfo& info = out_.info;
  info.charset = charset_name(choice_.charset);
  if (!encoding_label_.empty() && encoding_label_ != info.charset) {
    info.properties.emplace_back("character-encoding", encoding_label_);
  }
  if (choice_.label_unknown && !encoding_label_.empty()) {
    reports_.add(ProblemKind::unknown_charset, record_, encoding_label_);
  }
  if (choice_.label_wrong && !encoding_label_.empty()) {
    reports_.add(ProblemKind::wrong_charset, record_, encoding_label_);
  }
  if (text_.bad_bytes() > 0) {
    reports_.add(ProblemKind::bad_charset, record_,
                 fmt::format("{} bytes mean nothing in {}", text_.bad_bytes(), info.charset));
  }
}

}  // namespace ludex
