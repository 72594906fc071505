#include "twixt_archive.hpp"

#include "random.hpp"

#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace ludex::bench {
namespace {

struct Peg {
  int x = 0;
  int y = 0;
};

/// A game in the making. Side 0 moves first and owns top and bottom: the white pegs.
struct Game {
  int width = 24;
  int height = 24;
  TwixtDialect dialect = TwixtDialect::page;
  std::string moves;
  std::vector<bool> taken;
  std::array<std::vector<Peg>, 2> pegs;

  [[nodiscard]] bool is_golem() const { return dialect == TwixtDialect::little_golem; }
  [[nodiscard]] bool may_stand(int side, Peg peg) const {
    if (peg.x < 0 || peg.y < 0 || peg.x >= width || peg.y >= height) return false;
    const bool on_side_column = peg.x == 0 || peg.x == width - 1;
    const bool on_end_row = peg.y == 0 || peg.y == height - 1;
    if (side == 0 ? on_side_column : on_end_row) return false;
    return !taken[static_cast<std::size_t>(peg.y * width + peg.x)];
  }
};

std::string hole_text(const Game& game, Peg peg, Random& random) {
  if (game.is_golem()) {
    const auto letter = [](int n) { return static_cast<char>(n < 26 ? 'a' + n : 'A' + n - 26); };
    return {letter(peg.x), letter(peg.y)};
  }
  std::string column;
  if (peg.x >= 26) column += static_cast<char>('A' + peg.x / 26 - 1);
  column += static_cast<char>('A' + peg.x % 26);
  if (random.chance(300)) {
    for (char& c : column) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return column + std::to_string(peg.y + 1);
}

void append_turn(Game& game, int side, std::string_view values) {
  const std::string_view ident = game.is_golem() ? (side == 0 ? "b" : "r") : side == 0 ? "W" : "B";
  game.moves += ';';
  game.moves += ident;
  game.moves += values;
}

Peg choose_hole(const Game& game, int side, Random& random) {
  constexpr std::array<Peg, 8> kSteps = {
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  const auto& own = game.pegs[static_cast<std::size_t>(side)];
  for (int tries = 0; tries < 8 && !own.empty() && random.chance(800); ++tries) {
    const Peg from = own[random.below(static_cast<std::uint32_t>(own.size()))];
    const Peg step = kSteps[random.below(8)];
    const Peg peg{from.x + step.x, from.y + step.y};
    if (game.may_stand(side, peg)) return peg;
  }
  for (;;) {
    const Peg peg{random.between(0, game.width - 1), random.between(0, game.height - 1)};
    if (game.may_stand(side, peg)) return peg;
  }
}

void put(Game& game, int side, Peg peg) {
  game.taken[static_cast<std::size_t>(peg.y * game.width + peg.x)] = true;
  game.pegs[static_cast<std::size_t>(side)].push_back(peg);
}

/// The peg goes to the mirrored hole and is the second player's.
void swap(Game& game, Random& random) {
  const Peg first = game.pegs[0].back();
  game.pegs[0].clear();
  game.taken.assign(game.taken.size(), false);
  put(game, 1, {first.y, first.x});
  append_turn(game, 1, game.is_golem() || random.chance(500) ? "[swap]" : "[swap-pieces]");
}

std::string turn_text(const Game& game, int side, Peg peg, Random& random) {
  const auto& own = game.pegs[static_cast<std::size_t>(side)];
  std::string values;
  if (!game.is_golem() && own.size() > 3 && random.chance(40)) {
    const Peg old = own[random.below(static_cast<std::uint32_t>(own.size()))];
    values = "[+" + hole_text(game, old, random) + "]";
  }
  const bool offers = game.is_golem() && random.chance(5);
  return values + "[" + hole_text(game, peg, random) + (offers ? "|draw]" : "]");
}

void play(Game& game, Random& random) {
  game.taken.assign(static_cast<std::size_t>(game.width * game.height), false);
  const int turns = random.between(10, game.width * 2);
  int side = 0;
  for (int turn = 0; turn < turns; ++turn, side = 1 - side) {
    const bool may_swap = turn == 1 && game.width == game.height;
    if (may_swap && random.chance(400)) {
      swap(game, random);
      continue;
    }
    // First pegs stand on one of few holes, so that games share positions.
    const Peg peg = turn == 0 ? Peg{random.between(1, 4), random.between(1, 4)}
                              : choose_hole(game, side, random);
    append_turn(game, side, turn_text(game, side, peg, random));
    put(game, side, peg);
  }
  append_turn(game, side, "[resign]");
}

void append_header(const Game& game, const std::string& black, const std::string& white,
                   Random& random, std::string& text) {
  std::string size = std::to_string(game.width);
  if (game.width != game.height) size += ":" + std::to_string(game.height);
  if (game.is_golem()) {
    text += "(;FF[4]EV[twixt.ch." + std::to_string(random.between(1, 60)) + ".1.1]";
  } else {
    text += "(;FF[4]GM[21]";
    text += random.chance(500) ? "RU[PP]" : "RU[STD]";
    if (game.width != game.height) text += "HA[]";
  }
  text += "PB[" + black + "]PW[" + white + "]SZ[" + size + "]";
  if (game.is_golem()) text += "SO[https://www.littlegolem.net]";
}

}  // namespace

void TwixtArchive::append_game(std::uint64_t number, std::string& text) const {
  Random random(Random::mix(options_.seed) ^ Random::mix(number + 1));
  Game game;
  const bool golem = random.chance(500);
  game.dialect = options_.dialect.value_or(golem ? TwixtDialect::little_golem : TwixtDialect::page);
  constexpr std::array<int, 8> kSizes = {12, 18, 24, 24, 24, 24, 24, 30};
  game.width = game.height = kSizes[random.below(8)];
  if (!game.is_golem() && random.chance(50)) game.height -= 4;
  play(game, random);
  const std::string black = players_.pick(random).name;
  const std::string white = players_.pick(random).name;
  append_header(game, black, white, random, text);
  text += game.moves;
  text += ")\n";
}

std::string twixt_archive(std::uint64_t games, const TwixtArchiveOptions& options) {
  const TwixtArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
