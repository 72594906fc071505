#include "store/row_inserter.hpp"

#include "core/refused_database.hpp"
#include "store/row_images.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostStatements = 8;  // for rows with different columns

std::vector<std::string> split(std::string_view names) {
  std::vector<std::string> columns;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, end);
    columns.emplace_back(name.substr(std::min(name.find_first_not_of(' '), name.size())));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return columns;
}

}  // namespace

void RowCells::bytes(Kind kind, std::string_view text) {
  const Place place{static_cast<std::uint32_t>(bytes_.size()),
                    static_cast<std::uint32_t>(text.size())};
  add({kind, column_, {.place = place}});
  bytes_ += text;
}

void RowCells::append(const RowCells& others) {
  assert(columns_ == others.columns_ && column_ == 0 && others.column_ == 0);
  const auto first_cell = static_cast<std::uint32_t>(cells_.size());
  const auto first_byte = static_cast<std::uint32_t>(bytes_.size());
  cells_.insert(cells_.end(), others.cells_.begin(), others.cells_.end());
  for (Cell& cell : std::span(cells_).subspan(first_cell)) {
    if (cell.kind >= Kind::text) cell.place.begin += first_byte;
  }
  for (const Row& row : others.rows_) rows_.push_back({first_cell + row.end, row.filled});
  bytes_ += others.bytes_;
}

void RowCells::clear() {
  cells_.clear();
  rows_.clear();
  bytes_.clear();
  filled_ = 0;
  column_ = 0;
}

RowInserter::RowInserter(SqlConnection& sql, std::string_view table, std::string_view columns,
                         Ids ids)
    : RowInserter(sql, table, split(columns), ids) {}

RowInserter::RowInserter(SqlConnection& sql, std::string_view table, std::vector<std::string> names,
                         Ids ids)
    : RowCells(names.size()),
      sql_(sql),
      table_(table),
      names_(std::move(names)),
      ids_ascend_(ids == Ids::ascending),
      single_(prepare(all_columns(), 1)) {}

RowInserter::~RowInserter() = default;

void RowInserter::prepare_sharing(std::string_view indexes) {
  assert(ids_ascend_);
  if (tbb::this_task_arena::max_concurrency() == 1) return;
  images_ = RowImages::open(sql_, table_, names_, indexes);
}

/// OR FAIL, because a statement that can fail halfway would need its own journal. Ids that SQLite
/// assigns (greatest plus 1) need no look-up in the table.
RowInserter::Insert RowInserter::prepare(std::uint64_t mask, std::size_t rows) const {
  std::vector<std::size_t> columns;
  std::string text = "INSERT OR FAIL INTO " + table_ + " (";
  std::string row = "(";
  for (std::size_t column = 0; column < names_.size(); ++column) {
    if ((mask >> column & 1) == 0) continue;
    if (!columns.empty()) {
      text += ',';
      row += ',';
    }
    columns.push_back(column);
    text += names_[column];
    row += '?';
  }
  row += ')';
  text += ") VALUES " + row;
  if (ids_ascend_) row.replace(0, 2, "(NULL");
  for (std::size_t n = 1; n < rows; ++n) text.append(",").append(row);
  return {mask, columns, SqlStatement(sql_, text), std::vector<Cell>(columns.size() * rows, kNull)};
}

/// The statement with the fewest columns that covers all of `mask`.
RowInserter::Insert& RowInserter::statement_for(std::uint64_t mask) {
  Insert* best = nullptr;
  for (Insert& insert : many_) {
    if ((mask & ~insert.mask) != 0) continue;
    if (best == nullptr || insert.columns.size() < best->columns.size()) best = &insert;
  }
  if (best != nullptr && (best->mask == mask || many_.size() == kMostStatements)) return *best;
  const bool last = many_.size() + 1 >= kMostStatements;
  return many_.emplace_back(prepare(last ? all_columns() : mask, kRows));
}

void RowInserter::take(RowCells& others) {
  if (rows() % kRows != 0 || others.rows() % kRows != 0) {
    append(others);
  } else {
    set_aside(*this);
    set_aside(others);
  }
  others.clear();
  flush_if_full();
}

/// Swaps the rows with some that are empty.
void RowInserter::set_aside(RowCells& rows) {
  if (rows.rows() == 0) return;
  waiting_rows_ += rows.rows();
  waiting_bytes_ += rows.text_bytes();
  if (used_ == waiting_.size()) waiting_.emplace_back(columns());
  std::swap(waiting_[used_++], rows);
}

void RowInserter::flush() {
  assert(!has_open_row());
  if (can_share()) {
    insert_shared();
  } else {
    for (const RowCells& rows : std::span(waiting_).first(used_)) insert(rows);
    insert(*this);
  }
  for (RowCells& rows : std::span(waiting_).first(used_)) {
    // Large buffers are freed: small batches would keep them.
    if (rows.rows() > kRows) {
      rows = RowCells(columns());
    } else {
      rows.clear();
    }
  }
  used_ = waiting_rows_ = waiting_bytes_ = 0;
  clear();
}

/// Few rows are not worth it, and long texts would be in memory several times.
bool RowInserter::can_share() const {
  return is_shared_ && waiting_rows_ + rows() >= RowImages::kPartRows &&
         waiting_bytes_ + text_bytes() <= 2 * kSharedTimes * kMostBytes;
}

void RowInserter::insert_shared() {
  const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  const std::size_t makers = std::min(threads, RowImages::kMostMakers);
  const std::size_t rows_of_part =
      std::max((waiting_rows_ + rows() + makers - 1) / makers, RowImages::kPartRows);
  std::vector<std::vector<const RowCells*>> parts;
  std::size_t part_rows = rows_of_part;  // of the last part
  const auto add = [&](const RowCells& rows) {
    if (rows.rows() == 0) return;
    if (part_rows >= rows_of_part) {
      parts.emplace_back();
      part_rows = 0;
    }
    parts.back().push_back(&rows);
    part_rows += rows.rows();
  };
  for (const RowCells& rows : std::span(waiting_).first(used_)) add(rows);
  add(*this);
  images_->insert(parts);
}

void RowInserter::insert(const RowCells& rows) {
  std::size_t row = 0;
  for (; row + kRows <= rows.rows(); row += kRows) run_many(rows, row);
  for (; row < rows.rows(); ++row) run(single_, rows, row, 1);
}

void RowInserter::run_many(const RowCells& rows, std::size_t first_row) {
  const std::int64_t first_id = rows.id_of(first_row);
  const std::int64_t last_id = rows.id_of(first_row + kRows - 1);
  // SQLite may assign ids that follow each other.
  if (ids_ascend_ && last_id != first_id + std::int64_t{kRows} - 1) {
    for (std::size_t row = first_row; row < first_row + kRows; ++row) run(single_, rows, row, 1);
    return;
  }
  std::uint64_t mask = 0;
  for (std::size_t row = first_row; row < first_row + kRows; ++row) mask |= rows.filled(row);
  run(statement_for(mask), rows, first_row, kRows);
  if (ids_ascend_ && sql_.last_insert_id() != last_id) {
    refuse_database(fmt::format("the table {} holds ids above its counter", table_));
  }
}

void RowInserter::run(Insert& insert, const RowCells& rows, std::size_t first_row,
                      std::size_t count) {
  std::size_t parameter = 0;
  for (std::size_t row = first_row; row < first_row + count; ++row) {
    const std::span<const Cell> cells = rows.cells_of(row);
    const Cell* cell = cells.data();
    const Cell* const end = cell + cells.size();
    for (const std::size_t column : insert.columns) {
      const bool is_null = cell == end || cell->column != column;
      const Cell& value = is_null ? kNull : *cell++;
      if (ids_ascend_ && column == 0 && row > first_row) continue;
      Cell& bound = insert.bound[parameter++];
      if (value.is_bound_as(bound)) continue;
      bind(insert.statement, static_cast<int>(parameter), value, rows);
      bound = value;
    }
  }
  insert.statement.run();
}

void RowInserter::bind(SqlStatement& statement, int parameter, const Cell& cell,
                       const RowCells& of) {
  switch (cell.kind) {
    case Kind::null:
      return statement.bind_null(parameter);
    case Kind::integer:
      return statement.bind(parameter, cell.integer);
    case Kind::real:
      return statement.bind(parameter, cell.real);
    case Kind::text:
      return statement.bind_view(parameter, of.view(cell));
    case Kind::blob:
      return statement.bind_blob(parameter, of.view(cell));
  }
}

}  // namespace ludex
