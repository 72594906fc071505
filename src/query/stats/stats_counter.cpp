#include "query/stats/stats_counter.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/rows/game_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

bool asks_for(const StatsQuestion& question, std::initializer_list<StatsKey> keys) {
  return std::find_first_of(question.by.begin(), question.by.end(), keys.begin(), keys.end()) !=
         question.by.end();
}

void check(const StatsQuestion& question) {
  if (question.by.empty())
    throw UsageError("`by`: expected a key such as player or year, or `ratings`");
  for (auto key = question.by.begin(); key != question.by.end(); ++key) {
    if (std::find(question.by.begin(), key, *key) != key) {
      throw UsageError(fmt::format("`by`: '{}' was given twice",
                                   stats_key_names()[static_cast<std::size_t>(*key)]));
    }
  }
  if (asks_for(question, {StatsKey::pair}) &&
      asks_for(question, {StatsKey::player, StatsKey::opponent})) {
    throw UsageError("`by`: 'pair' cannot be combined with 'player' or 'opponent'");
  }
}

/// The seats of a game when nobody asks who sits there.
const std::vector<GameSeat> kNobody = {{.wins = Winner::first}, {.wins = Winner::second}};

}  // namespace

std::size_t StatsRowNumbers::number_of(std::span<const std::int64_t> codes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    Level& level = levels_[i];
    const Node node{number, codes[i]};
    const auto [known, is_new] = level.numbers.try_emplace(node, level.nodes.size());
    if (is_new) level.nodes.push_back(node);
    number = known->second;
  }
  return static_cast<std::size_t>(number);
}

std::vector<std::int64_t> StatsRowNumbers::codes_of(std::size_t row) const {
  std::vector<std::int64_t> codes(levels_.size());
  std::uint64_t number = row;
  for (std::size_t i = levels_.size(); i-- > 0;) {
    const Node& node = levels_[i].nodes[static_cast<std::size_t>(number)];
    codes[i] = node.code;
    number = node.parent;
  }
  return codes;
}

StatsShape shape_of(const GameFilters& filters, const StatsQuestion& question) {
  check(question);
  StatsShape shape;
  shape.of_players =
      !filters.players.empty() ||
      asks_for(question, {StatsKey::player, StatsKey::opponent, StatsKey::pair, StatsKey::rank});
  shape.of_opponents = asks_for(question, {StatsKey::opponent, StatsKey::pair});
  shape.with_scores = filters.game && traits_of(*filters.game).has_numbered_seats;
  for (const StatsKey key : question.by) {
    if (key != StatsKey::pair) {
      shape.columns.push_back(key);
      continue;
    }
    shape.pair_place = shape.columns.size();
    shape.columns.insert(shape.columns.end(), {StatsKey::player, StatsKey::opponent});
  }
  return shape;
}

StatsCounter::StatsCounter(StatsShape shape, std::vector<StatsColumnPtr> keys)
    : shape_(std::move(shape)),
      keys_(std::move(keys)),
      numbers_(keys_.size()),
      codes_(keys_.size()) {}

void StatsCounter::load(StatsGames& games) {
  for (const StatsColumnPtr& key : keys_) key->load(games);
  results_ = &games.values(Fact::result);
}

void StatsCounter::count(StatsGames& games, std::span<const std::size_t> places) {
  load(games);
  moves_ = &games.values(Fact::moves);
  for (const std::size_t place : places) {
    seats_ = shape_.needs_seats() ? &games.seats(place) : &kNobody;
    count_game(place);
  }
}

void StatsCounter::count_equal(StatsGames& games, std::span<const std::int64_t> numbers,
                               std::span<const std::int64_t> moves) {
  load(games);
  seats_ = &kNobody;
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    StatsTally& tally = tallies_[row_of(place, {})];
    tally.games += numbers[place];
    tally.moves += moves[place];
    add_result(0, 1, winner_in((*results_)[place]), numbers[place], tally);
  }
}

void StatsCounter::count_game(std::size_t place) {
  rows_of_game_.clear();
  if (!shape_.of_players) {
    add(place, {}, 0, 1);
  } else if (shape_.pair_place) {
    count_pairs(place);
  } else {
    count_meetings(place);
  }
}

/// Two players make one row, whatever their seats: the player is the one whose name comes first.
void StatsCounter::count_pairs(std::size_t place) {
  const std::vector<GameSeat>& seats = *seats_;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    for (std::size_t k = i + 1; k < seats.size(); ++k) {
      const bool meant = (seats[i].is_meant && seats[k].is_opponent) ||
                         (seats[k].is_meant && seats[i].is_opponent);
      if (!meant) continue;
      const bool swapped = comes_first(seats[k].who, seats[i].who);
      const std::size_t player = swapped ? k : i, opponent = swapped ? i : k;
      add(place, {seats[player].who, seats[opponent].who, player}, player, opponent);
    }
  }
}

bool StatsCounter::comes_first(std::int64_t one, std::int64_t other) {
  if (one == other) return false;
  const int order = compare_values(name_of(one), name_of(other));
  return order != 0 ? order < 0 : one < other;
}

const Value& StatsCounter::name_of(std::int64_t who) {
  const auto [known, is_new] = names_.try_emplace(who);
  if (is_new) known->second = keys_[*shape_.pair_place]->value(who == 0 ? kUnknownCode : who);
  return known->second;
}

void StatsCounter::count_meetings(std::size_t place) {
  const std::vector<GameSeat>& seats = *seats_;
  for (std::size_t player = 0; player < seats.size(); ++player) {
    if (!seats[player].is_meant) continue;
    if (!shape_.of_opponents) {
      add(place, {seats[player].who, 0, player}, player, kAnyOther);
      continue;
    }
    for (std::size_t other = 0; other < seats.size(); ++other) {
      if (other == player || !seats[other].is_opponent) continue;
      add(place, {seats[player].who, seats[other].who, player}, player, other);
    }
  }
}

void StatsCounter::add(std::size_t place, const Sides& sides, std::size_t player,
                       std::size_t opponent) {
  const std::size_t row = row_of(place, sides);
  StatsTally& tally = tallies_[row];
  if (std::find(rows_of_game_.begin(), rows_of_game_.end(), row) == rows_of_game_.end()) {
    rows_of_game_.push_back(row);
    ++tally.games;
    tally.moves += (*moves_)[place];
  }
  add_result(player, opponent, winner_in((*results_)[place]), 1, tally);
  if (shape_.with_scores) add_scores(player, opponent, tally);
}

void StatsCounter::add_result(std::size_t player, std::size_t opponent, Winner winner,
                              std::int64_t games, StatsTally& tally) const {
  const std::vector<GameSeat>& seats = *seats_;
  const auto won = [&](std::size_t seat) { return seats[seat].wins == winner; };
  if (winner == Winner::draw) {
    tally.draws += games;
  } else if (won(player)) {
    tally.wins += games;
  } else if (opponent != kAnyOther) {
    if (won(opponent)) tally.losses += games;
  } else {
    for (std::size_t other = 0; other < seats.size(); ++other) {
      if (won(other)) tally.losses += games;
    }
  }
}

void StatsCounter::add_scores(std::size_t player, std::size_t opponent, StatsTally& tally) const {
  const std::vector<GameSeat>& seats = *seats_;
  RunningMean against;
  for (std::size_t other = 0; other < seats.size(); ++other) {
    const bool counts = opponent == kAnyOther ? other != player : other == opponent;
    if (counts && seats[other].score) against.add(*seats[other].score);
  }
  const auto own = seats[player].score;
  if (own) tally.score.add(*own);
  if (against.count > 0) tally.opponent_score.add(*against.value());
  if (own && against.count > 0) tally.spread.add(*own - *against.value());
}

std::size_t StatsCounter::row_of(std::size_t place, const Sides& sides) {
  for (std::size_t k = 0; k < keys_.size(); ++k) codes_[k] = keys_[k]->code(place, sides);
  const std::size_t row = numbers_.number_of(codes_);
  if (row == tallies_.size()) tallies_.emplace_back();
  return row;
}

std::vector<StatsRow> StatsCounter::rows() {
  std::vector<StatsRow> rows;
  rows.reserve(tallies_.size());
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    StatsRow row{numbers_.codes_of(i), {}, tallies_[i]};
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      row.keys.push_back(keys_[k]->value(row.codes[k]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace ludex
