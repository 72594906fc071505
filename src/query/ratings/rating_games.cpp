#include "query/ratings/rating_games.hpp"

#include "ludex/error.hpp"
#include "ludex/types.hpp"
#include "query/filter/fact_condition.hpp"
#include "query/names/people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
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
    for (std::int64_t c = 0; c < chunk_.chunk_count(); ++c) {
      chunk_.go_to(c);
      const std::int64_t first = chunk_.first_game();
      const std::int64_t last = first + kFactChunkGames - 1;
      if (!games.any_in(first, last)) continue;
      for (std::int64_t id = games.next(first); id >= 0 && id <= last; id = games.next(id + 1)) {
        add(id, static_cast<std::size_t>(id - first));
      }
    }
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

}  // namespace

GamesToRate read_games_to_rate(SqlConnection& sql, const IdSet& games, bool with_undated) {
  return Reader(sql, with_undated).read(games);
}

}  // namespace ludex
