#include "engine/clickhouse/native_answer.hpp"

#include "core/little_endian.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <bit>

namespace ludex::clickhouse {

/// Reads the blocks of an answer one after the other.
class NativeAnswer::Reader {
 public:
  explicit Reader(std::string_view body) : rest_(body) {}

  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

  void read_block(NativeAnswer& answer) {
    const std::size_t columns = length();
    const std::size_t rows = length();
    // Every value takes a byte at least, so this also bounds what is reserved.
    if (columns > kMostColumns || rows > rest_.size() || (columns == 0 && rows != 0)) cut();
    if (answer.columns_.empty()) answer.columns_.resize(columns);
    if (answer.columns_.size() != columns) refuse();
    for (Column& column : answer.columns_) read_column(rows, column);
    answer.rows_ += rows;
  }

 private:
  static constexpr std::size_t kMostColumns = 1000;  // far more than any question asks for

  [[noreturn]] static void cut() { throw Error("the answer of a server was cut"); }

  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) cut();
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  std::size_t length() {
    const auto bytes = take_varint(rest_);
    if (!bytes) cut();
    return *bytes;
  }

  void read_column(std::size_t rows, Column& column) {
    (void)take(length());  // its name
    std::string_view type = take(length());
    if (column.type.empty()) column.type = type;
    if (column.type != type) refuse();
    constexpr std::string_view kNullable = "Nullable(";
    if (type.starts_with(kNullable)) {
      type = type.substr(kNullable.size(), type.size() - kNullable.size() - 1);
      column.nulls += take(rows);
    }
    if (type == "String") return read_texts(rows, column);
    if (type == "UInt8") return read_numbers<std::uint8_t>(rows, column);
    if (type == "UInt16") return read_numbers<std::uint16_t>(rows, column);
    if (type == "UInt32") return read_numbers<std::uint32_t>(rows, column);
    column.is_real = type == "Float64";
    if (type == "UInt64" || type == "Int64" || type == "Float64") {
      return read_numbers<std::uint64_t>(rows, column);
    }
    throw Error(fmt::format("a server answered values of type {}", type));
  }
  template <class Number>
  void read_numbers(std::size_t rows, Column& column) {
    const std::string_view bytes = take(rows * sizeof(Number));
    column.numbers.reserve(column.numbers.size() + rows);
    for (std::size_t i = 0; i < rows; ++i) {
      column.numbers.push_back(load_little<Number>(bytes.data() + i * sizeof(Number)));
    }
  }
  void read_texts(std::size_t rows, Column& column) {
    column.ends.reserve(column.ends.size() + rows);
    for (std::size_t i = 0; i < rows; ++i) {
      column.texts += take(length());
      column.ends.push_back(column.texts.size());
    }
  }

  std::string_view rest_;
};

NativeAnswer::NativeAnswer(std::string_view body) {
  Reader reader(body);
  while (!reader.is_at_end()) reader.read_block(*this);
}

void NativeAnswer::refuse() {
  throw Error("a server answered something else than was asked for; is it ClickHouse?");
}

Value NativeAnswer::value(std::size_t column, std::size_t row) const {
  if (is_null(column, row)) return std::monostate();
  const Column& of = column_at(column);
  if (of.is_real) return real(column, row);
  if (!of.numbers.empty()) return integer(column, row);
  return std::string(text(column, row));
}

double NativeAnswer::real(std::size_t column, std::size_t row) const {
  return std::bit_cast<double>(number(column, row));
}

}  // namespace ludex::clickhouse
