#include "query/ratings/rating_pool.hpp"

#include "query/filter/game_query.hpp"
#include "query/filter/game_seats.hpp"
#include "query/names/people.hpp"

#include <utility>

namespace ludex {
namespace {

class PlayersMeant {
 public:
  PlayersMeant(SqlConnection& sql, const GameFilters& filters)
      : filters_(filters),
        of_seats_(!filters.players.empty() || filters.rank || filters.rating),
        chunk_(sql),
        people_(sql, NameKind::player),
        seats_(sql, people_, filters, false) {}

  std::unordered_set<std::int64_t> in(const IdSet& games) {
    for (std::int64_t c = 0; c < chunk_.chunk_count(); ++c) {
      chunk_.go_to(c);
      const std::int64_t first = chunk_.first_game();
      const std::int64_t last = first + kFactChunkGames - 1;
      if (!games.any_in(first, last)) continue;
      GameMask mask{};
      const auto for_each = [&](auto use) {
        for (std::int64_t id = games.next(first); id >= 0 && id <= last; id = games.next(id + 1)) {
          use(static_cast<std::size_t>(id - first));
        }
      };
      for_each([&](std::size_t place) { mask[place] = 1; });
      seats_.load(chunk_, mask);
      for_each([&](std::size_t place) { add(seats_.of_game(place)); });
    }
    players_.erase(0);
    return std::move(players_);
  }

 private:
  void add(const std::vector<GameSeat>& seats) {
    const bool both = filters_.players.size() == 2;
    for (const GameSeat& seat : seats) {
      if (of_seats_ && (seat.is_meant || both)) players_.insert(seat.who);
    }
    if (filters_.black) players_.insert(seats[0].who);
    if (filters_.white) players_.insert(seats[1].who);
  }

  const GameFilters& filters_;
  bool of_seats_;
  FactChunk chunk_;
  People people_;
  GameSeats seats_;
  std::unordered_set<std::int64_t> players_;
};

}  // namespace

bool asks_for_players(const GameFilters& filters) {
  return !filters.players.empty() || filters.opponent || filters.outcome || filters.black ||
         filters.white || filters.rank || filters.rating;
}

GameFilters without_players(GameFilters filters) {
  filters.players.clear();
  filters.opponent.reset();
  filters.outcome.reset();
  filters.black.reset();
  filters.white.reset();
  filters.rank.reset();
  filters.rating.reset();
  return filters;
}

std::unordered_set<std::int64_t> players_meant(Database& database, const GameFilters& filters,
                                               const IdSet& pool) {
  GameFilters all = filters;
  all.unique = false;  // which games stand for others the pool says
  IdSet games = find_games(database, all).games;
  games &= pool;
  return PlayersMeant(database.sql(), filters).in(games);
}

}  // namespace ludex
