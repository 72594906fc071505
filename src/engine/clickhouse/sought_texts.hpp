#pragma once

#include "ludex/game.hpp"
#include "query/names/people.hpp"
#include "query/search/game_positions.hpp"
#include "store/database.hpp"
#include "store/game_columns.hpp"
#include "store/game_words.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

// Filters compare texts that Ludex folded when it published them: the servers' functions fold in
// other ways. A sought text has a line for each text it can be found by, with a line feed before
// and after: "\ncho chikun\n". Where marks can be left out, a line "\1andre" follows "andré".

/// The sought text of one value, as it is written.
[[nodiscard]] std::string sought_text(std::string_view written);
/// The condition that a sought text matches. \param column  in SQL
[[nodiscard]] std::string matches(std::string_view column, const NameFilter& filter);
/// The condition that all words of `--text` occur. \throws UsageError if there are none
[[nodiscard]] std::string has_words(std::string_view column, std::string_view text);

/// A column of stored_games that filters look into.
struct SoughtColumn {
  std::string name;                    ///< "sought_event"
  const GameColumn* column = nullptr;  ///< whose text it is
  bool of_people = false;              ///< found by all names that mean the same
};
/// "people_black", ..., then "sought_event", ...
[[nodiscard]] std::span<const SoughtColumn> sought_columns();
[[nodiscard]] std::string people_column(std::string_view column);
[[nodiscard]] std::string sought_column(std::string_view column);

/// How a game begins that records no handicap. Stored.
enum class Beginning : std::uint8_t { not_needed, no_positions, as_usual, otherwise };

/// Makes the sought texts of the games of a database, one after the other.
class SoughtTexts {
 public:
  /// Within a read transaction.
  explicit SoughtTexts(Database& database);

  /// None: the column is NULL. \param shown  what the view shows in the column
  [[nodiscard]] std::optional<std::string> of(const SoughtColumn& column, GameId game,
                                              const Value& shown);
  /// Of a seat, by who sits there.
  [[nodiscard]] std::optional<std::string> of_player(GameId game, std::int64_t seat,
                                                     std::int64_t name);
  /// The words of full text search; none: the game has no text. \pre games ascend
  [[nodiscard]] std::optional<std::string> words(GameId game);
  [[nodiscard]] Beginning beginning(GameId game);
  /// The name under which `alias` has put an event or a place; none: it goes by its own.
  [[nodiscard]] std::optional<std::string> other_name(std::string_view column, GameId game);

 private:
  struct Group {  // of names of one kind
    Group(SqlConnection& sql, NameKind kind);
    People people;
    std::map<std::int64_t, std::string> lines;  // of a person
  };
  [[nodiscard]] std::string lines_of(Group& group, std::int64_t who);
  [[nodiscard]] std::string folded_name(std::int64_t name);
  [[nodiscard]] Group& group_of(std::string_view column);

  SqlConnection& sql_;
  FactReader facts_;
  GamePositions positions_;
  GameWords words_;
  Group players_, events_, places_;
  SqlStatement folded_name_, folded_phrase_, source_;
};

}  // namespace ludex::clickhouse
