#include "query/further_seats.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {
namespace {

struct Sitting {
  std::int64_t seat;
  std::int64_t name;
  std::optional<double> rating;
};

/// One game with all its seats.
struct SeatedGame {
  std::int64_t game = 0;
  std::int64_t winner = 0;
  std::vector<Sitting> seats;
};

bool has_outcome(const SeatedGame& game, const Sitting& player, Outcome outcome) {
  const auto winner = static_cast<Winner>(game.winner);
  if (outcome == Outcome::draw) return winner == Winner::draw;
  const bool won = winner == winner_at_seat(static_cast<std::size_t>(player.seat));
  if (outcome == Outcome::win) return won;
  const bool decided = winner == Winner::first || winner == Winner::second ||
                       winner == Winner::third || winner == Winner::fourth;
  return decided && !won;
}

bool has_rating(const Sitting& player, const NumberRange& range) {
  if (!player.rating) return false;
  const std::int64_t rating = std::llround(*player.rating);
  return rating >= range.from && rating <= range.to;
}

/// Finds players by the names of the filters, whoever those mean.
class Finder {
 public:
  Finder(SQLite::Database& sql, const People& people, const GameFilters& filters)
      : people_(people), filters_(filters) {
    const auto match = [&](const NameFilter& name) {
      return match_people(sql, people, NameKind::player, name);
    };
    if (!filters.players.empty()) player_ = match(filters.players[0]);
    if (filters.players.size() == 2) others_.push_back(match(filters.players[1]));
    if (filters.opponent) others_.push_back(match(*filters.opponent));
  }

  [[nodiscard]] bool fits(const SeatedGame& game) const {
    for (const Sitting& player : game.seats) {
      if (is_meant(game, player) && meets_others(game, player)) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_named(const SeatedGame& game, const Sitting& one,
                              const PeopleMatch& match) const {
    const std::int64_t who = people_.of_seat(game.game, one.seat, one.name);
    return who < 0 ? match.persons.contains(-who) : match.names.contains(who);
  }
  [[nodiscard]] bool is_meant(const SeatedGame& game, const Sitting& player) const {
    if (player_ && !is_named(game, player, *player_)) return false;
    if (filters_.outcome && !has_outcome(game, player, *filters_.outcome)) return false;
    return !filters_.rating || has_rating(player, *filters_.rating);
  }
  [[nodiscard]] bool meets_others(const SeatedGame& game, const Sitting& player) const {
    for (const PeopleMatch& match : others_) {
      bool meets = false;
      for (const Sitting& other : game.seats) {
        meets = meets || (other.seat != player.seat && is_named(game, other, match));
      }
      if (!meets) return false;
    }
    return true;
  }

  const People& people_;
  const GameFilters& filters_;
  std::optional<PeopleMatch> player_;
  std::vector<PeopleMatch> others_;
};

}  // namespace

IdSet games_of_further_seats(SQLite::Database& sql, const People& people,
                             const GameFilters& filters) {
  IdSet found;
  if (filters.rank) return found;
  const Finder finder(sql, people, filters);
  SQLite::Statement rows(sql,
                         "SELECT s.game_id, COALESCE(g.winner, 0), s.seat, COALESCE(s.name, 0), "
                         "s.rating FROM seat s JOIN game g ON g.id = s.game_id WHERE s.game_id IN "
                         "(SELECT game_id FROM seat WHERE seat > 2) ORDER BY s.game_id");
  SeatedGame game;
  const auto close = [&] {
    if (!game.seats.empty() && finder.fits(game)) found.insert(game.game);
    game.seats.clear();
  };
  while (rows.executeStep()) {
    const std::int64_t id = rows.getColumn(0).getInt64();
    if (id != game.game) close();
    game.game = id;
    game.winner = rows.getColumn(1).getInt64();
    Sitting& one = game.seats.emplace_back();
    one.seat = rows.getColumn(2).getInt64();
    one.name = rows.getColumn(3).getInt64();
    if (!rows.isColumnNull(4)) one.rating = rows.getColumn(4).getDouble();
  }
  close();
  return found;
}

}  // namespace ludex
