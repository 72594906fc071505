#include "store/row_inserter.hpp"

#include <cassert>

namespace ludex {
namespace {

constexpr std::size_t kRows = 32;  // by one statement; more gain nothing

/// Or FAIL: a statement that may fail half done would keep a journal of its own.
std::string insert_text(std::string_view into, std::size_t columns, std::size_t rows) {
  std::string row = "(?";
  for (std::size_t column = 1; column < columns; ++column) row += ",?";
  row += ')';
  std::string text = "INSERT OR FAIL ";
  text.append(into).append(" VALUES ").append(row);
  for (std::size_t n = 1; n < rows; ++n) text.append(",").append(row);
  return text;
}

}  // namespace

RowInserter::RowInserter(SQLite::Database& sql, std::string_view into, std::size_t columns)
    : sql_(sql), columns_(columns), full_(prepare(into, kRows)), single_(prepare(into, 1)) {
  cells_.reserve(full_.bound.size());
}

RowInserter::Insert RowInserter::prepare(std::string_view into, std::size_t rows) const {
  const std::string text = insert_text(into, columns_, rows);
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(sql_.getHandle(), text.c_str(), static_cast<int>(text.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
    throw SQLite::Exception(sql_.getHandle());
  }
  Insert insert;
  insert.statement.reset(statement);
  insert.bound.assign(columns_ * rows, {Kind::null, {.integer = 0}});
  return insert;
}

void RowInserter::bytes(Kind kind, std::string_view text) {
  const Place place{static_cast<std::uint32_t>(bytes_.size()),
                    static_cast<std::uint32_t>(text.size())};
  bytes_ += text;
  cells_.push_back({kind, {.place = place}});
}

void RowInserter::insert_full() {
  run(full_, 0);
  cells_.clear();
  bytes_.clear();
}

void RowInserter::flush() {
  assert(cells_.size() % columns_ == 0);
  for (std::size_t first = 0; first < cells_.size(); first += columns_) run(single_, first);
  cells_.clear();
  bytes_.clear();
}

void RowInserter::run(Insert& insert, std::size_t first_cell) {
  for (std::size_t i = 0; i < insert.bound.size(); ++i) {
    const Cell& cell = cells_[first_cell + i];
    if (cell.is_bound_as(insert.bound[i])) continue;
    bind(insert.statement.get(), static_cast<int>(i + 1), cell);
    insert.bound[i] = cell;
  }
  const int done = sqlite3_step(insert.statement.get());
  sqlite3_reset(insert.statement.get());
  if (done != SQLITE_DONE) throw SQLite::Exception(sql_.getHandle(), done);
}

void RowInserter::bind(sqlite3_stmt* statement, int parameter, const Cell& cell) {
  const char* start = bytes_.data();
  int done = SQLITE_OK;
  switch (cell.kind) {
    case Kind::null:
      done = sqlite3_bind_null(statement, parameter);
      break;
    case Kind::integer:
      done = sqlite3_bind_int64(statement, parameter, cell.integer);
      break;
    case Kind::real:
      done = sqlite3_bind_double(statement, parameter, cell.real);
      break;
    case Kind::text:
      done = sqlite3_bind_text(statement, parameter, start + cell.place.begin,
                               static_cast<int>(cell.place.size), SQLITE_STATIC);
      break;
    case Kind::blob:
      done = sqlite3_bind_blob(statement, parameter, start + cell.place.begin,
                               static_cast<int>(cell.place.size), SQLITE_STATIC);
      break;
  }
  if (done != SQLITE_OK) throw SQLite::Exception(sql_.getHandle(), done);
}

}  // namespace ludex
