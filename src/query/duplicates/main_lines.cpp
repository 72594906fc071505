#include "query/duplicates/main_lines.hpp"

#include <algorithm>

namespace ludex {

MainLines::MainLines(SqlConnection& sql, bool maps_file) : single_(sql) {
  if (maps_file) mapped_.emplace(sql);
  for (Slot& slot : slots_) slot.scripts.emplace(sql);
}

std::span<const std::uint16_t> MainLines::script(std::int64_t game) {
  const auto known = kept_.find(game);
  if (known != kept_.end()) return known->second;
  const std::span<const std::uint16_t> ops = stored_script(game);
  if (kept_words_ + ops.size() > kKeptWords) return ops;
  kept_words_ += ops.size();
  return kept_[game] = {ops.begin(), ops.end()};
}

/// Other reads of the connection map pages, too, while it lasts.
void MainLines::map_for_a_while() {
  if (reads_++ % kMappedReads == 0) {
    single_.close();
    mapped_->unmap();
  }
  mapped_->map();
}

std::span<const std::uint16_t> MainLines::stored_script(std::int64_t game) {
  if (mapped_) map_for_a_while();
  const std::int64_t block = (game - 1) / kGamesPerMoveBlock;
  auto slot = std::find_if(slots_.begin(), slots_.end(),
                           [&](const Slot& one) { return one.block == block; });
  if (slot == slots_.end()) {
    int& alone = read_alone_[block];
    if (alone < kReadAlone) {
      ++alone;
      return single_.script(static_cast<GameId>(game));
    }
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

const std::vector<std::uint64_t>& MainLines::hashes(GameType type, BoardSize size,
                                                    std::int64_t game) {
  read(type, game, steps_);
  hashes_.clear();
  if (!steps_.empty()) hasher_.hash(type, size, steps_, hashes_);
  return hashes_;
}

void MainLines::forget_kept() {
  kept_.clear();
  kept_words_ = 0;
  read_alone_.clear();
}

}  // namespace ludex
