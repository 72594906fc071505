#include "formats/jkf/jkf_words.hpp"

#include "formats/kif/kif_words.hpp"

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

struct Pair {
  std::string_view jkf, kif;
};

constexpr Pair kPresets[] = {
    {"HIRATE", "平手"},    {"KY", "香落ち"},      {"KY_R", "右香落ち"},  {"KA", "角落ち"},
    {"HI", "飛車落ち"},    {"HIKY", "飛香落ち"},  {"2", "二枚落ち"},     {"3", "三枚落ち"},
    {"4", "四枚落ち"},     {"5", "五枚落ち"},     {"5_L", "左五枚落ち"}, {"6", "六枚落ち"},
    {"7_L", "左七枚落ち"}, {"7_R", "右七枚落ち"}, {"8", "八枚落ち"},     {"10", "十枚落ち"},
};

// Where CSA has one word for several of KIF, that which is written first.
constexpr Pair kEnds[] = {
    {"TORYO", "投了"},        {"CHUDAN", "中断"},
    {"SENNICHITE", "千日手"}, {"TIME_UP", "切れ負け"},
    {"TIME_UP", "時間切れ"},  {"ILLEGAL_MOVE", "反則負け"},
    {"JISHOGI", "持将棋"},    {"KACHI", "入玉勝ち"},
    {"KACHI", "勝ち宣言"},    {"HIKIWAKE", "引き分け"},
    {"HIKIWAKE", "引分け"},   {"MAX_MOVES", kMaxMovesEnd},
    {"TSUMI", "詰み"},        {"TSUMI", "詰"},
    {"FUZUMI", "不詰"},       {"ILLEGAL_ACTION", "反則勝ち"},
};

}  // namespace

std::string_view kif_name_of_preset(std::string_view preset) {
  const auto* const found = std::ranges::find(kPresets, preset, &Pair::jkf);
  return found == std::end(kPresets) ? std::string_view() : found->kif;
}

std::string_view preset_of(std::string_view kif_name) {
  const auto* const found = std::ranges::find(kPresets, kif_name, &Pair::kif);
  return found == std::end(kPresets) ? std::string_view() : found->jkf;
}

std::string_view kif_end_of(std::string_view special, Player mover) {
  if (special == "+ILLEGAL_ACTION") return mover == Player::first ? "反則負け" : "反則勝ち";
  if (special == "-ILLEGAL_ACTION") return mover == Player::second ? "反則負け" : "反則勝ち";
  const auto* const found = std::ranges::find(kEnds, special, &Pair::jkf);
  if (found != std::end(kEnds)) return found->kif;
  return find_kif_end(special, mover) ? special : std::string_view();
}

std::string special_of(std::string_view end_word, Player mover) {
  if (end_word == "反則勝ち") return mover == Player::first ? "-ILLEGAL_ACTION" : "+ILLEGAL_ACTION";
  const auto* const found = std::ranges::find(kEnds, end_word, &Pair::kif);
  return std::string(found == std::end(kEnds) ? end_word : found->jkf);
}

}  // namespace ludex
