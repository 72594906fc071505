#include "store/game_captures.hpp"

#include "core/little_endian.hpp"
#include "core/refused_database.hpp"
#include "games/api/game_rules.hpp"
#include "store/facts.hpp"
#include "store/game_scripts.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr char kCaptureFormat = 1;
constexpr std::uint16_t kNotKept = 0xFFFF;
constexpr std::size_t kCaptureHead = 4;

}  // namespace

CaptureBlock::CaptureBlock(std::string_view data) : data_(data) {
  if (data_.empty()) return;
  if (data_.size() >= kCaptureHead) games_ = load_little<std::uint16_t>(data_.data() + 2);
  std::size_t end = offset_ = kCaptureHead + 2 * games_;
  const bool is_whole = data_.size() >= offset_ && data_[0] == kCaptureFormat;
  for (std::size_t place = 0; is_whole && place < games_; ++place) end += length(place);
  if (!is_whole || end != data_.size()) {
    refuse_database("a block of captures is damaged");
  }
}

std::size_t CaptureBlock::length(std::size_t place) const {
  const auto stored = load_little<std::uint16_t>(data_.data() + kCaptureHead + 2 * place);
  return stored == kNotKept ? 0 : stored;
}

std::optional<std::span<const std::uint8_t>> CaptureBlock::at(std::size_t place) {
  if (place >= games_) return std::nullopt;
  for (; place_ < place; ++place_) offset_ += length(place_);
  if (load_little<std::uint16_t>(data_.data() + kCaptureHead + 2 * place) == kNotKept)
    return std::nullopt;
  return std::span(reinterpret_cast<const std::uint8_t*>(data_.data()) + offset_, length(place));
}

void CapturePacker::add(std::optional<std::span<const std::uint8_t>> captures) {
  if (captures && captures->size() >= kNotKept) captures.reset();
  has_any_ |= captures.has_value();
  append_little(lengths_, captures ? static_cast<std::uint16_t>(captures->size()) : kNotKept);
  if (captures) captures_.append(captures->begin(), captures->end());
}

void CapturePacker::clear() {
  lengths_.clear();
  captures_.clear();
  has_any_ = false;
}

std::string CapturePacker::block() const {
  std::string data{kCaptureFormat, 0};
  append_little(data, static_cast<std::uint16_t>(lengths_.size() / 2));
  return data + lengths_ + captures_;
}

GameCaptures::GameCaptures(SqlConnection& sql) {
  constexpr std::string_view kTable =
      "SELECT count(*) FROM sqlite_schema WHERE name = 'capture_block'";
  if (sql.first_integer(kTable) != 0) {
    select_.emplace(sql, "SELECT data FROM capture_block WHERE id = ?");
  }
}

std::string GameCaptures::block(std::int64_t id) {
  if (!select_ || !select_->find(id)) return {};
  std::string data = select_->string(0);
  select_->reset();
  return data;
}

std::int64_t add_missing_captures(SqlConnection& sql, std::int64_t next_game) {
  GameScripts scripts(sql);
  GameCaptures known(sql);
  FactReader facts(sql);
  SqlStatement insert(sql, "INSERT OR REPLACE INTO capture_block VALUES (?, ?)");
  std::int64_t added = 0;
  for (std::int64_t first = 1; first < next_game; first += kGamesPerMoveBlock) {
    const std::int64_t id = first / kGamesPerMoveBlock;
    const std::string data = known.block(id);
    CaptureBlock before(data);
    CapturePacker packer;
    bool has_new = false;
    const std::int64_t end = std::min(first + kGamesPerMoveBlock, next_game);
    for (std::int64_t game = first; game < end; ++game) {
      const auto kept = before.at(static_cast<std::size_t>(game - first));
      const GameRules* const rules = find_rules(facts.game_type(GameId{game}));
      const bool has_board = !facts.flags(GameId{game}).has(GameFlags::no_positions);
      if (kept || rules == nullptr || !has_board) {
        packer.add(kept);
        continue;
      }
      const auto captures = rules->captures(scripts.script(GameId{game}), facts.size(GameId{game}));
      has_new |= captures.has_value();
      packer.add(captures);
    }
    if (!has_new) continue;
    insert.run(id, SqlBlob{packer.block()});
    ++added;
  }
  return added;
}

}  // namespace ludex
