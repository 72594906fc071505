#include "wthor_archive.hpp"

#include "random.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::uint32_t kMaxPlayers = 65'000;
constexpr std::uint16_t kYear = 2003;
constexpr std::size_t kPlayerBytes = 20, kEventBytes = 26;
constexpr std::string_view kEvents[] = {"Diverses parties",    "Championnat du Monde",
                                        "European Grand Prix", "Meijin",
                                        "Open de Paris",       "Cambridge Open"};
constexpr std::string_view kFamilies[] = {"Tamenori", "Murakami",   "Rose",    "Tastet", "Feldborg",
                                          "Shaman",   "Brightwell", "Caspard", "Leader", "Juigner"};
constexpr std::string_view kGiven[] = {"Hideshi", "Takeshi", "Brian", "Marc", "Karsten",
                                       "David",   "Graham",  "Paul",  "Imre", "Bruno"};

void append_number(std::string& bytes, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 255U);
}

std::string file_header(std::uint32_t games, std::uint32_t names, std::uint32_t year) {
  std::string bytes = {20, 5, 10, 8};
  append_number(bytes, games, 4);
  append_number(bytes, names, 2);
  append_number(bytes, year, 2);
  bytes += {static_cast<char>(year > 0 ? 8 : 0), 0, static_cast<char>(year > 0 ? 24 : 0), 0};
  return bytes;
}

void append_name(std::string& bytes, std::string name, std::size_t place) {
  name.resize(std::min(name.size(), place - 1));
  name.resize(place);
  bytes += name;
}

std::string player_name(std::uint32_t number) {
  const std::string name =
      std::string(kFamilies[number % 10]) + " " + std::string(kGiven[number / 10 % 10]);
  return number < 100 ? name : name + " " + std::to_string(number / 100);
}

/// The points of a record in letters, "ef", without passes.
std::vector<std::string_view> points_of(std::string_view sgf) {
  std::vector<std::string_view> points;
  for (std::size_t at = sgf.find(';', 2); at != sgf.npos; at = sgf.find(';', at + 1)) {
    const std::string_view point = sgf.substr(at + 3, 2);
    if (point != "tt") points.push_back(point);
  }
  return points;
}

/// Black's score of "RE[B+12]": that of the discs, the empty squares are the winner's.
int score_of(std::string_view sgf, int empty) {
  const std::string_view result = sgf.substr(sgf.find("RE[") + 3);
  if (result[0] == '0') return 32;
  const int discs = 64 - empty;
  const int margin = std::atoi(result.data() + 2);
  const int winner = (discs + margin) / 2 + empty;
  return result[0] == 'B' ? winner : 64 - winner;
}

}  // namespace

WthorArchive::WthorArchive(const WthorArchiveOptions& options)
    : options_(options), games_({.seed = options.seed, .dialect = OthelloDialect::letters}) {
  options_.players = std::min(options_.players, kMaxPlayers);
}

std::string WthorArchive::header(std::uint64_t games) const {
  return file_header(static_cast<std::uint32_t>(games), 0, kYear);
}

std::string WthorArchive::sgf(std::uint64_t number) const {
  // Some boards of the archive have other sizes: then another game of the same number.
  for (std::uint64_t shift = 0;; shift += std::uint64_t{1} << 40) {
    std::string record;
    games_.append_game(number + shift, record);
    if (record.find("SZ[8]") != record.npos) return record;
  }
}

void WthorArchive::append_game(std::uint64_t number, std::string& bytes) const {
  Random random(Random::mix(options_.seed + 0x77) ^ Random::mix(number + 1));
  const std::string record = sgf(number);
  append_number(bytes, random.below(6), 2);
  append_number(bytes, 1 + random.below(options_.players), 2);
  append_number(bytes, 1 + random.below(options_.players), 2);
  const auto points = points_of(record);
  bytes += static_cast<char>(score_of(record, 60 - static_cast<int>(points.size())));
  bytes += static_cast<char>(random.between(16, 48));
  for (const std::string_view point : points) {
    bytes += static_cast<char>((point[1] - 'a' + 1) * 10 + point[0] - 'a' + 1);
  }
  bytes.append(60 - points.size(), '\0');
}

std::string WthorArchive::players_file() const {
  std::string bytes = file_header(0, options_.players + 1, 0);
  append_name(bytes, "???", kPlayerBytes);
  for (std::uint32_t number = 0; number < options_.players; ++number) {
    append_name(bytes, player_name(number), kPlayerBytes);
  }
  return bytes;
}

std::string WthorArchive::events_file() const {
  std::string bytes = file_header(0, 6, 0);
  for (const std::string_view event : kEvents) append_name(bytes, std::string(event), kEventBytes);
  return bytes;
}

}  // namespace ludex::bench
