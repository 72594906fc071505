#include "query/filter/game_seats.hpp"

#include "query/filter/game_query.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ludex {
namespace {

bool has_outcome(const SeatedGame& game, const Sitting& player, Outcome outcome) {
  if (outcome == Outcome::draw) return game.winner == Winner::draw;
  const bool won = game.winner == winner_at_seat(static_cast<std::size_t>(player.seat));
  if (outcome == Outcome::win) return won;
  const bool decided = game.winner == Winner::first || game.winner == Winner::second ||
                       game.winner == Winner::third || game.winner == Winner::fourth;
  return decided && !won;
}

bool has_rating(const Sitting& player, const NumberRange& range) {
  if (!player.rating) return false;
  const std::int64_t rating = std::llround(*player.rating);
  return rating >= range.from && rating <= range.to;
}

/// Looks up each name of the filters once.
MeantPlayers::IsNamed find_people(SqlConnection& sql, const People& people,
                                  const GameFilters& filters) {
  std::map<const NameFilter*, PeopleMatch> matches;
  const WantedNames names(filters);
  const auto add = [&](const NameFilter* name) {
    matches.emplace(name, match_people(sql, people, NameKind::player, *name));
  };
  if (names.player != nullptr) add(names.player);
  for (const NameFilter* other : names.others) add(other);
  return [matches = std::move(matches)](std::int64_t who, const NameFilter& name) {
    const PeopleMatch& match = matches.at(&name);
    return who < 0 ? match.persons.contains(person_code(who)) : match.names.contains(who);
  };
}

}  // namespace

FurtherSeats::FurtherSeats(SqlConnection& sql, const People& people)
    : people_(people),
      rows_(sql,
            "SELECT s.game_id, COALESCE(g.winner, 0), s.seat, s.name, s.rating, s.score, g.black, "
            "g.black_rating, g.seat1_score, g.white, g.white_rating, g.seat2_score FROM seat s "
            "JOIN game g ON g.id = s.game_id WHERE s.seat > 2 ORDER BY s.game_id, s.seat"),
      has_row_(rows_.step()) {}

const SeatedGame* FurtherSeats::next() {
  if (!has_row_) return nullptr;
  start_game();
  do {
    add_seat(rows_.integer(2), 3, 4, 5);
    has_row_ = rows_.step();
  } while (has_row_ && rows_.integer(0) == game_.game);
  return &game_;
}

const SeatedGame* FurtherSeats::find(std::int64_t game) {
  while (game_.game < game) {
    if (next() == nullptr) return nullptr;
  }
  return game_.game == game ? &game_ : nullptr;
}

void FurtherSeats::start_game() {
  game_.game = rows_.integer(0);
  game_.winner = static_cast<Winner>(rows_.integer(1));
  game_.seats.clear();
  add_seat(1, 6, 7, 8);
  add_seat(2, 9, 10, 11);
}

void FurtherSeats::add_seat(std::int64_t seat, int name_column, int rating_column,
                            int score_column) {
  const auto number = [this](int column) {
    return rows_.is_null(column) ? std::nullopt : std::optional(rows_.real(column));
  };
  const std::int64_t name = rows_.integer(name_column);  // NULL is 0
  game_.seats.push_back({.seat = seat,
                         .who = people_.of_seat(game_.game, seat, name),
                         .rating = number(rating_column),
                         .score = number(score_column)});
}

WantedNames::WantedNames(const GameFilters& filters) {
  if (!filters.players.empty()) player = &filters.players[0];
  if (filters.players.size() == 2) others.push_back(&filters.players[1]);
  if (filters.opponent) others.push_back(&*filters.opponent);
}

bool MeantPlayers::has_wanted_rating(const SeatedGame& game, const Sitting& player) const {
  const auto has_it = [&](const Sitting& one) { return has_rating(one, *filters_.rating); };
  return filters_.both_players ? std::ranges::all_of(game.seats, has_it) : has_it(player);
}

bool MeantPlayers::is_meant(const SeatedGame& game, const Sitting& player) const {
  if (filters_.rank) return false;
  if (names_.player != nullptr && !is_named_(player.who, *names_.player)) return false;
  if (filters_.outcome && !has_outcome(game, player, *filters_.outcome)) return false;
  if (filters_.rating && !has_wanted_rating(game, player)) return false;
  return std::ranges::all_of(names_.others, [&](const NameFilter* name) {
    return std::ranges::any_of(game.seats, [&](const Sitting& other) {
      return other.seat != player.seat && is_named_(other.who, *name);
    });
  });
}

bool MeantPlayers::is_opponent(const Sitting& other) const {
  return names_.others.empty() || std::ranges::any_of(names_.others, [&](const NameFilter* name) {
           return is_named_(other.who, *name);
         });
}

IdSet games_of_further_seats(SqlConnection& sql, const People& people, const GameFilters& filters) {
  const MeantPlayers meant(filters, find_people(sql, people, filters));
  IdSet found;
  FurtherSeats games(sql, people);
  while (const SeatedGame* const game = games.next()) {
    const auto is_meant = [&](const Sitting& one) { return meant.is_meant(*game, one); };
    if (std::any_of(game->seats.begin(), game->seats.end(), is_meant)) found.insert(game->game);
  }
  return found;
}

GameSeats::GameSeats(SqlConnection& sql, const People& people, const GameFilters& filters,
                     bool with_scores)
    : people_(people),
      conditions_(seat_conditions(sql, filters)),
      meant_(filters, find_people(sql, people, filters)),
      further_(sql, people) {
  if (with_scores) {
    select_scores_.emplace(
        sql, "SELECT id, seat1_score, seat2_score FROM game WHERE id BETWEEN ? AND ?");
  }
}

void GameSeats::load(FactChunk& chunk, std::span<const std::size_t> places) {
  GameMask games;
  for (const std::size_t place : places) games.bytes()[place] = 1;
  first_game_ = chunk.first_game();
  names_ = {&chunk.values(Fact::black), &chunk.values(Fact::white)};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    plays_[seat] = games;
    conditions_[seat](chunk, plays_[seat]);
  }
  if (select_scores_) load_scores();
}

void GameSeats::load_scores() {
  for (auto& scores : scores_) scores.assign(kFactChunkGames, std::nullopt);
  select_scores_->start(first_game_, first_game_ + kFactChunkGames - 1);
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
    one.is_meant = plays_[seat][place];
  }
}

void GameSeats::take_all(const SeatedGame& game, std::size_t place) {
  for (const Sitting& sitting : game.seats) {
    const auto seat = static_cast<std::size_t>(sitting.seat);
    const bool known_by_facts = seat <= 2 && plays_[seat - 1][place];
    seats_.push_back({.who = sitting.who,
                      .wins = winner_at_seat(seat),
                      .score = sitting.score,
                      .is_meant = known_by_facts || meant_.is_meant(game, sitting),
                      .is_opponent = meant_.is_opponent(sitting)});
  }
}

}  // namespace ludex
