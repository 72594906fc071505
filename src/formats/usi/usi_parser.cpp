#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/line_record.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/shogi/shogi_tree.hpp"
#include "formats/usi/usi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;
using shogi::Piece;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

std::string_view next_word(std::string_view text) { return take_word(text); }

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

bool is_board(std::string_view word) {
  constexpr std::string_view kBytes = "0123456789+/plnsgbrkPLNSGBRK";
  return std::ranges::count(word, '/') == shogi::kSide - 1 &&
         word.find_first_not_of(kBytes) == word.npos;
}

/// "board~0.moves", as far as it is there.
bool is_usen(std::string_view word) {
  const std::size_t tilde = word.find('~');
  const std::size_t dot = word.find('.', std::min(tilde, word.size()));
  if (dot == word.npos || dot - tilde < 2) return false;
  constexpr std::string_view kBoard = "0123456789z_.-plnsgbrkwPLNSGBRK";
  return word.substr(0, tilde).find_first_not_of(kBoard) == word.npos &&
         std::ranges::all_of(word.substr(tilde + 1, dot - tilde - 1), is_digit) &&
         word.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz.~", dot) == word.npos;
}

/// USEN in a URL stands after "usen=".
std::string_view usen_of(std::string_view word) {
  constexpr std::string_view kKey = "usen=";
  const std::size_t at = word.find(kKey);
  if (at == word.npos) return word;
  word = word.substr(at + kKey.size());
  return word.substr(0, word.find_first_of("&#"));
}

std::optional<shogi::Square> find_square(std::string_view text) {
  if (text[0] < '1' || text[0] > '9' || text[1] < 'a' || text[1] > 'i') return std::nullopt;
  return shogi::Square{static_cast<std::uint8_t>(text[0] - '0'),
                       static_cast<std::uint8_t>(text[1] - 'a' + 1)};
}

std::optional<ShogiMove> find_move(std::string_view word) {
  constexpr std::string_view kDropped = " PLNSGBR";
  ShogiMove move;
  move.promotes = word.size() == 5 && word[4] == '+';
  if (word.size() != 4 && !move.promotes) return std::nullopt;
  const auto to = find_square(word.substr(2, 2));
  if (!to) return std::nullopt;
  move.to = *to;
  if (word[1] == '*') {
    const auto piece = kDropped.find(word[0]);
    if (piece == kDropped.npos || piece == 0 || move.promotes) return std::nullopt;
    move.drops = true;
    move.piece = static_cast<Piece>(piece);
    return move;
  }
  move.from = find_square(word);
  return move.from ? std::optional(move) : std::nullopt;
}

std::string_view end_word_of(std::string_view word) {
  if (word == "resign") return "投了";
  return word == "win" ? "入玉勝ち" : std::string_view();
}

/// Reads one record into a ShogiGame that is empty but for its game and size.
class UsiReader {
 public:
  UsiReader(std::string_view text, const ShogiReadOptions& options, ShogiGame& out)
      : text_(text),
        options_(options),
        out_(out),
        reports_(text, options.max_problems, out.info.problems) {}

  std::optional<Problem> read() {
    const std::string_view first = usen_of(next_word(text_));
    const std::string why = is_usen(first) ? read_usen(first) : read_line();
    if (!why.empty())
      return Problem{bad_syntax, kNoShogiNode, reports_.offset_of(at_), why, "start"};
    if (out_.nodes.size() > options_.max_nodes) {
      return Problem{too_many_nodes, kNoShogiNode, reports_.offset_of(at_),
                     fmt::format("more than {} moves", options_.max_nodes)};
    }
    out_.notation = ShogiNotation::western;
    if (out_.first_number != 1) {
      out_.info.properties.emplace_back("move number", std::to_string(out_.first_number));
    }
    name_shogi_start(out_);
    finish_shogi_ends(out_);
    if (!raw_end_.empty()) out_.info.result_raw = raw_end_;
    return std::nullopt;
  }

 private:
  std::string read_line() {
    std::string_view rest = text_;
    if (next_word(rest) == "position") take_word(rest);
    at_ = without_blanks(rest);
    if (next_word(rest) == "startpos") {
      take_word(rest);
      set_shogi_handicap("平手", out_.start);
    } else if (next_word(rest) == "moves") {
      set_shogi_handicap("平手", out_.start);
    } else if (std::string why = read_sfen(rest); !why.empty()) {
      return why;
    }
    at_ = without_blanks(rest);
    const std::string_view word = take_word(rest);
    if (word.empty()) return {};
    if (word != "moves") return fmt::format("`{}` where moves are expected", excerpt(word));
    read_moves(rest);
    return {};
  }

  std::string read_sfen(std::string_view& rest) {
    if (next_word(rest) == "sfen") take_word(rest);
    at_ = without_blanks(rest);
    const std::string_view board = take_word(rest);
    if (!is_board(board)) return fmt::format("`{}` is no board", excerpt(board));
    const std::string_view side = take_word(rest);
    const std::string_view hands = take_word(rest);
    std::string why = read_sfen_start(board, side, hands.empty() ? "-" : hands, out_.start);
    if (!why.empty()) return why;
    std::string_view ahead = rest;
    const std::string_view number = take_word(ahead);
    if (number.empty() || !std::ranges::all_of(number, is_digit)) return {};
    (void)std::from_chars(number.data(), number.data() + number.size(), out_.first_number);
    rest = ahead;
    return {};
  }

  void read_moves(std::string_view rest) {
    while (out_.nodes.size() <= options_.max_nodes) {
      const std::string_view word = take_word(rest);
      if (word.empty()) return;
      at_ = word;
      if (const std::string_view end = end_word_of(word); !end.empty()) {
        add_end(end);
        raw_end_ = word;
        if (!next_word(rest).empty()) {
          reports_.add(bad_syntax, next_word(rest), "nothing follows the end", "end");
        }
        return;
      }
      const auto move = find_move(word);
      add_node(move.value_or(ShogiMove{})).is_readable = move.has_value();
      if (!move) return reports_.add(bad_syntax, word, excerpt(word), "move");
    }
  }

  std::string read_usen(std::string_view word) {
    at_ = word;
    const std::size_t tilde = word.find('~');
    std::string board(word.substr(0, tilde));
    std::ranges::replace(board, '_', '/');
    std::ranges::replace(board, '.', ' ');
    std::ranges::replace(board, 'z', '+');
    set_shogi_handicap("平手", out_.start);
    if (!board.empty()) {
      std::string_view rest = board;
      const std::string_view placement = take_word(rest), side = take_word(rest);
      const std::string_view hands = take_word(rest);
      std::string why = read_sfen_start(placement, side, hands.empty() ? "-" : hands, out_.start);
      if (!why.empty()) return why;
    }
    for (word.remove_prefix(tilde); !word.empty();) {
      word.remove_prefix(1);
      const std::string_view part = word.substr(0, word.find('~'));
      read_part(part);
      word.remove_prefix(part.size());
    }
    order_shogi_nodes(out_);
    return {};
  }

  /// "n.moves.end"
  void read_part(std::string_view part) {
    at_ = part;
    std::uint32_t ply = 0;
    const std::string_view number = part.substr(0, part.find('.'));
    (void)std::from_chars(number.data(), number.data() + number.size(), ply);
    if (!go_back(ply)) {
      return reports_.add(bad_syntax, part, "no line has a move before this one", "variation");
    }
    part.remove_prefix(std::min(number.size() + 1, part.size()));
    std::string_view moves = part.substr(0, part.find('.'));
    part.remove_prefix(std::min(moves.size() + 1, part.size()));
    for (; !moves.empty() && out_.nodes.size() <= options_.max_nodes;
         moves.remove_prefix(std::min<std::size_t>(3, moves.size()))) {
      at_ = moves;
      const auto move = usen_move(moves.substr(0, 3));
      add_node(move.value_or(ShogiMove{})).is_readable = move.has_value();
      if (!move) return reports_.add(bad_syntax, moves, excerpt(moves.substr(0, 3)), "move");
    }
    at_ = part;
    if (part.empty()) return;
    const std::string_view end = usen_end(part.front());
    if (end.empty()) return reports_.add(bad_syntax, part, excerpt(part), "end");
    add_end(end);
  }

  static std::string_view usen_end(char letter) {
    switch (letter) {
      case 'r':
        return "投了";
      case 't':
        return "切れ負け";
      case 'i':
        return "反則負け";
      case 'p':
        return "中断";
      case 'j':
        return "持将棋";
      default:
        return {};
    }
  }

  static std::optional<ShogiMove> usen_move(std::string_view digits) {
    constexpr unsigned kSquares = 81, kFirstInHand = 10;
    constexpr std::array kInHand = {Piece::pawn,   Piece::lance,  Piece::knight,
                                    Piece::silver, Piece::bishop, Piece::rook};
    unsigned code = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 36);
    if (digits.size() != 3 || error != std::errc{} || end != digits.data() + digits.size()) {
      return std::nullopt;
    }
    const auto square = [](unsigned at) {
      return shogi::Square{static_cast<std::uint8_t>(at % 9 + 1),
                           static_cast<std::uint8_t>(at / 9 + 1)};
    };
    ShogiMove move;
    move.promotes = code % 2 == 1;
    move.to = square(code / 2 % kSquares);
    const unsigned from = code / 2 / kSquares;
    if (from < kSquares) {
      move.from = square(from);
      return move;
    }
    const unsigned kind = from - kSquares;
    move.drops = true;
    if (kind == kFirstInHand - 1) {
      move.piece = Piece::gold;
    } else if (kind >= kFirstInHand && kind - kFirstInHand < kInHand.size()) {
      move.piece = kInHand[kind - kFirstInHand];
    } else {
      return std::nullopt;
    }
    return move;
  }

  /// To a ply of the line of the last move.
  bool go_back(std::uint32_t ply) {
    while (here_ != kNoShogiNode && ply_here() > ply) {
      here_ = out_.nodes[static_cast<std::size_t>(here_)].parent;
    }
    return ply_here() == ply;
  }
  [[nodiscard]] std::uint32_t ply_here() const {
    return here_ == kNoShogiNode ? 0 : out_.nodes[static_cast<std::size_t>(here_)].ply;
  }

  ShogiNode& add_node(const ShogiMove& move) {
    ShogiNode& node = out_.nodes.emplace_back();
    node.parent = here_;
    node.ply = ply_here() + 1;
    node.move = move;
    node.offset_bytes = reports_.offset_of(at_);
    here_ = static_cast<std::int32_t>(out_.nodes.size()) - 1;
    return node;
  }

  void add_end(std::string_view word) {
    const std::int32_t before = here_;
    ShogiNode& node = add_node({});
    node.is_end = true;
    node.end_word = word;
    here_ = before;
  }

  static std::string excerpt(std::string_view text) {
    return RawTextReader(Charset::utf8).excerpt(text);
  }

  std::string_view text_;
  const ShogiReadOptions& options_;
  ShogiGame& out_;
  LineReports reports_;
  std::string_view at_;               // what is read
  std::int32_t here_ = kNoShogiNode;  // the move that the next one follows
  std::string_view raw_end_;
};

}  // namespace

std::optional<Problem> parse_usi(std::string_view record, const ShogiReadOptions& options,
                                 ShogiGame& out) {
  reset_shogi_game(out);
  std::string utf8;
  if (const auto wide = wide_charset(options.form)) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf8);
    record = utf8;
  }
  out.info.charset = charset_name(is_ascii(record) ? Charset::ascii : Charset::utf8);
  return UsiReader(without_utf8_mark(record), options, out).read();
}

bool is_usi_line(std::string_view line) {
  const std::string_view first = take_word(line);
  if (is_usen(usen_of(first))) return true;
  const std::string_view second = take_word(line);
  if (first == "position")
    return second == "startpos" || (second == "sfen" && is_board(next_word(line)));
  if (first == "startpos" || first == "moves") {
    return first == "startpos" ? second.empty() || second == "moves"
                               : find_move(second).has_value();
  }
  if (first == "sfen") return is_board(second);
  return is_board(first) && (second == "b" || second == "w");
}

}  // namespace ludex
