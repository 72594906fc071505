#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/gcg/gcg.hpp"
#include "formats/gcg/gcg_lines.hpp"
#include "formats/line_record.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr const char* kDistribution = "ld";  // CGP's name for it, so that one filter finds both

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
  unread.note = std::move(event.note);
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
  return std::ranges::find(kNames, name) != std::end(kNames);
}

/// True if a line that starts with "#" is a pragma, not only a hashtag in a note.
bool is_known_pragma(std::string_view line) {
  constexpr std::string_view kNames[] = {"note",         "character-encoding", "title",
                                         "lexicon",      "game-type",          "id",
                                         "board-layout", "tile-distribution"};
  const std::string name = to_lower(split_word(line.substr(1)).first);
  const bool is_numbered = !name.empty() && name.back() >= '1' && name.back() <= '9';
  const std::string_view word = std::string_view(name).substr(0, name.size() - 1);
  if (is_numbered && (word == "player" || word == "rack")) return true;
  return is_known(name) || std::ranges::find(kNames, name) != std::end(kNames);
}

/// Reads the lines of one GCG record. One object a record.
class GcgReader {
 public:
  GcgReader(std::string_view record, const GcgOptions& options, CharsetChoice choice, GcgGame& out)
      : record_(record),
        options_(options),
        choice_(choice),
        text_(choice.charset),
        reports_(record, options.max_problems, out.info.problems),
        out_(out) {}

  /// \returns why the record gave nothing
  [[nodiscard]] std::optional<Problem> read() {
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

 private:
  void read_line(std::string_view line) {
    const std::string_view event = from_gcg_angle(line);
    if (!event.empty() && read_event(event)) return;
    if (line.starts_with('#') && (!in_note_ || is_known_pragma(line))) {
      return read_pragma(line);
    }
    if (in_note_) return read_note_line(line);
    if (!event.empty()) {
      reports_.add(ProblemKind::bad_syntax, line, "no event: " + text_.excerpt(line));
    } else if (!line.empty()) {
      reports_.add(ProblemKind::stray_text, line, text_.excerpt(line));
    }
  }

  /// \returns false where the line is none: of no player that is known, and without a score.
  bool read_event(std::string_view line) {
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
    if (!is_without_seat(event.nick)) report_gaps(event, understood, line);
    event_nicks_.insert(event.nick);
    out_.events.push_back(std::move(event));
    return true;
  }

  void report_gaps(const GcgEvent& event, bool understood, std::string_view line) {
    if (!understood) {
      reports_.add(ProblemKind::bad_syntax, line, "no event: " + text_.excerpt(line));
    } else if (!event.score || !event.total) {
      reports_.add(ProblemKind::bad_number, line,
                   fmt::format("no {}: {}", event.score ? "total" : "score", text_.excerpt(line)));
    }
  }

  /// Only now: a pragma after the events may give their player a seat, or say that he has none.
  void pass_over_unseated() {
    if (without_seat_.empty()) return;
    for (GcgEvent& event : out_.events) {
      if (!is_without_seat(event.nick) || has_seat(event.nick)) continue;
      std::string_view rest = record_.substr(event.offset_bytes);
      const std::string_view line = trimmed_text(take_line(rest));
      reports_.add(ProblemKind::wrong_player, line,
                   fmt::format("{} has no seat, there are {}: the event is not read", event.nick,
                               kMaxGcgSeats));
      set_unread(event, RawTextReader(choice_.charset).value(line.substr(line.find(':') + 1)));
    }
  }

  [[nodiscard]] bool has_seat(const std::string& nick) const {
    return std::ranges::find(out_.nicks, nick) != out_.nicks.end();
  }

  /// Named by "#player5" or a later one.
  [[nodiscard]] bool is_without_seat(const std::string& nick) const {
    return without_seat_.contains(nick);
  }

  /// True if a pragma or an earlier event uses this nick.
  [[nodiscard]] bool is_player(const std::string& nick) const {
    if (nick.empty()) return false;
    return is_without_seat(nick) || has_seat(nick) || event_nicks_.contains(nick) ||
           loose_names_.contains(loose_gcg_name(nick));
  }

  void add_name(std::string_view name) {
    std::string loose = loose_gcg_name(std::string(name));
    if (!loose.empty()) loose_names_.insert(std::move(loose));
  }

  void read_pragma(std::string_view line) {
    end_note();
    const auto [word, rest] = split_word(line.substr(1));
    // A control character in a word parts it, as a blank does.
    const std::string words = text_.value(word);
    const auto [first, more] = split_word(words);
    const std::string name = to_lower(first);
    std::string value(more);
    join_line(value, text_.value(rest), ' ');
    if (name == "note") {
      in_note_ = true;
      return add_note_line(value);
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
      without_seat_.emplace(split_word(value).first);
      keep_pragma(name, std::move(value), true);
      reports_.add(ProblemKind::wrong_player, line, text_.excerpt(line));
    } else if (!read_field(name, line, std::move(value))) {
      if (!is_known(name)) {
        reports_.add(ProblemKind::unknown_pragma, line, text_.excerpt(line));
      }
    }
  }

  void read_player(std::string_view name, std::string_view at, std::string_view value) {
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
    add_name(nick);
    add_name(full_name);
    if (!full_name.empty()) {
      out_.info.properties.emplace_back(fmt::format("player{}", seat + 1),
                                        fmt::format("{} {}", nick, full_name));
    }
  }

  void read_rack(std::string_view name, std::string_view value) {
    const std::size_t seat = *numbered(name, "rack");
    if (out_.last_racks.size() <= seat) out_.last_racks.resize(seat + 1);
    std::string& rack = out_.last_racks[seat];
    if (!rack.empty()) out_.pragmas.emplace_back(name, std::move(rack));
    rack = value;
    if (!value.empty()) out_.info.properties.emplace_back(name, value);
  }

  /// Racks that events follow are not those of the last position.
  void drop_racks() {
    for (std::size_t seat = 0; seat < out_.last_racks.size(); ++seat) {
      std::string& rack = out_.last_racks[seat];
      if (!rack.empty())
        out_.pragmas.emplace_back(fmt::format("rack{}", seat + 1), std::move(rack));
    }
    out_.last_racks.clear();
  }

  /// \returns false where the pragma has no field; then it is kept as a property.
  bool read_field(const std::string& name, std::string_view at, std::string value) {
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

  void read_note_line(std::string_view line) { add_note_line(text_.value(line)); }

  void add_note_line(const std::string& text) {
    std::string& note = out_.events.empty() ? out_.start_note : out_.events.back().note;
    if (text.empty()) {
      ++blank_lines_;
      return;
    }
    if (!note.empty()) note.append(blank_lines_ + 1, '\n');
    blank_lines_ = 0;
    note += text;
  }

  void keep_pragma(const std::string& name, std::string value, bool as_property) {
    if (as_property) out_.info.properties.emplace_back(name, value);
    out_.pragmas.emplace_back(name, std::move(value));
  }

  void set(std::string& field, const std::string& name, std::string_view at, std::string value) {
    if (field.empty()) {
      field = std::move(value);
      return;
    }
    if (value == field) return;
    reports_.add(ProblemKind::duplicate_property, at, text_.excerpt(at));
    keep_pragma(name, std::move(value), true);
  }

  void end_note() { in_note_ = false; }

  void finish() {
    pass_over_unseated();
    assign_gcg_seats(out_, record_, reports_);
    add_gcg_result(out_);
    std::string& comment = out_.info.comment;
    join_line(comment, out_.start_note);
    for (const GcgEvent& event : out_.events) join_line(comment, event.note);
    note_charset();
  }

  void note_charset() {
    GameInfo& info = out_.info;
    info.charset = charset_name(choice_.charset);
    if (!encoding_label_.empty() && encoding_label_ != info.charset) {
      info.properties.emplace_back("character-encoding", encoding_label_);
    }
    const bool has_label = !encoding_label_.empty();
    note_charset_problems({.charset = choice_.charset,
                           .label_unknown = has_label && choice_.label_unknown,
                           .label_wrong = has_label && choice_.label_wrong},
                          encoding_label_, record_, text_.bad_bytes(), reports_);
  }

  std::string_view record_;
  const GcgOptions& options_;
  CharsetChoice choice_;
  RawTextReader text_;
  LineReports reports_;
  GcgGame& out_;
  std::string encoding_label_;
  std::unordered_set<std::string> without_seat_;  // nicks
  std::unordered_set<std::string> event_nicks_;
  std::unordered_set<std::string> loose_names_;  // of seats, and their nicks
  bool in_note_ = false;
  std::size_t blank_lines_ = 0;  // since the last line of the note
  bool too_many_events_ = false;
};

constexpr std::string_view kEncodingPragma = "#character-encoding";

/// The value of "#character-encoding"; empty where it is not written.
std::string_view encoding_label(std::string_view record) {
  for (auto at = record.find(kEncodingPragma); at != record.npos;
       at = record.find(kEncodingPragma, at + 1)) {
    if (at > 0 && record[at - 1] != '\n' && record[at - 1] != '\r') continue;
    const std::string_view rest = record.substr(at + kEncodingPragma.size());
    return trimmed_text(rest.substr(0, find_line_end(rest)));
  }
  return {};
}

CharsetChoice choose(std::string_view record) {
  const std::string_view label = encoding_label(record);
  if (label.empty() && is_ascii(record)) return {.charset = Charset::ascii};
  CharsetChoice choice = choose_charset({&record, 1}, label.empty() ? "ISO-8859-1" : label);
  // Text that is not UTF-8, even if declared so, is in the older encoding of GCG.
  if (choice.label_wrong && find_charset(label) == Charset::utf8 &&
      valid_in(Charset::iso_8859_1, record)) {
    choice.charset = Charset::iso_8859_1;
  }
  return choice;
}

void reset(GcgGame& game) {
  std::vector<GcgEvent> events = std::move(game.events);
  events.clear();
  game = {};
  game.info.game = GameType::crossword;
  game.events = std::move(events);
}

}  // namespace

std::optional<Problem> parse_gcg(std::string_view record, const GcgOptions& options, GcgGame& out) {
  reset(out);
  std::string utf8;
  const std::optional<Charset> wide = wide_charset(options.form);
  if (wide) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf8);
    record = utf8;
  }
  const bool marked = record.starts_with(kUtf8Mark);
  CharsetChoice choice = wide || marked ? CharsetChoice{.charset = Charset::utf8} : choose(record);
  if (options.charset && !wide) choice = {.charset = *options.charset};
  record = without_utf8_mark(record);
  std::optional<Problem> reject = GcgReader(record, options, choice, out).read();
  if (wide) out.info.charset = charset_name(*wide);
  return reject;
}

}  // namespace ludex
