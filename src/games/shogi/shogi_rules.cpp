#include "games/shogi/shogi_rules.hpp"

#include "formats/csa/csa_statement.hpp"
#include "formats/position_text.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/cells.hpp"
#include "games/shogi/move_text.hpp"
#include "games/shogi/script_reader.hpp"

#include <array>

namespace ludex::shogi {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {impossible_move, "", "", "players take turns, and move or drop a piece that they have there"},
};

std::string rack_text(const Hand& hand) {
  std::string text;
  for (const Piece piece : kHandOrder) {
    const std::string_view letter = cell_letters(cell_of(Player::first, piece));
    text.append(hand[hand_kind(piece)], letter.front());
  }
  return text;
}

bool read_rack(std::string_view text, Hand& hand) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto piece = find_cell(text.substr(i, 1));
    if (!piece || *piece > kHandKinds) return false;
    if (++hand[hand_kind(static_cast<Piece>(*piece))] > kMaxWrittenInHand) return false;
  }
  return true;
}

}  // namespace

RuleBook ShogiRules::rule_book() const { return {"shogi", kRules}; }

void ShogiRules::append_keys(std::span<const std::uint16_t> ops, BoardSize, std::uint32_t first_ply,
                             std::uint32_t end_ply, std::vector<PositionKey>& keys) const {
  if (end_ply == 0) return;
  ScriptReader reader(ops);
  while (reader.next()) {
    if (reader.ply() >= first_ply) keys.push_back(reader.board().key());
    if (reader.ply() + 1 >= end_ply) return;
  }
}

bool ShogiRules::append_moments(std::span<const std::uint16_t> ops, BoardSize,
                                std::span<const std::uint32_t> plies,
                                std::vector<std::uint64_t>& moments) const {
  ScriptReader reader(ops);
  while (!plies.empty() && reader.next()) {
    if (reader.ply() != plies.front()) continue;
    moments.push_back(reader.moment());
    plies = plies.subspan(1);
  }
  return true;
}

std::optional<Position> ShogiRules::find_position(std::span<const std::uint16_t> ops, BoardSize,
                                                  std::uint32_t ply) const {
  ScriptReader reader(ops);
  while (reader.next()) {
    if (reader.ply() == ply) return reader.position();
  }
  return std::nullopt;
}

void ShogiRules::walk(std::span<const std::uint16_t> ops, BoardSize,
                      const std::function<bool(const Position&)>& visit) const {
  ScriptReader reader(ops);
  while (reader.next()) {
    if (!visit(reader.position())) return;
  }
}

void ShogiRules::append_setup(const Position& position, std::vector<std::uint16_t>& ops) const {
  Board start;
  start.reset();
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    const std::uint8_t code = position.cells[point];
    if (code != start.at(point)) ops.push_back(ops::put(point, code));
  }
  for (const Player player : {Player::first, Player::second}) {
    const Hand& hand = hands_of(position)[seat_index(player)];
    for (std::size_t kind = 0; kind < hand.size(); ++kind) {
      if (hand[kind] != 0) ops.push_back(ops::hold(player, kind, hand[kind]));
    }
  }
  if (position.to_move == Player::second) ops.push_back(ops::kGoteToMove);
}

void ShogiRules::append_steps(std::span<const std::uint16_t> words,
                              std::vector<SequenceStep>& steps) const {
  using Kind = SequenceStep::Kind;
  for (const std::uint16_t word : words) {
    if (word == ops::kBranch) return;
    steps.push_back({ops::is_move(word) ? Kind::move : Kind::setup, 0, 0, false, word});
  }
}

PositionKey ShogiRules::key_of(const Position& position) const {
  Board board;
  board.load(position);
  return board.key();
}

KeyRange ShogiRules::key_range(const Position& position, const Known& known) const {
  const PositionKey key = key_of(position);
  if (known.rest && known.to_move) return {key, key};
  return keys_of_placement(key);
}

std::uint8_t ShogiRules::swapped(std::uint8_t code) const {
  return code == cell::kEmpty ? code : cell_of(opponent(owner_of(code)), piece_of(code));
}

Position ShogiRules::start_position(BoardSize) const {
  Board board;
  board.reset();
  return to_position(board);
}

std::optional<Move> ShogiRules::parse_move(std::string_view text, const Position& position) const {
  return is_csa_move(text) ? parse_csa_move(text, position) : parse_usi(text, position.to_move);
}

std::optional<Position> ShogiRules::after(const Position& position, const Move& move) const {
  Board board;
  board.load(position);
  board.set_to_move(move.player);
  const BoardMove board_move = to_board_move(move);
  if (board.fault_of(board_move) != Fault::none) return std::nullopt;
  board.play(board_move);
  Position next = to_position(board);
  next.ply = position.ply + 1;
  next.parent_ply = static_cast<std::int32_t>(position.ply);
  next.last_move = move;
  return next;
}

std::string_view ShogiRules::cell_text(std::uint8_t code) const {
  static constexpr std::array<std::string_view, 12> kBracketed = {"[+P]", "[+L]", "[+N]", "[+S]",
                                                                  "[+B]", "[+R]", "[+p]", "[+l]",
                                                                  "[+n]", "[+s]", "[+b]", "[+r]"};
  const std::string_view letters = cell_letters(code);
  if (letters.size() == 1) return letters;
  for (const std::string_view text : kBracketed) {
    if (text.substr(1, 2) == letters) return text;
  }
  return {};
}

std::string ShogiRules::racks_text(const Position& position) const {
  const std::size_t first = seat_index(position.to_move);
  return rack_text(hands_of(position)[first]) + "/" + rack_text(hands_of(position)[1 - first]);
}

bool ShogiRules::read_racks(std::string_view text, QueryPosition& query) const {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const std::size_t first = seat_index(query.position.to_move);
  Hands hands;
  if (!read_rack(text.substr(0, slash), hands.of_seat[first]) ||
      !read_rack(text.substr(slash + 1), hands.of_seat[1 - first])) {
    return false;
  }
  query.position.rest = GameData(hands);
  query.known.rest = true;
  return true;
}

}  // namespace ludex::shogi
