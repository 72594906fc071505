#include "formats/charset/charset.hpp"
#include "formats/csa/csa.hpp"
#include "formats/csa/csa_comments.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::string_view kEncodingLine = "'CSA encoding=UTF-8";

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  if (text.empty()) return;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

using Part = CsaCommentPlace::Part;

/// The comments before the first move, in their order.
class CsaStartComments {
 public:
  explicit CsaStartComments(const CsaGame& game) {
    std::size_t n = 0;
    for_each_line(game.start_comment, [&](std::string_view line) {
      const bool is_known = n < game.comment_places.size();
      const CsaCommentPlace place = is_known ? game.comment_places[n] : CsaCommentPlace{};
      ++n;
      const bool is_true = find_charset(csa_encoding_in_comment(line)) == Charset::utf8;
      // Before the position, one that says UTF-8 would be read as the declaration.
      if (is_true && place.part <= Part::position) return;
      const bool is_read = !line.empty() || !comments_.empty();  // no empty one comes first
      if (is_read) comments_.push_back({place, line});
    });
    // A comment after a move or mark that becomes a comment may be read as one of these.
    visit_csa_comments(game, [&](std::string_view line) { note_declaration(line); });
  }

  /// True if a comment might be read as the declaration of another charset than UTF-8.
  [[nodiscard]] bool declares_charset() const { return declares_charset_; }

  /// Writes those that are left up to this place.
  void write_up_to(CsaCommentPlace place, std::string& out) {
    for (; next_ < comments_.size() && comments_[next_].place <= place; ++next_) {
      ((out += '\'') += comments_[next_].text) += '\n';
    }
  }

 private:
  struct Comment {
    CsaCommentPlace place;
    std::string_view text;
  };

  void note_declaration(std::string_view line) {
    const std::string_view label = csa_encoding_in_comment(line);
    const bool is_other = !label.empty() && find_charset(label) != Charset::utf8;
    declares_charset_ = declares_charset_ || is_other;
  }

  std::vector<Comment> comments_;
  std::size_t next_ = 0;
  bool declares_charset_ = false;
};

/// Appends comment lines, each after a "'". \param comments  joined by "\n"; empty: none
void append_csa_comments(std::string_view comments, std::string& out) {
  for_each_line(comments, [&](std::string_view line) {
    out += '\'';
    out += line;
    out += '\n';
  });
}

constexpr std::size_t kBoardSide = shogi::kSide;
using shogi::Piece;
using shogi::Square;

using Board = std::array<ShogiPiece, kBoardSide * kBoardSide>;  // rank by rank, file 9 first

char sign(Player player) { return player == Player::first ? '+' : '-'; }

std::string square_text(Square square) { return fmt::format("{}{}", square.file, square.rank); }

Board board_of(const ShogiStart& start) {
  Board board{};
  for (const ShogiPiece& piece : start.pieces) {
    board[(piece.square.rank - 1U) * kBoardSide + kBoardSide - piece.square.file] = piece;
  }
  return board;
}

const Board& even_board() {
  static const Board board = [] {
    CsaGame game;
    (void)parse_csa("PI", {}, game);
    return board_of(game.start);
  }();
  return board;
}

bool same_piece(const ShogiPiece& a, const ShogiPiece& b) {
  return a.piece == b.piece && a.owner == b.owner;
}

/// Writes one game line by line.
class Writer {
 public:
  Writer(const CsaGame& game, CsaVersion version)
      : game_(game), version_(version), comments_(game) {}

  std::string write() {
    if (comments_.declares_charset()) line("{}", kEncodingLine);
    write_header();
    comments_.write_up_to({Part::position}, text_);
    write_position();
    comments_.write_up_to({Part::turn}, text_);
    line("{}", sign(game_.start.to_move));
    comments_.write_up_to({Part::moves}, text_);
    write_moves();
    const bool has_end = !game_.end_mark.empty() || game_.has_bare_end;
    if (has_end) write_mark(game_.end_mark, game_.end_seconds);
    for (const std::string& late : game_.late_lines) hidden_line("{}", late);
    write_comments(game_.end_comment);
    write_summary();
    return std::move(text_);
  }

  [[nodiscard]] CsaLosses losses() const { return losses_; }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    if (hides_) text_ += '\'';
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  template <class... Values>
  void comment_line(fmt::format_string<Values...> format, Values&&... values) {
    const bool before = std::exchange(hides_, true);
    line(format, std::forward<Values>(values)...);
    hides_ = before;
  }

  /// A line that the version does not have becomes a comment.
  template <class... Values>
  void hidden_line(fmt::format_string<Values...> format, Values&&... values) {
    comment_line(format, std::forward<Values>(values)...);
    ++losses_.hidden_lines;
  }

  void write_header() {
    CsaCommentPlace place{.part = Part::header};
    for_each_line(game_.header, [&](std::string_view written) {
      comments_.write_up_to(place, text_);
      write_header_line(in_this_version(written));
      ++place.lines;
    });
  }

  /// A line whose end, after a comma, would be read as a statement, such as a move, becomes a
  /// comment, too.
  void write_header_line(std::string_view text) {
    if (end_of_csa_value(text) != text.npos) {
      comment_line("{}", text);
      ++losses_.cut_lines;
    } else if (has_keyword(csa_keyword_of(text))) {
      line("{}", text);
    } else {
      hidden_line("{}", text);
    }
  }

  /// The clock that counts, in the form of this version if it has one; other lines as they are.
  [[nodiscard]] std::string in_this_version(std::string_view written) const {
    const std::string_view name = csa_keyword_of(written);
    const std::string_view value = name.empty() ? name : written.substr(name.size() + 1);
    const auto counts = [&](const CsaClock& clock) {
      return clock.seconds && clock.seconds == game_.info.time_limit_seconds &&
             clock.overtime == game_.info.overtime;
    };
    const bool is_v3 = version_ == CsaVersion::v3;
    if (is_v3 && name == "$TIME_LIMIT" && counts(parse_csa_time_limit(value))) {
      if (const auto time = csa_time_of_limit(value)) return "$TIME:" + *time;
    }
    if (!is_v3 && name == "$TIME" && counts(parse_csa_time(value))) {
      if (const auto limit = csa_limit_of_time(value)) return "$TIME_LIMIT:" + *limit;
    }
    return std::string(written);
  }

  [[nodiscard]] bool has_keyword(std::string_view name) const {
    const auto its_version = name == "$TIME_LIMIT" ? CsaVersion::v2_2 : CsaVersion::v3;
    return !is_csa_keyword_of_one_version(name) || version_ == its_version;
  }

  void write_position() {
    const Board board = board_of(game_.start);
    const Board& even = even_board();
    std::string removed;
    bool is_even = true;
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (same_piece(board[i], even[i])) continue;
      if (board[i].piece != Piece::none) is_even = false;
      removed += square_text(even[i].square).append(csa_name(even[i].piece));
    }
    if (is_even) {
      line("PI{}", removed);
    } else {
      for (std::size_t rank = 0; rank < kBoardSide; ++rank) write_rank(board, rank);
    }
    for (const Player player : {Player::first, Player::second}) write_hand(player);
  }

  void write_rank(const Board& board, std::size_t rank) {
    std::string squares;
    for (std::size_t i = rank * kBoardSide; i < (rank + 1) * kBoardSide; ++i) {
      if (board[i].piece == Piece::none) {
        squares += " * ";
      } else {
        squares += sign(board[i].owner);
        squares += csa_name(board[i].piece);
      }
    }
    line("P{}{}", rank + 1, squares);
  }

  void write_hand(Player player) {
    const auto& hand = game_.start.hands[static_cast<std::size_t>(player) - 1];
    std::string pieces;
    for (std::size_t kind = hand.size(); kind-- > 0;) {
      for (int n = 0; n < hand[kind]; ++n) {
        pieces.append("00").append(csa_name(static_cast<Piece>(kind + 1)));
      }
    }
    if (!pieces.empty()) line("P{}{}", sign(player), pieces);
  }

  void write_moves() {
    // V3 has no %MATTA, so moves taken back cannot be written as moves.
    std::vector<bool> hidden(game_.moves.size(), version_ == CsaVersion::v3);
    for (const std::size_t place : standing_moves(game_)) hidden[place] = false;
    auto taken = game_.take_backs.begin();
    for (std::size_t i = 0; i < game_.moves.size(); ++i) {
      for (; taken != game_.take_backs.end() && taken->moves == i; ++taken) write_take_back(*taken);
      hides_ = hidden[i];
      losses_.hidden_lines += hides_ ? 1 : 0;
      write_move(game_.moves[i]);
      hides_ = false;
    }
    for (; taken != game_.take_backs.end(); ++taken) write_take_back(*taken);
  }

  void write_take_back(const CsaTakeBack& taken) {
    write_mark("MATTA", taken.seconds);
    write_comments(taken.comment);
  }

  void write_move(const CsaMove& move) {
    line("{}{}{}{}", sign(move.player), move.from ? square_text(*move.from) : "00",
         square_text(move.to), csa_name(move.piece));
    if (move.seconds) write_time(*move.seconds);
    write_comments(move.comment);
  }

  [[nodiscard]] bool has_mark(std::string_view mark) const {
    if (mark == "MAX_MOVES") return version_ == CsaVersion::v3;
    return mark != "MATTA" || version_ == CsaVersion::v2_2;
  }

  void write_mark(std::string_view mark, std::optional<double> seconds) {
    if (has_mark(mark)) {
      line("%{}", mark);
    } else {
      hidden_line("%{}", mark);
    }
    hides_ = !has_mark(mark);
    if (seconds) write_time(*seconds);
    hides_ = false;
  }

  /// V2 has no mark for too many moves; its servers write the comment. The last one counts.
  void write_summary() {
    if (game_.end_mark != "MAX_MOVES" || has_mark(game_.end_mark) || is_said_without_mark()) return;
    const auto& seats = game_.info.seats;
    line("'summary:max_moves:{} draw:{} draw", seats[0].name, seats[1].name);
  }

  /// True if the comments of a server say the result to a reader that sees no mark, too.
  [[nodiscard]] bool is_said_without_mark() const {
    const GameResult said = result_of_csa_comments(game_, {});
    const GameResult wanted = result_of_csa_comments(game_, result_of_csa_end(game_));
    return said.winner == wanted.winner && said.by == wanted.by;
  }

  void write_time(double seconds) {
    const double rounded =
        version_ == CsaVersion::v3 ? std::round(seconds * 1000) / 1000 : std::floor(seconds);
    // Three decimals that were read another way may differ in their last bits.
    const double slack = 4 * std::numeric_limits<double>::epsilon() * seconds;
    if (std::abs(rounded - seconds) > slack) ++losses_.rounded_times;
    line("T{}", rounded);
  }

  void write_comments(std::string_view comments) { append_csa_comments(comments, text_); }

  const CsaGame& game_;
  CsaVersion version_;
  CsaStartComments comments_;
  bool hides_ = false;  // lines become comments
  CsaLosses losses_;
  std::string text_;
};

}  // namespace

std::string_view csa_head(CsaVersion version) {
  return version == CsaVersion::v3 ? "'CSA encoding=UTF-8\nV3.0\n" : "V2.2\n";
}

std::string write_csa(const CsaGame& game, CsaVersion version, CsaLosses* losses) {
  Writer writer(game, version);
  std::string text = writer.write();
  if (losses != nullptr) *losses = writer.losses();
  return text;
}

}  // namespace ludex
