#include "store/row_block.hpp"

#include "core/little_endian.hpp"
#include "ludex/error.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>

namespace ludex {
namespace {

constexpr std::size_t kWaitingBlocks = 128;       // 4096 games, some 400 KiB
constexpr std::size_t kMostRowBytes = 16 * 1024;  // longer rows are read from the tables
// A block: format, 0, number of rows (u16), XXH3 of what follows (u64, that number as seed), ends
// (u32 each), rows.
constexpr char kFormat = 1;
constexpr std::size_t kHashOffset = 4;
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kEndBytes = 4;

constexpr std::int64_t block_of(std::int64_t game) { return (game - 1) / kGamesPerRowBlock; }
constexpr std::size_t place_of(std::int64_t game) {
  return static_cast<std::size_t>((game - 1) % kGamesPerRowBlock);
}

std::uint64_t hash_of(std::string_view data) {
  const std::string_view rest = data.substr(kHeaderBytes);
  return XXH3_64bits_withSeed(rest.data(), rest.size(),
                              load_little<std::uint16_t>(data.data() + 2));
}

[[noreturn]] void refuse_block() {
  throw DatabaseError("a block of rows is damaged; 'ludex compact' rebuilds it");
}

/// Reads stored blocks and rewrites them.
class BlockTable {
 public:
  explicit BlockTable(SqlConnection& sql)
      : select_(sql, "SELECT data FROM row_block WHERE id = ?"),
        replace_(sql, "INSERT OR REPLACE INTO row_block VALUES (?, ?)"),
        remove_(sql, "DELETE FROM row_block WHERE id = ?") {}

  /// The rows of a block; none if there is no such block.
  std::vector<std::string> read(std::int64_t block) {
    std::vector<std::string> rows;
    if (select_.find(block)) {
      const RowBlockView view(select_.bytes(0));
      for (std::size_t i = 0; i < view.size(); ++i) rows.emplace_back(view.row(i));
    }
    select_.reset();
    return rows;
  }

  /// True if the block exists and its checksum matches.
  bool holds(std::int64_t block) {
    try {
      return !read(block).empty();
    } catch (const DatabaseError&) {
      select_.reset();
      return false;
    }
  }

  void write(std::int64_t block, const std::string& data) { replace_.run(block, SqlBlob{data}); }

  void write(std::int64_t block, const std::vector<std::string>& rows) {
    RowBlock packed;
    for (const std::string& row : rows) packed.append(row);
    write(block, packed.data());
  }

  void remove(std::int64_t block) { remove_.run(block); }

 private:
  SqlStatement select_;
  SqlStatement replace_;
  SqlStatement remove_;
};

bool all_missing(const std::vector<std::string>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const std::string& row) { return row.empty(); });
}

/// Sets a field from a column of a statement; a column that is NULL is no field.
void take_field(const SqlStatement& select, int column, std::size_t field, RowFields& fields) {
  if (select.is_null(column)) return;
  switch (kFields[field]->type) {
    case ColumnType::integer:
      return fields.set(field, select.integer(column));
    case ColumnType::real:
      return fields.set(field, select.real(column));
    case ColumnType::text:
    case ColumnType::blob:
      return fields.set(field, select.bytes(column));
  }
}

/// False if there is no such game. \param select  of select_of_row()
bool read_table_row(SqlStatement& select, GameId game, RowFields& fields) {
  fields.clear();
  if (!select.find(raw(game))) return false;
  for (std::size_t i = 0; i < kRowFieldCount; ++i) {
    take_field(select, static_cast<int>(i), i, fields);
  }
  return true;
}

constexpr std::string_view kRowTables = " FROM game LEFT JOIN record ON record.id = game.record_id";

/// The names of all packed fields.
std::string packed_columns() {
  std::string names;
  for (std::size_t field = 0; field < kRowFieldCount; ++field) {
    names += (field == 0 ? "" : ", ") + sql_name(*kFields[field]);
  }
  return names;
}

/// All packed fields of the game id that is its parameter.
std::string select_of_row() {
  return "SELECT " + packed_columns() + std::string(kRowTables) + " WHERE game.id = ?";
}

/// The fields of the table alone.
constexpr std::array kUnpackedFields = {row_field("properties"), row_field("seat1_score"),
                                        row_field("seat2_score")};

/// All fields of all games, after the ids of game and record.
std::string select_of_all_rows() {
  std::string names = "game.id, record.id, " + packed_columns();
  for (const std::size_t field : kUnpackedFields) names += ", " + sql_name(*kFields[field]);
  return "SELECT " + names + std::string(kRowTables) + " ORDER BY game.id";
}

/// Packs rows of games from the tables.
class TableRows {
 public:
  explicit TableRows(SqlConnection& sql) : select_(sql, select_of_row()) {}

  /// Empty if there is no such game.
  std::string packed(GameId game) {
    RowFields fields;
    std::string row;
    if (read_table_row(select_, game, fields)) pack_row(fields, row);
    select_.reset();
    return row;
  }

  /// All games of a block below `end`.
  std::vector<std::string> packed(std::int64_t block, std::int64_t end) {
    std::vector<std::string> rows;
    const std::int64_t first = block * kGamesPerRowBlock + 1;
    for (std::int64_t id = first; id < std::min(first + kGamesPerRowBlock, end); ++id) {
      rows.push_back(packed(static_cast<GameId>(id)));
    }
    return rows;
  }

 private:
  SqlStatement select_;
};

}  // namespace

void RowBlock::append(std::string_view row) {
  if (row.size() <= kMostRowBytes) rows_ += row;
  ends_.push_back(static_cast<std::uint32_t>(rows_.size()));
}

std::string RowBlock::data() const {
  std::string data;
  data.reserve(kHeaderBytes + kEndBytes * ends_.size() + rows_.size());
  data += {kFormat, '\0'};
  append_little(data, static_cast<std::uint16_t>(ends_.size()));
  data.resize(kHeaderBytes);
  append_little(data, std::span<const std::uint32_t>(ends_));
  data += rows_;
  store_little(data.data() + kHashOffset, hash_of(data));
  return data;
}

RowBlockView::RowBlockView(std::string_view data) {
  const bool framed = data.size() >= kHeaderBytes && data[0] == kFormat;
  count_ = framed ? load_little<std::uint16_t>(data.data() + 2) : 0;
  const std::size_t rows_offset = kHeaderBytes + kEndBytes * count_;
  if (!framed || data.size() < rows_offset ||
      load_little<std::uint64_t>(data.data() + kHashOffset) != hash_of(data)) {
    refuse_block();
  }
  ends_ = data.data() + kHeaderBytes;
  rows_ = data.substr(rows_offset);
}

std::size_t RowBlockView::end_of(std::size_t place) const {
  return load_little<std::uint32_t>(ends_ + kEndBytes * place);
}

std::string_view RowBlockView::row(std::size_t place) const {
  if (place >= count_) return {};
  const std::size_t begin = place == 0 ? 0 : end_of(place - 1);
  const std::size_t end = end_of(place);
  if (begin > end || end > rows_.size()) refuse_block();
  return rows_.substr(begin, end - begin);
}

void RowBlockWriter::append(const RowBlock& rows) {
  const bool is_at_begin = place_of(next_game_) == 0;
  if (is_at_begin && rows.size() == static_cast<std::size_t>(kGamesPerRowBlock)) {
    next_game_ += kGamesPerRowBlock;
    return add_waiting(rows);
  }
  for (std::size_t place = 0; place < rows.size(); ++place) append(rows.row(place));
}

void RowBlockWriter::append(std::string_view row) {
  if (!is_open_) open_block();
  open_.append(row);
  ++next_game_;
  if (open_.size() == kGamesPerRowBlock) close_block();
}

/// Continues where the last run or flush ended.
void RowBlockWriter::open_block() {
  open_.clear();
  is_open_ = true;
  const std::size_t place = place_of(next_game_);
  if (place == 0) return;
  const std::int64_t block = block_of(next_game_);
  std::vector<std::string> rows = BlockTable(sql_).read(block);
  if (rows.empty()) rows = TableRows(sql_).packed(block, next_game_);
  rows.resize(place);
  for (const std::string& before : rows) open_.append(before);
}

void RowBlockWriter::close_block() {
  add_waiting(open_);
  open_.clear();
}

/// \pre `rows` end at next_game_
void RowBlockWriter::add_waiting(const RowBlock& rows) {
  waiting_.emplace_back(block_of(next_game_ - 1), rows.data());
  if (waiting_.size() == kWaitingBlocks) write_waiting();
}

void RowBlockWriter::flush() {
  if (is_open_ && open_.size() > 0) close_block();
  write_waiting();
  is_open_ = false;
}

void RowBlockWriter::write_waiting() {
  if (waiting_.empty()) return;
  BlockTable table(sql_);
  for (const auto& [block, data] : waiting_) table.write(block, data);
  waiting_.clear();
}

RowReader::RowReader(SqlConnection& sql)
    : blocks_(sql, "SELECT data FROM row_block WHERE id = ?"), tables_(sql, select_of_row()) {}

bool RowReader::find(GameId game) {
  const std::int64_t block = block_of(raw(game));
  if (block != block_) {
    view_ = blocks_.find(block) ? RowBlockView(blocks_.bytes(0)) : RowBlockView();
    block_ = block;
  }
  const std::string_view row = view_.row(place_of(raw(game)));
  if (!row.empty()) {
    unpack_row(row, fields_);
    return true;
  }
  return read_table_row(tables_, game, fields_);
}

void RowReader::reset() {
  blocks_.reset();
  tables_.reset();
  block_ = -1;
  view_ = {};
}

TableRowWalk::TableRowWalk(SqlConnection& sql) : select_(sql, select_of_all_rows()) {}

bool TableRowWalk::next() {
  if (!select_.step()) return false;
  game_ = static_cast<GameId>(select_.integer(0));
  has_record_ = !select_.is_null(1);
  fields_.clear();
  int column = 2;
  for (std::size_t i = 0; i < kRowFieldCount; ++i) take_field(select_, column++, i, fields_);
  pack_row(fields_, packed_);
  if (packed_.size() > kMostRowBytes) packed_.clear();
  for (const std::size_t field : kUnpackedFields) take_field(select_, column++, field, fields_);
  return true;
}

void renew_rows(SqlConnection& sql, std::span<const GameId> games) {
  TableRows tables(sql);
  BlockTable table(sql);
  for (std::size_t next = 0; next < games.size();) {
    const std::int64_t block = block_of(raw(games[next]));
    std::vector<std::string> rows = table.read(block);
    for (; next < games.size() && block_of(raw(games[next])) == block; ++next) {
      const std::size_t place = place_of(raw(games[next]));
      if (place < rows.size()) rows[place] = tables.packed(games[next]);
    }
    if (all_missing(rows)) {
      table.remove(block);
    } else {
      table.write(block, rows);
    }
  }
}

std::int64_t add_missing_row_blocks(SqlConnection& sql, std::int64_t next_game) {
  TableRows tables(sql);
  BlockTable table(sql);
  std::int64_t added = 0;
  for (std::int64_t block = 0; block <= block_of(next_game - 1); ++block) {
    if (table.holds(block)) continue;
    const std::vector<std::string> rows = tables.packed(block, next_game);
    if (all_missing(rows)) continue;
    table.write(block, rows);
    ++added;
  }
  return added;
}

}  // namespace ludex
