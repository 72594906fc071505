#include "games/twixt/twixt_sgf.hpp"

#include "core/ascii.hpp"
#include "games/api/script_op.hpp"

namespace ludex::twixt {
namespace {

struct LinkPlace {
  Point upper;
  int direction;
};

// The two links that share a centre, as far as they are on the board.
std::vector<LinkPlace> links_of(const LinkCentre& centre, const Board& board) {
  const BoardSize size = board.size();
  std::vector<LinkPlace> links;
  const auto add = [&](int x, int y, int direction) {
    if (x < 0 || x >= size.width || y < 0 || y >= size.height) return;
    const auto upper = static_cast<Point>(y * size.width + x);
    if (board.lower_end(upper, direction)) links.push_back({upper, direction});
  };
  const int x = centre.column;
  const int y = centre.row;
  if (centre.is_shallow) {
    add(x - 1, y, 0);
    add(x + 1, y, 3);
  } else {
    add(x, y - 1, 1);
    add(x + 1, y - 1, 2);
  }
  return links;
}

void change(const LinkPlace& link, bool removes, Board& board, std::vector<std::uint16_t>& ops) {
  const Point word = link_change(link.upper, link.direction, removes);
  append_op(script::link, word, ops);
  board.change_link(word);
}

std::optional<ProblemKind> remove_link(Player player, const LinkCentre& centre, Board& board,
                                       std::vector<std::uint16_t>& ops) {
  for (const LinkPlace& link : links_of(centre, board)) {
    const bool is_own = board.at(link.upper) == cell::of(player);
    if (!is_own || !board.has_link(link.upper, link.direction)) continue;
    change(link, true, board, ops);
    return std::nullopt;
  }
  return ProblemKind::impossible_link;
}

std::optional<ProblemKind> lift_peg(Player player, Point peg, TurnSoFar& turn, Board& board,
                                    std::vector<std::uint16_t>& ops) {
  if (board.at(peg) != cell::of(player)) return ProblemKind::impossible_link;
  append_op(script::clear, peg, ops);
  board.set(peg, cell::kEmpty);
  turn.lifted = peg;
  return std::nullopt;
}

// If all four pegs around a center belong to the player, the meant link is ambiguous.
std::optional<std::vector<LinkPlace>> find_link(Player player, const LinkCentre& centre,
                                                const Board& board) {
  std::vector<LinkPlace> own;
  for (const LinkPlace& link : links_of(centre, board)) {
    const Point lower_end = *board.lower_end(link.upper, link.direction);
    const std::uint8_t code = cell::of(player);
    if (board.at(link.upper) == code && board.at(lower_end) == code) own.push_back(link);
  }
  if (own.size() != 1 || !board.can_link(own[0].upper, own[0].direction)) return std::nullopt;
  return own;
}

std::optional<std::vector<LinkPlace>> find_links(Player player, Point peg, const Board& board) {
  if (board.at(peg) != cell::of(player)) return std::nullopt;
  std::vector<LinkPlace> links;
  for (int direction = 0; direction < kDirections; ++direction) {
    if (board.can_link(peg, direction)) links.push_back({peg, direction});
    const auto upper = board.upper_end(peg, direction);
    if (upper && board.can_link(*upper, direction)) links.push_back({*upper, direction});
  }
  return links;
}

constexpr MoveWord kWords[] = {{"resign", WrittenMove::Kind::resignation},
                               {"forfeit", WrittenMove::Kind::forfeit},
                               {"draw", WrittenMove::Kind::draw},
                               {"accept-draw", WrittenMove::Kind::draw},
                               {"propose-draw", WrittenMove::Kind::draw_offer},
                               {"swap", WrittenMove::Kind::swap_pieces},
                               {"swap-pieces", WrittenMove::Kind::swap_pieces},
                               {"swap-sides", WrittenMove::Kind::swap_sides},
                               {"", WrittenMove::Kind::pass, false},
                               {"pass", WrittenMove::Kind::pass, false}};

}  // namespace

void TwixtSgf::start(const SgfTree&, const SgfGame& game) {
  const GameInfo& info = game.info;
  first_seat_is_white_ = info.first_seat_is_white;
  const bool is_little_golem = info.rules.empty() && first_seat_is_white_;
  const bool is_paper = is_little_golem || same_but_case(info.rules, "pp");
  const bool is_3m = same_but_case(info.rules, "3m");
  may_lift_pegs_ = links_new_peg_only_ = same_but_case(info.rules, "twixteus");
  rule_ = is_paper ? LinkRule::paper : LinkRule::standard;
  may_take_links_ = !is_paper && !is_3m;
  may_swap_ = !is_3m && !info.handicap;
}

WrittenMove TwixtSgf::read_other_move(std::string_view value, BoardSize size) {
  using Kind = WrittenMove::Kind;
  std::string_view text = trimmed(value);
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) return {Kind::part, 0, true};
  const auto bar = text.find('|');
  if (bar != std::string_view::npos) text = trimmed(text.substr(0, bar));  // "xy|draw": an offer
  if (const auto point = twixt::find_point(text, size)) return {Kind::stone, *point, true};
  return find_word(text, kWords).value_or(WrittenMove{});
}

std::optional<ProblemKind> TwixtSgf::play_part(Player player, std::string_view value,
                                               TurnSoFar& turn, Board& board,
                                               std::vector<std::uint16_t>& ops) const {
  const std::string_view text = trimmed(value);
  const std::string_view place = text.substr(1);
  if (text.front() == '+') return add_links(player, place, turn, board, ops);
  if (const auto centre = find_centre(place, board.size())) {
    const auto problem = remove_link(player, *centre, board, ops);
    return problem || may_take_links_ ? problem : ProblemKind::illegal_move;
  }
  const auto peg = twixt::find_point(place, board.size());
  if (!peg || !may_lift_pegs_) return ProblemKind::impossible_link;
  return lift_peg(player, *peg, turn, board, ops);
}

std::optional<ProblemKind> TwixtSgf::add_links(Player player, std::string_view place,
                                               const TurnSoFar& turn, Board& board,
                                               std::vector<std::uint16_t>& ops) const {
  const auto centre = find_centre(place, board.size());
  const auto peg = twixt::find_point(place, board.size());
  if (!centre && !peg) return ProblemKind::impossible_link;
  const auto links = centre ? find_link(player, *centre, board) : find_links(player, *peg, board);
  if (!links) return ProblemKind::impossible_link;
  bool is_of_other_pegs = false;
  for (const LinkPlace& link : *links) {
    const bool is_at_peg =
        turn.peg == link.upper || turn.peg == board.lower_end(link.upper, link.direction);
    is_of_other_pegs |= !is_at_peg;
    change(link, false, board, ops);
  }
  if (links_new_peg_only_ && is_of_other_pegs) return ProblemKind::illegal_move;
  return std::nullopt;
}

}  // namespace ludex::twixt
