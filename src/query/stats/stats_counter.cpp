#include "query/stats/stats_counter.hpp"

#include "games/api/game_rules.hpp"

#include <algorithm>

namespace ludex {
namespace {

bool asks_for(const StatsQuestion& question, std::initializer_list<StatsKey> keys) {
  return std::find_first_of(question.by.begin(), question.by.end(), keys.begin(), keys.end()) !=
         question.by.end();
}

std::vector<StatsKey> columns_of(StatsKey key) {
  if (key == StatsKey::pair) return {StatsKey::player, StatsKey::opponent};
  return {key};
}

/// The player whose name comes first is the one whose results are shown.
void name_pair(StatsRow& row, std::size_t place) {
  if (compare_values(row.keys[place], row.keys[place + 1]) <= 0) return;
  std::swap(row.keys[place], row.keys[place + 1]);
  std::swap(row.codes[place], row.codes[place + 1]);
  row.tally.turn();
}

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

StatsCounter::StatsCounter(Database& database, const GameFilters& filters,
                           const StatsQuestion& question)
    : of_players_(!filters.players.empty() ||
                  asks_for(question,
                           {StatsKey::player, StatsKey::opponent, StatsKey::pair, StatsKey::rank})),
      of_opponents_(asks_for(question, {StatsKey::opponent, StatsKey::pair})),
      with_scores_(filters.game && traits_of(*filters.game).has_numbered_seats),
      chunk_(database.sql()),
      players_(database.sql(), NameKind::player),
      game_seats_(database.sql(), players_, filters, with_scores_),
      numbers_(question.by.size() + (asks_for(question, {StatsKey::pair}) ? 1 : 0)) {
  for (const StatsKey key : question.by) {
    if (key == StatsKey::pair) pair_place_ = keys_.size();
    for (const StatsKey column : columns_of(key)) {
      keys_.push_back(make_stats_column(column, question, database.sql(), players_));
    }
  }
  codes_.resize(keys_.size());
}

void StatsCounter::count(const IdSet& games) {
  for_each_chunk(chunk_, games, [&](std::span<const std::size_t> places) {
    for (const StatsColumnPtr& key : keys_) key->load(chunk_);
    results_ = &chunk_.values(Fact::result);
    moves_ = &chunk_.values(Fact::moves);
    if (of_players_ || with_scores_) game_seats_.load(chunk_, places);
    for (const std::size_t place : places) count_game(place);
  });
}

void StatsCounter::count_game(std::size_t place) {
  static const std::vector<GameSeat> kNobody = {{.wins = Winner::first}, {.wins = Winner::second}};
  seats_ = of_players_ || with_scores_ ? &game_seats_.of_game(place) : &kNobody;
  rows_of_game_.clear();
  if (!of_players_) {
    add(place, {}, 0, 1);
  } else if (pair_place_) {
    count_pairs(place);
  } else {
    count_meetings(place);
  }
}

/// Two players make one row, whatever their seats.
void StatsCounter::count_pairs(std::size_t place) {
  const std::vector<GameSeat>& seats = *seats_;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    for (std::size_t k = i + 1; k < seats.size(); ++k) {
      const bool meant = (seats[i].is_meant && seats[k].is_opponent) ||
                         (seats[k].is_meant && seats[i].is_opponent);
      if (!meant) continue;
      const bool swapped = seats[k].who < seats[i].who;
      const std::size_t player = swapped ? k : i, opponent = swapped ? i : k;
      add(place, {seats[player].who, seats[opponent].who, player}, player, opponent);
    }
  }
}

void StatsCounter::count_meetings(std::size_t place) {
  const std::vector<GameSeat>& seats = *seats_;
  for (std::size_t player = 0; player < seats.size(); ++player) {
    if (!seats[player].is_meant) continue;
    if (!of_opponents_) {
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
  add_result(player, opponent, winner_in((*results_)[place]), tally);
  if (with_scores_) add_scores(player, opponent, tally);
}

void StatsCounter::add_result(std::size_t player, std::size_t opponent, Winner winner,
                              StatsTally& tally) const {
  const std::vector<GameSeat>& seats = *seats_;
  const auto won = [&](std::size_t seat) { return seats[seat].wins == winner; };
  if (winner == Winner::draw) {
    ++tally.draws;
  } else if (won(player)) {
    ++tally.wins;
  } else if (opponent != kAnyOther) {
    if (won(opponent)) ++tally.losses;
  } else {
    for (std::size_t other = 0; other < seats.size(); ++other) {
      if (won(other)) ++tally.losses;
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
    if (pair_place_) name_pair(row, *pair_place_);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace ludex
