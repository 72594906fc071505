#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ludex {

/// Keeps chunks of facts for those who read them again: the first `most_kept` stay, and of the
/// others the last one. A reference is valid until the next call.
template <class Chunk>
class KeptChunks {
 public:
  explicit KeptChunks(std::size_t most_kept) : most_kept_(most_kept) {}

  /// \param read  called unless there is one of this number, with a new Chunk or an earlier one
  template <class Read>
  [[nodiscard]] const Chunk& find_or_read(std::int64_t number, const Read& read) {
    if (const auto known = kept_.find(number); known != kept_.end()) return *known->second;
    if (number == spare_number_) return spare_;
    if (kept_.size() < most_kept_) {
      auto chunk = std::make_unique<Chunk>();
      read(*chunk);
      return *kept_.emplace(number, std::move(chunk)).first->second;
    }
    spare_number_ = -1;
    read(spare_);
    spare_number_ = number;
    return spare_;
  }

 private:
  std::size_t most_kept_;
  std::unordered_map<std::int64_t, std::unique_ptr<const Chunk>> kept_;
  std::int64_t spare_number_ = -1;
  Chunk spare_{};
};

}  // namespace ludex
