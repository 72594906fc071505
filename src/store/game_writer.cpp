#include "store/game_writer.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace ludex {
namespace {

constexpr std::size_t kColumnCount = std::size(kGameColumns);

constexpr bool is_inserted(const GameColumn& column) {
  return column.is_stored() && !column.is_of_record();
}

/// Those of the table `game`.
std::string inserted_columns() {
  std::string names = "id";
  for (const GameColumn& column : kGameColumns) {
    if (is_inserted(column)) names.append(", ").append(column.stored_name());
  }
  return names;
}

void insert(const RowFields& fields, const GameColumn& column, RowInserter& row) {
  const std::size_t field = column.field;
  if (fields.is_null(field)) return row.null();
  switch (column.type) {
    case ColumnType::integer:
      return row.value(fields.integer(field));
    case ColumnType::real:
      return row.value(fields.real(field));
    case ColumnType::text:
      return row.any_text(fields.bytes(field));
    case ColumnType::blob:
      return row.blob(fields.bytes(field));
  }
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

GameWriter::GameWriter(SqlConnection& sql, std::int64_t next_game, std::int64_t next_posting,
                       std::size_t memory_bytes)
    : game_rows_(sql, "game", inserted_columns(), RowInserter::Ids::ascending),
      seat_rows_(sql, "seat", "game_id, seat, name, rank, team, rating, is_computer, score"),
      problem_rows_(sql, "problem", "game_id, ordinal, ply, kind, offset, message"),
      names_(sql, TextDictionary::Table::name, memory_bytes / 2),
      phrases_(sql, TextDictionary::Table::phrase, memory_bytes / 2),
      facts_(sql, next_game),
      row_blocks_(sql, next_game),
      scripts_(sql, next_game),
      next_game_(next_game),
      next_posting_(next_posting) {}

void GameWriter::take_texts(const BatchTexts& texts) {
  constexpr std::size_t kAhead = 8;
  const auto all = texts.texts();
  const auto dictionary = [&](const BatchTexts::Text& text) -> TextDictionary& {
    return text.table == Dictionary::Table::name ? names_ : phrases_;
  };
  text_ids_.assign(1, 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + kAhead < all.size()) dictionary(all[i + kAhead]).prefetch(all[i + kAhead].hash);
    text_ids_.push_back(dictionary(all[i]).find_or_add(all[i].kind, all[i].text, all[i].hash));
  }
  text_places_ = texts.places();
}

std::uint64_t GameWriter::write(GameRow& game, const GamePlace& place) {
  FactRow facts{};
  next_text_ = game.first_text;
  read_columns({game, game.info, place}, facts, std::make_index_sequence<kColumnCount>());
  add_other_facts(game, place, facts);
  facts[fact_index(Fact::first_posting)] = next_posting_;
  insert_row();
  insert_seats(game.info);
  insert_problems(game.info.problems);
  facts_.append(facts);
  scripts_.append(game.script, game.captures);
  const auto first_number = static_cast<std::uint64_t>(next_posting_);
  next_posting_ += game.total_positions;
  ++next_game_;
  return first_number;
}

std::uint64_t GameWriter::write(const StoredGame& game, const GamePlace& place,
                                StoredTexts& texts) {
  fields_ = *game.fields;
  FactRow facts = game.facts;
  adopt_ids(place, texts, facts);
  facts[fact_index(Fact::first_posting)] = next_posting_;
  insert_row();
  insert_seats(game.seats, texts);
  insert_problems(game.problems);
  facts_.append(facts);
  scripts_.append(game.script, game.captures);
  const auto first_number = static_cast<std::uint64_t>(next_posting_);
  next_posting_ += facts[fact_index(Fact::total_positions)];
  ++next_game_;
  return first_number;
}

/// Replaces the ids of the other database in fields_ and in the facts.
void GameWriter::adopt_ids(const GamePlace& place, StoredTexts& texts, FactRow& facts) {
  const auto set = [&](const GameColumn& column, std::int64_t id) {
    fields_.set(column.field, id);
    if (column.fact.exists()) facts[fact_index(column.fact.fact)] = id;
  };
  static constexpr const GameColumn& kRecord = get_column("record_id");
  static constexpr const GameColumn& kSource = get_column("source");
  static constexpr const GameColumn& kMember = get_column("member");
  set(kRecord, raw(place.record));
  set(kSource, raw(place.source));
  set(kMember, place.member);
  for (const GameColumn* const column : kTextColumns) {
    const std::int64_t id = fields_.integer(column->field);
    if (id == 0) continue;
    const bool is_name = column->texts.table == Dictionary::Table::name;
    set(*column, is_name ? texts.name(id, names_) : texts.phrase(id, phrases_));
  }
}

void GameWriter::insert_seats(std::span<const StoredSeat> seats, StoredTexts& texts) {
  for (const StoredSeat& seat : seats) {
    RowInserter& row = seat_rows_;
    row.value(next_game_);
    row.value(seat.seat);
    row.id(texts.name(seat.name, names_));
    row.id(texts.phrase(seat.rank, phrases_));
    row.id(texts.phrase(seat.team, phrases_));
    row.maybe(seat.rating);
    row.maybe(seat.is_computer);
    row.maybe(seat.score);
    row.end_row();
  }
}

void GameWriter::insert_problems(std::span<const StoredProblem> problems) {
  for (const StoredProblem& problem : problems) {
    RowInserter& row = problem_rows_;
    row.value(next_game_);
    row.value(problem.ordinal);
    row.maybe(problem.ply);
    row.value(problem.kind);
    row.maybe(problem.offset);
    row.maybe(problem.message);
    row.end_row();
  }
}

void GameWriter::flush() {
  names_.flush();
  phrases_.flush();
  game_rows_.flush();
  seat_rows_.flush();
  problem_rows_.flush();
  facts_.flush();
  row_blocks_.flush();
  scripts_.flush();
}

/// Fills fields_ and the facts of columns. Unrolled: a row has fifty columns.
template <std::size_t... Places>
void GameWriter::read_columns(const NewGame& game, FactRow& facts,
                              std::index_sequence<Places...> /*places*/) {
  fields_.clear();
  (read_column<Places>(game, facts), ...);
}

template <std::size_t Place>
void GameWriter::read_column(const NewGame& game, FactRow& facts) {
  constexpr const GameColumn& column = kGameColumns[Place];
  if constexpr (column.is_stored()) {
    ColumnValue value;
    if constexpr (has_text_id(column)) {
      value = ColumnValue::or_null(next_text_id());
    } else {
      value = column.value(game);
    }
    fields_.set(column.field, value);
    if constexpr (column.fact.exists()) {
      facts[fact_index(column.fact.fact)] = fact_of(column.fact, value);
    }
  }
}

/// Into the table and into the row blocks.
void GameWriter::insert_row() {
  game_rows_.value(next_game_);
  for (const GameColumn& column : kGameColumns) {
    if (is_inserted(column)) insert(fields_, column, game_rows_);
  }
  game_rows_.end_row();
  pack_row(fields_, packed_row_);
  row_blocks_.append(packed_row_);
}

void GameWriter::insert_seats(const GameInfo& info) {
  for (std::size_t seat = 0; seat < info.seats.size(); ++seat) {
    if (!has_seat_row(info, seat)) continue;
    const SeatInfo& player = info.seats[seat];
    RowInserter& row = seat_rows_;
    row.value(next_game_);
    row.value(static_cast<std::int64_t>(seat + 1));
    row.id(next_text_id());  // name, rank, team
    row.id(next_text_id());
    row.id(next_text_id());
    row.maybe(player.rating);
    row.maybe(player.is_computer ? std::optional<int>(*player.is_computer) : std::nullopt);
    row.maybe(player.score);
    row.end_row();
  }
}

void GameWriter::insert_problems(const std::vector<Problem>& problems) {
  std::int64_t ordinal = 0;
  for (const Problem& problem : problems) {
    RowInserter& row = problem_rows_;
    row.value(next_game_);
    row.value(ordinal++);
    row.maybe(problem.ply < 0 ? std::optional<int>() : std::optional(problem.ply));
    row.value(static_cast<std::int64_t>(problem.kind));
    row.value(static_cast<std::int64_t>(problem.offset_bytes));
    row.text(problem.message);
    row.end_row();
  }
}

}  // namespace ludex
