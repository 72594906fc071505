#pragma once

#include "ludex/engine.hpp"
#include "ludex/info.hpp"
#include "query/filter/game_query.hpp"
#include "store/database.hpp"
#include "store/sql/sql_limits.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The result of SqliteEngine::find().
[[nodiscard]] inline const FoundGames& found_games(const GameSet& games) {
  return *static_cast<const FoundGames*>(games.found.get());
}

/// Answers from an SQLite file.
class SqliteEngine final : public Engine {
 public:
  /// The database must outlive the engine.
  explicit SqliteEngine(Database& database) : database_(database) {}

  GameSet find(const Query& query, std::int64_t max_games, const Call& call) override;
  GameRange rows(const GameSet& games, Listing listing, Call call) override;
  std::unique_ptr<RowLines> lines(const GameSet& games, Listing listing, LineFormat format,
                                  Call call) override;
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

 private:
  /// Also reads the positions of the query. \param notes  receives hints on how they can be
  /// misunderstood
  GameFilters read_query(const Query& query, std::vector<std::string>& notes);
  QueryPosition first_position(const Query& query);

  Database& database_;
};

/// See Archive::find_sources(), Archive::for_each_reject() and Archive::sql().
[[nodiscard]] std::vector<FoundSource> find_sources(Database& database, const NameFilter& name);
void for_each_reject(Database& database, const std::function<void(const Reject&)>& visit);
void run_sql(Database& database, std::string_view sql,
             const std::function<void(std::vector<std::string>)>& columns, const RowVisitor& row);

}  // namespace ludex
