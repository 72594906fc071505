#include "games/othello/othello_sgf.hpp"

#include "core/ascii.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <cstdlib>

namespace ludex::othello {
namespace {

// Whether it is written as a point, be it on the board or not.
bool is_point_like(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || !is_letter(text[0])) return false;
  return is_digit(text[1]) ? std::all_of(text.begin() + 1, text.end(), is_digit)
                           : text.size() == 2 && is_letter(text[1]);
}

constexpr MoveWord kWords[] = {{"pa", WrittenMove::Kind::pass},
                               {"pass", WrittenMove::Kind::pass},
                               {"resign", WrittenMove::Kind::resignation, false}};

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789 ") == std::string_view::npos;
}

// "8 ---...O*... *": size, what stands on each square from a1 row by row, who is to move.
std::vector<std::uint8_t> read_ggf_board(std::string_view text) {
  std::vector<std::uint8_t> cells;
  text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  for (const char c : text) {
    if (c == ' ' || c == '\r' || c == '\n') continue;
    if (cells.size() == std::size_t{kMaxSide} * kMaxSide) break;
    const bool is_black = c == '*' || c == 'X' || c == 'x' || c == '#';
    const bool is_white = c == 'O' || c == 'o';
    cells.push_back(is_black ? cell::kFirst : is_white ? cell::kSecond : cell::kEmpty);
  }
  return cells;
}

}  // namespace

namespace detail {

std::optional<Point> find_long_point(std::string_view text, BoardSize size) {
  if (text.size() != 3 || !is_letter(text[0]) || !is_digit(text[1]) || !is_digit(text[2])) {
    return std::nullopt;
  }
  const int x = to_lower(text[0]) - 'a';
  const int y = (text[1] - '0') * 10 + (text[2] - '0') - 1;
  if (x >= size.width || y < 0 || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

}  // namespace detail

WrittenMove read_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  const std::string_view text = trimmed(value.substr(0, value.find('/')));
  const bool is_pass_of_go = text == "tt" && size.width <= 19 && size.height <= 19;
  if (text.empty() || text == "PA" || is_pass_of_go) return {Kind::pass, 0, true};
  if (const auto point = find_point(text, size)) return {Kind::stone, *point, true};
  if (const auto move = find_word(text, kWords)) return *move;
  if (is_point_like(text)) return {Kind::off_board, 0, true};
  return {};
}

std::string point_text(Point point, BoardSize size) {
  const int place = static_cast<int>(point);
  return static_cast<char>('a' + place % size.width) + std::to_string(place / size.width + 1);
}

void OthelloSgf::start(const SgfTree& tree, const SgfGame& game) {
  tree_ = &tree;
  game_ = &game;
  only_alternates_.reset();
  ggf_cells_.clear();
  const auto& declared = game.info.declared_game;
  is_ggf_ = declared && !is_number(*declared);
  if (!is_ggf_) return;
  for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
    if (property.id != SgfId::BO || property.value_count == 0) continue;
    ggf_cells_ = read_ggf_board(tree.value_of(property));
  }
  // Less than a whole board says nothing; behind it stands who is to move.
  const auto area = static_cast<std::size_t>(game.info.size.area());
  ggf_cells_.resize(ggf_cells_.size() < area ? 0 : area);
}

std::vector<std::pair<Point, std::uint8_t>> OthelloSgf::layout(BoardSize size) const {
  std::vector<std::pair<Point, std::uint8_t>> cells;
  if (root_fills_middle(size)) {
    for (const StartDisc& disc : start_discs(size)) cells.emplace_back(disc.point, cell::kEmpty);
  }
  for (Point point = 0; point < ggf_cells_.size(); ++point) {
    cells.emplace_back(point, ggf_cells_[point]);
  }
  return cells;
}

bool OthelloSgf::root_fills_middle(BoardSize size) const {
  const auto discs = start_discs(size);
  bool fills = false;
  std::size_t as_usual = 0;
  for (const SgfProperty& property : tree_->properties_of(tree_->nodes[game_->nodes.front()])) {
    const bool is_black = property.id == SgfId::AB;
    if (!is_black && property.id != SgfId::AW) continue;
    for (const std::string_view value : tree_->values_of(property)) {
      const auto point = othello::find_point(value, size);
      const auto disc = std::find_if(discs.begin(), discs.end(), [&](const StartDisc& one) {
        return point && one.point == *point;
      });
      if (point && disc == discs.end()) continue;
      fills = true;
      as_usual += disc != discs.end() && disc->cell == (is_black ? cell::kFirst : cell::kSecond);
    }
  }
  return fills && as_usual != discs.size();
}

// On the main line; a resignation is no move.
bool OthelloSgf::only_alternates() {
  if (only_alternates_) return *only_alternates_;
  std::optional<Player> last;
  bool alternates = true;
  for (std::size_t n = 0; n < game_->main_nodes && alternates; ++n) {
    for (const SgfProperty& property : tree_->properties_of(tree_->nodes[game_->nodes[n]])) {
      const auto player = mover(property);
      if (!player) continue;
      for (const std::string_view value : tree_->values_of(property)) {
        const auto kind = read_move(value, game_->info.size).kind;
        if (kind == WrittenMove::Kind::resignation) continue;
        if (kind == WrittenMove::Kind::pass || last == player) alternates = false;
        last = player;
      }
    }
  }
  only_alternates_ = alternates;
  return alternates;
}

Player OthelloSgf::mover_out_of_turn(Player written, Point point, const Board& board) {
  const Player expected = only_alternates() ? board.next_player() : written;
  if (board.can_play(expected, point)) return expected;
  return board.can_play(opponent(expected), point) ? opponent(expected) : written;
}

std::optional<GameResult> OthelloSgf::result(const Board& board) const {
  if (board.can_move(Player::first) || board.can_move(Player::second)) return std::nullopt;
  const int black = board.count(Player::first);
  const int white = board.count(Player::second);
  GameResult result{Winner::draw, WinBy::unknown, std::nullopt, ResultFrom::replay};
  if (black == white) return result;
  result.winner = black > white ? Winner::first : Winner::second;
  result.by = WinBy::score;
  const int discs = std::abs(black - white);
  const int with_empty = discs + board.size().area() - black - white;
  const auto& stated = game_->info.result.margin;
  result.margin = stated && *stated == with_empty ? with_empty : discs;
  return result;
}

}  // namespace ludex::othello
