#pragma once

#include "engine/clickhouse/published_state.hpp"
#include "games/api/position.hpp"
#include "ludex/call.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// What a game of a cluster is replayed from.
struct PublishedGame {
  GameType game{};
  BoardSize size{};
  GameFlags flags{};
  std::uint32_t main_positions = 0;
  std::uint32_t total_positions = 0;
  std::vector<std::uint16_t> script;
  std::string shown_row;  ///< pack_shown(); empty if it was not asked for
};

/// Reads games of a cluster to replay them. Keeps all that it has read.
class PublishedGames {
 public:
  /// All must outlive it.
  /// \param known  has some of the games already
  PublishedGames(Cluster& cluster, const PublishedState& state, const Call& call,
                 const PublishedGames* known = nullptr)
      : cluster_(cluster), state_(state), call_(call), known_(known) {}

  /// What is read of games beside what replays them.
  enum class Bring : std::uint8_t { nothing, rows };
  /// Reads games that will be asked for: one question to each server that holds some, with rows two
  /// at the same time.
  void fetch(std::span<const GameId> games, Bring bring = Bring::nothing);
  /// nullptr: there is no such game. Fetches it if nobody has.
  [[nodiscard]] const PublishedGame* find(GameId game);
  /// As GamePositions::find().
  [[nodiscard]] std::optional<Position> position(GameId game, std::uint32_t ply);
  /// As GamePositions::walk().
  void walk(GameId game, const std::function<bool(const Position&)>& visit);

 private:
  [[nodiscard]] std::string statement(std::string_view columns, std::string_view table,
                                      const std::string& games) const;
  void take_scripts(const NativeAnswer& answer);
  void take_rows(const NativeAnswer& answer);

  Cluster& cluster_;
  const PublishedState& state_;
  const Call& call_;
  const PublishedGames* known_;
  std::map<std::int64_t, std::optional<PublishedGame>> games_;  // none: there is no such game
};

/// What restricts a statement to some games, for each server: their batches, as they are shown, and
/// "(db, id) IN ((0,17), ...)"; empty: it has none of them. \param id  the column of ids
[[nodiscard]] std::vector<std::string> conditions_on_games(Cluster& cluster,
                                                           const PublishedState& state, Part part,
                                                           std::string_view id,
                                                           std::span<const GameId> games);
/// The ids of each server's games, as a list of tuples (db, id) for SQL; empty: it has none.
[[nodiscard]] std::vector<std::string> tuples_by_shard(Cluster& cluster,
                                                       std::span<const GameId> games);

}  // namespace ludex::clickhouse
