#include "store/row_fields.hpp"

#include "core/error.hpp"
#include "core/little_endian.hpp"

#include <bit>
#include <cmath>

namespace ludex {
namespace {

constexpr std::size_t kMaskBytes = 8;
constexpr double kMostHundredths = 1e15;  // whole numbers up to there are exact
constexpr std::uint64_t kRawReal = 1;     // in the lowest bit: eight bytes follow

/// Komi, margins, scores and seconds are whole hundredths nearly always.
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
  throw DatabaseError("a block of rows is damaged; ludex compact makes it anew");
}

/// Takes values off the front of a packed row.
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

}  // namespace

void RowPacker::clear() {
  row_.assign(kMaskBytes, '\0');
  present_ = 0;
  field_ = 0;
}

void RowPacker::append_number(std::string& row, std::int64_t number) {
  append_varint(row, zigzag(number));
}

void RowPacker::value(double number) {
  if (number == 0) number = 0;  // SQLite knows no -0 either
  std::string& row = take(FieldType::real);
  if (const auto hundredths = exact_hundredths(number)) {
    append_varint(row, zigzag(*hundredths) << 1);
  } else {
    append_varint(row, kRawReal);
    append_little(row, std::bit_cast<std::uint64_t>(number));
  }
}

void RowPacker::bytes(FieldType type, std::string_view bytes) {
  std::string& row = take(type);
  append_varint(row, bytes.size());
  row += bytes;
}

std::string_view RowPacker::row() {
  assert(field_ == kRowFieldCount);
  store_little(row_.data(), present_);
  return row_;
}

std::string pack_row(const RowFields& fields) {
  RowPacker packer;
  for (std::size_t i = 0; i < kRowFieldCount; ++i) {
    if (fields.is_null(i)) {
      packer.null();
      continue;
    }
    switch (kRowFields[i].type) {
      case FieldType::integer:
        packer.value(fields.integer(i));
        break;
      case FieldType::real:
        packer.value(fields.real(i));
        break;
      case FieldType::text:
        packer.maybe(std::optional<std::string>(fields.bytes(i)));
        break;
      case FieldType::blob:
        packer.blob(fields.bytes(i));
        break;
    }
  }
  return std::string(packer.row());
}

void unpack_row(std::string_view row, RowFields& fields) {
  RowBytes rest(row);
  auto present = load_little<std::uint64_t>(rest.take(kMaskBytes));
  fields.clear();
  for (; present != 0; present &= present - 1) {
    const auto field = static_cast<std::size_t>(std::countr_zero(present));
    if (field >= kRowFieldCount) refuse_row();
    switch (kRowFields[field].type) {
      case FieldType::integer:
        fields.set(field, rest.integer());
        break;
      case FieldType::real:
        fields.set(field, rest.real());
        break;
      case FieldType::text:
      case FieldType::blob:
        fields.set(field, rest.bytes());
        break;
    }
  }
}

}  // namespace ludex
