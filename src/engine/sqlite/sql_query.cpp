#include "engine/sqlite/sqlite_engine.hpp"

#include "core/call_scope.hpp"
#include "formats/charset/charset.hpp"
#include "formats/values/fold.hpp"
#include "ludex/error.hpp"
#include "sql/table_function.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

[[noreturn]] void refuse(const SqlError& error) {
  const bool writes = error.kind() == SqlError::Kind::not_allowed;
  throw UsageError(
      fmt::format("sql: {}{}", error.reason(), writes ? "; only reading is allowed" : ""));
}

SqlStatement prepare(SqlConnection& connection, std::string_view sql) {
  std::string_view rest;
  SqlStatement statement(connection, sql, rest);
  if (statement.is_empty()) throw UsageError("sql: there is no statement");
  if (rest.find_first_not_of(" \t\r\n;") != std::string_view::npos) {
    throw UsageError("sql: expected one statement, found another one behind it");
  }
  if (statement.parameters() > 0) {
    throw UsageError("sql: expected a statement without parameters");
  }
  return statement;
}

std::string blob_text(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  std::string text = "X'";
  for (const char byte : bytes) {
    fmt::format_to(std::back_inserter(text), "{:02X}", static_cast<unsigned char>(byte));
  }
  return text + '\'';
}

Value value_of(const SqlStatement& statement, int column) {
  switch (statement.type(column)) {
    case SqlType::integer:
      return statement.integer(column);
    case SqlType::real:
      return statement.real(column);
    case SqlType::null:
      return std::monostate();
    case SqlType::blob:
      return blob_text(statement.bytes(column));
    case SqlType::text:
      break;
  }
  return statement.string(column);
}

std::vector<std::string> names_of(const SqlStatement& statement) {
  std::vector<std::string> names;
  for (int i = 0; i < statement.columns(); ++i) names.push_back(statement.column_name(i));
  return names;
}

}  // namespace

std::vector<FoundSource> find_sources(Database& database, const NameFilter& name) {
  std::vector<FoundSource> found;
  SqlStatement select(database.sql(), "SELECT id, source, games FROM sources ORDER BY id");
  while (select.step()) {
    const std::string source = select.string(1);
    if (!name.matches(fold(source))) continue;
    found.push_back({SourceId{select.integer(0)}, source, select.integer(2)});
  }
  return found;
}

void for_each_reject(Database& database, const std::function<void(const Reject&)>& visit) {
  SqlStatement select(database.sql(),
                      "SELECT record_id, source, member, offset, length, kind, message "
                      "FROM rejects ORDER BY record_id");
  while (select.step()) {
    Reject reject;
    reject.record = RecordId{select.integer(0)};
    reject.origin = {select.string(1), select.string(2),
                     static_cast<std::uint64_t>(select.integer(3)),
                     static_cast<std::uint64_t>(select.integer(4))};
    reject.kind = select.string(5);
    reject.message = select.string(6);
    visit(reject);
  }
}

void run_sql(Database& database, std::string_view sql,
             const std::function<void(std::vector<std::string>)>& columns, const RowVisitor& row) {
  const auto no_owner = [](SqlConnection*) {};
  add_sql_functions({&database.sql(), no_owner});
  const ReadingOnly guard(database.sql(), ReadingOnly::Allowed::statements);
  try {
    SqlStatement statement = prepare(database.sql(), sql);
    columns(names_of(statement));
    std::vector<Value> values(static_cast<std::size_t>(statement.columns()));
    while (statement.step()) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = value_of(statement, static_cast<int>(i));
      }
      if (!row(values)) return;
    }
  } catch (const SqlError& error) {
    check_call();
    refuse(error);
  }
}

}  // namespace ludex
