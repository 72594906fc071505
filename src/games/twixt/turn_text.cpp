#include "games/twixt/turn_text.hpp"

#include "games/api/script_op.hpp"
#include "games/twixt/points.hpp"
#include "games/twixt/twixt_sgf.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ludex::twixt {
namespace {

std::string change_text(const LinkChange& change, BoardSize size) {
  const bool is_peg = change.link.first == change.link.second;
  return (change.is_removed ? '-' : '+') +
         (is_peg ? point_text(change.link.first, size) : centre_text(change.link, size));
}

// "[a][b]" or "a".
std::vector<std::string_view> split_values(std::string_view text) {
  if (text.empty() || text.front() != '[' || text.back() != ']') return {text};
  text = text.substr(1, text.size() - 2);
  std::vector<std::string_view> values;
  for (auto end = text.find("]["); end != std::string_view::npos; end = text.find("][")) {
    values.push_back(text.substr(0, end));
    text.remove_prefix(end + 2);
  }
  values.push_back(text);
  return values;
}

void change_links(std::span<const LinkChange> changes, Board& board) {
  for (const LinkChange& change : changes) {
    if (change.link.first == change.link.second) {
      board.set(change.link.first, cell::kEmpty);
    } else {
      const auto direction = direction_of(change.link, board.size());
      if (direction) {
        board.change_link(link_change(change.link.first, *direction, change.is_removed));
      }
    }
  }
}

}  // namespace

std::string turn_text(const Move& turn, BoardSize size) {
  const TurnLinks& links = turn_links_of(turn);
  std::vector<std::string> values;
  for (const LinkChange& change : links.changes) values.push_back(change_text(change, size));
  if (turn.kind == MoveKind::stone) {
    values.insert(values.begin() + links.before_peg, point_text(turn.point, size));
  }
  if (values.size() == 1) return values.front();
  std::string text;
  for (const std::string& value : values) text += '[' + value + ']';
  return text;
}

std::optional<Move> read_turn(std::string_view text, Player player, Board& board) {
  const TwixtSgf sgf = TwixtSgf::for_queries();
  TurnSoFar so_far;
  std::vector<std::uint16_t> ops;
  for (const std::string_view value : split_values(text)) {
    const WrittenMove move = TwixtSgf::read_value(value, board.size());
    if (move.kind == WrittenMove::Kind::part) {
      if (sgf.play_part(player, value, so_far, board, ops)) return std::nullopt;
      continue;
    }
    if (move.kind != WrittenMove::Kind::stone || so_far.peg) return std::nullopt;
    so_far.peg = move.point;
    append_mark(script::quiet, ops);
    append_op(player == Player::first ? script::first_move : script::second_move, move.point, ops);
    board.play(player, move.point);
  }
  if (!so_far.peg) {
    append_mark(player == Player::first ? script::first_pass : script::second_pass, ops);
  }
  return board.first_turn(ops);
}

bool play_turn(const Move& turn, Board& board) {
  if (turn.kind != MoveKind::stone && turn.kind != MoveKind::links) return false;
  const TurnLinks& links = turn_links_of(turn);
  const std::span changes(links.changes);
  const std::size_t before = std::min<std::size_t>(links.before_peg, changes.size());
  change_links(changes.first(before), board);
  if (turn.kind == MoveKind::stone) {
    if (board.at(turn.point) != cell::kEmpty) return false;
    board.play(turn.player, turn.point);
  }
  change_links(changes.subspan(before), board);
  return true;
}

}  // namespace ludex::twixt
