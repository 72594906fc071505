#pragma once

#include "index/block_store.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
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

/// Which game and ply a posting number stands for.
class PostingOwners {
 public:
  explicit PostingOwners(SqlConnection& sql);
  struct Owner {
    GameId game;
    std::uint32_t ply;
  };
  /// \pre number belongs to a game. Cost: a bisection over chunks, one within the chunk, which is
  /// kept at hand; a few steps where numbers ascend closely.
  [[nodiscard]] Owner owner(std::uint64_t number);

 private:
  [[nodiscard]] Owner owner_at(std::size_t place, std::int64_t number);

  FactReader facts_;
  std::vector<std::int64_t> chunk_firsts_;  // 8 bytes for 4096 games
  std::int64_t chunk_ = -1;
  std::vector<std::int64_t> first_numbers_;
  std::size_t place_ = 0;  // of the last owner in the chunk
};

}  // namespace ludex
