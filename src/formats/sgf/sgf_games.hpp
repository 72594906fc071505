#pragma once

#include "formats/charset/charset.hpp"
#include "formats/record_sink.hpp"
#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

struct ExtractOptions {
  std::optional<Charset> charset;  ///< read every text in this one, whatever is declared
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

}  // namespace ludex
