#include "store/prepared_games.hpp"

#include "store/batch_texts.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kColumnCount = std::size(kGameColumns);
constexpr std::size_t kInsertedColumns = 1 + std::ranges::count_if(kGameColumns, is_inserted);
constexpr std::size_t kSeatColumns = 8, kProblemColumns = 6;

/// The column of the table `game` that a column of kGameColumns is; the first is the id.
constexpr auto kPlaces = [] {
  std::array<std::size_t, kColumnCount> places{};
  std::size_t next = 1;
  for (std::size_t i = 0; i < kColumnCount; ++i) {
    places[i] = next;
    next += is_inserted(kGameColumns[i]) ? 1 : 0;
  }
  return places;
}();

template <std::size_t Column>
void insert_column(const RowFields& fields, RowCells& row) {
  constexpr const GameColumn& column = kGameColumns[Column];
  if constexpr (is_inserted(column)) {
    if (fields.is_null(column.field)) return;
    row.go_to(kPlaces[Column]);
    if constexpr (column.type == ColumnType::integer) {
      row.value(fields.integer(column.field));
    } else if constexpr (column.type == ColumnType::real) {
      row.value(fields.real(column.field));
    } else if constexpr (column.type == ColumnType::text) {
      row.any_text(fields.bytes(column.field));
    } else {
      row.blob(fields.bytes(column.field));
    }
  }
}

/// Unrolled: of fifty columns most are NULL.
template <std::size_t... Columns>
void insert_columns(const RowFields& fields, RowCells& row, std::index_sequence<Columns...>) {
  (insert_column<Columns>(fields, row), ...);
}

GameFlags flags_of(const GameRow& game, const GamePlace& place) {
  const bool branches = game.branches > 0;
  GameFlags flags;
  flags.set(GameFlags::alive, true);
  flags.set(GameFlags::hidden, place.hidden);
  flags.set(GameFlags::has_variations, branches);
  flags.set(GameFlags::variations_indexed, branches && place.variations_indexed);
  flags.set(GameFlags::no_positions, game.main_positions == 0);
  flags.set(GameFlags::node_text, game.has_node_text);
  flags.set(GameFlags::unclosed, game.info.unclosed);
  flags.set(GameFlags::sides_swapped, game.swap == "sides");
  flags.set(GameFlags::first_seat_is_white, game.info.first_seat_is_white);
  return flags;
}

/// Facts that are not those of one column.
void add_other_facts(const GameRow& game, const GamePlace& place, FactRow& facts) {
  const auto fact = [&](Fact name) -> std::int64_t& { return facts[fact_index(name)]; };
  fact(Fact::flags) = flags_of(game, place).bits();
  fact(Fact::size) = packed_size(game.info.size);
  fact(Fact::result) = packed_result(game.info.result.winner, game.info.result.by);
  fact(Fact::main_positions) = game.main_positions;
  fact(Fact::total_positions) = game.total_positions;
  fact(Fact::content) = static_cast<std::int64_t>(game.content_hash);
}

}  // namespace

/// Reads the values of one game.
class PreparedGames::Reader {
 public:
  Reader(const PlacedGame& game, const BatchTextIds& texts)
      : game_(game), texts_(texts), next_text_(game.row->first_text) {}

  /// Fills `fields` and the facts of columns.
  void read_columns(RowFields& fields, FactRow& values) {
    fields.clear();
    read_columns({*game_.row, game_.row->info, game_.place}, fields, values,
                 std::make_index_sequence<kColumnCount>());
  }
  /// \pre read_columns() was called
  void read_seats(RowCells& rows) {
    const GameInfo& info = game_.row->info;
    for (std::size_t seat = 0; seat < info.seats.size(); ++seat) {
      if (!has_seat_row(info, seat)) continue;
      const SeatInfo& player = info.seats[seat];
      rows.value(game_.id);
      rows.value(static_cast<std::int64_t>(seat + 1));
      rows.id(next_text_id());  // name, rank, team
      rows.id(next_text_id());
      rows.id(next_text_id());
      rows.maybe(player.rating);
      rows.maybe(player.is_computer ? std::optional<int>(*player.is_computer) : std::nullopt);
      rows.maybe(player.score);
      rows.end_row();
    }
  }
  void read_problems(RowCells& rows) const {
    std::int64_t ordinal = 0;
    for (const Problem& problem : game_.row->info.problems) {
      rows.value(game_.id);
      rows.value(ordinal++);
      rows.maybe(problem.ply < 0 ? std::optional<int>() : std::optional(problem.ply));
      rows.value(static_cast<std::int64_t>(problem.kind));
      rows.value(static_cast<std::int64_t>(problem.offset_bytes));
      rows.text(problem.message);
      rows.end_row();
    }
  }

 private:
  /// Unrolled: a row has fifty columns.
  template <std::size_t... Places>
  void read_columns(const NewGame& game, RowFields& fields, FactRow& values,
                    std::index_sequence<Places...> /*places*/) {
    (read_column<Places>(game, fields, values), ...);
  }
  template <std::size_t Place>
  void read_column(const NewGame& game, RowFields& fields, FactRow& values) {
    constexpr const GameColumn& column = kGameColumns[Place];
    if constexpr (column.is_stored()) {
      ColumnValue value;
      if constexpr (has_text_id(column)) {
        value = ColumnValue::or_null(next_text_id());
      } else {
        value = column.value(game);
      }
      fields.set(column.field, value);
      if constexpr (column.fact.exists()) {
        values[fact_index(column.fact.fact)] = fact_of(column.fact, value);
      }
    }
  }
  [[nodiscard]] std::int64_t next_text_id() { return texts_.ids[texts_.places[next_text_++]]; }

  const PlacedGame& game_;
  const BatchTextIds& texts_;
  std::size_t next_text_;
};

PreparedGames::PreparedGames()
    : games(kInsertedColumns), seats(kSeatColumns), problems(kProblemColumns) {}

void PreparedGames::add(const PlacedGame& game, const BatchTextIds& texts) {
  FactRow facts_of_game{};
  Reader reader(game, texts);
  reader.read_columns(fields_, facts_of_game);
  add_other_facts(*game.row, game.place, facts_of_game);
  facts_of_game[fact_index(Fact::first_posting)] = game.first_posting;
  add(game.id, fields_, facts_of_game);
  reader.read_seats(seats);
  reader.read_problems(problems);
}

void PreparedGames::add(std::int64_t id, const RowFields& fields, const FactRow& facts_of_game) {
  pack_row(fields, packed_row_);
  packed_rows.append(packed_row_);
  games.value(id);
  insert_columns(fields, games, std::make_index_sequence<kColumnCount>());
  games.go_to(kInsertedColumns);
  games.end_row();
  facts.add(facts_of_game);
}

void PreparedGames::clear() {
  games.clear();
  seats.clear();
  problems.clear();
  facts.games = 0;
  packed_rows.clear();
}

}  // namespace ludex
