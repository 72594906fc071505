#include "engine/clickhouse/position_rows.hpp"

#include "engine/clickhouse/native_block.hpp"
#include "games/api/key_table.hpp"
#include "games/api/query_position.hpp"
#include "query/search/game_positions.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace ludex::clickhouse {
namespace {

constexpr std::uint64_t kRestMask = (std::uint64_t{1} << 24) - 1;
// Sets these hashes apart from those of keys: "Ludex chk".
constexpr std::uint64_t kCheckSeed = 0x4C75646578636B68;

/// The constant of what lies on a point. Stored: another value needs another layout version.
std::uint64_t check_constant(std::uint32_t point, std::uint8_t code) {
  return KeyTable::mix(KeyTable::random(std::uint64_t{point} << 8 | code) ^ kCheckSeed);
}

std::uint64_t placement_check(GameType game, BoardSize size, std::uint64_t least) {
  return KeyTable::mix(least ^ KeyTable::mix(KeyTable::salt_of(game, size) ^ kCheckSeed)) &
         ~kRestMask;
}

std::uint64_t text_hash(std::string_view text) {
  return XXH3_64bits_withSeed(text.data(), text.size(), kCheckSeed);
}

Position turned(const Position& position, Orientation orientation) {
  const Match match{orientation, false};
  Position other = position;
  other.size = map_size(orientation, position.size);
  for (Point point = 0; point < position.cells.size(); ++point) {
    other.cells[map_point(orientation, point, position.size)] = position.cells[point];
  }
  other.rest = position.rest.mapped(match, position.size);
  return other;
}

/// Hands and links as text, whoever is to move.
std::uint64_t rest_hash(const GameRules& rules, Position position) {
  position.to_move = Player::first;
  std::string text = rules.racks_text(position);
  if (rules.traits().has_links) text += rules.opcodes_text(position);
  return text_hash(text) & kRestMask;
}

}  // namespace

void PositionChecker::start(const Position& position) {
  rules_ = find_rules(position.game);
  size_ = position.size;
  const auto symmetries = rules_->symmetries(size_);
  symmetries_.assign(symmetries.begin(), symmetries.end());
  images_.clear();
  for (const Orientation orientation : symmetries_) {
    for (Point point = 0; point < position.cells.size(); ++point) {
      images_.push_back(map_point(orientation, point, size_));
    }
  }
  cells_.assign(position.cells.size(), cell::kEmpty);
  lanes_.fill(0);
}

void PositionChecker::hash_cells(const Position& position) {
  const std::size_t area = cells_.size();
  const auto toggle = [&](std::size_t point, std::uint8_t code) {
    if (code == cell::kEmpty) return;
    for (std::size_t lane = 0; lane < symmetries_.size(); ++lane) {
      lanes_[lane] ^= check_constant(images_[lane * area + point], code);
    }
  };
  // Nearly all cells are those of the position before: they are compared some at a time.
  constexpr std::size_t kStep = 16;
  for (std::size_t begin = 0; begin < area; begin += kStep) {
    const std::size_t end = std::min(begin + kStep, area);
    if (std::memcmp(&position.cells[begin], &cells_[begin], end - begin) == 0) continue;
    for (std::size_t point = begin; point < end; ++point) {
      if (position.cells[point] == cells_[point]) continue;
      toggle(point, cells_[point]);
      toggle(point, position.cells[point]);
      cells_[point] = position.cells[point];
    }
  }
}

PositionCheck PositionChecker::check_tiles(const Position& position) const {
  PositionCheck check;
  std::optional<std::pair<std::string, std::string>> least;  // placement, and what is after it
  for (const Orientation orientation : symmetries_) {
    const std::string line = rules_->cgp_text(turned(position, orientation)).value_or("");
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::size_t end = std::min(line.find(' ', blank + 1), line.size());
    std::pair text{line.substr(0, blank), line.substr(blank, end - blank)};
    if (least && text.first > least->first) continue;
    if (!least || text.first < least->first) {
      least = std::move(text);
      check.count = 0;
    }
    check.orientations[check.count++] = orientation;
  }
  check.bits = placement_check(position.game, size_, text_hash(least->first)) |
               (text_hash(least->second) & kRestMask);
  return check;
}

PositionCheck PositionChecker::check(const Position& position) {
  if (rules_ == nullptr || rules_->game() != position.game || !(size_ == position.size)) {
    start(position);
  }
  const GameTraits& traits = rules_->traits();
  if (traits.has_tiles) return check_tiles(position);
  hash_cells(position);
  PositionCheck check;
  const auto end = lanes_.begin() + static_cast<std::ptrdiff_t>(symmetries_.size());
  const std::uint64_t least = *std::min_element(lanes_.begin(), end);
  for (std::size_t lane = 0; lane < symmetries_.size(); ++lane) {
    if (lanes_[lane] == least) check.orientations[check.count++] = symmetries_[lane];
  }
  check.bits = placement_check(position.game, size_, least);
  if (!traits.has_hands && !traits.has_links) return check;
  std::uint64_t rest = kRestMask;
  for (std::size_t i = 0; i < check.count; ++i) {
    rest = std::min(rest, rest_hash(*rules_, turned(position, check.orientations[i])));
  }
  check.bits |= rest;
  return check;
}

void PositionRows::add(const RowsGame& game, std::span<const std::uint16_t> script) {
  const GameRules* const rules = find_rules(game.game);
  if (rules == nullptr || game.plies == 0) return;
  game_keys_.clear();
  rules->append_keys(script, game.size, 0, game.plies, game_keys_);
  if (game_keys_.empty()) return;
  rules->walk(script, game.size, [&](const Position& position) {
    add_position(game, position);
    return position.ply + 1 < game_keys_.size();
  });
}

void PositionRows::add_position(const RowsGame& game, const Position& position) {
  const PositionCheck check = checker_.check(position);
  const PositionKey key = game_keys_[position.ply];
  key_sum_ += key.bits;
  check_sum_ += check.bits;
  keys_.push_back(key.bits);
  checks_.push_back(check.bits);
  games_.push_back(game.id);
  plies_.push_back(position.ply);
  const Player mover = mover_of(position);
  const auto number = static_cast<std::uint8_t>(mover);
  movers_.push_back(number);
  swaps_.push_back(seat_moving(mover, position.ply, game.flags) == number ? 0 : 1);
  forced_.push_back(position.to_move == mover ? 0 : static_cast<std::uint8_t>(position.to_move));
  variations_.push_back(position.ply < game.main_plies ? 0 : 1);
  winners_.push_back(game.winner);
  dates_from_.push_back(game.date_from);
  date_spans_.push_back(game.date_to - game.date_from);
  Orientation orientation = check.orientations[0];
  std::string next;
  if (position.next_move) {
    const GameRules& rules = *find_rules(game.game);
    const auto text = [&](Orientation one) {
      const Move move = map_move(*position.next_move, {one, false}, position.size);
      return rules.move_text(move, map_size(one, position.size));
    };
    next = text(orientation);
    for (std::size_t i = 1; i < check.count; ++i) {
      std::string other = text(check.orientations[i]);
      if (other >= next) continue;
      next = std::move(other);
      orientation = check.orientations[i];
    }
  }
  orients_.push_back(static_cast<std::uint8_t>(orientation));
  append_varint(nexts_, next.size());
  nexts_ += next;
  next_ends_.push_back(static_cast<std::uint32_t>(nexts_.size()));
}

void PositionRows::write(const RowsPlace& place, std::string& out) const {
  constexpr std::size_t kColumns = 16;
  constexpr std::size_t kBytesPerRow = 64;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order(count());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = {keys_[i], static_cast<std::uint32_t>(i)};
  }
  std::sort(order.begin(), order.end());
  out.clear();
  out.reserve(count() * kBytesPerRow);
  NativeBlock block(kColumns, count(), out);
  const auto add = [&](std::string_view name, const auto& values) {
    block.begin(name, kTypeName<typename std::remove_cvref_t<decltype(values)>::value_type>);
    for (const auto& entry : order) append_little(out, values[entry.second]);
  };
  block.add_constant("db", place.db);
  block.add_constant("batch", place.batch);
  block.add_constant("gen", place.gen);
  add("key", keys_);
  add("check", checks_);
  add("game", games_);
  add("ply", plies_);
  add("variation", variations_);
  add("mover", movers_);
  add("seats_swapped", swaps_);
  add("forced", forced_);
  add("orient", orients_);
  add("winner", winners_);
  add("date_from", dates_from_);
  add("date_span", date_spans_);
  block.begin("next", "String");
  for (const auto& [key, row] : order) {
    const std::size_t begin = row == 0 ? 0 : next_ends_[row - 1];
    out.append(nexts_, begin, next_ends_[row] - begin);
  }
}

void PositionRows::clear() {
  const auto empty = [](auto&... columns) { (columns.clear(), ...); };
  empty(keys_, checks_, games_, plies_, movers_, swaps_, forced_, orients_, variations_, winners_,
        dates_from_, date_spans_, nexts_, next_ends_);
  key_sum_ = check_sum_ = 0;
}

}  // namespace ludex::clickhouse
