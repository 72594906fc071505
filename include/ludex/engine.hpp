#pragma once

#include "ludex/call.hpp"
#include "ludex/duplicates.hpp"
#include "ludex/explore.hpp"
#include "ludex/export.hpp"
#include "ludex/game.hpp"
#include "ludex/position.hpp"
#include "ludex/query.hpp"
#include "ludex/stats.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Answers questions about games. Reads one state of the database at a time and never changes it.
/// One thread at a time; several engines may read the same database side by side.
/// Every member \throws UsageError for a question without meaning, DatabaseError, and Stopped.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Finds the games that a query means; with `unique` one of each cluster of duplicates.
  /// \param max_games  the search may stop when it has so many, those with the smallest ids.
  [[nodiscard]] virtual GameSet find(const Query& query, std::int64_t max_games,
                                     const Call& call) = 0;
  /// The rows of games found. The engine and the call must outlive the range.
  [[nodiscard]] virtual GameRange rows(const GameSet& games, Listing listing, Call call) = 0;
  /// The rows of these games, in this order, without those that are not there.
  [[nodiscard]] virtual GameRange rows(std::vector<GameId> games,
                                       std::vector<std::string> columns) = 0;

  /// Counts what was played next at the first position of the query, in the games that the whole
  /// query means. Moves that a symmetry of the position maps onto each other are one row. Most
  /// games first, then most visits, then in reading order.
  virtual ExploreAnswer explore(const Query& query, const ExploreOptions& options,
                                const ExploreVisitor& visit, const Call& call) = 0;

  /// Counts games, a row for each value of the keys; NULL is unknown. schema/README.md and
  /// `ludex stats --help` tell the columns.
  [[nodiscard]] virtual StatsTable stats(const Query& query, const StatsQuestion& question,
                                         const Call& call) = 0;
  /// Rates players by whole-history rating. Conditions about games choose the games that are rated;
  /// those about players (player, opponent, outcome, black, white, rank, rating) choose rows only.
  [[nodiscard]] virtual RatingList ratings(const Query& query, const RatingQuestion& question,
                                           const Call& call) = 0;

  /// Clusters of games that are one game, among those that the query means.
  [[nodiscard]] virtual DuplicateAnswer duplicates(const Query& query, const Call& call) = 0;

  /// A position of a game; without a ply the last one of the main line. None where there is no such
  /// game or position.
  [[nodiscard]] virtual std::optional<GamePosition> position(GameId game,
                                                             std::optional<std::uint32_t> ply) = 0;
  [[nodiscard]] virtual std::optional<Drawing> draw(GameId game, std::uint32_t ply,
                                                    const DrawingOptions& options) = 0;
  /// Nodes that SGF names "bookmark N", main line first.
  [[nodiscard]] virtual std::vector<NamedPly> bookmarks(GameId game) = 0;

  /// The text of a record, byte for byte as found, in pieces; a line feed follows if it does not
  /// end in one.
  virtual void record_text(RecordId record, const std::function<void(std::string_view)>& piece) = 0;

  /// Writes games or positions out; between records what parts them for a reader.
  /// \throws MixedFormats before anything is written; Error for records that nothing can part
  virtual void export_games(const GameSet& games, const ExportOptions& options, ExportSink& sink,
                            const Call& call) = 0;

 protected:
  Engine() = default;
  Engine(const Engine&) = default;
  Engine& operator=(const Engine&) = default;
};

}  // namespace ludex
