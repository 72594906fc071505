#include "formats/values/result_parts.hpp"

namespace ludex::result_parts {
namespace {

using namespace value_text;

constexpr std::string_view kBlackWords[] = {"black", "schwarz", "zwart", "noir", "黑", "黒", "흑"};
constexpr std::string_view kWhiteWords[] = {"white", "weiss", "wit", "blanc", "白", "백"};
constexpr std::string_view kWinWords[] = {"wins",  "won", "gewinnt", "wint",
                                          "gagne", "胜",  "勝",      "승"};
constexpr std::string_view kLossWords[] = {"loses", "lost", "resigns", "resigned", "负",   "負",
                                           "败",    "敗",   "패",      "认输",     "認輸", "投了"};
/// These words contain no win or loss.
constexpr std::string_view kOutcomeWords[] = {"무승부", "승부", "胜负", "勝負"};
constexpr std::string_view kDrawWords[] = {"和棋", "和局", "平局", "持碁",   "持棋",     "ジゴ",
                                           "jigo", "draw", "빅",   "무승부", "引き分け", "引分"};
constexpr std::string_view kVoidWords[] = {"void", "no result", "无胜负", "無勝負",
                                           "无效", "無效",      "無効",   "무효"};

constexpr std::string_view kResignWords[] = {"resig", "opgave", "aufgabe", "abandon", "中盘",
                                             "中盤",  "中押",   "不计",    "不計",    "불계",
                                             "认输",  "認輸",   "投了",    "投子"};
constexpr std::string_view kTimeWords[] = {"time", "超时", "超時", "时间", "時間", "시간"};
constexpr std::string_view kForfeitWords[] = {"forfeit", "forfait", "弃权", "棄権", "棄權",
                                              "不战",    "不戦",    "不戰", "失格", "기권",
                                              "부전",    "실격",    "몰수"};
constexpr std::string_view kIllegalWords[] = {"illegal", "反則", "反则", "犯规", "犯規", "반칙"};
constexpr std::string_view kRepetitionWords[] = {"repetition", "superko"};
constexpr std::string_view kOfflineWords[] = {"offline", "disconnect", "掉线",
                                              "掉線",    "断线",       "斷線"};
/// These units do not count points. After a colour and an amount, only the units say so.
constexpr std::string_view kMoveUnits[] = {"手", "수", "move", "stone", "stein", "steen", "pierre"};
constexpr std::string_view kOtherUnits[] = {"局", "回", "期", "届", "年", "月", "日", "段",
                                            "국", "회", "년", "월", "일", "단", "급", "%"};

/// True if the number in front of `rest` is not yet all of it: "1e3", "1.2.3", "1/0", "1 000".
bool number_goes_on(std::string_view rest) {
  constexpr std::string_view kMarks = ".,:";
  constexpr std::string_view kSigns = "+-*/^%~_";
  if (rest.empty()) return false;
  if (kMarks.find(rest.front()) != std::string_view::npos) {
    return rest.size() > 1 && is_digit(rest[1]);
  }
  if (is_letter(rest.front()) || kSigns.find(rest.front()) != std::string_view::npos) return true;
  skip_spaces(rest);
  return !rest.empty() && is_digit(rest.front());
}

}  // namespace

std::optional<Winner> take_color(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  std::string_view rest = text;
  std::optional<Winner> color;
  if (skip_any(rest, kBlackWords)) {
    color = Winner::first;
  } else if (skip_any(rest, kWhiteWords)) {
    color = Winner::second;
  } else if (skip(rest, "b")) {
    color = Winner::first;
  } else if (skip(rest, "w")) {
    color = Winner::second;
  }
  const bool ends = !is_letter(text.front()) || rest.empty() || !is_letter(rest.front());
  if (!color || !ends) return std::nullopt;
  text = rest;
  return color;
}

bool take_outcome_word(std::string_view& text) { return skip_any(text, kOutcomeWords); }
bool take_win_word(std::string_view& text) { return skip_any(text, kWinWords); }
bool take_loss_word(std::string_view& text) { return skip_any(text, kLossWords); }

WinBy find_reason(std::string_view text) {
  if (contains_any(text, kResignWords)) return WinBy::resign;
  if (contains_any(text, kForfeitWords)) return WinBy::forfeit;
  if (contains_any(text, kIllegalWords)) return WinBy::illegal;
  if (contains_any(text, kRepetitionWords)) return WinBy::repetition;
  if (contains_any(text, kTimeWords)) return WinBy::time;
  return WinBy::unknown;
}

bool says_void(std::string_view text) { return contains_any(text, kVoidWords); }
bool says_draw(std::string_view text) { return contains_any(text, kDrawWords); }
bool says_offline(std::string_view text) { return contains_any(text, kOfflineWords); }

std::optional<Amount> take_margin(std::string_view& text) {
  std::string_view rest = text;
  const auto amount = take_amount(rest);
  if (!amount) return std::nullopt;
  const char last = text[text.size() - rest.size() - 1];
  const bool ends_in_number = is_digit(last) || last == '.';
  if (ends_in_number && number_goes_on(rest)) return std::nullopt;
  if (last == 'p' && !rest.empty() && is_digit(rest.front())) return std::nullopt;  // "3p5"
  text = rest;
  return amount;
}

bool counts_moves(std::string_view rest) {
  skip_spaces(rest);
  return skip_any(rest, kMoveUnits);
}

bool skip_count_unit(std::string_view& rest) {
  std::string_view after = rest;
  skip_spaces(after);
  if (!skip_any(after, kMoveUnits) && !skip_any(after, kOtherUnits)) return false;
  rest = after;
  return true;
}

bool is_possible(const Amount& margin) {
  constexpr double kMost = 10000;
  constexpr double kMostOfGo = 361;
  return margin.points() <= (margin.in_stones ? kMostOfGo : kMost);
}

}  // namespace ludex::result_parts
