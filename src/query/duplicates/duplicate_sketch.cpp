#include "query/duplicates/duplicate_sketch.hpp"

#include "index/ordered_pipeline.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace ludex {
namespace {

constexpr std::size_t kBatchGames = 256;
constexpr std::size_t kBatchOps = 512 * 1024;

void sketch_moves(DuplicateSketch& sketch, const std::vector<std::uint64_t>& hashes) {
  sketch.moves = static_cast<std::uint32_t>(hashes.size() - 1);
  sketch.whole = hashes.back();
  for (std::size_t i = 0; i < kSketched.size() && kSketched[i] <= sketch.moves; ++i) {
    sketch.first[i] = hashes[kSketched[i]];
  }
  sketch.start = hashes[sketch.start_moves()];
}

}  // namespace

bool comes_before(const DuplicateSketch& a, const DuplicateSketch& b) {
  return std::tuple(b.moves, a.game) < std::tuple(a.moves, b.game);
}

std::uint64_t mixed_hash(std::uint64_t seed, std::uint64_t value) {
  const std::uint64_t product = (seed ^ value) * 0x9E37'79B9'7F4A'7C15;
  return product ^ product >> 29;
}

std::optional<std::uint64_t> DuplicateSketch::hash_of(std::size_t first_moves) const {
  if (first_moves == moves) return whole;
  if (first_moves == start_moves()) return start;
  const auto* const found = std::ranges::find(kSketched, first_moves);
  if (found == kSketched.end() || first_moves > moves) return std::nullopt;
  return first[static_cast<std::size_t>(found - kSketched.begin())];
}

DuplicateSketcher::DuplicateSketcher(SqlConnection& sql)
    : facts_(sql),
      people_(sql, NameKind::player),
      record_hash_(sql, "SELECT hash FROM record WHERE id = ?"),
      external_id_(sql, "SELECT external_id FROM game WHERE id = ?") {}

std::int64_t DuplicateSketcher::fact(Fact name, std::int64_t id) {
  return facts_.value(name, static_cast<GameId>(id));
}

std::vector<DuplicateSketch> DuplicateSketcher::sketch(const IdSet& games, MainLines& lines,
                                                       bool on_all_threads) {
  std::vector<DuplicateSketch> sketches;
  sketches.reserve(static_cast<std::size_t>(games.count()));
  std::int64_t next = games.next(0);
  const auto read_next = [&](Batch& batch) { return read(games, lines, next, batch); };
  const auto take = [&](const Batch& batch) {
    for (const Batch::Game& game : batch.games) sketches.push_back(game.sketch);
  };
  if (on_all_threads) {
    run_in_order<Batch>(read_next, hash, take);
  } else {
    for (Batch batch; read_next(batch); take(batch)) hash(batch);
  }
  for (DuplicateSketch& sketch : sketches) {
    if (sketch.is_comparable) {
      sketch_meeting(sketch);
    } else {
      sketch.is_comparable = sketch_text(sketch);
    }
  }
  std::erase_if(sketches, [](const DuplicateSketch& one) { return !one.is_comparable; });
  return sketches;
}

bool DuplicateSketcher::read(const IdSet& games, MainLines& lines, std::int64_t& next,
                             Batch& batch) {
  batch.games.clear();
  batch.ops.clear();
  while (next >= 0 && batch.games.size() < kBatchGames && batch.ops.size() < kBatchOps) {
    add(next, lines.script(next), batch);
    next = games.next(next + 1);
  }
  return !batch.games.empty();
}

void DuplicateSketcher::add(std::int64_t id, std::span<const std::uint16_t> ops, Batch& batch) {
  const std::int64_t size = fact(Fact::size, id);
  DuplicateSketch sketch;
  sketch.game = id;
  sketch.type = static_cast<GameType>(fact(Fact::game, id));
  sketch.size = {static_cast<std::int16_t>(size >> 16), static_cast<std::int16_t>(size & 0xFFFF)};
  batch.ops.insert(batch.ops.end(), ops.begin(), ops.end());
  batch.games.push_back({sketch, batch.ops.size()});
}

void DuplicateSketcher::hash(Batch& batch) {
  std::vector<SequenceStep> steps;
  std::vector<std::uint64_t> hashes;
  std::size_t begin = 0;
  for (auto& [sketch, end] : batch.games) {
    read_sequence(sketch.type, std::span(batch.ops).subspan(begin, end - begin), steps);
    begin = end;
    sketch.is_comparable = !steps.empty();
    if (!sketch.is_comparable) continue;
    batch.hasher.hash(sketch.type, sketch.size, steps, hashes);
    sketch_moves(sketch, hashes);
  }
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

/// A game without moves and setup equals another one only if their records are equal.
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
