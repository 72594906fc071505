#include "query/duplicates/duplicate_sketch.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace ludex {

bool comes_before(const DuplicateSketch& a, const DuplicateSketch& b) {
  return std::tuple(b.moves, a.game) < std::tuple(a.moves, b.game);
}

std::uint64_t mixed_hash(std::uint64_t seed, std::uint64_t value) {
  const std::uint64_t product = (seed ^ value) * 0x9E37'79B9'7F4A'7C15;
  return product ^ product >> 29;
}

MainLines::MainLines(SqlConnection& sql) {
  for (Slot& slot : slots_) slot.scripts.emplace(sql);
}

std::span<const std::uint16_t> MainLines::script(std::int64_t game) {
  const std::int64_t block = (game - 1) / kGamesPerMoveBlock;
  auto slot = std::find_if(slots_.begin(), slots_.end(),
                           [&](const Slot& one) { return one.block == block; });
  if (slot == slots_.end()) {
    slot = std::min_element(slots_.begin(), slots_.end(),
                            [](const Slot& a, const Slot& b) { return a.used < b.used; });
    slot->block = block;
  }
  slot->used = ++clock_;
  return slot->scripts->script(static_cast<GameId>(game));
}

void MainLines::read(GameType type, std::int64_t game, std::vector<SequenceStep>& steps) {
  read_sequence(type, script(game), steps);
}

const std::vector<std::uint64_t>& MainLines::hashes(const DuplicateSketch& one) {
  read(one.type, one.game, steps_);
  hashes_.clear();
  if (!steps_.empty()) hasher_.hash(one.type, one.size, steps_, hashes_);
  return hashes_;
}

DuplicateSketcher::DuplicateSketcher(SqlConnection& sql, MainLines& lines)
    : lines_(lines),
      facts_(sql),
      people_(sql, NameKind::player),
      record_hash_(sql, "SELECT hash FROM record WHERE id = ?"),
      external_id_(sql, "SELECT external_id FROM game WHERE id = ?") {}

std::int64_t DuplicateSketcher::fact(Fact name, std::int64_t id) {
  return facts_.value(name, static_cast<GameId>(id));
}

std::optional<DuplicateSketch> DuplicateSketcher::sketch(std::int64_t id) {
  const std::int64_t size = fact(Fact::size, id);
  DuplicateSketch sketch;
  sketch.game = id;
  sketch.type = static_cast<GameType>(fact(Fact::game, id));
  sketch.size = {static_cast<std::int16_t>(size >> 16), static_cast<std::int16_t>(size & 0xFFFF)};
  const auto& hashes = lines_.hashes(sketch);
  if (hashes.empty()) return sketch_text(sketch) ? std::optional(sketch) : std::nullopt;
  sketch_moves(sketch, hashes);
  sketch_meeting(sketch);
  return sketch;
}

void DuplicateSketcher::sketch_moves(DuplicateSketch& sketch,
                                     const std::vector<std::uint64_t>& hashes) {
  sketch.moves = static_cast<std::uint32_t>(hashes.size() - 1);
  sketch.whole = hashes.back();
  for (std::size_t i = 0; i < kSketched.size() && kSketched[i] <= sketch.moves; ++i) {
    sketch.first[i] = hashes[kSketched[i]];
  }
  sketch.start = hashes[sketch.start_moves()];
}

void DuplicateSketcher::sketch_meeting(DuplicateSketch& sketch) {
  const std::int64_t id = sketch.game;
  const std::int64_t one = people_.of_seat(id, 1, fact(Fact::black, id));
  const std::int64_t other = people_.of_seat(id, 2, fact(Fact::white, id));
  const std::int64_t from = fact(Fact::date_from, id), to = fact(Fact::date_to, id);
  sketch.known_players = one != 0 && other != 0;
  sketch.known_meeting = sketch.known_players && from != 0;
  for (const std::int64_t value : {std::min(one, other), std::max(one, other), from, to}) {
    sketch.meeting = mixed_hash(sketch.meeting, static_cast<std::uint64_t>(value));
  }
}

/// A game without moves and setup is the same as another one only if its record is.
bool DuplicateSketcher::sketch_text(DuplicateSketch& sketch) {
  if (!record_hash_.find(fact(Fact::record, sketch.game))) return false;
  const std::string_view hash = record_hash_.bytes(0);
  std::array<std::uint64_t, 2> words{};
  if (hash.size() != sizeof words) return false;
  std::memcpy(words.data(), hash.data(), sizeof words);
  sketch.meeting = words[0];
  sketch.whole = words[1];
  return true;
}

std::string DuplicateSketcher::external_id(std::int64_t game) {
  if (fact(Fact::external_id, game) == 0) return {};
  return external_id_.find(game) ? external_id_.string(0) : std::string();
}

}  // namespace ludex
