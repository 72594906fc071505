#include "cli/byte_output.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ludex::cli {
namespace {

constexpr double kDefaultSeconds = 60;

std::string read_sql(const std::string& operand) {
  if (operand != "-") return operand;
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

bool is_number(const Value& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

/// Numbers are right-aligned; the first row decides which columns are numbers.
std::vector<Column> to_columns(const std::vector<std::string>& names, std::span<const Value> row) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    columns.push_back({names[i], i < row.size() && is_number(row[i])});
  }
  return columns;
}

}  // namespace

ExitStatus run_sql(const OptionValues& options) {
  const RowLayout layout = row_layout(options);
  const std::string sql = read_sql(options.text("SQL", ""));
  Archive archive = Archive::open(options.text("DATABASE", ""));
  const double seconds = options.number("timeout").value_or(kDefaultSeconds);
  const Call call =
      seconds > 0 ? within(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)))
                  : Call{};
  ByteOutput output;
  std::vector<std::string> names;
  std::unique_ptr<RowWriter> writer;
  try {
    archive.sql(
        sql, [&](std::vector<std::string> all) { names = std::move(all); },
        [&](std::span<const Value> row) {
          if (!writer) writer = make_row_writer(layout, to_columns(names, row), output);
          writer->write(row);
          return true;
        },
        call);
  } catch (const Stopped&) {
    throw Error(fmt::format("sql: stopped after {} s; --timeout changes the limit", seconds));
  }
  if (!writer) writer = make_row_writer(layout, to_columns(names, {}), output);
  writer->finish();
  output.close();
  return kDone;
}

}  // namespace ludex::cli
