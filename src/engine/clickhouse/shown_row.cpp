#include "engine/clickhouse/shown_row.hpp"

#include "core/little_endian.hpp"
#include "ludex/error.hpp"

#include <bit>
#include <utility>
#include <variant>

namespace ludex::clickhouse {
namespace {

enum Kind : std::uint8_t { whole, real, text };
constexpr std::uint64_t kKinds = 3;

/// Reads from the front of a packed row.
class PackedValues {
 public:
  explicit PackedValues(std::string_view rest) : rest_(rest) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return number;
    }
    refuse();
  }
  Value value(Kind kind) {
    switch (kind) {
      case whole:
        return unzigzag(varint());
      case real:
        return std::bit_cast<double>(load_little<std::uint64_t>(take(sizeof(double)).data()));
      case text:
        break;
    }
    return std::string(take(varint()));
  }
  void pass(Kind kind) {
    if (kind == whole) return void(varint());
    (void)take(kind == real ? sizeof(double) : varint());
  }

 private:
  [[noreturn]] static void refuse() {
    throw DatabaseError("a server has a damaged row; publish the database again");
  }
  std::string_view take(std::uint64_t bytes) {
    if (bytes > rest_.size()) refuse();
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace

std::string pack_values(std::span<const Value> values) {
  std::string packed;
  std::size_t last = 0;
  for (std::size_t place = 0; place < values.size(); ++place) {
    const Value& value = values[place];
    if (std::holds_alternative<std::monostate>(value)) continue;
    const auto head = [&](Kind kind) {
      append_varint(packed, (place - std::exchange(last, place)) * kKinds + kind);
    };
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
      head(whole);
      append_varint(packed, zigzag(*number));
    } else if (const auto* const number_with_fraction = std::get_if<double>(&value)) {
      head(real);
      append_little(packed, std::bit_cast<std::uint64_t>(*number_with_fraction));
    } else {
      const auto& written = std::get<std::string>(value);
      head(text);
      append_varint(packed, written.size());
      packed += written;
    }
  }
  return packed;
}

void unpack_values(std::string_view packed, std::span<const std::size_t> places,
                   std::vector<Value>& out) {
  PackedValues rest(packed);
  std::size_t place = 0;
  auto wanted = places.begin();
  while (!rest.empty() && wanted != places.end()) {
    const std::uint64_t head = rest.varint();
    place += head / kKinds;
    const auto kind = static_cast<Kind>(head % kKinds);
    for (; wanted != places.end() && *wanted < place; ++wanted) out.emplace_back();
    if (wanted != places.end() && *wanted == place) {
      out.push_back(rest.value(kind));
      ++wanted;
    } else {
      rest.pass(kind);
    }
  }
  for (; wanted != places.end(); ++wanted) out.emplace_back();
}

}  // namespace ludex::clickhouse
