#include "game_facts.hpp"

#include <array>
#include <string_view>

namespace ludex::bench {
namespace {

constexpr std::array<std::string_view, 24> kEvents{
    "Honinbo",
    "Meijin",
    "Kisei",
    "Judan",
    "Tengen",
    "Oza",
    "Gosei",
    "NHK Cup",
    "LG Cup",
    "Samsung Cup",
    "Ing Cup",
    "Fujitsu Cup",
    "Chunlan Cup",
    "Kuksu",
    "GS Caltex Cup",
    "Chinese A League",
    "Korean Baduk League",
    "Oteai",
    "本因坊戦",
    "名人战",
    "전국체전",
    "European Go Congress",
    "US Open",
    "World Amateur Go Championship",
};
constexpr std::array<std::string_view, 16> kPlaces{
    "Tokyo",     "Nihon Ki-in", "Osaka",    "Nagoya",
    "Seoul",     "Beijing",     "Shanghai", "Hangzhou",
    "Taipei",    "北京",        "東京",     "서울",
    "Amsterdam", "London",      "New York", "The KGS Go Server at http://www.gokgs.com/",
};
constexpr std::array<std::string_view, 8> kApplications{
    "CGoban:3", "MultiGo:4.4.4",  "Sabaki:0.52.2", "SmartGo",
    "foxwq",    "GOWrite:2.2.18", "Kombilo",       "qGo:1.5.4",
};
constexpr std::array<std::string_view, 6> kSources{
    "Go World #78", "gokifu.com", "Kido yearbook", "Go4Go.net", "棋道", "http://www.19x19.com/",
};

template <std::size_t N>
std::string_view one_of(const std::array<std::string_view, N>& list, Random& random) {
  return list[random.below(static_cast<std::uint32_t>(N))];
}

void append(std::string& text, std::string_view ident, std::string_view value) {
  text.append(ident).append("[").append(value).append("]");
}

std::string two_digits(int n) { return (n < 10 ? "0" : "") + std::to_string(n); }

std::string draw_date(int year, Random& random) {
  const std::string y = std::to_string(year);
  const std::string m = two_digits(random.between(1, 12));
  const int day = random.between(1, 27);
  const std::uint32_t form = random.below(1000);
  if (form < 740) return y + "-" + m + "-" + two_digits(day);
  if (form < 810) return y + "-" + m;
  if (form < 870) return y;
  if (form < 910) return y + "-" + m + "-" + two_digits(day) + "," + two_digits(day + 1);
  if (form < 950) {
    const std::string hour = two_digits(random.between(0, 23));
    return y + "." + m + "." + two_digits(day) + " " + hour + ":" + two_digits(day * 2);
  }
  if (form < 970) return y + "/" + m + "/" + two_digits(day);
  if (form < 980)
    return y + "年" + std::to_string(random.between(1, 12)) + "月" + std::to_string(day) + "日";
  return "";
}

std::string draw_result(Random& random) {
  const std::string winner = random.chance(515) ? "B" : "W";
  const std::uint32_t form = random.below(1000);
  if (form < 540) return winner + "+R";
  if (form < 900) {
    const int points = random.between(0, random.chance(600) ? 9 : 40);
    return winner + "+" + std::to_string(points) + (points == 0 || random.chance(800) ? ".5" : "");
  }
  if (form < 935) return winner + "+T";
  if (form < 955) return winner + "+Resign";
  if (form < 960) return winner + "+F";
  if (form < 968) return winner + "+";
  if (form < 975) return "0";
  if (form < 978) return "Void";
  if (form < 983) return "?";
  if (form < 990) return winner == "B" ? "黑中盘胜" : "白中盘胜";
  return "";
}

std::string_view draw_komi(int year, Random& random) {
  if (random.chance(30)) return random.chance(500) ? "375" : "0";
  if (year < 1974) return random.chance(700) ? "4.5" : "0";
  if (year < 2003) return random.chance(920) ? "5.5" : "8";
  return random.chance(550) ? "6.5" : "7.5";
}

std::string_view draw_rules(Random& random) {
  const std::uint32_t form = random.below(100);
  if (form < 62) return "Japanese";
  if (form < 85) return "Chinese";
  if (form < 93) return "Korean";
  if (form < 96) return "AGA";
  return "NZ";
}

void append_players(const PlayerPool& players, Random& random, std::string& text) {
  const GeneratedPlayer& black = players.pick(random);
  const GeneratedPlayer* white = &players.pick(random);
  while (white == &black) white = &players.pick(random);
  append(text, "PB", black.name);
  if (!black.rank.empty()) append(text, "BR", black.rank);
  append(text, "PW", white->name);
  if (!white->rank.empty()) append(text, "WR", white->rank);
  text += '\n';
}

void append_event(int year, Random& random, std::string& text) {
  if (random.chance(80)) return;  // a game of nothing in particular
  const std::uint32_t event = random.below(static_cast<std::uint32_t>(kEvents.size()));
  std::string name(kEvents[event]);
  if (event < 8) {
    name = std::to_string(year - 1945 - static_cast<int>(event)) + "th " + name;
  } else if (random.chance(700)) {
    name = std::to_string(year) + " " + name;
  }
  append(text, "EV", name);
  if (random.chance(600)) append(text, "RO", std::to_string(random.between(1, 7)));
  if (random.chance(450)) append(text, "PC", one_of(kPlaces, random));
}

void append_time(Random& random, std::string& text) {
  constexpr std::array<std::string_view, 6> kSeconds{"600",   "1200",  "3600",
                                                     "10800", "18000", "28800"};
  if (!random.chance(350)) return;
  append(text, "TM", one_of(kSeconds, random));
  if (random.chance(700))
    append(text, "OT", random.chance(500) ? "3x60 byo-yomi" : "5x30 byo-yomi");
}

void append_sources(Random& random, std::string& text) {
  if (random.chance(250)) append(text, "SO", one_of(kSources, random));
  if (random.chance(120)) append(text, "US", random.chance(500) ? "GoGoD95" : "A. Recorder");
  if (random.chance(30)) append(text, "GN", "Game " + std::to_string(random.between(1, 7)));
}

}  // namespace

GameFacts draw_facts(Random& random) {
  GameFacts facts;
  const std::uint32_t board = random.below(1000);
  facts.board_size = board < 960 ? 19 : board < 985 ? 9 : 13;
  // Two dice: most games near the middle, resignations early, a few to the last point.
  const int area = facts.board_size * facts.board_size;
  facts.moves = area * (random.between(110, 510) + random.between(110, 510)) / 1000;
  if (random.chance(40)) facts.handicap = random.between(2, facts.board_size == 9 ? 4 : 9);
  facts.year = 1950 + std::max(random.between(0, 75), random.between(0, 75));
  return facts;
}

void append_header(const GameFacts& facts, const PlayerPool& players, Random& random,
                   std::string& text) {
  text += "FF[4]GM[1]CA[UTF-8]";
  append(text, "SZ", std::to_string(facts.board_size));
  if (random.chance(700)) append(text, "AP", one_of(kApplications, random));
  text += '\n';
  append_players(players, random, text);
  append_event(facts.year, random, text);
  const std::string date = draw_date(facts.year, random);
  if (!date.empty()) append(text, "DT", date);
  append(text, "KM", facts.handicap > 0 ? "0.5" : draw_komi(facts.year, random));
  if (random.chance(600)) append(text, "RU", draw_rules(random));
  append_time(random, text);
  append_sources(random, text);
  const std::string result = draw_result(random);
  if (!result.empty()) append(text, "RE", result);
  if (facts.handicap > 0) append(text, "HA", std::to_string(facts.handicap));
}

}  // namespace ludex::bench
