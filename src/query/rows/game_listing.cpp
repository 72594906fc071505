#include "games/api/game_rules.hpp"
#include "query/rows/game_rows.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>
#include <optional>

namespace ludex {
namespace {

constexpr std::size_t kBatchRows = 128;
constexpr std::size_t kBatchBytes = 4 * 1024 * 1024;

Value move_text(const PositionHit& hit, GameType game, BoardSize size) {
  const GameRules* const rules = find_rules(game);
  if (!hit.next_move || rules == nullptr) return std::monostate();
  return rules->move_text(*hit.next_move, size);
}

/// Counts rows off at the beginning and at the end of a listing.
class Window {
 public:
  explicit Window(const Listing& listing) : skip_(listing.offset), left_(listing.limit) {}
  [[nodiscard]] bool is_over() const { return left_ <= 0; }
  /// How many rows are still looked at.
  [[nodiscard]] std::int64_t rows() const {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    return left_ > kMost - skip_ ? kMost : left_ + skip_;
  }
  /// Whether the next row is shown.
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

/// The ids of found games one after the other, in the order of a listing.
class ListedIds {
 public:
  /// \param count  no more are asked for, where they are sorted
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

/// Rows read together, so that no lock is held while they are shown.
class RowBatch {
 public:
  RowBatch(Database& database, std::vector<std::string> columns)
      : sql_(database.sql()),
        rows_(database, std::move(columns)),
        facts_(database.sql()),
        ids_only_(rows_.columns() == std::vector<std::string>{"id"}),
        values_(kBatchRows) {}

  /// Reads the rows of the first of `games`, as many as fit; returns how many games that were.
  std::size_t read(std::span<const GameId> games) {
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

  /// Those that there are.
  [[nodiscard]] const std::vector<GameId>& games() const { return games_; }
  /// The row of games()[i].
  [[nodiscard]] std::vector<Value>& row(std::size_t i) { return values_[i]; }

 private:
  /// An id is a row that needs no reading.
  std::size_t take_ids(std::span<const GameId> games) {
    facts_.forget();  // others may have been removed since they were found
    const auto batch = games.first(std::min(games.size(), kBatchRows));
    for (const GameId game : batch) {
      if (!facts_.flags(game).is_answer()) continue;
      values_[games_.size()].assign(1, raw(game));
      games_.push_back(game);
    }
    return batch.size();
  }

  SqlConnection& sql_;
  GameRows rows_;
  FactReader facts_;
  bool ids_only_;
  std::vector<GameId> games_;
  std::vector<std::vector<Value>> values_;
};

/// One listing.
class GameLister final : public GameRange::Rows {
 public:
  GameLister(Database& database, const FoundGames& found, Listing listing)
      : found_(found),
        listing_(std::move(listing)),
        window_(listing_),
        ids_(database, found, listing_.sort, window_.rows()),
        batch_(database, listing_.columns.empty() ? game_columns() : listing_.columns),
        positions_(database.sql()) {}

  [[nodiscard]] const std::vector<Value>* next() override {
    for (;;) {
      if (!hits_.empty()) {
        if (window_.is_over()) return nullptr;
        const bool is_shown = window_.take();
        if (is_shown) fill_hit();
        hits_ = hits_.subspan(1);
        if (is_shown) return row_;
      } else if (place_ < batch_.games().size()) {
        row_ = &batch_.row(place_);
        game_ = batch_.games()[place_++];
        if (!listing_.with_hits) return row_;
        start_hits();
      } else if (!read_more()) {
        return nullptr;
      }
    }
  }

 private:
  /// \returns false behind the last game.
  bool read_more() {
    if (rest_.empty()) {
      if (window_.is_over()) return false;
      games_ = next_games();
      rest_ = games_;
      if (rest_.empty()) return false;
    }
    rest_ = rest_.subspan(batch_.read(rest_));
    place_ = 0;
    return true;
  }

  std::vector<GameId> next_games() {
    const auto wanted =
        static_cast<std::size_t>(std::min(window_.rows(), static_cast<std::int64_t>(kBatchRows)));
    std::vector<GameId> games;
    while (games.size() < wanted && !window_.is_over()) {
      const std::optional<GameId> id = ids_.next();
      if (!id) break;
      if (listing_.with_hits || window_.take()) games.push_back(*id);
    }
    return games;
  }

  void start_hits() {
    hits_ = found_.hits_of(game_);
    hit_count_ = hits_.size();
    if (!listing_.all_hits && hit_count_ > 1) hits_ = hits_.first(1);
    own_columns_ = row_->size();
  }

  void fill_hit() {
    const PositionHit& hit = hits_.front();
    row_->resize(own_columns_);
    row_->emplace_back(std::int64_t{hit.ply});
    row_->emplace_back(orientation_text(hit.match));
    row_->push_back(move_text(hit, positions_.game_type(game_), positions_.size(game_)));
    row_->emplace_back(static_cast<std::int64_t>(hit_count_));
  }

  const FoundGames& found_;
  Listing listing_;
  Window window_;
  ListedIds ids_;
  RowBatch batch_;
  GamePositions positions_;
  std::vector<GameId> games_;
  std::span<const GameId> rest_;  // of games_, not read yet
  std::size_t place_ = 0;         // in the batch
  std::vector<Value>* row_ = nullptr;
  GameId game_ = GameId::none;         // of the row
  std::span<const PositionHit> hits_;  // of the game, not shown yet
  std::size_t hit_count_ = 0;
  std::size_t own_columns_ = 0;
};

}  // namespace

std::unique_ptr<GameRange::Rows> open_listing(Database& database, const FoundGames& found,
                                              Listing listing) {
  return std::make_unique<GameLister>(database, found, std::move(listing));
}

void list_games(Database& database, const FoundGames& found, const Listing& listing,
                const RowVisitor& visit) {
  GameLister rows(database, found, listing);
  while (const std::vector<Value>* const row = rows.next()) {
    if (!visit(*row)) return;
  }
}

}  // namespace ludex
