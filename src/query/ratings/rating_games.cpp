#include "query/ratings/rating_games.hpp"

#include "ludex/error.hpp"
#include "ludex/types.hpp"
#include "query/filter/fact_condition.hpp"
#include "query/filter/game_query.hpp"
#include "query/filter/game_seats.hpp"
#include "query/names/people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ludex {
namespace {

/// The middle of the days on which it may have been played.
std::int32_t middle_year(std::int64_t from, std::int64_t to) {
  const auto year = [](std::int64_t day) { return year_of(static_cast<Day>(day)); };
  return static_cast<std::int32_t>((year(from) + year(to)) / 2);
}

std::optional<double> score_of_first(std::int64_t result) {
  switch (winner_in(result)) {
    case Winner::first:
      return 1.0;
    case Winner::second:
      return 0.0;
    case Winner::draw:
      return 0.5;
    default:
      return std::nullopt;
  }
}

IdSet games_of_many_seats(SqlConnection& sql) {
  IdSet games;
  SqlStatement rows(sql, "SELECT game_id FROM seat WHERE seat > 2");
  while (rows.step()) games.insert(rows.integer(0));
  return games;
}

/// The places that things have in order.
template <class Before>
std::vector<std::uint32_t> ranks(std::size_t count, Before comes_before) {
  std::vector<std::uint32_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
  std::sort(order.begin(), order.end(), comes_before);
  std::vector<std::uint32_t> rank(count);
  for (std::size_t i = 0; i < count; ++i) rank[order[i]] = static_cast<std::uint32_t>(i);
  return rank;
}

class Reader {
 public:
  Reader(SqlConnection& sql, bool with_undated)
      : chunk_(sql),
        people_(sql, NameKind::player),
        many_seats_(games_of_many_seats(sql)),
        with_undated_(with_undated) {}

  GamesToRate read(const IdSet& games) {
    for_each_chunk(chunk_, games, [&](std::span<const std::size_t> places) {
      for (const std::size_t place : places) {
        add(chunk_.first_game() + static_cast<std::int64_t>(place), place);
      }
    });
    check_kinds();
    number_by_name();
    return std::move(result_);
  }

 private:
  std::int64_t fact(Fact fact, std::size_t place) { return chunk_.values(fact)[place]; }

  void add(std::int64_t id, std::size_t place) {
    RatingCounts& counts = result_.counts;
    if (many_seats_.contains(id)) return void(++counts.many_seats);
    const std::int64_t first = people_.of_seat(id, 1, fact(Fact::black, place));
    const std::int64_t second = people_.of_seat(id, 2, fact(Fact::white, place));
    if (first == 0 || second == 0 || first == second) return void(++counts.nameless);
    const auto score = score_of_first(fact(Fact::result, place));
    if (!score) return void(++counts.undecided);
    const std::int64_t from = fact(Fact::date_from, place), to = fact(Fact::date_to, place);
    const bool dated = from != 0 && to != 0;  // a first day alone is no year to rate it in
    if (!dated && !with_undated_) return void(++counts.undated);
    ++counts.rated;
    kinds_.insert(fact(Fact::game, place));
    const std::int32_t year = dated ? middle_year(from, to) : GamesToRate::kNoYear;
    result_.games.push_back(
        {number_of(first), number_of(second),
         number_of(RatedTerms{fact(Fact::handicap, place), fact(Fact::komi, place)}), year,
         *score});
  }

  std::uint32_t number_of(std::int64_t who) {
    const auto [known, is_new] =
        numbers_.try_emplace(who, static_cast<std::uint32_t>(codes_.size()));
    if (is_new) {
      codes_.push_back(who);
      result_.players.push_back(people_.text(who).value_or(""));
    }
    return known->second;
  }

  std::uint32_t number_of(const RatedTerms& terms) {
    const auto [known, is_new] =
        term_numbers_.try_emplace(terms, static_cast<std::uint32_t>(result_.terms.size()));
    if (is_new) result_.terms.push_back(terms);
    return known->second;
  }

  void check_kinds() const {
    if (kinds_.size() < 2) return;
    std::vector<std::string> names;
    for (const std::int64_t kind : kinds_) names.push_back(game_name(static_cast<GameType>(kind)));
    throw UsageError(fmt::format("`ratings`: these are games of {}; choose one with `game`",
                                 fmt::join(names, ", ")));
  }

  void number_by_name() {
    std::vector<std::string>& players = result_.players;
    std::vector<RatedTerms>& terms = result_.terms;
    const auto player_rank = ranks(players.size(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(players[a], codes_[a]) < std::tie(players[b], codes_[b]);
    });
    const auto terms_rank =
        ranks(terms.size(), [&](std::uint32_t a, std::uint32_t b) { return terms[a] < terms[b]; });
    for (RatedGame& game : result_.games) {
      game.first = player_rank[game.first];
      game.second = player_rank[game.second];
      game.terms = terms_rank[game.terms];
    }
    std::sort(players.begin(), players.end());
    result_.codes.resize(codes_.size());
    for (std::size_t i = 0; i < codes_.size(); ++i) result_.codes[player_rank[i]] = codes_[i];
    std::sort(terms.begin(), terms.end());
  }

  FactChunk chunk_;
  People people_;
  IdSet many_seats_;
  bool with_undated_;
  std::set<std::int64_t> kinds_;
  std::vector<std::int64_t> codes_;  // of players, as they came
  std::unordered_map<std::int64_t, std::uint32_t> numbers_;
  std::map<RatedTerms, std::uint32_t> term_numbers_;
  GamesToRate result_;
};

/// Sets that grow together; each goes by its smallest member.
class Sets {
 public:
  explicit Sets(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }
  std::uint32_t find(std::uint32_t member) {
    while (parent_[member] != member) {
      parent_[member] = parent_[parent_[member]];
      member = parent_[member];
    }
    return member;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

struct Group {
  std::int64_t games = 0, players = 0;
  std::uint32_t first = 0;
};

class PlayersMeant {
 public:
  PlayersMeant(SqlConnection& sql, const GameFilters& filters)
      : filters_(filters),
        of_seats_(!filters.players.empty() || filters.rank || filters.rating),
        chunk_(sql),
        people_(sql, NameKind::player),
        seats_(sql, people_, filters, false) {}

  std::unordered_set<std::int64_t> in(const IdSet& games) {
    for_each_chunk(chunk_, games, [&](std::span<const std::size_t> places) {
      seats_.load(chunk_, places);
      for (const std::size_t place : places) add(seats_.of_game(place));
    });
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

GamesToRate read_games_to_rate(SqlConnection& sql, const IdSet& games, bool with_undated) {
  return Reader(sql, with_undated).read(games);
}

PlayerGroups::PlayerGroups(std::span<const RatedGame> games, std::size_t players)
    : group_(players) {
  Sets sets(players);
  for (const RatedGame& game : games) sets.join(game.first, game.second);
  std::vector<Group> groups(players);  // by first player; most have none
  for (std::uint32_t player = 0; player < players; ++player) {
    groups[player].first = player;
    ++groups[sets.find(player)].players;
  }
  for (const RatedGame& game : games) ++groups[sets.find(game.first)].games;
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return std::tuple(-a.games, -a.players, a.first) < std::tuple(-b.games, -b.players, b.first);
  });
  std::vector<std::int64_t> numbers(players);
  for (const Group& group : groups) {
    if (group.players > 0) numbers[group.first] = ++count_;
  }
  for (std::uint32_t player = 0; player < players; ++player) {
    group_[player] = numbers[sets.find(player)];
  }
}

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
  all.unique = false;  // the pool decides which games represent others
  IdSet games = find_games(database, all).games;
  games &= pool;
  return PlayersMeant(database.sql(), filters).in(games);
}

}  // namespace ludex
