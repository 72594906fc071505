#pragma once

#include "ludex/types.hpp"
#include "query/explore/move_counter.hpp"
#include "store/facts.hpp"
#include "store/posting_tables.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// The games that postings belong to, with the facts that position groups and counts of moments
/// need.
class VisitedGames {
 public:
  virtual ~VisitedGames() = default;

  /// \throws DatabaseError if the posting belongs to no game.
  [[nodiscard]] virtual PostingOwners::Owner owner(std::uint64_t number) = 0;
  [[nodiscard]] virtual CountedGame counted(GameId game) = 0;
  [[nodiscard]] virtual std::uint64_t first_posting(GameId game) = 0;
  [[nodiscard]] virtual std::uint64_t main_positions(GameId game) = 0;
  /// Those of variations, too.
  [[nodiscard]] virtual std::uint64_t total_positions(GameId game) = 0;
  [[nodiscard]] virtual GameType game_type(GameId game) = 0;
  [[nodiscard]] virtual BoardSize size(GameId game) = 0;
};

/// For facts that are asked for again, where no limit says more.
inline constexpr std::uint64_t kLeastFactMemory = 4 << 20;

/// Reads them where they are stored.
class StoredVisitedGames final : public VisitedGames {
 public:
  /// \param memory_bytes  for facts that are asked for again
  StoredVisitedGames(SqlConnection& sql, std::uint64_t memory_bytes);

  [[nodiscard]] PostingOwners::Owner owner(std::uint64_t number) override {
    return owners_.owner(number);
  }
  [[nodiscard]] CountedGame counted(GameId game) override { return counted_.read(game); }
  [[nodiscard]] std::uint64_t first_posting(GameId game) override {
    return static_cast<std::uint64_t>(facts_.value(Fact::first_posting, game));
  }
  [[nodiscard]] std::uint64_t main_positions(GameId game) override {
    return static_cast<std::uint64_t>(facts_.value(Fact::main_positions, game));
  }
  [[nodiscard]] std::uint64_t total_positions(GameId game) override {
    return static_cast<std::uint64_t>(facts_.value(Fact::total_positions, game));
  }
  [[nodiscard]] GameType game_type(GameId game) override { return facts_.game_type(game); }
  [[nodiscard]] BoardSize size(GameId game) override { return facts_.size(game); }

 private:
  PostingOwners owners_;
  FactReader facts_;
  CountedGames counted_;
};

/// The facts of all games of a range of postings, packed: some 15 bytes a game. All threads may
/// read them at once.
class LoadedGames {
 public:
  /// \returns none if they would take more than `memory_bytes`.
  [[nodiscard]] static std::optional<LoadedGames> load(SqlConnection& sql,
                                                       std::uint64_t first_number,
                                                       std::uint64_t end_number,
                                                       std::uint64_t memory_bytes);

 private:
  friend class LoadedVisitedGames;
  static constexpr std::array kFacts = {
      Fact::first_posting, Fact::total_positions, Fact::flags, Fact::result, Fact::date_from,
      Fact::date_to,       Fact::main_positions,  Fact::game,  Fact::size};
  /// In the same order.
  enum Column : std::uint8_t { first, total, flags, result, from, to, main, game, size };
  static_assert(kFacts[first] == Fact::first_posting && kFacts[flags] == Fact::flags &&
                kFacts[main] == Fact::main_positions && kFacts[size] == Fact::size);

  struct Chunk {
    std::int64_t first_number;  // of its games, the smallest
    std::array<FactValues, kFacts.size()> columns;
  };
  std::int64_t first_chunk_ = 0;
  std::vector<Chunk> chunks_;
};

/// One reader of loaded games, for one thread at a time.
class LoadedVisitedGames final : public VisitedGames {
 public:
  explicit LoadedVisitedGames(const LoadedGames& games) : games_(games) {}

  [[nodiscard]] PostingOwners::Owner owner(std::uint64_t number) override;
  [[nodiscard]] CountedGame counted(GameId game) override;
  [[nodiscard]] std::uint64_t first_posting(GameId game) override {
    return static_cast<std::uint64_t>(value(LoadedGames::first, game));
  }
  [[nodiscard]] std::uint64_t main_positions(GameId game) override {
    return static_cast<std::uint64_t>(value(LoadedGames::main, game));
  }
  [[nodiscard]] std::uint64_t total_positions(GameId game) override {
    return static_cast<std::uint64_t>(value(LoadedGames::total, game));
  }
  [[nodiscard]] GameType game_type(GameId game) override {
    return static_cast<GameType>(value(LoadedGames::game, game));
  }
  [[nodiscard]] BoardSize size(GameId game) override {
    return unpacked_size(value(LoadedGames::size, game));
  }

 private:
  [[nodiscard]] std::int64_t value(LoadedGames::Column column, GameId game) const;
  [[nodiscard]] const LoadedGames::Chunk& chunk_of(GameId game, std::size_t& place) const;
  void search(std::int64_t number);

  const LoadedGames& games_;
  std::size_t chunk_ = 0;  // of the last owner, in games_
  std::size_t place_ = 0;  // of the last owner in the chunk
};

}  // namespace ludex
