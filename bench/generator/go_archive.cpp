#include "go_archive.hpp"

#include "game_facts.hpp"
#include "opening_book.hpp"
#include "play_board.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::bench {
namespace {

constexpr std::array<std::string_view, 10> kComments{
    "A common pattern.",
    "White resists.",
    "黒の厚みが大きい。",
    "Black cuts; a hard fight (see move 45) begins here.",
    "白棋的这一手很好。",
    "If Black plays at 'a' [D4\\], White lives; otherwise it is ko.",
    "Time trouble: the last \\\\ seconds.",
    "흑이 두텁다.",
    "This was the losing move.\nBlack should have connected first.",
    "Dan: good game\nAnna: thanks",
};

void append_move(int point, Cell color, std::string& text) {
  const char letters[] = {';',
                          color == Cell::black ? 'B' : 'W',
                          '[',
                          static_cast<char>('a' + PlayBoard::column_of(point)),
                          static_cast<char>('a' + PlayBoard::row_of(point)),
                          ']'};
  if (point == PlayBoard::kPass) {
    text.append(letters, 3).append("]");
  } else {
    text.append(letters, sizeof letters);
  }
}

/// A point that is worth a try: near the last move, or anywhere empty.
int candidate(const PlayBoard& board, int last_point, Random& random) {
  const auto empties = board.empty_points();
  if (last_point == PlayBoard::kPass || random.chance(450)) {
    return empties[random.below(static_cast<std::uint32_t>(empties.size()))];
  }
  const std::uint32_t draw = random.below(25);
  const int column = PlayBoard::column_of(last_point) + static_cast<int>(draw % 5) - 2;
  const int row = PlayBoard::row_of(last_point) + static_cast<int>(draw / 5) - 2;
  const bool on_board = column >= 0 && row >= 0 && column < board.size() && row < board.size();
  return on_board ? PlayBoard::point(column, row) : last_point;
}

/// A legal move that does not fill an own eye; kPass where some forty tries find none.
int free_move(const PlayBoard& board, Cell color, int last_point, Random& random) {
  for (int attempt = 0; attempt < 40 && !board.empty_points().empty(); ++attempt) {
    const int point = candidate(board, last_point, random);
    if (board.is_legal(point, color) && !board.is_own_eye(point, color)) return point;
  }
  return PlayBoard::kPass;
}

/// One game as it is written down.
class GameWriter {
 public:
  GameWriter(const GameFacts& facts, std::uint32_t book, Random& random, std::string& text)
      : facts_(facts),
        random_(random),
        text_(text),
        board_(facts.board_size),
        book_(book, facts.board_size),
        book_moves_(random.below(45) + random.below(45)),
        is_commented_(random.chance(100)),
        variations_(random.chance(50) ? random.between(1, 3) : 0) {}

  void write() {
    place_handicap();
    for (int move = 0; move < facts_.moves; ++move) {
      if (move % 10 == 0) text_ += '\n';
      if (!play_one(move)) break;
      if (is_commented_ && random_.chance(40)) {
        text_.append("C[").append(kComments[random_.below(kComments.size())]).append("]");
      }
      const bool room = move > 20 && move + 1 < facts_.moves;
      if (variations_ > 0 && room && random_.chance(15)) branch();
    }
    while (!open_variations_.empty()) {
      text_.append(")\n(").append(open_variations_.back()).append(")");
      open_variations_.pop_back();
    }
  }

 private:
  void place_handicap() {
    if (facts_.handicap == 0) return;
    const int line = facts_.board_size > 12 ? 3 : 2;
    const int far = facts_.board_size - 1 - line;
    const int middle = facts_.board_size / 2;
    const std::array<std::pair<int, int>, 9> stars{{{far, line},
                                                    {line, far},
                                                    {far, far},
                                                    {line, line},
                                                    {middle, middle},
                                                    {line, middle},
                                                    {far, middle},
                                                    {middle, line},
                                                    {middle, far}}};
    text_ += "AB";
    for (int stone = 0; stone < facts_.handicap; ++stone) {
      const auto [column, row] = stars[static_cast<std::size_t>(stone)];
      const int point = PlayBoard::point(column, row);
      board_.play(point, Cell::black);
      text_ += {'[', static_cast<char>('a' + column), static_cast<char>('a' + row), ']'};
    }
    color_ = Cell::white;
  }

  /// False when both have passed.
  bool play_one(int move) {
    int point = PlayBoard::kPass;
    if (static_cast<std::uint32_t>(move) < book_moves_) {
      point = book_.next_move(board_, color_, last_point_, random_);
      if (point == PlayBoard::kPass) book_moves_ = 0;
    }
    if (point == PlayBoard::kPass) point = free_move(board_, color_, last_point_, random_);
    append_move(point, color_, text_);
    const bool is_over = point == PlayBoard::kPass && has_passed_;
    make(board_, point, color_);
    has_passed_ = point == PlayBoard::kPass;
    last_point_ = point;
    color_ = other(color_);
    return !is_over;
  }

  static void make(PlayBoard& board, int point, Cell color) {
    if (point == PlayBoard::kPass) {
      board.pass();
    } else {
      board.play(point, color);
    }
  }

  /// The game goes on as the first child; the variation is kept for after the game's end.
  void branch() {
    --variations_;
    PlayBoard board = board_;
    Cell color = color_;
    int last_point = last_point_;
    std::string variation;
    for (int length = random_.between(2, 15); length > 0; --length) {
      last_point = free_move(board, color, last_point, random_);
      append_move(last_point, color, variation);
      make(board, last_point, color);
      color = other(color);
    }
    open_variations_.push_back(std::move(variation));
    text_ += "\n(";
  }

  const GameFacts& facts_;
  Random& random_;
  std::string& text_;
  PlayBoard board_;
  OpeningBook book_;
  std::uint32_t book_moves_;
  bool is_commented_;
  int variations_;
  std::vector<std::string> open_variations_;
  Cell color_ = Cell::black;
  int last_point_ = PlayBoard::kPass;
  bool has_passed_ = false;
};

}  // namespace

GoArchive::GoArchive(const GoArchiveOptions& options)
    : options_(options), players_(options.players, options.seed) {}

void GoArchive::append_game(std::uint64_t number, std::string& text) const {
  Random random(Random::mix(options_.seed) ^ Random::mix(number + 1));
  const GameFacts facts = draw_facts(random);
  text += "(;";
  append_header(facts, players_, random, text);
  GameWriter(facts, options_.book, random, text).write();
  text += ")\n";
}

std::string go_archive(std::uint64_t games, std::uint64_t seed) {
  const GoArchive archive({.seed = seed});
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
