#include "shogi_board.hpp"

#include "random.hpp"

#include <initializer_list>
#include <span>

namespace ludex::bench {
namespace {

constexpr int kSide = 9;

struct Step {
  int right;
  int down;
  bool slides = false;
};

// As sente moves; gote's are turned round.
constexpr Step kPawnSteps[] = {{0, -1}};
constexpr Step kLanceSteps[] = {{0, -1, true}};
constexpr Step kKnightSteps[] = {{-1, -2}, {1, -2}};
constexpr Step kSilverSteps[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}};
constexpr Step kGoldSteps[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}};
constexpr Step kBishopSteps[] = {{-1, -1, true}, {1, -1, true}, {-1, 1, true}, {1, 1, true}};
constexpr Step kRookSteps[] = {{0, -1, true}, {-1, 0, true}, {1, 0, true}, {0, 1, true}};
constexpr Step kHorseSteps[] = {{-1, -1, true}, {1, -1, true}, {-1, 1, true}, {1, 1, true},
                                {0, -1},        {-1, 0},       {1, 0},        {0, 1}};
constexpr Step kDragonSteps[] = {{0, -1, true}, {-1, 0, true}, {1, 0, true}, {0, 1, true},
                                 {-1, -1},      {1, -1},       {-1, 1},      {1, 1}};
constexpr Step kKingSteps[] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                               {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

std::span<const Step> steps_of(const ShogiBoard::Piece& piece) {
  switch (piece.kind) {
    case ShogiBoard::kBishop:
      return piece.promoted ? std::span<const Step>(kHorseSteps) : kBishopSteps;
    case ShogiBoard::kRook:
      return piece.promoted ? std::span<const Step>(kDragonSteps) : kRookSteps;
    case ShogiBoard::kKing:
      return kKingSteps;
    case ShogiBoard::kGold:
      return kGoldSteps;
    default:
      break;
  }
  if (piece.promoted) return kGoldSteps;
  if (piece.kind == ShogiBoard::kPawn) return kPawnSteps;
  if (piece.kind == ShogiBoard::kLance) return kLanceSteps;
  return piece.kind == ShogiBoard::kKnight ? std::span<const Step>(kKnightSteps) : kSilverSteps;
}

/// Rows from a player's own far side, 0 the last rank.
int rows_to_go(int row, int colour) { return colour == 0 ? row : kSide - 1 - row; }

bool is_stuck(std::uint8_t kind, int rows) {
  if (kind == ShogiBoard::kPawn || kind == ShogiBoard::kLance) return rows == 0;
  return kind == ShogiBoard::kKnight && rows < 2;
}

std::string name_of(std::uint8_t kind, bool promoted) {
  constexpr const char* kNames[] = {"", "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU"};
  constexpr const char* kPromoted[] = {"", "TO", "NY", "NK", "NG", "", "UM", "RY", ""};
  return promoted ? kPromoted[kind] : kNames[kind];
}

std::string square_name(int cell) {
  return std::to_string(kSide - cell % kSide) + std::to_string(cell / kSide + 1);
}

}  // namespace

ShogiBoard::ShogiBoard() {
  constexpr std::uint8_t kBack[] = {kLance, kKnight, kSilver, kGold, kKing,
                                    kGold,  kSilver, kKnight, kLance};
  for (int column = 0; column < kSide; ++column) {
    const auto at = static_cast<std::size_t>(column);
    cells_[at] = {kBack[column], 1};
    cells_[18 + at] = {kPawn, 1};
    cells_[54 + at] = {kPawn, 0};
    cells_[72 + at] = {kBack[column], 0};
  }
  cells_[10] = {kRook, 1};
  cells_[16] = {kBishop, 1};
  cells_[64] = {kBishop, 0};
  cells_[70] = {kRook, 0};
}

void ShogiBoard::remove(int file, int rank) {
  cells_[static_cast<std::size_t>((rank - 1) * kSide + kSide - file)] = {};
}

void ShogiBoard::list_moves(std::vector<Move>& moves) const {
  moves.clear();
  for (int cell = 0; cell < kSide * kSide; ++cell) {
    const Piece& piece = cells_[static_cast<std::size_t>(cell)];
    if (piece.kind != kNone && piece.colour == to_move_) list_piece_moves(cell, moves);
  }
  list_drops(moves);
}

void ShogiBoard::list_piece_moves(int from, std::vector<Move>& moves) const {
  const int forward = to_move_ == 0 ? 1 : -1;
  for (const Step& step : steps_of(cells_[static_cast<std::size_t>(from)])) {
    int column = from % kSide;
    int row = from / kSide;
    while (true) {
      column += step.right * forward;
      row += step.down * forward;
      if (column < 0 || column >= kSide || row < 0 || row >= kSide) break;
      const int to = row * kSide + column;
      const Piece& there = cells_[static_cast<std::size_t>(to)];
      if (there.kind == kNone || (there.colour != to_move_ && there.kind != kKing)) {
        add_move(from, to, moves);
      }
      if (there.kind != kNone || !step.slides) break;
    }
  }
}

void ShogiBoard::add_move(int from, int to, std::vector<Move>& moves) const {
  const Piece& piece = cells_[static_cast<std::size_t>(from)];
  const int rows_left = rows_to_go(to / kSide, to_move_);
  const bool in_zone = rows_left < 3 || rows_to_go(from / kSide, to_move_) < 3;
  const bool may_promote = !piece.promoted && piece.kind != kGold && piece.kind != kKing && in_zone;
  Move move;
  move.from = static_cast<std::int8_t>(from);
  move.to = static_cast<std::int8_t>(to);
  move.kind = piece.kind;
  move.captures = cells_[static_cast<std::size_t>(to)].kind != kNone;
  move.promoted = piece.promoted;
  if (piece.promoted || !is_stuck(piece.kind, rows_left)) moves.push_back(move);
  move.promoted = true;
  if (may_promote) moves.push_back(move);
}

void ShogiBoard::list_drops(std::vector<Move>& moves) const {
  for (std::uint8_t kind = kPawn; kind < kKing; ++kind) {
    if (hands_[static_cast<std::size_t>(to_move_)][kind] == 0) continue;
    for (int to = 0; to < kSide * kSide; ++to) {
      if (cells_[static_cast<std::size_t>(to)].kind != kNone) continue;
      if (is_stuck(kind, rows_to_go(to / kSide, to_move_))) continue;
      if (kind == kPawn && has_pawn_on(to % kSide)) continue;
      Move move;
      move.to = static_cast<std::int8_t>(to);
      move.kind = kind;
      moves.push_back(move);
    }
  }
}

bool ShogiBoard::has_pawn_on(int column) const {
  for (int row = 0; row < kSide; ++row) {
    const Piece& piece = cells_[static_cast<std::size_t>(row * kSide + column)];
    if (piece.kind == kPawn && piece.colour == to_move_ && !piece.promoted) return true;
  }
  return false;
}

void ShogiBoard::play(const Move& move) {
  auto& hand = hands_[static_cast<std::size_t>(to_move_)];
  Piece& target = cells_[static_cast<std::size_t>(move.to)];
  if (target.kind != kNone) ++hand[target.kind];
  target = {move.kind, static_cast<std::uint8_t>(to_move_), move.promoted};
  if (move.from < 0) {
    --hand[move.kind];
  } else {
    cells_[static_cast<std::size_t>(move.from)] = {};
  }
  to_move_ = 1 - to_move_;
}

std::uint64_t ShogiBoard::hash() const {
  std::uint64_t sum = Random::mix(static_cast<std::uint64_t>(to_move_) + 1);
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const Piece& piece = cells_[cell];
    if (piece.kind == kNone) continue;
    const std::uint64_t code = piece.kind * 4U + piece.colour * 2U + (piece.promoted ? 1U : 0U);
    sum += Random::mix(cell * 64 + code + 1000);
  }
  return Random::mix(sum);
}

std::string ShogiBoard::csa(const Move& move) const {
  std::string text = to_move_ == 0 ? "+" : "-";
  text += move.from < 0 ? "00" : square_name(move.from);
  return text + square_name(move.to) + name_of(move.kind, move.promoted);
}

std::string ShogiBoard::csa_position(const std::string& prefix) const {
  std::string text;
  for (int row = 0; row < kSide; ++row) {
    text += prefix + "P" + std::to_string(row + 1);
    for (int column = 0; column < kSide; ++column) {
      const Piece& piece = cells_[static_cast<std::size_t>(row * kSide + column)];
      text += piece.kind == kNone
                  ? " * "
                  : (piece.colour == 0 ? "+" : "-") + name_of(piece.kind, piece.promoted);
    }
    text += '\n';
  }
  for (const std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
    std::string hand;
    for (std::uint8_t kind = kPawn; kind < kKing; ++kind) {
      for (int i = 0; i < hands_[colour][kind]; ++i) hand += "00" + name_of(kind, false);
    }
    if (!hand.empty()) text += prefix + (colour == 0 ? "P+" : "P-") + hand + "\n";
  }
  return text;
}

}  // namespace ludex::bench
