#include "crossword_archive.hpp"

#include "random.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ludex::bench {
namespace {

constexpr int kSide = 15;
constexpr int kRack = 7;
/// The tiles of the English game, `?` the blanks.
constexpr std::string_view kBag =
    "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWW"
    "X"
    "YYZ??";
constexpr std::array<std::string_view, 4> kLexica = {"CSW21", "CSW24", "NWL20", "NWL23"};

/// A game in the making, played with random letters.
class Game {
 public:
  explicit Game(Random& random) : random_(random), bag_(kBag) {
    for (std::size_t i = bag_.size(); i > 1; --i) {
      std::swap(bag_[i - 1], bag_[random_.below(static_cast<std::uint32_t>(i))]);
    }
    cells_.fill('\0');
  }

  /// The first play lies on the middle square, others cross a tile; not every try finds room.
  void play() {
    const bool down = random_.chance(500);
    const int length = random_.between(2, 7);
    if (!has_play_)
      return put(kSide / 2, kSide / 2 - random_.between(0, length - 1), length, false);
    for (int tries = 0; tries < 60; ++tries) {
      const int place = static_cast<int>(random_.below(kSide * kSide));
      if (at(place / kSide, place % kSide) == '\0') continue;
      const int before = random_.between(0, length - 1);
      const int row = place / kSide - (down ? before : 0);
      const int column = place % kSide - (down ? 0 : before);
      if (has_room(row, column, length, down)) return put(row, column, length, down);
    }
  }

  [[nodiscard]] std::string placement() const {
    std::string text;
    for (int row = 0; row < kSide; ++row) {
      if (row != 0) text += '/';
      for (int column = 0, run = 0; column <= kSide; ++column) {
        const bool ends = column == kSide || at(row, column) != '\0';
        if (ends && run != 0) text += std::to_string(run);
        run = ends ? 0 : run + 1;
        if (ends && column < kSide) text += at(row, column);
      }
    }
    return text;
  }

  [[nodiscard]] std::string draw_rack() {
    const std::size_t tiles = std::min<std::size_t>(kRack, bag_.size());
    std::string rack = bag_.substr(bag_.size() - tiles);
    bag_.resize(bag_.size() - tiles);
    std::sort(rack.begin(), rack.end(),
              [](char a, char b) { return std::pair(a == '?', a) < std::pair(b == '?', b); });
    return rack;
  }

  [[nodiscard]] const std::string& last_play() const { return last_play_; }

 private:
  [[nodiscard]] char at(int row, int column) const {
    return cells_[static_cast<std::size_t>(row * kSide + column)];
  }
  [[nodiscard]] bool is_free(int row, int column) const {
    const bool inside = row >= 0 && column >= 0 && row < kSide && column < kSide;
    return !inside || at(row, column) == '\0';
  }

  /// The word stays on the board and touches tiles only where it crosses them.
  [[nodiscard]] bool has_room(int row, int column, int length, bool down) const {
    const int dy = down ? 1 : 0;
    const int dx = 1 - dy;
    if (row < 0 || column < 0 || row + dy * length > kSide || column + dx * length > kSide) {
      return false;
    }
    if (!is_free(row - dy, column - dx) || !is_free(row + dy * length, column + dx * length)) {
      return false;
    }
    int new_tiles = 0;
    for (int i = 0; i < length; ++i, row += dy, column += dx) {
      if (at(row, column) != '\0') continue;
      if (!is_free(row - dx, column - dy) || !is_free(row + dx, column + dy)) return false;
      ++new_tiles;
    }
    return new_tiles > 0 && static_cast<std::size_t>(new_tiles) <= bag_.size();
  }

  void put(int row, int column, int length, bool down) {
    has_play_ = true;
    const std::string letters(1, static_cast<char>('A' + column));
    last_play_ = down ? letters + std::to_string(row + 1) : std::to_string(row + 1) + letters;
    last_play_ += ' ';
    for (int i = 0; i < length; ++i, (down ? row : column) += 1) {
      char& square = cells_[static_cast<std::size_t>(row * kSide + column)];
      if (square == '\0') {
        square = bag_.back();
        bag_.pop_back();
        if (square == '?') square = static_cast<char>('a' + random_.below(26));
        last_play_ += square;
      } else {
        last_play_ += '.';
      }
    }
  }

  Random& random_;
  std::string bag_;
  std::array<char, static_cast<std::size_t>(kSide) * kSide> cells_{};
  std::string last_play_;
  bool has_play_ = false;
};

}  // namespace

void CrosswordArchive::append_game(std::uint64_t number, std::string& text) const {
  const bool shared = number % 20 == 7;
  Random of_line(Random::mix(options_.seed) ^ Random::mix(number + 1));
  Random of_opening(options_.seed * 64 + of_line.below(64));
  Game game(shared ? of_opening : of_line);
  const int plays = shared ? of_opening.between(1, 2) : of_line.between(0, 16);
  for (int play = 0; play < plays; ++play) game.play();
  const std::string mine = game.draw_rack();
  const std::string theirs = game.draw_rack();
  const auto score = [&] { return std::to_string(of_line.between(plays * 8, plays * 15)); };
  text += game.placement() + ' ' + mine + '/' + (of_line.chance(400) ? theirs : "") + ' ';
  text += score() + '/' + score() + " 0";
  if (number % 4 == 0) text += " gid g" + std::to_string(number) + ';';
  text += " lex " + std::string(kLexica[of_line.below(4)]) + ';';
  if (plays > 0 && of_line.chance(250)) text += " lm " + game.last_play() + ';';
  text += '\n';
}

std::string crossword_archive(std::uint64_t games, const CrosswordArchiveOptions& options) {
  const CrosswordArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
