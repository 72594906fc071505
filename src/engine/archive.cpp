#include "ludex/archive.hpp"

#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/merge/merge.hpp"
#include "engine/sqlite/sqlite_engine.hpp"
#include "engine/verify/verify.hpp"
#include "ludex/error.hpp"
#include "pipeline/indexer.hpp"
#include "pipeline/segment_keeper.hpp"
#include "query/info/database_info.hpp"
#include "query/names/name_suggestions.hpp"
#include "store/database.hpp"
#include "store/people.hpp"
#include "store/removal.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <atomic>
#include <utility>

namespace ludex {

void set_up_sqlite_memory() { set_up_linked_sqlite(); }

bool is_ludex_database(const std::filesystem::path& path) { return is_database_file(path); }
std::string_view sqlite_version() { return linked_sqlite_version(); }

bool is_cluster_url(const std::filesystem::path& path) {
  return path.native().starts_with("clickhouse:");
}

/// Opens the file, or connects to the cluster, when it is first needed.
class Archive::State {
 public:
  explicit State(std::filesystem::path path) : path_(std::move(path)) {}
  void set(OpenOptions options) { open_options_ = std::move(options); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::uint64_t change_cache_bytes() const { return options_.cache_bytes; }

  /// None for a file.
  clickhouse::ClusterEngine* cluster() {
    if (!cluster_ && is_cluster_url(path_)) {
      cluster_.emplace(path_.native(), open_options_.password);
    }
    return cluster_ ? &*cluster_ : nullptr;
  }
  Database& reader() {
    refuse_cluster();
    if (!database_) {
      keep(Database::open_for_reading(path_, static_cast<int>(open_options_.longest_wait.count()),
                                      {open_options_.cache_bytes, open_options_.map_file}));
    }
    return *database_;
  }
  Engine& engine() {
    if (cluster() != nullptr) return *cluster_;
    (void)reader();
    return *engine_;
  }
  void open_for_changes(ChangeOptions options) {
    options_ = std::move(options);
    keep(open_writer());
    is_writer_ = true;
  }

  /// Runs work that changes the database.
  template <class Work>
  auto change(const Work& work) {
    if (is_writer_) return work(*database_);
    Database writer = open_writer();
    return work(writer);
  }

 private:
  void refuse_cluster() const {
    if (is_cluster_url(path_)) {
      throw UsageError("a cluster cannot do this; use one of the databases that were published");
    }
  }
  Database open_writer() {
    refuse_cluster();
    (void)Database::open_for_reading(path_);  // a missing file is not created
    WaitOptions wait;
    wait.say = options_.say;
    wait.for_writer = options_.wait;
    return Database::open_for_writing(path_, options_.cache_bytes, std::move(wait));
  }
  void keep(Database database) {
    database_.emplace(std::move(database));
    engine_.emplace(*database_);
  }

  std::filesystem::path path_;
  OpenOptions open_options_;
  ChangeOptions options_;
  bool is_writer_ = false;
  std::optional<Database> database_;
  std::optional<SqliteEngine> engine_;
  std::optional<clickhouse::ClusterEngine> cluster_;
};

Archive::Archive(std::filesystem::path path) : state_(std::make_unique<State>(std::move(path))) {}
Archive::~Archive() = default;
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;

Archive Archive::open(std::filesystem::path path, OpenOptions options) {
  Archive archive(std::move(path));
  archive.state_->set(std::move(options));
  (void)archive.engine();
  return archive;
}

Archive Archive::create(std::filesystem::path path) {
  (void)Database::open_for_writing(path, ChangeOptions().cache_bytes);
  return open(std::move(path));
}

Archive Archive::open_for_changes(std::filesystem::path path, ChangeOptions options) {
  Archive archive(std::move(path));
  archive.state_->open_for_changes(std::move(options));
  return archive;
}

const std::filesystem::path& Archive::path() const { return state_->path(); }

IndexReport Archive::index(const IndexOptions& options, const ProgressVisitor& progress,
                           const MessageVisitor& message, const std::stop_token& stop) {
  std::atomic<bool> stopped = false;
  const std::stop_callback on_stop(stop, [&] { stopped = true; });
  return index_sources(path(), options, progress, message, stopped);
}

MergeReport Archive::merge(const MergeOptions& options, const MergeVisitor& progress,
                           const MessageVisitor& message, const std::stop_token& stop) {
  std::atomic<bool> stopped = false;
  const std::stop_callback on_stop(stop, [&] { stopped = true; });
  return merge_databases(path(), options, progress, message, stopped);
}

Engine& Archive::engine() { return state_->engine(); }

GameRange Archive::games(const Query& query, Listing listing, Call call) {
  const GameSet found = find(query, kAllGames, call);
  return games(found, std::move(listing), std::move(call));
}

std::vector<ExploredMove> Archive::explore(const Query& query, const Call& call) {
  std::vector<ExploredMove> moves;
  explore(
      query, {}, [&](const ExploredMove& move) { moves.push_back(move); }, call);
  return moves;
}

std::string Archive::record_text(RecordId record) {
  std::string text;
  engine().record_text(record, [&](std::string_view piece) { text += piece; });
  return text;
}

std::int64_t Archive::data_version() {
  if (auto* const cluster = state_->cluster()) return cluster->data_version();
  SqlStatement select(state_->reader().sql(), "PRAGMA main.data_version");
  (void)select.step();
  return select.integer(0);
}

DatabaseInfo Archive::info() { return read_info(state_->reader()); }

std::optional<ClusterInfo> Archive::cluster_info() {
  auto* const cluster = state_->cluster();
  return cluster == nullptr ? std::nullopt : std::optional(cluster->info());
}

std::string Archive::signature() { return ludex::signature(state_->reader()); }

VerifyReport Archive::verify(const FindingVisitor& finding, const Call& call) {
  Database& database = state_->reader();
  const CallWatch watch(database.sql(), call);
  return verify_database(database, finding);
}

std::vector<FoundSource> Archive::find_sources(const NameFilter& name) {
  return ludex::find_sources(state_->reader(), name);
}

void Archive::for_each_reject(const std::function<void(const Reject&)>& visit) {
  ludex::for_each_reject(state_->reader(), visit);
}

void Archive::sql(std::string_view statement,
                  const std::function<void(std::vector<std::string>)>& columns,
                  const RowVisitor& row, const Call& call) {
  Database& database = state_->reader();
  const CallWatch watch(database.sql(), call);
  run_sql(database, statement, columns, row);
}

NameSuggestions Archive::suggest_names(NameKind kind, double least_score, const Call& call) {
  Database& database = state_->reader();
  const CallWatch watch(database.sql(), call);
  return ludex::suggest_names(database, kind, least_score);
}

std::vector<Alias> Archive::aliases(NameKind kind) { return list_aliases(state_->reader(), kind); }

std::vector<SeatedPerson> Archive::seated_people() { return list_seated_people(state_->reader()); }

std::int64_t Archive::add_aliases(NameKind kind, std::span<const Alias> aliases) {
  return state_->change(
      [&](Database& database) { return ludex::add_aliases(database, kind, aliases); });
}

std::int64_t Archive::remove_aliases(NameKind kind, std::span<const std::string> names) {
  return state_->change(
      [&](Database& database) { return ludex::remove_aliases(database, kind, names); });
}

bool Archive::remove_person(NameKind kind, const std::string& person) {
  return state_->change(
      [&](Database& database) { return ludex::remove_person(database, kind, person); });
}

void Archive::seat_people(std::span<const SeatedPerson> seated) {
  state_->change([&](Database& database) { ludex::seat_people(database, seated); });
}

bool Archive::unseat_person(GameId game, std::int64_t seat) {
  return state_->change(
      [&](Database& database) { return ludex::unseat_person(database, game, seat); });
}

std::uint64_t Archive::remove(const GameSet& games) {
  std::vector<GameId> ids;
  for (const std::int64_t id : found_games(games).games.members()) ids.push_back(GameId{id});
  return state_->change([&](Database& database) { return remove_games(database, ids); });
}

std::uint64_t Archive::remove_sources(std::span<const SourceId> sources) {
  return state_->change(
      [&](Database& database) { return ludex::remove_sources(database, sources); });
}

CompactReport Archive::compact(const std::function<void(const char* phase)>& phase) {
  const auto say = [&](const char* name) {
    if (phase) phase(name);
  };
  return state_->change([&](Database& database) {
    return ludex::compact(database, say, state_->change_cache_bytes());
  });
}

}  // namespace ludex
