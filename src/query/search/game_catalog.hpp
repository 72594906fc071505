#pragma once

#include "formats/position_text.hpp"
#include "games/api/position.hpp"
#include "games/api/query_position.hpp"
#include "ludex/query.hpp"
#include "ludex/types.hpp"
#include "query/filter/filters.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The games that the text of a position may refer to.
class GameCatalog {
 public:
  virtual ~GameCatalog() = default;

  /// A position of a stored game; none if there is no such one.
  [[nodiscard]] virtual std::optional<Position> find(GameId game, std::uint32_t ply) = 0;
  /// The games stored here that Ludex can replay.
  [[nodiscard]] virtual std::set<GameType> replayed_games() = 0;
  /// The board sizes of this game here; two are enough.
  [[nodiscard]] virtual std::set<BoardSize> sizes_of(GameType game) = 0;
};

/// The games of a database. Cost: a look at each chunk of facts, and a read of those that hold
/// several games.
class StoredCatalog final : public GameCatalog {
 public:
  explicit StoredCatalog(SqlConnection& sql) : sql_(sql) {}
  std::optional<Position> find(GameId game, std::uint32_t ply) override;
  std::set<GameType> replayed_games() override;
  std::set<BoardSize> sizes_of(GameType game) override;

 private:
  SqlConnection& sql_;
};

/// parse_position(), and `@ID:PLY` for a position of a stored game. `moves:` without a game belongs
/// to the only game that is stored, if there is only one. If a Hex position has no size, the size
/// of the stored Hex games is used. \throws UsageError if it is malformed, does not exist, or there
/// are several sizes of Hex.
[[nodiscard]] QueryPosition read_position(GameCatalog& catalog, std::string_view text,
                                          const PositionTextOptions& options = {});
/// The same with the games of a database.
[[nodiscard]] QueryPosition read_position(SqlConnection& sql, std::string_view text,
                                          const PositionTextOptions& options = {});

/// Reads the positions of a query, to be compared as it says.
/// \param notes  receives hints on how they can be misunderstood
void add_positions(GameCatalog& catalog, const Query& query, GameFilters& filters,
                   std::vector<std::string>& notes);

}  // namespace ludex
