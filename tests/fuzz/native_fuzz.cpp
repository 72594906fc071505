// Any bytes as the answer of a server in ClickHouse's format Native: all values of all rows, or a
// sentence. Columns that this program writes come back, however they are divided into blocks.
#include "engine/clickhouse/native_answer.hpp"
#include "engine/clickhouse/native_block.hpp"
#include "ludex/error.hpp"

#include "fuzz_input.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace ludex;
using namespace ludex::clickhouse;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

void read_any(std::string_view bytes) {
  try {
    const NativeAnswer answer(bytes);
    for (std::size_t column = 0; column < answer.columns(); ++column) {
      for (std::size_t row = 0; row < answer.rows(); ++row) {
        (void)answer.value(column, row);
        if (answer.is_null(column, row)) require(answer.value(column, row) == Value());
      }
    }
  } catch (const Error&) {
  }
}

Value value_from(FuzzInput& input, NativeColumn::Type type) {
  const bool is_null = type != NativeColumn::Type::id && input.below(4) == 0;
  if (is_null) return Value();
  if (type == NativeColumn::Type::text) return std::string(input.take(input.byte()));
  if (type == NativeColumn::Type::id) return static_cast<std::int64_t>(input.number(4));
  const std::uint64_t bits = input.number(8);
  if (type == NativeColumn::Type::real) return std::bit_cast<double>(bits);
  return std::bit_cast<std::int64_t>(bits);
}

void add(NativeColumn& column, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return column.add(*number);
  if (const auto* real = std::get_if<double>(&value)) return column.add(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return column.add(*text);
  column.add_null();
}

bool same(const Value& one, const Value& other) {
  const auto *a = std::get_if<double>(&one), *b = std::get_if<double>(&other);
  if (!a || !b) return one == other;
  return std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b);  // a NaN, too
}

/// A table of one column, in blocks of so many rows.
void write_and_read(FuzzInput& input) {
  const auto type = static_cast<NativeColumn::Type>(input.below(4));
  const std::size_t rows_a_block = 1 + input.below(9);
  std::vector<Value> values;
  while (!input.empty()) values.push_back(value_from(input, type));
  std::string bytes;
  NativeColumn column("a", type);
  for (std::size_t begin = 0; begin < values.size(); begin += rows_a_block) {
    const std::size_t rows = std::min(rows_a_block, values.size() - begin);
    NativeBlock block(1, rows, bytes);
    column.clear();
    for (std::size_t row = 0; row < rows; ++row) add(column, values[begin + row]);
    column.write(block, bytes);
  }
  const NativeAnswer answer(bytes);
  require(answer.rows() == values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    require(same(answer.value(0, row), values[row]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  if (input.below(2) == 0) {
    read_any(input.rest());
  } else {
    write_and_read(input);
  }
  return 0;
}
