#include "ludex/parse/csa_writer.hpp"

#include "ludex/parse/csa_parser.hpp"
#include "parse/csa_clock.hpp"
#include "parse/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

namespace ludex {
namespace {

using shogi::Piece;
using shogi::Square;

constexpr std::size_t kSide = 9;
using Board = std::array<CsaPiece, kSide * kSide>;  // rank by rank, file 9 first

char sign(Player player) { return player == Player::first ? '+' : '-'; }

std::string square_text(Square square) { return fmt::format("{}{}", square.file, square.rank); }

Board board_of(const CsaStart& start) {
  Board board{};
  for (const CsaPiece& piece : start.pieces) {
    board[(piece.square.rank - 1U) * kSide + kSide - piece.square.file] = piece;
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
  Writer(const CsaGame& game, CsaVersion version) : game_(game), version_(version) {}

  std::string write() {
    write_info();
    write_position();
    line("{}", sign(game_.start.to_move));
    write_comments(game_.start_comment);
    for (const CsaMove& move : game_.moves) write_move(move);
    if (!game_.end_mark.empty()) line("%{}", game_.end_mark);
    if (game_.end_seconds) write_time(*game_.end_seconds);
    return std::move(text_);
  }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  void keyword(std::string_view name, std::string_view value) {
    if (!value.empty()) line("{}:{}", name, value);
  }

  void write_info() {
    const GameInfo& info = game_.info;
    if (!info.seats[0].name.empty()) line("N+{}", info.seats[0].name);
    if (!info.seats[1].name.empty()) line("N-{}", info.seats[1].name);
    keyword("$EVENT", info.external_id.empty() ? info.event : info.external_id);
    keyword("$SITE", info.place);
    keyword("$START_TIME", info.date_raw);
    write_clock();
    keyword("$OPENING", info.opening);
    for (const auto& [name, value] : info.properties) write_property(name, value);
  }

  /// Those that come from comments are written with the comments.
  void write_property(std::string_view name, std::string_view value) {
    if (name == "N+" || name == "N-") return line("{}{}", name, value);
    if (!name.starts_with('$') || has_comment(fmt::format("{}:{}", name, value))) return;
    keyword(name, name == "$NOTE" ? escaped(value) : std::string(value));
  }

  [[nodiscard]] bool has_comment(std::string_view wanted) const {
    const auto holds = [&](std::string_view comments) {
      for (TextLines lines(comments); !lines.at_end();) {
        if (trimmed_text(lines.take()) == wanted) return true;
      }
      return false;
    };
    if (holds(game_.start_comment)) return true;
    return std::ranges::any_of(game_.moves, holds, &CsaMove::comment);
  }

  static std::string escaped(std::string_view note) {
    std::string text;
    for (const char c : note) {
      if (c == '\\') text += '\\';
      if (c == '\n') text += "\\n";
      if (c != '\n') text += c;
    }
    return text;
  }

  void write_clock() {
    const std::string& raw = game_.info.time_limit_raw;
    const bool is_limit = parse_csa_time_limit(raw).seconds.has_value();
    const bool is_time = parse_csa_time(raw).seconds.has_value();
    const bool is_of_event =
        !game_.info.external_id.empty() && game_.info.event.ends_with(raw);  // written there
    if (is_limit && version_ == CsaVersion::v3) {
      keyword("$TIME", as_time(raw));
    } else if (is_time && version_ == CsaVersion::v2_2 && as_limit(raw)) {
      keyword("$TIME_LIMIT", *as_limit(raw));
    } else if (is_time) {
      keyword("$TIME", raw);
    } else if (!is_of_event) {
      keyword("$TIME_LIMIT", raw);
    }
  }

  /// "00:25+30" as "1500+30+0". \pre raw is such a limit
  static std::string as_time(std::string_view raw) {
    const double seconds = *parse_csa_time_limit(raw).seconds;
    const auto plus = raw.find('+');
    const auto byoyomi =
        plus == raw.npos ? std::nullopt : parse_csa_seconds(trimmed_text(raw.substr(plus + 1)));
    return fmt::format("{}+{}+0", seconds, byoyomi.value_or(0));
  }

  /// And back, where nothing is lost: whole minutes below 100 hours, whole seconds, no increment.
  static std::optional<std::string> as_limit(std::string_view raw) {
    const auto first = raw.find('+');
    const auto second = first == raw.npos ? raw.npos : raw.find('+', first + 1);
    if (second == raw.npos) return std::nullopt;
    const auto main = parse_csa_seconds(raw.substr(0, first));
    const auto byoyomi = parse_csa_seconds(raw.substr(first + 1, second - first - 1));
    const auto increment = parse_csa_seconds(raw.substr(second + 1));
    if (!main || !byoyomi || !increment || *increment != 0) return std::nullopt;
    if (std::fmod(*main, 60) != 0 || *main >= 360'000) return std::nullopt;
    if (*byoyomi != std::floor(*byoyomi) || *byoyomi >= 100) return std::nullopt;
    const auto minutes = static_cast<int>(*main / 60);
    return fmt::format("{:02}:{:02}+{:02}", minutes / 60, minutes % 60, static_cast<int>(*byoyomi));
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
      for (std::size_t rank = 0; rank < kSide; ++rank) write_rank(board, rank);
    }
    for (const Player player : {Player::first, Player::second}) write_hand(player);
  }

  void write_rank(const Board& board, std::size_t rank) {
    std::string squares;
    for (std::size_t i = rank * kSide; i < (rank + 1) * kSide; ++i) {
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

  void write_move(const CsaMove& move) {
    line("{}{}{}{}", sign(move.player), move.from ? square_text(*move.from) : "00",
         square_text(move.to), csa_name(move.piece));
    if (move.seconds) write_time(*move.seconds);
    write_comments(move.comment);
  }

  void write_time(double seconds) {
    const double rounded =
        version_ == CsaVersion::v3 ? std::round(seconds * 1000) / 1000 : std::floor(seconds);
    line("T{}", rounded);
  }

  void write_comments(std::string_view comments) {
    for (TextLines lines(comments); !lines.at_end();) line("'{}", lines.take());
  }

  const CsaGame& game_;
  CsaVersion version_;
  std::string text_;
};

}  // namespace

std::string_view csa_head(CsaVersion version) {
  return version == CsaVersion::v3 ? "'CSA encoding=UTF-8\nV3.0\n" : "V2.2\n";
}

std::string write_csa(const CsaGame& game, CsaVersion version) {
  return Writer(game, version).write();
}

}  // namespace ludex
