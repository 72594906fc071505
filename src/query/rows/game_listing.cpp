#include "core/call_scope.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/pattern/pattern_rows.hpp"
#include "query/rows/game_rows.hpp"
#include "query/rows/listed_games.hpp"
#include "store/facts.hpp"
#include "store/game_columns.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace ludex {
namespace {

double number_of(const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

template <class T>
int sign(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

constexpr std::int64_t kGamesBetweenLooks = 4096;

struct Entry {
  GameId game;
  std::vector<Value> keys;
};

bool comes_before(const Entry& a, const Entry& b, const std::vector<SortKey>& sort) {
  for (std::size_t i = 0; i < sort.size(); ++i) {
    const int order = compare_values(a.keys[i], b.keys[i], sort[i].descending);
    if (order != 0) return order < 0;
  }
  return raw(a.game) < raw(b.game);
}

/// Reads the sort values of games: from facts and hits, or from rows if necessary.
class KeyReader {
 public:
  KeyReader(Database& database, const FoundGames& found, const std::vector<SortKey>& sort)
      : found_(found), facts_(database.sql()) {
    std::vector<std::string> columns;
    for (const SortKey& key : sort) {
      places_.push_back(place_of(key.column));
      if (places_.back().from == From::row) columns.push_back(key.column);
    }
    if (!columns.empty()) rows_.emplace(database, std::move(columns));
    const auto needs_hits = [](const Place& place) {
      return place.from == From::ply || place.from == From::hits;
    };
    if (found.pattern && std::ranges::any_of(places_, needs_hits)) count_pattern_hits(database);
  }

  /// None if the game does not exist (any more).
  std::optional<std::vector<Value>> read(GameId game) {
    if (rows_ && !rows_->read(game, row_)) return std::nullopt;
    std::vector<Value> keys;
    std::size_t column = 0;
    for (const Place& place : places_) {
      keys.push_back(place.from == From::row ? row_[column++] : value(place, game));
    }
    return keys;
  }

 private:
  enum class From { row, fact, id, ply, hits };
  struct Place {
    From from = From::row;
    const FactCodec* fact = nullptr;
  };

  /// If nothing was found, hits may still have been requested.
  [[nodiscard]] Place place_of(std::string_view column) const {
    const bool may_have_hits =
        found_.pattern != nullptr || !found_.hits.empty() || found_.games.empty();
    if (column == "id") return {From::id};
    if (column == "ply" && may_have_hits) return {From::ply};
    if (column == "hits" && may_have_hits) return {From::hits};
    const GameColumn* const known = find_column(column);
    if (known == nullptr || !known->is_sorted_by_fact()) return {From::row};
    return {From::fact, &known->fact};
  }

  struct PatternHits {
    std::int64_t first_ply = 0;
    std::int64_t count = 0;
  };

  void count_pattern_hits(Database& database) {
    PatternWish wish = found_.pattern->wish;
    wish.depth = 0;
    PatternSearch(database.sql(), found_.pattern->pattern, found_.pattern->moment)
        .for_each_game(&found_.games, wish,
                       [&](GameId game, BoardSize, std::span<const FoundPattern> hits) {
                         pattern_hits_[raw(game)] = {std::int64_t{hits.front().ply},
                                                     static_cast<std::int64_t>(hits.size())};
                         return true;
                       });
  }

  Value value(const Place& place, GameId game) {
    if (place.from == From::id) return raw(game);
    if (place.from == From::fact) {
      const std::int64_t value = facts_.value(place.fact->fact, game);
      return value == place.fact->unknown ? Value() : Value(value);
    }
    if (found_.pattern) {
      const PatternHits& hits = pattern_hits_[raw(game)];
      return place.from == From::hits ? hits.count : hits.first_ply;
    }
    const auto [hits, first_ply] = found_.hits.summary_of(game);
    if (place.from == From::hits) return static_cast<std::int64_t>(hits);
    return hits == 0 ? Value() : Value(std::int64_t{first_ply});
  }

  const FoundGames& found_;
  FactReader facts_;
  std::vector<Place> places_;
  std::optional<GameRows> rows_;
  std::vector<Value> row_;
  std::unordered_map<std::int64_t, PatternHits> pattern_hits_;  // by game
};

constexpr std::size_t kBatchRows = 128;
constexpr std::size_t kBatchLines = 512;
constexpr std::size_t kBatchBytes = 4 * 1024 * 1024;

/// \param shown  on its board moves are written
Value move_text(const PositionHit& hit, const ListedGames::Board& board, const Position* shown,
                Notation notation) {
  const GameRules* const rules = find_rules(board.game);
  if (!hit.next_move || rules == nullptr) return std::monostate();
  if (shown == nullptr) return rules->move_text(*hit.next_move, board.size, notation);
  const auto last_to = shown->last_move ? std::optional(shown->last_move->point) : std::nullopt;
  return rules->move_text_at(*hit.next_move, *shown, last_to, notation);
}

/// Applies the offset and limit of a listing.
class Window {
 public:
  explicit Window(const Listing& listing) : skip_(listing.offset), left_(listing.limit) {}
  [[nodiscard]] bool is_over() const { return left_ <= 0; }
  /// How many more rows must be read.
  [[nodiscard]] std::int64_t rows() const {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return left_ > kMost - skip_ ? kMost : left_ + skip_;
  }
  /// True if the next row is shown.
  bool take() {
    if (skip_ > 0) {
      --skip_;
      return false;
    }
    return left_-- > 0;
  }

 private:
  std::int64_t skip_;
  std::int64_t left_;
};

/// Iterates over the ids of found games in the order of a listing.
class ListedIds {
 public:
  /// \param count  limit, if the games are sorted
  ListedIds(Database& database, const FoundGames& found, const std::vector<SortKey>& sort,
            std::int64_t count)
      : games_(found.games) {
    if (!sort.empty()) sorted_ = sorted_games(database, found, sort, count);
  }

  std::optional<GameId> next() {
    if (sorted_)
      return place_ < sorted_->size() ? std::optional((*sorted_)[place_++]) : std::nullopt;
    const std::int64_t id = games_.next(last_ + 1);
    if (id < 0) return std::nullopt;
    last_ = id;
    return static_cast<GameId>(id);
  }

 private:
  const IdSet& games_;
  std::optional<std::vector<GameId>> sorted_;
  std::size_t place_ = 0;
  std::int64_t last_ = -1;
};

std::size_t text_bytes(const std::vector<Value>& row) {
  std::size_t bytes = 0;
  for (const Value& value : row) {
    if (const auto* const text = std::get_if<std::string>(&value)) bytes += text->size();
  }
  return bytes;
}

/// The games found in a database. A batch is read together so that no lock is held while its rows
/// are shown.
class StoredListing final : public ListedGames {
 public:
  StoredListing(Database& database, const FoundGames& found, const Listing& listing)
      : sql_(database.sql()),
        found_(found),
        ids_(database, found, listing.sort, Window(listing).rows()),
        rows_(database, listing.columns.empty() ? game_columns() : listing.columns),
        facts_(database.sql()),
        ids_only_(rows_.columns() == std::vector<std::string>{"id"}),
        values_(kBatchRows) {
    if (found.pattern && listing.with_hits) patterns_.emplace(database.sql(), found.pattern);
  }

  std::optional<GameId> next_id() override { return ids_.next(); }

  std::size_t read(std::span<const GameId> games) override {
    const std::size_t done = read_rows(games);
    if (patterns_) patterns_->read(games_);
    return done;
  }
  const std::vector<GameId>& games() const override { return games_; }
  std::vector<Value>& row(std::size_t i) override { return values_[i]; }

  std::span<const PositionHit> hits_of(GameId game) override {
    return hits_ = found_.hits.of(game);
  }
  PatternRows* patterns() override { return patterns_ ? &*patterns_ : nullptr; }
  Board board_of(GameId game) override { return {facts_.game_type(game), facts_.size(game)}; }
  const Position* shown_position() const override {
    return found_.position ? &*found_.position : nullptr;
  }

 private:
  std::size_t read_rows(std::span<const GameId> games) {
    const ReadTransaction transaction(sql_);
    games_.clear();
    if (ids_only_) return take_ids(games);
    std::size_t bytes = 0;
    std::size_t done = 0;
    while (done < std::min(games.size(), kBatchRows) && bytes < kBatchBytes) {
      std::vector<Value>& row = values_[games_.size()];
      const GameId game = games[done++];
      if (!rows_.read_on(game, row)) continue;
      games_.push_back(game);
      bytes += text_bytes(row);
    }
    rows_.release();
    return done;
  }

  /// A row with only the id needs no reading.
  std::size_t take_ids(std::span<const GameId> games) {
    facts_.forget();  // games may have been removed since they were found
    const auto batch = games.first(std::min(games.size(), kBatchRows));
    for (const GameId game : batch) {
      if (!facts_.flags(game).is_answer()) continue;
      values_[games_.size()].assign(1, raw(game));
      games_.push_back(game);
    }
    return batch.size();
  }

  SqlConnection& sql_;
  const FoundGames& found_;
  ListedIds ids_;
  GameRows rows_;
  FactReader facts_;
  bool ids_only_;
  std::optional<PatternRows> patterns_;
  std::vector<PositionHit> hits_;  // of a game
  std::vector<GameId> games_;
  std::vector<std::vector<Value>> values_;
};

/// One listing.
class GameLister final : public GameRange::Rows {
 public:
  GameLister(std::unique_ptr<ListedGames> from, Listing listing)
      : from_(std::move(from)), listing_(std::move(listing)), window_(listing_) {}

  [[nodiscard]] const std::vector<Value>* next() override {
    for (;;) {
      if (!hits_.empty() || !pattern_hits_.empty()) {
        if (window_.is_over()) return nullptr;
        const bool is_shown = window_.take();
        if (is_shown) from_->patterns() ? fill_pattern_hit() : fill_hit();
        from_->patterns() ? leave(pattern_hits_) : leave(hits_);
        if (is_shown) return row_;
      } else if (place_ < from_->games().size()) {
        row_ = &from_->row(place_);
        game_ = from_->games()[place_++];
        if (!listing_.with_hits) return row_;
        start_hits();
      } else if (!read_more()) {
        return nullptr;
      }
    }
  }

 private:
  /// \returns false after the last game.
  bool read_more() {
    if (rest_.empty()) {
      if (window_.is_over()) return false;
      games_ = next_games();
      rest_ = games_;
      if (rest_.empty()) return false;
    }
    rest_ = rest_.subspan(from_->read(rest_));
    place_ = 0;
    return true;
  }

  std::vector<GameId> next_games() {
    const auto most = static_cast<std::int64_t>(from_->batch_games());
    const auto wanted = static_cast<std::size_t>(std::min(window_.rows(), most));
    std::vector<GameId> games;
    while (games.size() < wanted && !window_.is_over()) {
      const std::optional<GameId> id = from_->next_id();
      if (!id) break;
      if (listing_.with_hits || window_.take()) games.push_back(*id);
    }
    return games;
  }

  void start_hits() {
    own_columns_ = row_->size();
    PatternRows* const patterns = from_->patterns();
    patterns != nullptr ? start(patterns->of(game_), pattern_hits_)
                        : start(from_->hits_of(game_), hits_);
  }
  template <class Hits>
  void start(Hits all, Hits& shown) {
    hit_count_ = all.size();
    shown = listing_.all_hits ? all : all.first(std::min<std::size_t>(all.size(), 1));
  }
  template <class Hits>
  static void leave(Hits& hits) {
    hits = hits.subspan(1);
  }

  void fill_hit() {
    const PositionHit& hit = hits_.front();
    row_->resize(own_columns_);
    row_->emplace_back(std::int64_t{hit.ply});
    row_->emplace_back(orientation_text(hit.match));
    row_->push_back(
        move_text(hit, from_->board_of(game_), from_->shown_position(), listing_.notation));
    row_->emplace_back(static_cast<std::int64_t>(hit_count_));
  }

  void fill_pattern_hit() {
    const PatternRow& hit = pattern_hits_.front();
    row_->resize(own_columns_);
    row_->emplace_back(std::int64_t{hit.ply});
    row_->emplace_back(std::string(hit.orientation));
    row_->push_back(hit.next ? Value(*hit.next) : Value());
    row_->emplace_back(static_cast<std::int64_t>(hit_count_));
    row_->emplace_back(hit.place);
    row_->emplace_back(std::string(hit.colors));
  }

  std::unique_ptr<ListedGames> from_;
  Listing listing_;
  Window window_;
  std::vector<GameId> games_;
  std::span<const GameId> rest_;  // of games_, not read yet
  std::size_t place_ = 0;         // in the batch
  std::vector<Value>* row_ = nullptr;
  GameId game_ = GameId::none;                // of the row
  std::span<const PositionHit> hits_;         // of the game, not shown yet
  std::span<const PatternRow> pattern_hits_;  // of the game, not shown yet
  std::size_t hit_count_ = 0;
  std::size_t own_columns_ = 0;
};

}  // namespace

class LineListing::Batches {
 public:
  Batches(Database& database, const FoundGames& found, const Listing& listing,
          const std::vector<std::string>& columns, LineFormat format)
      : sql_(database.sql()),
        window_(listing),
        ids_(database, found, listing.sort, window_.rows()),
        lines_(database, columns, format),
        facts_(database.sql()),
        ids_only_(columns == std::vector<std::string>{"id"}) {}

  bool read() {
    lines_.clear();
    ends_.clear();
    if (place_ == games_.size()) choose_games();
    if (place_ == games_.size()) return false;
    const ReadTransaction transaction(sql_);
    ids_only_ ? take_ids() : read_lines();
    return true;
  }
  [[nodiscard]] std::string_view text() const { return lines_.text(); }
  [[nodiscard]] std::span<const std::size_t> ends() const { return ends_; }

 private:
  void choose_games() {
    games_.clear();
    place_ = 0;
    while (games_.size() < kBatchLines && !window_.is_over()) {
      const std::optional<GameId> id = ids_.next();
      if (!id) return;
      if (window_.take()) games_.push_back(*id);
    }
  }

  void read_lines() {
    while (place_ < games_.size() && lines_.text().size() < kBatchBytes) {
      if (lines_.append(games_[place_++])) ends_.push_back(lines_.text().size());
    }
    lines_.release();
  }

  /// A line with only the id needs no reading.
  void take_ids() {
    facts_.forget();  // games may have been removed since they were found
    for (; place_ < games_.size(); ++place_) {
      if (!facts_.flags(games_[place_]).is_answer()) continue;
      lines_.append_id(games_[place_]);
      ends_.push_back(lines_.text().size());
    }
  }

  SqlConnection& sql_;
  Window window_;
  ListedIds ids_;
  GameLines lines_;
  FactReader facts_;
  bool ids_only_;
  std::vector<GameId> games_;  // to be read together
  std::size_t place_ = 0;      // the first of games_ that was not read
  std::vector<std::size_t> ends_;
};

LineListing::LineListing(Database& database, const FoundGames& found, const Listing& listing,
                         LineFormat format)
    : batches_(std::make_unique<Batches>(database, found, listing,
                                         listing.columns.empty() ? game_columns() : listing.columns,
                                         format)) {}

LineListing::~LineListing() = default;

bool LineListing::read() { return batches_->read(); }
std::string_view LineListing::text() const { return batches_->text(); }
std::span<const std::size_t> LineListing::ends() const { return batches_->ends(); }

int compare_values(const Value& a, const Value& b, bool descending) {
  if (descending && !is_null(a) && !is_null(b)) return compare_values(b, a);
  const auto rank = [](const Value& value) {
    if (is_null(value)) return 2;
    return std::holds_alternative<std::string>(value) ? 1 : 0;
  };
  if (rank(a) != rank(b) || rank(a) == 2) return sign(rank(a), rank(b));
  if (rank(a) == 1) return sign(std::get<std::string>(a), std::get<std::string>(b));
  return sign(number_of(a), number_of(b));
}

std::vector<SortKey> parse_sort(std::string_view text) {
  std::vector<SortKey> keys;
  for (std::string_view rest = text;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view column = rest.substr(0, comma);
    const bool descending = column.starts_with('-');
    if (descending) column.remove_prefix(1);
    if (column.empty()) {
      throw UsageError(fmt::format("`sort` {}: expected columns such as date_from,-moves", text));
    }
    keys.push_back({std::string(column), descending});
    if (comma == rest.size()) return keys;
    rest.remove_prefix(comma + 1);
  }
}

std::vector<GameId> sorted_games(Database& database, const FoundGames& found,
                                 const std::vector<SortKey>& sort, std::int64_t count) {
  const ReadTransaction transaction(database.sql());
  KeyReader reader(database, found, sort);
  std::vector<Entry> entries;
  for (std::int64_t id = found.games.next(0); id >= 0; id = found.games.next(id + 1)) {
    const auto game = static_cast<GameId>(id);
    if (id % kGamesBetweenLooks == 0) check_call();
    if (auto keys = reader.read(game)) entries.push_back({game, std::move(*keys)});
  }
  const auto size = static_cast<std::int64_t>(entries.size());
  const auto end = entries.begin() + std::min(count, size);
  std::uint32_t compared = 0;
  std::partial_sort(entries.begin(), end, entries.end(), [&](const Entry& a, const Entry& b) {
    if (++compared % kGamesBetweenLooks == 0) check_call();
    return comes_before(a, b, sort);
  });
  std::vector<GameId> ids;
  ids.reserve(static_cast<std::size_t>(end - entries.begin()));
  for (auto entry = entries.begin(); entry != end; ++entry) ids.push_back(entry->game);
  return ids;
}

std::unique_ptr<GameRange::Rows> open_listing(std::unique_ptr<ListedGames> from, Listing listing) {
  return std::make_unique<GameLister>(std::move(from), std::move(listing));
}

std::unique_ptr<GameRange::Rows> open_listing(Database& database, const FoundGames& found,
                                              Listing listing) {
  auto from = std::make_unique<StoredListing>(database, found, listing);
  return open_listing(std::move(from), std::move(listing));
}

void list_games(Database& database, const FoundGames& found, const Listing& listing,
                const RowVisitor& visit) {
  const auto rows = open_listing(database, found, listing);
  while (const std::vector<Value>* const row = rows->next()) {
    if (!visit(*row)) return;
  }
}

}  // namespace ludex
