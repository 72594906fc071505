#pragma once

#include "core/little_endian.hpp"
#include "core/refused_database.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// A set of row ids as bits: 128 KiB for a million games.
class IdSet {
 public:
  IdSet() = default;

  /// Room for the ids below `end`: a set that grows to it is not copied on the way.
  void reserve(std::int64_t end) { words_.reserve(static_cast<std::size_t>(end) / 64 + 1); }
  /// Grows as needed. \throws DatabaseError for an id that no database has: memory stays bounded.
  void insert(std::int64_t id) {
    if (id < 0 || id >= kMostMembers) refuse_id(id);
    const std::size_t word = static_cast<std::size_t>(id) / 64;
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= bit(id);
  }
  /// Inserts first + i for each mark i that is 1.
  /// \pre marks are 0 or 1, a multiple of eight of them; first >= 0
  void insert_marked(std::span<const std::uint8_t> marks, std::int64_t first) {
    constexpr std::uint64_t kGather = 0x0102'0408'1020'4080;  // bit 8 * i to bit 56 + i
    const auto* const bytes = reinterpret_cast<const char*>(marks.data());
    for (std::size_t i = 0; i < marks.size(); i += 64) {
      std::uint64_t word = 0;
      for (std::size_t k = i; k < std::min(i + 64, marks.size()); k += 8) {
        word |= load_little<std::uint64_t>(bytes + k) * kGather >> 56 << (k - i);
      }
      if (word != 0) insert_word(word, first + static_cast<std::int64_t>(i));
    }
  }
  /// Inserts `count` ids from `first` on. \pre first >= 0. Cost: a step for each 64 of them.
  void insert_range(std::int64_t first, std::int64_t count) {
    const std::int64_t end = first + count;
    if (count > 0) insert(end - 1);
    for (std::int64_t id = first; id < end;) {
      const std::int64_t next = std::min((id / 64 + 1) * 64, end);
      words_[static_cast<std::size_t>(id) / 64] |= ~std::uint64_t{0} >> (64 - (next - id))
                                                                            << (id % 64);
      id = next;
    }
  }
  void erase(std::int64_t id) {
    if (contains(id)) words_[static_cast<std::size_t>(id) / 64] &= ~bit(id);
  }
  [[nodiscard]] bool contains(std::int64_t id) const {
    const std::size_t word = static_cast<std::size_t>(id) / 64;
    return word < words_.size() && (words_[word] & bit(id)) != 0;
  }
  [[nodiscard]] bool empty() const { return next(0) < 0; }
  [[nodiscard]] std::int64_t count() const {
    std::int64_t sum = 0;
    for (const std::uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }

  /// The smallest member that is not below `id`; -1 if there is none. \pre id >= 0
  [[nodiscard]] std::int64_t next(std::int64_t id) const {
    std::size_t word = static_cast<std::size_t>(id) / 64;
    if (word >= words_.size()) return -1;
    std::uint64_t rest = words_[word] & (~std::uint64_t{0} << (id % 64));
    while (rest == 0) {
      if (++word == words_.size()) return -1;
      rest = words_[word];
    }
    return static_cast<std::int64_t>(word) * 64 + std::countr_zero(rest);
  }

  IdSet& operator&=(const IdSet& other) {
    words_.resize(std::min(words_.size(), other.words_.size()));
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  IdSet& operator|=(const IdSet& other) {
    words_.resize(std::max(words_.size(), other.words_.size()));
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }

  /// Bit i of word w stands for id 64 * w + i.
  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_; }
  /// All members, ascending.
  [[nodiscard]] std::vector<std::int64_t> members() const {
    std::vector<std::int64_t> ids;
    ids.reserve(static_cast<std::size_t>(count()));
    for (std::int64_t id = next(0); id >= 0; id = next(id + 1)) ids.push_back(id);
    return ids;
  }

 private:
  static constexpr std::int64_t kMostMembers = std::int64_t{1} << 30;  // 128 MiB
  [[noreturn]] static void refuse_id(std::int64_t id) {
    refuse_database("the id " + std::to_string(id) + " is out of range");
  }

  /// Inserts first + i for each bit i of a word that is not 0.
  void insert_word(std::uint64_t bits, std::int64_t first) {
    insert(first + 63 - std::countl_zero(bits));
    const std::size_t word = static_cast<std::size_t>(first) / 64;
    const int shift = static_cast<int>(first % 64);
    words_[word] |= bits << shift;
    if (shift > 0 && word + 1 < words_.size()) words_[word + 1] |= bits >> (64 - shift);
  }
  static std::uint64_t bit(std::int64_t id) { return std::uint64_t{1} << (id % 64); }

  std::vector<std::uint64_t> words_;
};

}  // namespace ludex
