#include "formats/wthor/wthor_file.hpp"

#include "core/little_endian.hpp"
#include "games/api/othello_flips.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace ludex {
namespace {

using othello::Squares;

int byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

bool is_date(int century, int month, int day) {
  return (century == 19 || century == 20) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool can_move(Squares own, Squares enemy) {
  for (Squares empty = ~(own | enemy); empty != 0; empty &= empty - 1) {
    if (othello::flips_of(static_cast<unsigned>(std::countr_zero(empty)), own, enemy) != 0)
      return true;
  }
  return false;
}

/// 8x8, by the rules, with passes.
class WthorBoard {
 public:
  [[nodiscard]] Player to_move() const { return to_move_; }
  /// \returns false if the player to move cannot play there
  bool play(unsigned square) {
    Squares& own = discs_[index()];
    Squares& enemy = discs_[1 - index()];
    if (((own | enemy) >> square & 1) != 0) return false;
    const Squares flips = othello::flips_of(square, own, enemy);
    if (flips == 0) return false;
    own |= flips | Squares{1} << square;
    enemy &= ~flips;
    pass();
    return true;
  }
  void pass() { to_move_ = to_move_ == Player::first ? Player::second : Player::first; }
  [[nodiscard]] bool must_pass() const { return !can_move(discs_[index()], discs_[1 - index()]); }
  [[nodiscard]] bool is_over() const {
    return must_pass() && !can_move(discs_[1 - index()], discs_[index()]);
  }
  [[nodiscard]] int count(std::size_t player) const { return std::popcount(discs_[player]); }

 private:
  [[nodiscard]] std::size_t index() const { return to_move_ == Player::first ? 0 : 1; }

  Squares discs_[2] = {Squares{1} << 28 | Squares{1} << 35, Squares{1} << 27 | Squares{1} << 36};
  Player to_move_ = Player::first;
};

}  // namespace

std::optional<WthorHeader> find_wthor_header(std::string_view bytes) {
  if (bytes.size() < kWthorHeaderBytes) return std::nullopt;
  if (!is_date(byte_at(bytes, 0), byte_at(bytes, 2), byte_at(bytes, 3))) return std::nullopt;
  if (byte_at(bytes, 1) > 99) return std::nullopt;
  WthorHeader header;
  header.made_year = byte_at(bytes, 0) * 100 + byte_at(bytes, 1);
  header.made_month = byte_at(bytes, 2);
  header.made_day = byte_at(bytes, 3);
  header.games = load_little<std::uint32_t>(bytes.data() + 4);
  header.names = load_little<std::uint16_t>(bytes.data() + 8);
  header.year = load_little<std::uint16_t>(bytes.data() + 10);
  if (const int side = byte_at(bytes, 12); side == 10) {
    header.size = side;
  } else if (side != 0 && side != 8) {
    return std::nullopt;
  }
  if (byte_at(bytes, 13) > 1) return std::nullopt;
  header.is_solitaires = byte_at(bytes, 13) == 1;
  header.depth = byte_at(bytes, 14);
  return header;
}

std::optional<WthorNames> WthorNames::read(std::string_view file, std::size_t name_bytes) {
  const auto header = find_wthor_header(file);
  if (!header || header->games != 0) return std::nullopt;
  WthorNames names;
  file.remove_prefix(kWthorHeaderBytes);
  for (std::size_t i = 0; i < header->names; ++i) {
    if (file.size() < name_bytes) {
      names.is_cut_ = true;
      break;
    }
    const std::string_view place = file.substr(0, name_bytes);
    const std::size_t end = place.find('\0');
    if (end == std::string_view::npos) ++names.endless_;
    names.names_.emplace_back(place.substr(0, end));
    file.remove_prefix(name_bytes);
  }
  return names;
}

std::optional<std::string_view> WthorNames::find(std::size_t index) const {
  if (index >= names_.size()) return std::nullopt;
  return names_[index];
}

int WthorGame::board_score() const {
  const int empty = kWthorSquares - discs[0] - discs[1];
  if (discs[0] == discs[1]) return kWthorSquares / 2;
  return discs[0] > discs[1] ? discs[0] + empty : discs[0];
}

void read_wthor_game(std::string_view bytes, WthorGame& out, std::vector<Problem>& problems) {
  const auto number = [&](std::size_t at) { return load_little<std::uint16_t>(bytes.data() + at); };
  out.event = number(0);
  out.black = number(2);
  out.white = number(4);
  out.score = byte_at(bytes, 6);
  out.theoretical_score = byte_at(bytes, 7);
  out.turns.clear();
  WthorBoard board;
  const auto stop = [&](std::size_t at, ProblemKind kind, std::string message) {
    const auto ply = static_cast<std::int32_t>(out.turns.size()) + 1;
    problems.push_back({kind, ply, at, std::move(message)});
  };
  std::size_t at = kWthorMovesAt;
  for (; at < kWthorGameBytes && bytes[at] != 0; ++at) {
    const int move = byte_at(bytes, at);
    const int row = move / 10, column = move % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8) {
      stop(at, ProblemKind::off_board, fmt::format("{} is no square of 8x8", move));
      break;
    }
    const auto square = static_cast<std::uint8_t>((row - 1) * 8 + column - 1);
    Player player = board.to_move();
    bool is_played = board.play(square);
    if (!is_played && board.must_pass()) {
      out.turns.push_back({player, std::nullopt, static_cast<std::uint8_t>(at)});
      board.pass();
      player = board.to_move();
      is_played = board.play(square);
    }
    if (!is_played) {
      stop(at, ProblemKind::impossible_move, fmt::format("{} turns no disc over", move));
      break;
    }
    out.turns.push_back({player, square, static_cast<std::uint8_t>(at)});
  }
  out.is_over = board.is_over();
  out.discs[0] = board.count(0);
  out.discs[1] = board.count(1);
}

}  // namespace ludex
