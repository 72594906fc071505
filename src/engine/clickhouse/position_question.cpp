#include "engine/clickhouse/position_question.hpp"

#include "engine/clickhouse/position_rows.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ludex::clickhouse {
namespace {

constexpr int kRestBits = 24;  // of a check
// A list of more games is too long for the servers' parser.
constexpr std::size_t kGamesPerRead = 5000;
// Of more games nobody may want to see the rows.
constexpr std::size_t kMostRowsAtOnce = 32;

std::string condition_on_key(const KeyRange& range) {
  if (range.first == range.last) return fmt::format("key = {}", range.first.bits);
  return fmt::format("key BETWEEN {} AND {}", range.first.bits, range.last.bits);
}

bool has_rest(const GameTraits& traits) { return traits.has_hands || traits.has_links; }

/// What a row says besides its key.
std::string condition_on_rest(const QueryPosition& query, const QueryPosition::Image& image,
                              const PositionCheck& check) {
  const bool whole = query.known.rest || !has_rest(traits_of(image.position.game));
  std::string sql =
      whole ? fmt::format("check = {}", check.bits)
            : fmt::format("bitShiftRight(check, {}) = {}", kRestBits, check.bits >> kRestBits);
  if (query.known.to_move) {
    const auto player = static_cast<int>(image.position.to_move);
    sql += fmt::format(" AND ((forced = 0 AND mover = {0}) OR forced = {0})", player);
  }
  if (query.orientation == OrientationMode::exact) {
    std::string list;
    for (std::size_t i = 0; i < check.count; ++i) {
      list += fmt::format("{}{}", i == 0 ? "" : ", ", static_cast<int>(check.orientations[i]));
    }
    sql += fmt::format(" AND orient IN ({})", list);
  }
  return sql;
}

/// A row of an answer.
struct Visit {
  std::int64_t game = 0;  // as it is shown
  std::uint32_t ply = 0;
  std::uint32_t moment = 0;  // its number
  Day from = 0;
  Day to = 0;
  std::uint8_t winner = 0;
  bool seats_swapped = false;
};

/// Visits of which one is enough to know all.
struct Moment {
  const Visit* sample = nullptr;  // the first
  std::optional<PositionHit> hit;
  bool is_alike = true;  // false: each is replayed by itself
};

/// The seats of players at the plies visited, as flags that say the same.
GameFlags seat_flags(std::span<const Visit> visits) {
  std::optional<bool> at_start, later;
  for (const Visit& visit : visits) (visit.ply == 0 ? at_start : later) = visit.seats_swapped;
  const bool by_dialect = at_start.value_or(later.value_or(false));
  GameFlags flags;
  flags.set(GameFlags::first_seat_is_white, by_dialect);
  flags.set(GameFlags::sides_swapped, later.value_or(by_dialect) != by_dialect);
  return flags;
}

CountedGame counted_game(std::span<const Visit> visits) {
  const Visit& first = visits.front();
  return {GameId{first.game}, static_cast<Winner>(first.winner), first.from, first.to,
          seat_flags(visits)};
}

std::size_t end_of_game(std::span<const Visit> visits, std::size_t begin) {
  std::size_t end = begin;
  while (end < visits.size() && visits[end].game == visits[begin].game) ++end;
  return end;
}

/// The visits to one position.
class VisitSearch {
 public:
  VisitSearch(Cluster& cluster, const PublishedState& state, const Call& call,
              const QueryPosition& query, const VisitsWanted& wanted)
      : cluster_(cluster),
        state_(state),
        call_(call),
        query_(query),
        wanted_(wanted),
        question_(query),
        traits_(traits_of(query.position.game)) {}

  void read() {
    const bool may_be_few = !wanted_.among && is_far_from_start();
    const bool has_read = may_be_few && may_replay_each() && read_few();
    if (!has_read) read_all(may_be_few ? ServerConnection::Reads::rows : wanted_.reads);
    const auto by_ply = [](const Visit& a, const Visit& b) {
      return std::tie(a.game, a.ply) < std::tie(b.game, b.ply);
    };
    if (!std::is_sorted(visits_.begin(), visits_.end(), by_ply)) {
      std::sort(visits_.begin(), visits_.end(), by_ply);
    }
  }

  void for_each_game(const std::function<void(const VisitedGame&)>& visit) {
    if (!traits_.has_tiles) know_moments();
    std::int64_t left = wanted_.max_games;
    for (std::size_t begin = 0; begin < visits_.size() && left > 0;) {
      const std::size_t end = end_of_part(begin, left);
      show_part(std::span(visits_).subspan(begin, end - begin), left, visit);
      begin = end;
    }
  }

 private:
  void read_all(ServerConnection::Reads reads) {
    const auto answers = ask_all(
        cluster_, call_, [&](std::size_t shard) { return statement(shard); }, reads);
    visits_.reserve(count_rows(answers));
    for (const NativeAnswer& answer : answers) add(answer);
    numbers_.clear();
  }

  static std::size_t count_rows(std::span<const NativeAnswer> answers) {
    std::size_t rows = 0;
    for (const NativeAnswer& answer : answers) rows += answer.rows();
    return rows;
  }

  /// A position far from the start is likely to be one of few games.
  [[nodiscard]] bool is_far_from_start() const {
    constexpr int kFarCells = 10;
    const Position& position = query_.position;
    const Position start = find_rules(position.game)->start_position(position.size);
    int changed = 0;
    for (std::size_t i = 0; i < std::min(position.cells.size(), start.cells.size()); ++i) {
      changed += position.cells[i] == start.cells[i] ? 0 : 1;
    }
    return changed >= kFarCells;
  }

  [[nodiscard]] bool may_replay_each() const { return !wanted_.outcomes && !traits_.has_tiles; }

  /// Reads only where the visits are: a server opens a file for each column of each batch. All of
  /// them are replayed. \returns false if they are many; then nothing is known
  bool read_few() {
    const auto answers = ask_all(
        cluster_, call_,
        [&](std::size_t shard) {
          return fmt::format("SELECT {} AS shown, ply {} LIMIT {}", shown_id("game"),
                             from_rows(shard), kMostRowsAtOnce + 1);
        },
        ServerConnection::Reads::rows);
    if (count_rows(answers) > kMostRowsAtOnce) return false;
    for (const NativeAnswer& answer : answers) {
      for (std::size_t row = 0; row < answer.rows(); ++row) {
        visits_.push_back({.game = answer.integer(0, row),
                           .ply = static_cast<std::uint32_t>(answer.number(1, row)),
                           .moment = static_cast<std::uint32_t>(visits_.size())});
      }
    }
    moments_.resize(visits_.size());
    return true;
  }

  /// Rows of one shard that match.
  [[nodiscard]] std::string from_rows(std::size_t shard) const {
    return fmt::format("FROM {} PREWHERE {} WHERE ({}) AND {}{}{}",
                       cluster_.table("stored_positions"), question_.keys(), question_.condition(),
                       state_.condition(shard, Part::positions),
                       wanted_.variations ? "" : " AND variation = 0", wanted_.rows_among);
  }

  [[nodiscard]] std::string statement(std::size_t shard) const {
    const std::string rows = from_rows(shard);
    std::string sql = fmt::format(
        "SELECT {} AS shown, ply, cityHash64(key, check, orient, mover, forced, next) AS moment{} "
        "{}",
        shown_id("game"), wanted_.outcomes ? ", seats_swapped, winner, date_from, date_span" : "",
        rows);
    std::string among = wanted_.among ? wanted_.among(shard) : std::string();
    if (!among.empty()) {
      // Conditions are evaluated for the games at the position alone.
      among = fmt::format(
          " AND (db, game) IN (SELECT db, id FROM {} WHERE (db, id) IN (SELECT db, game {}) AND "
          "({}))",
          cluster_.table("stored_games"), rows, among);
    }
    sql += among;
    if (question_.is_proof() && wanted_.max_games < kAllGames) {
      sql += fmt::format(
          " AND (db, game) IN (SELECT db, game {}{} GROUP BY db, game ORDER BY db, game LIMIT {})",
          rows, among, wanted_.max_games);
    }
    return sql;
  }

  void add(const NativeAnswer& answer) {
    enum { shown, ply, moment, seats_swapped, winner, date_from, date_span };
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      const auto number = [&](std::size_t column) { return answer.number(column, row); };
      if (!wanted_.outcomes) {
        visits_.push_back({.game = answer.integer(shown, row),
                           .ply = static_cast<std::uint32_t>(number(ply)),
                           .moment = number_of_moment(number(moment))});
        continue;
      }
      const auto from = static_cast<std::uint32_t>(number(date_from));
      const auto to = from + static_cast<std::uint32_t>(number(date_span));
      visits_.push_back({answer.integer(shown, row), static_cast<std::uint32_t>(number(ply)),
                         number_of_moment(number(moment)), static_cast<Day>(from),
                         static_cast<Day>(to), static_cast<std::uint8_t>(number(winner)),
                         number(seats_swapped) != 0});
    }
  }

  std::uint32_t number_of_moment(std::uint64_t hash) {
    if (hash != last_hash_ || numbers_.empty()) {
      last_hash_ = hash;
      last_number_ =
          numbers_.try_emplace(hash, static_cast<std::uint32_t>(numbers_.size())).first->second;
      if (last_number_ == moments_.size()) moments_.emplace_back();
    }
    return last_number_;
  }

  /// Replays a game of each moment.
  void know_moments() {
    std::vector<Moment*> samples;
    for (const Visit& visit : visits_) {
      Moment& moment = moments_[visit.moment];
      if (moment.sample != nullptr) continue;
      moment.sample = &visit;
      samples.push_back(&moment);
    }
    for (std::size_t begin = 0; begin < samples.size(); begin += kGamesPerRead) {
      const std::size_t count = std::min(kGamesPerRead, samples.size() - begin);
      know(std::span(samples).subspan(begin, count));
    }
  }

  void know(std::span<Moment* const> samples) {
    std::vector<GameId> ids;
    for (const Moment* const moment : samples) ids.push_back(GameId{moment->sample->game});
    PublishedGames games(cluster_, state_, call_, wanted_.known);
    const bool with_rows = wanted_.rows != nullptr && visits_.size() <= kMostRowsAtOnce;
    games.fetch(ids, with_rows ? PublishedGames::Bring::rows : PublishedGames::Bring::nothing);
    for (Moment* const moment : samples) {
      const GameId game{moment->sample->game};
      if (with_rows) keep_row(game, games);
      const auto position = games.position(game, moment->sample->ply);
      if (!position) continue;
      moment->hit = find_hit(query_, game, *position);
      // Where the placement is symmetric, its links may lie in several ways.
      moment->is_alike =
          !traits_.has_links || position->rest.empty() || checker_.check(*position).count == 1;
    }
  }

  void keep_row(GameId game, PublishedGames& games) {
    const PublishedGame* const found = games.find(game);
    if (found == nullptr || found->shown_row.empty()) return;
    (*wanted_.rows)[raw(game)] = found->shown_row;
  }

  /// As many games as are read at once.
  [[nodiscard]] std::size_t end_of_part(std::size_t begin, std::int64_t games) const {
    const auto most = std::min(static_cast<std::int64_t>(kGamesPerRead), games);
    for (std::int64_t i = 0; i < most && begin < visits_.size(); ++i) {
      begin = end_of_game(visits_, begin);
    }
    return begin;
  }

  [[nodiscard]] bool is_known(std::span<const Visit> of_game) const {
    return !traits_.has_tiles && std::ranges::all_of(of_game, [&](const Visit& visit) {
      return moments_[visit.moment].is_alike;
    });
  }

  void show_part(std::span<const Visit> visits, std::int64_t& left,
                 const std::function<void(const VisitedGame&)>& visit) {
    PublishedGames games(cluster_, state_, call_, wanted_.known);
    std::vector<GameId> unknown;
    const auto for_each = [&](const auto& work) {
      for (std::size_t begin = 0; begin < visits.size();) {
        const std::size_t end = end_of_game(visits, begin);
        work(visits.subspan(begin, end - begin));
        begin = end;
      }
    };
    for_each([&](std::span<const Visit> of_game) {
      if (!is_known(of_game)) unknown.push_back(GameId{of_game.front().game});
    });
    games.fetch(unknown);
    for_each([&](std::span<const Visit> of_game) {
      is_known(of_game) ? take_known(of_game) : verify(of_game, games);
      if (hits_.empty() || left == 0) return;
      visit({counted_game(of_game), hits_});
      --left;
    });
  }

  void take_known(std::span<const Visit> of_game) {
    const std::uint32_t first = of_game.front().moment;
    if (of_game.size() == 1 && shown_ == first) {  // the same hit as in the last game
      hits_[0].game = GameId{of_game.front().game};
      hits_[0].ply = of_game.front().ply;
      return;
    }
    hits_.clear();
    for (const Visit& visit : of_game) {
      const auto& known = moments_[visit.moment].hit;
      if (!known) continue;
      PositionHit& hit = hits_.emplace_back(*known);
      hit.game = GameId{visit.game};
      hit.ply = visit.ply;
    }
    shown_.reset();
    if (of_game.size() == 1 && hits_.size() == 1) shown_ = first;
  }

  void verify(std::span<const Visit> of_game, PublishedGames& games) {
    hits_.clear();
    shown_.reset();
    const GameId game{of_game.front().game};
    const auto take = [&](const Position& position) {
      if (auto hit = find_hit(query_, game, position)) hits_.push_back(std::move(*hit));
    };
    if (of_game.size() == 1) {
      if (const auto position = games.position(game, of_game.front().ply)) take(*position);
      return;
    }
    auto wanted = of_game.begin();
    games.walk(game, [&](const Position& position) {
      if (position.ply == wanted->ply) {
        take(position);
        ++wanted;
      }
      return wanted != of_game.end();
    });
  }

  Cluster& cluster_;
  const PublishedState& state_;
  const Call& call_;
  const QueryPosition& query_;
  const VisitsWanted& wanted_;
  PositionQuestion question_;
  const GameTraits& traits_;
  PositionChecker checker_;
  std::vector<Visit> visits_;
  std::vector<Moment> moments_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of moments, by hash
  std::uint64_t last_hash_ = 0;
  std::uint32_t last_number_ = 0;
  std::vector<PositionHit> hits_;       // of the game shown
  std::optional<std::uint32_t> shown_;  // the moment of the only hit
};

}  // namespace

PositionQuestion::PositionQuestion(const QueryPosition& query) {
  for (const KeyRange& range : query.key_ranges()) {
    keys_ += fmt::format("{}{}", keys_.empty() ? "(" : " OR ", condition_on_key(range));
  }
  keys_ += ')';
  const GameRules& rules = *find_rules(query.position.game);
  if (rules.traits().has_tiles) {
    is_proof_ = false;
    condition_ = "1";
    return;
  }
  const bool is_exact = query.orientation == OrientationMode::exact;
  for (const QueryPosition::Image& image : query.images()) {
    const PositionCheck check = PositionChecker().check(image.position);
    if (is_exact && rules.traits().has_links && query.known.rest && check.count > 1) {
      is_proof_ = false;
    }
    condition_ += fmt::format("{}({} AND {})", condition_.empty() ? "" : " OR ",
                              condition_on_key(rules.key_range(image.position, query.known)),
                              condition_on_rest(query, image, check));
  }
}

void for_each_visited_game(Cluster& cluster, const PublishedState& state, const Call& call,
                           const QueryPosition& query, const VisitsWanted& wanted,
                           const std::function<void(const VisitedGame&)>& visit) {
  VisitSearch search(cluster, state, call, query, wanted);
  search.read();
  search.for_each_game(visit);
}

HitList find_hits(Cluster& cluster, const PublishedState& state, const Call& call,
                  const QueryPosition& query, VisitsWanted wanted) {
  HitList hits;
  wanted.outcomes = false;
  for_each_visited_game(cluster, state, call, query, wanted,
                        [&](const VisitedGame& visited) { hits.append(visited.hits); });
  return hits;
}

ShardCondition games_with(Cluster& cluster, const PublishedState& state, const Call& call,
                          const QueryPosition& query) {
  const PositionQuestion question(query);
  if (question.is_proof()) {
    return [&cluster, &state, question](std::size_t shard) {
      return fmt::format("(db, id) IN (SELECT db, game FROM {} PREWHERE {} WHERE ({}) AND {})",
                         cluster.table("stored_positions"), question.keys(), question.condition(),
                         state.condition(shard, Part::positions));
    };
  }
  std::string ids;
  const VisitsWanted wanted{.outcomes = false};
  for_each_visited_game(cluster, state, call, query, wanted, [&](const VisitedGame& visited) {
    fmt::format_to(std::back_inserter(ids), "{}{}", ids.empty() ? "" : ",", raw(visited.game.id));
  });
  // One text: a list of numbers would be too long for the servers' parser.
  std::string sql = ids.empty() ? "0"
                                : fmt::format(
                                      "({}) IN (SELECT toInt64(arrayJoin(splitByChar(',', "
                                      "'{}'))))",
                                      shown_id("id"), ids);
  return [sql = std::move(sql)](std::size_t) { return sql; };
}

ShardCondition both(ShardCondition one, ShardCondition other) {
  if (!one) return other;
  if (!other) return one;
  return [one = std::move(one), other = std::move(other)](std::size_t shard) {
    return fmt::format("({}) AND ({})", one(shard), other(shard));
  };
}

std::vector<std::string> published_sizes(Cluster& cluster, const PublishedState& state,
                                         const Call& call, GameType game) {
  std::unordered_map<std::int64_t, std::int64_t> games;
  const auto answers = ask_all(cluster, call, [&](std::size_t shard) {
    return fmt::format(
        "SELECT fact_size, count() FROM {} WHERE {} AND fact_game = {} AND fact_size != 0 GROUP BY "
        "fact_size",
        cluster.table("stored_games"), state.condition(shard, Part::games),
        static_cast<std::int64_t>(game));
  });
  for (const NativeAnswer& answer : answers) {
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      games[answer.integer(0, row)] += answer.integer(1, row);
    }
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> sorted;  // -games, size
  for (const auto& [size, count] : games) sorted.emplace_back(-count, size);
  std::ranges::sort(sorted);
  std::vector<std::string> sizes;
  for (const auto& [count, size] : sorted) sizes.push_back(size_text(unpacked_size(size)));
  return sizes;
}

}  // namespace ludex::clickhouse
