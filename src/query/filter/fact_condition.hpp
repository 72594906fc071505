#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/facts.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ludex {

/// The columns of one chunk of games, each read when it is first asked for.
class FactChunk {
 public:
  explicit FactChunk(SqlConnection& sql)
      : sql_(sql),
        chunk_count_(FactReader(sql).chunk_count()),
        columns_(kFactCount + 1),
        values_(kFactCount + 1) {}

  [[nodiscard]] std::int64_t chunk_count() const { return chunk_count_; }
  /// Chunks are best visited one after the other.
  void go_to(std::int64_t chunk) { chunk_ = chunk; }
  [[nodiscard]] std::int64_t first_game() const { return chunk_ * kFactChunkGames + 1; }
  /// How many games it has.
  [[nodiscard]] std::size_t size() { return packed(Fact::flags).count; }

  /// Valid until the next call about this fact.
  [[nodiscard]] PackedFacts packed(Fact fact) { return column(fact).packed(chunk_); }
  [[nodiscard]] FactReader::Range range(Fact fact) { return column(fact).range(chunk_); }
  /// The values of all games of the chunk as numbers; valid until go_to().
  [[nodiscard]] const std::vector<std::int64_t>& values(Fact fact);

 private:
  struct Values {
    std::int64_t of_chunk = -1;
    std::vector<std::int64_t> values;
  };
  FactColumn& column(Fact fact);

  SqlConnection& sql_;
  std::int64_t chunk_count_;
  std::int64_t chunk_ = 0;
  std::vector<std::optional<FactColumn>> columns_;  // by fact
  std::vector<Values> values_;                      // by fact
};

/// One byte for each game of a chunk: 1 while it may match, 0 when it does not.
using GameMask = std::array<std::uint8_t, kFactChunkGames>;

[[nodiscard]] bool is_empty(const GameMask& mask);

/// Something that facts decide about a game.
class FactCondition {
 public:
  virtual ~FactCondition() = default;
  /// Clears the games that do not meet it. Columns are read only where the chunk's smallest and
  /// largest value leave a doubt.
  virtual void narrow(FactChunk& chunk, GameMask& mask) const = 0;
};
using FactConditionPtr = std::unique_ptr<const FactCondition>;
using FactConditions = std::vector<FactConditionPtr>;

[[nodiscard]] FactConditionPtr fact_in_range(Fact fact, NumberRange range);
/// \pre the fact is never negative.
[[nodiscard]] FactConditionPtr fact_in_set(Fact fact, IdSet set);
/// What holds for one game, whatever its facts say.
struct GameVerdict {
  std::int64_t game = 0;
  bool holds = false;
};
/// The same but for some games. \param verdicts  by game, each game once.
[[nodiscard]] FactConditionPtr fact_in_set_but(Fact fact, IdSet set,
                                               std::vector<GameVerdict> verdicts);
/// Bits of a fact: those of `mask` are exactly `wanted`.
[[nodiscard]] FactConditionPtr fact_has_bits(Fact fact, std::int64_t mask, std::int64_t wanted);
/// The games themselves.
[[nodiscard]] FactConditionPtr game_in_set(IdSet games);
[[nodiscard]] FactConditionPtr all_of(FactConditions conditions);
[[nodiscard]] FactConditionPtr any_of(FactConditions conditions);

}  // namespace ludex
