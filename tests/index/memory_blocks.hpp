#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/block_store.hpp"

namespace ludex::test {

/// The blocks of one segment, as a sink got them.
class MemoryBlocks : public BlockSink {
 public:
  void write(const PackedBlock& block) override {
    blocks.emplace_back(block.first_key, block.bytes);
    has_long_run.push_back(block.has_long_run);
  }
  std::vector<std::pair<std::uint64_t, std::string>> blocks;
  std::vector<bool> has_long_run;
};

/// A store of segments in memory; the id of a segment is its index. Counts the reads.
class MemoryBlockStore : public BlockStore {
 public:
  void add(SegmentInfo info, MemoryBlocks segment) {
    info.id = static_cast<std::int64_t>(infos_.size());
    infos_.push_back(info);
    contents_.push_back(std::move(segment));
  }

  std::span<const SegmentInfo> segments() override { return infos_; }

  std::uint64_t first_key(const SegmentInfo& segment, std::uint32_t block) override {
    ++first_key_calls;
    return at(segment, block).first;
  }

  /// A copy that the next call overwrites, as a statement of SQLite would.
  std::string_view block(const SegmentInfo& segment, std::uint32_t block) override {
    ++block_calls;
    last_ = at(segment, block).second;
    return last_;
  }

  std::pair<std::uint64_t, std::string>& at(const SegmentInfo& segment, std::uint32_t block) {
    return contents_.at(static_cast<std::size_t>(segment.id)).blocks.at(block);
  }

  std::size_t first_key_calls = 0;
  std::size_t block_calls = 0;

 private:
  std::vector<SegmentInfo> infos_;
  std::vector<MemoryBlocks> contents_;
  std::string last_;
};

}  // namespace ludex::test
