#include "ludex/query/game_stats.hpp"

#include "ludex/core/error.hpp"
#include "ludex/core/game_result.hpp"
#include "ludex/query/game_query.hpp"
#include "ludex/store/read_transaction.hpp"
#include "query/fact_condition.hpp"
#include "query/game_scan.hpp"
#include "query/stats_columns.hpp"
#include "query/stats_order.hpp"
#include "query/stats_rows.hpp"
#include "query/table_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace ludex {
namespace {

constexpr std::array<std::string_view, 17> kKeyNames = {
    "player", "opponent", "pair", "event", "place", "year",    "month", "result", "win-by",
    "length", "handicap", "komi", "size",  "rules", "opening", "game",  "source"};

bool names_players(StatsKey key) {
  return key == StatsKey::player || key == StatsKey::opponent || key == StatsKey::pair;
}

bool asks_for(const StatsQuestion& question, StatsKey key) {
  return std::find(question.by.begin(), question.by.end(), key) != question.by.end();
}

void check(const StatsQuestion& question) {
  if (question.by.empty()) throw UsageError("--by: expected a key, as player or year");
  for (auto key = question.by.begin(); key != question.by.end(); ++key) {
    if (std::find(question.by.begin(), key, *key) != key) {
      throw UsageError(
          fmt::format("--by: '{}' stands there twice", kKeyNames[static_cast<std::size_t>(*key)]));
    }
  }
  const bool pairs = asks_for(question, StatsKey::pair);
  if (pairs && (asks_for(question, StatsKey::player) || asks_for(question, StatsKey::opponent))) {
    throw UsageError("--by: 'pair' goes with neither 'player' nor 'opponent'");
  }
}

/// Adds up the games of each row.
class Counter {
 public:
  Counter(Database& database, const GameFilters& filters, const StatsQuestion& question)
      : sql_(database.sql()),
        of_players_(!filters.players.empty() ||
                    std::any_of(question.by.begin(), question.by.end(), names_players)),
        chunk_(sql_),
        seats_(seat_conditions(sql_, filters)) {
    for (const StatsKey key : question.by) {
      if (key == StatsKey::pair) pair_place_ = keys_.size();
      for (const StatsKey one : key == StatsKey::pair
                                    ? std::vector{StatsKey::player, StatsKey::opponent}
                                    : std::vector{key}) {
        keys_.push_back(make_stats_column(one, question, database));
      }
    }
    codes_.resize(keys_.size());
    numbers_.emplace(keys_.size());
  }

  void count(const IdSet& games) {
    for (std::int64_t c = 0; c < chunk_.chunk_count(); ++c) {
      chunk_.go_to(c);
      const std::int64_t first = chunk_.first_game();
      if (!games.any_in(first, first + kFactChunkGames - 1)) continue;
      count_chunk(games);
    }
  }

  /// The rows, unsorted.
  std::vector<StatsRow> rows() {
    std::vector<StatsRow> rows;
    rows.reserve(tallies_.size());
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      StatsRow row{numbers_->codes_of(i), {}, tallies_[i]};
      for (std::size_t k = 0; k < keys_.size(); ++k)
        keys_[k]->append_values(row.codes[k], row.keys);
      if (pair_place_) name_pair(row, *pair_place_);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  [[nodiscard]] bool of_players() const { return of_players_; }
  [[nodiscard]] const std::vector<StatsColumnPtr>& keys() const { return keys_; }

 private:
  void count_chunk(const IdSet& games) {
    for (const StatsColumnPtr& key : keys_) key->load(chunk_);
    results_ = &chunk_.values(Fact::result);
    moves_ = &chunk_.values(Fact::moves);
    const std::int64_t first = chunk_.first_game();
    const auto size = static_cast<std::int64_t>(moves_->size());
    std::array<GameMask, 2> plays{};
    for (std::int64_t id = games.next(first); id >= 0 && id < first + size;
         id = games.next(id + 1)) {
      plays[0][static_cast<std::size_t>(id - first)] = 1;
    }
    const GameMask meant = plays[1] = plays[0];
    if (of_players_) {
      for (std::size_t seat = 0; seat < 2; ++seat) seats_[seat]->narrow(chunk_, plays[seat]);
    }
    for (std::size_t place = 0; place < moves_->size(); ++place) {
      if (meant[place] == 0) continue;
      if (!of_players_) {
        add(place, Player::first, true);
      } else if (pair_place_) {
        add(place, first_of_pair(place), true);
      } else {
        add_players(place, plays[0][place] != 0, plays[1][place] != 0);
      }
    }
  }

  void add_players(std::size_t place, bool first_plays, bool second_plays) {
    std::optional<std::size_t> row;
    if (first_plays) row = add(place, Player::first, true);
    if (second_plays) {
      const std::size_t other = row_of(place, Player::second);
      add_to(other, place, Player::second, row != other);
    }
  }

  /// Two players make one row, whoever sits where.
  Player first_of_pair(std::size_t place) {
    StatsColumn& player = *keys_[*pair_place_];
    const bool swapped = player.code(place, Player::second) < player.code(place, Player::first);
    return swapped ? Player::second : Player::first;
  }

  std::size_t row_of(std::size_t place, Player seat) {
    for (std::size_t k = 0; k < keys_.size(); ++k) codes_[k] = keys_[k]->code(place, seat);
    const std::size_t row = numbers_->number_of(codes_);
    if (row == tallies_.size()) tallies_.emplace_back();
    return row;
  }

  std::size_t add(std::size_t place, Player seat, bool new_game) {
    const std::size_t row = row_of(place, seat);
    add_to(row, place, seat, new_game);
    return row;
  }

  void add_to(std::size_t row, std::size_t place, Player seat, bool new_game) {
    StatsTally& tally = tallies_[row];
    const auto winner = static_cast<Winner>((*results_)[place] & 0xFF);
    tally.games += new_game ? 1 : 0;
    tally.moves += new_game ? (*moves_)[place] : 0;
    if (winner == Winner::draw) ++tally.draws;
    if (winner != Winner::first && winner != Winner::second) return;
    ++(static_cast<int>(winner) == static_cast<int>(seat) ? tally.wins : tally.losses);
  }

  /// The player whose name comes first is the one whose results are shown.
  static void name_pair(StatsRow& row, std::size_t place) {
    if (compare_values(row.keys[place], row.keys[place + 1]) <= 0) return;
    std::swap(row.keys[place], row.keys[place + 1]);
    std::swap(row.codes[place], row.codes[place + 1]);
    std::swap(row.tally.wins, row.tally.losses);
  }

  SQLite::Database& sql_;
  bool of_players_;
  FactChunk chunk_;
  std::array<FactConditionPtr, 2> seats_;
  std::vector<StatsColumnPtr> keys_;
  std::optional<std::size_t> pair_place_;  // of the pair's player; the opponent is the next
  std::optional<StatsRowNumbers> numbers_;
  std::vector<std::int64_t> codes_;
  std::vector<StatsTally> tallies_;
  const std::vector<std::int64_t>* results_ = nullptr;
  const std::vector<std::int64_t>* moves_ = nullptr;
};

}  // namespace

std::span<const std::string_view> stats_key_names() { return kKeyNames; }

StatsKey parse_stats_key(std::string_view name) {
  const auto* const found = std::find(kKeyNames.begin(), kKeyNames.end(), name);
  if (found == kKeyNames.end()) {
    throw UsageError(fmt::format("--by {}: expected one of {}", name, fmt::join(kKeyNames, ", ")));
  }
  return static_cast<StatsKey>(found - kKeyNames.begin());
}

StatsTable count_games(Database& database, const GameFilters& filters,
                       const StatsQuestion& question) {
  check(question);
  const ReadTransaction transaction(database.sql());
  Counter counter(database, filters, question);
  const StatsOrder order(counter.keys(), counter.of_players(), question);
  const FoundGames found = find_games(database, filters);
  counter.count(found.games);
  StatsTable table = order.table_of(counter.rows());
  table.undated = found.undated;
  return table;
}

ShareLimits wilson_limits(double successes, double trials) {
  constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below
  const double share = successes / trials;
  const double z2 = kZ * kZ / trials;
  const double middle = (share + z2 / 2) / (1 + z2);
  const double reach = kZ / (1 + z2) * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

}  // namespace ludex
