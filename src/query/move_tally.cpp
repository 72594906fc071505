#include "query/move_tally.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace ludex {
namespace {

/// Whether the colours of the pieces are the other seats' at this moment.
bool seats_are_swapped(bool sides_swapped, const PositionHit& hit) {
  return sides_swapped && hit.ply > 0;
}

auto reading_order(const NextMove& row) {
  const Move move = row.move.value_or(Move{});
  return std::tuple(!row.move.has_value(), move.kind, move.point, move.from, move.piece,
                    move.promotes, move.player, move.down, move.tiles);
}

bool comes_before(const NextMove& a, const NextMove& b) {
  if (a.games != b.games) return a.games > b.games;
  if (a.visits != b.visits) return a.visits > b.visits;
  return reading_order(a) < reading_order(b);
}

}  // namespace

std::size_t MoveTally::HashMove::operator()(const std::optional<Move>& move) const {
  if (!move) return 0;
  const std::uint64_t board = std::uint64_t{move->point} << 32 | move->from;
  const auto kind = static_cast<std::uint64_t>(move->kind);
  const auto player = static_cast<std::uint64_t>(move->player);
  const std::uint64_t rest =
      kind << 24 | player << 16 | std::uint64_t{move->piece} << 8 | std::uint64_t{move->promotes};
  const std::uint64_t tiles = std::hash<std::string>()(move->tiles) + (move->down ? 1 : 0);
  const std::uint64_t mixed = (board ^ tiles ^ rest << 17 ^ rest) * 0x9E37'79B9'7F4A'7C15;
  return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

std::optional<double> NextMove::score() const {
  const std::int64_t decided = mover_wins + mover_losses + draws;
  if (!move || decided == 0) return std::nullopt;
  return (static_cast<double>(mover_wins) + static_cast<double>(draws) / 2) /
         static_cast<double>(decided);
}

MoveTally::MoveTally(SQLite::Database& sql, const QueryPosition& query)
    : facts_(sql), query_(query) {}

void MoveTally::add(std::span<const PositionHit> hits) {
  visits_ += static_cast<std::int64_t>(hits.size());
  ++games_;
  const GameFacts facts = read(hits.front().game);
  for (const PositionHit& hit : hits) {
    Row& row = row_for(hit.next_move);
    ++row.counts.visits;
    if (row.last_game == raw(hit.game)) continue;
    row.last_game = raw(hit.game);
    add_game(row, hit, facts);
  }
}

void MoveTally::add_game(Row& row, const PositionHit& hit, const GameFacts& facts) {
  NextMove& counts = row.counts;
  ++counts.games;
  if (facts.winner == Winner::draw) ++counts.draws;
  if (facts.winner == Winner::first || facts.winner == Winner::second) {
    const std::size_t seat = facts.winner == Winner::first ? 0 : 1;
    ++counts.wins[hit.match.colors_swapped ? 1 - seat : seat];
    if (hit.next_move) {
      const bool by_second = hit.next_move->player == Player::second;
      const bool exchanged =
          hit.match.colors_swapped != seats_are_swapped(facts.sides_swapped, hit);
      const std::size_t mover = by_second != exchanged ? 1 : 0;
      ++(mover == seat ? counts.mover_wins : counts.mover_losses);
    }
  }
  if (facts.from != 0) {
    const std::int32_t first = year_of(facts.from);
    const std::int32_t last = year_of(facts.to);
    counts.first_year = std::min(counts.first_year.value_or(first), first);
    counts.last_year = std::max(counts.last_year.value_or(last), last);
  }
  if (facts.to > row.last_day) {
    row.last_day = facts.to;
    counts.sample = hit.game;
    counts.sample_ply = hit.ply;
  }
}

std::vector<NextMove> MoveTally::take() {
  std::vector<NextMove> moves;
  moves.reserve(rows_.size());
  for (Row& row : rows_) moves.push_back(std::move(row.counts));
  rows_.clear();
  row_of_.clear();
  std::sort(moves.begin(), moves.end(), comes_before);
  return moves;
}

MoveTally::GameFacts MoveTally::read(GameId game) {
  GameFacts facts;
  facts.winner = static_cast<Winner>(facts_.value(Fact::result, game) & 0xFF);
  facts.from = static_cast<Day>(facts_.value(Fact::date_from, game));
  facts.to = static_cast<Day>(facts_.value(Fact::date_to, game));
  facts.sides_swapped = (facts_.value(Fact::flags, game) & kFactSidesSwapped) != 0;
  return facts;
}

MoveTally::Row& MoveTally::row_for(std::optional<Move> move) {
  // A crossword play is the same one whoever of the players makes it.
  if (move && query_.position.crossword) move->player = Player::first;
  const auto known = row_of_.find(move);
  if (known != row_of_.end()) return rows_[known->second];
  std::optional<Move> shown = move;
  if (move) shown = query_.first_equivalent(*move);
  auto place = row_of_.find(shown);
  if (place == row_of_.end()) {
    place = row_of_.emplace(shown, rows_.size()).first;
    rows_.emplace_back().counts.move = shown;
  }
  const std::size_t row = place->second;
  row_of_.emplace(move, row);
  return rows_[row];
}

}  // namespace ludex
