#include "games/crossword/scored_board.hpp"

#include "formats/values/fold.hpp"

namespace ludex::crossword {
namespace {

constexpr std::string_view kStandardSquares =
    "=  '   =   '  ="
    " -   \"   \"   - "
    "  -   ' '   -  "
    "'  -   '   -  '"
    "    -     -    "
    " \"   \"   \"   \" "
    "  '   ' '   '  "
    "=  '   -   '  ="
    "  '   ' '   '  "
    " \"   \"   \"   \" "
    "    -     -    "
    "'  -   '   -  '"
    "  -   ' '   -  "
    " -   \"   \"   - "
    "=  '   =   '  =";

constexpr std::string_view kSuperSquares =
    "~  '   =  '  =   '  ~"
    " -  \"   -   -   \"  - "
    "  -  ^   - -   ^  -  "
    "'  =  '   =   '  =  '"
    " \"  -   \"   \"   -  \" "
    "  ^  -   ' '   -  ^  "
    "   '  -   '   -  '   "
    "=      -     -      ="
    " -  \"   \"   \"   \"  - "
    "  -  '   ' '   '  -  "
    "'  =  '   -   '  =  '"
    "  -  '   ' '   '  -  "
    " -  \"   \"   \"   \"  - "
    "=      -     -      ="
    "   '  -   '   -  '   "
    "  ^  -   ' '   -  ^  "
    " \"  -   \"   \"   -  \" "
    "'  =  '   =   '  =  '"
    "  -  ^   - -   ^  -  "
    " -  \"   -   -   \"  - "
    "~  '   =  '  =   '  ~";

constexpr BoardLayout kStandard{"CrosswordGame", {15, 15}, kStandardSquares};
constexpr BoardLayout kSuper{"SuperCrosswordGame", {21, 21}, kSuperSquares};
static_assert(kStandardSquares.size() == 15 * 15 && kSuperSquares.size() == 21 * 21);

/// Adds up one word, square by square.
class WordScore {
 public:
  WordScore(const BoardLayout& layout, const TileSet& set) : layout_(layout), set_(set) {}

  void add(std::size_t point, TileCode code, bool is_new) {
    const Premium premium = is_new ? layout_.at(static_cast<Point>(point)) : Premium{};
    const auto value = set_.value_of(code);
    known_ = known_ && value.has_value();
    sum_ += value.value_or(0) * premium.letter;
    factor_ *= premium.word;
    ++length_;
  }
  [[nodiscard]] int total() const { return sum_ * factor_; }
  [[nodiscard]] bool known() const { return known_; }
  [[nodiscard]] std::size_t length() const { return length_; }

 private:
  const BoardLayout& layout_;
  const TileSet& set_;
  int sum_ = 0;
  int factor_ = 1;
  std::size_t length_ = 0;
  bool known_ = true;
};

/// The squares of one row or column, in order.
struct Line {
  std::size_t first;   // point
  std::size_t step;    // between points
  std::size_t length;  // squares
  [[nodiscard]] std::size_t at(std::size_t index) const { return first + index * step; }
};

}  // namespace

Premium premium_of(char mark) {
  switch (mark) {
    case '\'':
      return {.letter = 2};
    case '"':
      return {.letter = 3};
    case '^':
      return {.letter = 4};
    case '-':
      return {.word = 2};
    case '=':
      return {.word = 3};
    case '~':
      return {.word = 4};
    default:
      return {};
  }
}

Premium BoardLayout::at(Point point) const { return premium_of(squares[point]); }

const BoardLayout* find_layout(std::string_view name) {
  const std::string folded = fold(name);
  if (folded == "crosswordgame" || folded == "standard15") return &kStandard;
  if (folded == "supercrosswordgame" || folded == "standard21") return &kSuper;
  return nullptr;
}

const BoardLayout* usual_layout(BoardSize size) {
  if (size == kStandard.size) return &kStandard;
  return size == kSuper.size ? &kSuper : nullptr;
}

const BoardLayout* layout_of(const std::optional<std::string>& name, BoardSize size) {
  const BoardLayout* layout = name ? find_layout(*name) : usual_layout(size);
  return layout != nullptr && layout->size == size ? layout : nullptr;
}

ScoredBoard::Judgement ScoredBoard::judge(Play& play) const {
  const std::size_t room = play.down ? height() : width();
  const std::size_t start = play.down ? play.row : play.column;
  if (play.row >= height() || play.column >= width()) return {PlayFault::off_board, 0};
  if (play.tiles.size() > room - start) return {PlayFault::off_board, room - start};
  bool places = false;
  bool joined = false;
  for (std::size_t i = 0; i < play.tiles.size(); ++i) {
    const std::size_t point = point_of(play, i);
    const TileCode here = cells_[point];
    TileCode& code = play.tiles[i];
    if (here == tile::kEmpty) {
      if (code == tile::kThrough) return {PlayFault::no_tile, i};
      places = true;
      joined = joined || touches(point);
    } else {
      const bool same = tile::letter_of(code) == tile::letter_of(here);
      if (code != tile::kThrough && !same) return {PlayFault::other_tile, i};
      code = tile::kThrough;
      joined = true;
    }
  }
  if (!places) return {PlayFault::nothing_placed, 0};
  return {joined ? PlayFault::none : PlayFault::apart, 0};
}

// On an empty board the square in the middle counts as touched.
bool ScoredBoard::touches(std::size_t point) const {
  const std::size_t row = point / width();
  const std::size_t column = point % width();
  if (row == height() / 2 && column == width() / 2) return true;
  return (row > 0 && cells_[point - width()] != tile::kEmpty) ||
         (row + 1 < height() && cells_[point + width()] != tile::kEmpty) ||
         (column > 0 && cells_[point - 1] != tile::kEmpty) ||
         (column + 1 < width() && cells_[point + 1] != tile::kEmpty);
}

std::optional<int> ScoredBoard::score_of(const Play& play, const BoardLayout& layout,
                                         const TileSet& set) const {
  std::vector<TileCode> after = cells_;
  std::vector<std::size_t> placed;
  for (std::size_t i = 0; i < play.tiles.size(); ++i) {
    if (play.tiles[i] == tile::kThrough) continue;
    placed.push_back(point_of(play, i));
    after[placed.back()] = play.tiles[i];
  }
  if (placed.empty()) return 0;
  const auto line_at = [&](std::size_t point, bool down) {
    return down ? Line{point % width(), width(), height()}
                : Line{point / width() * width(), 1, width()};
  };
  const auto word_at = [&](std::size_t point, bool down) {
    const Line line = line_at(point, down);
    std::size_t index = (point - line.first) / line.step;
    while (index > 0 && after[line.at(index - 1)] != tile::kEmpty) --index;
    WordScore word(layout, set);
    for (; index < line.length && after[line.at(index)] != tile::kEmpty; ++index) {
      const std::size_t here = line.at(index);
      word.add(here, after[here], cells_[here] == tile::kEmpty);
    }
    return word;
  };
  const WordScore main = word_at(placed.front(), play.down);
  bool known = main.known();
  int score = 0;
  bool crossed = false;
  for (const std::size_t point : placed) {
    const WordScore cross = word_at(point, !play.down);
    if (cross.length() < 2) continue;
    crossed = true;
    known = known && cross.known();
    score += cross.total();
  }
  // A single tile makes no word in its own direction, unless there is no other.
  if (main.length() > 1 || !crossed) score += main.total();
  if (placed.size() >= kRackTiles) score += kBingoBonus;
  return known ? std::optional(score) : std::nullopt;
}

void ScoredBoard::put(const Play& play) {
  for (std::size_t i = 0; i < play.tiles.size(); ++i) {
    if (play.tiles[i] != tile::kThrough) cells_[point_of(play, i)] = play.tiles[i];
  }
}

void ScoredBoard::take_back(const Play& play) {
  for (std::size_t i = 0; i < play.tiles.size(); ++i) {
    if (play.tiles[i] != tile::kThrough) cells_[point_of(play, i)] = tile::kEmpty;
  }
}

}  // namespace ludex::crossword
