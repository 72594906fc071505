#include "query/names/people.hpp"

#include "core/refused_database.hpp"
#include "formats/values/fold.hpp"
#include "query/filter/text_matches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {

People::People(SqlConnection& sql, NameKind kind)
    : select_name_(sql, "SELECT written FROM name WHERE id = ?") {
  SqlStatement persons(sql, "SELECT id, name FROM person WHERE kind = ?");
  persons.start(static_cast<int>(kind));
  while (persons.step()) {
    const std::int64_t id = persons.integer(0);
    const std::string name = persons.string(1);
    names_.push_back({id, fold(name)});
    persons_.emplace(person_code(id), name);
  }
  if (persons_.empty()) return;
  SqlStatement aliases(sql, "SELECT person_id, written FROM alias WHERE kind = ?");
  aliases.start(static_cast<int>(kind));
  while (aliases.step()) {
    names_.push_back({aliases.integer(0), fold(aliases.string(1))});
  }
  // Names are scanned once, and the few aliases looked up.
  SqlStatement meant(sql,
                     "SELECT n.id, a.person_id FROM name n CROSS JOIN alias a ON a.kind = "
                     "n.kind AND a.normal = n.normal WHERE +n.kind = ?");
  meant.start(static_cast<int>(kind));
  const auto most_names = static_cast<std::size_t>(sql.first_integer("PRAGMA main.page_count") *
                                                   sql.first_integer("PRAGMA main.page_size"));
  while (meant.step()) {
    const auto name = static_cast<std::size_t>(meant.integer(0));
    if (name > most_names) {  // names are never deleted: their ids have no gaps
      refuse_database(fmt::format("the id {} of a name is out of range", meant.integer(0)));
    }
    if (name >= meant_.size()) meant_.resize(name + 1 + meant_.size() / 2);
    meant_[name] = person_code(meant.integer(1));
  }
  if (kind != NameKind::player) return;
  SqlStatement seats(sql,
                     "SELECT game_id, seat, person_id FROM seat_person ORDER BY game_id, seat");
  while (seats.step()) {
    seated_.push_back({seats.integer(0), seats.integer(1), person_code(seats.integer(2))});
  }
}

std::int64_t People::of_seat(std::int64_t game, std::int64_t seat, std::int64_t name) const {
  const auto found = std::lower_bound(
      seated_.begin(), seated_.end(), std::pair(game, seat),
      [](const Seated& one, const auto& wanted) { return std::pair(one.game, one.seat) < wanted; });
  const bool said = found != seated_.end() && found->game == game && found->seat == seat;
  return said ? found->person : of_name(name);
}

std::optional<std::string> People::text(std::int64_t code) {
  if (code < 0) {
    const auto found = persons_.find(code);
    return found == persons_.end() ? std::nullopt : std::optional(found->second);
  }
  if (!select_name_.find(code)) return std::nullopt;
  return select_name_.string(0);
}

IdSet People::persons_named(const NameFilter& filter, const IdSet& matching_names) const {
  IdSet persons;
  for (const Name& name : names_) {
    if (filter.matches(name.folded)) persons.insert(name.person);
  }
  for (std::size_t name = 0; name < meant_.size(); ++name) {
    if (meant_[name] != 0 && matching_names.contains(static_cast<std::int64_t>(name))) {
      persons.insert(person_code(meant_[name]));
    }
  }
  return persons;
}

IdSet People::names_of(const IdSet& persons) const {
  IdSet names;
  for (std::size_t name = 0; name < meant_.size(); ++name) {
    if (meant_[name] != 0 && persons.contains(person_code(meant_[name]))) {
      names.insert(static_cast<std::int64_t>(name));
    }
  }
  return names;
}

PeopleMatch match_people(SqlConnection& sql, const People& people, NameKind kind,
                         const NameFilter& filter) {
  PeopleMatch match;
  match.names = matching_ids(sql, kind, filter);
  match.persons = people.persons_named(filter, match.names);
  match.names |= people.names_of(match.persons);
  return match;
}

}  // namespace ludex
