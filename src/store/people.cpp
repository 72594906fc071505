#include "store/people.hpp"

#include "formats/values/fold.hpp"
#include "store/duplicate_blocks.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_dictionary.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

std::string normal_form(NameKind kind, const std::string& name) {
  std::string normal = normal_name(kind, fold(name));
  if (normal.empty()) throw UsageError("a name may not be empty");
  return normal;
}

/// Reads and changes the tables of people; within one transaction of its caller.
class PeopleTables {
 public:
  explicit PeopleTables(SqlConnection& sql) : sql_(sql) {}

  std::optional<std::int64_t> find_person(NameKind kind, const std::string& name) {
    SqlStatement select(sql_, "SELECT id FROM person WHERE kind = ? AND name = ?");
    if (!select.find(static_cast<int>(kind), name)) return std::nullopt;
    return select.integer(0);
  }

  /// The person of that name, or whom the name means.
  std::optional<std::int64_t> find_meant(NameKind kind, const std::string& name) {
    if (const auto known = find_person(kind, name)) return known;
    const auto owner = find_owner(kind, normal_form(kind, name));
    return owner ? std::optional(owner->person) : std::nullopt;
  }

  /// The same, or a new one.
  std::int64_t person(NameKind kind, const std::string& name) {
    if (const auto meant = find_meant(kind, name)) return *meant;
    SqlStatement insert(sql_, "INSERT INTO person (kind, name) VALUES (?, ?)");
    insert.run(static_cast<int>(kind), name);
    const std::int64_t id = sql_.last_insert_id();
    insert_alias(kind, normal_form(kind, name), name, id);
    return id;
  }

  /// \returns true if it is new. \throws UsageError, with nothing changed, if it means another one
  bool add(NameKind kind, const Alias& alias) {
    const std::string normal = normal_form(kind, alias.name);
    const auto meant = find_meant(kind, alias.person);
    if (const auto owner = find_owner(kind, normal); owner && owner->person != meant) {
      throw UsageError(fmt::format("'{}' is already an alias of '{}'; remove that alias first",
                                   alias.name, owner->name));
    }
    const std::int64_t id = person(kind, alias.person);
    if (insert_alias(kind, normal, alias.name, id)) return true;
    const Owner owner = find_owner(kind, normal).value();
    return owner.written == owner.name && rewrite(kind, normal, alias.name);
  }

  bool remove_alias(NameKind kind, const std::string& name) {
    const std::string normal = normal_form(kind, name);
    const auto owner = find_owner(kind, normal);
    if (!owner) return false;
    sql_.run("DELETE FROM alias WHERE kind = ? AND normal = ?", static_cast<int>(kind), normal);
    drop_if_bare(owner->person);
    return true;
  }

  void remove_person(std::int64_t person) {
    for (const char* const text :
         {"DELETE FROM alias WHERE person_id = ?", "DELETE FROM seat_person WHERE person_id = ?",
          "DELETE FROM person WHERE id = ?"}) {
      sql_.run(text, person);
    }
  }

  void seat(const SeatedPerson& seated) {
    check_seat(seated);
    const auto before = find_seated(seated.game, seated.seat);
    if (before && before == find_meant(NameKind::player, seated.person)) return;
    unseat(seated.game, seated.seat);
    sql_.run("INSERT INTO seat_person VALUES (?, ?, ?)", raw(seated.game), seated.seat,
             person(NameKind::player, seated.person));
  }

  /// \returns whether it is new. \throws UsageError, with nothing changed, if somebody else sits
  /// there.
  bool seat_if_free(const SeatedPerson& seated) {
    SqlStatement select(sql_,
                        "SELECT p.id, p.name FROM seat_person s JOIN person p ON p.id = "
                        "s.person_id WHERE s.game_id = ? AND s.seat = ?");
    if (!select.find(raw(seated.game), seated.seat)) {
      seat(seated);
      return true;
    }
    if (find_meant(NameKind::player, seated.person) == select.integer(0)) return false;
    throw UsageError(fmt::format("seat {} of game {} is '{}' already, not '{}'", seated.seat,
                                 raw(seated.game), select.string(1), seated.person));
  }

  bool unseat(GameId game, std::int64_t seat) {
    const auto person = find_seated(game, seat);
    if (!person) return false;
    sql_.run("DELETE FROM seat_person WHERE game_id = ? AND seat = ?", raw(game), seat);
    drop_if_bare(*person);
    return true;
  }

 private:
  /// The person whom a normal form means, and the name as given.
  struct Owner {
    std::int64_t person;
    std::string name, written;
  };
  std::optional<Owner> find_owner(NameKind kind, const std::string& normal) {
    SqlStatement select(sql_,
                        "SELECT p.id, p.name, a.written FROM alias a JOIN person p ON p.id = "
                        "a.person_id WHERE a.kind = ? AND a.normal = ?");
    if (!select.find(static_cast<int>(kind), normal)) return std::nullopt;
    return Owner{select.integer(0), select.string(1), select.string(2)};
  }

  /// A person's own name is listed only after another spelling of it was given.
  bool rewrite(NameKind kind, const std::string& normal, const std::string& name) {
    return sql_.run(
               "UPDATE alias SET written = ?3 WHERE kind = ?1 AND normal = ?2 AND written <> ?3",
               static_cast<int>(kind), normal, name) > 0;
  }

  bool insert_alias(NameKind kind, const std::string& normal, const std::string& name,
                    std::int64_t person) {
    return sql_.run("INSERT OR IGNORE INTO alias VALUES (?, ?, ?, ?)", static_cast<int>(kind),
                    normal, name, person) > 0;
  }

  /// Deletes a person without seats and without aliases other than the own name.
  void drop_if_bare(std::int64_t person) {
    constexpr const char* kHasAlias =
        "SELECT EXISTS (SELECT 1 FROM alias a JOIN person p ON p.id = a.person_id "
        "WHERE p.id = ? AND a.written <> p.name)";
    constexpr const char* kHasSeat =
        "SELECT EXISTS (SELECT 1 FROM seat_person WHERE person_id = ?)";
    const auto has = [&](const char* question) {
      return sql_.first_integer(question, person) != 0;
    };
    if (!has(kHasAlias) && !has(kHasSeat)) remove_person(person);
  }

  std::optional<std::int64_t> find_seated(GameId game, std::int64_t seat) {
    SqlStatement select(sql_, "SELECT person_id FROM seat_person WHERE game_id = ? AND seat = ?");
    return select.find(raw(game), seat) ? std::optional(select.integer(0)) : std::nullopt;
  }

  void check_seat(const SeatedPerson& seated) {
    SqlStatement select(sql_, "SELECT 1 FROM game_players WHERE game_id = ? AND seat = ?");
    if (select.find(raw(seated.game), seated.seat)) return;
    throw UsageError(fmt::format("there is no seat {} in game {}", seated.seat, raw(seated.game)));
  }

  SqlConnection& sql_;
};

/// Calls `work` for each; an error names its index.
template <class Given, class Work>
void for_each_given(std::span<const Given> all, Work work) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    try {
      work(all[i]);
    } catch (const UsageError& error) {
      throw AliasError(error.what(), i);
    }
  }
}

/// Runs the work in one transaction; an exception rolls it back.
template <class Work>
auto changed(Database& database, Work work) {
  SqlTransaction transaction(database.sql());
  PeopleTables tables(database.sql());
  const auto result = work(tables);
  forget_duplicates(database.sql());
  transaction.commit();
  return result;
}

}  // namespace

PeopleJoin join_people(SqlConnection& from, SqlConnection& to,
                       const std::function<GameId(GameId)>& game_of) {
  PeopleJoin join;
  PeopleTables tables(to);
  const auto add = [&](std::int64_t& count, const auto& work) {
    try {
      count += work() ? 1 : 0;
    } catch (const UsageError& error) {
      join.conflicts.emplace_back(error.what());
    }
  };
  SqlStatement aliases(from,
                       "SELECT p.kind, p.name, a.written FROM person p JOIN alias a ON "
                       "a.person_id = p.id WHERE a.written <> p.name ORDER BY p.id, a.normal");
  while (aliases.step()) {
    const auto kind = static_cast<NameKind>(aliases.integer(0));
    const Alias alias{aliases.string(1), aliases.string(2)};
    add(join.aliases, [&] { return tables.add(kind, alias); });
  }
  SqlStatement seats(from,
                     "SELECT s.game_id, s.seat, p.name FROM seat_person s JOIN person p ON p.id = "
                     "s.person_id ORDER BY s.game_id, s.seat");
  while (seats.step()) {
    const GameId game = game_of(GameId{seats.integer(0)});
    if (game == GameId::none) continue;
    const SeatedPerson seated{game, seats.integer(1), seats.string(2)};
    add(join.seats, [&] { return tables.seat_if_free(seated); });
  }
  if (join.aliases + join.seats > 0) forget_duplicates(to);
  return join;
}

std::int64_t add_aliases(Database& database, NameKind kind, std::span<const Alias> aliases) {
  return changed(database, [&](PeopleTables& tables) {
    std::int64_t added = 0;
    for_each_given(aliases, [&](const Alias& one) { added += tables.add(kind, one) ? 1 : 0; });
    return added;
  });
}

std::int64_t remove_aliases(Database& database, NameKind kind, std::span<const std::string> names) {
  return changed(database, [&](PeopleTables& tables) {
    std::int64_t removed = 0;
    for (const std::string& name : names) removed += tables.remove_alias(kind, name) ? 1 : 0;
    return removed;
  });
}

bool remove_person(Database& database, NameKind kind, const std::string& person) {
  return changed(database, [&](PeopleTables& tables) {
    const auto id = tables.find_person(kind, person);
    if (id) tables.remove_person(*id);
    return id.has_value();
  });
}

void seat_people(Database& database, std::span<const SeatedPerson> seated) {
  (void)changed(database, [&](PeopleTables& tables) {
    for_each_given(seated, [&](const SeatedPerson& one) { tables.seat(one); });
    return true;
  });
}

bool unseat_person(Database& database, GameId game, std::int64_t seat) {
  return changed(database, [&](PeopleTables& tables) { return tables.unseat(game, seat); });
}

std::vector<Alias> list_aliases(Database& database, NameKind kind) {
  SqlStatement select(database.sql(),
                      "SELECT p.name, a.written FROM alias a JOIN person p ON p.id = "
                      "a.person_id WHERE a.kind = ? AND a.written <> p.name ORDER BY 1, 2");
  select.start(static_cast<int>(kind));
  std::vector<Alias> aliases;
  while (select.step()) {
    aliases.push_back({select.string(0), select.string(1)});
  }
  return aliases;
}

std::vector<SeatedPerson> list_seated_people(Database& database) {
  SqlStatement select(database.sql(),
                      "SELECT s.game_id, s.seat, p.name FROM seat_person s JOIN person p ON "
                      "p.id = s.person_id ORDER BY p.name, s.game_id, s.seat");
  std::vector<SeatedPerson> seated;
  while (select.step()) {
    seated.push_back({static_cast<GameId>(select.integer(0)), select.integer(1), select.string(2)});
  }
  return seated;
}

}  // namespace ludex
