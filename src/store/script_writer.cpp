#include "store/script_writer.hpp"

namespace ludex {

ScriptWriter::ScriptWriter(SQLite::Database& sql, std::int64_t next_game)
    : replace_(sql, "INSERT OR REPLACE INTO move_block VALUES (?, ?)"),
      block_((next_game - 1) / kGamesPerMoveBlock) {
  GameScripts written(sql);
  for (std::int64_t id = block_ * kGamesPerMoveBlock + 1; id < next_game; ++id) {
    const auto ops = written.script(static_cast<GameId>(id));
    scripts_.emplace_back(ops.begin(), ops.end());
  }
}

void ScriptWriter::append(std::vector<std::uint16_t> ops) {
  scripts_.push_back(std::move(ops));
  changed_ = true;
  if (scripts_.size() < kGamesPerMoveBlock) return;
  write_block();
  ++block_;
  scripts_.clear();
  changed_ = false;
}

void ScriptWriter::flush() {
  if (changed_) write_block();
  changed_ = false;
}

void ScriptWriter::write_block() {
  const std::string data = pack_scripts(scripts_);
  replace_.reset();
  replace_.bind(1, block_);
  replace_.bindNoCopy(2, data.data(), static_cast<int>(data.size()));
  replace_.exec();
}

}  // namespace ludex
