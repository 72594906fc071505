#pragma once

#include "engine/clickhouse/cluster.hpp"
#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/position_question.hpp"
#include "engine/clickhouse/published_games.hpp"
#include "engine/clickhouse/published_state.hpp"
#include "ludex/engine.hpp"
#include "ludex/info.hpp"
#include "query/filter/filters.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// Answers from a database that was published to servers of ClickHouse (publish()). Each question
/// asks all servers; one that is down is an error.
class ClusterEngine final : public Engine {
 public:
  /// \param url  clickhouse://...  \param password  where the URL has none
  /// \throws UsageError for a wrong URL, Error if a server is down or nothing was published there
  ClusterEngine(std::string_view url, const std::string& password);

  GameSet find(const Query& query, std::int64_t max_games, const Call& call) override;
  GameRange rows(const GameSet& games, Listing listing, Call call) override;
  GameRange rows(std::vector<GameId> games, std::vector<std::string> columns) override;
  ExploreAnswer explore(const Query& query, const ExploreOptions& options,
                        const ExploreVisitor& visit, const Call& call) override;
  StatsTable stats(const Query& query, const StatsQuestion& question, const Call& call) override;
  RatingList ratings(const Query& query, const RatingQuestion& question, const Call& call) override;
  DuplicateAnswer duplicates(const Query& query, const Call& call) override;
  std::optional<GamePosition> position(GameId game, std::optional<std::uint32_t> ply) override;
  std::optional<Drawing> draw(GameId game, std::uint32_t ply,
                              const DrawingOptions& options) override;
  BoardPosition read_position(const Query& query) override;
  BoardPosition play(const Query& query, std::string_view move) override;
  std::vector<PlayedPly> moves(GameId game, Notation notation) override;
  std::optional<Picture> picture(GameId game, std::optional<std::uint32_t> ply,
                                 const PictureOptions& options) override;
  Picture position_picture(const Query& query, const PictureOptions& options) override;
  std::vector<NamedPly> bookmarks(GameId game) override;
  std::vector<NodeComment> comments(GameId game) override;
  GameDetails details(GameId game) override;
  void record_text(RecordId record, const std::function<void(std::string_view)>& piece) override;
  void export_games(const GameSet& games, const ExportOptions& options, ExportSink& sink,
                    const Call& call) override;

  /// Another number after every publication.
  [[nodiscard]] std::int64_t data_version();
  [[nodiscard]] ClusterInfo info();

 private:
  /// Also reads the positions of the query. \param games  reads those that it names
  /// \param notes  receives hints on how they can be misunderstood
  /// \throws UsageError for what is not offered on a cluster
  GameFilters read_query(const Query& query, const PublishedState& state, const Call& call,
                         PublishedGames& games, std::vector<std::string>& notes);
  QueryPosition first_position(const Query& query);

  /// Fills in the ids, or counts them where they are many.
  void find_ids(const Call& call, std::int64_t max_games, FoundOnCluster& found, GameSet& set);

  /// The hits of the first position in games that also have the others.
  void find_hits_of(const GameFilters& filters, ClusterSelection selection, VisitsWanted wanted,
                    const Call& call, FoundOnCluster& found);

  /// What the servers show. An answer serves all steps of one command: it is used for kFresh, and
  /// what it names stays far longer (PublishOptions::keep_replaced).
  [[nodiscard]] const PublishedState& shown();
  static constexpr auto kFresh = std::chrono::milliseconds(200);

  Cluster cluster_;
  std::optional<PublishedState> shown_;
  std::chrono::steady_clock::time_point asked_;
};

/// \throws UsageError: "`what` is not offered on a cluster; ..."
[[noreturn]] void refuse_on_cluster(std::string_view what, std::string_view way_that_works);
inline constexpr std::string_view kAskDatabases =
    "ask the databases that were published, or one merged";

}  // namespace ludex::clickhouse
