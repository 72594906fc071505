#include "store/row_inserter.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>

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

RowInserter::RowInserter(SqlConnection& sql, std::string_view table, std::string_view columns,
                         Ids ids)
    : sql_(sql),
      table_(table),
      columns_(split(columns)),
      ids_ascend_(ids == Ids::ascending),
      single_(prepare(all_columns(), 1)) {
  assert(!columns_.empty() && columns_.size() <= 64);
  cells_.resize(columns_.size() * kMostRows);
  row_begins_.resize(kMostRows + 1);
}

/// OR FAIL, because a statement that can fail halfway would need its own journal. Ids that SQLite
/// assigns (greatest plus 1) need no look-up in the table.
RowInserter::Insert RowInserter::prepare(std::uint64_t mask, std::size_t rows) const {
  std::vector<std::size_t> columns;
  std::string text = "INSERT OR FAIL INTO " + table_ + " (";
  std::string row = "(";
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if ((mask >> column & 1) == 0) continue;
    if (!columns.empty()) {
      text += ',';
      row += ',';
    }
    columns.push_back(column);
    text += columns_[column];
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

void RowInserter::bytes(Kind kind, std::string_view text) {
  next(kind).place = {static_cast<std::uint32_t>(bytes_.size()),
                      static_cast<std::uint32_t>(text.size())};
  bytes_ += text;
}

void RowInserter::flush() {
  assert(column_ == 0);
  std::size_t row = 0;
  for (; row + kRows <= rows_; row += kRows) run_many(row);
  for (; row < rows_; ++row) run(single_, row, 1);
  rows_ = 0;
  cell_ = 0;
  filled_.fill(0);
  bytes_.clear();
}

void RowInserter::run_many(std::size_t first_row) {
  if (ids_ascend_ && !are_consecutive(first_row)) {
    for (std::size_t row = first_row; row < first_row + kRows; ++row) run(single_, row, 1);
    return;
  }
  run(statement_for(filled_[first_row / kRows]), first_row, kRows);
  if (ids_ascend_ && sql_.last_insert_id() != id_of(first_row + kRows - 1)) {
    throw DatabaseError(fmt::format("the table {} has ids that were not given yet", table_));
  }
}

void RowInserter::run(Insert& insert, std::size_t first_row, std::size_t rows) {
  std::size_t parameter = 0;
  for (std::size_t row = first_row; row < first_row + rows; ++row) {
    const Cell* cell = cells_.data() + row_begins_[row];
    const Cell* end = cells_.data() + row_begins_[row + 1];
    for (const std::size_t column : insert.columns) {
      const bool is_null = cell == end || cell->column != column;
      const Cell& value = is_null ? kNull : *cell++;
      if (ids_ascend_ && column == 0 && row > first_row) continue;
      Cell& bound = insert.bound[parameter++];
      if (value.is_bound_as(bound)) continue;
      bind(insert.statement, static_cast<int>(parameter), value);
      bound = value;
    }
  }
  insert.statement.run();
}

void RowInserter::bind(SqlStatement& statement, int parameter, const Cell& cell) const {
  switch (cell.kind) {
    case Kind::null:
      return statement.bind_null(parameter);
    case Kind::integer:
      return statement.bind(parameter, cell.integer);
    case Kind::real:
      return statement.bind(parameter, cell.real);
    case Kind::text:
      return statement.bind_view(parameter, view(cell));
    case Kind::blob:
      return statement.bind_blob(parameter, view(cell));
  }
}

}  // namespace ludex
