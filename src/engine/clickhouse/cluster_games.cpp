#include "engine/clickhouse/cluster_games.hpp"

#include "core/little_endian.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "engine/clickhouse/sought_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace ludex::clickhouse {
namespace {

constexpr std::int64_t kGamesAtOnce = 400'000;  // of each server

std::int64_t integer_or_zero(const NativeAnswer& answer, std::size_t column, std::size_t row) {
  return answer.is_null(column, row) ? 0 : answer.integer(column, row);
}

std::optional<double> real_or_none(const NativeAnswer& answer, std::size_t column,
                                   std::size_t row) {
  return answer.is_null(column, row) ? std::nullopt : std::optional(answer.real(column, row));
}

std::int64_t shown_game(const NativeAnswer& answer, std::size_t row) {
  const auto db = static_cast<std::uint16_t>(answer.number(0, row));
  return ClusterId{db, static_cast<std::uint32_t>(answer.number(1, row))}.shown();
}

std::vector<std::uint16_t> script_in(std::string_view bytes) {
  std::vector<std::uint16_t> script(bytes.size() / sizeof(std::uint16_t));
  load_little(bytes.data(), std::span(script));
  return script;
}

std::vector<const NameFilter*> all_names(const WantedNames& names) {
  std::vector<const NameFilter*> all = names.others;
  if (names.player != nullptr) all.insert(all.begin(), names.player);
  return all;
}

}  // namespace

std::int64_t TextNumbers::number_of(std::string_view text) {
  const auto next = static_cast<std::int64_t>(texts_.size()) + 1;
  const auto [known, is_new] = numbers_.try_emplace(std::string(text), next);
  if (is_new) texts_.push_back(&known->first);
  return known->second;
}

ClusterGames::ClusterGames(Cluster& cluster, const PublishedState& state, const Call& call,
                           const GameFilters& filters, bool needs_seats)
    : cluster_(cluster),
      state_(state),
      call_(call),
      filters_(filters),
      needs_seats_(needs_seats),
      names_(filters),
      meant_(filters, [this](std::int64_t who, const NameFilter& name) {
        return who != 0 && is_named_[static_cast<std::size_t>(who)].at(&name);
      }) {}

std::size_t ClusterGames::add_text(std::string expression) {
  texts_.push_back({std::move(expression), {}, {}});
  return texts_.size() - 1;
}

const Openings& ClusterGames::add_openings(const StatsQuestion& question) {
  return openings_.emplace(question);
}

void ClusterGames::count(const ShardCondition& games, StatsCounter& counter) {
  values(Fact::result);
  for (const StatsColumnPtr& key : counter.keys()) key->load(*this);  // says what it needs
  if (!needs_seats_ && !openings_) return count_equal(games, counter);
  values(Fact::moves);
  if (openings_) {
    values(Fact::game);
    values(Fact::size);
  }
  for (const BatchesByShard& batches : pages()) count_each({games, batches}, counter);
}

void ClusterGames::count_equal(const ShardCondition& games, StatsCounter& counter) {
  const std::string columns = needed_columns();
  const auto answers = ask_all(cluster_, call_, [&](std::size_t shard) {
    return fmt::format("SELECT {0}, count(), sum(fact_moves) FROM {1} WHERE {2} GROUP BY {0}",
                       columns, cluster_.table("stored_games"), games(shard));
  });
  const std::size_t counts = facts_.size() + texts_.size();
  for (const NativeAnswer& answer : answers) {
    take_columns(answer, 0);
    std::vector<std::int64_t> numbers, moves;
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      numbers.push_back(answer.integer(counts, row));
      moves.push_back(integer_or_zero(answer, counts + 1, row));
    }
    counter.count_equal(*this, numbers, moves);
  }
}

/// Conditions on the batches of each server that are read at once.
std::vector<ClusterGames::BatchesByShard> ClusterGames::pages() const {
  const auto at_once = static_cast<std::size_t>(
      std::max<std::int64_t>(1, kGamesAtOnce / cluster_.games_per_batch()));
  std::vector<BatchesByShard> pages;
  for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
    const auto batches = state_.batches(shard);
    for (std::size_t first = 0; first < batches.size(); first += at_once) {
      const std::size_t page = first / at_once;
      if (page == pages.size()) pages.emplace_back(cluster_.shards());
      std::string& list = pages[page][shard];
      for (const auto& [db, batch] :
           batches.subspan(first, std::min(at_once, batches.size() - first))) {
        list += fmt::format("{}({},{})", list.empty() ? "" : ",", db, batch);
      }
      list = fmt::format("(db, batch) IN ({})", list);
    }
  }
  return pages;
}

std::vector<NativeAnswer> ClusterGames::ask(const Page& page,
                                            const std::function<std::string(std::size_t)>& sql) {
  return ask_all(cluster_, call_, [&](std::size_t shard) {
    return page.batches[shard].empty() ? std::string() : sql(shard);
  });
}

std::vector<NativeAnswer> ClusterGames::ask_games(const Page& page) {
  const std::array<std::string, 2> plays = seat_conditions_sql(filters_);
  return ask(page, [&](std::size_t shard) {
    return fmt::format("SELECT db, id, {}, {}, {} FROM {} WHERE {} AND {} ORDER BY db, id",
                       plays[0], plays[1], needed_columns(), cluster_.table("stored_games"),
                       page.games(shard), page.batches[shard]);
  });
}

std::vector<NativeAnswer> ClusterGames::ask_seats(const Page& page) {
  std::string columns = "db, game_id, seat, person, rating, score";
  for (const NameFilter* name : all_names(names_)) columns += ", " + matches("people", *name);
  return ask(page, [&](std::size_t shard) {
    return fmt::format(
        "SELECT {} FROM {} WHERE {} AND {} AND (db, game_id) IN ({}) ORDER BY db, game_id, seat",
        columns, cluster_.table("stored_players"), state_.condition(shard, Part::games),
        page.batches[shard], ids_of(page, shard));
  });
}

std::vector<NativeAnswer> ClusterGames::ask_beginnings(const Page& page) {
  return ask(page, [&](std::size_t shard) {
    return fmt::format(
        "SELECT db, id, substring(script, 1, {}) FROM {} WHERE {} AND {} AND (db, id) IN ({}) "
        "ORDER BY db, id",
        openings_->moves() * sizeof(std::uint16_t), cluster_.table("stored_scripts"),
        state_.condition(shard, Part::positions), page.batches[shard], ids_of(page, shard));
  });
}

std::string ClusterGames::ids_of(const Page& page, std::size_t shard) const {
  return fmt::format("SELECT db, id FROM {} WHERE {} AND {}", cluster_.table("stored_games"),
                     page.games(shard), page.batches[shard]);
}

void ClusterGames::count_each(const Page& page, StatsCounter& counter) {
  const auto games = ask_games(page);
  std::vector<NativeAnswer> seats, beginnings;
  if (needs_seats_) seats = ask_seats(page);
  if (openings_) beginnings = ask_beginnings(page);
  for (std::size_t shard = 0; shard < cluster_.shards(); ++shard) {
    take_games(games[shard]);
    if (needs_seats_) take_seats(seats[shard]);
    if (openings_) take_openings(beginnings[shard]);
    std::vector<std::size_t> places(ids_.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    counter.count(*this, places);
  }
}

void ClusterGames::take_games(const NativeAnswer& games) {
  ids_.clear();
  for (std::size_t row = 0; row < games.rows(); ++row) ids_.push_back(shown_game(games, row));
  for (std::size_t seat = 0; seat < plays_.size(); ++seat) {
    plays_[seat].clear();
    for (std::size_t row = 0; row < games.rows(); ++row) {
      plays_[seat].push_back(integer_or_zero(games, 2 + seat, row));
    }
  }
  take_columns(games, 2 + plays_.size());
}

std::string ClusterGames::needed_columns() const {
  std::string list;
  for (const auto& [fact, values] : facts_) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", fact_column(fact));
  }
  for (const Text& text : texts_) list += ", " + text.expression;
  return list;
}

/// \param column  the first of needed_columns()
void ClusterGames::take_columns(const NativeAnswer& answer, std::size_t column) {
  for (auto& [fact, values] : facts_) {
    values.clear();
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      values.push_back(answer.integer(column, row));
    }
    ++column;
  }
  for (Text& text : texts_) {
    text.codes.clear();
    for (std::size_t row = 0; row < answer.rows(); ++row) {
      const bool is_null = answer.is_null(column, row);
      text.codes.push_back(is_null ? 0 : text.numbers.number_of(answer.text(column, row)));
    }
    ++column;
  }
}

void ClusterGames::take_seats(const NativeAnswer& players) {
  constexpr std::size_t kSeat = 2, kPerson = 3, kRating = 4, kScore = 5, kNamed = 6;
  const std::vector<const NameFilter*> names = all_names(names_);
  seated_.clear();
  seats_ends_.assign(ids_.size(), 0);
  std::size_t row = 0;
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    for (; row < players.rows() && shown_game(players, row) <= ids_[place]; ++row) {
      Sitting& one = seated_.emplace_back();
      one.seat = players.integer(kSeat, row);
      one.rating = real_or_none(players, kRating, row);
      one.score = real_or_none(players, kScore, row);
      if (players.is_null(kPerson, row)) continue;
      one.who = people_.number_of(players.text(kPerson, row));
      const auto who = static_cast<std::size_t>(one.who);
      if (who >= is_named_.size()) is_named_.resize(who + 1);
      for (std::size_t name = 0; name < names.size(); ++name) {
        is_named_[who][names[name]] = integer_or_zero(players, kNamed + name, row) != 0;
      }
    }
    seats_ends_[place] = seated_.size();
  }
}

void ClusterGames::take_openings(const NativeAnswer& beginnings) {
  std::vector<std::vector<std::uint16_t>> scripts(ids_.size());
  std::vector<GameId> longer;  // whose first moves need more of the script
  std::size_t row = 0;
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    while (row < beginnings.rows() && shown_game(beginnings, row) < ids_[place]) ++row;
    if (row == beginnings.rows() || shown_game(beginnings, row) != ids_[place]) continue;
    scripts[place] = script_in(beginnings.text(2, row));
    const auto game = static_cast<GameType>(facts_[Fact::game][place]);
    if (!Openings::are_plain(game, scripts[place])) longer.push_back(GameId{ids_[place]});
  }
  PublishedGames games(cluster_, state_, call_);
  games.fetch(longer);
  for (const GameId game : longer) {
    const auto place = std::ranges::lower_bound(ids_, raw(game)) - ids_.begin();
    const PublishedGame* const found = games.find(game);
    if (found != nullptr) scripts[static_cast<std::size_t>(place)] = found->script;
  }
  opening_codes_.clear();
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    const auto game = static_cast<GameType>(facts_[Fact::game][place]);
    const BoardSize size = unpacked_size(facts_[Fact::size][place]);
    opening_codes_.push_back(openings_->code_of(game, size, scripts[place]));
  }
}

const std::vector<GameSeat>& ClusterGames::seats(std::size_t place) {
  const std::size_t begin = place == 0 ? 0 : seats_ends_[place - 1];
  const auto seated = std::span(seated_).subspan(begin, seats_ends_[place] - begin);
  seats_.assign(2, {});
  for (std::size_t seat = 0; seat < 2; ++seat) {
    seats_[seat].wins = winner_at_seat(seat + 1);
    seats_[seat].is_meant = plays_[seat][place] != 0;
  }
  SeatedGame game{ids_[place], winner_in(facts_[Fact::result][place]), {{.seat = 1}, {.seat = 2}}};
  for (const Sitting& one : seated) {
    const auto seat = static_cast<std::size_t>(one.seat);
    if (seat > 2) {
      game.seats.push_back(one);
      seats_.push_back({.wins = winner_at_seat(seat), .is_meant = false});
    } else if (seat > 0) {
      game.seats[seat - 1] = one;
    }
  }
  for (std::size_t i = 0; i < game.seats.size(); ++i) {
    seats_[i].who = game.seats[i].who;
    seats_[i].score = game.seats[i].score;
    if (game.seats.size() == 2) continue;
    seats_[i].is_meant = seats_[i].is_meant || meant_.is_meant(game, game.seats[i]);
    seats_[i].is_opponent = meant_.is_opponent(game.seats[i]);
  }
  return seats_;
}

}  // namespace ludex::clickhouse
