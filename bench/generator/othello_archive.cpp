#include "othello_archive.hpp"

#include "random.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::array<std::string_view, 6> kEvents{
    "World Championship", "European Grand Prix", "Meijin", "Open de Paris", "Cambridge Open", "",
};

/// A game as it was played; a pass is written as point -1.
struct PlayedGame {
  int size = 8;
  std::vector<std::pair<bool, int>> moves;  // black?, row * size + column
  int margin = 0;                           // of Black's discs
};

class DiscBoard {
 public:
  explicit DiscBoard(int size) : size_(size), cells_(static_cast<std::size_t>(size * size), '.') {
    const int low = size / 2 - 1;
    at(low, low) = at(low + 1, low + 1) = 'W';
    at(low + 1, low) = at(low, low + 1) = 'B';
  }

  /// Discs that a move flips; with `turn` they are.
  int flip(int point, char own, bool turn) {
    const int x = point % size_;
    const int y = point / size_;
    if (at(x, y) != '.') return 0;
    int flipped = 0;
    for (int direction = 0; direction < 9; ++direction) {
      const int dx = direction % 3 - 1;
      const int dy = direction / 3 - 1;
      if (direction == 4) continue;
      int length = 1;
      while (is_enemy(x + length * dx, y + length * dy, own)) ++length;
      const int end_x = x + length * dx;
      const int end_y = y + length * dy;
      if (length == 1 || !on_board(end_x, end_y) || at(end_x, end_y) != own) continue;
      flipped += length - 1;
      for (int n = 1; turn && n < length; ++n) at(x + n * dx, y + n * dy) = own;
    }
    if (turn) at(x, y) = own;
    return flipped;
  }

  void list_moves(char own, std::vector<int>& moves) {
    moves.clear();
    for (int point = 0; point < size_ * size_; ++point) {
      if (flip(point, own, false) > 0) moves.push_back(point);
    }
  }

  [[nodiscard]] int count(char disc) const {
    return static_cast<int>(std::count(cells_.begin(), cells_.end(), disc));
  }

 private:
  char& at(int x, int y) { return cells_[static_cast<std::size_t>(y * size_ + x)]; }
  [[nodiscard]] bool on_board(int x, int y) const {
    return x >= 0 && y >= 0 && x < size_ && y < size_;
  }
  bool is_enemy(int x, int y, char own) {
    return on_board(x, y) && at(x, y) != own && at(x, y) != '.';
  }

  int size_;
  std::string cells_;
};

PlayedGame play_game(int size, Random& random) {
  PlayedGame game;
  game.size = size;
  DiscBoard board(size);
  std::vector<int> moves;
  bool black = true;
  for (int passes = 0; passes < 2; black = !black) {
    const char own = black ? 'B' : 'W';
    board.list_moves(own, moves);
    passes = moves.empty() ? passes + 1 : 0;
    if (moves.empty()) {
      game.moves.emplace_back(black, -1);
      continue;
    }
    // The first moves are few, as in openings that everybody knows.
    const auto choices = static_cast<std::uint32_t>(game.moves.size() < 12 && random.chance(700)
                                                        ? std::min<std::size_t>(2, moves.size())
                                                        : moves.size());
    const int point = moves[random.below(choices)];
    board.flip(point, own, true);
    game.moves.emplace_back(black, point);
  }
  game.moves.resize(game.moves.size() - 2);  // nobody can move: no pass
  game.margin = board.count('B') - board.count('W');
  return game;
}

std::string digits_point(int point, int size) {
  return static_cast<char>('a' + point % size) + std::to_string(point / size + 1);
}

std::string letters_point(int point, int size) {
  return {static_cast<char>('a' + point % size), static_cast<char>('a' + point / size)};
}

std::string plain_result(int margin) {
  if (margin == 0) return "0";
  return (margin > 0 ? "B+" : "W+") + std::to_string(std::abs(margin));
}

void append(std::string& text, std::string_view ident, std::string_view value) {
  text.append(ident).append("[").append(value).append("]");
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == ']' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

/// One record on its way into the text.
class RecordWriter {
 public:
  RecordWriter(const PlayedGame& game, const PlayerPool& players, Random& random, std::string& text)
      : game_(game), random_(random), text_(text) {
    black_ = escaped(players.pick(random).name);
    white_ = escaped(players.pick(random).name);
    event_ = kEvents[random.below(static_cast<std::uint32_t>(kEvents.size()))];
    year_ = std::to_string(random.between(1977, 2025));
  }

  void write(OthelloDialect dialect) {
    switch (dialect) {
      case OthelloDialect::cassio:
        return write_cassio();
      case OthelloDialect::edax:
        return write_edax();
      case OthelloDialect::ggf:
        return write_ggf();
      default:
        return write_plain(dialect);
    }
  }

 private:
  void write_cassio() {
    text_ += "(;GM[2]FF[4]SZ[8]TM[1500]BL[1500]WL[1500]AP[Cassio:8.4]";
    append_names();
    append(text_, "DT", year_);
    append(text_, "RE", game_.margin == 0 ? "0" : "B+" + std::to_string(std::abs(game_.margin)));
    text_ += "AB[e4][d5]AW[d4][e5]PL[B]";
    for (const auto& [black, point] : game_.moves) {
      if (point >= 0) append_move(black, digits_point(point, game_.size));
    }
    text_ += ")\n";
  }

  void write_edax() {
    text_ += "(;FF[4]GM[2]AP[edax:4.5.5]PC[Edax]DT[2026-10-07]";
    append(text_, "PB", black_);
    append(text_, "PW", white_);
    text_ += "SZ[8]AB[e4][d5]AW[d4][e5]PL[B]";
    append(text_, "RE", plain_result(game_.margin));
    for (const auto& [black, point] : game_.moves) {
      append(text_, black ? "B" : "W", point < 0 ? "PA" : digits_point(point, game_.size));
      text_ += ';';
    }
    text_ += ")\n";
  }

  void write_ggf() {
    text_ += "(;GM[Othello]PC[GGS/os]";
    append(text_, "DT", year_ + ".07.15_13:24:03.MST");
    append(text_, "PB", black_);
    append(text_, "PW", white_);
    append(text_, "RB", std::to_string(random_.between(1000, 2700)) + ".25");
    append(text_, "RW", std::to_string(random_.between(1000, 2700)) + ".75");
    append(text_, "TI", "15:00//02:00");
    append(text_, "TY", "8");
    append(text_, "RE", (game_.margin < 0 ? "" : "+") + std::to_string(game_.margin) + ".000");
    append(text_, "BO",
           "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *");
    for (const auto& [black, point] : game_.moves) {
      std::string move = point < 0 ? "PA" : digits_point(point, game_.size);
      if (point >= 0) move[0] = static_cast<char>(move[0] - 'a' + 'A');
      if (random_.chance(500)) move += "//" + std::to_string(random_.between(0, 90)) + ".5";
      append(text_, black ? "B" : "W", move);
    }
    text_ += ";)\n";
  }

  void write_plain(OthelloDialect dialect) {
    text_ += "(;GM[2]FF[4]";
    append(text_, "SZ", std::to_string(game_.size));
    append_names();
    append(text_, "DT", year_);
    append(text_, "RE", plain_result(game_.margin));
    const bool alternates = dialect == OthelloDialect::alternating;
    bool black = true;
    for (const auto& [played_by_black, point] : game_.moves) {
      if (point < 0 && alternates) continue;
      const std::string move = dialect == OthelloDialect::digits
                                   ? point < 0 ? "" : digits_point(point, game_.size)
                               : point < 0 ? "tt"
                                           : letters_point(point, game_.size);
      append_move(alternates ? black : played_by_black, move);
      black = !black;
    }
    text_ += ")\n";
  }

  void append_names() {
    append(text_, "PB", black_);
    append(text_, "PW", white_);
    if (!event_.empty()) append(text_, "EV", event_);
  }

  void append_move(bool black, std::string_view value) {
    text_ += ';';
    append(text_, black ? "B" : "W", value);
  }

  const PlayedGame& game_;
  Random& random_;
  std::string& text_;
  std::string black_, white_, event_, year_;
};

int draw_size(OthelloDialect dialect, Random& random) {
  if (dialect != OthelloDialect::letters || !random.chance(200)) return 8;
  return random.chance(500) ? 6 : 10;
}

}  // namespace

OthelloArchive::OthelloArchive(const OthelloArchiveOptions& options)
    : options_(options), players_(options.players, options.seed) {}

void OthelloArchive::append_game(std::uint64_t number, std::string& text) const {
  Random random(Random::mix(options_.seed) ^ Random::mix(number + 1));
  const auto drawn = static_cast<OthelloDialect>(random.below(kOthelloDialects));
  const OthelloDialect dialect = options_.dialect.value_or(drawn);
  const PlayedGame game = play_game(draw_size(dialect, random), random);
  RecordWriter(game, players_, random, text).write(dialect);
}

std::string othello_archive(std::uint64_t games, const OthelloArchiveOptions& options) {
  const OthelloArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
