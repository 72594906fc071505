#pragma once

#include "query/names/people.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// The names of one kind in a game.
struct NamedGame {
  struct Place {
    std::int64_t seat;  ///< of players; 0 for others
    std::int64_t name;  ///< not 0
  };
  std::int64_t game = 0;
  std::vector<Place> places;
  std::int64_t date_from = 0, date_to = 0;  ///< yyyymmdd; 0 unknown
};

/// Visits all visible games that have such a name, ordered by id. \pre within a ReadTransaction.
/// Cost: a few columns of facts and, for players, the seats beyond the second.
void for_each_named_game(SqlConnection& sql, NameKind kind,
                         const std::function<void(const NamedGame&)>& visit);

/// The bearer of a name: a person with all its names, or the names of one normal form.
struct NameBearer {
  struct Written {
    std::int64_t name = 0;
    std::int64_t games = 0;
    bool is_plain = false;  ///< equals its normal form except for case and the like
  };
  std::int64_t person = 0;           ///< less than 0, as in People; 0: none set
  std::vector<Written> names;        ///< names that occur in games, plain ones first, then by games
  std::vector<std::string> normals;  ///< their normal forms
  std::int64_t games = 0;
  int first_year = 0, last_year = 0;  ///< 0 if no game has a date
};

/// All bearers of names of one kind that occur in games, and the main name of each person. Memory:
/// about 200 bytes per name.
class NameBearers {
 public:
  static constexpr std::uint32_t kNobody = 0xFFFF'FFFF;

  /// \pre within a ReadTransaction. Cost: a scan of the names, and of the games by facts.
  NameBearers(SqlConnection& sql, NameKind kind);

  /// Ordered by games, most first, then by lowest name id.
  [[nodiscard]] std::span<const NameBearer> all() const { return bearers_; }
  /// The bearer of a name.
  [[nodiscard]] std::uint32_t at(std::int64_t game, const NamedGame::Place& place) const;
  /// The main name of the person, or the most frequent name; preferably without rank and title.
  [[nodiscard]] std::string text(std::uint32_t bearer);
  [[nodiscard]] std::string written(std::int64_t name);

 private:
  void read_names(SqlConnection& sql, NameKind kind);
  void count_games(SqlConnection& sql, NameKind kind);
  void sort();

  People people_;
  std::vector<NameBearer> bearers_;
  std::vector<std::uint32_t> of_name_;  // by name id
  std::unordered_map<std::int64_t, std::uint32_t> of_person_;
};

}  // namespace ludex
