#include "games/shogi/board.hpp"

#include "games/api/key_table.hpp"

#include <cassert>

namespace ludex::shogi {
namespace {

/// The n-th output of splitmix64 seeded with 0; `n` says what the constant stands for.
constexpr std::uint64_t constant(std::uint64_t what, std::uint64_t which) {
  return KeyTable::random(static_cast<std::uint64_t>(GameType::shogi) << 32 | what << 24 | which);
}

constexpr KeyConstants make_constants() {
  constexpr std::uint64_t kPiece = 1, kHand = 2, kToMove = 3, kEmpty = 4;
  KeyConstants made;
  for (std::size_t code = 1; code < kCellCodes; ++code) {
    for (std::size_t point = 0; point < kSquares; ++point) {
      made.cells[code][point] = constant(kPiece, code << 8 | point);
    }
  }
  made.cells[kGote] = {};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
      for (std::size_t count = 1; count <= kMaxInHand; ++count) {
        made.hands[seat][kind][count] = constant(kHand, seat << 16 | kind << 8 | count) & kHandMask;
      }
    }
  }
  made.gote_to_move = constant(kToMove, 0) & kHandMask;
  made.empty = constant(kEmpty, 0);
  return made;
}

constexpr std::array<Piece, kSide> kBackRank = {Piece::lance,  Piece::knight, Piece::silver,
                                                Piece::gold,   Piece::king,   Piece::gold,
                                                Piece::silver, Piece::knight, Piece::lance};

Board make_even() {
  Board board;
  for (std::uint8_t file = 1; file <= kSide; ++file) {
    const Piece back = kBackRank[file - 1U];
    board.set(point_of({file, 1}), cell_of(Player::second, back));
    board.set(point_of({file, 3}), cell_of(Player::second, Piece::pawn));
    board.set(point_of({file, 7}), cell_of(Player::first, Piece::pawn));
    board.set(point_of({file, 9}), cell_of(Player::first, back));
  }
  board.set(point_of({8, 2}), cell_of(Player::second, Piece::rook));
  board.set(point_of({2, 2}), cell_of(Player::second, Piece::bishop));
  board.set(point_of({8, 8}), cell_of(Player::first, Piece::bishop));
  board.set(point_of({2, 8}), cell_of(Player::first, Piece::rook));
  return board;
}

}  // namespace

constinit const KeyConstants kKeyConstants = make_constants();

void Board::reset() {
  static const Board even = make_even();
  *this = even;
}

void Board::clear() { *this = Board{}; }

void Board::load(const Position& position) {
  assert(position.cells.size() == kSquares);
  clear();
  const auto& hands = hands_of(position);
  for (std::size_t point = 0; point < kSquares; ++point) set(point, position.cells[point]);
  for (const Player player : {Player::first, Player::second}) {
    for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
      set_hand(player, kind, hands[seat_index(player)][kind]);
    }
  }
  set_to_move(position.to_move);
}

void Board::set(std::size_t point, std::uint8_t code) {
  assert(is_cell(code));
  key_ ^= kKeyConstants.cells[cells_[point]][point] ^ kKeyConstants.cells[code][point];
  cells_[point] = code;
}

void Board::set_hand(Player player, std::size_t kind, std::uint8_t count) {
  assert(count <= kMaxInHand);
  const auto& constants = kKeyConstants.hands[seat_index(player)][kind];
  std::uint8_t& held = hands_[seat_index(player)][kind];
  key_ ^= constants[held] ^ constants[count];
  held = count;
}

void Board::set_to_move(Player player) {
  if (player != to_move_) key_ ^= kKeyConstants.gote_to_move;
  to_move_ = player;
}

Fault Board::fault_of(BoardMove move) const {
  if (move.to >= kSquares || move.from >= BoardMove::kDrop + kHandKinds) return Fault::off_board;
  const std::uint8_t there = cells_[move.to];
  if (move.is_drop()) {
    if (move.promotes) return Fault::cannot_promote;
    if (hands_[seat_index(to_move_)][move.kind()] == 0) return Fault::not_in_hand;
    return there == cell::kEmpty ? Fault::none : Fault::occupied;
  }
  const std::uint8_t moved = cells_[move.from];
  if (moved == cell::kEmpty) return Fault::empty_origin;
  if (owner_of(moved) != to_move_) return Fault::others_piece;
  if (move.promotes && !can_promote(piece_of(moved))) return Fault::cannot_promote;
  const bool takes_own = there != cell::kEmpty && owner_of(there) == to_move_;
  return takes_own ? Fault::own_piece_taken : Fault::none;
}

void Board::play(BoardMove move) {
  assert(fault_of(move) == Fault::none);
  Hand& hand = hands_[seat_index(to_move_)];
  if (keeps_journal_) {
    const std::uint8_t moved = move.is_drop() ? cell::kEmpty : cells_[move.from];
    journal_.push_back({move, moved, cells_[move.to]});
  }
  if (move.is_drop()) {
    set(move.to, cell_of(to_move_, piece_in_hand(move.kind())));
    set_hand(to_move_, move.kind(), static_cast<std::uint8_t>(hand[move.kind()] - 1));
  } else {
    const Piece taken = unpromoted(piece_of(cells_[move.to]));
    const Piece moved = piece_of(cells_[move.from]);
    set(move.from, cell::kEmpty);
    set(move.to, cell_of(to_move_, move.promotes ? promoted(moved) : moved));
    if (taken != Piece::none && taken != Piece::king) {
      const std::size_t kind = hand_kind(taken);
      set_hand(to_move_, kind, static_cast<std::uint8_t>(hand[kind] + 1));
    }
  }
  set_to_move(opponent(to_move_));
}

void Board::undo_to(Mark mark) {
  assert(keeps_journal_ && mark <= journal_.size());
  for (; journal_.size() > mark; journal_.pop_back()) undo(journal_.back());
}

void Board::undo(const Played& played) {
  const BoardMove move = played.move;
  const Player mover = opponent(to_move_);
  const auto change_hand = [&](std::size_t kind, int change) {
    const int held = hands_[seat_index(mover)][kind];
    set_hand(mover, kind, static_cast<std::uint8_t>(held + change));
  };
  set(move.to, played.taken);
  if (move.is_drop()) {
    change_hand(move.kind(), 1);
  } else {
    set(move.from, played.moved);
    const Piece taken = unpromoted(piece_of(played.taken));
    if (taken != Piece::none && taken != Piece::king) change_hand(hand_kind(taken), -1);
  }
  set_to_move(mover);
}

}  // namespace ludex::shogi
