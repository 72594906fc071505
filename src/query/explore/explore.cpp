#include "query/explore/explore.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/filter/game_query.hpp"
#include "query/search/game_positions.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ludex {
namespace {

/// Whether any seat could make the same move.
bool is_anybodys(const QueryPosition& query) {
  return traits_of(query.position.game).has_numbered_seats;
}

/// Whether there is no turn between two states of a crossword game, but a bonus, rack or clock: the
/// same player is to make the same move. Of several such states each but the first stands for none.
bool is_same_moment(const QueryPosition& query, const PositionHit& first, const PositionHit& hit) {
  return is_anybodys(query) && first.ply + 1 == hit.ply && first.match == hit.match &&
         first.next_move == hit.next_move;
}

/// 1 to 4; 0 where nobody won.
std::size_t winning_seat(Winner winner) {
  for (std::size_t seat = 1; seat <= 4; ++seat) {
    if (winner == winner_at_seat(seat)) return seat;
  }
  return 0;
}

/// As the query's board shows seats: exchanged where colours are.
std::uint32_t seat_shown(const PositionHit& hit, GameFlags flags) {
  return seat_moving(hit.mover, hit.ply, flags);
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
  if (!move) return seat;
  const std::uint64_t board = std::uint64_t{move->point} << 32 | move->from;
  const auto kind = static_cast<std::uint64_t>(move->kind);
  const auto player = static_cast<std::uint64_t>(move->player);
  const std::uint64_t rest = std::uint64_t{seat} << 32 | kind << 24 | player << 16 |
                             std::uint64_t{move->piece} << 8 | std::uint64_t{move->promotes};
  const std::uint64_t mixed =
      (board ^ move->detail.hash() ^ rest << 17 ^ rest) * 0x9E37'79B9'7F4A'7C15;
  return static_cast<std::size_t>(mixed >> 32);
}

/// The visits to the position explored, game by game.
class Visits {
 public:
  Visits(SqlConnection& sql, const QueryPosition& query, bool with_variations)
      : search_(sql), facts_(sql), query_(query), with_variations_(with_variations) {}

  /// Those of the candidates that hold all other positions of the filters too.
  void keep_games_with_others(const GameFilters& filters, IdSet& candidates) {
    for (std::size_t i = filters.positions.size(); i-- > 1;) {
      candidates = search_.games_with(filters.positions[i], &candidates);
    }
  }

  template <class Visit>
  void for_each_game(const IdSet& candidates, Visit visit) {
    search_.for_each_game(query_, &candidates, [&](std::span<const PositionHit> hits) {
      if (!with_variations_) hits = on_main_line(hits, facts_);
      if (!hits.empty()) visit(hits);
      return true;
    });
  }

 private:
  PositionSearch search_;
  FactReader facts_;
  const QueryPosition& query_;
  bool with_variations_;
};

/// One game of each cluster among the candidates that were visited. \returns how many were left
/// out.
std::int64_t keep_one_of_each_visited(SqlConnection& sql, Visits& visits, IdSet& candidates) {
  IdSet visited;
  visits.for_each_game(candidates, [&](std::span<const PositionHit> hits) {
    visited.insert(raw(hits.front().game));
  });
  candidates = std::move(visited);
  return keep_one_of_each(sql, candidates);
}

}  // namespace

Coverage read_coverage(SqlConnection& sql, const IdSet& searched) {
  Coverage coverage;
  FactChunk chunk(sql);
  for_each_answer(chunk, [&](std::int64_t id, std::size_t place) {
    ++coverage.games;
    if (!searched.contains(id)) return;
    ++coverage.searched;
    const GameFlags flags(chunk.values(Fact::flags)[place]);
    if (flags.has(GameFlags::no_positions)) ++coverage.without_positions;
  });
  return coverage;
}

std::span<const PositionHit> on_main_line(std::span<const PositionHit> hits, FactReader& facts) {
  const std::int64_t plies = facts.value(Fact::main_positions, hits.front().game);
  std::size_t count = 0;
  while (count < hits.size() && hits[count].ply < plies) ++count;
  return hits.first(count);
}

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

MoveTally::MoveTally(SqlConnection& sql, const QueryPosition& query)
    : facts_(sql), query_(query), seen_(kFirstPlaces) {}

void MoveTally::add(std::span<const PositionHit> hits) {
  ++games_;
  const GameFacts facts = read(hits.front().game);
  const PositionHit* before = nullptr;
  for (const PositionHit& hit : hits) {
    const PositionHit* last = std::exchange(before, &hit);
    if (last != nullptr && is_same_moment(query_, *last, hit)) continue;
    ++visits_;
    Row& row = row_of(hit, facts.flags);
    ++row.counts.visits;
    if (hit.next_move && hit.next_move->score) {
      row.counts.points += *hit.next_move->score;
      ++row.counts.with_points;
    }
    if (row.last_game == raw(hit.game)) continue;
    row.last_game = raw(hit.game);
    add_game(row, hit, facts);
  }
}

void MoveTally::add_game(Row& row, const PositionHit& hit, const GameFacts& facts) {
  NextMove& counts = row.counts;
  ++counts.games;
  if (facts.winner == Winner::draw) ++counts.draws;
  if (const std::size_t winner = winning_seat(facts.winner); winner != 0) {
    if (winner <= 2) ++counts.wins[hit.match.colors_swapped ? 2 - winner : winner - 1];
    if (hit.next_move) {
      const std::size_t shown = seat_shown(hit, facts.flags);
      const std::size_t mover = hit.match.colors_swapped ? 3 - shown : shown;
      ++(mover == winner ? counts.mover_wins : counts.mover_losses);
    }
  }
  if (facts.from != 0) {
    const std::int32_t first = year_of(facts.from);
    counts.first_year = std::min(counts.first_year.value_or(first), first);
  }
  if (facts.to != 0) {
    const std::int32_t last = year_of(facts.to);
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
  seen_.assign(kFirstPlaces, {});
  seen_count_ = 0;
  last_ = {};
  std::stable_sort(moves.begin(), moves.end(), comes_before);
  return moves;
}

MoveTally::GameFacts MoveTally::read(GameId game) {
  const std::int64_t chunk = (raw(game) - 1) / kFactChunkGames;
  if (chunk != chunk_) {
    facts_.read(Fact::result, chunk, result_);
    facts_.read(Fact::date_from, chunk, from_);
    facts_.read(Fact::date_to, chunk, to_);
    facts_.read(Fact::flags, chunk, flags_);
    chunk_ = chunk;
  }
  const auto place = static_cast<std::size_t>((raw(game) - 1) % kFactChunkGames);
  return {winner_in(result_[place]), static_cast<Day>(from_[place]), static_cast<Day>(to_[place]),
          GameFlags(flags_[place])};
}

/// A crossword play is the same one whoever of the players makes it. Other moves are not, and
/// neither are ends of lines.
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
  if (move) shown = query_.first_equivalent(*move);
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

/// Where a move stands, or would stand.
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

Exploration explore(Database& database, const GameFilters& filters, bool with_variations) {
  check(filters);
  if (filters.positions.empty()) throw UsageError("there is no position to explore");
  SqlConnection& sql = database.sql();
  const ReadTransaction transaction(sql);
  const QueryPosition& query = filters.positions.front();
  const GameSelection selection = select_games(sql, filters);
  Exploration answer;
  answer.coverage = read_coverage(sql, selection.matched);

  Visits visits(sql, query, with_variations);
  IdSet candidates = selection.matched;
  if (filters.unique) {
    visits.keep_games_with_others(filters, candidates);
    keep_games_with_patterns(sql, filters, 0, candidates);
    answer.coverage.copies = keep_one_of_each_visited(sql, visits, candidates);
    answer.one_of_each = candidates;
  }
  candidates |= selection.undated;
  candidates |= selection.silent;
  visits.keep_games_with_others(filters, candidates);
  keep_games_with_patterns(sql, filters, 0, candidates);
  MoveTally tally(sql, query);
  visits.for_each_game(candidates, [&](std::span<const PositionHit> hits) {
    if (selection.undated.contains(raw(hits.front().game))) {
      ++answer.coverage.undated;
    } else if (selection.silent.contains(raw(hits.front().game))) {
      ++answer.coverage.silent;
    } else {
      tally.add(hits);
    }
  });
  answer.visits = tally.visits();
  answer.games = tally.games();
  answer.moves = tally.take();
  return answer;
}

std::optional<QueryPosition> query_after(const QueryPosition& query, const Move& move) {
  const GameRules* const rules = find_rules(query.position.game);
  if (rules == nullptr) return std::nullopt;
  if (move.kind == MoveKind::links && !query.known.rest) return std::nullopt;
  auto position = rules->after(query.position, move);
  if (!position) return std::nullopt;
  QueryPosition next = query;
  next.position = std::move(*position);
  return next;
}

}  // namespace ludex
