#include "pipeline/content_hash.hpp"

#include "core/little_endian.hpp"
#include "store/game_columns.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace ludex {
namespace {

/// Fields one after the other, each ended by a byte that UTF-8 text does not hold.
class Fields {
 public:
  template <class T>
  void add(const T& value) {
    if constexpr (std::is_convertible_v<T, std::string_view>) {
      const std::string_view text = value;
      add_field(text);
    } else if constexpr (std::is_same_v<T, bool>) {
      add_field(value ? "true" : "false");
    } else if constexpr (std::is_integral_v<T>) {
      const fmt::format_int digits(value);
      add_field({digits.data(), digits.size()});
    } else if (value != 0 && std::abs(value) < 1e15 && value == std::trunc(value)) {
      add(static_cast<std::int64_t>(value));  // the same digits, much faster
    } else {
      std::array<char, 32> digits;
      const auto end =
          fmt::format_to_n(digits.begin(), digits.size(), FMT_COMPILE("{}"), value).out;
      add_field({digits.data(), static_cast<std::size_t>(end - digits.begin())});
    }
  }
  template <class T>
  void add(const std::optional<T>& value) {
    if (value) {
      add(*value);
    } else {
      add("\xFE");
    }
  }
  template <class... Values>
  void add_all(const Values&... values) {
    (add(values), ...);
  }
  [[nodiscard]] std::uint64_t hash(std::uint64_t seed) const {
    return XXH3_64bits_withSeed(text_.data(), text_.size(), seed);
  }

 private:
  void add_field(std::string_view field) {
    const std::size_t before = text_.size();
    text_.resize(before + field.size() + 1);
    std::copy(field.begin(), field.end(), text_.data() + before);
    text_[before + field.size()] = '\xFF';
  }

  fmt::basic_memory_buffer<char, 2048> text_;
};

/// The order and spelling of these fields is that of all databases: it never changes.
void add_info(Fields& fields, const GameInfo& info) {
  fields.add_all(static_cast<int>(info.game), info.declared_game, static_cast<int>(info.kind),
                 info.size.width, info.size.height);
  for (const SeatInfo& seat : info.seats) {
    fields.add_all(seat.name, seat.rank, seat.team, seat.rank_order, seat.rating, seat.is_computer,
                   seat.score);
  }
  fields.add_all(info.event, info.round, info.place, info.game_name, info.annotator, info.opening,
                 info.published_in, info.entered_by, info.date_raw, info.date.from, info.date.to,
                 static_cast<int>(info.date.precision), info.result_raw,
                 static_cast<int>(info.result.winner), static_cast<int>(info.result.by),
                 info.result.margin, static_cast<int>(info.result.from), info.komi, info.handicap,
                 info.rules, info.time_limit_raw, info.time_limit_seconds, info.overtime,
                 info.external_id, info.application, info.charset, info.lexicon, info.variant,
                 info.board_name, info.comment, info.unclosed, info.result_disputed);
  for (const Problem& problem : info.problems) {
    fields.add_all(static_cast<int>(problem.kind), problem.ply, problem.offset_bytes,
                   problem.message);
  }
}

/// Columns newer than the order above, by name, where they say something: games that say nothing
/// there keep their hash.
void add_later_columns(Fields& fields, const GameRow& game) {
  constexpr std::size_t kFirstLaterField = 52;
  static constexpr GamePlace kNowhere{};
  for (std::size_t field = kFirstLaterField; field < kRowFieldCount; ++field) {
    const GameColumn& column = *kFields[field];
    const ColumnValue value = column.value({game, game.info, kNowhere});
    if (!column.is_hashed || value.is_null()) continue;
    fields.add(column.name);
    switch (value.kind()) {
      case ColumnValue::Kind::integer:
        fields.add(value.integer());
        break;
      case ColumnValue::Kind::real:
        fields.add(value.real());
        break;
      default:
        fields.add(value.text());
    }
  }
}

}  // namespace

std::uint64_t content_hash(const RecordHash& record, std::uint32_t ordinal, const GameRow& game,
                           std::span<const PositionKey> keys) {
  Fields fields;
  add_info(fields, game.info);
  fields.add_all(game.properties_json, game.moves, game.main_positions, game.total_positions,
                 game.branches, game.first_illegal_ply, ordinal);
  if (!game.swap.empty()) fields.add_all(game.swap);
  if (game.info.first_seat_is_white) fields.add("first seat is white");
  if (game.info.date_from_event) fields.add("date from event");
  add_later_columns(fields, game);
  std::uint64_t hash = fields.hash(XXH3_64bits(record.data(), record.size()));
  std::string copy;
  const std::string_view script = little_endian_bytes<std::uint16_t>(game.script, copy);
  hash = XXH3_64bits_withSeed(script.data(), script.size(), hash);
  const std::span words(reinterpret_cast<const std::uint64_t*>(keys.data()), keys.size());
  const std::string_view bytes = little_endian_bytes<std::uint64_t>(words, copy);
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), hash);
}

}  // namespace ludex
