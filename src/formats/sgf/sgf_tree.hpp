#pragma once

#include "formats/sgf/sgf_property.hpp"
#include "ludex/problem.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What a backslash protects.
enum class SgfEscapes : std::uint8_t {
  any = 0,            ///< FF[4]: any character, a line break vanishes
  brackets_only = 1,  ///< Kierulf: "\\]" and "\\\\" only; any other backslash is data
};

/// One property of a node: its identifier and the slice of SgfTree::values that it owns.
struct SgfProperty {
  SgfId id = SgfId::unknown;  ///< FF[3] long names are already folded: `GaMe` has SgfId::GM
  std::string_view ident;     ///< as written, a view into the record's text; of a record in lower
                              ///< case the name it stands for
  std::uint32_t first_value = 0;
  std::uint32_t value_count = 0;
};

/// One node. Nodes stand in file order; the root is node 0; a child's index is above its parent's.
struct SgfNode {
  std::uint32_t first_property = 0;
  std::uint32_t property_count = 0;
  std::int32_t parent = -1;        ///< -1: the root
  std::int32_t first_child = -1;   ///< main line
  std::int32_t next_sibling = -1;  ///< the next variation
  std::uint32_t offset_bytes = 0;  ///< of its ";" in the record; for UTF-16 in its UTF-8 copy
};

/// A game tree as written, in flat arrays that are reused from record to record: parsing allocates
/// only until the largest record has been seen. Views point into the record's text (or, for UTF-16,
/// into a transcoded copy that the tree owns).
struct SgfTree {
  std::vector<SgfNode> nodes;
  std::vector<SgfProperty> properties;
  std::vector<std::string_view>
      values;  ///< raw: between "[" and "]", escapes and charset untouched
  std::vector<Problem> problems;
  std::uint64_t problems_left_out = 0;  ///< over SgfLimits::max_problems
  int ff = 1;                           ///< FF as declared; 1 where it is missing (FF[1] had none)
  bool ff_declared = false;
  SgfEscapes escapes =
      SgfEscapes::any;        ///< brackets_only where FF[1] is written, and for Little Golem
  bool little_golem = false;  ///< values were closed by the rule that repairs its unescaped "]"
  struct OpenBranch {
    std::int32_t node;       // that the branch starts from
    std::int32_t top_child;  // the last child it has got
  };
  std::vector<OpenBranch> open_branches;  ///< the parser's stack, kept for its memory
  std::string utf8_copy;                  ///< of a UTF-16 record

  void clear() {
    nodes.clear();
    properties.clear();
    values.clear();
    problems.clear();
    problems_left_out = 0;
    ff = 1;
    ff_declared = false;
    escapes = SgfEscapes::any;
    little_golem = false;
  }
  [[nodiscard]] std::span<const SgfProperty> properties_of(const SgfNode& node) const {
    return std::span(properties).subspan(node.first_property, node.property_count);
  }
  [[nodiscard]] std::span<const std::string_view> values_of(const SgfProperty& property) const {
    return std::span(values).subspan(property.first_value, property.value_count);
  }
  /// The value of a property that has one: the first that is not blank, else the first. A view into
  /// the record, but empty and nowhere if there is none.
  [[nodiscard]] std::string_view value_of(const SgfProperty& property) const {
    for (const std::string_view value : values_of(property)) {
      if (value.find_first_not_of(" \t\r\n") != std::string_view::npos) return value;
    }
    return property.value_count == 0 ? std::string_view{} : values[property.first_value];
  }
};

}  // namespace ludex
