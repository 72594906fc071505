#pragma once

#include "formats/record_sink.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "ludex/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex {

/// What one record may hold before it is rejected. With the defaults a tree takes at most some
/// 220 MB, and the deepest nesting 12 MB more.
struct SgfLimits {
  std::size_t max_nesting = 1'000'000;  // open parentheses
  std::size_t max_nodes = 1'000'000;
  std::size_t max_values = 4'000'000;  // and as many properties
  std::size_t max_problems = 100;      // further ones are counted only

  /// Lower ones where there is little memory, so that a tree takes at most a third of it: 262,144
  /// nodes and as many values with 64 MiB. The defaults from 1 GiB on.
  [[nodiscard]] static SgfLimits within(std::uint64_t memory_bytes);
};

/// Reads one record into `tree`, which is cleared first.
///
/// Takes FF[1] to FF[4], and what is found in the wild: a missing ";", empty nodes, stray text,
/// properties without value (dropped), FF[3] names, digits in identifiers, an open end. A property
/// that stands twice in a node: its values are joined, in their order (an unknown one is compared
/// with the first 64 properties of its node). Each becomes a Problem. Where a "]" stands loose or a
/// backslash protects nothing, and the record says that it comes from Little Golem, "]" ends a
/// value only before `[ ; ( )`, an identifier with "[" or the end.
///
/// \param form  as the splitter found it; UTF-16 is copied as UTF-8 into the tree
/// \returns     why the record gave nothing: no_node, nesting_too_deep, too_many_nodes,
///              record_too_large (4 GiB). The tree then holds what came before.
/// \pre         `record` outlives the views in `tree`.
/// Cost: one pass, no recursion; allocates only while the tree's arrays grow.
[[nodiscard]] std::optional<Problem> parse_sgf(std::string_view record, TextForm form,
                                               SgfTree& tree, const SgfLimits& limits = {});

}  // namespace ludex
