#include "core/ascii.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/line_record.hpp"
#include "formats/psn/psn.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/shogi/shogi_text.hpp"
#include "formats/shogi/shogi_tree.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/game_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

bool ends_word(char c) {
  return is_blank(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == '[';
}

/// What a word says of the result, if it says any.
std::optional<GameResult> find_result(std::string_view word) {
  const auto won = [](Winner winner, WinBy by) {
    return GameResult{winner, by, std::nullopt, ResultFrom::written};
  };
  if (word == "1-0") return won(Winner::first, WinBy::unknown);
  if (word == "0-1") return won(Winner::second, WinBy::unknown);
  if (word == "1/2-1/2" || same_but_case(word, "draw")) return won(Winner::draw, WinBy::unknown);
  if (same_but_case(word, "sennichite")) return won(Winner::draw, WinBy::repetition);
  if (same_but_case(word, "jishogi")) return won(Winner::draw, WinBy::impasse);
  return std::nullopt;
}

bool is_resignation(std::string_view text) {
  return same_but_case(text, "resigns") || same_but_case(text, "resign") ||
         same_but_case(text, "towel thrown");
}

/// The first quote that no backslash protects.
std::size_t closing_quote(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') return at;
    if (text[at] == '\\') ++at;
  }
  return text.npos;
}

/// As PGN: \" is a quote, \\ a backslash. Any other backslash stays.
std::string unescaped(std::string_view value) {
  std::string text;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const bool is_escape = value[at] == '\\' && at + 1 < value.size() &&
                           (value[at + 1] == '"' || value[at + 1] == '\\');
    if (is_escape) ++at;
    text += value[at];
  }
  return text;
}

/// Reads one record in UTF-8 into a ShogiGame that is empty but for its game and size.
class PsnReader {
 public:
  PsnReader(std::string_view text, const ShogiReadOptions& options, ShogiGame& out)
      : text_(text),
        options_(options),
        out_(out),
        reports_(text, options.max_problems, out.info.problems) {}

  std::optional<Problem> read() {
    while (at_ < text_.size() && out_.nodes.size() <= options_.max_nodes) read_item();
    if (out_.nodes.size() > options_.max_nodes) {
      return Problem{too_many_nodes, kNoShogiNode, at_,
                     fmt::format("more than {} moves", options_.max_nodes)};
    }
    if (!has_tags_ && out_.nodes.empty())
      return Problem{no_node, kNoShogiNode, 0, "no tag and no move"};
    if (!open_.empty()) {
      reports_.add(bad_syntax, text_.substr(open_.back().offset), "the variation is not closed",
                   "variation");
    }
    finish();
    return std::nullopt;
  }

 private:
  struct OpenVariation {
    std::int32_t here;
    std::size_t offset;
  };

  [[nodiscard]] bool is_line_start() const { return at_ == 0 || is_line_end(text_[at_ - 1]); }

  void read_item() {
    const char c = text_[at_];
    if (is_blank(c) || c == kRecordSeparator) {
      ++at_;
    } else if (c == '[' && read_tag()) {
      return;
    } else if (c == '{') {
      read_comment();
    } else if (c == '(') {
      if (!read_time()) open_variation();
    } else if (c == ')') {
      close_variation();
    } else if (c == '}' || c == '[') {
      reports_.add(stray_text, text_.substr(at_), std::string(1, c));
      ++at_;
    } else {
      read_word();
    }
  }

  bool read_tag() {
    if (line_end_ <= at_) line_end_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    std::string_view value;
    const std::string_view line = text_.substr(at_, line_end_ - at_);
    const std::string_view key = psn_tag(line, value);
    if (key.empty()) return false;
    has_tags_ = true;
    take_tag(key, clean_text(trimmed_text(unescaped(value))), line);
    at_ = line_end_;
    return true;
  }

  void take_tag(std::string_view key, std::string value, std::string_view at) {
    GameInfo& info = out_.info;
    if (value.empty()) return;
    if (key == "Sente" || key == "Black") return set(info.seats[0].name, key, std::move(value));
    if (key == "Gote" || key == "White") return set(info.seats[1].name, key, std::move(value));
    if (key == "SenteGrade" || key == "Black_grade" || key == "BlackGrade") {
      return take_rank(info.seats[0], key, std::move(value));
    }
    if (key == "GoteGrade" || key == "White_grade" || key == "WhiteGrade") {
      return take_rank(info.seats[1], key, std::move(value));
    }
    if (key == "Event") return set(info.event, key, std::move(value));
    if (key == "Round") return set(info.round, key, std::move(value));
    if (key == "Venue" || key == "Site") return set(info.place, key, std::move(value));
    if (key == "Opening") return set(info.opening, key, std::move(value));
    if (key == "Source") return set(info.published_in, key, std::move(value));
    if (key == "Name") return set(info.entered_by, key, std::move(value));
    if (key == "Date") return take_date(key, std::move(value), at);
    if (key == "Result") return take_result(key, std::move(value), at);
    info.properties.emplace_back(std::string(key), std::move(value));
  }

  void set(std::string& field, std::string_view key, std::string value) {
    if (field.empty()) {
      field = std::move(value);
    } else if (field != value) {
      out_.info.properties.emplace_back(std::string(key), std::move(value));
    }
  }

  void take_rank(SeatInfo& seat, std::string_view key, std::string value) {
    seat.rank_order = parse_rank_order(value);
    set(seat.rank, key, std::move(value));
  }

  void take_date(std::string_view key, std::string value, std::string_view at) {
    if (out_.info.date_raw.empty()) {
      out_.info.date = parse_date(value);
      if (!out_.info.date.known()) reports_.add(bad_date, at, value);
    }
    set(out_.info.date_raw, key, std::move(value));
  }

  void take_result(std::string_view key, std::string value, std::string_view at) {
    if (out_.info.result_raw.empty()) {
      const auto result = find_result(value);
      if (result) out_.info.result = *result;
      if (!result && value != "*" && value != "?") reports_.add(bad_result, at, value);
    }
    set(out_.info.result_raw, key, std::move(value));
  }

  void read_comment() {
    const std::size_t end = text_.find('}', at_);
    const bool is_closed = end != text_.npos;
    if (!is_closed) {
      reports_.add(bad_syntax, text_.substr(at_), "the comment is not closed", "comment");
    }
    const std::string_view raw = text_.substr(at_ + 1, is_closed ? end - at_ - 1 : text_.npos);
    const std::string comment = comment_of(raw);
    if (open_.empty() && is_resignation(comment)) add_resignation();
    if (open_.empty()) note_result(comment);
    std::string& note = last_ == kNoShogiNode ? out_.start_comment : node_at(last_).comment;
    join_line(note, comment);
    at_ = is_closed ? end + 1 : text_.size();
  }

  /// Lines end in "\n", without blanks around them.
  static std::string comment_of(std::string_view raw) {
    std::string comment;
    while (!raw.empty()) {
      const std::size_t end = std::min(raw.find('\n'), raw.size());
      if (!comment.empty()) comment += '\n';
      comment += clean_text(trimmed(raw.substr(0, end)));
      raw.remove_prefix(std::min(end + 1, raw.size()));
    }
    while (!comment.empty() && comment.back() == '\n') comment.pop_back();
    return comment;
  }

  void note_result(std::string_view word) {
    if (!written_result_) written_result_ = find_result(word);
    if (written_result_ && raw_result_.empty()) raw_result_ = word;
  }

  /// "(0:09/00:09:12)"
  bool read_time() {
    std::string_view rest = text_.substr(at_ + 1);
    const std::size_t end = std::min(rest.find_first_not_of("0123456789:/ "), rest.size());
    const std::string_view inside = rest.substr(0, end);
    const bool is_ended = end == rest.size() || rest[end] == ')' || is_line_end(rest[end]);
    if (!is_ended || inside.find(':') == inside.npos) return false;
    const auto seconds = seconds_of_clock(inside.substr(0, inside.find('/')));
    if (seconds && last_ != kNoShogiNode) node_at(last_).seconds = seconds;
    at_ += 1 + inside.size();
    if (at_ < text_.size() && text_[at_] == ')') ++at_;
    return true;
  }

  static std::optional<double> seconds_of_clock(std::string_view clock) {
    constexpr double kMost = 1e9;
    double seconds = 0, part = 0;
    for (const char c : clock) {
      if (is_digit(c)) {
        part = std::min(part * 10 + (c - '0'), kMost);
      } else if (c == ':') {
        seconds = std::min((seconds + part) * 60, kMost);
        part = 0;
      }
    }
    return seconds + part;
  }

  void open_variation() {
    open_.push_back({here_, at_});
    if (here_ != kNoShogiNode) here_ = node_at(here_).parent;
    ++at_;
  }

  void close_variation() {
    if (open_.empty()) {
      reports_.add(bad_syntax, text_.substr(at_), "no variation is open", "variation");
    } else {
      here_ = last_ = open_.back().here;
      open_.pop_back();
    }
    ++at_;
  }

  void read_word() {
    const std::string_view rest = text_.substr(at_);
    const auto* const end = std::ranges::find_if(rest, ends_word);
    std::string_view word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    at_ += word.size();
    if (find_result(word)) {
      if (open_.empty()) note_result(word);
      return;
    }
    if (is_resignation(word)) {
      if (open_.empty()) add_resignation();
      return;
    }
    if (const std::size_t number = number_bytes(word); number > 0) word.remove_prefix(number);
    if (word.empty() || word.find_first_not_of(".*") == word.npos) return;
    ShogiMove move;
    const bool is_move = read_psn_move(word, move);
    if (!is_move && !resembles_move(word)) {
      reports_.add(stray_text, word, excerpt(word));
      return;
    }
    add_move(word, move, is_move);
  }

  /// Of "12.", "12..." and "..."; "12" alone is a number, too.
  static std::size_t number_bytes(std::string_view word) {
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits])) ++digits;
    std::size_t end = digits;
    while (end < word.size() && word[end] == '.') ++end;
    return end > digits || end == word.size() ? end : 0;
  }

  static bool resembles_move(std::string_view word) {
    if (word.front() == '+' || word.front() == 'x') word.remove_prefix(1);
    constexpr std::string_view kPieces = "PLNSGBRK";
    return !word.empty() && kPieces.find(word.front()) != kPieces.npos &&
           std::ranges::any_of(word, is_digit);
  }

  static std::string excerpt(std::string_view word) {
    return RawTextReader(Charset::utf8).excerpt(word);
  }

  void add_move(std::string_view word, const ShogiMove& move, bool is_readable) {
    ShogiNode& node = add_node(word);
    node.move = move;
    node.is_readable = is_readable;
    here_ = last_;
    if (!is_readable) reports_.add(bad_syntax, word, excerpt(word), "move");
  }

  void add_resignation() {
    if (resigned_) return;
    resigned_ = true;
    ShogiNode& node = add_node(text_.substr(at_ == text_.size() ? at_ - 1 : at_));
    node.is_end = true;
    node.end_word = "投了";
  }

  ShogiNode& add_node(std::string_view at) {
    ShogiNode& node = out_.nodes.emplace_back();
    node.parent = here_;
    node.ply = here_ == kNoShogiNode ? 1 : node_at(here_).ply + 1;
    node.offset_bytes = reports_.offset_of(at);
    last_ = static_cast<std::int32_t>(out_.nodes.size()) - 1;
    return node;
  }

  ShogiNode& node_at(std::int32_t node) { return out_.nodes[static_cast<std::size_t>(node)]; }

  void finish() {
    GameInfo& info = out_.info;
    out_.notation = ShogiNotation::western;
    set_shogi_handicap("平手", out_.start);
    order_shogi_nodes(out_);
    name_shogi_start(out_);
    add_kif_headers(info, out_);
    join_line(info.comment, out_.start_comment);
    const GameResult by_tag = std::exchange(info.result, {});
    const std::string raw = std::exchange(info.result_raw, {});
    finish_shogi_ends(out_);
    finish_result(by_tag, raw);
  }

  /// The tag says who won; a resignation, how.
  void finish_result(const GameResult& by_tag, const std::string& raw) {
    GameInfo& info = out_.info;
    const GameResult by_end = info.result;
    if (by_tag.winner != Winner::unknown) {
      info.result = by_tag;
      if (by_end.winner == by_tag.winner) info.result.by = by_end.by;
      info.result_disputed = by_end.winner != Winner::unknown && by_end.winner != by_tag.winner;
    } else if (by_end.winner == Winner::unknown && written_result_) {
      info.result = *written_result_;
      info.result_raw = raw_result_;
    }
    if (!raw.empty()) info.result_raw = raw;
    if (!resigned_ && info.result.winner != Winner::unknown) add_end_of_result();
  }

  /// So that formats which end games with a word say who won.
  void add_end_of_result() {
    std::size_t main = 0;  // how many nodes the main line has
    while (main < out_.nodes.size() &&
           out_.nodes[main].parent == static_cast<std::int32_t>(main) - 1) {
      ++main;
    }
    ShogiNode end;
    end.is_end = true;
    end.parent = static_cast<std::int32_t>(main) - 1;
    end.ply = static_cast<std::uint32_t>(main) + 1;
    end.offset_bytes = text_.size();
    end.result = out_.info.result;
    if (end.result.by == WinBy::repetition) end.end_word = "千日手";
    if (end.result.by == WinBy::impasse) end.end_word = "持将棋";
    if (end.end_word.empty()) {
      const Player mover = main % 2 == 0 ? Player::first : Player::second;
      end.end_word = end.result.winner == Winner::draw ? "引き分け" : "";
      end.end_line =
          kif_summary(end.end_word, end.result, static_cast<std::uint32_t>(main), mover, false);
    }
    // It follows the main line: the nodes of variations move one place on.
    for (std::size_t i = main; i < out_.nodes.size(); ++i) {
      if (out_.nodes[i].parent >= static_cast<std::int32_t>(main)) ++out_.nodes[i].parent;
    }
    out_.nodes.insert(out_.nodes.begin() + static_cast<std::ptrdiff_t>(main), std::move(end));
  }

  std::string_view text_;
  const ShogiReadOptions& options_;
  ShogiGame& out_;
  LineReports reports_;
  std::size_t at_ = 0;
  std::size_t line_end_ = 0;          // of the line that at_ is in; not after at_: unknown
  std::int32_t here_ = kNoShogiNode;  // the move that the next one follows
  std::int32_t last_ = kNoShogiNode;  // what comments belong to
  std::vector<OpenVariation> open_;
  std::optional<GameResult> written_result_;  // after the moves
  std::string raw_result_;
  bool has_tags_ = false, resigned_ = false;
};

}  // namespace

std::string_view psn_tag(std::string_view line, std::string_view& value) {
  if (line.size() < 4 || line.front() != '[' || !is_letter(line[1])) return {};
  const std::size_t end = static_cast<std::size_t>(
      std::ranges::find_if_not(line.substr(1),
                               [](char c) { return is_letter(c) || is_digit(c) || c == '_'; }) -
      line.begin());
  const std::string_view key = line.substr(1, end - 1);
  line.remove_prefix(end);
  const std::size_t quote = line.find_first_not_of(" \t");
  if (quote == line.npos || quote == 0 || line[quote] != '"') return {};
  value = line.substr(quote + 1);
  std::size_t close = closing_quote(value);
  // Not all programs write \\ for a backslash at the end.
  if (close == value.npos && value.ends_with("\\\"]")) close = value.size() - 2;
  if (close == value.npos && value.ends_with(']')) value.remove_suffix(1);
  value = value.substr(0, close);
  return key;
}

std::optional<Problem> parse_psn(std::string_view record, const ShogiReadOptions& options,
                                 ShogiGame& out) {
  reset_shogi_game(out);
  return read_decoded(record, options, out, [&](std::string_view utf8, std::string_view&) {
    return PsnReader(utf8, options, out).read();
  });
}

}  // namespace ludex
