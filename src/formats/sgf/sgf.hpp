#pragma once

#include "formats/charset/charset.hpp"
#include "formats/game_info.hpp"
#include "formats/record_reader.hpp"
#include "formats/sgf/sgf_property.hpp"
#include "formats/splitter.hpp"
#include "ludex/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Which characters a backslash escapes.
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
      SgfEscapes::any;           ///< brackets_only where FF[1] is written, and for Little Golem
  bool little_golem = false;     ///< values were closed by the rule that repairs its unescaped "]"
  bool is_one_line = true;       ///< each node is the only child of the one before
  bool only_moves_below = true;  ///< each node below the root is one plain move, or empty
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
    is_one_line = only_moves_below = true;
  }
  /// True if two points of a VW are corners of a rectangle: before FF[4].
  [[nodiscard]] bool has_corner_views() const { return ff < 4; }
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

/// One game of a tree: its game info, and its nodes in the order of plies. A tree with game info on
/// several paths gives several games, each with the shared beginning.
struct SgfGame {
  GameInfo info;
  std::vector<std::uint32_t>
      nodes;  ///< indexes into SgfTree::nodes: main line, then variations in file order
  std::uint32_t main_nodes = 0;  ///< the first main_nodes of `nodes` are the main line
};

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

struct ExtractOptions {
  std::optional<Charset> charset;  ///< overrides the declared charset
};

/// The games of a tree: one, or one for each path on which a game names itself (PB, PW, EV, ...),
/// where the root names no player. Root properties count at the root only; game info counts at the
/// root, and on the game's main line, which runs through the node that names the game and then
/// through first children. What is said twice counts where it stands first. Nodes of branches that
/// belong to no game are variations of the first. Every value stays: as a column, or in
/// GameInfo::properties where no column prints it as written. What is not understood becomes a
/// Problem at its offset in `record`. `unclosed` is the caller's. \param tree    has a root; its
/// views point into `record`, or for UTF-16 into its own copy in UTF-8. \param record  the bytes of
/// the record. \param out     filled anew; its vectors are reused. Cost: about 2 microseconds for a
/// game of 15 root properties and 220 nodes.
void extract_sgf_games(const SgfTree& tree, std::string_view record, TextForm form,
                       const ExtractOptions& options, std::vector<SgfGame>& out);

/// Which game GM names: a number, or a name in words. A missing GM means Go, as in all versions of
/// the format, and so does one that is neither number nor word (GM[5.5] in old files). What else
/// tells the game is weighed by extract_sgf_games().
/// \param declared  GM as written.
[[nodiscard]] GameType find_game_type(const std::optional<std::string>& declared);

/// Turns the raw bytes of a value into UTF-8; escapes are left as they are.
using SgfDecoder = std::function<std::string(std::string_view raw)>;

/// Writes a tree as FF[4] in UTF-8, all properties and branches, ending with ")\n".
///
/// FF[4] and CA[UTF-8] are set; FF stays away where none is declared and a TM names no unit, since
/// FF[4] would make it seconds. FF[3] names become FF[4] ones. Where FF[4] says the same in another
/// way, what it dropped is brought up to date: M is MA, L is LB with A, B, C ..., KI (half points)
/// is KM, two corners in a VW are a rectangle, a TM of FF[1], in minutes, is in seconds.
/// Everything else is kept as it is, known or not.
/// Parsing what was written gives the same nodes, properties and values, except for these.
/// No recursion. Cost: one pass and one decoder call a value.
[[nodiscard]] std::string write_sgf(const SgfTree& tree, const SgfDecoder& decode);

/// Writes a record in UTF-8 as write_sgf() does, so that writing it again changes nothing.
[[nodiscard]] std::optional<Problem> rewrite_sgf(std::string_view utf8, std::string& out);

[[nodiscard]] std::unique_ptr<RecordReader> make_sgf_reader(const ReadOptions& options);

}  // namespace ludex
