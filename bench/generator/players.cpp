#include "players.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ludex::bench {
namespace {

constexpr std::array<std::string_view, 40> kKnownPlayers{
    "Cho Chikun",
    "Kobayashi Koichi",
    "Lee Changho",
    "Go Seigen",
    "Sakata Eio",
    "Cho Hunhyun",
    "Rin Kaiho",
    "Lee Sedol",
    "Takemiya Masaki",
    "Otake Hideo",
    "Kato Masao",
    "Fujisawa Shuko",
    "Ke Jie",
    "Iyama Yuta",
    "Nie Weiping",
    "Ma Xiaochun",
    "Gu Li",
    "Chang Hao",
    "Yoda Norimoto",
    "O Meien",
    "Kitani Minoru",
    "Ishida Yoshio",
    "Hane Naoki",
    "Yamashita Keigo",
    "Takao Shinji",
    "Shin Jinseo",
    "Park Junghwan",
    "Seo Bongsoo",
    "Yoo Changhyuk",
    "Rui Naiwei",
    "趙治勲",
    "李昌鎬",
    "吴清源",
    "古力",
    "柯洁",
    "井山裕太",
    "이세돌",
    "조훈현",
    "羽根直樹",
    "常昊",
};
constexpr std::array<std::string_view, 24> kLatinFamilies{
    "Kim",     "Park",  "Choi",   "Wang",   "Zhang",    "Chen",    "Zhou",   "Kobayashi",
    "Tanaka",  "Sato",  "Suzuki", "Yamada", "Ishikawa", "Müller",  "Dubois", "Novák",
    "Schmidt", "Rossi", "García", "Petrov", "Ivanova",  "Johnson", "Smith",  "O'Brien",
};
constexpr std::array<std::string_view, 24> kLatinGiven{
    "Taro",  "Kenji", "Hiroshi",  "Yuki",  "Jun",   "Minho",  "Seungjun", "Jiho",
    "Wei",   "Ming",  "Xiaolong", "Lei",   "Anna",  "Peter",  "Jean",     "Ilya",
    "Marie", "Lukas", "Tomáš",    "David", "Carlo", "Miguel", "Olga",     "Karin",
};
constexpr std::array<std::string_view, 24> kHanFamilies{
    "王",   "李",   "张",   "刘",   "陈",   "杨",   "赵",   "黄",   "周",   "吴",   "徐",   "孙",
    "佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤", "吉田", "山田",
};
constexpr std::array<std::string_view, 24> kHanGiven{
    "伟",   "芳",   "秀英", "敏", "静", "强", "磊", "军", "洋",   "勇",   "艳", "杰",
    "太郎", "一郎", "健",   "誠", "浩", "隆", "清", "明", "正樹", "直樹", "恵", "幸子",
};
constexpr std::array<std::string_view, 12> kHangulFamilies{
    "김", "이", "박", "최", "정", "강", "조", "윤", "장", "임", "한", "오",
};
constexpr std::array<std::string_view, 12> kHangulGiven{
    "민준", "서준", "도윤", "예준", "시우", "하준", "지호", "준서", "건우", "현우", "우진", "지훈",
};

template <std::size_t N>
std::string_view one_of(const std::array<std::string_view, N>& list, Random& random) {
  return list[random.below(static_cast<std::uint32_t>(N))];
}

std::string made_up_name(std::uint32_t number, Random& random) {
  std::string name;
  const std::uint32_t script = random.below(100);
  if (script < 60) {
    name.append(one_of(kLatinFamilies, random)).append(" ").append(one_of(kLatinGiven, random));
  } else if (script < 85) {
    name.append(one_of(kHanFamilies, random)).append(one_of(kHanGiven, random));
  } else {
    name.append(one_of(kHangulFamilies, random)).append(one_of(kHangulGiven, random));
  }
  if (number >= 2000) name.append(" ").append(std::to_string(number));  // servers number homonyms
  return name;
}

std::string made_up_rank(Random& random) {
  constexpr std::array<std::string_view, 9> kHanNumerals{"初", "二", "三", "四", "五",
                                                         "六", "七", "八", "九"};
  const int grade = random.between(1, 9);
  const std::uint32_t form = random.below(100);
  if (form < 45) return std::to_string(grade) + "p";
  if (form < 75) return std::to_string(grade) + "d";
  if (form < 85) return std::to_string(random.between(1, 20)) + "k";
  if (form < 91) return std::to_string(grade) + " dan";
  if (form < 95) return std::string(kHanNumerals[static_cast<std::size_t>(grade - 1)]) + "段";
  return "";
}

}  // namespace

PlayerPool::PlayerPool(std::uint32_t count, std::uint64_t seed) {
  Random random(Random::mix(seed ^ 0x706C6179657273ULL));
  players_.reserve(count);
  cumulative_weights_.reserve(count);
  std::uint64_t sum = 0;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (k < kKnownPlayers.size()) {
      players_.push_back({std::string(kKnownPlayers[k]), "9p"});
    } else {
      players_.push_back({made_up_name(k, random), made_up_rank(random)});
    }
    sum += 1'000'000'000'000ULL / (k + 3);
    cumulative_weights_.push_back(sum);
  }
}

const GeneratedPlayer& PlayerPool::pick(Random& random) const {
  const std::uint64_t at = random.next() % cumulative_weights_.back();
  const auto found = std::ranges::upper_bound(cumulative_weights_, at);
  return players_[static_cast<std::size_t>(found - cumulative_weights_.begin())];
}

}  // namespace ludex::bench
