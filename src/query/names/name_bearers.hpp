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

/// The names of one kind that a game gives.
struct NamedGame {
  struct Place {
    std::int64_t seat;  ///< of players; 0 for others
    std::int64_t name;  ///< not 0
  };
  std::int64_t game = 0;
  std::vector<Place> places;
  std::int64_t date_from = 0, date_to = 0;  ///< yyyymmdd; 0 unknown
};

/// Visits all games that are answers and give such a name, by id. \pre within a ReadTransaction.
/// Cost: some columns of facts and, for players, the seats beyond the second.
void for_each_named_game(SqlConnection& sql, NameKind kind,
                         const std::function<void(const NamedGame&)>& visit);

/// Whoever bears a name, as far as is known: a person with all its names, or the names of one
/// normal form.
struct NameBearer {
  struct Written {
    std::int64_t name = 0;
    std::int64_t games = 0;
    bool is_plain = false;  ///< as its normal form, but for case and the like
  };
  std::int64_t person = 0;           ///< less than 0, as People has it; 0: nothing was said
  std::vector<Written> names;        ///< that occur in games, plain ones first, then by games
  std::vector<std::string> normals;  ///< their normal forms
  std::int64_t games = 0;
  int first_year = 0, last_year = 0;  ///< 0 where no game has a date
};

/// All bearers of names of one kind that occur in games; of a person also the name it goes by.
/// Memory: some 200 bytes a name.
class NameBearers {
 public:
  static constexpr std::uint32_t kNobody = 0xFFFF'FFFF;

  /// \pre within a ReadTransaction. Cost: a scan of the names, and of the games by facts.
  NameBearers(SqlConnection& sql, NameKind kind);

  /// By games, the most first, then by their lowest name id.
  [[nodiscard]] std::span<const NameBearer> all() const { return bearers_; }
  /// Whose name stands there.
  [[nodiscard]] std::uint32_t at(std::int64_t game, const NamedGame::Place& place) const;
  /// What the person goes by, or the name most games have, without rank and title if there is one.
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
