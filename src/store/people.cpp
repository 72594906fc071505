#include "store/people.hpp"

#include "formats/values/fold.hpp"
#include "store/normal_name.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
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
  explicit PeopleTables(SQLite::Database& sql) : sql_(sql) {}

  std::optional<std::int64_t> find_person(NameKind kind, const std::string& name) {
    SQLite::Statement select(sql_, "SELECT id FROM person WHERE kind = ? AND name = ?");
    select.bind(1, static_cast<int>(kind));
    select.bind(2, name);
    if (!select.executeStep()) return std::nullopt;
    return select.getColumn(0).getInt64();
  }

  /// The person of that name, or whom the name means; else a new one.
  std::int64_t person(NameKind kind, const std::string& name) {
    if (const auto known = find_person(kind, name)) return *known;
    const std::string normal = normal_form(kind, name);
    if (const auto meant = find_owner(kind, normal)) return meant->person;
    SQLite::Statement insert(sql_, "INSERT INTO person (kind, name) VALUES (?, ?)");
    insert.bind(1, static_cast<int>(kind));
    insert.bind(2, name);
    insert.exec();
    const std::int64_t id = sql_.getLastInsertRowid();
    insert_alias(kind, normal, name, id);
    return id;
  }

  /// \returns whether it is new.
  bool add(NameKind kind, const Alias& alias) {
    const std::string normal = normal_form(kind, alias.name);
    const std::int64_t id = person(kind, alias.person);
    if (insert_alias(kind, normal, alias.name, id)) return true;
    const Owner owner = find_owner(kind, normal).value();
    if (owner.person == id) return owner.written == owner.name && rewrite(kind, normal, alias.name);
    throw UsageError(
        fmt::format("'{}' means '{}' already; take that away first", alias.name, owner.name));
  }

  bool remove_alias(NameKind kind, const std::string& name) {
    const std::string normal = normal_form(kind, name);
    const auto owner = find_owner(kind, normal);
    if (!owner) return false;
    SQLite::Statement remove(sql_, "DELETE FROM alias WHERE kind = ? AND normal = ?");
    remove.bind(1, static_cast<int>(kind));
    remove.bind(2, normal);
    remove.exec();
    drop_if_bare(owner->person);
    return true;
  }

  void remove_person(std::int64_t person) {
    for (const char* const text :
         {"DELETE FROM alias WHERE person_id = ?", "DELETE FROM seat_person WHERE person_id = ?",
          "DELETE FROM person WHERE id = ?"}) {
      SQLite::Statement statement(sql_, text);
      statement.bind(1, person);
      statement.exec();
    }
  }

  void seat(const SeatedPerson& seated) {
    check_seat(seated);
    unseat(seated.game, seated.seat);
    SQLite::Statement insert(sql_, "INSERT INTO seat_person VALUES (?, ?, ?)");
    insert.bind(1, raw(seated.game));
    insert.bind(2, seated.seat);
    insert.bind(3, person(NameKind::player, seated.person));
    insert.exec();
  }

  bool unseat(GameId game, std::int64_t seat) {
    SQLite::Statement select(sql_,
                             "SELECT person_id FROM seat_person WHERE game_id = ? AND seat = ?");
    select.bind(1, raw(game));
    select.bind(2, seat);
    if (!select.executeStep()) return false;
    const std::int64_t person = select.getColumn(0).getInt64();
    SQLite::Statement remove(sql_, "DELETE FROM seat_person WHERE game_id = ? AND seat = ?");
    remove.bind(1, raw(game));
    remove.bind(2, seat);
    remove.exec();
    drop_if_bare(person);
    return true;
  }

 private:
  /// Whom a normal form means, and as what it was given.
  struct Owner {
    std::int64_t person;
    std::string name, written;
  };
  std::optional<Owner> find_owner(NameKind kind, const std::string& normal) {
    SQLite::Statement select(sql_,
                             "SELECT p.id, p.name, a.written FROM alias a JOIN person p ON p.id = "
                             "a.person_id WHERE a.kind = ? AND a.normal = ?");
    select.bind(1, static_cast<int>(kind));
    select.bind(2, normal);
    if (!select.executeStep()) return std::nullopt;
    return Owner{select.getColumn(0).getInt64(), select.getColumn(1).getString(),
                 select.getColumn(2).getString()};
  }

  /// A person's own name is listed once another spelling of it was given.
  bool rewrite(NameKind kind, const std::string& normal, const std::string& name) {
    SQLite::Statement update(
        sql_, "UPDATE alias SET written = ?3 WHERE kind = ?1 AND normal = ?2 AND written <> ?3");
    update.bind(1, static_cast<int>(kind));
    update.bind(2, normal);
    update.bind(3, name);
    return update.exec() > 0;
  }

  bool insert_alias(NameKind kind, const std::string& normal, const std::string& name,
                    std::int64_t person) {
    SQLite::Statement insert(sql_, "INSERT OR IGNORE INTO alias VALUES (?, ?, ?, ?)");
    insert.bind(1, static_cast<int>(kind));
    insert.bind(2, normal);
    insert.bind(3, name);
    insert.bind(4, person);
    return insert.exec() > 0;
  }

  /// A person of whom nothing is left but its own name is gone.
  void drop_if_bare(std::int64_t person) {
    SQLite::Statement rest(
        sql_,
        "SELECT (SELECT count(*) FROM seat_person WHERE person_id = ?1) + (SELECT count(*) FROM "
        "alias a JOIN person p ON p.id = a.person_id WHERE p.id = ?1 AND a.written <> p.name)");
    rest.bind(1, person);
    rest.executeStep();
    if (rest.getColumn(0).getInt64() == 0) remove_person(person);
  }

  void check_seat(const SeatedPerson& seated) {
    SQLite::Statement select(sql_, "SELECT 1 FROM game_players WHERE game_id = ? AND seat = ?");
    select.bind(1, raw(seated.game));
    select.bind(2, seated.seat);
    if (select.executeStep()) return;
    throw UsageError(
        fmt::format("there is no seat {} of a game {}", seated.seat, raw(seated.game)));
  }

  SQLite::Database& sql_;
};

/// Does something with each; what is wrong with one of them tells which.
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

/// Does the work in one transaction; what it throws undoes it.
template <class Work>
auto changed(Database& database, Work work) {
  SQLite::Transaction transaction(database.sql(), SQLite::TransactionBehavior::IMMEDIATE);
  PeopleTables tables(database.sql());
  const auto result = work(tables);
  transaction.commit();
  return result;
}

}  // namespace

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
  SQLite::Statement select(database.sql(),
                           "SELECT p.name, a.written FROM alias a JOIN person p ON p.id = "
                           "a.person_id WHERE a.kind = ? AND a.written <> p.name ORDER BY 1, 2");
  select.bind(1, static_cast<int>(kind));
  std::vector<Alias> aliases;
  while (select.executeStep()) {
    aliases.push_back({select.getColumn(0).getString(), select.getColumn(1).getString()});
  }
  return aliases;
}

std::vector<SeatedPerson> list_seated_people(Database& database) {
  SQLite::Statement select(database.sql(),
                           "SELECT s.game_id, s.seat, p.name FROM seat_person s JOIN person p ON "
                           "p.id = s.person_id ORDER BY p.name, s.game_id, s.seat");
  std::vector<SeatedPerson> seated;
  while (select.executeStep()) {
    seated.push_back({static_cast<GameId>(select.getColumn(0).getInt64()),
                      select.getColumn(1).getInt64(), select.getColumn(2).getString()});
  }
  return seated;
}

}  // namespace ludex
