#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/game_mask.hpp"
#include "query/filter/id_set.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ludex {

/// The columns of one chunk of games, each read on first use.
class FactChunk {
 public:
  explicit FactChunk(SqlConnection& sql)
      : sql_(sql), counts_(sql), columns_(kFactSlots), values_(kFactSlots) {}

  [[nodiscard]] std::int64_t chunk_count() const { return counts_.chunks(); }
  /// Chunks are best visited one after the other.
  void go_to(std::int64_t chunk) { chunk_ = chunk; }
  [[nodiscard]] std::int64_t first_game() const { return chunk_ * kFactChunkGames + 1; }
  /// The number of games in the chunk.
  [[nodiscard]] std::size_t size() { return counts_.games(chunk_); }

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
  static constexpr std::size_t kFactSlots = static_cast<std::size_t>(Fact::visibility) + 1;
  FactCounts counts_;
  std::int64_t chunk_ = 0;
  std::vector<std::optional<FactColumn>> columns_;  // by fact
  std::vector<Values> values_;                      // by fact
};

/// Calls visit(id, place in the chunk) for all visible games, ordered by id.
template <class Visit>
void for_each_answer(FactChunk& chunk, Visit visit) {
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    const std::vector<std::int64_t>& flags = chunk.values(Fact::flags);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (GameFlags(flags[i]).is_answer()) {
        visit(chunk.first_game() + static_cast<std::int64_t>(i), i);
      }
    }
  }
}
/// Goes to each chunk that holds some of the games, and calls visit(places of these).
template <class Visit>
void for_each_chunk(FactChunk& chunk, const IdSet& games, Visit visit) {
  std::vector<std::size_t> places;
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    const std::int64_t first = chunk.first_game(), end = first + kFactChunkGames;
    places.clear();
    for (std::int64_t id = games.next(first); id >= 0 && id < end; id = games.next(id + 1)) {
      places.push_back(static_cast<std::size_t>(id - first));
    }
    if (!places.empty()) visit(places);
  }
}

/// All games of the chunk.
[[nodiscard]] inline GameMask whole(FactChunk& chunk) { return GameMask(chunk.size()); }

/// A condition that facts can decide: clears the games of a chunk that do not meet it. Columns are
/// read only if the smallest and largest value of the chunk do not decide it.
using FactCondition = std::function<void(FactChunk& chunk, GameMask& mask)>;
using FactConditions = std::vector<FactCondition>;

[[nodiscard]] FactCondition fact_in_range(Fact fact, NumberRange range);
/// \pre the fact is never negative.
[[nodiscard]] FactCondition fact_in_set(Fact fact, IdSet set);
/// A verdict for one game, regardless of its facts.
struct GameVerdict {
  std::int64_t game = 0;
  bool holds = false;
};
/// The same condition, with verdicts for some games. \param verdicts  by game, each game once.
[[nodiscard]] FactCondition fact_in_set_but(Fact fact, IdSet set,
                                            std::vector<GameVerdict> verdicts);
/// Bits of a fact: those of `bits` are exactly `wanted`.
[[nodiscard]] FactCondition fact_has_bits(Fact fact, std::int64_t bits, std::int64_t wanted);
/// Alive and not hidden: GameFlags::is_answer().
[[nodiscard]] FactCondition is_answer();
/// Game info only: GameFlags::no_positions.
[[nodiscard]] FactCondition is_without_positions();
/// The games themselves.
[[nodiscard]] FactCondition game_in_set(IdSet games);
[[nodiscard]] FactCondition all_of(FactConditions conditions);
[[nodiscard]] FactCondition any_of(FactConditions conditions);

}  // namespace ludex
