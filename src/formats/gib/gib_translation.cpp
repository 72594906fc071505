#include "formats/gib/gib_translation.hpp"

#include "core/ascii.hpp"
#include "formats/line_record.hpp"
#include "formats/text_lines.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/result_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kMostProblems = 100;
constexpr int kGibSide = 19;

struct GibField {
  std::string_view name;
  std::string_view raw;
};

struct GibMove {
  bool is_black = true;
  std::string point;  // empty: a pass
  std::string comment;
  std::size_t offset_bytes = 0;
};

/// "KEY:VALUE" of a comma list; empty if it is not there.
std::string_view item_of(std::string_view list, std::string_view key) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view item = trimmed_text(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (item.starts_with(key) && item.substr(key.size()).starts_with(':')) {
      return item.substr(key.size() + 1);
    }
  }
  return {};
}

/// The date of `C2012:11:22:18:03`, or of "2015- 8-29-22-56-58".
DateRange date_of_numbers(std::string_view text) {
  int parts[3] = {};
  for (int& part : parts) {
    text = trimmed_text(text);
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = find_number<int>(text.substr(0, end));
    if (!number) return {};
    part = *number;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parse_date(fmt::format("{:04}-{:02}-{:02}", parts[0], parts[1], parts[2]));
}

class GibReader {
 public:
  GibReader(std::string_view record, std::optional<Charset> charset, SgfTranslation& out)
      : record_(record),
        forced_(charset),
        out_(out),
        reports_(record, kMostProblems, out.problems) {}

  std::optional<Problem> read() {
    for (TextLines lines(record_); !lines.at_end();) read_line(lines.take());
    if (fields_.empty() && moves_.empty()) {
      return Problem{ProblemKind::no_node, -1, 0, "no \\[KEY=VALUE\\] line and no move"};
    }
    if (!is_begun_ && moves_.empty())
      reports_.add(ProblemKind::missing_property, record_, "no \\GS");
    if (is_begun_ && !is_ended_) {
      reports_.add(ProblemKind::unclosed_record, record_.substr(record_.size()), "no \\GE");
    }
    choose();
    write();
    return std::nullopt;
  }

 private:
  void read_line(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("\\[")) return read_field(text);
    if (text == "\\GS") {
      is_begun_ = true;
    } else if (text == "\\GE") {
      is_ended_ = true;
    } else if (is_ended_ || text.empty() || text.starts_with('\\')) {
      return;
    } else if (text.starts_with("INI")) {
      read_start(text);
    } else if (text.starts_with("STO") || text.starts_with("SKI")) {
      read_move(text);
    } else if (!is_begun_) {
      reports_.add(ProblemKind::stray_text, text, "a line that is no field");
    }
  }

  void read_field(std::string_view text) {
    const std::size_t equals = text.find('=');
    std::size_t end = text.size();
    if (text.ends_with("\\]")) {
      end -= 2;
    } else {
      reports_.add(ProblemKind::bad_syntax, text, "a field without its \\]");
    }
    if (equals == std::string_view::npos || equals > end) {
      return reports_.add(ProblemKind::bad_syntax, text, "a field without its =");
    }
    const GibField field{text.substr(2, equals - 2), text.substr(equals + 1, end - equals - 1)};
    if (is_ended_) {
      remarks_.push_back(field);
    } else {
      fields_.push_back(field);
    }
  }

  void read_start(std::string_view text) {
    std::string_view rest = text;
    for (int i = 0; i < 3; ++i) (void)take_word(rest);
    const auto stones = find_number<int>(take_word(rest));
    if (stones && *stones >= 0 && *stones <= 25) {
      handicap_ = *stones;
    } else {
      reports_.add(ProblemKind::bad_handicap, text, std::string("INI"));
    }
  }

  void read_move(std::string_view text) {
    std::string_view rest = text;
    const std::string_view kind = take_word(rest);
    (void)take_word(rest);
    const auto number = find_number<int>(take_word(rest));
    GibMove move;
    move.offset_bytes = reports_.offset_of(text);
    if (kind == "SKI") {
      move.is_black = moves_.empty() ? handicap_ < 2 : !moves_.back().is_black;
    } else {
      const auto color = find_number<int>(take_word(rest));
      const auto x = find_number<int>(take_word(rest));
      const auto y = find_number<int>(take_word(rest));
      const bool is_point = x && y && *x >= 0 && *x < 26 && *y >= 0 && *y < 26;
      if (!number || !color || (*color != 1 && *color != 2) || !is_point) {
        return reports_.add(ProblemKind::bad_syntax, text, "a move that cannot be read");
      }
      move.is_black = *color == 1;
      move.point = sgf_point(*x, *y);
    }
    moves_.push_back(std::move(move));
  }

  [[nodiscard]] std::string_view raw(std::string_view name) const {
    const auto found = std::ranges::find(fields_, name, &GibField::name);
    return found == fields_.end() ? std::string_view{} : found->raw;
  }

  // A field that was damaged before says nothing of the others: names decide before all texts.
  void choose() {
    std::vector<std::string_view> texts;
    for (const GibField& field : fields_) texts.push_back(field.raw);
    for (const GibField& field : remarks_) texts.push_back(field.raw);
    if (forced_) {
      charset_ = *forced_;
    } else if (std::ranges::all_of(texts, is_utf8)) {
      charset_ = std::ranges::all_of(texts, is_ascii) ? Charset::ascii : Charset::utf8;
    } else {
      const std::string_view kind = raw("GIBOKIND");
      const auto label = kind == "Korea"   ? std::optional<std::string_view>("EUC-KR")
                         : kind == "China" ? std::optional<std::string_view>("GB18030")
                                           : std::nullopt;
      charset_ = choose_charset(texts, label).charset;
    }
    out_.charset = charset_name(charset_);
  }

  [[nodiscard]] std::string value(std::string_view name) { return text_.value(raw(name)); }

  void write() {
    text_ = RawTextReader(charset_);
    out_.sgf = "(";
    out_.node(0);
    out_.sgf += "GM[1]FF[4]CA[UTF-8]";
    write_board();
    write_player("PB", "BR", "GAMEBLACKNAME", 0);
    write_player("PW", "WR", "GAMEWHITENAME", 1);
    out_.property("EV", value("GAMENAME"));
    out_.property("PC", value("GAMEPLACE"));
    write_date();
    write_result();
    write_clock();
    write_komi();
    if (handicap_ > 1) out_.handicap_stones(handicap_, side_, ThirdStone::upper_left);
    out_.property("GC", value("GAMECOMMENT"));
    keep_others();
    write_remarks();
    for (const GibMove& move : moves_) {
      out_.node(move.offset_bytes);
      out_.move(move.is_black, move.point);
      out_.property("C", move.comment);
    }
    out_.sgf += ")\n";
    if (text_.bad_bytes() > 0) {
      reports_.add(ProblemKind::bad_charset, record_,
                   fmt::format("{} bytes mean nothing in {}", text_.bad_bytes(), out_.charset));
    }
  }

  void write_board() {
    const auto side = find_number<int>(item_of(raw("GAMEINFOMAIN"), "LINE"));
    if (side && *side >= 2 && *side <= 26) side_ = *side;
    out_.property("SZ", std::to_string(side_));
  }

  void write_player(std::string_view name_ident, std::string_view rank_ident,
                    std::string_view field, std::size_t seat) {
    std::string name = value(field);
    out_.rank_raw[seat] = take_rank(name);
    out_.property(name_ident, name);
    const std::string& rank = out_.rank_raw[seat];
    if (!rank.empty()) out_.property(rank_ident, sgf_rank(rank).value_or(rank));
  }

  void write_date() {
    out_.date_raw = value("GAMEDATE");
    std::string_view tag = raw("GAMETAG");
    DateRange date;
    while (!tag.empty() && !date.known()) {
      const std::size_t end = std::min(tag.find(','), tag.size());
      const std::string_view item = trimmed_text(tag.substr(0, end));
      if (item.size() > 4 && item[0] == 'C' && is_digit(item[1])) {
        date = date_of_numbers(item.substr(1));
      }
      tag.remove_prefix(std::min(end + 1, tag.size()));
    }
    if (!date.known()) date = date_of_numbers(item_of(raw("GAMEINFOSUB"), "GDATE"));
    if (!date.known()) date = date_of_numbers(out_.date_raw);
    if (!date.known()) date = parse_date(out_.date_raw);
    if (date.known() && date.precision == DatePrecision::day) {
      out_.property("DT", to_iso(date.from));
    } else if (!out_.date_raw.empty()) {
      reports_.add(ProblemKind::bad_date, raw("GAMEDATE"), "GAMEDATE=" + out_.date_raw);
    }
  }

  void write_result() {
    out_.result_raw = value("GAMERESULT");
    const std::string_view main = raw("GAMEINFOMAIN");
    const auto number = find_number<int>(item_of(main, "GRLT"));
    const auto margin = find_number<int>(item_of(main, "ZIPSU"));
    constexpr int kNone = 255;
    if (number == kNone) return;
    if (out_.result_raw.empty() && number) out_.result_raw = fmt::format("GRLT:{}", *number);
    out_.property("RE", result_of(number.value_or(-1), margin.value_or(0)));
  }

  /// GRLT and ZIPSU, tenths of a point.
  std::string result_of(int number, int margin) {
    switch (number) {
      case 0:
      case 1: {
        const char* const winner = number == 0 ? "B" : "W";
        return margin > 0 ? fmt::format("{}+{}", winner, margin / 10.0)
                          : fmt::format("{}+", winner);
      }
      case 3:
        return "B+R";
      case 4:
        return "W+R";
      case 5:  // by a lost connection, as 6
        return "B+";
      case 6:
        return "W+";
      case 7:
        return "B+T";
      case 8:
        return "W+T";
      default:
        break;
    }
    const std::string result = to_text(parse_result(out_.result_raw));
    if (result.empty() && !out_.result_raw.empty()) {
      const bool has_field = !raw("GAMERESULT").empty();
      reports_.add(ProblemKind::bad_result, raw(has_field ? "GAMERESULT" : "GAMEINFOMAIN"),
                   out_.result_raw);
    }
    return result == "Draw" ? "0" : result;
  }

  void write_clock() {
    std::string_view time = item_of(raw("GAMEINFOMAIN"), "GTIME");
    std::vector<int> parts;
    while (!time.empty()) {
      const std::size_t end = std::min(time.find('-'), time.size());
      const auto number = find_number<int>(time.substr(0, end));
      if (!number || *number < 0) return;
      parts.push_back(*number);
      time.remove_prefix(std::min(end + 1, time.size()));
    }
    if (parts.empty()) return;
    out_.property("TM", std::to_string(parts[0]));
    if (parts.size() == 3) {
      out_.property("OT", fmt::format("{}x{} byo-yomi", parts[2], parts[1]));
    }
  }

  void write_komi() {
    std::string_view tenths = raw("GAMEGONGJE");
    if (tenths.empty()) tenths = item_of(raw("GAMEINFOMAIN"), "GONGJE");
    const auto komi = find_number<int>(trimmed_text(tenths));
    if (komi) {
      out_.property("KM", fmt::format("{}", *komi / 10.0));
    } else if (!tenths.empty()) {
      reports_.add(ProblemKind::bad_komi, tenths, "GAMEGONGJE=" + text_.value(tenths));
    }
  }

  void keep_others() {
    constexpr std::string_view kColumns[] = {"GAMEBLACKNAME", "GAMEWHITENAME", "GAMENAME",
                                             "GAMEPLACE",     "GAMEDATE",      "GAMERESULT",
                                             "GAMECOMMENT"};
    for (const GibField& field : fields_) {
      if (std::ranges::find(kColumns, field.name) != std::end(kColumns)) continue;
      out_.keep(text_.value(field.name), text_.value(field.raw));
    }
    out_.write_kept();
  }

  /// REFSUSUN names the move that the REFEXPLAIN after it explains.
  void write_remarks() {
    std::optional<std::size_t> move;
    for (const GibField& field : remarks_) {
      if (field.name == "REFSUSUN") {
        move = find_number<std::size_t>(trimmed_text(field.raw));
      } else if (field.name == "REFEXPLAIN" && move && *move >= 1 && *move <= moves_.size()) {
        join_line(moves_[*move - 1].comment, text_.value(field.raw));
      }
    }
  }

  std::string_view record_;
  std::optional<Charset> forced_;
  SgfTranslation& out_;
  LineReports reports_;
  RawTextReader text_{Charset::utf8};
  Charset charset_ = Charset::utf8;
  std::vector<GibField> fields_, remarks_;
  std::vector<GibMove> moves_;
  int handicap_ = 0;
  int side_ = kGibSide;
  bool is_begun_ = false, is_ended_ = false;
};

}  // namespace

std::optional<Problem> translate_gib(std::string_view record, std::optional<Charset> charset,
                                     SgfTranslation& out) {
  return GibReader(record, charset, out).read();
}

}  // namespace ludex
