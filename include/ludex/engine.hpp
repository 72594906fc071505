#pragma once

#include "ludex/call.hpp"
#include "ludex/duplicates.hpp"
#include "ludex/explore.hpp"
#include "ludex/export.hpp"
#include "ludex/game.hpp"
#include "ludex/moves.hpp"
#include "ludex/picture.hpp"
#include "ludex/position.hpp"
#include "ludex/query.hpp"
#include "ludex/row_text.hpp"
#include "ludex/stats.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Answers queries about games. Each query sees one state of the database; nothing is changed. Use
/// an engine from one thread at a time; several engines may read the same database at once. Every
/// member \throws UsageError for an invalid query, DatabaseError, and Stopped.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Finds the games that match a query; with `unique`, one of each cluster of duplicates.
  /// \param max_games  the search may stop after this many games, those with the smallest ids.
  [[nodiscard]] virtual GameSet find(const Query& query, std::int64_t max_games,
                                     const Call& call) = 0;
  /// The rows of games found. The engine and the call must outlive the range.
  [[nodiscard]] virtual GameRange rows(const GameSet& games, Listing listing, Call call) = 0;
  /// The same rows as text, without a header. Cost: less than rows() and append_csv() for each.
  [[nodiscard]] virtual std::unique_ptr<RowLines> lines(const GameSet& games, Listing listing,
                                                        LineFormat format, Call call);
  /// The rows of these games, in this order. Missing games are skipped.
  [[nodiscard]] virtual GameRange rows(std::vector<GameId> games,
                                       std::vector<std::string> columns) = 0;

  /// Counts the next moves at the first position of the query, in all games that match the query.
  /// Moves that a symmetry of the position maps onto each other share a row. Ordered by games, then
  /// visits (most first), then in reading order.
  virtual ExploreAnswer explore(const Query& query, const ExploreOptions& options,
                                const ExploreVisitor& visit, const Call& call) = 0;

  /// Counts games, one row for each combination of key values; NULL is unknown. ludex-stats(1)
  /// describes the columns.
  [[nodiscard]] virtual StatsTable stats(const Query& query, const StatsQuestion& question,
                                         const Call& call) = 0;
  /// Rates players by whole-history rating. Conditions on games choose which games are rated.
  /// Conditions on players (player, opponent, outcome, black, white, rank, rating) choose which
  /// rows are returned.
  [[nodiscard]] virtual RatingList ratings(const Query& query, const RatingQuestion& question,
                                           const Call& call) = 0;

  /// Clusters of duplicates among the games that match the query.
  [[nodiscard]] virtual DuplicateAnswer duplicates(const Query& query, const Call& call) = 0;

  /// A position of a game; without a ply, the last one of the main line. None if it does not exist.
  [[nodiscard]] virtual std::optional<GamePosition> position(GameId game,
                                                             std::optional<std::uint32_t> ply) = 0;
  /// A diagram of a position for a terminal, with the markup of the record. None if the game or the
  /// ply does not exist.
  [[nodiscard]] virtual std::optional<Drawing> draw(GameId game, std::uint32_t ply,
                                                    const DrawingOptions& options) = 0;
  /// The first position of the query. \throws UsageError if there is none, or it is malformed
  [[nodiscard]] virtual BoardPosition read_position(const Query& query) = 0;
  /// The first position of the query after a move by the player to move.
  /// \throws UsageError if the text is not a move or the move is illegal
  [[nodiscard]] virtual BoardPosition play(const Query& query, std::string_view move) = 0;
  /// All positions of a game except those set up before the first move, ordered by ply: the main
  /// line, then variations in file order. Cost: one replay and one parse of the record.
  [[nodiscard]] virtual std::vector<PlayedPly> moves(GameId game, Notation notation) = 0;
  /// A picture of a position of a game; without a ply, the last one of the main line. None if it
  /// does not exist. Cost: less than a millisecond, including markup and names.
  [[nodiscard]] virtual std::optional<Picture> picture(GameId game,
                                                       std::optional<std::uint32_t> ply,
                                                       const PictureOptions& options) = 0;
  /// A picture of what explore() starts from: the first position or pattern of the query
  /// (Query::explores_pattern()). \throws UsageError if there is none
  [[nodiscard]] virtual Picture position_picture(const Query& query,
                                                 const PictureOptions& options) = 0;
  /// Nodes that SGF names "bookmark N", main line first.
  [[nodiscard]] virtual std::vector<NamedPly> bookmarks(GameId game) = 0;

  /// Names and comments of all nodes, in file order. Cost: a parse of the record.
  [[nodiscard]] virtual std::vector<NodeComment> comments(GameId game) = 0;
  /// Empty if there is no such game.
  [[nodiscard]] virtual GameDetails details(GameId game) = 0;

  /// The text of a record, byte for byte as found, in pieces; a line feed follows if it does not
  /// end in one and is not binary (wthor).
  virtual void record_text(RecordId record, const std::function<void(std::string_view)>& piece) = 0;

  /// Writes games or positions, with separators between records where a reader needs them.
  /// \throws MixedFormats before anything is written; Error for records that cannot be separated
  virtual void export_games(const GameSet& games, const ExportOptions& options, ExportSink& sink,
                            const Call& call) = 0;

 protected:
  Engine() = default;
  Engine(const Engine&) = default;
  Engine& operator=(const Engine&) = default;
};

}  // namespace ludex
