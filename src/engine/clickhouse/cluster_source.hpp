#pragma once

#include "engine/boards/game_source.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "engine/clickhouse/published_state.hpp"
#include "ludex/call.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex::clickhouse {

/// The text of a record of a cluster.
struct PublishedText {
  TextForm form = TextForm::bytes;
  std::optional<std::string> text;  ///< none with --no-text
};

/// The texts of records by their shown ids, whatever server has them. Those that do not exist are
/// missing in the answer.
[[nodiscard]] std::map<std::int64_t, PublishedText> read_texts(Cluster& cluster,
                                                               const PublishedState& state,
                                                               const Call& call,
                                                               std::span<const RecordId> records);

/// Games of a cluster.
class ClusterSource final : public GameSource {
 public:
  /// The cluster must outlive it.
  ClusterSource(Cluster& cluster, PublishedState state)
      : cluster_(cluster), state_(std::move(state)) {}

  std::optional<ReplayedGame> find(GameId game) override;
  std::optional<Position> position(GameId game, std::uint32_t ply) override {
    return games_.position(game, ply);
  }
  void walk(GameId game, const PositionVisitor& visit) override { games_.walk(game, visit); }
  std::optional<GameRecord> record(GameId game) override;
  std::vector<std::string> names(GameId game) override;
  std::optional<PointRect> region(const Position& position, GameId game,
                                  const Query& query) override;
  [[nodiscard]] GameDetails details(GameId game);

 private:
  /// Asks the server of a game. \param columns  of `table`; its games are in the column `id`
  NativeAnswer ask(GameId game, std::string_view columns, std::string_view table,
                   std::string_view id, std::string_view order);

  Cluster& cluster_;
  PublishedState state_;
  Call call_;
  PublishedGames games_{cluster_, state_, call_};
};

}  // namespace ludex::clickhouse
