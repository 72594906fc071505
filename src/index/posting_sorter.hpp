#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "core/position_key.hpp"
#include "index/block_store.hpp"
#include "index/hot_postings.hpp"

namespace ludex {

struct PostingSorterOptions {
  std::size_t memory_bytes = std::size_t{1} << 30;  ///< held at most, about; 8 MiB or more
  std::filesystem::path spill_prefix;  ///< usually the database: spills go to `<prefix>-spill-N`
};

/// Sorts any number of postings by key and hands them out as packed blocks.
/// Keys are gathered into runs. A full run is divided by the top ten bits of its keys and kept in
/// memory, or goes to a temporary file; that loses its name as soon as it is open, and so is gone
/// when the process is. finish() takes bucket by bucket from all runs, sorts and packs it, on all
/// threads of the current TBB arena. The blocks depend on the postings only: not on memory, runs or
/// threads. Cost on one core: some 2 ns a posting to add, 5 to divide, 15 to sort and pack; a
/// spilled posting takes 8 bytes of disk. A bucket (a thousandth of the postings) that outgrows its
/// share of the memory is read several times. Beside `memory_bytes` each run needs 4 KiB: 8 MiB for
/// 2 * 10^9 postings with 256 MiB.
class PostingSorter {
 public:
  explicit PostingSorter(PostingSorterOptions options);
  ~PostingSorter();

  /// The positions of one game, or of a part of it: keys[i] has the number first_number + i.
  /// Numbers ascend from call to call; gaps are allowed.
  /// \throws Error if the spill file cannot be made or written (disk full).
  void add(std::uint64_t first_number, std::span<const PositionKey> keys);

  [[nodiscard]] std::uint64_t postings() const;

  /// Gives all blocks to `sink`, in order, from one thread at a time; an error of the sink is
  /// passed on. The sorter is empty afterwards, ready for the next segment.
  /// \param hot  if not null: receives the postings of all keys with at least kHotPostings; nothing
  ///             if they need more than a quarter of the memory, or if some are read in slices
  /// \returns what the sink got; `id` is left to the store. No postings: no blocks.
  SegmentInfo finish(BlockSink& sink, std::optional<HotPostings>* hot = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Deletes `<prefix>-spill-N` files. One stays only if its process is killed right after creating
/// it. \returns how many. Call it as the only writer of the database.
std::size_t remove_leftover_spills(const std::filesystem::path& prefix);

}  // namespace ludex
