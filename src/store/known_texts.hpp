#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Ids of texts of several kinds. All in two pieces of memory: one cache line is read for a text
/// that is not there, two for one that is.
class KnownTexts {
 public:
  /// \returns 0 for a text that is not known
  [[nodiscard]] std::int64_t find(int kind, std::string_view text) const;
  /// \pre the text is not known, and `id` is not 0
  void add(int kind, std::string_view text, std::int64_t id);
  void clear();
  /// What is held: of texts, and of places for them.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    std::uint64_t hash;   // of kind and text
    std::int64_t id;      // 0: free
    std::uint64_t begin;  // in texts_
    std::uint32_t size;
    std::int32_t kind;
  };
  void put(const Entry& entry);
  void grow();

  std::vector<Entry> entries_;  // a power of two; from the hash's place on to the next free one
  std::size_t used_ = 0;        // at most half
  std::string texts_;
};

}  // namespace ludex
