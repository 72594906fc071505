#include "query/names/name_bearers.hpp"

#include "formats/values/fold.hpp"
#include "query/filter/fact_condition.hpp"
#include "store/text_dictionary.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace ludex {
namespace {

/// Players in the third seat and beyond, game by game.
class FurtherPlayers {
 public:
  explicit FurtherPlayers(SqlConnection& sql)
      : select_(sql,
                "SELECT game_id, seat, name FROM seat WHERE seat > 2 AND name IS NOT NULL ORDER BY "
                "game_id, seat") {
    more_ = select_.step();
  }

  /// \pre games are requested in ascending order.
  void append(std::int64_t game, std::vector<NamedGame::Place>& places) {
    for (; more_ && select_.integer(0) <= game; more_ = select_.step()) {
      if (select_.integer(0) < game) continue;
      places.push_back({select_.integer(1), select_.integer(2)});
    }
  }

 private:
  SqlStatement select_;
  bool more_ = false;
};

struct NameColumn {
  Fact fact;
  std::int64_t seat;
};

std::vector<NameColumn> columns_of(NameKind kind) {
  if (kind == NameKind::event) return {{Fact::event, 0}};
  if (kind == NameKind::place) return {{Fact::place, 0}};
  return {{Fact::black, 1}, {Fact::white, 2}};
}

void add_year(NameBearer& bearer, std::int64_t date) {
  const auto year = static_cast<int>(date / 10'000);
  if (year == 0) return;
  bearer.first_year = bearer.first_year == 0 ? year : std::min(bearer.first_year, year);
  bearer.last_year = std::max(bearer.last_year, year);
}

bool comes_before(const NameBearer::Written& a, const NameBearer::Written& b) {
  return std::tuple(!a.is_plain, -a.games, a.name) < std::tuple(!b.is_plain, -b.games, b.name);
}

}  // namespace

void for_each_named_game(SqlConnection& sql, NameKind kind,
                         const std::function<void(const NamedGame&)>& visit) {
  FactChunk chunk(sql);
  FurtherPlayers further(sql);
  const std::vector<NameColumn> columns = columns_of(kind);
  NamedGame game;
  for_each_answer(chunk, [&](std::int64_t id, std::size_t place) {
    game.game = id;
    game.places.clear();
    for (const NameColumn& column : columns) {
      const std::int64_t name = chunk.values(column.fact)[place];
      if (name != 0) game.places.push_back({column.seat, name});
    }
    if (kind == NameKind::player) further.append(id, game.places);
    game.date_from = chunk.values(Fact::date_from)[place];
    game.date_to = chunk.values(Fact::date_to)[place];
    if (!game.places.empty()) visit(game);
  });
}

NameBearers::NameBearers(SqlConnection& sql, NameKind kind) : people_(sql, kind) {
  read_names(sql, kind);
  count_games(sql, kind);
  sort();
}

void NameBearers::read_names(SqlConnection& sql, NameKind kind) {
  std::unordered_map<std::string, std::uint32_t> of_normal;  // who is no person that was set
  std::set<std::pair<std::uint32_t, std::string>> of_persons;
  const auto add_normal = [&](std::uint32_t bearer, std::string normal) {
    if (!of_persons.emplace(bearer, normal).second) return;
    bearers_[bearer].normals.push_back(std::move(normal));
  };
  const auto next = [&] { return static_cast<std::uint32_t>(bearers_.size()); };
  SqlStatement persons(sql, "SELECT id, name FROM person WHERE kind = ? ORDER BY id");
  persons.start(static_cast<int>(kind));
  while (persons.step()) {
    const std::int64_t person = person_code(persons.integer(0));
    const std::uint32_t bearer = next();
    of_person_.emplace(person, bearer);
    bearers_.emplace_back().person = person;
    add_normal(bearer, normal_name(kind, fold(persons.string(1))));
  }
  SqlStatement names(sql,
                     "SELECT id, normal, normal = folded FROM name WHERE kind = ? ORDER BY id");
  names.start(static_cast<int>(kind));
  while (names.step()) {
    const std::int64_t name = names.integer(0);
    const std::string normal = names.string(1);
    const std::int64_t person = people_.of_name(name);
    const std::uint32_t bearer =
        person < 0 ? of_person_.at(person) : of_normal.try_emplace(normal, next()).first->second;
    if (bearer == next()) bearers_.emplace_back().normals.push_back(normal);
    if (person < 0) add_normal(bearer, normal);
    bearers_[bearer].names.push_back({name, 0, static_cast<int>(names.integer(2)) != 0});
    const auto place = static_cast<std::size_t>(name);
    if (place >= of_name_.size()) of_name_.resize(place + 1 + place / 2, kNobody);
    of_name_[place] = bearer;
  }
}

std::uint32_t NameBearers::at(std::int64_t game, const NamedGame::Place& place) const {
  if (people_.has_seated()) {
    const std::int64_t code = people_.of_seat(game, place.seat, place.name);
    if (code < 0) return of_person_.at(code);
  }
  const auto name = static_cast<std::size_t>(place.name);
  return name < of_name_.size() ? of_name_[name] : kNobody;
}

void NameBearers::count_games(SqlConnection& sql, NameKind kind) {
  std::vector<std::int64_t> games_of_name(of_name_.size());
  for_each_named_game(sql, kind, [&](const NamedGame& game) {
    for (const NamedGame::Place& place : game.places) {
      const std::uint32_t bearer = at(game.game, place);
      if (bearer == kNobody) continue;
      ++bearers_[bearer].games;
      ++games_of_name[static_cast<std::size_t>(place.name)];
      add_year(bearers_[bearer], game.date_from);
      add_year(bearers_[bearer], game.date_to);
    }
  });
  for (NameBearer& bearer : bearers_) {
    for (auto& written : bearer.names) {
      written.games = games_of_name[static_cast<std::size_t>(written.name)];
    }
    std::erase_if(bearer.names, [](const NameBearer::Written& one) { return one.games == 0; });
    std::sort(bearer.names.begin(), bearer.names.end(), comes_before);
  }
}

void NameBearers::sort() {
  std::vector<std::uint32_t> order(bearers_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](std::uint32_t one) {
    return bearers_[one].games == 0 && bearers_[one].person == 0;
  });
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return bearers_[a].games > bearers_[b].games;
  });
  std::vector<std::uint32_t> place_of(bearers_.size(), kNobody);
  std::vector<NameBearer> sorted;
  for (const std::uint32_t one : order) {
    place_of[one] = static_cast<std::uint32_t>(sorted.size());
    sorted.push_back(std::move(bearers_[one]));
  }
  bearers_ = std::move(sorted);
  for (std::uint32_t& bearer : of_name_) {
    if (bearer != kNobody) bearer = place_of[bearer];
  }
  for (auto& [person, bearer] : of_person_) bearer = place_of[bearer];
}

std::string NameBearers::written(std::int64_t name) { return people_.text(name).value_or(""); }

std::string NameBearers::text(std::uint32_t bearer) {
  const NameBearer& one = bearers_[bearer];
  return people_.text(one.person < 0 ? one.person : one.names.front().name).value_or("");
}

}  // namespace ludex
