#include "query/filter/game_seats.hpp"

#include "query/filter/game_scan.hpp"

namespace ludex {

GameSeats::GameSeats(SqlConnection& sql, const People& people, const GameFilters& filters,
                     bool with_scores)
    : people_(people),
      conditions_(seat_conditions(sql, filters)),
      meant_(sql, people, filters),
      further_(sql, people) {
  if (with_scores) {
    select_scores_.emplace(
        sql, "SELECT id, seat1_score, seat2_score FROM game WHERE id BETWEEN ? AND ?");
  }
}

void GameSeats::load(FactChunk& chunk, const GameMask& games) {
  first_game_ = chunk.first_game();
  names_ = {&chunk.values(Fact::black), &chunk.values(Fact::white)};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    plays_[seat] = games;
    conditions_[seat]->narrow(chunk, plays_[seat]);
  }
  if (select_scores_) load_scores();
}

void GameSeats::load_scores() {
  for (auto& scores : scores_) scores.assign(kFactChunkGames, std::nullopt);
  select_scores_->reset();
  select_scores_->bind(1, first_game_);
  select_scores_->bind(2, first_game_ + kFactChunkGames - 1);
  while (select_scores_->step()) {
    const auto place = static_cast<std::size_t>(select_scores_->integer(0) - first_game_);
    for (int seat = 0; seat < 2; ++seat) {
      if (select_scores_->is_null(seat + 1)) continue;
      scores_[static_cast<std::size_t>(seat)][place] = select_scores_->real(seat + 1);
    }
  }
}

const std::vector<GameSeat>& GameSeats::of_game(std::size_t place) {
  const SeatedGame* const game = further_.find(first_game_ + static_cast<std::int64_t>(place));
  seats_.clear();
  if (game != nullptr) {
    take_all(*game, place);
  } else {
    take_two(place);
  }
  return seats_;
}

void GameSeats::take_two(std::size_t place) {
  const std::int64_t id = first_game_ + static_cast<std::int64_t>(place);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const std::int64_t name = (*names_[seat])[place];
    GameSeat& one = seats_.emplace_back();
    one.who = people_.has_seated() ? people_.of_seat(id, static_cast<std::int64_t>(seat) + 1, name)
                                   : people_.of_name(name);
    one.wins = winner_at_seat(seat + 1);
    if (select_scores_) one.score = scores_[seat][place];
    one.is_meant = plays_[seat][place] != 0;
  }
}

void GameSeats::take_all(const SeatedGame& game, std::size_t place) {
  for (const Sitting& sitting : game.seats) {
    const auto seat = static_cast<std::size_t>(sitting.seat);
    const bool known_by_facts = seat <= 2 && plays_[seat - 1][place] != 0;
    seats_.push_back({.who = sitting.who,
                      .wins = winner_at_seat(seat),
                      .score = sitting.score,
                      .is_meant = known_by_facts || meant_.is_meant(game, sitting),
                      .is_opponent = meant_.is_opponent(sitting)});
  }
}

}  // namespace ludex
