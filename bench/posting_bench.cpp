// How fast are positions gathered, sorted, packed and found, and how many bytes do they take?
// No SQLite and no games in the timing. Argument "threads": of the TBB arena.
#include <benchmark/benchmark.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/block_store.hpp"
#include "index/posting_block.hpp"
#include "index/posting_sorter.hpp"
#include "index/segment_merge.hpp"

namespace {

using ludex::PositionKey;
using ludex::Posting;

constexpr std::size_t kPlies = 220;
constexpr std::size_t kManyPostings = 44'000'000;  // 200,000 games
constexpr std::size_t kAllInMemory = std::size_t{2} << 30;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58'476d'1ce4'e5b9;
  x = (x ^ x >> 27) * 0x94d0'49bb'1331'11eb;
  return x ^ x >> 31;
}

/// Keys of a tree of games: the later the ply, the more positions there are. 87 % of 44 M differ.
std::vector<PositionKey> tree_keys(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<PositionKey> keys;
  keys.reserve(count);
  while (keys.size() < count) {
    const std::uint64_t game = random();
    for (std::uint64_t ply = 0; ply < kPlies && keys.size() < count; ++ply) {
      const int shared_bits = ply < 28 ? static_cast<int>(ply * 18 / 28) : 64;
      const std::uint64_t line = shared_bits == 64 ? game : game & ((1ULL << shared_bits) - 1);
      keys.push_back({mix(mix(line) + ply + 1)});
    }
  }
  return keys;
}

class CountingSink : public ludex::BlockSink {
 public:
  void write(const ludex::PackedBlock& block) override { bytes += block.bytes.size(); }
  std::size_t bytes = 0;
};

class MemoryStore : public ludex::BlockStore, public ludex::BlockSink {
 public:
  void write(const ludex::PackedBlock& block) override {
    blocks_.emplace_back(block.first_key, block.bytes);
  }
  void end_segment(ludex::SegmentInfo info) {
    info.id = static_cast<std::int64_t>(blocks_.size() - info.block_count);
    infos_.push_back(info);
  }
  std::span<const ludex::SegmentInfo> segments() override { return infos_; }
  std::uint64_t first_key(const ludex::SegmentInfo& segment, std::uint32_t block) override {
    return at(segment, block).first;
  }
  std::string_view block(const ludex::SegmentInfo& segment, std::uint32_t block) override {
    return at(segment, block).second;
  }

 private:
  const std::pair<std::uint64_t, std::string>& at(const ludex::SegmentInfo& segment,
                                                  std::uint32_t block) const {
    return blocks_[static_cast<std::size_t>(segment.id) + block];
  }
  std::vector<ludex::SegmentInfo> infos_;
  std::vector<std::pair<std::uint64_t, std::string>> blocks_;
};

ludex::PostingSorter new_sorter(std::size_t memory_bytes) {
  return ludex::PostingSorter(
      {.memory_bytes = memory_bytes,
       .spill_prefix = std::filesystem::temp_directory_path() / "bench.db"});
}

void add_games(ludex::PostingSorter& sorter, std::span<const PositionKey> keys,
               std::uint64_t first_number = 0) {
  for (std::size_t i = 0; i < keys.size(); i += kPlies) {
    sorter.add(first_number + i, keys.subspan(i, std::min(kPlies, keys.size() - i)));
  }
}

void count_postings(benchmark::State& state, std::size_t each) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * each));
}

/// 4 M postings in segments of equal size.
MemoryStore store_of_segments(std::size_t segments) {
  const auto keys = tree_keys(4'000'000);
  MemoryStore store;
  for (std::size_t i = 0; i < segments; ++i) {
    auto sorter = new_sorter(kAllInMemory);
    const std::size_t begin = keys.size() * i / segments;
    const std::size_t end = keys.size() * (i + 1) / segments;
    add_games(sorter, std::span(keys).subspan(begin, end - begin), begin);
    store.end_segment(sorter.finish(store));
  }
  return store;
}

// What does the thread that hands positions over wait? One run, before it is full.
void BM_AddPostings(benchmark::State& state) {
  const auto keys = tree_keys(8'000'000);
  for (auto _ : state) {
    auto sorter = new_sorter(kAllInMemory);
    add_games(sorter, keys);
    benchmark::DoNotOptimize(sorter.postings());
  }
  count_postings(state, keys.size());
}
BENCHMARK(BM_AddPostings)->Unit(benchmark::kMillisecond);

// How long from the last position to the last block of 200,000 games? All in memory, and spilled.
void BM_BuildSegment(benchmark::State& state) {
  const auto keys = tree_keys(kManyPostings);
  const auto memory_bytes = static_cast<std::size_t>(state.range(0)) << 20;
  const auto threads = static_cast<int>(state.range(1));
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  CountingSink sink;
  for (auto _ : state) {
    sink.bytes = 0;
    arena.execute([&] {
      auto sorter = new_sorter(memory_bytes);
      add_games(sorter, keys);
      benchmark::DoNotOptimize(sorter.finish(sink));
    });
  }
  count_postings(state, keys.size());
  state.counters["bytes/posting"] =
      static_cast<double>(sink.bytes) / static_cast<double>(keys.size());
}
BENCHMARK(BM_BuildSegment)
    ->ArgNames({"MiB", "threads"})
    ->Args({2048, 1})
    ->Args({2048, 2})
    ->Args({256, 2})
    ->Args({32, 1})
    ->Args({32, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

std::vector<Posting> sorted_postings(std::size_t count) {
  const auto keys = tree_keys(count);
  std::vector<Posting> postings;
  for (std::size_t i = 0; i < keys.size(); ++i) postings.push_back({key_prefix(keys[i]), i});
  std::sort(postings.begin(), postings.end());
  return postings;
}

void BM_EncodeBlocks(benchmark::State& state) {
  const auto postings = sorted_postings(4'000'000);
  CountingSink sink;
  for (auto _ : state) {
    ludex::BlockEncoder encoder(0, postings.size(), sink);
    encoder.append(postings);
    encoder.finish();
  }
  count_postings(state, postings.size());
}
BENCHMARK(BM_EncodeBlocks)->Unit(benchmark::kMillisecond);

void BM_DecodeBlocks(benchmark::State& state) {
  auto store = store_of_segments(1);
  const auto segment = store.segments()[0];
  std::vector<Posting> postings;
  for (auto _ : state) {
    for (std::uint32_t block = 0; block < segment.block_count; ++block) {
      if (ludex::decode_block(store.block(segment, block), postings) != ludex::BlockFault::none) {
        state.SkipWithError("damaged block");
      }
      benchmark::DoNotOptimize(postings.data());
    }
  }
  count_postings(state, segment.postings);
}
BENCHMARK(BM_DecodeBlocks)->Unit(benchmark::kMillisecond);

// One exact position, blocks in memory: mostly checking and decoding half a block per segment.
void BM_FindPosition(benchmark::State& state) {
  auto store = store_of_segments(static_cast<std::size_t>(state.range(0)));
  const auto keys = tree_keys(4'000'000);
  std::size_t next = 0;
  std::size_t hits = 0;
  for (auto _ : state) {
    const PositionKey key = keys[next = (next + 1'234'577) % keys.size()];
    for (const auto& segment : store.segments()) {
      ludex::for_each_posting(store, segment, {key, key},
                              [&](const ludex::Posting&) { return ++hits % 64 != 0; });
    }
  }
  benchmark::DoNotOptimize(hits);
}
BENCHMARK(BM_FindPosition)->ArgName("segments")->Arg(1)->Arg(12)->Unit(benchmark::kMicrosecond);

void BM_MergeSegments(benchmark::State& state) {
  auto store = store_of_segments(static_cast<std::size_t>(state.range(0)));
  CountingSink sink;
  std::uint64_t postings = 0;
  for (auto _ : state) {
    postings = ludex::merge_segments(store, store.segments(), {}, sink).postings;
  }
  count_postings(state, postings);
}
BENCHMARK(BM_MergeSegments)->ArgName("segments")->Arg(4)->Arg(12)->Unit(benchmark::kMillisecond);

}  // namespace
