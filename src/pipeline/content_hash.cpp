#include "pipeline/content_hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <iterator>
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
      text_.append(text.data(), text.data() + text.size());
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const fmt::format_int digits(value);
      text_.append(digits.data(), digits.data() + digits.size());
    } else {
      fmt::format_to(std::back_inserter(text_), "{}", value);
    }
    text_.push_back('\xFF');
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
  fmt::memory_buffer text_;
};

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
  std::uint64_t hash = fields.hash(XXH3_64bits(record.data(), record.size()));
  hash = XXH3_64bits_withSeed(game.script.data(), game.script.size() * sizeof game.script[0], hash);
  return XXH3_64bits_withSeed(keys.data(), keys.size_bytes(), hash);
}

}  // namespace ludex
