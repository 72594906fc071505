#include "store/row_fields.hpp"

#include "core/little_endian.hpp"
#include "ludex/error.hpp"

#include <bit>
#include <cmath>
#include <optional>

namespace ludex {
namespace {

constexpr std::size_t kMaskBytes = 8;
constexpr std::uint64_t kPackedFields = (std::uint64_t{1} << kRowFieldCount) - 1;
constexpr double kMostHundredths = 1e15;  // whole numbers up to there are exact
constexpr std::uint64_t kRawReal = 1;     // in the lowest bit: eight bytes follow

/// Komi, margins, scores and seconds are almost always whole hundredths.
std::optional<std::int64_t> exact_hundredths(double number) {
  if (!(std::abs(number) < kMostHundredths / 100)) return std::nullopt;
  const auto hundredths = std::llround(number * 100);
  const double back = static_cast<double>(hundredths) / 100;
  if (std::bit_cast<std::uint64_t>(back) != std::bit_cast<std::uint64_t>(number)) {
    return std::nullopt;
  }
  return hundredths;
}

[[noreturn]] void refuse_row() {
  throw DatabaseError("a block of rows is damaged; 'ludex compact' rebuilds it");
}

/// Reads values from the front of a packed row.
class RowBytes {
 public:
  explicit RowBytes(std::string_view row) : next_(row.data()), end_(row.data() + row.size()) {}

  std::uint64_t varint() {
    if (next_ == end_) refuse_row();
    auto byte = static_cast<unsigned char>(*next_++);
    std::uint64_t number = byte & 0x7F;
    for (int shift = 7; (byte & 0x80) != 0; shift += 7) {
      if (next_ == end_ || shift > 63) refuse_row();
      byte = static_cast<unsigned char>(*next_++);
      number |= std::uint64_t{byte & 0x7FU} << shift;
    }
    return number;
  }
  std::int64_t integer() { return unzigzag(varint()); }
  double real() {
    const std::uint64_t code = varint();
    if ((code & kRawReal) == 0) return static_cast<double>(unzigzag(code >> 1)) / 100;
    return std::bit_cast<double>(load_little<std::uint64_t>(take(sizeof(double))));
  }
  std::string_view bytes() {
    const std::uint64_t size = varint();
    if (size > static_cast<std::uint64_t>(end_ - next_)) refuse_row();
    return {take(size), size};
  }
  const char* take(std::size_t bytes) {
    if (bytes > static_cast<std::size_t>(end_ - next_)) refuse_row();
    next_ += bytes;
    return next_ - bytes;
  }

 private:
  const char* next_;
  const char* end_;
};

void append_real(std::string& row, double number) {
  if (number == 0) number = 0;  // SQLite has no -0 either
  if (const auto hundredths = exact_hundredths(number)) {
    append_varint(row, zigzag(*hundredths) << 1);
  } else {
    append_varint(row, kRawReal);
    append_little(row, std::bit_cast<std::uint64_t>(number));
  }
}

}  // namespace

void pack_row(const RowFields& fields, std::string& row) {
  const std::uint64_t present = fields.present() & kPackedFields;
  row.assign(kMaskBytes, '\0');
  store_little(row.data(), present);
  for (std::uint64_t rest = present; rest != 0; rest &= rest - 1) {
    const auto field = static_cast<std::size_t>(std::countr_zero(rest));
    switch (kFields[field]->type) {
      case ColumnType::integer:
        append_varint(row, zigzag(fields.integer(field)));
        break;
      case ColumnType::real:
        append_real(row, fields.real(field));
        break;
      case ColumnType::text:
      case ColumnType::blob:
        append_varint(row, fields.bytes(field).size());
        row += fields.bytes(field);
        break;
    }
  }
}

void unpack_row(std::string_view row, RowFields& fields) {
  RowBytes rest(row);
  auto present = load_little<std::uint64_t>(rest.take(kMaskBytes));
  fields.clear();
  for (; present != 0; present &= present - 1) {
    const auto field = static_cast<std::size_t>(std::countr_zero(present));
    if (field >= kRowFieldCount) refuse_row();
    switch (kFields[field]->type) {
      case ColumnType::integer:
        fields.set(field, rest.integer());
        break;
      case ColumnType::real:
        fields.set(field, rest.real());
        break;
      case ColumnType::text:
      case ColumnType::blob:
        fields.set(field, rest.bytes());
        break;
    }
  }
}

}  // namespace ludex
