#include "formats/ngf/ngf_translation.hpp"

#include "core/ascii.hpp"
#include "formats/line_record.hpp"
#include "formats/text_lines.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/result_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kMostNgfProblems = 100;
constexpr std::string_view kGi = "GI";
constexpr std::string_view kEndOfRemarks = "[EndTxt]";

/// Which header line, from 0, holds what; kNoLine: none does.
struct NgfLayout {
  std::size_t event, size, white, black, place, handicap, komi, date, result;
};
constexpr std::size_t kNoLine = 99;
constexpr NgfLayout kUsual = {0, 1, 2, 3, 4, 5, 7, 8, 10};
constexpr NgfLayout kWithGi = {0, 6, 1, 2, kNoLine, 7, 9, 5, kNoLine};

/// "20170316 [09:37]", "2009-03-25", "2006-9-5".
DateRange ngf_date(std::string_view text) {
  const std::string_view day = text.substr(0, text.find_first_of(" ["));
  if (day.size() == 8 && std::ranges::all_of(day, is_digit)) {
    return parse_date(fmt::format("{}-{}-{}", day.substr(0, 4), day.substr(4, 2), day.substr(6)));
  }
  return parse_date(day);
}

/// "White loses on time" names the loser; `250수 흑7집승` begins with the number of moves.
std::string ngf_result(std::string_view text) {
  while (text.ends_with('!')) text.remove_suffix(1);
  const std::string lower = to_lower(text);
  if (lower.find("loses") != lower.npos && lower.find("time") != lower.npos) {
    if (lower.starts_with("white")) return "B+T";
    if (lower.starts_with("black")) return "W+T";
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  constexpr std::string_view kMoves = "수";
  if (digits > 0 && text.substr(digits).starts_with(kMoves)) {
    text = trimmed_text(text.substr(digits + kMoves.size()));
  }
  const std::string result = to_text(parse_result(text));
  return result == "Draw" ? "0" : result;
}

class NgfReader {
 public:
  NgfReader(std::string_view record, std::optional<Charset> charset, SgfTranslation& out)
      : record_(record),
        forced_(charset),
        out_(out),
        reports_(record, kMostNgfProblems, out.problems) {}

  std::optional<Problem> read() {
    for (TextLines lines(record_); !lines.at_end();) {
      const std::string_view line = trimmed(lines.take());
      if (is_ngf_move(line)) {
        moves_.push_back(line);
      } else if (moves_.empty()) {
        header_.push_back(line);
      } else if (in_remarks_ || is_ngf_remarks(line)) {
        if (in_remarks_) remarks_.push_back(line);
        in_remarks_ = !ends_ngf_remarks(line);
      } else if (!line.empty()) {
        reports_.add(ProblemKind::bad_syntax, line, "a line that is no move");
      }
    }
    has_gi_ = !header_.empty() && header_.front().starts_with(kGi) && header_.size() >= 7 &&
              std::ranges::all_of(header_, [](auto line) { return line.starts_with(kGi); });
    if (has_gi_) {
      for (std::string_view& line : header_) line.remove_prefix(kGi.size());
    }
    const NgfLayout& layout = has_gi_ ? kWithGi : kUsual;
    const auto size = find_number<int>(trimmed_text(line(layout.size)));
    if (!size || *size < 2 || *size > 26) {
      return Problem{ProblemKind::bad_size, -1, 0, "no header line with the size of the board"};
    }
    side_ = *size;
    if (!has_gi_ && header_.size() < 12) {
      reports_.add(ProblemKind::missing_property, record_, "fewer than 12 header lines");
    }
    choose();
    write(layout);
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string_view line(std::size_t number) const {
    return number < header_.size() ? header_[number] : std::string_view{};
  }

  void choose() {
    const auto charset = forced_ ? *forced_ : choose_charset(header_, std::nullopt).charset;
    text_ = RawTextReader(charset);
    out_.charset = charset_name(charset);
  }

  void write(const NgfLayout& layout) {
    out_.sgf = "(";
    out_.node(0);
    out_.sgf += "GM[1]FF[4]CA[UTF-8]";
    out_.property("SZ", std::to_string(side_));
    write_player("PB", "BR", layout.black, 0);
    write_player("PW", "WR", layout.white, 1);
    out_.property("EV", text_.value(line(layout.event)));
    out_.property("PC", text_.value(line(layout.place)));
    write_date(layout.date);
    write_result(layout.result);
    write_komi(layout);
    keep_others(layout);
    write_remarks();
    for (const std::string_view move : moves_) write_move(move);
    out_.sgf += ")\n";
    if (text_.bad_bytes() > 0) {
      reports_.add(ProblemKind::bad_charset, record_,
                   fmt::format("{} bytes mean nothing in {}", text_.bad_bytes(), out_.charset));
    }
  }

  void write_player(std::string_view name_ident, std::string_view rank_ident, std::size_t number,
                    std::size_t seat) {
    std::string name = text_.value(line(number));
    std::string& rank = out_.rank_raw[seat];
    rank = take_rank(name);
    out_.property(name_ident, name);
    if (!rank.empty()) out_.property(rank_ident, sgf_rank(rank).value_or(rank));
  }

  void write_date(std::size_t number) {
    out_.date_raw = text_.value(line(number));
    const DateRange date = ngf_date(out_.date_raw);
    if (date.known() && date.precision == DatePrecision::day) {
      out_.property("DT", to_iso(date.from));
    } else if (!out_.date_raw.empty()) {
      reports_.add(ProblemKind::bad_date, line(number), out_.date_raw);
    }
  }

  void write_result(std::size_t number) {
    out_.result_raw = text_.value(line(number));
    const std::string result = ngf_result(out_.result_raw);
    out_.property("RE", result);
    const bool goes_on = out_.result_raw.starts_with("Progressing");
    if (result.empty() && !goes_on && !out_.result_raw.empty()) {
      reports_.add(ProblemKind::bad_result, line(number), out_.result_raw);
    }
  }

  /// Komi is a whole number, to which even games add a half.
  void write_komi(const NgfLayout& layout) {
    const auto handicap = find_number<int>(line(layout.handicap));
    const auto komi = find_number<int>(line(layout.komi));
    const bool is_even = handicap.value_or(0) == 0;
    if (komi) out_.property("KM", fmt::format("{}", *komi + (is_even && *komi > 0 ? 0.5 : 0)));
    if (!komi && !line(layout.komi).empty()) {
      reports_.add(ProblemKind::bad_komi, line(layout.komi), text_.value(line(layout.komi)));
    }
    if (handicap && *handicap > 1 && *handicap <= 25)
      out_.handicap_stones(*handicap, side_, ThirdStone::lower_right);
    if (!handicap && !line(layout.handicap).empty()) {
      reports_.add(ProblemKind::bad_handicap, line(layout.handicap),
                   text_.value(line(layout.handicap)));
    }
  }

  void keep_others(const NgfLayout& layout) {
    const std::array columns = {layout.event, layout.size,     layout.white, layout.black,
                                layout.place, layout.handicap, layout.date,  layout.result};
    for (std::size_t i = 0; i < header_.size(); ++i) {
      if (std::ranges::find(columns, i) != columns.end()) continue;
      const std::string name = fmt::format("line {}", i + 1);
      std::string text = text_.value(header_[i]);
      if (i == layout.komi && !text.empty()) {
        out_.keep_told(name, std::move(text));
      } else {
        out_.keep(name, std::move(text));
      }
    }
  }

  void write_remarks() {
    std::string remarks;
    for (std::string_view remark : remarks_) {
      if (ends_ngf_remarks(remark)) remark.remove_suffix(kEndOfRemarks.size());
      if (remark.empty()) continue;
      std::string text = text_.value(remark);
      join_line(remarks, text);
      out_.keep_told("remarks", std::move(text));
    }
    out_.property("GC", remarks);
  }

  /// The square is written as a palindrome: column, row, row, column, from "B" on.
  void write_move(std::string_view move) {
    const int column = move[5] - 'B';
    const int row = move[6] - 'B';
    const bool is_pass = column < 0 || row < 0 || column >= side_ || row >= side_;
    if (is_pass && !(move[5] == 'A' && move[6] == 'A')) {
      return reports_.add(ProblemKind::off_board, move, text_.excerpt(move));
    }
    if (move[5] != move[8] || move[6] != move[7]) {
      reports_.add(ProblemKind::bad_point, move, text_.excerpt(move));
    }
    out_.node(reports_.offset_of(move));
    out_.move(move[4] == 'B', is_pass ? std::string() : sgf_point(column, row));
  }

  std::string_view record_;
  std::optional<Charset> forced_;
  SgfTranslation& out_;
  LineReports reports_;
  RawTextReader text_{Charset::utf8};
  std::vector<std::string_view> header_, moves_, remarks_;
  int side_ = 19;
  bool has_gi_ = false;
  bool in_remarks_ = false;
};

}  // namespace

bool is_ngf_move(std::string_view line) {
  constexpr std::size_t kMoveBytes = 9;
  return line.size() >= kMoveBytes && line.starts_with("PM") &&
         std::ranges::all_of(line.substr(2, 7), is_upper) && (line[4] == 'B' || line[4] == 'W');
}

bool is_ngf_remarks(std::string_view line) {
  return line.size() > 2 && line.starts_with("GI") && std::ranges::all_of(line.substr(2), is_digit);
}

bool ends_ngf_remarks(std::string_view line) { return line.ends_with(kEndOfRemarks); }

std::optional<Problem> translate_ngf(std::string_view record, std::optional<Charset> charset,
                                     SgfTranslation& out) {
  return NgfReader(record, charset, out).read();
}

}  // namespace ludex
