#include "store/row_images.hpp"

#include "core/parallel_work.hpp"
#include "core/refused_database.hpp"
#include "store/sql/page_memory.hpp"
#include "store/sql/sql_image.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ludex {
namespace {

bool is_type(std::string_view word) {
  constexpr std::string_view kTypes[] = {"INTEGER", "REAL", "TEXT", "BLOB"};
  return std::ranges::find(kTypes, word) != std::end(kTypes);
}

/// A statement that makes a table with the same columns: the text in the database may be a
/// stranger's. Empty if the table has more to it than a writer of ours gives it.
std::string definition_of(SqlConnection& sql, const std::string& table) {
  std::string columns;
  SqlStatement select(sql,
                      "SELECT name, type, \"notnull\", pk, dflt_value IS NULL AND hidden = 0 FROM "
                      "pragma_table_xinfo(?, 'main') ORDER BY cid");
  for (select.start(table); select.step();) {
    if (!is_type(select.bytes(1)) || select.integer(4) == 0) return {};
    std::string name = select.string(0);
    if (name.find('"') != name.npos) return {};
    columns += fmt::format("{}\"{}\" {}{}{}", columns.empty() ? "" : ", ", name, select.bytes(1),
                           select.integer(2) != 0 ? " NOT NULL" : "",
                           select.integer(3) != 0 ? " PRIMARY KEY" : "");
  }
  return columns.empty() ? "" : fmt::format("CREATE TABLE {} ({}) STRICT", table, columns);
}

}  // namespace

/// A database in memory with the same table.
class RowImages::Maker {
 public:
  Maker(const std::string& name, const std::string& table, const std::vector<std::string>& columns,
        const std::string& definition)
      : table_(table), file_(":memory:", SqliteFile::Mode::create, 0, name) {
    file_.exec(fmt::format("PRAGMA page_size = {}; PRAGMA journal_mode = OFF", kPageBytes));
    file_.exec(definition);
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

std::unique_ptr<RowImages> RowImages::open(SqlConnection& sql, const std::string& table,
                                           const std::vector<std::string>& columns,
                                           std::string_view indexes) {
  const std::string definition = definition_of(sql, table);
  if (definition.empty()) return nullptr;
  return std::unique_ptr<RowImages>(
      new RowImages(sql, table, columns, fmt::format("{}; {}", definition, indexes)));
}

RowImages::RowImages(SqlConnection& sql, std::string table, std::vector<std::string> columns,
                     std::string definition)
    : sql_(sql),
      table_(std::move(table)),
      columns_(std::move(columns)),
      definition_(std::move(definition)),
      attached_(table_ + "_image") {
  sql_.exec("ATTACH ':memory:' AS " + attached_);
}

RowImages::~RowImages() {
  try {
    if (!sql_.in_transaction()) sql_.exec("DETACH " + attached_);
  } catch (const SqlError&) {  // it stays until the connection is closed
  }
}

void RowImages::insert(std::span<const std::vector<const RowCells*>> parts) {
  if (parts.empty()) return;
  std::vector<std::optional<SqlImage>> images(parts.size());
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(std::size_t{0}, makers_.size(), [&](std::size_t m) {
      const ParallelWork counted;
      std::unique_ptr<Maker> maker = std::move(makers_[m]);  // gone after an exception
      for (std::size_t i = m; i < parts.size(); i += makers_.size()) {
        if (!maker) maker = std::make_unique<Maker>(sql_.name(), table_, columns_, definition_);
        images[i].emplace(maker->make(parts[i]));
      }
      makers_[m] = std::move(maker);
    });
  });
  refuse_greater_ids(parts.front().front()->first_id());
  for (std::optional<SqlImage>& image : images) {
    std::move(*image).replace_attached(sql_, attached_);
    sql_.exec(fmt::format("INSERT INTO main.{0} SELECT * FROM {1}.{0}", table_, attached_));
  }
}

void RowImages::refuse_greater_ids(std::int64_t first_id) {
  const std::string greatest = fmt::format("SELECT max({}) FROM main.{}", columns_[0], table_);
  if (sql_.first_integer(greatest) < first_id) return;
  refuse_database(fmt::format("the table {} holds ids above its counter", table_));
}

}  // namespace ludex
