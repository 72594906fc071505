#pragma once

#include "core/little_endian.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ludex::clickhouse {

/// The name of ClickHouse's type for one of ours.
template <std::unsigned_integral Number>
inline constexpr std::string_view kTypeName = sizeof(Number) == 1   ? "UInt8"
                                              : sizeof(Number) == 2 ? "UInt16"
                                              : sizeof(Number) == 4 ? "UInt32"
                                                                    : "UInt64";

/// Writes one block of ClickHouse's format Native, column by column. ClickHouse stores a block as a
/// whole or not at all, and refuses one that was cut.
class NativeBlock {
 public:
  NativeBlock(std::size_t columns, std::size_t rows, std::string& out) : rows_(rows), out_(out) {
    append_varint(out, columns);
    append_varint(out, rows);
  }

  /// Begins a column: as many values as the block has rows follow.
  void begin(std::string_view name, std::string_view type) {
    append_text(name);
    append_text(type);
  }
  void append_text(std::string_view text) {
    append_varint(out_, text.size());
    out_ += text;
  }

  template <std::unsigned_integral Number>
  void add(std::string_view name, std::span<const Number> values) {
    begin(name, kTypeName<Number>);
    append_little(out_, values);
  }
  /// A column that holds the same in every row.
  template <std::unsigned_integral Number>
  void add_constant(std::string_view name, Number value) {
    begin(name, kTypeName<Number>);
    for (std::size_t i = 0; i < rows_; ++i) append_little(out_, value);
  }

 private:
  std::size_t rows_;
  std::string& out_;
};

/// A column whose values are gathered one by one, of a table with few rows.
class NativeColumn {
 public:
  /// `id` is a UInt32 that is never NULL; the others may be.
  enum class Type : std::uint8_t { id, integer, real, text };

  NativeColumn(std::string name, Type type) : name_(std::move(name)), type_(type) {}
  void add_null();
  void add(std::int64_t value);
  void add(double value);
  void add(std::string_view text);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// "Nullable(Int64)"
  [[nodiscard]] std::string_view type() const;
  [[nodiscard]] std::size_t bytes() const { return values_.size() + nulls_.size(); }
  void write(NativeBlock& block, std::string& out) const;
  void clear();

 private:
  std::string name_;
  Type type_;
  std::string nulls_;   // a byte a row, 1 for NULL
  std::string values_;  // as format Native has them
};

}  // namespace ludex::clickhouse
