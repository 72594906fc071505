#pragma once

#include "core/position_key.hpp"
#include "index/block_store.hpp"
#include "index/moment_list.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/kept_chunks.hpp"
#include "store/search_values.hpp"
#include "store/sql/sql_statement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ludex {

/// The live segments of a database, as the index reads them.
class PostingTables final : public BlockStore {
 public:
  explicit PostingTables(SqlConnection& sql);
  [[nodiscard]] std::span<const SegmentInfo> segments() override { return segments_; }
  [[nodiscard]] std::uint64_t first_key(const SegmentInfo& segment, std::uint32_t block) override;
  [[nodiscard]] std::string_view block(const SegmentInfo& segment, std::uint32_t block) override;

 private:
  std::vector<SegmentInfo> segments_;
  SqlStatement select_first_key_;
  SqlStatement select_block_;
  std::string data_;
};

/// Maps a posting number to game and ply.
class PostingOwners {
 public:
  /// \param kept_chunks  of facts, up to 32 KiB each: for those who ask for the same games again
  explicit PostingOwners(SqlConnection& sql, std::size_t kept_chunks = 0);
  PostingOwners(const PostingOwners&) = delete;
  PostingOwners& operator=(const PostingOwners&) = delete;

  struct Owner {
    GameId game;
    std::uint32_t ply;
  };
  /// \pre number belongs to a game. Cost: a binary search over chunks and one within the cached
  /// chunk; a few steps if numbers ascend closely.
  [[nodiscard]] Owner owner(std::uint64_t number) {
    const auto wanted = static_cast<std::int64_t>(number);
    if (first_numbers_ == nullptr) return search_owner(wanted);
    if (find_close(*first_numbers_, wanted, place_)) return owner_at(place_, wanted);
    return search_owner(wanted);
  }
  /// The same for several numbers, which must ascend. Cost: one pass over the chunks from that of
  /// the first number to that of the last, or a search for each number if that costs less.
  [[nodiscard]] std::vector<Owner> owners(std::span<const std::uint64_t> numbers);
  [[noreturn]] static void refuse_posting();

 private:
  [[nodiscard]] Owner search_owner(std::int64_t number);
  [[nodiscard]] std::int64_t chunk_first(std::size_t chunk);
  /// Fills `found` except for its first and last place. \param chunk  that of the first number
  void find_in_chunks(std::span<const std::uint64_t> numbers, std::int64_t chunk,
                      std::vector<Owner>& found);
  [[nodiscard]] static Owner owner_in(std::int64_t chunk, const PackedFacts& firsts,
                                      std::int64_t wanted);
  [[nodiscard]] Owner owner_at(std::size_t place, std::int64_t number) {
    const std::int64_t first = (*first_numbers_)[place];
    if (first < 0) refuse_posting();
    place_ = place;
    return {static_cast<GameId>(chunk_ * kFactChunkGames + static_cast<std::int64_t>(place) + 1),
            static_cast<std::uint32_t>(number - first)};
  }

  static constexpr std::int64_t kUnread = std::numeric_limits<std::int64_t>::min();
  SqlConnection& sql_;
  FactReader facts_;
  std::vector<std::int64_t> chunk_firsts_;  // 8 bytes for 4096 games; each read on first use
  std::int64_t chunk_ = -1;
  KeptChunks<FactValues> kept_;
  const FactValues* first_numbers_ = nullptr;  // of the chunk
  std::size_t place_ = 0;                      // place of the last owner in the chunk
};

/// Reads the table position_group: for keys with many postings in a segment, which postings are
/// equal for every query.
class PositionGroups {
 public:
  explicit PositionGroups(SqlConnection& sql);

  /// The next `postings` postings of a key; several parts of a key follow each other.
  struct Part {
    std::int64_t id = 0;
    std::uint64_t key = 0;  ///< key_prefix()
    std::uint32_t postings = 0;
    std::uint32_t moments = 0;  ///< number of different ones; 0: unknown
  };
  /// The groups of a segment in a range of keys, ascending by key and posting.
  [[nodiscard]] std::vector<Part> find(const SegmentInfo& segment, KeyRange keys);

  /// Reads a part with moments. The list refers to the bytes in `data`.
  /// \throws DatabaseError if it is damaged.
  [[nodiscard]] MomentList read(const Part& part, std::string& data);

 private:
  SqlStatement find_;
  SqlStatement select_;
};

/// Writes one segment: its blocks as they come, its row at the end. Within a transaction.
class SegmentWriter final : public BlockSink {
 public:
  SegmentWriter(SqlConnection& sql, std::int64_t segment_id);
  void write(const PackedBlock& block) override;
  /// Makes the segment live; an empty segment is not stored.
  void finish(const SegmentInfo& info);
  /// The blocks with a long run, ascending.
  [[nodiscard]] std::span<const std::uint32_t> blocks_with_long_runs() const { return long_runs_; }

 private:
  SqlConnection& sql_;
  SqlStatement insert_;
  std::int64_t segment_id_;
  std::int64_t blocks_ = 0;
  std::vector<std::uint32_t> long_runs_;
};

/// Deletes a segment, its blocks, its groups and their counts. Within a transaction.
void delete_segment(SqlConnection& sql, std::int64_t segment_id);

}  // namespace ludex
