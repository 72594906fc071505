#include "engine/clickhouse/database_batches.hpp"

#include "engine/clickhouse/shown_row.hpp"
#include "engine/clickhouse/sought_texts.hpp"
#include "index/ordered_pipeline.hpp"
#include "ludex/error.hpp"
#include "pipeline/threads.hpp"
#include "query/rows/game_record.hpp"
#include "query/rows/game_rows.hpp"
#include "store/game_scripts.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace ludex::clickhouse {
namespace {

constexpr std::uint32_t kRowsPerBlock = 400'000;   // of positions
constexpr std::size_t kBytesPerBlock = 16U << 20;  // of other tables

void check_stop(const std::stop_token& stop) {
  if (stop.stop_requested()) {
    throw Stopped("stopped; run the same command again to continue");
  }
}

/// Hashes numbers and texts one after the other.
class Print {
 public:
  void add(std::uint64_t number) { numbers_.push_back(number); }
  void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(std::string_view text) { add(XXH3_64bits(text.data(), text.size())); }
  [[nodiscard]] std::uint64_t value() const {
    return XXH3_64bits(numbers_.data(), numbers_.size() * sizeof(numbers_[0]));
  }

 private:
  std::vector<std::uint64_t> numbers_{kLayoutVersion};
};

std::uint32_t published_plies(FactReader& facts, GameId game) {
  const GameFlags flags = facts.flags(game);
  const bool all = flags.has(GameFlags::variations_indexed);
  return static_cast<std::uint32_t>(
      facts.value(all ? Fact::total_positions : Fact::main_positions, game));
}

/// Games that become one block.
struct PositionWork {
  std::vector<RowsGame> games;
  std::vector<std::size_t> script_ends;
  std::vector<std::uint16_t> scripts;
  PositionRows rows;
  std::string block;
};

/// Reads the games of a batch, as many at a time as give a block.
class PositionReader {
 public:
  PositionReader(SqlConnection& sql, std::int64_t first, std::int64_t last)
      : facts_(sql), scripts_(sql), next_(first), last_(last) {}

  /// \returns false at the end
  bool read(PositionWork& work) {
    work.games.clear();
    work.scripts.clear();
    work.script_ends.clear();
    std::uint64_t rows = 0;
    for (; next_ <= last_ && rows < kRowsPerBlock; ++next_) {
      const auto id = static_cast<GameId>(next_);
      const GameFlags flags = facts_.flags(id);
      if (!flags.is_answer() || flags.has(GameFlags::no_positions)) continue;
      const RowsGame game = row_game(id, flags);
      if (game.plies == 0) continue;
      work.games.push_back(game);
      const auto script = scripts_.script(id);
      work.scripts.insert(work.scripts.end(), script.begin(), script.end());
      work.script_ends.push_back(work.scripts.size());
      rows += game.plies;
    }
    return !work.games.empty();
  }

 private:
  RowsGame row_game(GameId id, GameFlags flags) {
    RowsGame game;
    game.id = static_cast<std::uint32_t>(raw(id));
    game.game = facts_.game_type(id);
    game.size = facts_.size(id);
    game.plies = published_plies(facts_, id);
    game.main_plies = static_cast<std::uint32_t>(facts_.value(Fact::main_positions, id));
    game.flags = flags;
    game.winner = static_cast<std::uint8_t>(facts_.winner(id));
    game.date_from = static_cast<std::uint32_t>(facts_.value(Fact::date_from, id));
    game.date_to = static_cast<std::uint32_t>(facts_.value(Fact::date_to, id));
    return game;
  }

  FactReader facts_;
  GameScripts scripts_;
  std::int64_t next_;
  std::int64_t last_;
};

/// Gathers rows of a table and gives them away block by block.
class BlockWriter {
 public:
  BlockWriter(std::string_view table, const RowsPlace& place,
              const DatabaseBatches::BlockVisitor& visit)
      : table_(get_table(table)), columns_(columns_of(table)), place_(place), visit_(visit) {}

  [[nodiscard]] NativeColumn& column(std::size_t i) { return columns_[i]; }
  [[nodiscard]] std::size_t columns() const { return columns_.size(); }
  void end_row(std::uint64_t first_sum, std::uint64_t second_sum) {
    ++rows_;
    count_ += RowCount{1, {first_sum, second_sum}};
    std::size_t bytes = 0;
    for (const NativeColumn& column : columns_) bytes += column.bytes();
    if (bytes >= kBytesPerBlock) flush();
  }
  void flush() {
    if (rows_ == 0) return;
    block_.clear();
    NativeBlock block(3 + columns_.size(), rows_, block_);
    block.add_constant("db", place_.db);
    block.add_constant("batch", place_.batch);
    block.add_constant("gen", place_.gen);
    for (NativeColumn& column : columns_) {
      column.write(block, block_);
      column.clear();
    }
    visit_(table_, block_, rows_);
    rows_ = 0;
  }
  [[nodiscard]] const RowCount& count() const { return count_; }

 private:
  const Table& table_;
  std::vector<NativeColumn> columns_;
  RowsPlace place_;
  const DatabaseBatches::BlockVisitor& visit_;
  std::string block_;
  std::size_t rows_ = 0;
  RowCount count_;
};

void add_value(const SqlStatement& rows, int column, NativeColumn& out) {
  switch (rows.type(column)) {
    case SqlType::integer:
      return out.add(rows.integer(column));
    case SqlType::real:
      return out.add(rows.real(column));
    case SqlType::null:
      return out.add_null();
    case SqlType::text:
    case SqlType::blob:
      return out.add(rows.bytes(column));
  }
}

void add_value(const Value& value, NativeColumn& out) {
  if (std::holds_alternative<std::monostate>(value)) {
    out.add_null();
  } else if (const auto* const text = std::get_if<std::string>(&value)) {
    out.add(std::string_view(*text));
  } else if (const auto* const real = std::get_if<double>(&value)) {
    out.add(*real);
  } else {
    out.add(std::get<std::int64_t>(value));
  }
}

void add_text(const std::optional<std::string>& text, NativeColumn& out) {
  text ? out.add(std::string_view(*text)) : out.add_null();
}

/// \param row  what the view shows  \param column  the first after the facts
void add_sought(SoughtTexts& sought, GameId game, const std::vector<Value>& row,
                BlockWriter& writer, std::size_t column) {
  writer.column(column++).add(static_cast<std::int64_t>(sought.beginning(game)));
  add_text(sought.words(game), writer.column(column++));
  add_text(sought.other_name("event", game), writer.column(column++));
  add_text(sought.other_name("place", game), writer.column(column++));
  static const std::vector<std::string> shown = game_columns();
  for (const SoughtColumn& one : sought_columns()) {
    const auto place = std::ranges::find(shown, one.column->name) - shown.begin();
    add_text(sought.of(one, game, row[static_cast<std::size_t>(place)]), writer.column(column++));
  }
}

/// Writes what the records of games are read again with.
class ReadingColumns {
 public:
  explicit ReadingColumns(SqlConnection& sql) : facts_(sql), texts_(sql) {}

  /// \param game  games come by id  \param column  the first of them; receives the one after them
  void add(GameId game, BlockWriter& writer, std::size_t& column) {
    const auto record = static_cast<RecordId>(facts_.value(Fact::record, game));
    const bool is_next = record == record_;
    index_ = is_next ? index_ + (raw(game) - raw(game_)) : count_before(game);
    game_ = game;
    record_ = record;
    writer.column(column++).add(static_cast<std::int64_t>(texts_.format(record)));
    writer.column(column++).add(static_cast<std::int64_t>(texts_.form(record)));
    writer.column(column++).add(index_);
  }

 private:
  std::int64_t count_before(GameId game) {
    return static_cast<std::int64_t>(index_in_record(facts_, game));
  }

  FactReader facts_;
  RecordTexts texts_;
  GameId game_ = GameId::none;
  RecordId record_ = RecordId::none;
  std::int64_t index_ = 0;  // of `game_` in its record
};

/// What sum(moves), sum(seat) or sum(length(value)) adds for a row.
std::uint64_t summand(const SqlStatement& rows, int column) {
  if (rows.is_null(column)) return 0;
  if (rows.type(column) == SqlType::integer) {
    return static_cast<std::uint64_t>(rows.integer(column));
  }
  return rows.bytes(column).size();
}

/// Copies what a view shows of the games of a batch.
/// \param sum_column  which the second sum of the table is about
RowCount copy_view(SqlConnection& sql, const std::string& select, std::int64_t first,
                   std::int64_t last, int sum_column, const std::stop_token& stop,
                   BlockWriter& writer) {
  SqlStatement rows(sql, select);
  rows.start(first, last);
  while (rows.step()) {
    check_stop(stop);
    for (int i = 0; i < rows.columns(); ++i) {
      add_value(rows, i, writer.column(static_cast<std::size_t>(i)));
    }
    writer.end_row(static_cast<std::uint64_t>(rows.integer(0)), summand(rows, sum_column));
  }
  writer.flush();
  return writer.count();
}

/// Hashes what a statement says of a range of ids.
void add_rows(SqlStatement& rows, Print& print) {
  while (rows.step()) {
    for (int i = 0; i < rows.columns(); ++i) {
      rows.type(i) == SqlType::integer ? print.add(rows.integer(i)) : print.add(rows.bytes(i));
    }
  }
}

}  // namespace

std::uint32_t DatabaseBatches::count() {
  const std::int64_t games = database_.next_id("game") - 1;
  const std::int64_t batches = (games + games_per_batch_ - 1) / games_per_batch_;
  return static_cast<std::uint32_t>(std::max<std::int64_t>(batches, 1));
}

DatabaseBatches::Ids DatabaseBatches::games_of(std::uint32_t batch) {
  const std::int64_t first = batch * games_per_batch_ + 1;
  return {first, std::min(first + games_per_batch_, database_.next_id("game")) - 1};
}

// A record belongs to the batch of its first game; one without games to that of the game before.
DatabaseBatches::Ids DatabaseBatches::records_of(std::uint32_t batch) {
  FactReader facts(database_.sql());
  const auto begin_of = [&](std::uint32_t one) -> std::int64_t {
    if (one == 0) return 1;
    if (one >= count()) return database_.next_id("record");
    const std::int64_t last_before = one * games_per_batch_;
    return facts.value(Fact::record, static_cast<GameId>(last_before)) + 1;
  };
  return {begin_of(batch), begin_of(batch + 1) - 1};
}

Prints DatabaseBatches::prints(std::uint32_t batch) {
  const Ids games = games_of(batch);
  return {positions_print(games), games_print(games), records_print(records_of(batch))};
}

std::uint64_t DatabaseBatches::positions_print(Ids games) {
  FactReader facts(database_.sql());
  Print print;
  for (std::int64_t id = games.first; id <= games.last; ++id) {
    const auto game = static_cast<GameId>(id);
    const GameFlags flags = facts.flags(game);
    if (!flags.is_answer()) continue;
    print.add(id);
    print.add(flags.bits());
    for (const Fact fact : {Fact::content, Fact::main_positions, Fact::total_positions,
                            Fact::result, Fact::date_from, Fact::date_to}) {
      print.add(facts.value(fact, game));
    }
  }
  return print.value();
}

std::uint64_t DatabaseBatches::games_print(Ids games) {
  Print print;
  print.add(positions_print(games));
  FactReader facts(database_.sql());
  std::set<std::int64_t> sources;
  for (std::int64_t id = games.first; id <= games.last; ++id) {
    const auto game = static_cast<GameId>(id);
    if (!facts.flags(game).is_answer()) continue;
    sources.insert(facts.value(Fact::source, game));
    for (const Fact fact : {Fact::source, Fact::record, Fact::properties}) {
      print.add(facts.value(fact, game));
    }
  }
  SqlStatement name(database_.sql(), "SELECT name FROM source WHERE id = ?");
  for (const std::int64_t source : sources) {
    name.start(source);
    add_rows(name, print);
  }
  // Who is meant by a name may change without the games.
  SqlStatement aliases(database_.sql(),
                       "SELECT a.kind, a.normal, p.name FROM alias a JOIN person p ON p.id = "
                       "a.person_id ORDER BY a.kind, a.normal");
  add_rows(aliases, print);
  SqlStatement seats(database_.sql(),
                     "SELECT game_id, seat, p.name FROM seat_person JOIN person p ON p.id = "
                     "person_id WHERE game_id BETWEEN ? AND ? ORDER BY game_id, seat");
  seats.start(games.first, games.last);
  add_rows(seats, print);
  return print.value();
}

std::uint64_t DatabaseBatches::records_print(Ids records) {
  Print print;
  SqlStatement rows(
      database_.sql(),
      "SELECT r.id, r.hash, r.reject_kind, r.text_block IS NULL, s.name FROM record r "
      "JOIN member m ON m.id = r.member_id JOIN source s ON s.id = m.source_id AND "
      "s.hidden = 0 WHERE r.id BETWEEN ? AND ? ORDER BY r.id");
  rows.start(records.first, records.last);
  add_rows(rows, print);
  return print.value();
}

RowCounts DatabaseBatches::read(Part part, const RowsPlace& place, std::uint32_t batch,
                                const BlockVisitor& visit, const std::stop_token& stop) {
  switch (part) {
    case Part::positions:
      return read_positions(place, games_of(batch), visit, stop);
    case Part::games:
      return read_games(place, games_of(batch), visit, stop);
    case Part::records:
      break;
  }
  return read_records(place, records_of(batch), visit, stop);
}

RowCounts DatabaseBatches::read_positions(const RowsPlace& place, Ids games,
                                          const BlockVisitor& visit, const std::stop_token& stop) {
  const Table& table = get_table("stored_positions");
  PositionReader reader(database_.sql(), games.first, games.last);
  RowCount total;
  const auto work_on = [&](PositionWork& work) {
    work.rows.clear();
    const std::span<const std::uint16_t> scripts(work.scripts);
    for (std::size_t i = 0; i < work.games.size(); ++i) {
      const std::size_t begin = i == 0 ? 0 : work.script_ends[i - 1];
      work.rows.add(work.games[i], scripts.subspan(begin, work.script_ends[i] - begin));
    }
    work.rows.write(place, work.block);
  };
  const auto take = [&](PositionWork& work) {
    check_stop(stop);
    total += RowCount{work.rows.count(), {work.rows.key_sum(), work.rows.check_sum()}};
    if (work.rows.count() > 0) visit(table, work.block, work.rows.count());
  };
  tbb::task_arena arena(thread_count(threads_));
  arena.execute([&] {
    run_in_order<PositionWork>([&](PositionWork& work) { return reader.read(work); }, work_on,
                               take);
  });
  return {{table.name, total}, {"stored_scripts", read_scripts(place, games, visit, stop)}};
}

RowCount DatabaseBatches::read_scripts(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                                       const std::stop_token& stop) {
  constexpr std::array kFacts = {Fact::game, Fact::size, Fact::flags, Fact::main_positions,
                                 Fact::total_positions};
  BlockWriter writer("stored_scripts", place, visit);
  FactReader facts(database_.sql());
  GameScripts scripts(database_.sql());
  std::string packed_facts, bytes;
  for (std::int64_t id = games.first; id <= games.last; ++id) {
    const auto game = static_cast<GameId>(id);
    if (!facts.flags(game).is_answer()) continue;
    check_stop(stop);
    writer.column(0).add(id);
    packed_facts.clear();
    for (const Fact fact : kFacts) {
      append_varint(packed_facts, static_cast<std::uint64_t>(facts.value(fact, game)));
    }
    writer.column(1).add(std::string_view(packed_facts));
    bytes.clear();
    append_little(bytes, scripts.script(game));
    writer.column(2).add(std::string_view(bytes));
    writer.end_row(static_cast<std::uint64_t>(id), bytes.size());
  }
  writer.flush();
  return writer.count();
}

RowCounts DatabaseBatches::read_games(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                                      const std::stop_token& stop) {
  SqlConnection& sql = database_.sql();
  RowCounts counts;
  {
    BlockWriter writer("stored_games", place, visit);
    BlockWriter rows_writer("stored_rows", place, visit);
    std::string packed;
    std::vector<std::string> names = game_columns();
    const auto moves = static_cast<std::size_t>(std::ranges::find(names, "moves") - names.begin());
    GameRows rows(database_, names);
    SoughtTexts sought(database_);
    FactReader facts(sql);
    ReadingColumns reading(sql);
    std::vector<Value> row;
    for (std::int64_t id = games.first; id <= games.last; ++id) {
      const auto game = static_cast<GameId>(id);
      if (!facts.flags(game).is_answer() || !rows.read(game, row)) continue;
      check_stop(stop);
      for (std::size_t i = 0; i < row.size(); ++i) add_value(row[i], writer.column(i));
      std::size_t column = row.size();
      for (const PublishedFact& fact : published_facts()) {
        writer.column(column++).add(facts.value(fact.fact, game));
      }
      reading.add(game, writer, column);
      rows_writer.column(0).add(id);
      packed = pack_shown({facts.game_type(game), facts.size(game)}, row);
      rows_writer.column(1).add(std::string_view(packed));
      rows_writer.end_row(static_cast<std::uint64_t>(id), packed.size());
      add_sought(sought, game, row, writer, column);
      writer.end_row(static_cast<std::uint64_t>(id),
                     static_cast<std::uint64_t>(std::get<std::int64_t>(row[moves])));
    }
    writer.flush();
    rows_writer.flush();
    counts["stored_games"] = writer.count();
    counts["stored_rows"] = rows_writer.count();
  }
  counts["stored_players"] = read_players(place, games, visit, stop);
  counts["stored_properties"] = read_properties(place, games, visit, stop);
  const auto copy = [&](std::string_view table, std::string_view view, int sum_column) {
    BlockWriter writer(table, place, visit);
    std::string names;
    for (std::size_t i = 0; i < writer.columns(); ++i) {
      names += fmt::format("{}{}", i == 0 ? "" : ", ", writer.column(i).name());
    }
    counts[get_table(table).name] =
        copy_view(sql, fmt::format("SELECT {} FROM {} WHERE game_id BETWEEN ? AND ?", names, view),
                  games.first, games.last, sum_column, stop, writer);
  };
  copy("stored_problems", "problems", 2);
  return counts;
}

RowCount DatabaseBatches::read_players(const RowsPlace& place, Ids games, const BlockVisitor& visit,
                                       const std::stop_token& stop) {
  constexpr int kShown = 11;  // columns of the view
  constexpr int kSeat = 1, kRating = 6, kTeam = 7;
  SqlStatement rows(database_.sql(),
                    "SELECT p.*, CASE p.seat WHEN 1 THEN g.black WHEN 2 THEN g.white ELSE s.name "
                    "END, (SELECT count(*) FROM seat m WHERE m.game_id = p.game_id AND m.seat > 2) "
                    "FROM game_players p JOIN game g ON g.id = p.game_id LEFT JOIN seat s ON "
                    "s.game_id = p.game_id AND s.seat = p.seat WHERE p.game_id BETWEEN ? AND ?");
  SoughtTexts sought(database_);
  BlockWriter writer("stored_players", place, visit);
  rows.start(games.first, games.last);
  while (rows.step()) {
    check_stop(stop);
    for (int i = 0; i < kShown; ++i) add_value(rows, i, writer.column(static_cast<std::size_t>(i)));
    add_text(sought.of_player(static_cast<GameId>(rows.integer(0)), rows.integer(kSeat),
                              rows.integer(kShown)),
             writer.column(kShown));
    add_text(rows.is_null(kTeam) ? std::nullopt : std::optional(sought_text(rows.bytes(kTeam))),
             writer.column(kShown + 1));
    NativeColumn& rating = writer.column(kShown + 2);
    rows.is_null(kRating) ? rating.add_null()
                          : rating.add(std::int64_t{std::llround(rows.real(kRating))});
    writer.column(kShown + 3).add(2 + rows.integer(kShown + 1));
    writer.end_row(static_cast<std::uint64_t>(rows.integer(0)), summand(rows, kSeat));
  }
  writer.flush();
  return writer.count();
}

RowCount DatabaseBatches::read_properties(const RowsPlace& place, Ids games,
                                          const BlockVisitor& visit, const std::stop_token& stop) {
  SqlStatement rows(database_.sql(),
                    "SELECT game_id, ident, value FROM properties WHERE game_id BETWEEN ? AND ?");
  BlockWriter writer("stored_properties", place, visit);
  rows.start(games.first, games.last);
  while (rows.step()) {
    check_stop(stop);
    for (int i = 0; i < 3; ++i) add_value(rows, i, writer.column(static_cast<std::size_t>(i)));
    writer.column(3).add(std::string_view(sought_text(rows.bytes(2))));
    writer.end_row(static_cast<std::uint64_t>(rows.integer(0)), summand(rows, 2));
  }
  writer.flush();
  return writer.count();
}

RowCounts DatabaseBatches::read_records(const RowsPlace& place, Ids records,
                                        const BlockVisitor& visit, const std::stop_token& stop) {
  SqlStatement rows(
      database_.sql(),
      "SELECT r.id, s.name, NULLIF(m.name, ''), r.offset, r.length, lower(hex(r.hash)), r.format, "
      "r.form, k.name, r.reject_offset, r.reject_message, r.text_block IS NULL FROM record r "
      "JOIN member m ON m.id = r.member_id JOIN source s ON s.id = m.source_id AND s.hidden = 0 "
      "LEFT JOIN problem_kind k ON k.kind = r.reject_kind WHERE r.id BETWEEN ? AND ? ORDER BY "
      "r.id");
  BlockWriter writer("stored_records", place, visit);
  RecordTexts texts(database_.sql());
  const auto text_column = writer.columns() - 1;
  rows.start(records.first, records.last);
  while (rows.step()) {
    check_stop(stop);
    for (std::size_t i = 0; i < text_column; ++i) {
      add_value(rows, static_cast<int>(i), writer.column(i));
    }
    std::uint64_t bytes = 0;
    if (rows.integer(static_cast<int>(text_column)) != 0) {
      writer.column(text_column).add_null();
    } else {
      const std::string text = texts.text(static_cast<RecordId>(rows.integer(0)));
      bytes = text.size();
      writer.column(text_column).add(std::string_view(text));
    }
    writer.end_row(static_cast<std::uint64_t>(rows.integer(0)), bytes);
  }
  writer.flush();
  return {{get_table("stored_records").name, writer.count()}};
}

}  // namespace ludex::clickhouse
