#include "store/script_writer.hpp"

namespace ludex {

ScriptWriter::ScriptWriter(SqlConnection& sql, std::int64_t next_game)
    : replace_(sql, "INSERT OR REPLACE INTO move_block VALUES (?, ?)"),
      block_((next_game - 1) / kGamesPerMoveBlock) {
  GameScripts written(sql);
  for (std::int64_t id = block_ * kGamesPerMoveBlock + 1; id < next_game; ++id) {
    append(written.script(static_cast<GameId>(id)));
  }
  changed_ = false;
}

void ScriptWriter::append(std::span<const std::uint16_t> ops) {
  ops_.insert(ops_.end(), ops.begin(), ops.end());
  ends_.push_back(static_cast<std::uint32_t>(ops_.size()));
  changed_ = true;
  if (ends_.size() < kGamesPerMoveBlock) return;
  write_block();
  ++block_;
  ops_.clear();
  ends_.clear();
  changed_ = false;
}

void ScriptWriter::flush() {
  if (changed_) write_block();
  changed_ = false;
}

void ScriptWriter::write_block() {
  const std::string data = pack_scripts(ends_, ops_);
  replace_.reset();
  replace_.bind(1, block_);
  replace_.bind_blob(2, data);
  replace_.run();
}

}  // namespace ludex
