#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ludex {

/// Numbers rows by the codes of their keys, in the order in which they first come.
class StatsRowNumbers {
 public:
  explicit StatsRowNumbers(std::size_t keys) : levels_(keys) {}

  /// The row of these codes. \pre codes.size() == keys
  [[nodiscard]] std::size_t number_of(std::span<const std::int64_t> codes);
  /// How many rows there are.
  [[nodiscard]] std::size_t count() const { return levels_.back().nodes.size(); }
  /// The codes of a row.
  [[nodiscard]] std::vector<std::int64_t> codes_of(std::size_t row) const;

 private:
  /// A beginning of the codes: that of the level before, and one more.
  struct Node {
    std::uint64_t parent;
    std::int64_t code;
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Hash {
    std::size_t operator()(const Node& node) const {
      constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
      const std::uint64_t mixed =
          (static_cast<std::uint64_t>(node.code) + node.parent * kOdd) * kOdd;
      return static_cast<std::size_t>(mixed ^ mixed >> 32);
    }
  };
  struct Level {
    std::unordered_map<Node, std::uint64_t, Hash> numbers;
    std::vector<Node> nodes;
  };
  std::vector<Level> levels_;
};

}  // namespace ludex
