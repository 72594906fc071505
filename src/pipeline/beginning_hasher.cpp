#include "pipeline/beginning_hasher.hpp"

#include "index/ordered_pipeline.hpp"
#include "query/duplicates/related_games.hpp"
#include "query/duplicates/stored_duplicates.hpp"
#include "store/game_scripts.hpp"

#include <algorithm>

namespace ludex {

namespace {

constexpr std::int64_t kTogether = 16;  // chunks: keeps all threads busy
static_assert(kDuplicateChunkGames % kGamesPerMoveBlock == 0);

}  // namespace

BeginningHasher::BeginningHasher(SqlConnection& sql, std::int64_t first, std::int64_t end)
    : facts_(sql),
      select_moves_(sql, "SELECT data FROM move_block WHERE id = ?"),
      select_hash_(sql, "SELECT hash FROM record WHERE id = ?"),
      next_(first),
      end_(end) {}

bool BeginningHasher::next(std::vector<BeginningHashes>& beginnings) {
  beginnings.clear();
  if (next_ >= end_) return false;
  const std::int64_t chunk = (next_ - 1) / kDuplicateChunkGames;
  const std::int64_t end = std::min(end_, (chunk + kTogether) * kDuplicateChunkGames + 1);
  run_in_order<Batch>([&](Batch& batch) { return read(batch, end); },
                      [](Batch& batch) { hash(batch); },
                      [&](const Batch& batch) { take(batch, beginnings); });
  hash_texts(beginnings);
  return true;
}

bool BeginningHasher::read(Batch& batch, std::int64_t end) {
  batch.games.clear();
  if (next_ >= end) return false;
  const std::int64_t block = (next_ - 1) / kGamesPerMoveBlock;
  const std::int64_t block_end = std::min(end, (block + 1) * kGamesPerMoveBlock + 1);
  for (; next_ < block_end; ++next_) {
    const auto game = static_cast<GameId>(next_);
    batch.games.push_back({static_cast<std::size_t>((next_ - 1) % kGamesPerMoveBlock),
                           facts_.game_type(game),
                           facts_.size(game),
                           facts_.value(Fact::record, game),
                           false,
                           {}});
  }
  batch.moves.clear();
  if (select_moves_.find(block)) batch.moves.assign(select_moves_.bytes(0));
  select_moves_.reset();
  return true;
}

void BeginningHasher::hash(Batch& batch) {
  std::vector<std::uint16_t> ops;
  std::vector<SequenceStep> steps;
  for (Batch::Game& game : batch.games) {
    if (!have_beginning_hashes(game.type)) continue;
    ops.clear();
    if (!batch.moves.empty()) unpack_script(batch.moves, game.place, ops);
    read_sequence(game.type, ops, steps);
    game.is_text = steps.empty();
    if (!game.is_text) game.hashes = beginning_hashes_of(batch.hasher, game.type, game.size, steps);
  }
}

void BeginningHasher::take(const Batch& batch, std::vector<BeginningHashes>& beginnings) {
  for (const Batch::Game& game : batch.games) {
    if (game.is_text) texts_.emplace_back(beginnings.size(), game.record);
    beginnings.push_back(game.hashes);
  }
}

void BeginningHasher::hash_texts(std::vector<BeginningHashes>& beginnings) {
  for (const auto& [place, record] : texts_) {
    if (select_hash_.find(record))
      beginnings[place] = beginning_hashes_of_text(select_hash_.bytes(0));
    select_hash_.reset();
  }
  texts_.clear();
}

}  // namespace ludex
