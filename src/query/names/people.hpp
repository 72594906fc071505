#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ludex {

/// The code of a person beside those of names, which are positive; the person of a code.
[[nodiscard]] constexpr std::int64_t person_code(std::int64_t person) {
  return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(person));  // any stored number
}

/// Who, or which event or place, is meant by the ids of names that facts hold.
class People {
 public:
  /// Cost: none without aliases of this kind, else a scan of the table `name`.
  People(SqlConnection& sql, NameKind kind);

  /// The same number for all names that mean one person: less than 0 for a person, else the id of
  /// the name. \param name  0 for none, which stays 0.
  [[nodiscard]] std::int64_t of_name(std::int64_t name) const {
    const auto place = static_cast<std::size_t>(name);
    return place < meant_.size() && meant_[place] != 0 ? meant_[place] : name;
  }

  /// That seats of games say otherwise, by game. Players only.
  struct Seated {
    std::int64_t game;
    std::int64_t seat;
    std::int64_t person;  ///< less than 0, as of_name() has it
  };
  [[nodiscard]] std::span<const Seated> seated() const { return seated_; }
  [[nodiscard]] bool has_seated() const { return !seated_.empty(); }
  /// Who sits there if the name is `name`.
  [[nodiscard]] std::int64_t of_seat(std::int64_t game, std::int64_t seat, std::int64_t name) const;

  /// The person's name, or the name as written; nothing for 0.
  [[nodiscard]] std::optional<std::string> text(std::int64_t code);

  /// The persons of whom one name matches: their own, one given as an alias, or one as written.
  [[nodiscard]] IdSet persons_named(const NameFilter& filter, const IdSet& matching_names) const;
  /// All names that mean one of these persons.
  [[nodiscard]] IdSet names_of(const IdSet& persons) const;

 private:
  struct Name {
    std::int64_t person;
    std::string folded;
  };

  SqlStatement select_name_;
  std::vector<std::int64_t> meant_;  // by name; 0: itself
  std::vector<Seated> seated_;       // by game and seat
  std::vector<Name> names_;          // of persons: their own and aliases as given
  std::unordered_map<std::int64_t, std::string> persons_;
};

/// A name filter with people in mind: ids of names that match, and of persons (of their numbers
/// without the sign) that do.
struct PeopleMatch {
  IdSet names;
  IdSet persons;
};
[[nodiscard]] PeopleMatch match_people(SqlConnection& sql, const People& people, NameKind kind,
                                       const NameFilter& filter);

}  // namespace ludex
