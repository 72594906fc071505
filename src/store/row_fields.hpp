#pragma once

#include "store/game_columns.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// The stored fields of one game, by GameColumn::field. Texts refer to the memory of the row.
class RowFields {
 public:
  void clear() { present_ = 0; }
  void set(std::size_t field, std::int64_t number) { put(field).integer = number; }
  void set(std::size_t field, double number) { put(field).real = number; }
  void set(std::size_t field, std::string_view bytes) {
    put(field).bytes = {bytes.data(), bytes.size()};
  }
  void set(std::size_t field, const ColumnValue& value) {
    switch (value.kind()) {
      case ColumnValue::Kind::null:
        return;
      case ColumnValue::Kind::integer:
        return set(field, value.integer());
      case ColumnValue::Kind::real:
        return set(field, value.real());
      case ColumnValue::Kind::text:
      case ColumnValue::Kind::blob:
        return set(field, value.text());
    }
  }

  /// Bit i: field i is not NULL.
  [[nodiscard]] std::uint64_t present() const { return present_; }
  [[nodiscard]] bool is_null(std::size_t field) const { return (present_ >> field & 1) == 0; }
  /// 0 for NULL. \pre the field has this type, here and below
  [[nodiscard]] std::int64_t integer(std::size_t field) const {
    return is_null(field) ? 0 : values_[field].integer;
  }
  [[nodiscard]] double real(std::size_t field) const {
    return is_null(field) ? 0 : values_[field].real;
  }
  /// Of a text or BLOB.
  [[nodiscard]] std::string_view bytes(std::size_t field) const {
    if (is_null(field)) return {};
    return {values_[field].bytes.data, values_[field].bytes.size};
  }

 private:
  union Value {
    std::int64_t integer;
    double real;
    struct {
      const char* data;
      std::size_t size;
    } bytes;
  };
  Value& put(std::size_t field) {
    present_ |= std::uint64_t{1} << field;
    return values_[field];
  }

  std::uint64_t present_ = 0;
  std::array<Value, kMostFields> values_;  // of fields that are not NULL
};

/// Packs a row as row blocks store it (schema/README.md, Rows). \param row  receives it and keeps
/// its memory
void pack_row(const RowFields& fields, std::string& row);

/// \param row  from pack_row(); `fields` refer to it. \throws DatabaseError if it is damaged
void unpack_row(std::string_view row, RowFields& fields);

}  // namespace ludex
