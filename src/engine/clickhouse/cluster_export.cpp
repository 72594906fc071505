#include "core/call_scope.hpp"
#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/cluster_source.hpp"
#include "engine/clickhouse/found_pages.hpp"
#include "engine/export/export_files.hpp"
#include "engine/export/exported_games.hpp"
#include "engine/export/record_export.hpp"
#include "ludex/error.hpp"
#include "store/record_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace ludex::clickhouse {
namespace {

[[noreturn]] void refuse_missing_text(RecordId record) {
  throw DatabaseError(fmt::format("the text of record {} was not stored (--no-text)", raw(record)));
}

/// Reads the texts of several records at a time. Memory: a page of games, and some megabytes of
/// texts.
class ClusterRecordWalk final : public RecordWalk {
 public:
  ClusterRecordWalk(Cluster& cluster, const FoundOnCluster& found, const Call& call,
                    std::int64_t limit)
      : cluster_(cluster),
        found_(found),
        call_(call),
        games_(cluster, found, call,
               shown_id("record_id") +
                   " AS shown_record, record_format, record_form, charset, fact_flags, length, "
                   "black, white, event, date_from, date_precision",
               limit),
        has_game_(games_.next()) {}

  bool next() override {
    if (++place_ < records_.size()) return true;
    read_on();
    return !records_.empty();
  }

  RecordId id() override { return record().id; }
  std::span<const GameId> games() override { return record().games; }
  Format format() override { return record().format; }
  TextForm form() override { return record().form; }
  Charset charset() override { return record().charset; }
  GameFlags flags() override { return record().flags; }
  RowValues row() override { return record().row; }
  std::string text() override {
    if (texts_.empty()) read_record_texts();
    const auto found = texts_.find(raw(id()));
    if (found == texts_.end()) throw DatabaseError(fmt::format("no record {}", raw(id())));
    if (!found->second.text) refuse_missing_text(id());
    return *found->second.text;
  }

 private:
  static constexpr std::size_t kMostRecords = 1024;
  static constexpr std::int64_t kMostBytes = 4 << 20;

  struct Record {
    RecordId id = RecordId::none;
    Format format{};
    TextForm form{};
    Charset charset = Charset::utf8;
    GameFlags flags;  // of the first game, as the row
    RowValues row;
    std::vector<GameId> games;
  };

  [[nodiscard]] const Record& record() const { return records_[place_]; }

  void read_on() {
    records_.clear();
    texts_.clear();
    place_ = 0;
    std::int64_t bytes = 0;
    for (; has_game_; has_game_ = games_.next()) {
      const RecordId id{games_.integer(0)};
      if (records_.empty() || records_.back().id != id) {
        if (records_.size() == kMostRecords || bytes >= kMostBytes) return;
        records_.push_back(first_game_of(id));
        bytes += games_.integer(5);
      }
      records_.back().games.push_back(games_.id());
    }
  }

  [[nodiscard]] Record first_game_of(RecordId id) const {
    Record record;
    record.id = id;
    record.format = stored_format(games_.integer(1));
    record.form = stored_form(games_.integer(2));
    if (!is_wide(record.form)) {
      record.charset = find_charset(games_.text(3)).value_or(Charset::utf8);
    }
    record.flags = GameFlags(games_.integer(4));
    const auto text = [&](std::size_t column) { return std::string(games_.text(column)); };
    record.row = {text(6), text(7), text(8), text(9), {}, text(10) == "year"};
    return record;
  }

  void read_record_texts() {
    std::vector<RecordId> ids;
    for (const Record& one : records_) ids.push_back(one.id);
    texts_ = read_texts(cluster_, found_.state, call_, ids);
  }

  Cluster& cluster_;
  const FoundOnCluster& found_;
  const Call& call_;
  FoundPages games_;
  bool has_game_;
  std::vector<Record> records_;
  std::size_t place_ = 0;
  std::map<std::int64_t, PublishedText> texts_;  // of all of `records_`, or none
};

/// Reads the scripts of several games at a time.
class ClusterGameWalk final : public GameWalk {
 public:
  ClusterGameWalk(Cluster& cluster, const FoundOnCluster& found, const Call& call,
                  std::int64_t limit)
      : cluster_(cluster),
        found_(found),
        call_(call),
        pages_(cluster, found, call, "fact_result", limit) {}

  bool next() override {
    while (true) {
      if (++place_ >= ids_.size()) read_on();
      if (ids_.empty()) return false;
      game_ = games_->find(id());
      if (game_ != nullptr) return true;
    }
  }

  GameId id() override { return ids_[place_]; }
  ReplayedGame replayed() override { return {game_->game, game_->flags, game_->main_positions}; }
  Winner winner() override { return winners_[place_]; }
  std::uint32_t searched_plies() override {
    const bool all = game_->flags.has(GameFlags::variations_indexed);
    return all ? game_->total_positions : game_->main_positions;
  }
  std::optional<Position> position(std::uint32_t ply) override {
    return games_->position(id(), ply);
  }
  void walk(const PositionVisitor& visit) override { games_->walk(id(), visit); }

 private:
  static constexpr std::size_t kMostGames = 512;

  void read_on() {
    ids_.clear();
    winners_.clear();
    place_ = 0;
    while (ids_.size() < kMostGames && pages_.next()) {
      ids_.push_back(pages_.id());
      winners_.push_back(winner_in(pages_.integer(0)));
    }
    games_.emplace(cluster_, found_.state, call_);
    games_->fetch(ids_);
  }

  Cluster& cluster_;
  const FoundOnCluster& found_;
  const Call& call_;
  FoundPages pages_;
  std::vector<GameId> ids_;
  std::vector<Winner> winners_;
  std::optional<PublishedGames> games_;
  std::size_t place_ = 0;
  const PublishedGame* game_ = nullptr;
};

/// The persons of a batch of games.
class ClusterPersons final : public SplitNames {
 public:
  ClusterPersons(Cluster& cluster, const FoundOnCluster& found, const Call& call)
      : cluster_(cluster), found_(found), call_(call) {}

  std::vector<std::string> of(GameId game) override {
    const ClusterId id = ClusterId::of(raw(game));
    const std::pair batch(id.db, cluster_.batch_of(id.id));
    if (batch_ != batch) read(batch);
    const auto known = persons_.find(raw(game));
    if (known == persons_.end()) return {std::string(kUnknownName)};
    return known->second;
  }

 private:
  using Batch = std::pair<std::uint16_t, std::uint32_t>;

  void read(const Batch& batch) {
    batch_ = batch;
    persons_.clear();
    const std::size_t home = cluster_.shard_number(batch.first, batch.second);
    const auto answers = ask_all(cluster_, call_, [&](std::size_t shard) -> std::string {
      if (shard != home) return {};
      return fmt::format(
          "SELECT {} AS shown, person FROM {} WHERE {} AND db = {} AND batch = {} "
          "ORDER BY game_id, seat",
          shown_id("game_id"), cluster_.table("stored_players"),
          found_.state.condition(shard, Part::games), batch.first, batch.second);
    });
    const NativeAnswer& rows = answers[home];
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      persons_[rows.integer(0, row)].push_back(
          safe_file_name(rows.is_null(1, row) ? "" : rows.text(1, row)));
    }
  }

  Cluster& cluster_;
  const FoundOnCluster& found_;
  const Call& call_;
  std::optional<Batch> batch_;
  std::map<std::int64_t, std::vector<std::string>> persons_;
};

/// What a template shows of a column; reals as SQLite prints them.
std::string column_text(const std::string& column) {
  if (column == "year") return "substring(date_from, 1, 4)";
  if (column == "date") return "date_from";
  if (column == "id" || column == "record_id") {
    return fmt::format("toString({})", shown_id(column));
  }
  for (const NativeColumn& known : columns_of("stored_games")) {
    if (known.name() != column || known.type() != "Nullable(Float64)") continue;
    return fmt::format("concat(toString({0}), if({0} = floor({0}), '.0', ''))", column);
  }
  return fmt::format("toString({})", column);
}

/// Names made of a game's own row.
class ClusterSplitNames final : public SplitNames {
 public:
  ClusterSplitNames(Cluster& cluster, const FoundOnCluster& found, const Call& call,
                    const SplitBy& split)
      : split_(split),
        parts_(split.key == SplitBy::Key::game ? parse_template(split.name)
                                               : std::vector<TemplatePart>()),
        games_(cluster, found, call, columns(), std::numeric_limits<std::int64_t>::max()) {}

  std::vector<std::string> of(GameId game) override {
    while (games_.id() != game) {
      if (!games_.next()) return {std::string(kUnknownName)};
    }
    switch (split_.key) {
      case SplitBy::Key::year:
        return {
            year_name(static_cast<Day>(games_.integer(0)), static_cast<Day>(games_.integer(1)))};
      case SplitBy::Key::format:
        return {std::string(format_name(stored_format(games_.integer(0))))};
      case SplitBy::Key::game:
        return {safe_file_name(expanded())};
      default:
        return {safe_file_name(games_.text(0))};
    }
  }

 private:
  [[nodiscard]] std::string columns() const {
    if (split_.key == SplitBy::Key::year) return "fact_date_from, fact_date_to";
    if (split_.key == SplitBy::Key::format) return "record_format";
    if (split_.key == SplitBy::Key::event) return "event";
    std::string list = "0";  // a template may have no column
    for (const TemplatePart& part : parts_) {
      if (part.is_column) list += ", " + column_text(part.text);
    }
    return list;
  }

  [[nodiscard]] std::string expanded() const {
    std::string name;
    std::size_t column = 0;
    for (const TemplatePart& part : parts_) {
      const std::string_view text = part.is_column ? games_.text(++column) : part.text;
      name += text.empty() ? kUnknownName : text;
    }
    return name;
  }

  SplitBy split_;
  std::vector<TemplatePart> parts_;
  FoundPages games_;
};

class ClusterExport final : public ExportedGames {
 public:
  ClusterExport(Engine& engine, Cluster& cluster, const GameSet& games, std::int64_t limit,
                const Call& call)
      : engine_(engine),
        cluster_(cluster),
        games_(games),
        found_(found_on_cluster(games)),
        limit_(limit),
        call_(call) {}

  bool empty() override { return games_.games == 0 || limit_ == 0; }
  std::unique_ptr<RecordWalk> records() override {
    return std::make_unique<ClusterRecordWalk>(cluster_, found_, call_, limit_);
  }
  std::unique_ptr<GameWalk> games() override {
    return std::make_unique<ClusterGameWalk>(cluster_, found_, call_, limit_);
  }
  void for_each_row(const RowVisitor& visit) override {
    if (empty()) return;
    Listing listing;
    listing.limit = limit_;
    for (const Game& game : engine_.rows(games_, listing, call_)) {
      if (!visit(game.row())) return;
    }
  }
  std::unique_ptr<SplitNames> names(const SplitBy& split) override {
    if (split.key == SplitBy::Key::player) {
      return std::make_unique<ClusterPersons>(cluster_, found_, call_);
    }
    return std::make_unique<ClusterSplitNames>(cluster_, found_, call_, split);
  }

 private:
  Engine& engine_;
  Cluster& cluster_;
  const GameSet& games_;
  const FoundOnCluster& found_;
  std::int64_t limit_;
  const Call& call_;
};

}  // namespace

void ClusterEngine::record_text(RecordId record,
                                const std::function<void(std::string_view)>& piece) {
  const PublishedState state = shown();
  auto texts = read_texts(cluster_, state, {}, std::span(&record, 1));
  const auto found = texts.find(raw(record));
  if (found == texts.end()) throw DatabaseError(fmt::format("no record {}", raw(record)));
  if (!found->second.text) refuse_missing_text(record);
  write_record(
      found->second.form, [&](const auto& visit) { visit(*found->second.text); }, piece);
}

void ClusterEngine::export_games(const GameSet& games, const ExportOptions& options,
                                 ExportSink& sink, const Call& call) {
  const CallScope scope(call);
  check(options);
  ClusterExport exported(*this, cluster_, games, options.limit, call);
  write_export(exported, options, sink);
}

}  // namespace ludex::clickhouse
