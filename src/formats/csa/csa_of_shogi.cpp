#include "formats/csa/csa_clock_words.hpp"
#include "formats/csa/csa_comments.hpp"
#include "formats/csa/csa_conversion.hpp"
#include "formats/csa/csa_info_reader.hpp"
#include "formats/csa/csa_start_reader.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/jkf/jkf_words.hpp"
#include "formats/kif/kif_info_reader.hpp"
#include "formats/shogi/shogi_text.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// What parse_csa() notes of a record beside its header.
constexpr std::string_view kNotedByCsa[] = {"V", "PI", "%", "encoding"};

/// A name or a value as parse_csa() reads it.
std::string csa_value(std::string_view text) { return std::string(trimmed_text(clean_text(text))); }

/// Comment lines as parse_csa() reads them: without blanks at their ends, the first one not empty.
std::string csa_comment(std::string_view text) {
  std::string comment;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = clean_text(text.substr(begin, end - begin));
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (!comment.empty()) comment += '\n';
    comment += line;
    begin = end + 1;
  }
  return comment;
}

/// Keywords that parse_csa() gave a game, in KIF headers, but those that have others: "$MAX_MOVES".
bool is_other_keyword(std::string_view key) {
  constexpr std::string_view kNamed[] = {"$EVENT",      "$SITE", "$START_TIME",
                                         "$TIME_LIMIT", "$TIME", "$OPENING"};
  return key.size() > 1 && key.front() == '$' &&
         key.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_+-", 1) == key.npos &&
         std::ranges::find(kNamed, key) == std::end(kNamed);
}

/// What the comments of a game say with a keyword that parse_csa() knows. The game must outlive it;
/// comments that it gets later are not seen.
class CsaCommentKeywords {
 public:
  explicit CsaCommentKeywords(const CsaGame& game) : game_(game) {}

  /// True if a comment line is "keyword:value", or differs from it only where the reader sees no
  /// difference, or in line breaks. Cost: the first call reads all comments.
  [[nodiscard]] bool contain(std::string_view keyword, std::string_view value) {
    if (!said_) read();
    return said_->contains(fmt::format("{}:{}", keyword, clean_text(value)));
  }

 private:
  void read() {
    said_.emplace();
    visit_csa_comments(game_, [&](std::string_view comment) {
      if (!CsaInfoReader::is_server_comment(comment)) return;
      const std::string_view keyword = csa_keyword_of(comment);
      std::string value(trimmed_text(comment.substr(keyword.size() + 1)));
      if (keyword == "$NOTE") value = clean_text(csa_note_of(value));
      said_->insert(fmt::format("{}:{}", keyword, value));
    });
  }

  const CsaGame& game_;
  std::optional<std::unordered_set<std::string>> said_;
};

/// Gives a game the headers of KIF. \pre it has its comments
class HeaderWriter {
 public:
  HeaderWriter(const GameInfo& info, CsaGame& out) : info_(info), game_(out), comments_(out) {
    const std::string_view event = csa_event_of_id(info.external_id);
    if (!event.empty() && event == info.event) game_.info.external_id = info.external_id;
    const auto clock = csa_clock_of(info);
    has_clock_ = clock.has_value();
    if (has_clock_ && !is_clock_of_event(*clock)) set_clock(*clock);
  }

  /// \returns false if CSA has no place for it
  bool write(std::string_view key, std::string_view text) {
    std::string value = csa_value(text);
    if (value.empty()) return true;
    if (std::string* const field = find_field(key)) return set(*field, std::move(value));
    if (key == "開始日時" || key == "対局日") {
      return set(game_.info.date_raw, shogi_date(info_.date, value));
    }
    if (key == "終了日時") return keep("$END_TIME", shogi_date(kif_day_of(value), value));
    if (key == "備考") return keep("$NOTE", value);
    if (key == "持ち時間" || key == "秒読み") return has_clock_;
    if (key == "対局ID") return value == game_.info.external_id;
    if (is_other_keyword(key)) return keep(key, value);
    return is_in_record(key, value);
  }

  /// Makes the lines of what was written.
  void finish() {
    const GameInfo& info = game_.info;
    add_line("N+", info.seats[0].name);
    add_line("N-", info.seats[1].name);
    add_line("$EVENT:", info.external_id.empty() ? info.event : info.external_id);
    add_line("$SITE:", info.place);
    add_line("$START_TIME:", info.date_raw);
    if (!is_clock_said()) add_line(clock_name_ + ":", info.time_limit_raw);
    add_line("$OPENING:", info.opening);
    for (const auto& [key, value] : info.properties) {
      add_line(key + ":", key == "$NOTE" ? csa_value_of_note(value) : value);
    }
  }

 private:
  std::string* find_field(std::string_view key) {
    GameInfo& info = game_.info;
    if (key == "先手" || key == "下手") return &info.seats[0].name;
    if (key == "後手" || key == "上手") return &info.seats[1].name;
    if (key == "棋戦") return &info.event;
    if (key == "場所") return &info.place;
    if (key == "戦型") return &info.opening;
    return nullptr;
  }

  /// The first value counts.
  static bool set(std::string& field, std::string value) {
    if (!field.empty()) return field == value;
    field = std::move(value);
    return true;
  }

  bool keep(std::string_view key, const std::string& value) {
    if (!comments_.contain(key, value)) game_.info.properties.emplace_back(key, value);
    return true;
  }

  void set_clock(const std::string& text) {
    CsaClock clock = parse_csa_time(text);
    if (!clock.seconds) {
      clock_name_ = "$TIME_LIMIT";
      clock = parse_csa_time_limit(text);
    }
    game_.info.time_limit_seconds = clock.seconds;
    game_.info.overtime = std::move(clock.overtime);
    game_.info.time_limit_raw = text;
  }

  void add_line(std::string_view name, std::string_view value) {
    if (!value.empty()) join_line(game_.header, fmt::format("{}{}", name, value));
  }

  /// True if a comment says the clock, or the clocks of both sides do.
  [[nodiscard]] bool is_clock_said() {
    const std::string& clock = game_.info.time_limit_raw;
    const auto limit = csa_limit_of_time(clock);
    if (comments_.contain(clock_name_, clock)) return true;
    if (limit && comments_.contain("$TIME_LIMIT", *limit)) return true;
    const auto is_said_by = [&](std::string_view key, std::string_view other) {
      return std::ranges::any_of(game_.info.properties, [&](const auto& property) {
        return (property.first == key || property.first == other) && property.second == clock;
      });
    };
    return is_said_by("$TIME+", "$TIMET+") && is_said_by("$TIME-", "$TIMET-");
  }

  /// "wdoor+floodgate-300-10F+..." says it already.
  [[nodiscard]] bool is_clock_of_event(std::string_view time) const {
    if (game_.info.external_id.empty()) return false;
    std::string_view part;
    const CsaClock clock = parse_csa_event_clock(info_.event, part);
    return clock.seconds && clock == parse_csa_time(time);
  }

  [[nodiscard]] bool is_in_record(std::string_view key, const std::string& value) {
    if (std::ranges::find(kNotedByCsa, key) != std::end(kNotedByCsa)) return true;
    return CsaInfoReader::is_server_comment(fmt::format("{}:", key)) &&
           comments_.contain(key, value);
  }

  const GameInfo& info_;
  CsaGame& game_;
  CsaCommentKeywords comments_;
  bool has_clock_ = false;
  std::string clock_name_ = "$TIME";
};

/// Puts the main line of a game together.
class LineWriter {
 public:
  LineWriter(const ShogiGame& game, CsaGame& out, ShogiLosses& losses)
      : game_(game), out_(out), losses_(losses), played_(play_shogi(game)) {}

  /// \returns the end of the main line; null: it has none
  const ShogiNode* write() {
    out_.start_comment = csa_comment(game_.start_comment);
    const std::size_t count = count_main_nodes();
    const ShogiNode* end = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
      const ShogiNode& node = game_.nodes[i];
      if (node.is_end) {
        end = &node;
        out_.end_seconds = time_of(node);
        out_.end_comment = csa_comment(node.comment);
      } else if (played_[i].is_played) {
        write_move(node, played_[i]);
      } else {
        join_line(last_comment(), csa_comment(node.comment));
      }
    }
    count_left_out(count);
    return end;
  }

 private:
  /// Of the last move, or before the first one.
  std::string& last_comment() {
    return out_.moves.empty() ? out_.start_comment : out_.moves.back().comment;
  }

  /// The end included. An end after moves that cannot be played follows the last one that can.
  [[nodiscard]] std::size_t count_main_nodes() const {
    std::int32_t last = kNoShogiNode;  // that is played
    for (std::size_t i = 0; i < game_.nodes.size(); ++i) {
      const ShogiNode& node = game_.nodes[i];
      const auto place = static_cast<std::int32_t>(i);
      const bool follows = node.parent == place - 1 || (node.is_end && node.parent == last);
      if (!follows) return i;
      if (node.is_end) return i + 1;
      if (played_[i].is_played) last = place;
    }
    return game_.nodes.size();
  }

  void write_move(const ShogiNode& node, const ShogiPlayed& played) {
    CsaMove& move = out_.moves.emplace_back();
    move.player = played.player;
    move.from = played.from;
    move.to = played.to;
    move.piece = played.promotes ? shogi::promoted(played.piece) : played.piece;
    move.seconds = time_of(node);
    move.comment = csa_comment(node.comment);
  }

  std::optional<double> time_of(const ShogiNode& node) {
    if (node.seconds.value_or(0) <= kMostCsaSeconds) return node.seconds;
    ++losses_.times;
    return std::nullopt;
  }

  void count_left_out(std::size_t main) {
    losses_.bookmarks += game_.start_bookmark.empty() ? 0 : 1;
    for (std::size_t i = 0; i < game_.nodes.size(); ++i) {
      const ShogiNode& node = game_.nodes[i];
      losses_.bookmarks += node.bookmark.empty() ? 0 : 1;
      if (i >= main && (i == main || begins_line(i))) ++losses_.variations;
    }
  }

  [[nodiscard]] bool begins_line(std::size_t i) const {
    const ShogiNode& node = game_.nodes[i];
    const bool is_moved_up = node.is_end && !game_.nodes[i - 1].is_end && !played_[i - 1].is_played;
    return node.parent != static_cast<std::int32_t>(i) - 1 && !is_moved_up;
  }

  const ShogiGame& game_;
  CsaGame& out_;
  ShogiLosses& losses_;
  std::vector<ShogiPlayed> played_;
};

bool is_same(const GameResult& a, const GameResult& b) {
  return a.winner == b.winner && a.by == b.by;
}

/// The result that parse_csa() finds.
GameResult read_result(const CsaGame& game) {
  return result_of_csa_comments(game, result_of_csa_end(game));
}

/// Gives a game the end mark that says its result. \pre all else is known
class EndWriter {
 public:
  EndWriter(const GameResult& wanted, CsaGame& out) : wanted_(wanted), out_(out) {}

  /// \returns false if CSA does not have this end
  bool write(const ShogiNode& end, Player mover) {
    const bool has_mark = find_mark(special_of(end.end_word, mover)) || find_mark(end.end_line) ||
                          find_mark(csa_end_mark_for(wanted_, csa_mover()));
    if (!has_mark) out_.end_mark = is_won_like("TORYO") ? "TORYO" : "CHUDAN";
    const bool is_said = is_read() || add_summary();
    return has_mark && is_said;
  }

  /// True if parse_csa() finds the result, or says more of how it came about.
  [[nodiscard]] bool is_read() const {
    const GameResult read = read_result(out_);
    return read.winner == wanted_.winner && (read.by == wanted_.by || wanted_.by == WinBy::unknown);
  }

 private:
  [[nodiscard]] Player csa_mover() const {
    return out_.moves.empty() ? out_.start.to_move : opponent(out_.moves.back().player);
  }

  bool find_mark(std::string_view mark) {
    if (!is_csa_end_mark(mark)) return false;
    out_.end_mark = mark;
    return is_same(result_of_csa_end(out_), wanted_);
  }

  [[nodiscard]] bool is_won_like(std::string_view mark) const {
    return wanted_.by == WinBy::unknown && wanted_.winner != Winner::unknown &&
           result_of_end_mark(mark, csa_mover()).winner == wanted_.winner;
  }

  /// The last one counts.
  bool add_summary() {
    if (wanted_.winner != Winner::first && wanted_.winner != Winner::second) return false;
    const auto& seats = out_.info.seats;
    join_line(out_.end_comment, "summary:" + csa_summary_of(wanted_, seats[0].name, seats[1].name));
    return is_read();
  }

  const GameResult& wanted_;
  CsaGame& out_;
};

GameKind kind_of(const ShogiStart& start) {
  const auto kings = std::ranges::count(start.pieces, shogi::Piece::king, &ShogiPiece::piece);
  return kings < 2 ? GameKind::problem : GameKind::game;
}

void write_end(const ShogiGame& game, const ShogiNode* end, CsaGame& out, ShogiLosses& losses) {
  EndWriter writer(game.info.result, out);
  if (end == nullptr) {
    losses.ends += writer.is_read() ? 0 : 1;
    return;
  }
  const bool begins = end->ply % 2 == 1;
  const Player mover = begins ? game.start.to_move : opponent(game.start.to_move);
  // In a mate problem 詰み is just the end. A reader of CSA knows a problem only by a missing king.
  if (end->end_word == "詰み" && game.info.result.winner == Winner::unknown) {
    out.end_mark = "TSUMI";
    losses.mates += writer.is_read() ? 0 : 1;
    return;
  }
  losses.ends += writer.write(*end, mover) ? 0 : 1;
}

}  // namespace

std::optional<Problem> csa_of_shogi(const ShogiGame& game, CsaGame& out, ShogiLosses& losses) {
  if (!is_of_one_set(game.start)) {
    return Problem{ProblemKind::bad_number, -1, 0, "more of a kind in hand than there are", {}};
  }
  out = {};
  out.start = game.start;
  out.info.kind = kind_of(game.start);
  const ShogiNode* const end = LineWriter(game, out, losses).write();
  HeaderWriter headers(game.info, out);
  for (const auto& [key, value] : game.headers) {
    losses.headers += headers.write(key, value) ? 0 : 1;
  }
  losses.headers += game.start_word.empty() ? 0 : 1;
  headers.finish();
  write_end(game, end, out, losses);
  return std::nullopt;
}

}  // namespace ludex
