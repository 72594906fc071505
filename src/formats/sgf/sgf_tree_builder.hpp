#pragma once

#include "formats/sgf/sgf_parser.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// Fills an SgfTree: links nodes, joins properties that stand twice in a node, minds the limits.
class SgfTreeBuilder {
 public:
  SgfTreeBuilder(SgfTree& tree, const SgfLimits& limits) : tree_(tree), limits_(limits) {
    tree_.open_branches.clear();
  }

  /// False once a limit is passed; so are the other bools.
  bool open_node(std::size_t at);
  void open_branch(std::size_t at);
  void close_branch(std::size_t at);

  /// Opens a node first where none is open (a missing ";").
  bool open_property(std::string_view ident, std::size_t at);
  bool add_value(std::string_view value, std::size_t at);
  /// Of a node just opened that will get no other.
  void add_only_property(SgfId id, std::string_view ident, std::string_view value);

  void note(ProblemKind kind, std::size_t at, std::string_view message = {});
  void note_lower_case(std::size_t at);
  [[nodiscard]] bool rejected() const { return reject_.has_value(); }
  std::optional<Problem> finish(std::size_t at);

 private:
  static constexpr std::size_t kKnownIds = 128;
  static constexpr std::uint32_t kComparedProperties = 64;  // with an unknown one
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  struct Seen {
    std::uint32_t node = 0;  // index + 1
    std::uint32_t property = 0;
  };
  struct Duplicate {
    std::uint32_t property;
    std::uint32_t first;  // the property of the same name before it
  };

  void stay_below_root(std::size_t at);
  bool reject(ProblemKind kind, std::size_t at, std::string message = {});
  bool reject_too_many(std::size_t limit, std::size_t usual, std::string_view what, std::size_t at);
  [[nodiscard]] std::optional<std::uint32_t> find_in_node(SgfId id, std::string_view ident);
  [[nodiscard]] std::optional<std::uint32_t> find_unknown(std::string_view ident) const;
  void close_node() {
    if (!duplicates_.empty()) join_duplicates();
  }
  void join_duplicates();

  SgfTree& tree_;
  const SgfLimits& limits_;
  std::optional<Problem> reject_;
  std::int32_t current_ = kNone;     // node
  std::int32_t last_child_ = kNone;  // of the current node
  std::int32_t last_below_root_ = kNone;
  bool node_open_ = false;
  bool branch_is_empty_ = false;   // a "(" was the last, and no node
  bool behind_variation_ = false;  // a ")" was, and the sequence around it ought to end
  std::size_t lower_case_at_ = kNowhere;
  std::array<Seen, kKnownIds> seen_{};
  std::vector<Duplicate> duplicates_;  // of the current node
};

}  // namespace ludex
