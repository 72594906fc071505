#include "engine/clickhouse/native_block.hpp"

#include <array>
#include <bit>

namespace ludex::clickhouse {

void NativeColumn::add_null() {
  nulls_ += '\1';
  type_ == Type::text ? append_varint(values_, 0) : append_little(values_, std::uint64_t{0});
}

void NativeColumn::add(std::int64_t value) {
  if (type_ == Type::id) return append_little(values_, static_cast<std::uint32_t>(value));
  if (type_ == Type::real) return add(static_cast<double>(value));
  if (type_ == Type::text) return add(std::to_string(value));
  nulls_ += '\0';
  append_little(values_, std::bit_cast<std::uint64_t>(value));
}

void NativeColumn::add(double value) {
  nulls_ += '\0';
  append_little(values_, std::bit_cast<std::uint64_t>(value));
}

void NativeColumn::add(std::string_view text) {
  nulls_ += '\0';
  append_varint(values_, text.size());
  values_ += text;
}

std::string_view NativeColumn::type() const {
  constexpr std::array<std::string_view, 4> kTypes = {"UInt32", "Nullable(Int64)",
                                                      "Nullable(Float64)", "Nullable(String)"};
  return kTypes[static_cast<std::size_t>(type_)];
}

void NativeColumn::write(NativeBlock& block, std::string& out) const {
  block.begin(name_, type());
  out += nulls_;
  out += values_;
}

void NativeColumn::clear() {
  nulls_.clear();
  values_.clear();
}

}  // namespace ludex::clickhouse
