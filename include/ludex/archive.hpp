#pragma once

#include "ludex/call.hpp"
#include "ludex/engine.hpp"
#include "ludex/index.hpp"
#include "ludex/info.hpp"
#include "ludex/names.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// Tells SQLite to keep no statistics of its memory, which it locks for every allocation. For
/// programs that use SQLite through Ludex only; call it before anything else.
void spare_memory_statistics();

struct ChangeOptions {
  std::uint64_t cache_bytes = 64ULL << 20;  ///< for pages of the database
  /// Gets one line when a change has to wait for another program for more than two seconds.
  std::function<void(const std::string&)> say{};
};

/// Start here. A collection of games in one file: index sources into it, ask it questions.
///
/// One archive belongs to one thread at a time. Several archives may read the same file side by
/// side, from several threads and programs; one at a time may change it, and a second one gets a
/// DatabaseError. Only stop tokens may be used from other threads while a call runs.
/// Every member \throws DatabaseError if the file is missing (index() and create() make it), of
/// another program, newer, damaged, or kept locked.
class Archive {
 public:
  /// Opens nothing yet: the first question opens the file for reading.
  explicit Archive(std::filesystem::path path);
  /// Opens an archive for reading. \throws DatabaseError if there is none.
  [[nodiscard]] static Archive open(std::filesystem::path path);
  /// Makes an empty archive, or upgrades the one that is there.
  static Archive create(std::filesystem::path path);
  /// Opens an archive and keeps other writers out until it is destroyed.
  [[nodiscard]] static Archive open_for_changes(std::filesystem::path path,
                                                ChangeOptions options = {});
  ~Archive();
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;

  [[nodiscard]] const std::filesystem::path& path() const;

  /// Adds sources; the file is created if missing. What was committed stays, whatever happens; the
  /// same call again goes on from there and adds nothing twice. A stop ends it cleanly.
  /// \throws UsageError for options without meaning; SourceError if a source given by name does not
  ///         exist; Error if the disk is full or max_rejects is passed.
  IndexReport index(const IndexOptions& options, const ProgressVisitor& progress = {},
                    const MessageVisitor& message = {}, const std::stop_token& stop = {});

  // Questions. See Engine.

  [[nodiscard]] Engine& engine();
  [[nodiscard]] GameSet find(const Query& query, std::int64_t max_games = kAllGames,
                             const Call& call = {}) {
    return engine().find(query, max_games, call);
  }
  [[nodiscard]] GameRange games(const Query& query, Listing listing = {}, Call call = {});
  [[nodiscard]] GameRange games(const GameSet& games, Listing listing = {}, Call call = {}) {
    return engine().rows(games, std::move(listing), std::move(call));
  }
  /// The rows of these games, in this order, without those that are not there.
  [[nodiscard]] GameRange games(std::vector<GameId> games, std::vector<std::string> columns = {}) {
    return engine().rows(std::move(games), std::move(columns));
  }
  ExploreAnswer explore(const Query& query, const ExploreOptions& options,
                        const ExploreVisitor& visit, const Call& call = {}) {
    return engine().explore(query, options, visit, call);
  }
  /// The moves one ply deep.
  [[nodiscard]] std::vector<ExploredMove> explore(const Query& query, const Call& call = {});
  [[nodiscard]] StatsTable stats(const Query& query, const StatsQuestion& question,
                                 const Call& call = {}) {
    return engine().stats(query, question, call);
  }
  [[nodiscard]] RatingList ratings(const Query& query, const RatingQuestion& question,
                                   const Call& call = {}) {
    return engine().ratings(query, question, call);
  }
  [[nodiscard]] DuplicateAnswer duplicates(const Query& query, const Call& call = {}) {
    return engine().duplicates(query, call);
  }
  [[nodiscard]] std::optional<GamePosition> position(GameId game,
                                                     std::optional<std::uint32_t> ply = {}) {
    return engine().position(game, ply);
  }
  [[nodiscard]] std::optional<Drawing> draw(GameId game, std::uint32_t ply,
                                            const DrawingOptions& options = {}) {
    return engine().draw(game, ply, options);
  }
  [[nodiscard]] std::vector<NamedPly> bookmarks(GameId game) { return engine().bookmarks(game); }
  [[nodiscard]] std::string record_text(RecordId record);

  // What is inside.

  /// Cost: reads the facts and the records; the sizes of tables, every page of the file.
  [[nodiscard]] DatabaseInfo info();
  /// Equal for archives with the same content, however they were made.
  [[nodiscard]] std::string signature();
  /// Sources whose names fit, by id.
  [[nodiscard]] std::vector<FoundSource> find_sources(const NameFilter& name);
  /// Shows the records that gave no game, by id.
  void for_each_reject(const std::function<void(const Reject&)>& visit);
  /// Names that are likely one person's, event's or place's; changes nothing.
  /// \param least_score  0 to 1; what scores less is left out
  [[nodiscard]] NameSuggestions suggest_names(NameKind kind, double least_score,
                                              const Call& call = {});
  /// All aliases by person and name, without those of a person's own name.
  [[nodiscard]] std::vector<Alias> aliases(NameKind kind);
  /// By person, game and seat.
  [[nodiscard]] std::vector<SeatedPerson> seated_people();

  /// Runs one SQL statement that reads, with Ludex's functions loaded.
  /// \param columns  gets the names of the columns before the first row
  /// \param row      gets each row; a BLOB comes as its text, or as X'...' if it is none
  /// \throws UsageError for wrong SQL; Stopped
  void sql(std::string_view statement, const std::function<void(std::vector<std::string>)>& columns,
           const RowVisitor& row, const Call& call = {});

  // Changes. Each is one transaction.

  /// Joins names to persons. \returns how many of them were new.
  /// \throws AliasError for an empty name, and for a name that means another person already.
  std::int64_t add_aliases(NameKind kind, std::span<const Alias> aliases);
  /// A person goes with its last alias. \returns how many there were.
  std::int64_t remove_aliases(NameKind kind, std::span<const std::string> names);
  /// \returns false if there is no such person.
  bool remove_person(NameKind kind, const std::string& person);
  /// Says who sits there, in place of what was said before.
  /// \throws AliasError where there is no such game or seat.
  void seat_people(std::span<const SeatedPerson> seated);
  /// \returns false if nothing was said of that seat.
  bool unseat_person(GameId game, std::int64_t seat);
  /// Takes games out, with the records that gave nothing else. Indexing their source again does not
  /// bring them back. \returns how many there were.
  std::uint64_t remove(const GameSet& games);
  /// Takes sources out with all they gave; indexing them again brings them back, under new ids.
  /// \returns how many games they had.
  std::uint64_t remove_sources(std::span<const SourceId> sources);
  /// Merges the index, drops what belonged to games that are gone, and gives the space back. Ids
  /// stay. Needs room for a second copy of the file.
  /// \param phase  gets what is being done: "merging", "packing", "shrinking".
  CompactReport compact(const std::function<void(const char* phase)>& phase = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace ludex
