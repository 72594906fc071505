#include "store/game_writer.hpp"

#include "core/parallel_work.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <string>

namespace ludex {
namespace {

constexpr std::size_t kMemoryToShare = 16 << 20;  // for dictionaries: --memory 128MiB

/// Those of the table `game`.
std::string inserted_columns() {
  std::string names = "id";
  for (const GameColumn& column : kGameColumns) {
    if (is_inserted(column)) names.append(", ").append(column.stored_name());
  }
  return names;
}

}  // namespace

GameWriter::GameWriter(SqlConnection& sql, std::int64_t next_game, std::int64_t next_posting,
                       std::size_t memory_bytes)
    : game_rows_(sql, "game", inserted_columns(), RowInserter::Ids::ascending),
      seat_rows_(sql, "seat", "game_id, seat, name, rank, team, rating, is_computer, score"),
      problem_rows_(sql, "problem", "game_id, ordinal, ply, kind, offset, message"),
      names_(sql, TextDictionary::Table::name, memory_bytes / 2),
      phrases_(sql, TextDictionary::Table::phrase, memory_bytes / 2),
      has_memory_to_share_(memory_bytes >= kMemoryToShare),
      facts_(sql, next_game),
      row_blocks_(sql, next_game),
      scripts_(sql, next_game),
      first_game_(next_game),
      next_game_(next_game),
      first_posting_(next_posting),
      next_posting_(next_posting) {
  game_rows_.prepare_sharing(
      "CREATE INDEX game_by_external_id ON game (external_id) WHERE external_id IS NOT NULL");
}

bool GameWriter::shares_rows() const {
  constexpr int kManyThreads = 4;
  constexpr std::int64_t kManyPositions = 64;  // of a game
  const bool pays = tbb::this_task_arena::max_concurrency() >= kManyThreads ||
                    next_posting_ - first_posting_ >= kManyPositions * (next_game_ - first_game_);
  return has_memory_to_share_ && pays;
}

void GameWriter::take_texts(const BatchTexts& texts) {
  constexpr std::size_t kAhead = 8;
  end_batch();
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

std::uint64_t GameWriter::write(const GameRow& game, const GamePlace& place) {
  waiting_.push_back({&game, place, next_game_++, next_posting_});
  const auto first_number = static_cast<std::uint64_t>(next_posting_);
  next_posting_ += game.total_positions;
  return first_number;
}

void GameWriter::end_batch() {
  if (waiting_.empty()) return;
  const std::size_t parts = prepare();
  for (PreparedGames& games : std::span(prepared_).first(parts)) take(games);
  for (const PlacedGame& game : waiting_) scripts_.append(game.row->script, game.row->captures);
  waiting_.clear();
}

/// Prepares the games that wait, those of a block of rows together: then rows that fill a statement
/// need not be copied. Works on tasks of its own only: another one, of a whole batch, would keep
/// the writer for long. \returns how many of prepared_ hold them
std::size_t GameWriter::prepare() {
  const std::int64_t first_block = (waiting_.front().id - 1) / kGamesPerRowBlock;
  const std::int64_t last_block = (waiting_.back().id - 1) / kGamesPerRowBlock;
  const auto parts = static_cast<std::size_t>(last_block - first_block + 1);
  if (prepared_.size() < parts) prepared_.resize(parts);
  const BatchTextIds texts{text_ids_, text_places_};
  const auto place_of = [&](std::int64_t id) {
    const std::int64_t place = std::max<std::int64_t>(id - waiting_.front().id, 0);
    return std::min(static_cast<std::size_t>(place), waiting_.size());
  };
  const auto prepare_part = [&](std::size_t part) {
    const std::int64_t first_id =
        (first_block + static_cast<std::int64_t>(part)) * kGamesPerRowBlock + 1;
    PreparedGames& games = prepared_[part];
    games.clear();
    for (std::size_t i = place_of(first_id); i < place_of(first_id + kGamesPerRowBlock); ++i) {
      games.add(waiting_[i], texts);
    }
  };
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, parts), [&](const auto& some) {
      const ParallelWork counted;
      for (std::size_t part = some.begin(); part < some.end(); ++part) prepare_part(part);
    });
  });
  return parts;
}

void GameWriter::take(PreparedGames& games) {
  game_rows_.share_work(shares_rows());
  facts_.append(games.facts);
  row_blocks_.append(games.packed_rows);
  game_rows_.take(games.games);
  seat_rows_.take(games.seats);
  problem_rows_.take(games.problems);
}

std::uint64_t GameWriter::write(const StoredGame& game, const GamePlace& place,
                                StoredTexts& texts) {
  end_batch();
  fields_ = *game.fields;
  FactRow facts = game.facts;
  adopt_ids(place, texts, facts);
  facts[fact_index(Fact::first_posting)] = next_posting_;
  if (prepared_.empty()) prepared_.resize(1);
  prepared_[0].clear();
  prepared_[0].add(next_game_, fields_, facts);
  add_seats(game.seats, texts);
  add_problems(game.problems);
  take(prepared_[0]);
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

void GameWriter::add_seats(std::span<const StoredSeat> seats, StoredTexts& texts) {
  for (const StoredSeat& seat : seats) {
    RowCells& row = prepared_[0].seats;
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

void GameWriter::add_problems(std::span<const StoredProblem> problems) {
  for (const StoredProblem& problem : problems) {
    RowCells& row = prepared_[0].problems;
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
  end_batch();
  names_.flush();
  phrases_.flush();
  game_rows_.flush();
  seat_rows_.flush();
  problem_rows_.flush();
  facts_.flush();
  row_blocks_.flush();
  scripts_.flush();
}

}  // namespace ludex
