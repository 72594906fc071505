#include "hex_archive.hpp"

#include "hex_board.hpp"
#include "random.hpp"

#include <array>
#include <string_view>

namespace ludex::bench {
namespace {

enum class End { connection, resignation, forfeit };

/// A game in the making. Seat 0 moves first and owns top and bottom.
struct Game {
  int width = 11;
  int height = 11;
  HexDialect dialect = HexDialect::numbered;
  bool seats_changed = false;  // by swap-sides: seat 0 plays side 1
  int winner_side = 0;
  End end = End::resignation;
  std::string moves;
};

void choose_size(Game& game, Random& random) {
  constexpr std::array<int, 8> kSizes = {11, 11, 11, 13, 13, 13, 14, 19};
  game.width = game.height = kSizes[random.below(8)];
  if (game.dialect == HexDialect::numbered && random.chance(30)) --game.height;
}

std::string point_text(const Game& game, int point) {
  const int x = point % game.width;
  const int y = point / game.width;
  const auto letter = [](int place) { return static_cast<char>('a' + place); };
  if (game.dialect == HexDialect::numbered) return letter(x) + std::to_string(y + 1);
  return {letter(x), letter(y)};
}

void append_move(Game& game, int side, std::string_view value) {
  const bool exchanged = game.dialect == HexDialect::little_golem;
  game.moves += (side == 0) != exchanged ? ";B[" : ";W[";
  game.moves += value;
  game.moves += ']';
}

/// The first stone lies near an edge, mostly on one of few points: others take a swap.
int first_point(const Game& game, Random& random) {
  const int x = static_cast<int>(random.below(5));
  const int y = static_cast<int>(random.chance(700) ? random.below(2) : random.below(11));
  return (y % game.height) * game.width + x % game.width;
}

/// Most stones go near the one before, as in fights.
int next_point(const Game& game, const HexBoard& board, int last, Random& random) {
  for (int tries = 0; tries < 20 && !random.chance(200); ++tries) {
    const int x = last % game.width + random.between(-2, 2);
    const int y = last / game.width + random.between(-2, 2);
    if (x < 0 || y < 0 || x >= game.width || y >= game.height) continue;
    if (board.is_free(y * game.width + x)) return y * game.width + x;
  }
  const auto area = static_cast<std::uint32_t>(game.width * game.height);
  auto point = static_cast<int>(random.below(area));
  while (!board.is_free(point)) point = (point + 1) % static_cast<int>(area);
  return point;
}

/// The second player takes over the first stone. \returns where it is now
int swap(Game& game, HexBoard& board, int first, int& side, Random& random) {
  const bool is_golem = game.dialect == HexDialect::little_golem;
  const bool sides = !is_golem && (game.width != game.height || random.chance(200));
  append_move(game, 1, is_golem ? "swap" : sides ? "swap-sides" : "swap-pieces");
  game.seats_changed = sides;
  side = sides ? 1 : 0;
  if (sides) return first;
  const int image = first % game.width * game.width + first / game.width;
  board.clear(first);
  board.play(1, image);
  return image;
}

void play(Game& game, Random& random) {
  HexBoard board(game.width, game.height);
  int last = first_point(game, random);
  board.play(0, last);
  append_move(game, 0, point_text(game, last));
  int side = 1;
  if (random.chance(400)) last = swap(game, board, last, side, random);
  for (int ply = 2;; ++ply, side = 1 - side) {
    if (ply > 12 && random.chance(25)) {
      game.winner_side = 1 - side;
      game.end = random.chance(930) ? End::resignation : End::forfeit;
      if (game.end == End::resignation) append_move(game, side, "resign");
      return;
    }
    last = next_point(game, board, last, random);
    board.play(side, last);
    append_move(game, side, point_text(game, last));
    if (!board.has_won(side)) continue;
    game.winner_side = side;
    game.end = End::connection;
    return;
  }
}

std::string result_text(const Game& game) {
  const bool black = (game.winner_side == 0) != game.seats_changed;
  std::string text = black ? "B" : "W";
  if (game.dialect == HexDialect::little_golem) return text;
  constexpr std::array<std::string_view, 3> kReasons = {"+", "+R", "+F"};
  return text.append(kReasons[static_cast<std::size_t>(game.end)]);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// Some players carry a bracket in their name, and Little Golem does not protect it.
std::string name_of(const GeneratedPlayer& player, const Game& game, Random& random) {
  const std::string name = random.chance(10) ? player.name + ";]" : player.name;
  return game.dialect == HexDialect::little_golem ? name : escaped(name);
}

std::string event_of(Random& random) {
  constexpr std::array<std::string_view, 4> kMonths = {"jan", "jun", "sep", "dec"};
  if (random.chance(200)) return "null";
  if (random.chance(400)) return "hex.ch." + std::to_string(random.between(1, 50)) + ".2.1";
  return "hex.mc." + std::to_string(random.between(2004, 2020)) + "." +
         std::string(kMonths[random.below(4)]) + ".1.2";
}

std::string date_of(Random& random) {
  const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(random.between(2000, 2024)) + "-" + two(random.between(1, 12)) + "-" +
         two(random.between(1, 28));
}

std::string size_text(const Game& game) {
  const std::string width = std::to_string(game.width);
  return game.width == game.height ? width : width + ":" + std::to_string(game.height);
}

void append_header(const Game& game, const std::string& black, const std::string& white,
                   std::uint64_t number, Random& random, std::string& text) {
  const bool is_golem = game.dialect == HexDialect::little_golem;
  text += is_golem ? "(;FF[4]EV[" + event_of(random) + "]" : "(;FF[4]GM[11]AP[HexGui:0.10]";
  text += "PB[" + black + "]PW[" + white + "]SZ[" + size_text(game) + "]";
  if (!is_golem || !random.chance(10)) text += "RE[" + result_text(game) + "]";
  if (is_golem) {
    text += "GC[ game #" + std::to_string(number + 1000) + "]SO[http://www.littlegolem.com]";
  } else {
    text += "DT[" + date_of(random) + "]\n";
  }
}

HexDialect choose_dialect(Random& random) {
  const std::uint32_t n = random.below(5);
  if (n < 2) return HexDialect::little_golem;
  return n < 4 ? HexDialect::numbered : HexDialect::letters;
}

}  // namespace

void HexArchive::append_game(std::uint64_t number, std::string& text) const {
  Random random(Random::mix(options_.seed) ^ Random::mix(number + 1));
  Game game;
  const HexDialect chosen = choose_dialect(random);
  game.dialect = options_.dialect.value_or(chosen);
  choose_size(game, random);
  play(game, random);
  const std::string black = name_of(players_.pick(random), game, random);
  const std::string white = name_of(players_.pick(random), game, random);
  append_header(game, black, white, number, random, text);
  text += game.moves;
  text += ")\n";
}

std::string hex_archive(std::uint64_t games, const HexArchiveOptions& options) {
  const HexArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
