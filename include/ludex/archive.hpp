#pragma once

#include "ludex/call.hpp"
#include "ludex/engine.hpp"
#include "ludex/index.hpp"
#include "ludex/info.hpp"
#include "ludex/merge.hpp"
#include "ludex/names.hpp"
#include "ludex/verify.hpp"

#include <chrono>
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

/// Turns off the memory statistics of SQLite, which take a lock for every allocation, and lets it
/// take its pages from 256 MiB of address space. Only for programs that use SQLite through Ludex
/// alone. Call it before anything else.
void set_up_sqlite_memory();

/// True if the file is a Ludex database of any version. Does not open it with SQLite.
[[nodiscard]] bool is_ludex_database(const std::filesystem::path& path);

/// True for clickhouse://..., the address of a cluster instead of a file.
[[nodiscard]] bool is_cluster_url(const std::filesystem::path& path);

/// The version of SQLite in use: "3.40.1".
[[nodiscard]] std::string_view sqlite_version();

struct OpenOptions {
  std::uint64_t cache_bytes = 16ULL << 20;  ///< for pages of the database
  /// Maps the file into memory: faster, but if another program truncates the file, this one is
  /// killed. Set it to false in long-running programs.
  bool map_file = true;
  std::chrono::milliseconds longest_wait{30'000};  ///< how long to wait for a committing writer
  std::string password{};                          ///< of a cluster, where its URL has none
};

struct ChangeOptions {
  std::uint64_t cache_bytes = 64ULL << 20;  ///< for pages of the database
  /// Receives one line if a change waits more than two seconds for another program.
  std::function<void(const std::string&)> say{};
  std::chrono::seconds wait{0};  ///< how long to wait for another writer before an error
};

/// Start here. A collection of games in one file: index sources into it and query it.
///
/// Use an Archive from one thread at a time. Several archives, threads and programs may read the
/// same file at once, but only one may change it; a second writer gets a DatabaseError. Only stop
/// tokens may be used from other threads while a call runs. Every member \throws DatabaseError if
/// the file is missing (except index() and create()), belongs to another program, was made by a
/// newer version, is damaged, or stays locked.
class Archive {
 public:
  /// \param path  of a file, or clickhouse://host:port[,host:port...]/database for one that was
  /// published to a cluster (publish()). There engine() answers, except for `unique`, patterns,
  /// `where`, ratings and duplicates; members that change something, and those of files alone,
  /// throw UsageError.
  /// Does not open it; the first query does.
  explicit Archive(std::filesystem::path path);
  /// Opens an archive for reading. \throws DatabaseError if there is none.
  [[nodiscard]] static Archive open(std::filesystem::path path, OpenOptions options = {});
  /// Creates an empty archive, or upgrades an existing one.
  static Archive create(std::filesystem::path path);
  /// Opens an archive and keeps other writers out until it is destroyed.
  [[nodiscard]] static Archive open_for_changes(std::filesystem::path path,
                                                ChangeOptions options = {});
  ~Archive();
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;

  [[nodiscard]] const std::filesystem::path& path() const;

  /// Adds sources; creates the file if it is missing. Committed games are kept whatever happens.
  /// The same call continues from there and adds nothing twice. A requested stop ends the run
  /// cleanly.
  /// \throws UsageError for invalid options; SourceError if a source given by name does not
  ///         exist; Error if the disk is full or max_rejects is passed.
  IndexReport index(const IndexOptions& options, const ProgressVisitor& progress = {},
                    const MessageVisitor& message = {}, const std::stop_token& stop = {});

  /// Merges other archives into this one, as if their sources had been indexed here one after the
  /// other. Creates the file if it is missing. The other files do not change and cannot be written
  /// to meanwhile. Committed games are kept whatever happens; the same call continues and adds
  /// nothing twice. A requested stop ends the run cleanly.
  /// \throws UsageError for invalid options; DatabaseError if an archive cannot be read; Error if
  ///         the disk is full.
  MergeReport merge(const MergeOptions& options, const MergeVisitor& progress = {},
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
  /// The rows of games found as lines of text, without a header.
  [[nodiscard]] std::unique_ptr<RowLines> lines(const GameSet& games, LineFormat format,
                                                Listing listing = {}, Call call = {}) {
    return engine().lines(games, std::move(listing), format, std::move(call));
  }
  /// The rows of these games, in this order. Missing games are skipped.
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
  [[nodiscard]] BoardPosition read_position(const Query& query) {
    return engine().read_position(query);
  }
  [[nodiscard]] BoardPosition play(const Query& query, std::string_view move) {
    return engine().play(query, move);
  }
  [[nodiscard]] std::vector<PlayedPly> moves(GameId game, Notation notation = Notation::native) {
    return engine().moves(game, notation);
  }
  [[nodiscard]] std::optional<Picture> picture(GameId game, std::optional<std::uint32_t> ply = {},
                                               const PictureOptions& options = {}) {
    return engine().picture(game, ply, options);
  }
  [[nodiscard]] Picture position_picture(const Query& query, const PictureOptions& options = {}) {
    return engine().position_picture(query, options);
  }
  [[nodiscard]] std::vector<NamedPly> bookmarks(GameId game) { return engine().bookmarks(game); }
  [[nodiscard]] std::vector<NodeComment> comments(GameId game) { return engine().comments(game); }
  [[nodiscard]] GameDetails details(GameId game) { return engine().details(game); }
  /// The whole text of a record as Engine::record_text() gives it in pieces. Memory: the text.
  /// \throws DatabaseError if there is no such record, or its text was not stored
  [[nodiscard]] std::string record_text(RecordId record);

  // What is inside.

  /// A number that changes when another archive or program has changed the file. Cost:
  /// microseconds.
  [[nodiscard]] std::int64_t data_version();
  /// Cost: reads facts and records; for the sizes of tables, every page of the file.
  [[nodiscard]] DatabaseInfo info();
  /// What a cluster holds; none for a file. Cost: a few questions to each server.
  [[nodiscard]] std::optional<ClusterInfo> cluster_info();
  /// Equal for archives with the same content, however they were made.
  [[nodiscard]] std::string signature();
  /// Checks all that is stored: checksums, order and counts of all blocks, the index against a
  /// replay of the stored moves, rows against facts, the text of every record against its hash.
  /// Writers wait meanwhile. Cost: about 0.2 us of CPU per position, on all cores.
  /// \throws Stopped
  VerifyReport verify(const FindingVisitor& finding, const Call& call = {});
  /// The sources whose names match, ordered by id.
  [[nodiscard]] std::vector<FoundSource> find_sources(const NameFilter& name);
  /// Visits the rejected records, ordered by id.
  void for_each_reject(const std::function<void(const Reject&)>& visit);
  /// Suggests names that probably mean the same person, event or place. Changes nothing.
  /// \param least_score  0 to 1; pairs with a lower score are left out
  [[nodiscard]] NameSuggestions suggest_names(NameKind kind, double least_score,
                                              const Call& call = {});
  /// All aliases, ordered by person and name, except the person's own name.
  [[nodiscard]] std::vector<Alias> aliases(NameKind kind);
  /// Ordered by person, game and seat.
  [[nodiscard]] std::vector<SeatedPerson> seated_people();

  /// Runs one read-only SQL statement with Ludex's functions loaded.
  /// \param columns  receives the names of the columns before the first row
  /// \param row      receives each row; a BLOB is passed as text if it is UTF-8, else as X'...'
  /// \throws UsageError for wrong SQL; Stopped
  void sql(std::string_view statement, const std::function<void(std::vector<std::string>)>& columns,
           const RowVisitor& row, const Call& call = {});

  // Changes. Each is one transaction.

  /// Adds aliases. \returns how many were new.
  /// \throws AliasError for an empty name, and for a name that already means another person.
  std::int64_t add_aliases(NameKind kind, std::span<const Alias> aliases);
  /// Removes aliases, and persons that have no alias left. \returns how many aliases were removed.
  std::int64_t remove_aliases(NameKind kind, std::span<const std::string> names);
  /// \returns false if there is no such person.
  bool remove_person(NameKind kind, const std::string& person);
  /// Sets the person in each seat and replaces earlier settings.
  /// \throws AliasError if the game or the seat does not exist.
  void seat_people(std::span<const SeatedPerson> seated);
  /// \returns false if the seat has no person set.
  bool unseat_person(GameId game, std::int64_t seat);
  /// Removes games, and records that hold no other game. Indexing their source again does not
  /// restore them. \returns how many games were removed.
  std::uint64_t remove(const GameSet& games);
  /// Removes sources with all their records and games. Indexing them again restores them under new
  /// ids.
  /// \returns how many games were removed.
  std::uint64_t remove_sources(std::span<const SourceId> sources);
  /// Merges the index, drops the data of removed games, and frees the space. Ids do not change.
  /// Needs disk space for a second copy of the file.
  /// \param phase  receives the current phase: "merging", "packing", "shrinking".
  CompactReport compact(const std::function<void(const char* phase)>& phase = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace ludex
