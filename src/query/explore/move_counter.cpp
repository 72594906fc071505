#include "query/explore/move_counter.hpp"

#include <algorithm>

namespace ludex {
namespace {

void add_result(Winner result, std::uint32_t mover, bool swapped, MoveCounts& counts) {
  if (result == Winner::draw) ++counts.draws;
  const std::uint32_t winner = winning_seat(result);
  if (winner == 0) return;
  if (winner <= 2) ++counts.wins[swapped ? 2 - winner : winner - 1];
  if (mover != 0) ++(mover == winner ? counts.mover_wins : counts.mover_losses);
}

void add_years(Day from, Day to, MoveCounts& counts) {
  if (from != 0) {
    const std::int32_t first = year_of(from);
    counts.first_year = std::min(counts.first_year.value_or(first), first);
  }
  if (to != 0) {
    const std::int32_t last = year_of(to);
    counts.last_year = std::max(counts.last_year.value_or(last), last);
  }
}

}  // namespace

std::uint32_t winning_seat(Winner winner) {
  constexpr std::array<std::uint8_t, 8> kSeats = {0, 1, 2, 0, 0, 0, 3, 4};
  const auto number = static_cast<std::size_t>(winner);
  return number < kSeats.size() ? kSeats[number] : 0;
}

void CountedGames::go_to(std::int64_t number) {
  chunk_ = &kept_.find_or_read(number, [&](Chunk& chunk) {
    unpack_facts<std::int32_t>(results_.packed(number), chunk.result);
    unpack_facts<Day>(firsts_.packed(number), chunk.from);
    unpack_facts<Day>(lasts_.packed(number), chunk.to);
    unpack_facts<std::int32_t>(all_flags_.packed(number), chunk.flags);
  });
  number_ = number;
}

bool GameCounter::add(const CountedGame& game, std::uint32_t ply, std::uint32_t mover, bool swapped,
                      MoveCounts& counts) {
  if (last_game == raw(game.id)) return false;
  last_game = raw(game.id);
  ++counts.games;
  add_result(game.winner, mover, swapped, counts);
  add_years(game.from, game.to, counts);
  take_sample(game.to, game.id, ply, counts);
  return true;
}

void GameCounter::add(const MomentCell& cell, std::uint32_t mover, bool swapped,
                      MoveCounts& counts) {
  counts.games += cell.games;
  counts.draws += cell.draws;
  counts.wins[swapped ? 1 : 0] += cell.wins[0];
  counts.wins[swapped ? 0 : 1] += cell.wins[1];
  if (mover != 0) {
    const std::int64_t own = cell.wins[mover - 1];
    counts.mover_wins += own;
    counts.mover_losses += cell.wins[0] + cell.wins[1] + cell.wins[2] - own;
  }
  add_years(cell.first_day, cell.last_day, counts);
  take_sample(cell.last_day, cell.sample, cell.sample_ply, counts);
}

void GameCounter::take_sample(Day last, GameId game, std::uint32_t ply, MoveCounts& counts) {
  if (last < last_day || (last == last_day && raw(game) > raw(counts.sample))) return;
  last_day = last;
  counts.sample = game;
  counts.sample_ply = ply;
}

}  // namespace ludex
