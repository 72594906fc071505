#include "formats/kif/kif_words.hpp"

#include "core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace ludex {
namespace {

using shogi::Piece;

struct PieceWord {
  std::string_view name;
  Piece piece;
};

// Two characters before one: 成銀 before 成.
constexpr PieceWord kLongPieces[] = {
    {"成香", Piece::promoted_lance},
    {"成桂", Piece::promoted_knight},
    {"成銀", Piece::promoted_silver},
};
constexpr PieceWord kPieces[] = {
    {"歩", Piece::pawn},
    {"銀", Piece::silver},
    {"金", Piece::gold},
    {"飛", Piece::rook},
    {"角", Piece::bishop},
    {"桂", Piece::knight},
    {"香", Piece::lance},
    {"玉", Piece::king},
    {"馬", Piece::horse},
    {"龍", Piece::dragon},
    {"竜", Piece::dragon},
    {"と", Piece::promoted_pawn},
    {"王", Piece::king},
    {"全", Piece::promoted_silver},
    {"圭", Piece::promoted_knight},
    {"杏", Piece::promoted_lance},
};

constexpr std::array<std::string_view, 16> kNames = {"",     "歩", "香", "桂", "銀",   "金",
                                                     "角",   "飛", "玉", "と", "成香", "成桂",
                                                     "成銀", "",   "馬", "龍"};
constexpr std::array<std::string_view, 16> kCells = {
    "", "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "", "馬", "龍"};
constexpr std::array<std::string_view, 10> kDigits = {"０", "１", "２", "３", "４",
                                                      "５", "６", "７", "８", "９"};
constexpr std::array<std::string_view, 10> kRanks = {"〇", "一", "二", "三", "四",
                                                     "五", "六", "七", "八", "九"};

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

/// ASCII or full width.
std::optional<std::uint8_t> take_digit(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  if (is_digit(text.front())) {
    const auto digit = static_cast<std::uint8_t>(text.front() - '0');
    text.remove_prefix(1);
    return digit;
  }
  constexpr std::uint32_t kZero = kif_character("０");
  if (text.size() < 3) return std::nullopt;
  const std::uint32_t character = kif_character(text);
  if (character < kZero || character > kZero + 9) return std::nullopt;
  text.remove_prefix(3);
  return static_cast<std::uint8_t>(character - kZero);
}

constexpr std::string_view kEvenName = "平手";
constexpr KifHandicap kHandicaps[] = {
    {kEvenName, "lnsgkgsnl/1r5b1", 0},  {"香落ち", "lnsgkgsn1/1r5b1", 1},
    {"右香落ち", "1nsgkgsnl/1r5b1", 1}, {"角落ち", "lnsgkgsnl/1r7", 1},
    {"飛車落ち", "lnsgkgsnl/7b1", 1},   {"飛香落ち", "lnsgkgsn1/7b1", 2},
    {"二枚落ち", "lnsgkgsnl/9", 2},     {"三枚落ち", "1nsgkgsnl/9", 3},
    {"四枚落ち", "1nsgkgsn1/9", 4},     {"五枚落ち", "2sgkgsn1/9", 5},
    {"左五枚落ち", "1nsgkgs2/9", 5},    {"六枚落ち", "2sgkgs2/9", 6},
    {"右七枚落ち", "3gkgs2/9", 7},      {"左七枚落ち", "2sgkg3/9", 7},
    {"八枚落ち", "3gkg3/9", 8},         {"十枚落ち", "4k4/9", 10},
    {"飛落ち", "lnsgkgsnl/7b1", 1},     {"七枚落ち", "3gkgs2/9", 7},
};

enum class EndWinner : std::uint8_t { opponent, to_move, draw, none };
struct EndWord {
  std::string_view word;
  EndWinner winner;
  WinBy by;
};
constexpr EndWord kEndWords[] = {
    {"投了", EndWinner::opponent, WinBy::resign},
    {"詰み", EndWinner::opponent, WinBy::mate},
    {"詰", EndWinner::opponent, WinBy::mate},
    {"切れ負け", EndWinner::opponent, WinBy::time},
    {"時間切れ", EndWinner::opponent, WinBy::time},
    {"Time-up", EndWinner::opponent, WinBy::time},
    {"反則負け", EndWinner::opponent, WinBy::illegal},
    {"反則勝ち", EndWinner::to_move, WinBy::illegal},
    {"入玉勝ち", EndWinner::to_move, WinBy::declaration},
    {"勝ち宣言", EndWinner::to_move, WinBy::declaration},
    {"不戦勝", EndWinner::to_move, WinBy::forfeit},
    {"不戦敗", EndWinner::opponent, WinBy::forfeit},
    {"千日手", EndWinner::draw, WinBy::repetition},
    {"持将棋", EndWinner::draw, WinBy::impasse},
    {"引き分け", EndWinner::draw, WinBy::unknown},
    {"引分け", EndWinner::draw, WinBy::unknown},
    {kMaxMovesEnd, EndWinner::draw, WinBy::max_moves},
    {"中断", EndWinner::none, WinBy::unknown},
    {"封じ手", EndWinner::none, WinBy::unknown},
    {"不詰", EndWinner::none, WinBy::unknown},
};

Winner end_winner_of(Player player) {
  return player == Player::first ? Winner::first : Winner::second;
}

GameResult end_result(const EndWord& end, Player to_move) {
  switch (end.winner) {
    case EndWinner::opponent:
      return {end_winner_of(opponent(to_move)), end.by, std::nullopt, ResultFrom::end_mark};
    case EndWinner::to_move:
      return {end_winner_of(to_move), end.by, std::nullopt, ResultFrom::end_mark};
    case EndWinner::draw:
      return {Winner::draw, end.by, std::nullopt, ResultFrom::end_mark};
    case EndWinner::none:
      break;
  }
  return {};
}

/// Whose side a line names.
std::optional<Player> named_side(std::string_view line) {
  const auto first = std::min(line.find("先手"), line.find("下手"));
  const auto second = std::min(line.find("後手"), line.find("上手"));
  if (first == second) return std::nullopt;
  return first < second ? Player::first : Player::second;
}

/// How a game was won, in a line that names the winner: "時間切れにより後手の勝ち".
constexpr std::pair<std::string_view, WinBy> kReasons[] = {
    {"投了", WinBy::resign},
    {"時間切れ", WinBy::time},
    {"詰み", WinBy::mate},
    {"反則", WinBy::illegal},
    {"不戦", WinBy::forfeit},
    {"入玉宣言", WinBy::declaration},
    {"王手千日手", WinBy::repetition},
    {"回線切断", WinBy::connection},
};
constexpr std::string_view kBy = "により";

std::optional<GameResult> find_won_by(std::string_view line) {
  const std::size_t by = line.find(kBy);
  if (by == line.npos) return std::nullopt;
  const std::string_view winner = line.substr(by + kBy.size());
  const auto side = named_side(winner);
  if (!side || !contains(winner, "の勝ち")) return std::nullopt;
  for (const auto& [reason, how] : kReasons) {
    if (!line.substr(0, by).ends_with(reason)) continue;
    return GameResult{end_winner_of(*side), how, std::nullopt, ResultFrom::end_mark};
  }
  return std::nullopt;
}

std::string_view reason_of(WinBy by) {
  const auto* const found =
      std::ranges::find(kReasons, by, &std::pair<std::string_view, WinBy>::second);
  return found == std::end(kReasons) ? std::string_view() : found->first;
}

// Those that begin games or stand in their heads; others may stand in comments.
constexpr std::string_view kKeys[] = {
    "先手",       "後手",       "下手",       "上手",       "手合割",   "開始日時", "終了日時",
    "対局日",     "棋戦",       "表題",       "場所",       "掲載",     "持ち時間", "秒読み",
    "消費時間",   "戦型",       "備考",       "対局ID",     "記録ID",   "記録係",   "振り駒",
    "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒", "作者",     "作品名",   "作品番号",
    "発表誌",     "発表年月",   "出典",       "図",         "先手持駒", "後手持駒", "棋戦詳細",
    "先手省略名", "後手省略名", "対局者",     "初期局面",   "完全性",   "分類",     "受賞",
    "手数"};

}  // namespace

std::optional<Piece> take_kif_piece(std::string_view& text) {
  if (text.size() < 3) return std::nullopt;
  const std::uint32_t front = kif_character(text);
  if (front == kif_character("成")) {
    for (const PieceWord& word : kLongPieces) {
      if (take(text, word.name)) return word.piece;
    }
    return std::nullopt;
  }
  for (const PieceWord& word : kPieces) {
    if (front != kif_character(word.name)) continue;
    text.remove_prefix(word.name.size());
    return word.piece;
  }
  return std::nullopt;
}

std::optional<std::uint8_t> take_kif_file(std::string_view& text) {
  std::string_view rest = text;
  const auto digit = take_digit(rest);
  if (!digit || *digit == 0) return std::nullopt;
  text = rest;
  return digit;
}

std::optional<std::uint8_t> take_kif_rank(std::string_view& text) {
  if (const auto digit = take_kif_file(text)) return digit;
  if (text.size() < 3) return std::nullopt;
  const std::uint32_t character = kif_character(text);
  for (std::uint8_t rank = 1; rank < kRanks.size(); ++rank) {
    if (character != kif_character(kRanks[rank])) continue;
    text.remove_prefix(3);
    return rank;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> take_kif_number(std::string_view& text) {
  constexpr std::uint32_t kMost = 100'000'000;
  std::optional<std::uint32_t> number;
  while (const auto digit = take_digit(text)) {
    if (number.value_or(0) > kMost) return std::nullopt;
    number = number.value_or(0) * 10 + *digit;
  }
  return number;
}

std::optional<int> take_kif_count(std::string_view& text) {
  if (const auto number = take_kif_number(text)) {
    return *number < 100 ? std::optional(static_cast<int>(*number)) : std::nullopt;
  }
  int tens = 0;
  const auto first = take_kif_rank(text);
  if (!take(text, "十")) return first ? std::optional<int>(*first) : std::nullopt;
  tens = first ? *first * 10 : 10;
  const auto ones = take_kif_rank(text);
  return tens + (ones ? *ones : 0);
}

std::optional<Player> take_kif_mark(std::string_view& text) {
  if (text.size() < 3 || text[0] != '\xE2') return std::nullopt;
  for (const std::string_view mark : {"▲", "☗", "▼"}) {
    if (take(text, mark)) return Player::first;
  }
  for (const std::string_view mark : {"△", "▽", "☖"}) {
    if (take(text, mark)) return Player::second;
  }
  return std::nullopt;
}

std::string_view kif_piece_name(Piece piece) { return kNames[static_cast<std::size_t>(piece)]; }
std::string_view kif_cell_name(Piece piece) { return kCells[static_cast<std::size_t>(piece)]; }
std::string_view kif_wide_digit(int digit) { return kDigits[static_cast<std::size_t>(digit)]; }
std::string_view kif_rank_name(int rank) { return kRanks[static_cast<std::size_t>(rank)]; }

std::string kif_count_name(int count) {
  std::string name;
  if (count >= 20) name += kif_rank_name(count / 10);
  if (count >= 10) name += "十";
  if (count % 10 != 0) name += kif_rank_name(count % 10);
  return name;
}

const KifHandicap* find_kif_handicap(std::string_view name) {
  const auto* found = std::ranges::find(kHandicaps, name, &KifHandicap::name);
  return found == std::end(kHandicaps) ? nullptr : found;
}

const KifHandicap* find_kif_handicap_of(std::string_view ranks) {
  const auto* found = std::ranges::find(kHandicaps, ranks, &KifHandicap::sfen);
  return found == std::end(kHandicaps) ? nullptr : found;
}

std::string start_word_of(std::string_view name) {
  const bool names_start = name == "その他" || find_kif_handicap(name) != nullptr;
  return std::string(names_start ? std::string_view() : name);
}

std::optional<GameResult> find_kif_end(std::string_view word, Player to_move) {
  const auto* found = std::ranges::find(kEndWords, word, &EndWord::word);
  if (found == std::end(kEndWords)) return std::nullopt;
  return end_result(*found, to_move);
}

std::string_view kif_end_for(const GameResult& result, Player to_move) {
  if (result.winner == Winner::unknown) return {};
  // Perpetual check is against the rules.
  const bool loses_by_repetition = result.by == WinBy::repetition && result.winner != Winner::draw;
  const WinBy by = loses_by_repetition ? WinBy::illegal : result.by;
  for (const EndWord& end : kEndWords) {
    const GameResult said = end_result(end, to_move);
    if (said.winner == result.winner && said.by == by) return end.word;
  }
  return result.winner == Winner::draw ? "引き分け" : std::string_view();
}

std::string_view read_kif_summary(std::string_view line, Player to_move, GameResult& result) {
  const auto end_of = [&](std::string_view word) {
    result = find_kif_end(word, to_move).value_or(GameResult{});
    return word;
  };
  const auto side = named_side(line);
  const bool names_other = side && *side != to_move;
  if (const auto won = find_won_by(line)) {
    result = *won;
    const std::string_view word = kif_end_for(result, to_move);
    const auto said = find_kif_end(word, to_move);
    return said && said->by == result.by ? word : std::string_view();
  }
  // The side that is named loses or wins by itself: 先手の反則負け, 後手の反則勝ち.
  for (const auto& [lost, won] :
       {std::pair<std::string_view, std::string_view>{"反則負け", "反則勝ち"},
        {"不戦敗", "不戦勝"}}) {
    if (contains(line, lost)) return end_of(names_other ? won : lost);
    if (contains(line, won)) return end_of(names_other ? lost : won);
  }
  for (const std::string_view word :
       {"入玉勝ち", "勝ち宣言", "千日手", "持将棋", "中断", "封じ手", "不詰"}) {
    if (contains(line, word)) return end_of(word);
  }
  if (contains(line, "引き分け") || contains(line, "引分")) return end_of("引き分け");
  if (contains(line, "切れ")) return end_of("切れ負け");
  if (contains(line, "手詰") || contains(line, "で詰")) return end_of("詰み");
  if (!contains(line, "勝") || !side) return {};
  if (names_other) return end_of("投了");
  result = {end_winner_of(*side), WinBy::unknown, std::nullopt, ResultFrom::end_mark};
  return {};
}

std::string kif_summary(std::string_view word, const GameResult& result, std::uint32_t plies,
                        Player to_move, bool is_handicap) {
  const auto name = [&](Player player) {
    return player == Player::first ? (is_handicap ? "下手" : "先手")
                                   : (is_handicap ? "上手" : "後手");
  };
  const std::string_view mover = name(to_move);
  if (word == "切れ負け" || word == "時間切れ" || word == "Time-up") {
    return fmt::format("まで{}手で時間切れにより{}の勝ち", plies, name(opponent(to_move)));
  }
  if (word == "反則負け" || word == "反則勝ち" || word == "不戦勝" || word == "不戦敗" ||
      word == "入玉勝ち" || word == "勝ち宣言") {
    return fmt::format("まで{}手で{}の{}", plies, mover, word);
  }
  if (word == "詰み" || word == "詰") return fmt::format("まで{}手で詰み", plies);
  if (word == "投了" ||
      (word.empty() && result.winner != Winner::unknown && result.winner != Winner::draw)) {
    const Player winner = word.empty()
                              ? (result.winner == Winner::first ? Player::first : Player::second)
                              : opponent(to_move);
    const std::string_view reason = word.empty() ? reason_of(result.by) : std::string_view();
    return fmt::format("まで{}手で{}{}{}の勝ち", plies, reason, reason.empty() ? "" : kBy,
                       name(winner));
  }
  if (word == kMaxMovesEnd) word = "引き分け";
  return fmt::format("まで{}手で{}", plies, word.empty() ? "中断" : word);
}

bool is_kif_key(std::string_view key) { return std::ranges::find(kKeys, key) != std::end(kKeys); }

}  // namespace ludex
