#include "store/row_images.hpp"

#include "core/parallel_work.hpp"
#include "core/refused_database.hpp"
#include "store/sql/sql_image.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <optional>
#include <utility>

namespace ludex {
namespace {

/// The statements that made a table and its indexes.
std::vector<std::string> definition_of(SqlConnection& sql, std::string_view table) {
  std::vector<std::string> statements;
  SqlStatement select(sql,
                      "SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL "
                      "AND type IN ('table', 'index') ORDER BY type DESC");
  for (select.start(table); select.step();) statements.push_back(select.string(0));
  return statements;
}

}  // namespace

/// A database in memory with the same table.
class RowImages::Maker {
 public:
  Maker(const std::string& table, const std::vector<std::string>& columns,
        const std::vector<std::string>& definition)
      : table_(table), file_(":memory:", SqliteFile::Mode::create) {
    file_.exec("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF");
    for (const std::string& statement : definition) file_.exec(statement);
    rows_.emplace(file_, table, columns, RowInserter::Ids::ascending);
  }

  SqlImage make(std::span<const RowCells* const> part) {
    SqlTransaction transaction(file_);
    file_.exec("DELETE FROM " + table_);
    for (const RowCells* const rows : part) rows_->insert(*rows);
    transaction.commit();
    return SqlImage(file_);
  }

 private:
  std::string table_;
  SqliteFile file_;
  std::optional<RowInserter> rows_;
};

RowImages::RowImages(SqlConnection& sql, std::string table, std::vector<std::string> columns)
    : sql_(sql),
      table_(std::move(table)),
      columns_(std::move(columns)),
      attached_(table_ + "_image") {
  sql_.exec("ATTACH ':memory:' AS " + attached_);
}

RowImages::~RowImages() {
  try {
    if (!sql_.in_transaction()) sql_.exec("DETACH " + attached_);
  } catch (const SqlError&) {  // it goes with the connection
  }
}

void RowImages::insert(std::span<const std::vector<const RowCells*>> parts) {
  if (parts.empty()) return;
  if (definition_.empty()) definition_ = definition_of(sql_, table_);
  std::vector<std::optional<SqlImage>> images(parts.size());
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(std::size_t{0}, makers_.size(), [&](std::size_t m) {
      const ParallelWork counted;
      for (std::size_t i = m; i < parts.size(); i += makers_.size()) {
        if (!makers_[m]) makers_[m] = std::make_unique<Maker>(table_, columns_, definition_);
        images[i].emplace(makers_[m]->make(parts[i]));
      }
    });
  });
  refuse_greater_ids(parts.front().front()->first_id());
  for (std::optional<SqlImage>& image : images) {
    std::move(*image).show(sql_, attached_);
    sql_.exec(fmt::format("INSERT INTO main.{0} SELECT * FROM {1}.{0}", table_, attached_));
  }
}

void RowImages::refuse_greater_ids(std::int64_t first_id) {
  if (sql_.first_integer("SELECT max(id) FROM main." + table_) < first_id) return;
  refuse_database(fmt::format("the table {} holds ids above its counter", table_));
}

}  // namespace ludex
