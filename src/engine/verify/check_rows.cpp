#include "engine/verify/checks.hpp"
#include "query/filter/id_set.hpp"
#include "store/facts.hpp"
#include "store/row_block.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::int64_t kGamesPerBlock = kGamesPerRowBlock;

/// The packed rows, read in the order of blocks; a block that is damaged is a finding and empty.
class PackedRows {
 public:
  explicit PackedRows(VerifiedDatabase& database)
      : database_(database), select_(database.sql, "SELECT id, data FROM row_block ORDER BY id") {
    more_ = select_.step();
  }

  /// The row of a game; none where no block holds it. \pre games ascend
  std::optional<std::string_view> find(std::int64_t game) {
    const std::int64_t block = (game - 1) / kGamesPerBlock;
    go_to(block);
    if (!is_open_ || open_ != block) return std::nullopt;
    return view_.row(static_cast<std::size_t>((game - 1) % kGamesPerBlock));
  }
  /// Reads the blocks that are left: no game asked for them.
  void finish() { go_to(std::numeric_limits<std::int64_t>::max()); }

 private:
  void go_to(std::int64_t block) {
    while (more_ && (!is_read_ || select_.integer(0) < block)) {
      if (is_read_) more_ = select_.step();
      is_read_ = true;
      if (more_) open();
    }
  }
  void open() {
    open_ = select_.integer(0);
    ++database_.report.blocks;
    is_open_ = false;
    try {
      view_ = RowBlockView(select_.bytes(1));
      is_open_ = view_.size() <= static_cast<std::size_t>(kGamesPerBlock);
    } catch (const DatabaseError&) {
    }
    if (!is_open_ || open_ < 0 || open_ * kGamesPerBlock + 1 >= database_.end_game) {
      database_.findings.add(fmt::format("row block {} is damaged; {}", open_, kCompactRebuilds));
    }
  }

  VerifiedDatabase& database_;
  SqlStatement select_;
  bool more_ = false;
  bool is_read_ = false;  // the row at which the statement stands was opened
  std::int64_t open_ = -1;
  bool is_open_ = false;
  RowBlockView view_;
};

/// The facts of one game after the other.
class GameFacts {
 public:
  explicit GameFacts(SqlConnection& sql) : facts_(sql) {}

  /// \pre games ascend
  [[nodiscard]] std::int64_t value(Fact fact, std::int64_t game) {
    const std::int64_t chunk = (game - 1) / kFactChunkGames;
    if (chunk != chunk_) {
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        facts_.read(static_cast<Fact>(i + 1), chunk, columns_[i]);
      }
      chunk_ = chunk;
    }
    const auto place = static_cast<std::size_t>((game - 1) % kFactChunkGames);
    const std::vector<std::int64_t>& column = columns_[fact_index(fact)];
    return place < column.size() ? column[place] : 0;
  }

 private:
  FactReader facts_;
  std::int64_t chunk_ = -1;
  std::array<std::vector<std::int64_t>, kFactCount> columns_;
};

/// The texts of the dictionaries, by kind.
class KnownTexts {
 public:
  explicit KnownTexts(SqlConnection& sql) {
    read(sql, "SELECT kind, id FROM name", names_);
    read(sql, "SELECT kind, id FROM phrase", phrases_);
    SqlStatement sources(sql, "SELECT id FROM source");
    while (sources.step()) sources_.insert(sources.integer(0));
  }

  [[nodiscard]] bool has(const Dictionary& texts, std::int64_t id) const {
    switch (texts.table) {
      case Dictionary::Table::name:
        return has(names_, static_cast<std::size_t>(texts.name), id);
      case Dictionary::Table::phrase:
        return has(phrases_, static_cast<std::size_t>(texts.phrase), id);
      case Dictionary::Table::source:
        return sources_.contains(id);
      case Dictionary::Table::member:  // compared by check_tables()
      case Dictionary::Table::none:
        break;
    }
    return true;
  }

 private:
  using Sets = std::array<IdSet, 32>;
  static bool has(const Sets& sets, std::size_t kind, std::int64_t id) {
    return kind < sets.size() && id > 0 && sets[kind].contains(id);
  }
  static void read(SqlConnection& sql, std::string_view text, Sets& sets) {
    SqlStatement select(sql, text);
    while (select.step()) {
      const auto kind = static_cast<std::size_t>(select.integer(0));
      if (kind < sets.size()) sets[kind].insert(select.integer(1));
    }
  }

  Sets names_;
  Sets phrases_;
  IdSet sources_;
};

ColumnValue value_of(const RowFields& fields, const GameColumn& column) {
  if (fields.is_null(column.field)) return {};
  if (column.type == ColumnType::integer) return fields.integer(column.field);
  if (column.type == ColumnType::real) return fields.real(column.field);
  return fields.bytes(column.field);
}

/// The flags of a row as those of the facts.
std::int64_t fact_flags(std::int64_t row_flags) {
  GameFlags flags;
  flags.set(GameFlags::unclosed, has_flag(row_flags, RowFlag::unclosed));
  flags.set(GameFlags::has_variations, has_flag(row_flags, RowFlag::variations));
  flags.set(GameFlags::variations_indexed, has_flag(row_flags, RowFlag::variations_indexed));
  flags.set(GameFlags::no_positions, has_flag(row_flags, RowFlag::no_positions));
  flags.set(GameFlags::first_seat_is_white, has_flag(row_flags, RowFlag::first_seat_is_white));
  return flags.bits();
}

constexpr std::int64_t kSharedFlags = GameFlags::unclosed | GameFlags::has_variations |
                                      GameFlags::variations_indexed | GameFlags::no_positions |
                                      GameFlags::first_seat_is_white;

class RowCheck {
 public:
  explicit RowCheck(VerifiedDatabase& database)
      : database_(database), facts_(database.sql), packed_(database), texts_(database.sql) {}

  void check_game(std::int64_t game, const TableRowWalk& row) {
    ++database_.report.games;
    if (!flags(game).has(GameFlags::alive)) {
      database_.findings.add_damage(
          fmt::format("game {} has a row, but its facts say that it was removed", game));
      return;
    }
    if (!row.has_record()) {
      database_.findings.add_damage(fmt::format("game {} belongs to no record", game));
      return;
    }
    const auto packed = packed_.find(game);
    if (packed && *packed != row.packed()) {
      database_.findings.add_damage(
          fmt::format("game {}: its packed row differs from the tables", game));
    }
    check_columns(game, row.fields());
    check_other_facts(game, row.fields());
  }
  void check_removed(std::int64_t game) {
    if (flags(game).has(GameFlags::alive)) {
      database_.findings.add_damage(fmt::format("game {} has no row", game));
    }
    if (const auto packed = packed_.find(game); packed && !packed->empty()) {
      database_.findings.add_damage(fmt::format("game {}: a packed row of a removed game", game));
    }
  }
  void finish() { packed_.finish(); }

 private:
  [[nodiscard]] GameFlags flags(std::int64_t game) {
    return GameFlags(facts_.value(Fact::flags, game));
  }

  void check_columns(std::int64_t game, const RowFields& fields) {
    for (const GameColumn& column : kGameColumns) {
      if (!column.is_stored()) continue;
      const ColumnValue value = value_of(fields, column);
      if (column.fact.exists()) {
        compare(game, column.name, column.fact.fact, fact_of(column.fact, value));
      }
      if (!value.is_null() && !texts_.has(column.texts, value.integer())) {
        database_.findings.add_damage(fmt::format("game {}: the text {} of `{}` is missing", game,
                                                  value.integer(), column.name));
      }
    }
  }
  void check_other_facts(std::int64_t game, const RowFields& fields) {
    const auto number = [&](std::size_t field) { return fields.integer(field); };
    const BoardSize size{static_cast<std::int16_t>(number(row_field("width"))),
                         static_cast<std::int16_t>(number(row_field("height")))};
    compare(game, "size", Fact::size, packed_size(size));
    compare(game, "result", Fact::result,
            packed_result(static_cast<Winner>(number(row_field("winner"))),
                          static_cast<WinBy>(number(row_field("win_by")))));
    const GameFlags known = flags(game);
    if ((known.bits() & kSharedFlags) != fact_flags(number(row_field("flags")))) {
      database_.findings.add_damage(fmt::format("game {}: row and facts differ in `flags`", game));
    }
    const bool all = known.has(GameFlags::variations_indexed);
    compare(game, "positions", all ? Fact::total_positions : Fact::main_positions,
            number(row_field("positions")));
  }
  void compare(std::int64_t game, std::string_view column, Fact fact, std::int64_t expected) {
    const std::int64_t stored = facts_.value(fact, game);
    if (stored == expected) return;
    database_.findings.add_damage(fmt::format("game {}: `{}` is {} in its row and {} in the facts",
                                              game, column, expected, stored));
  }

  VerifiedDatabase& database_;
  GameFacts facts_;
  PackedRows packed_;
  KnownTexts texts_;
};

}  // namespace

void check_rows(VerifiedDatabase& database) {
  database.findings.check("rows", [&] {
    RowCheck check(database);
    TableRowWalk rows(database.sql);
    std::int64_t next = 1;
    while (rows.next()) {
      const std::int64_t game = raw(rows.game());
      if (game < next || game >= database.end_game) {
        database.findings.add_damage(
            fmt::format("game {}: ids end at {}", game, database.end_game));
        continue;
      }
      for (; next < game; ++next) check.check_removed(next);
      check.check_game(game, rows);
      ++next;
    }
    for (; next < database.end_game; ++next) check.check_removed(next);
    check.finish();
  });
}

}  // namespace ludex
