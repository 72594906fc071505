#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/csa/csa.hpp"
#include "formats/csa/csa_info_reader.hpp"
#include "formats/csa/csa_start_reader.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/line_record.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  const bool is_drop = statement[1] == '0' && statement[2] == '0';
  const auto to = find_square(statement[3], statement[4]);
  const auto piece = shogi::find_csa_piece(statement.substr(5, 2));
  move.player = player_of(statement[0]);
  if (!is_drop) move.from = find_square(statement[1], statement[2]);
  if (!to || !piece || (!is_drop && !move.from)) return false;
  move.to = *to;
  move.piece = *piece;
  return true;
}

/// Reads one record, line by line, into a CsaGame that is empty but for its game and size.
class CsaReader {
 public:
  /// \param head  of the record; its version may be that of the stream. What is passed by reference
  ///              must outlive the reader.
  CsaReader(std::string_view record, const CsaOptions& options, CharsetChoice choice,
            const CsaHead& head, CsaGame& out)
      : record_(record),
        options_(options),
        choice_(choice),
        head_(head),
        out_(out),
        reports_(record, options.max_problems, out.info.problems),
        text_(choice.charset),
        start_(reports_),
        info_(out.info, out.header, text_, reports_) {}

  std::optional<Problem> read() {
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

 private:
  using Part = CsaCommentPlace::Part;

  void read_line(std::string_view line) {
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

  void read_statement(std::string_view statement) {
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
        return read_keyword(statement);
      case 'P':
        return read_position(statement);
      case 'V':
        return read_version(statement);
      default:
        return stray(statement);
    }
  }

  void read_name(std::string_view statement) {
    place_comments(Part::header);
    if (!info_.read_name(statement)) return stray(statement);
    const bool is_late = start_.found() || turn_ || !out_.moves.empty() || ended_;
    if (!is_late || std::exchange(late_name_, true)) return;
    reports_.add(ProblemKind::misplaced_property, statement,
                 out_.moves.empty() ? "a name after the start position" : "a name after the moves",
                 "name");
  }

  void read_keyword(std::string_view statement) {
    place_comments(Part::header);
    if (!info_.read_keyword(statement)) stray(statement);
  }

  /// \param comment  from its "'" on
  void read_comment(std::string_view comment) {
    const bool is_in_head = !start_.found() && !turn_ && out_.moves.empty() && !ended_;
    const bool is_repeated = is_in_head && comment == head_.encoding_line;
    if (comment.data() == head_.encoding_line.data() || is_repeated) return;
    comment.remove_prefix(1);
    add_comment(comment);
    info_.read_comment(comment);
  }

  void add_comment(std::string_view comment) {
    const bool has_place = !ended_ && out_.moves.empty();
    std::string& comments = ended_      ? out_.end_comment
                            : has_place ? out_.start_comment
                                        : out_.moves.back().comment;
    if (!comments.empty()) comments.push_back('\n');
    text_.append_comment(comment, comments);
    if (has_place && !comments.empty()) out_.comment_places.emplace_back();
  }

  /// The comments so far stand before a line of this part. A header line takes all of them into the
  /// header.
  void place_comments(Part part) {
    if (ended_ || !out_.moves.empty()) return;
    auto& places = out_.comment_places;
    std::size_t& first = part == Part::header ? in_header_ : placed_;
    const std::uint32_t lines = part == Part::header ? info_.header_lines() : 0;
    for (; first < places.size(); ++first) {
      places[first] = {part, lines};
      if (first > 0) places[first] = std::max(places[first], places[first - 1]);
    }
    placed_ = places.size();
  }

  void read_signed(std::string_view statement) {
    if (statement.size() == 1) {
      return read_turn(statement);
    }
    if (statement.size() < 7) return stray(statement);
    read_move(statement);
  }

  void read_turn(std::string_view statement) {
    if (!out_.moves.empty()) return stray(statement);
    place_comments(Part::turn);
    if (turn_) {
      reports_.add(ProblemKind::duplicate_property, statement, "a second turn: the last one counts",
                   "turn");
    }
    turn_ = player_of(statement[0]);
  }

  void read_move(std::string_view statement) {
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

  void read_time(std::string_view statement) {
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

  void read_end_mark(std::string_view statement) {
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
    out_.has_bare_end = mark.empty();
    if (mark == kTakeBack) take_back_mark_ = statement;
  }

  /// True if %MATTA is the last mark, so that a move or another mark may follow it.
  [[nodiscard]] bool ends_with_take_back() const { return ended_ && out_.end_mark == kTakeBack; }

  /// %MATTA was not the end: what belongs to it becomes its own.
  void keep_take_back() {
    out_.take_backs.push_back({out_.moves.size(), line_.size(),
                               std::exchange(out_.end_seconds, std::nullopt),
                               std::exchange(out_.end_comment, {})});
    out_.end_mark.clear();
    ended_ = false;
    too_many_moves_ = out_.moves.size() + out_.take_backs.size() > options_.max_moves;
  }

  /// The text does not say how many moves %MATTA takes back. Who goes on took his own back, one for
  /// each mark, and what had followed went with it.
  void take_back(Player next) {
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

  void report_take_back(std::string what) {
    if (csa_version_of(head_.version_line).starts_with('3')) what += "; V3 has no %MATTA";
    reports_.add(ProblemKind::take_back, take_back_mark_, std::move(what));
  }

  void read_version(std::string_view statement) {
    const std::string_view version = csa_version_of(statement);
    if (version.empty()) return stray(statement);
    out_.info.properties.emplace_back("V", version);
    has_version_ = true;
  }

  void read_position(std::string_view statement) {
    if (!out_.moves.empty() || ended_) {
      reports_.add(ProblemKind::misplaced_property, statement, "a position after the first move");
      return;
    }
    place_comments(Part::position);
    if (turn_ && !std::exchange(early_turn_, true)) {
      reports_.add(ProblemKind::misplaced_property, statement, "a position after the turn", "turn");
    }
    if (!start_.read(statement)) stray(statement);
  }

  void stray(std::string_view text) {
    any_stray_ = true;
    const bool syntax = is_sign(text.front()) || text.front() == 'P' || text.front() == 'T' ||
                        text.front() == '$' || is_digit(text.front());
    const bool is_move = is_sign(text.front());
    const bool has_rule = is_move || text.front() == 'T' || text.front() == '$';
    reports_.add(syntax ? ProblemKind::bad_syntax : ProblemKind::stray_text, text,
                 text_.excerpt(text), is_move ? "move" : text.substr(0, has_rule ? 1 : 0));
  }

  void finish() {
    out_.version = csa_version_of(head_.version_line);
    if (out_.end_mark == kTakeBack) report_take_back(std::string(kNothingFollows));
    finish_start();
    info_.finish();
    finish_result();
    join_line(out_.info.comment, out_.start_comment);
    note_charset();
  }

  void finish_start() {
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
  void note_missing_turn() {
    const bool is_wanted = start_.found() || (has_version_ && !out_.moves.empty());
    if (turn_ || !is_wanted) return;
    const std::size_t at = out_.moves.empty() ? record_.size() : out_.moves.front().offset_bytes;
    reports_.add(ProblemKind::missing_property, record_.substr(at), "no turn before the moves",
                 "turn");
  }

  void finish_result() {
    GameInfo& info = out_.info;
    const GameResult by_mark = result_of_csa_end(out_);
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

  void note_charset() {
    GameInfo& info = out_.info;
    info.charset = charset_name(choice_.charset);
    const std::string_view line = head_.encoding_line;
    const std::string label = text_.value(csa_encoding_of(line));
    if (!label.empty() && label != info.charset) {
      info.properties.emplace_back("encoding", label);
    }
    note_charset_problems(choice_, label, line, text_.bad_bytes(), reports_);
  }

  std::string_view record_;
  const CsaOptions& options_;
  CharsetChoice choice_;
  CsaHead head_;
  CsaGame& out_;
  LineReports reports_;
  RawTextReader text_;
  CsaStartReader start_;
  CsaInfoReader info_;
  std::optional<Player> turn_;
  std::vector<Player> line_;         // who made the moves that stand
  std::string_view take_back_mark_;  // the last %MATTA
  std::size_t placed_ = 0;           // of CsaGame::comment_places, those that are known
  std::size_t in_header_ = 0;        // and those in the header
  bool ended_ = false;               // an end mark stood
  bool late_move_ = false;           // and a move after it
  bool has_version_ = false;         // from the record itself
  bool late_name_ = false;           // a name stood after what it belongs before
  bool early_turn_ = false;          // a turn stood before the position
  bool any_stray_ = false;
  bool too_many_moves_ = false;
};

std::optional<Charset> byte_charset(std::string_view label) {
  const std::optional<Charset> named = find_charset(label);
  const bool is_utf16 = named == Charset::utf16le || named == Charset::utf16be;
  return is_utf16 ? std::nullopt : named;
}

Charset guess(std::string_view record) {
  constexpr std::array kJapanese = {Charset::shift_jis, Charset::euc_jp};
  std::array<Charset, 2> fitting{};
  std::size_t count = 0;
  for (const Charset charset : kJapanese) {
    if (valid_in(charset, record)) fitting[count++] = charset;
  }
  if (count == 0) return choose_charset({&record, 1}, std::nullopt).charset;
  return likeliest_charset(record, std::span(fitting).first(count));
}

/// The charset of a record that declares none, or a wrong one: see parse_csa().
/// \param own      the label in the record, may be empty
/// \param carried  the label in the head of the stream, may be empty
CharsetChoice choose_csa_charset(std::string_view record, std::string_view own,
                                 std::string_view carried) {
  CharsetChoice choice;
  const std::optional<Charset> named = byte_charset(own);
  choice.label_unknown = !own.empty() && !named;
  if (is_ascii(record)) {
    choice.charset = named.value_or(Charset::ascii);
    return choice;
  }
  if (named && valid_in(*named, record)) {
    choice.charset = *named;
    return choice;
  }
  choice.label_wrong = named.has_value();
  const std::optional<Charset> of_head = byte_charset(carried);
  if (is_utf8(record)) {
    choice.charset = Charset::utf8;
  } else if (of_head && valid_in(*of_head, record)) {
    choice.charset = *of_head;
  } else {
    choice.charset = guess(record);
  }
  return choice;
}

void reset(CsaGame& game) {
  reset_shogi(game.info, game.start);
  game.moves.clear();
  game.take_backs.clear();
  game.end_mark.clear();
  game.has_bare_end = false;
  game.end_seconds.reset();
  game.version.clear();
  game.header.clear();
  game.start_comment.clear();
  game.comment_places.clear();
  game.end_comment.clear();
  game.late_lines.clear();
}

}  // namespace

std::optional<Problem> parse_csa(std::string_view record, const CsaOptions& options, CsaGame& out) {
  reset(out);
  std::string utf8;
  const std::optional<Charset> wide = wide_charset(options.form);
  if (wide) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf8);
    record = utf8;
  }
  record = without_utf8_mark(record);
  CsaHead head = read_csa_head(record);
  const CsaHead carried = read_csa_head(options.context);
  CharsetChoice choice = choose_csa_charset(record, csa_encoding_of(head.encoding_line),
                                            csa_encoding_of(carried.encoding_line));
  if (wide) choice = {.charset = Charset::utf8};
  if (options.charset && !wide) choice = {.charset = *options.charset};
  if (head.version_line.empty()) head.version_line = carried.version_line;
  std::optional<Problem> reject = CsaReader(record, options, choice, head, out).read();
  if (wide) out.info.charset = charset_name(*wide);
  return reject;
}

GameResult result_of_csa_end(const CsaGame& game) {
  const bool has_moves = !game.moves.empty();
  const bool is_game = game.info.kind == GameKind::game && has_moves;
  if (game.end_mark == "TSUMI" && !is_game) return {};
  return result_of_end_mark(game.end_mark,
                            has_moves ? opponent(game.moves.back().player) : game.start.to_move);
}

std::vector<std::size_t> standing_moves(const CsaGame& game) {
  std::vector<std::size_t> standing;
  standing.reserve(game.moves.size());
  auto taken = game.take_backs.begin();
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    for (; taken != game.take_backs.end() && taken->moves == move; ++taken) {
      standing.resize(taken->standing);
    }
    standing.push_back(move);
  }
  return standing;
}

}  // namespace ludex
