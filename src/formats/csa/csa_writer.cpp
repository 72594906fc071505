
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
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::string_view kEncodingLine = "'CSA encoding=UTF-8";

/// The parts before which comments are written, in the order of the format.
enum class CsaSection : std::uint8_t { info, position, turn, moves };

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  if (text.empty()) return;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

CsaSection section_of(std::string_view place) {
  if (place.empty()) return CsaSection::moves;
  if (place == "+") return CsaSection::turn;
  return place == "P" ? CsaSection::position : CsaSection::info;
}

/// The comments before the first move, each written once, where it stood in the record.
class CsaHeaderComments {
 public:
  explicit CsaHeaderComments(const CsaGame& game) {
    std::size_t n = 0;
    for_each_line(game.start_comment, [&](std::string_view line) {
      const bool known = n < game.comment_places.size();
      const std::string_view place = known ? std::string_view(game.comment_places[n]) : "";
      ++n;
      const std::string_view label = csa_encoding_in_comment(line);
      const bool is_true = find_charset(label) == Charset::utf8;
      declares_charset_ = declares_charset_ || (!label.empty() && !is_true);
      // Before the first line, one that says UTF-8 is no comment of what is written here.
      if (is_true && section_of(place) <= CsaSection::position) return;
      at_place_[place].push_back(comments_.size());
      comments_.push_back({place, line});
    });
  }

  /// True if one of them would be read as the declaration of another charset than UTF-8.
  [[nodiscard]] bool declares_charset() const { return declares_charset_; }

  /// Writes those that stood before a line like this one. \param place  "N+", "$EVENT", "$TIME+"
  void write_at(std::string_view place, std::string& out) {
    const auto found = at_place_.find(places_.before(place));
    if (found == at_place_.end()) return;
    for (const std::size_t comment : found->second) write(comments_[comment], out);
    found->second.clear();  // further lines at this place need not look at them
  }

  /// True if one of them that was written says so. \param said  by csa_said()
  [[nodiscard]] bool has_said(const std::string& said) const { return said_.contains(said); }

  /// Counts such a line, which was written, and not as a comment.
  void pass(std::string_view place) { places_.pass(place); }

  /// Writes those that are left up to a section: no line was written at their places.
  void write_before(CsaSection section, std::string& out) {
    for (Comment& comment : comments_) {
      if (section_of(comment.place) <= section) write(comment, out);
    }
  }

 private:
  struct Comment {
    std::string_view place;
    std::optional<std::string_view> text;  // none: written
  };

  void write(Comment& comment, std::string& out) {
    if (!comment.text) return;
    const std::string_view keyword = csa_keyword_of(*comment.text);
    if (keyword.starts_with('$')) {
      said_.insert(csa_said(keyword, trimmed_text(comment.text->substr(keyword.size() + 1))));
    }
    ((out += '\'') += *comment.text) += '\n';
    comment.text.reset();
  }

  std::vector<Comment> comments_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> at_place_;
  std::unordered_set<std::string> said_;  // by those that were written
  CsaPlaces places_;
  bool declares_charset_ = false;
};

/// Appends comment lines, each behind a "'". \param comments  joined by "\n"; empty: none
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

using Board = std::array<CsaPiece, kBoardSide * kBoardSide>;  // rank by rank, file 9 first

char sign(Player player) { return player == Player::first ? '+' : '-'; }

std::string square_text(Square square) { return fmt::format("{}{}", square.file, square.rank); }

Board board_of(const CsaStart& start) {
  Board board{};
  for (const CsaPiece& piece : start.pieces) {
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

bool same_piece(const CsaPiece& a, const CsaPiece& b) {
  return a.piece == b.piece && a.owner == b.owner;
}

/// Writes one game line by line.
class Writer {
 public:
  Writer(const CsaGame& game, CsaVersion version)
      : game_(game), version_(version), header_(game), comments_(game) {}

  std::string write() {
    if (header_.declares_charset()) line("{}", kEncodingLine);
    write_info();
    header_.write_before(CsaSection::position, text_);
    write_position();
    header_.write_before(CsaSection::turn, text_);
    line("{}", sign(game_.start.to_move));
    header_.write_before(CsaSection::moves, text_);
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

  /// So does one whose end, after a comma, would be read as a statement, such as a move.
  void header_line(std::string_view name, std::string_view text) {
    if (end_of_csa_value(text) != text.npos) {
      comment_line("{}", text);
      ++losses_.cut_lines;
      return;
    }
    line("{}", text);
    header_.pass(name);
  }

  [[nodiscard]] bool has_keyword(std::string_view name) const {
    const auto its_version = name == "$TIME_LIMIT" ? CsaVersion::v2_2 : CsaVersion::v3;
    return !is_csa_keyword_of_one_version(name) || version_ == its_version;
  }

  void keyword(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    const bool read_in_comments = is_csa_keyword_of_one_version(name) || name == "$END_TIME";
    if (read_in_comments && is_said_by_comment(name, value)) return;
    header_.write_at(name, text_);
    const std::string text = fmt::format("{}:{}", name, value);
    if (has_keyword(name)) {
      header_line(name, text);
    } else {
      hidden_line("{}", text);
    }
  }

  /// True if a comment says it, and no line did in the record.
  bool is_said_by_comment(std::string_view name, std::string_view value) {
    if (!comments_.contain(name, value)) return false;
    const bool is_clock = name == "$TIME" || name == "$TIME_LIMIT";
    return is_clock || lines_left(csa_said(name, value))-- <= 0;
  }

  /// How many lines say what comments say, too, and are still to be written.
  std::int64_t& lines_left(const std::string& said) {
    if (!lines_) {
      lines_.emplace();
      for (const auto& [name, value] : game_.info.properties) {
        ++(*lines_)[fmt::format("{}:{}", name, value)];
      }
      for (auto& [line, count] : *lines_) count -= comments_.count(line);
    }
    return (*lines_)[said];
  }

  void write_name(std::string_view ident, std::string_view name) {
    header_.write_at(ident, text_);
    header_line(ident, fmt::format("{}{}", ident, name));
  }

  void write_info() {
    const GameInfo& info = game_.info;
    if (!info.seats[0].name.empty()) write_name("N+", info.seats[0].name);
    if (!info.seats[1].name.empty()) write_name("N-", info.seats[1].name);
    keyword("$EVENT", info.external_id.empty() ? info.event : info.external_id);
    keyword("$SITE", info.place);
    keyword("$START_TIME", info.date_raw);
    write_clock();
    keyword("$OPENING", info.opening);
    for (const auto& [name, value] : info.properties) write_property(name, value);
  }

  void write_property(std::string_view name, std::string_view value) {
    if (name == "N+" || name == "N-") return write_name(name, value);
    if (name == "$TIME_LIMIT" && value == limit_) return;  // the reader would not see it
    if (name.starts_with('$')) {
      keyword(name, name == "$NOTE" ? csa_value_of_note(value) : std::string(value));
    }
  }

  /// The first clock counts: a comment that says it, too, must stand before lines with others.
  void write_first_clock(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    if (name == "$TIME_LIMIT") limit_ = value;
    if (has_keyword(name) && has_other_clock(value)) {
      header_.write_at(name, text_);
      if (!header_.has_said(csa_said(name, value))) {
        return header_line(name, fmt::format("{}:{}", name, value));
      }
    }
    keyword(name, value);
  }

  [[nodiscard]] bool has_other_clock(std::string_view value) const {
    return std::ranges::any_of(game_.info.properties, [&](const auto& property) {
      const bool is_clock = property.first == "$TIME" || property.first == "$TIME_LIMIT";
      return is_clock && property.second != value;
    });
  }

  void write_clock() {
    const std::string& raw = game_.info.time_limit_raw;
    const bool is_limit = parse_csa_time_limit(raw).seconds.has_value();
    const bool is_time = parse_csa_time(raw).seconds.has_value();
    const bool is_of_event =
        !game_.info.external_id.empty() && game_.info.event.ends_with(raw);  // written there
    const bool is_v3 = version_ == CsaVersion::v3;
    if (is_v3 && is_of_both_sides(raw) && !has_other_clock(raw)) return;
    const auto time = is_v3 && is_limit ? csa_time_of_limit(raw) : std::nullopt;
    const auto limit = !is_v3 && is_time ? csa_limit_of_time(raw) : std::nullopt;
    if (time) {
      write_first_clock("$TIME", *time);
    } else if (limit) {
      write_first_clock("$TIME_LIMIT", *limit);
    } else if (is_time) {
      write_first_clock("$TIME", raw);
    } else if (!is_of_event) {
      write_first_clock("$TIME_LIMIT", raw);
    }
  }

  /// True if the clocks of both sides, which are properties, say this.
  [[nodiscard]] bool is_of_both_sides(std::string_view raw) const {
    std::string_view sente, gote;  // the last one counts
    for (const auto& [name, value] : game_.info.properties) {
      if (name == "$TIME+" || name == "$TIMET+") sente = value;
      if (name == "$TIME-" || name == "$TIMET-") gote = value;
    }
    return !raw.empty() && sente == raw && gote == raw;
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
    if (game_.end_mark != "MAX_MOVES" || has_mark(game_.end_mark) || has_summary()) return;
    const auto& seats = game_.info.seats;
    line("'summary:max_moves:{} draw:{} draw", seats[0].name, seats[1].name);
  }

  /// A comment of a server that says how the game ended.
  [[nodiscard]] bool has_summary() const {
    if (game_.info.result.from == ResultFrom::summary) return true;
    return std::ranges::any_of(game_.info.properties, [](const auto& property) {
      return property.first == "summary" && parse_csa_summary(property.second);
    });
  }

  void write_time(double seconds) {
    const double rounded =
        version_ == CsaVersion::v3 ? std::round(seconds * 1000) / 1000 : std::floor(seconds);
    if (rounded != seconds) ++losses_.rounded_times;
    line("T{}", rounded);
  }

  void write_comments(std::string_view comments) { append_csa_comments(comments, text_); }

  const CsaGame& game_;
  CsaVersion version_;
  CsaHeaderComments header_;
  CsaCommentKeywords comments_;
  std::optional<std::unordered_map<std::string, std::int64_t>> lines_;
  std::string limit_;   // of $TIME_LIMIT, which is written
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
