#include "formats/kif/kif_lines.hpp"

#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>

namespace ludex {
namespace {

using namespace shogi_relative;

bool take_front(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

struct RelativeWord {
  std::string_view word;
  std::uint8_t bit;
};
constexpr RelativeWord kRelativeWords[] = {{"右", kRight},    {"左", kLeft},    {"上", kUp},
                                           {"入", kUp},       {"行", kUp},      {"引", kDown},
                                           {"寄", kSideways}, {"直", kStraight}};

/// Takes what stands after the piece: 右上, 不成, 打.
void take_modifiers(std::string_view& text, ShogiMove& move) {
  while (text.size() >= 3 && static_cast<unsigned char>(text.front()) >= 0x80) {
    if (take_front(text, "成")) {
      move.promotes = true;
    } else if (take_front(text, "打")) {
      move.drops = true;
    } else if (take_front(text, "不成") || take_front(text, "生")) {
      move.stays = true;
    } else {
      const auto* const found = std::ranges::find_if(
          kRelativeWords, [&](const RelativeWord& one) { return text.starts_with(one.word); });
      if (found == std::end(kRelativeWords)) return;
      move.relative |= found->bit;
      text.remove_prefix(found->word.size());
    }
  }
}

/// Takes "(77)" off the front; "(00)" is a drop.
bool take_origin(std::string_view& text, ShogiMove& move) {
  std::string_view rest = text;
  if (!take_front(rest, "(") && !take_front(rest, "（")) return true;
  if (take_front(rest, "00")) {
    move.drops = true;
  } else {
    const auto file = take_kif_file(rest);
    const auto rank = file ? take_kif_rank(rest) : std::nullopt;
    if (!rank) return true;  // a time
    move.from = shogi::Square{*file, *rank};
  }
  if (!take_front(rest, ")") && !take_front(rest, "）")) {
    move.from.reset();
    return true;
  }
  text = rest;
  return true;
}

/// Takes "1:02:03" off the front.
std::optional<double> take_clock(std::string_view& text) {
  std::optional<double> seconds;
  for (int part = 0; part < 3; ++part) {
    skip_kif_blanks(text);
    const auto number = take_kif_number(text);
    if (!number) return std::nullopt;
    seconds = seconds.value_or(0) * 60 + *number;
    if (!take_front(text, ":") && !take_front(text, kKifColon)) break;
  }
  return seconds;
}

/// True if the line is a header with a key that KIF has.
bool is_header(std::string_view line) {
  const auto colon = line.find(kKifColon);
  return colon != line.npos && is_kif_key(trimmed_kif(line.substr(0, colon)));
}

/// How many tokens of KI2 a line begins with, up to two.
int ki2_moves_of(std::string_view line) {
  int moves = 0;
  std::optional<shogi::Square> last = shogi::Square{5, 5};
  while (moves < 2) {
    skip_kif_blanks(line);
    ShogiMove move;
    if (!take_kif_move(line, last, move) || !move.player) break;
    ++moves;
  }
  return moves;
}

/// What lines say so far.
class DialectEvidence {
 public:
  /// \returns false once it is plain what the text is, or that it is nothing of ours
  bool take(std::string_view line) {
    line = without_front(line, is_space_or_tab);
    if (line.empty() || line.front() == '*' || line.front() == '&') return true;
    if (line.front() == '#') return line.starts_with("#KIF") ? decide(KifDialect::kif) : true;
    if (line.front() == '|' || line.starts_with("+--")) return take_board(line);
    if (line.starts_with("手数--")) return decide(KifDialect::kif);
    if (const auto found = find_kif_move_line(line)) return take_move_line(*found);
    if (const int moves = ki2_moves_of(line); moves > 0) {
      ki2_moves_ += moves;
      return ki2_moves_ < 2 || decide(KifDialect::ki2);
    }
    if (is_header(line)) {
      ++headers_;
      return true;
    }
    const bool is_known = contains(line, kKifColon) || line.starts_with("まで") ||
                          line.starts_with("９ ") || line.starts_with("手数＝") ||
                          line.ends_with("手番") || line == "盤面回転";
    return is_known || give_up();
  }

  [[nodiscard]] std::optional<KifDialect> found() const {
    if (given_up_) return std::nullopt;
    if (dialect_) return dialect_;
    if (ki2_moves_ > 0 && headers_ > 0) return KifDialect::ki2;
    if (board_ranks_ == 9) return KifDialect::kif;
    return headers_ >= 2 ? std::optional(KifDialect::kif) : std::nullopt;
  }

 private:
  bool decide(KifDialect dialect) {
    dialect_ = dialect;
    return false;
  }
  bool give_up() {
    given_up_ = true;
    return false;
  }
  bool take_board(std::string_view line) {
    if (line.front() != '|') return true;
    if (!contains(line, "・") && !contains(line, "v")) return give_up();
    ++board_ranks_;
    return true;
  }
  bool take_move_line(const KifMoveLine& line) {
    std::string_view text = line.move;
    ShogiMove move;
    const bool is_move =
        take_kif_move(text, shogi::Square{5, 5}, move) && (move.from || move.drops);
    const std::string_view word = text.substr(0, text.find_first_of(" \t("));
    if (is_move || find_kif_end(trimmed_kif(word), Player::first)) return decide(KifDialect::kif);
    return give_up();
  }

  std::optional<KifDialect> dialect_;
  int headers_ = 0, ki2_moves_ = 0, board_ranks_ = 0;
  bool given_up_ = false;
};

}  // namespace

std::optional<KifMoveLine> find_kif_move_line(std::string_view line) {
  skip_kif_blanks(line);
  if (line.empty() || !is_digit(line.front())) return std::nullopt;
  const auto ply = take_kif_number(line);
  if (!ply) return std::nullopt;
  const std::size_t before = line.size();
  skip_kif_blanks(line);
  if (line.empty() || line.size() == before) return std::nullopt;
  return KifMoveLine{*ply, line};
}

bool take_kif_move(std::string_view& text, std::optional<shogi::Square> last, ShogiMove& move) {
  std::string_view rest = text;
  move = {};
  move.player = take_kif_mark(rest);
  if (take_front(rest, "同")) {
    skip_kif_blanks(rest);
    if (!last) return false;
    move.to = *last;
  } else {
    const auto file = take_kif_file(rest);
    const auto rank = file ? take_kif_rank(rest) : std::nullopt;
    if (!rank) return false;
    move.to = {*file, *rank};
    skip_kif_blanks(rest);
  }
  const auto piece = take_kif_piece(rest);
  if (!piece) return false;
  move.piece = *piece;
  take_modifiers(rest, move);
  if (!take_origin(rest, move)) return false;
  text = rest;
  return true;
}

bool is_kif_move(std::string_view word) {
  ShogiMove move;
  return take_kif_move(word, shogi::Square{5, 5}, move) && word.empty();
}

std::optional<double> take_kif_time(std::string_view& text) {
  std::string_view rest = text;
  if (!take_front(rest, "(") && !take_front(rest, "（")) return std::nullopt;
  const auto seconds = take_clock(rest);
  if (!seconds) return std::nullopt;
  skip_kif_blanks(rest);
  if (take_front(rest, "/")) {
    (void)take_clock(rest);
    skip_kif_blanks(rest);
  }
  if (!take_front(rest, ")") && !take_front(rest, "）")) return std::nullopt;
  text = rest;
  return seconds;
}

std::string_view kif_encoding_of(std::string_view line) {
  constexpr std::string_view kWord = "encoding=";
  if (!line.starts_with("#")) return {};
  const auto at = line.find(kWord);
  if (at == line.npos) return {};
  const std::string_view label = line.substr(at + kWord.size());
  return label.substr(0, label.find_first_of(" \t\r\n"));
}

std::optional<KifDialect> kif_dialect_of(std::string_view head) {
  constexpr std::size_t kReach = 64 * 1024;
  head = head.substr(0, kReach);
  const auto has_byte_of_ours = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (std::ranges::none_of(head, has_byte_of_ours)) return std::nullopt;
  const auto dialect_in = [](std::string_view text) {
    DialectEvidence evidence;
    while (!text.empty() && evidence.take(take_line(text))) {
    }
    return evidence.found();
  };
  // Beginnings may be cut inside a character, so neither charset is asked to be valid.
  if (const auto dialect = dialect_in(head)) return dialect;
  if (is_utf8(head)) return std::nullopt;
  std::string utf8;
  append_utf8(Charset::shift_jis, head, utf8);
  return dialect_in(utf8);
}

}  // namespace ludex
