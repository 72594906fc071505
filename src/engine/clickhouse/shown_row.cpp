#include "engine/clickhouse/shown_row.hpp"

#include "core/little_endian.hpp"
#include "ludex/error.hpp"
#include "store/facts.hpp"

#include <bit>
#include <utility>
#include <variant>

namespace ludex::clickhouse {
namespace {

enum Kind : std::uint8_t { whole, real, text };
constexpr std::uint64_t kKinds = 3;

[[noreturn]] void refuse() {
  throw DatabaseError("a server has a damaged row; publish the database again");
}

std::string_view take_bytes(std::string_view& text, std::uint64_t bytes) {
  if (bytes > text.size()) refuse();
  const std::string_view taken = text.substr(0, bytes);
  text.remove_prefix(bytes);
  return taken;
}

Value take_value(std::string_view& text, Kind kind) {
  if (kind == whole) return unzigzag(take_number(text));
  if (kind == real) {
    const std::string_view bytes = take_bytes(text, sizeof(double));
    return std::bit_cast<double>(load_little<std::uint64_t>(bytes.data()));
  }
  return std::string(take_bytes(text, take_number(text)));
}

void pass_value(std::string_view& text, Kind kind) {
  if (kind == whole) return void(take_number(text));
  (void)take_bytes(text, kind == real ? sizeof(double) : take_number(text));
}

}  // namespace

std::uint64_t take_number(std::string_view& text) {
  const auto number = take_varint(text);
  if (!number) refuse();
  return *number;
}

std::string pack_shown(ListedGames::Board board, std::span<const Value> values) {
  std::string packed;
  append_varint(packed, static_cast<std::uint64_t>(board.game));
  append_varint(packed, static_cast<std::uint64_t>(packed_size(board.size)));
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

ListedGames::Board unpack_shown(std::string_view packed, std::span<const std::size_t> places,
                                std::vector<Value>& out) {
  ListedGames::Board board{};
  board.game = static_cast<GameType>(take_number(packed));
  board.size = unpacked_size(static_cast<std::int64_t>(take_number(packed)));
  std::size_t place = 0;
  auto wanted = places.begin();
  while (!packed.empty() && wanted != places.end()) {
    const std::uint64_t head = take_number(packed);
    place += head / kKinds;
    const auto kind = static_cast<Kind>(head % kKinds);
    for (; wanted != places.end() && *wanted < place; ++wanted) out.emplace_back();
    if (wanted != places.end() && *wanted == place) {
      out.push_back(take_value(packed, kind));
      ++wanted;
    } else {
      pass_value(packed, kind);
    }
  }
  for (; wanted != places.end(); ++wanted) out.emplace_back();
  return board;
}

}  // namespace ludex::clickhouse
