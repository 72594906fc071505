#pragma once

#include "formats/values/date_value.hpp"
#include "formats/values/fold.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/result_value.hpp"
#include "support/made_database.hpp"

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace ludex::test {

/// Picks from lists, the same for the same seed on every platform.
class Picker {
 public:
  explicit Picker(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class T>
  const T& from(const std::vector<T>& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

inline const std::vector<std::string> kNames = {
    "Cho Chikun", "cho chikun", "Ｃho Chikun",      "Cho Hunhyun",
    "趙治勲",     "Go Seigen",  "Kobayashi Koichi", ""};
inline const std::vector<std::string> kEvents = {"Honinbo", "12th HONINBO", "名人战", "LG Cup", ""};
inline const std::vector<std::string> kPlaces = {"Tokyo", "北京", "Amsterdam", ""};
inline const std::vector<std::string> kDates = {
    "1985",          "1985-05-06", "1985-05", "1990-12-31", "1984-12,1985-01",
    "1996-05-06,07", "unknown",    ""};
inline const std::vector<std::string> kResults = {
    "B+R", "W+R", "B+0.5", "B+5", "W+3.5", "W+T", "B+F", "B+", "Draw", "Void", "?", "", "W+"};
inline const std::vector<std::string> kRanks = {"9p",  "5d",   "1k",     "2 dan",
                                                "30k", "2512", "strong", ""};

/// A random game with a value in every column.
inline GameRow made_game(Picker& pick) {
  GameRow game = go_game(pick.one_in(4) ? BoardSize{13, 9} : BoardSize{19, 19}, {});
  game.moves = static_cast<std::uint32_t>(pick.below(400));
  GameInfo& info = game.info;
  info.kind = pick.one_in(10) ? GameKind::problem : GameKind::game;
  if (pick.one_in(15)) info.game = GameType::hex;
  for (SeatInfo& seat : info.seats) {
    seat.name = pick.from(kNames);
    seat.rank = pick.from(kRanks);
    seat.rank_order = parse_rank_order(seat.rank);
    if (!seat.rank_order) seat.rating = parse_rating(seat.rank);
  }
  info.event = pick.from(kEvents);
  info.place = pick.from(kPlaces);
  info.round = pick.one_in(2) ? "7 (final)" : "";
  info.game_name = pick.one_in(3) ? "The Ear-Reddening Game" : "";
  info.annotator = pick.one_in(3) ? "Somebody" : "";
  info.rules = pick.one_in(2) ? "Japanese" : "AGA";
  info.date_raw = pick.from(kDates);
  info.date = parse_date(info.date_raw);
  if (info.date_raw.empty() && pick.one_in(2)) {
    info.date = {pick.one_in(2) ? 19850501 : 19900101, 0, DatePrecision::since};
  }
  info.result_raw = pick.from(kResults);
  info.result = parse_result(info.result_raw);
  if (!pick.one_in(4)) info.komi = pick.one_in(2) ? 6.5 : 3.75;
  if (pick.one_in(3)) info.handicap = static_cast<int>(pick.below(10));
  if (pick.one_in(3)) info.external_id = "id-" + std::to_string(pick.below(20));
  info.published_in = pick.one_in(3) ? "Kido 1970" : "";
  if (pick.one_in(2)) info.properties.emplace_back("FF", pick.one_in(2) ? "4" : "3");
  if (pick.one_in(4)) info.properties.emplace_back("PC", "Old Tokyo");
  info.comment = pick.one_in(3) ? "He wins. 名人战 is over" : "";
  if (!info.properties.empty()) {
    nlohmann::json pairs = nlohmann::json::array();
    for (const auto& [ident, value] : info.properties) pairs.push_back({ident, value});
    game.properties_json = pairs.dump();
  }
  for (SeatInfo& seat : info.seats) {
    if (!pick.one_in(3)) seat.is_computer = pick.one_in(2);
  }
  game.content_hash = pick.below(1'000'000'000);
  return game;
}

/// Games of hundreds of moves on nine points, which come back to the same positions.
inline std::vector<GameRow> long_games(Picker& pick, std::size_t count) {
  std::vector<GameRow> games;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint16_t> points(300);
    for (std::uint16_t& point : points) point = static_cast<std::uint16_t>(pick.below(9));
    games.push_back(go_game({3, 3}, points));
  }
  return games;
}

}  // namespace ludex::test
