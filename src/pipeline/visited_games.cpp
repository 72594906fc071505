#include "pipeline/visited_games.hpp"

#include "store/search_values.hpp"

namespace ludex {
namespace {

std::size_t kept_chunks(std::uint64_t memory_bytes) {
  constexpr std::size_t kChunkBytes = std::size_t{96} * 1024;
  return static_cast<std::size_t>(memory_bytes) / kChunkBytes;
}

std::int64_t chunk_of(GameId game) { return (raw(game) - 1) / kFactChunkGames; }

std::size_t place_of(GameId game) {
  return static_cast<std::size_t>((raw(game) - 1) % kFactChunkGames);
}

}  // namespace

StoredVisitedGames::StoredVisitedGames(SqlConnection& sql, std::uint64_t memory_bytes)
    : owners_(sql, kept_chunks(memory_bytes)),
      facts_(sql),
      counted_(sql, kept_chunks(memory_bytes)) {}

std::optional<LoadedGames> LoadedGames::load(SqlConnection& sql, std::uint64_t first_number,
                                             std::uint64_t end_number, std::uint64_t memory_bytes) {
  constexpr std::uint64_t kUsualChunkBytes = 24 * std::uint64_t{kFactChunkGames};
  LoadedGames games;
  if (first_number >= end_number) return games;
  PostingOwners owners(sql);
  games.first_chunk_ = chunk_of(owners.owner(first_number).game);
  const std::int64_t end_chunk = chunk_of(owners.owner(end_number - 1).game) + 1;
  if (end_chunk <= games.first_chunk_) return std::nullopt;  // only if the facts are damaged
  const auto count = static_cast<std::uint64_t>(end_chunk - games.first_chunk_);
  if (count > memory_bytes / kUsualChunkBytes) return std::nullopt;
  std::uint64_t bytes = 0;
  FactReader facts(sql);
  games.chunks_.resize(count);
  for (std::int64_t number = games.first_chunk_; number < end_chunk; ++number) {
    Chunk& chunk = games.chunks_[static_cast<std::size_t>(number - games.first_chunk_)];
    chunk.first_number = facts.range(Fact::first_posting, number).minimum;
    for (std::size_t i = 0; i < kFacts.size(); ++i) {
      facts.read(kFacts[i], number, chunk.columns[i]);
      bytes += chunk.columns[i].bytes();
    }
    if (bytes > memory_bytes) return std::nullopt;
  }
  return games;
}

const LoadedGames::Chunk& LoadedVisitedGames::chunk_of(GameId game, std::size_t& place) const {
  place = place_of(game);
  return games_.chunks_[static_cast<std::size_t>(ludex::chunk_of(game) - games_.first_chunk_)];
}

std::int64_t LoadedVisitedGames::value(LoadedGames::Column column, GameId game) const {
  std::size_t place = 0;
  return chunk_of(game, place).columns[column][place];
}

CountedGame LoadedVisitedGames::counted(GameId game) {
  std::size_t place = 0;
  const auto& columns = chunk_of(game, place).columns;
  return {game, winner_in(columns[LoadedGames::result][place]),
          static_cast<Day>(columns[LoadedGames::from][place]),
          static_cast<Day>(columns[LoadedGames::to][place]),
          GameFlags(columns[LoadedGames::flags][place])};
}

PostingOwners::Owner LoadedVisitedGames::owner(std::uint64_t number) {
  const auto wanted = static_cast<std::int64_t>(number);
  search(wanted);
  const std::int64_t first = games_.chunks_[chunk_].columns[LoadedGames::first][place_];
  if (first < 0) PostingOwners::refuse_posting();
  const std::int64_t game =
      (games_.first_chunk_ + static_cast<std::int64_t>(chunk_)) * kFactChunkGames +
      static_cast<std::int64_t>(place_) + 1;
  return {static_cast<GameId>(game), static_cast<std::uint32_t>(wanted - first)};
}

/// Goes to the last game whose first posting is not above `wanted`.
void LoadedVisitedGames::search(std::int64_t wanted) {
  const auto& chunks = games_.chunks_;
  if (!chunks.empty() && find_close(chunks[chunk_].columns[LoadedGames::first], wanted, place_)) {
    return;
  }
  const std::size_t after_chunk =
      count_not_above(wanted, chunks.size(), [&](std::size_t i) { return chunks[i].first_number; });
  if (after_chunk == 0) PostingOwners::refuse_posting();
  chunk_ = after_chunk - 1;
  const FactValues& firsts = chunks[chunk_].columns[LoadedGames::first];
  const std::size_t after_game =
      count_not_above(wanted, firsts.size(), [&](std::size_t i) { return firsts[i]; });
  if (after_game == 0) PostingOwners::refuse_posting();
  place_ = after_game - 1;
}

}  // namespace ludex
