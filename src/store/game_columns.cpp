#include "store/game_columns.hpp"

#include <cmath>

namespace ludex {
namespace columns {

ColumnValue positions(const NewGame& game) {
  const bool all_lines = game.place.variations_indexed && game.row.branches > 0;
  return all_lines ? game.row.total_positions : game.row.main_positions;
}

ColumnValue first_illegal_ply(const NewGame& game) {
  return game.row.first_illegal_ply < 0 ? ColumnValue() : game.row.first_illegal_ply;
}

ColumnValue flags(const NewGame& game) {
  std::int64_t flags = 0;
  const auto set = [&](RowFlag flag, bool on) {
    if (on) flags |= static_cast<std::int64_t>(flag);
  };
  const bool branches = game.row.branches > 0;
  set(RowFlag::unclosed, game.info.unclosed);
  set(RowFlag::variations, branches);
  set(RowFlag::variations_indexed, branches && game.place.variations_indexed);
  set(RowFlag::no_positions, game.row.main_positions == 0);
  set(RowFlag::first_seat_is_white, game.info.first_seat_is_white);
  set(RowFlag::date_from_event, game.info.date_from_event);
  return flags;
}

ColumnValue record_hash(const NewGame& game) {
  const RecordHash& hash = game.place.hash;
  return ColumnValue::blob({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

}  // namespace columns

std::string sql_name(const GameColumn& column) {
  if (column.is_of_record()) return std::string(column.stored_as);
  return "game." + std::string(column.stored_name());
}

std::int64_t fact_of(const FactCodec& codec, const ColumnValue& value) {
  if (value.is_null()) return codec.unknown;
  switch (codec.form) {
    case FactCodec::Form::number:
      return value.integer();
    case FactCodec::Form::hundredths:
      return std::llround(value.real() * 100);
    case FactCodec::Form::rounded:
      return std::llround(value.real());
    case FactCodec::Form::presence:
    case FactCodec::Form::none:
      break;
  }
  return 1;
}

}  // namespace ludex
