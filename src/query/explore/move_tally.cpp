#include "query/explore/move_tally.hpp"

#include "games/api/game_rules.hpp"
#include "query/search/game_positions.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ludex {
namespace {

/// True if any seat could make the same move.
bool is_anybodys(const QueryPosition& query) {
  return traits_of(query.position.game).has_numbered_seats;
}

/// True if no turn lies between two states of a crossword game, only a bonus, rack or clock: the
/// same player is to make the same move. Of several such states only the first counts.
bool is_same_moment(const QueryPosition& query, const PositionHit& first, const PositionHit& hit) {
  return is_anybodys(query) && first.ply + 1 == hit.ply && first.match == hit.match &&
         first.next_move == hit.next_move;
}

/// Seats as on the board of the query: exchanged if colors are.
std::uint32_t seat_shown(const PositionHit& hit, GameFlags flags) {
  return seat_moving(hit.mover, hit.ply, flags);
}

/// The seat of the game that makes the next move; 0: there is none.
std::uint32_t mover_of(const PositionHit& hit, GameFlags flags) {
  const std::uint32_t shown = hit.next_move ? seat_shown(hit, flags) : 0;
  return hit.match.colors_swapped && shown != 0 ? 3 - shown : shown;
}

auto reading_order(const NextMove& row) {
  const Move move = row.move.value_or(Move{});
  return std::tuple(!row.move.has_value(), move.kind, move.point, move.from, move.piece,
                    move.promotes, move.player, move.detail, row.mover);
}

bool comes_before(const NextMove& a, const NextMove& b) {
  if (a.games != b.games) return a.games > b.games;
  if (a.visits != b.visits) return a.visits > b.visits;
  return reading_order(a) < reading_order(b);
}

constexpr std::size_t kFirstPlaces = 1024;

std::size_t hash_of(const std::optional<Move>& move, std::uint32_t seat) {
  return move ? hash_of(*move) + seat : seat;
}

}  // namespace

std::optional<double> NextMove::score() const {
  const std::int64_t decided = mover_wins + mover_losses + draws;
  if (!move || decided == 0) return std::nullopt;
  return (static_cast<double>(mover_wins) + static_cast<double>(draws) / 2) /
         static_cast<double>(decided);
}

std::optional<double> MoveCounts::mean_points() const {
  if (with_points == 0) return std::nullopt;
  return static_cast<double>(points) / static_cast<double>(with_points);
}

MoveTally::MoveTally(const QueryPosition& query)
    : query_(query), own_symmetries_(query.own_symmetries()), seen_(kFirstPlaces) {}

void MoveTally::add(const CountedGame& game, std::span<const PositionHit> hits) {
  ++games_;
  const PositionHit* before = nullptr;
  for (const PositionHit& hit : hits) {
    const PositionHit* last = std::exchange(before, &hit);
    if (last != nullptr && is_same_moment(query_, *last, hit)) continue;
    ++visits_;
    Row& row = row_of(hit, game.flags);
    ++row.counts.visits;
    if (hit.next_move && hit.next_move->score) {
      row.counts.points += *hit.next_move->score;
      ++row.counts.with_points;
    }
    row.counter.add(game, hit.ply, mover_of(hit, game.flags), hit.match.colors_swapped, row.counts);
  }
}

void MoveTally::add(const PositionHit& hit, const MomentCell& cell) {
  games_ += cell.games;
  visits_ += cell.games;
  GameFlags flags;  // those that exchange seats at every ply
  flags.set(GameFlags::first_seat_is_white, cell.seats_exchanged);
  Row& row = row_of(hit, flags);
  row.counts.visits += cell.games;
  row.counter.add(cell, mover_of(hit, flags), hit.match.colors_swapped, row.counts);
}

std::vector<NextMove> MoveTally::take() {
  std::vector<NextMove> moves;
  moves.reserve(rows_.size());
  for (Row& row : rows_) moves.push_back(std::move(row.counts));
  rows_.clear();
  seen_.assign(kFirstPlaces, {});
  seen_count_ = 0;
  last_ = {};
  std::stable_sort(moves.begin(), moves.end(), comes_before);
  return moves;
}

/// A crossword play is the same move for every player. Other moves and ends of lines are not.
MoveTally::Row& MoveTally::row_of(const PositionHit& hit, GameFlags flags) {
  const std::uint32_t seat = seat_shown(hit, flags);
  const bool has_seat = !is_anybodys(query_) || !hit.next_move;
  Row& row = row_for(hit.next_move, has_seat ? seat : 0);
  if (row.counts.visits == 0) row.counts.mover = seat;
  if (row.counts.mover != seat) row.counts.mover = 0;
  return row;
}

MoveTally::Row& MoveTally::row_for(const std::optional<Move>& move, std::uint32_t seat) {
  if (last_.row != kNoRow && last_.seat == seat && last_.move == move) return rows_[last_.row];
  if (const Seen& known = place_of(move, seat); known.row != kNoRow) {
    last_ = known;
    return rows_[known.row];
  }
  std::optional<Move> shown = move;
  if (move) shown = query_.first_equivalent(*move, own_symmetries_);
  if (move) shown->score.reset();
  if (move && is_anybodys(query_)) shown->player = Player::first;
  std::size_t row = place_of(shown, seat).row;
  if (row == kNoRow) {
    row = rows_.size();
    rows_.emplace_back().counts.move = shown;
    if (move) rows_.back().counts.move->score = move->score;
  }
  for (const auto& one : {shown, move}) {
    Seen& seen = place_of(one, seat);
    if (seen.row == kNoRow) ++seen_count_;
    seen = {one, seat, row};
  }
  if (2 * seen_count_ > seen_.size()) grow();
  return rows_[row];
}

/// The slot of a move, or the free slot for it.
MoveTally::Seen& MoveTally::place_of(const std::optional<Move>& move, std::uint32_t seat) {
  const std::size_t mask = seen_.size() - 1;
  const auto is_other = [&](const Seen& seen) {
    return seen.row != kNoRow && (seen.seat != seat || seen.move != move);
  };
  std::size_t at = hash_of(move, seat) & mask;
  while (is_other(seen_[at])) at = (at + 1) & mask;
  return seen_[at];
}

void MoveTally::grow() {
  std::vector<Seen> before(2 * seen_.size());
  before.swap(seen_);
  for (Seen& one : before) {
    if (one.row != kNoRow) place_of(one.move, one.seat) = std::move(one);
  }
}

}  // namespace ludex
