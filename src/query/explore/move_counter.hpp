#pragma once

#include "index/moment_cell.hpp"
#include "ludex/explore.hpp"
#include "store/facts.hpp"
#include "store/kept_chunks.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace ludex {

/// The seat that won, 1 to 4; 0 if nobody did.
[[nodiscard]] std::uint32_t winning_seat(Winner winner);

/// The facts of a game that counts of moves need.
struct CountedGame {
  GameId id = GameId::none;
  Winner winner = Winner::unknown;
  Day from = 0;
  Day to = 0;
  GameFlags flags;
};

/// Reads them; fastest if games ascend, because the last chunk of facts is kept. Must live within a
/// transaction.
class CountedGames {
 public:
  /// \param kept_chunks  of facts, 64 KiB each: for those who ask for the same games again
  explicit CountedGames(SqlConnection& sql, std::size_t kept_chunks = 0)
      : results_(sql, Fact::result),
        firsts_(sql, Fact::date_from),
        lasts_(sql, Fact::date_to),
        all_flags_(sql, Fact::flags),
        kept_(kept_chunks) {}
  CountedGames(const CountedGames&) = delete;
  CountedGames& operator=(const CountedGames&) = delete;

  [[nodiscard]] CountedGame read(GameId game) {
    const std::int64_t chunk = (raw(game) - 1) / kFactChunkGames;
    if (chunk != number_) go_to(chunk);
    const auto place = static_cast<std::size_t>((raw(game) - 1) % kFactChunkGames);
    return {game, winner_in(chunk_->result[place]), chunk_->from[place], chunk_->to[place],
            GameFlags(chunk_->flags[place])};
  }

 private:
  template <class Number>
  using ChunkOf = std::array<Number, kFactChunkGames>;

  struct Chunk {
    ChunkOf<std::int32_t> result{}, flags{};
    ChunkOf<Day> from{}, to{};
  };

  void go_to(std::int64_t number);

  FactColumn results_, firsts_, lasts_, all_flags_;
  KeptChunks<Chunk> kept_;
  std::int64_t number_ = -1;  // of the chunk
  const Chunk* chunk_ = nullptr;
};

/// The counts of a row, and the state for adding the next game.
struct GameCounter {
  std::int64_t last_game = 0;
  Day last_day = -1;  // of the sample

  /// Adds a game unless it was the last one added. \returns true if it was added
  /// \param mover  the seat that makes the move in the game; 0: none, or it is nobody's
  /// \param swapped  true if seats are shown exchanged
  bool add(const CountedGame& game, std::uint32_t ply, std::uint32_t mover, bool swapped,
           MoveCounts& counts);
  /// Adds the games of a cell. \pre none of them was added before
  void add(const MomentCell& cell, std::uint32_t mover, bool swapped, MoveCounts& counts);

 private:
  void take_sample(Day last, GameId game, std::uint32_t ply, MoveCounts& counts);
};

}  // namespace ludex
