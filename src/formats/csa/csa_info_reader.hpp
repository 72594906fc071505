#pragma once

#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/game_info.hpp"
#include "formats/line_record.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/game_values.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {

/// Fills a GameInfo from the names, the "$" lines and the comments of servers, and keeps the names
/// and "$" lines as CsaGame::header. What stands twice counts where it stands first; the rest goes
/// to GameInfo::properties.
class CsaInfoReader {
 public:
  CsaInfoReader(GameInfo& info, std::string& header, RawTextReader& text, LineReports& reports)
      : info_(info), header_(header), text_(text), reports_(reports) {}

  /// "N+name", "N-name". \returns false if the statement is none of them.
  bool read_name(std::string_view statement) {
    if (statement.size() < 2 || (statement[1] != '+' && statement[1] != '-')) return false;
    SeatInfo& seat = info_.seats[statement[1] == '+' ? 0 : 1];
    const std::string_view ident = statement.substr(0, 2);
    std::string name = text_.value(statement.substr(2));
    add_header(ident, "", name);
    set(seat.name, ident, std::move(name));
    names_found_ = names_found_ || !seat.name.empty();
    return true;
  }

  /// "$KEYWORD:value". \returns false if there is no ":".
  bool read_keyword(std::string_view statement) {
    const std::string_view written = csa_keyword_of(statement);
    if (written.empty()) return false;
    const std::string keyword = text_.value(written);
    const std::string_view raw = statement.substr(written.size() + 1);
    std::string value = text_.value(raw);
    add_header(keyword, ":", value);
    take(keyword, std::move(value), raw);
    return true;
  }

  /// What a server says in a comment. \param comment  without the "'"
  void read_comment(std::string_view comment) {
    const std::string_view keyword = csa_keyword_of(comment);
    if (keyword.empty()) return;
    const std::string_view value = comment.substr(keyword.size() + 1);
    if (keyword == "summary") {
      summary_ = text_.value(value);
    } else if (keyword == "black_rate") {
      read_rate(info_.seats[0], keyword, value);
    } else if (keyword == "white_rate") {
      read_rate(info_.seats[1], keyword, value);
    } else if (is_csa_keyword_of_one_version(keyword)) {
      take(keyword, text_.value(value), value);
    } else if (std::ranges::find(kServerComments, keyword) != std::end(kServerComments)) {
      keep(keyword, text_.value(value));
    }
  }

  /// True if a comment says what read_comment() understands: then a server wrote it, not a person.
  [[nodiscard]] static bool is_server_comment(std::string_view comment) {
    const std::string_view keyword = csa_keyword_of(comment);
    return keyword == "summary" || keyword == "black_rate" || keyword == "white_rate" ||
           is_csa_keyword_of_one_version(keyword) ||
           std::ranges::find(kServerComments, keyword) != std::end(kServerComments);
  }

  /// What depends on several lines: the date, where only the end has one, and the clock.
  void finish() {
    if (!info_.date.known() && info_.date_raw.empty()) info_.date = parse_start_day(end_time_);
    finish_clock();
  }

  /// What stands after "'summary:", of the last one; empty: none.
  [[nodiscard]] const std::string& summary() const { return summary_; }
  [[nodiscard]] bool names_found() const { return names_found_; }
  [[nodiscard]] std::uint32_t header_lines() const { return header_lines_; }

 private:
  /// Comments that say something about the game, kept as properties.
  static constexpr std::string_view kServerComments[] = {"Max_Moves", "Least_Time_Per_Move",
                                                         "Increment", "rating", "$END_TIME"};

  /// The day of "YYYY/MM/DD HH:MM:SS", as nearly all records have it, or of any other date.
  static DateRange parse_start_day(std::string_view text) {
    constexpr std::size_t kDayBytes = 10;
    const bool usual = text.size() >= kDayBytes && text[4] == '/' && text[7] == '/' &&
                       (text.size() == kDayBytes || text[kDayBytes] == ' ');
    if (!usual) return parse_date(text);
    std::array<char, kDayBytes> iso;
    std::ranges::copy(text.substr(0, kDayBytes), iso.begin());
    iso[4] = iso[7] = '-';
    const DateRange day = parse_date({iso.data(), iso.size()});
    return day.known() ? day : parse_date(text);
  }

  /// \param raw  the value in the record
  void take(std::string_view keyword, std::string value, std::string_view raw) {
    if (keyword == "$EVENT") {
      read_event(std::move(value));
    } else if (keyword == "$SITE") {
      set(info_.place, keyword, std::move(value));
    } else if (keyword == "$START_TIME") {
      read_start_time(std::move(value), raw);
    } else if (keyword == "$TIME_LIMIT") {
      read_time_limit(std::move(value), raw);
    } else if (keyword.starts_with("$TIME")) {
      read_time(keyword, std::move(value), raw);
    } else if (keyword == "$OPENING") {
      set(info_.opening, keyword, std::move(value));
    } else if (keyword == "$NOTE") {
      read_note(value);
    } else {
      keep(keyword, std::move(value));
    }
  }

  void add_header(std::string_view name, std::string_view between, std::string_view value) {
    if (value.empty()) return;
    if (header_lines_++ > 0) header_ += '\n';
    ((header_ += name) += between) += value;
  }

  static void add_line(std::string& text, std::string_view line) {
    if (!text.empty()) text.push_back('\n');
    text += line;
  }

  void set(std::string& field, std::string_view keyword, std::string value) {
    if (field.empty()) {
      field = std::move(value);
    } else if (value != field) {
      keep(keyword, std::move(value));
    }
  }

  void keep(std::string_view keyword, std::string value) {
    if (value.empty()) return;
    if (keyword == "$END_TIME" && end_time_.empty()) end_time_ = value;
    info_.properties.emplace_back(keyword, std::move(value));
  }

  void read_event(std::string value) {
    const std::string_view group = csa_event_of_id(value);
    if (group.empty() || !info_.event.empty()) return set(info_.event, "$EVENT", std::move(value));
    group_ = group;
    info_.event = group;
    info_.external_id = std::move(value);
  }

  void read_start_time(std::string value, std::string_view at) {
    if (!info_.date_raw.empty()) return set(info_.date_raw, "$START_TIME", std::move(value));
    info_.date = parse_start_day(value);
    if (!info_.date.known() && !value.empty()) {
      reports_.add(ProblemKind::bad_date, at, "$START_TIME:" + text_.excerpt(at));
    }
    info_.date_raw = std::move(value);
  }

  void read_time_limit(std::string value, std::string_view at) {
    if (!info_.time_limit_raw.empty()) {
      return set(info_.time_limit_raw, "$TIME_LIMIT", std::move(value));
    }
    CsaClock clock = parse_csa_time_limit(value);
    if (!clock.seconds && !value.empty()) {
      reports_.add(ProblemKind::bad_time, at, "$TIME_LIMIT:" + text_.excerpt(at));
    }
    set_clock(std::move(clock), std::move(value));
  }

  /// The text of V3 names the clocks of one side $TIMET+ and $TIMET-, its examples $TIME+ and
  /// $TIME-.
  void read_time(std::string_view keyword, std::string value, std::string_view at) {
    const bool sente = keyword == "$TIME+" || keyword == "$TIMET+";
    const bool gote = keyword == "$TIME-" || keyword == "$TIMET-";
    const bool both = keyword == "$TIME";
    CsaClock clock = parse_csa_time(value);
    if ((sente || gote || both) && !clock.seconds && !value.empty()) {
      reports_.add(ProblemKind::bad_time, at, std::string(keyword) + ":" + text_.excerpt(at));
    }
    if (sente) sente_time_ = value;
    if (gote) gote_time_ = value;
    if (!both || !info_.time_limit_raw.empty()) return keep(keyword, std::move(value));
    set_clock(std::move(clock), std::move(value));
  }

  void finish_clock() {
    if (!info_.time_limit_raw.empty() || info_.time_limit_seconds) return;
    if (!sente_time_.empty() && sente_time_ == gote_time_) {
      CsaClock clock = parse_csa_time(sente_time_);
      return set_clock(std::move(clock), std::move(sente_time_));
    }
    std::string_view part;
    CsaClock clock = parse_csa_event_clock(group_, part);
    set_clock(std::move(clock), std::string(part));
  }

  void set_clock(CsaClock clock, std::string written) {
    info_.time_limit_seconds = clock.seconds;
    info_.overtime = std::move(clock.overtime);
    info_.time_limit_raw = std::move(written);
  }

  void read_note(std::string_view value) {
    std::string note = csa_note_of(value);
    add_line(info_.comment, note);
    keep("$NOTE", std::move(note));
  }

  /// "black_rate:id:2345.6"; ids hold no ":".
  void read_rate(SeatInfo& seat, std::string_view keyword, std::string_view value) {
    std::string text = text_.value(value);
    const auto rate = parse_rating(std::string_view(text).substr(text.rfind(':') + 1));
    if (rate && !seat.rating) seat.rating = rate;
    keep(keyword, std::move(text));
  }

  GameInfo& info_;
  std::string& header_;
  std::uint32_t header_lines_ = 0;
  RawTextReader& text_;
  LineReports& reports_;
  bool names_found_ = false;
  std::string summary_;
  std::string group_;  // of a server's game id
  std::string sente_time_;
  std::string gote_time_;
  std::string end_time_;
};

}  // namespace ludex
