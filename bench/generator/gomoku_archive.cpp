#include "gomoku_archive.hpp"

#include "random.hpp"

#include <array>
#include <utility>

namespace ludex::bench {
namespace {

constexpr int kMaxMoves = 120;
constexpr int kMaxSide = 19;

struct StoneBoard {
  int size;
  std::array<char, std::size_t{kMaxSide} * kMaxSide> cells{};

  [[nodiscard]] char at(int x, int y) const {
    const bool on_board = x >= 0 && y >= 0 && x < size && y < size;
    return on_board ? cells[static_cast<std::size_t>(y * size + x)] : '#';
  }
  [[nodiscard]] int count_line(int x, int y, int dx, int dy) const {
    int stones = 0;
    while (at(x + (stones + 1) * dx, y + (stones + 1) * dy) == at(x, y)) ++stones;
    return stones;
  }
  [[nodiscard]] bool is_won_at(int x, int y) const {
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      if (count_line(x, y, dx, dy) + count_line(x, y, -dx, -dy) >= 4) return true;
    }
    return false;
  }
};

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == ']' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

GomokuArchive::GomokuArchive(const GomokuArchiveOptions& options)
    : options_(options), players_(options.players, options.seed) {}

void GomokuArchive::append_game(std::uint64_t number, std::string& text) const {
  Random random(Random::mix(options_.seed) ^ Random::mix(number + 1));
  StoneBoard board{random.chance(150) ? 19 : 15, {}};
  std::string moves;
  std::string result = "0";
  int x = board.size / 2;
  int y = board.size / 2;
  for (int move = 0; move < kMaxMoves; ++move) {
    while (board.at(x, y) != '\0') {
      x += random.between(-2, 2);
      y += random.between(-2, 2);
      if (board.at(x, y) == '#') x = y = board.size / 2;
    }
    const char colour = move % 2 == 0 ? 'B' : 'W';
    board.cells[static_cast<std::size_t>(y * board.size + x)] = colour;
    moves += {';', colour, '[', static_cast<char>('a' + x), static_cast<char>('a' + y), ']'};
    if (!board.is_won_at(x, y)) continue;
    result = std::string{colour} + "+";
    break;
  }
  text += "(;FF[4]GM[4]SZ[" + std::to_string(board.size) + "]PB[" +
          escaped(players_.pick(random).name) + "]PW[" + escaped(players_.pick(random).name) +
          "]DT[" + std::to_string(random.between(1990, 2025)) + "]RE[" + result + "]" + moves +
          ")\n";
}

std::string gomoku_archive(std::uint64_t games, const GomokuArchiveOptions& options) {
  const GomokuArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
