#include "formats/csa/csa_reader.hpp"

#include "core/ascii.hpp"
#include "formats/csa/csa_clock.hpp"
#include "formats/csa/csa_result.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace ludex {
namespace {

using shogi::Square;

Player player_of(char sign) { return sign == '+' ? Player::first : Player::second; }

std::optional<Square> find_square(char file, char rank) {
  if (!is_nonzero_digit(file) || !is_nonzero_digit(rank)) return std::nullopt;
  return Square{static_cast<std::uint8_t>(file - '0'), static_cast<std::uint8_t>(rank - '0')};
}

constexpr std::string_view kTakeBack = "MATTA";
constexpr std::string_view kNothingFollows = "no move follows: nothing is taken back";

/// A move that names squares of the board and a piece: "+7776FU", "-0055KA".
bool parse_move(std::string_view statement, CsaMove& move) {
  const std::string_view from = statement.substr(1, 2);
  const auto to = find_square(statement[3], statement[4]);
  const auto piece = shogi::find_csa_piece(statement.substr(5, 2));
  move.player = player_of(statement[0]);
  if (from != "00") move.from = find_square(from[0], from[1]);
  if (!to || !piece || (from != "00" && !move.from)) return false;
  move.to = *to;
  move.piece = *piece;
  return true;
}

}  // namespace

std::optional<Problem> CsaReader::read() {
  TextLines lines(record_);
  while (!lines.at_end() && !too_many_moves_) read_line(lines.take());
  if (too_many_moves_) {
    return Problem{ProblemKind::too_many_nodes, -1, reports_.offset_of(record_),
                   fmt::format("more than {} moves", options_.max_moves)};
  }
  if (!start_.found() && !turn_ && out_.moves.empty() && !info_.names_found()) {
    return Problem{any_stray_ ? ProblemKind::bad_syntax : ProblemKind::no_node, -1, 0,
                   "no position, no move and no name"};
  }
  finish();
  return std::nullopt;
}

void CsaReader::read_line(std::string_view line) {
  if (line.size() == 7 && is_sign(line.front())) return read_move(line);  // most lines
  line = trimmed_text(line);
  while (!line.empty()) {
    const char first = line.front();
    if (first == '\'') return read_comment(line);
    const bool takes_rest = first == 'N' || first == '$';
    const std::size_t end = takes_rest ? end_of_csa_value(line) : line.find(',');
    const std::string_view statement = trimmed_text(line.substr(0, end));
    if (takes_rest && end != line.npos) {
      reports_.add(ProblemKind::bad_syntax, line.substr(end + 1),
                   "a name or a value is a line of its own: it is read up to this comma");
    }
    if (!statement.empty()) read_statement(statement);
    if (end == line.npos) return;
    line = trimmed_text(line.substr(end + 1));
  }
}

void CsaReader::read_statement(std::string_view statement) {
  place_comments(statement);
  switch (statement.front()) {
    case '+':
    case '-':
      return read_signed(statement);
    case 'T':
      return read_time(statement);
    case '%':
      return read_end_mark(statement);
    case 'N':
      return read_name(statement);
    case '$':
      return info_.read_keyword(statement) ? void() : stray(statement);
    case 'P':
      return read_position(statement);
    case 'V':
      return read_version(statement);
    default:
      return stray(statement);
  }
}

void CsaReader::read_name(std::string_view statement) {
  if (!info_.read_name(statement)) return stray(statement);
  const bool is_late = start_.found() || turn_ || !out_.moves.empty() || ended_;
  if (!is_late || std::exchange(late_name_, true)) return;
  reports_.add(ProblemKind::misplaced_property, statement,
               out_.moves.empty() ? "a name after the start position" : "a name after the moves",
               "name");
}

/// \param comment  from its "'" on
void CsaReader::read_comment(std::string_view comment) {
  const bool declares_encoding = !csa_encoding_of(comment).empty();
  comment.remove_prefix(1);
  if (declares_encoding && comment.data() - 1 == head_.encoding_line.data()) return;
  add_comment(comment);
  info_.read_comment(comment);
}

void CsaReader::add_comment(std::string_view comment) {
  const bool has_place = !ended_ && out_.moves.empty();
  std::string& comments = ended_      ? out_.end_comment
                          : has_place ? out_.start_comment
                                      : out_.moves.back().comment;
  if (!comments.empty()) comments.push_back('\n');
  text_.append_comment(comment, comments);
  if (has_place && !comments.empty()) out_.comment_places.emplace_back();
}

/// The comments since the statement before stand before this one.
void CsaReader::place_comments(std::string_view statement) {
  auto& places = out_.comment_places;
  if (placed_ == places.size()) return;
  const std::string_view place = csa_place_of(statement);
  for (; placed_ < places.size() && !place.empty(); ++placed_) places[placed_] = place;
}

void CsaReader::read_signed(std::string_view statement) {
  if (statement.size() == 1) {
    return read_turn(statement);
  }
  if (statement.size() < 7) return stray(statement);
  read_move(statement);
}

void CsaReader::read_turn(std::string_view statement) {
  if (!out_.moves.empty()) return stray(statement);
  if (turn_) {
    reports_.add(ProblemKind::duplicate_property, statement, "a second turn: the last one counts",
                 "turn");
  }
  turn_ = player_of(statement[0]);
}

void CsaReader::read_move(std::string_view statement) {
  const bool goes_on = ends_with_take_back();
  if (ended_ && !goes_on) {
    if (!std::exchange(late_move_, true)) {
      reports_.add(ProblemKind::bad_syntax, statement, "moves after the end mark do not count",
                   "%");
    }
    out_.late_lines.push_back(text_.value(statement));
    return;
  }
  CsaMove move;
  const bool alone = statement.size() == 7 || is_space_or_tab(statement[7]);
  if (!alone || !parse_move(statement, move)) return stray(statement);
  if (goes_on) take_back(move.player);
  line_.push_back(move.player);
  move.offset_bytes = static_cast<std::uint32_t>(reports_.offset_of(statement));
  out_.moves.push_back(std::move(move));
  too_many_moves_ = out_.moves.size() + out_.take_backs.size() > options_.max_moves;
}

void CsaReader::read_time(std::string_view statement) {
  const auto seconds = parse_csa_seconds(statement.substr(1));
  if (!seconds) return stray(statement);
  if (late_move_) return out_.late_lines.push_back(text_.value(statement));
  if (ended_) {
    if (!out_.end_seconds) out_.end_seconds = seconds;
    return;
  }
  if (out_.moves.empty()) return stray(statement);
  std::optional<double>& spent = out_.moves.back().seconds;
  if (spent) reports_.add(ProblemKind::duplicate_property, statement, "two times for one move");
  if (!spent) spent = seconds;
}

void CsaReader::read_end_mark(std::string_view statement) {
  const std::string mark = text_.value(statement.substr(1));
  if (ends_with_take_back()) {
    if (mark != kTakeBack) report_take_back(std::string(kNothingFollows));
    keep_take_back();
  } else if (ended_) {
    if (mark != out_.end_mark) {
      reports_.add(ProblemKind::bad_syntax, statement, "a second end mark: " + mark, "%");
      out_.late_lines.push_back("%" + mark);
    }
    return;
  }
  if (!is_csa_end_mark(mark)) {
    reports_.add(ProblemKind::bad_result, statement, text_.excerpt(statement));
  }
  ended_ = true;
  out_.end_mark = mark;
  if (mark == kTakeBack) take_back_mark_ = statement;
}

/// Whether %MATTA is the last mark, so that a move or another mark may follow it.
bool CsaReader::ends_with_take_back() const { return ended_ && out_.end_mark == kTakeBack; }

/// %MATTA was not the end: what belongs to it becomes its own.
void CsaReader::keep_take_back() {
  out_.take_backs.push_back({out_.moves.size(), line_.size(),
                             std::exchange(out_.end_seconds, std::nullopt),
                             std::exchange(out_.end_comment, {})});
  out_.end_mark.clear();
  ended_ = false;
  too_many_moves_ = out_.moves.size() + out_.take_backs.size() > options_.max_moves;
}

/// The text does not say how many moves %MATTA takes back. Who goes on took his own back, one for
/// each mark, and what had followed went with it.
void CsaReader::take_back(Player next) {
  keep_take_back();
  auto& marks = out_.take_backs;
  std::size_t first = marks.size() - 1;
  while (first > 0 && marks[first - 1].moves == marks.back().moves) --first;
  std::size_t standing = line_.size();
  std::size_t place = line_.size();
  for (std::size_t mark = first; mark < marks.size(); ++mark) {
    while (place > 0 && line_[place - 1] != next) --place;
    if (place > 0) standing = --place;
    marks[mark].standing = standing;
  }
  const std::size_t lost = line_.size() - standing;
  line_.resize(standing);
  const std::string_view player = next == Player::first ? "+" : "-";
  report_take_back(lost == 0 ? fmt::format("{} has no move to take back", player)
                             : fmt::format("{} takes back: {} move{} became a variation", player,
                                           lost, lost == 1 ? "" : "s"));
}

void CsaReader::report_take_back(std::string what) {
  if (csa_version_of(head_.version_line).starts_with('3')) what += "; V3 has no %MATTA";
  reports_.add(ProblemKind::take_back, take_back_mark_, std::move(what));
}

void CsaReader::read_version(std::string_view statement) {
  const std::string_view version = csa_version_of(statement);
  if (version.empty()) return stray(statement);
  out_.info.properties.emplace_back("V", version);
  has_version_ = true;
}

void CsaReader::read_position(std::string_view statement) {
  if (!out_.moves.empty() || ended_) {
    reports_.add(ProblemKind::misplaced_property, statement, "a position after the first move");
    return;
  }
  if (turn_ && !std::exchange(early_turn_, true)) {
    reports_.add(ProblemKind::misplaced_property, statement, "a position after the turn", "turn");
  }
  if (!start_.read(statement)) stray(statement);
}

void CsaReader::stray(std::string_view text) {
  any_stray_ = true;
  const bool syntax = is_sign(text.front()) || text.front() == 'P' || text.front() == 'T' ||
                      text.front() == '$' || is_digit(text.front());
  const bool is_move = is_sign(text.front());
  const bool has_rule = is_move || text.front() == 'T' || text.front() == '$';
  reports_.add(syntax ? ProblemKind::bad_syntax : ProblemKind::stray_text, text,
               text_.excerpt(text), is_move ? "move" : text.substr(0, has_rule ? 1 : 0));
}

void CsaReader::finish() {
  out_.version = csa_version_of(head_.version_line);
  if (out_.end_mark == kTakeBack) report_take_back(std::string(kNothingFollows));
  finish_start();
  info_.finish();
  finish_result();
  if (!out_.start_comment.empty()) {
    if (!out_.info.comment.empty()) out_.info.comment += '\n';
    out_.info.comment += out_.start_comment;
  }
  note_charset();
}

void CsaReader::finish_start() {
  start_.finish(out_.start);
  note_missing_turn();
  const Player first_mover = out_.moves.empty() ? Player::first : out_.moves.front().player;
  out_.start.to_move = turn_.value_or(first_mover);
  const std::optional<int> missing = start_.missing_from_even();
  if (missing.value_or(0) > 0) out_.info.handicap = missing;
  if (!start_.removed_pieces().empty()) {
    out_.info.properties.emplace_back("PI", text_.value(start_.removed_pieces()));
  }
  if (start_.kings() < 2) {
    out_.info.kind = GameKind::problem;
  } else if (out_.moves.empty() && !missing) {
    out_.info.kind = GameKind::position;
  }
}

/// The text of 1999 lets the whole start be left out, its turn with it; later ones do not.
void CsaReader::note_missing_turn() {
  const bool is_wanted = start_.found() || (has_version_ && !out_.moves.empty());
  if (turn_ || !is_wanted) return;
  const std::size_t at = out_.moves.empty() ? record_.size() : out_.moves.front().offset_bytes;
  reports_.add(ProblemKind::missing_property, record_.substr(at), "no turn before the moves",
               "turn");
}

void CsaReader::finish_result() {
  GameInfo& info = out_.info;
  const Player to_move =
      out_.moves.empty() ? out_.start.to_move : opponent(out_.moves.back().player);
  GameResult by_mark = result_of_end_mark(out_.end_mark, to_move);
  // In a mate problem TSUMI is just the end, and without moves it says nothing about who is mated.
  const bool is_game = info.kind == GameKind::game && !out_.moves.empty();
  if (out_.end_mark == "TSUMI" && !is_game) by_mark = {};
  const auto summary = parse_csa_summary(info_.summary());
  info.result = summary
                    ? result_of_summary(*summary, info.seats[0].name, info.seats[1].name, by_mark)
                    : by_mark;
  info.result_disputed = summary && contradicts_end_mark(*summary, info.result, by_mark);
  const bool from_summary = info.result.from == ResultFrom::summary || out_.end_mark.empty();
  info.result_raw = from_summary ? info_.summary() : "%" + out_.end_mark;
  if (!from_summary && !info_.summary().empty()) {
    info.properties.emplace_back("summary", info_.summary());
  } else if (from_summary && !out_.end_mark.empty()) {
    info.properties.emplace_back("%", out_.end_mark);
  }
}

void CsaReader::note_charset() {
  GameInfo& info = out_.info;
  info.charset = charset_name(choice_.charset);
  const std::string_view line = head_.encoding_line;
  const std::string label = text_.value(csa_encoding_of(line));
  if (!label.empty() && label != info.charset) {
    info.properties.emplace_back("encoding", label);
  }
  if (choice_.label_unknown) reports_.add(ProblemKind::unknown_charset, line, label);
  if (choice_.label_wrong) reports_.add(ProblemKind::wrong_charset, line, label);
  if (text_.bad_bytes() > 0) {
    reports_.add(ProblemKind::bad_charset, record_,
                 fmt::format("{} bytes mean nothing in {}", text_.bad_bytes(), info.charset));
  }
}

}  // namespace ludex
