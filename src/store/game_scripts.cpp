#include "store/game_scripts.hpp"

#include "core/free_memory.hpp"
#include "core/little_endian.hpp"
#include "core/refused_database.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostHeadBytes = 2 + 4 * kGamesPerMoveBlock;

struct ScriptPlace {
  std::size_t offset_bytes = 0;  // in the block
  std::size_t ops = 0;
};

[[noreturn]] void refuse_moves() { refuse_database("a block of moves is damaged"); }

/// \param head  the block, or as much of it as kMostHeadBytes
ScriptPlace find_script(std::string_view head, std::size_t block_bytes, std::size_t place) {
  const std::size_t count = block_bytes < 2 ? 0 : load_little<std::uint16_t>(head.data());
  if (place >= count) return {};
  const std::size_t ops_offset = 2 + 4 * count;
  if (block_bytes < ops_offset || head.size() < 2 + 4 * (place + 1)) refuse_moves();
  const std::size_t first =
      place == 0 ? 0 : load_little<std::uint32_t>(head.data() + 2 + 4 * (place - 1));
  const std::size_t end = load_little<std::uint32_t>(head.data() + 2 + 4 * place);
  if (end < first || ops_offset + 2 * end > block_bytes) refuse_moves();
  return {ops_offset + 2 * first, end - first};
}

}  // namespace

GameScripts::GameScripts(SqlConnection& sql)
    : select_(sql, "SELECT data FROM move_block WHERE id = ?") {}

std::span<const std::uint16_t> GameScripts::script(GameId game) {
  const std::int64_t index = raw(game) - 1;
  if (block_ != index / kGamesPerMoveBlock) {
    block_ = index / kGamesPerMoveBlock;
    data_.clear();
    if (select_.find(block_)) data_.assign(select_.bytes(0));
    select_.reset();
  }
  unpack_script(data_, static_cast<std::size_t>(index % kGamesPerMoveBlock), ops_);
  return ops_;
}

void unpack_script(const std::string& block, std::size_t place, std::vector<std::uint16_t>& ops) {
  const ScriptPlace script = find_script(block, block.size(), place);
  ops.resize(script.ops);
  load_little<std::uint16_t>(block.data() + script.offset_bytes, ops);
}

std::span<const std::uint16_t> SingleScripts::script(GameId game) {
  const std::int64_t index = raw(game) - 1;
  ops_.clear();
  if (!blocks_.open(index / kGamesPerMoveBlock)) return ops_;
  const std::size_t size = blocks_.size();
  bytes_.resize(std::min(size, kMostHeadBytes));
  blocks_.read(0, bytes_.data(), bytes_.size());
  const auto place = static_cast<std::size_t>(index % kGamesPerMoveBlock);
  const ScriptPlace script = find_script(bytes_, size, place);
  bytes_.resize(script.ops * sizeof(std::uint16_t));
  blocks_.read(script.offset_bytes, bytes_.data(), bytes_.size());
  ops_.resize(script.ops);
  load_little<std::uint16_t>(bytes_.data(), ops_);
  return ops_;
}

void pack_scripts(std::span<const std::uint32_t> ends, std::span<const std::uint16_t> ops,
                  std::string& data) {
  data.clear();
  data.reserve(2 + ends.size_bytes() + ops.size_bytes());
  append_little(data, static_cast<std::uint16_t>(ends.size()));
  append_little(data, ends);
  append_little(data, ops);
}

ScriptWriter::ScriptWriter(SqlConnection& sql, std::int64_t next_game)
    : sql_(sql),
      replace_(sql, "INSERT OR REPLACE INTO move_block VALUES (?, ?)"),
      replace_captures_(sql, "INSERT OR REPLACE INTO capture_block VALUES (?, ?)"),
      next_game_(next_game),
      block_((next_game - 1) / kGamesPerMoveBlock) {}

/// Takes the games that the open block has in the database.
void ScriptWriter::read_block() {
  is_read_ = true;
  GameScripts written(sql_);
  const std::string data = GameCaptures(sql_).block(block_);
  CaptureBlock captures(data);
  const std::int64_t first = block_ * kGamesPerMoveBlock + 1;
  const std::int64_t end = std::exchange(next_game_, first);
  while (next_game_ < end) {
    append(written.script(static_cast<GameId>(next_game_)),
           captures.at(static_cast<std::size_t>(next_game_ - first)));
  }
  changed_ = false;
}

void ScriptWriter::append(std::span<const std::uint16_t> ops,
                          std::optional<std::span<const std::uint8_t>> captures) {
  if (!is_read_) read_block();
  captures_.add(captures);
  ops_.insert(ops_.end(), ops.begin(), ops.end());
  ends_.push_back(static_cast<std::uint32_t>(ops_.size()));
  ++next_game_;
  changed_ = true;
  if (ends_.size() < kGamesPerMoveBlock) return;
  write_block();
  ++block_;
  ops_.clear();
  ends_.clear();
  captures_.clear();
  changed_ = false;
}

/// Long games are dropped from memory; they are read again if another game follows.
void ScriptWriter::flush() {
  constexpr std::size_t kMostKept = std::size_t{1} << 20;
  if (std::exchange(changed_, false)) write_block();
  if (ops_.capacity() <= kMostKept) return;
  is_read_ = false;
  free_memory(ops_);
  ends_.clear();
  captures_.clear();
  free_memory(data_);
}

void ScriptWriter::write_block() {
  pack_scripts(ends_, ops_, data_);
  replace_.run(block_, SqlBlob{data_});
  if (captures_.has_any()) replace_captures_.run(block_, SqlBlob{captures_.block()});
}

}  // namespace ludex
