#pragma once

#include "formats/game_info.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_text.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace ludex {

/// Fills a GameInfo from the nodes of one game that hold root properties and game info. What stands
/// twice counts where it stands first.
/// \param record  where offsets count from
/// \param below   nodes below the root that hold game info
void read_sgf_info(const SgfTree& tree, std::string_view record, SgfTextReader& reader,
                   std::span<const std::uint32_t> below, GameInfo& info);

/// GGF, the Generic Game Format of the Othello server GGS: looks like SGF, but GM is a word, all
/// moves stand in one node, and RE is Black's margin.
[[nodiscard]] bool is_ggf(const SgfTree& tree);

/// RE of GGF: "+12.000", "-64.000:t", "+0.000"; ":r" resigned, ":t" out of time. Others as in SGF.
[[nodiscard]] GameResult parse_ggf_result(std::string_view utf8);

/// Reads GGF's BO, RB, RW, TI, TB and TW: board size, ratings, time limit, clocks.
void read_ggf_info(const SgfTree& tree, SgfTextReader& reader, GameInfo& info);

/// BoardSpace's files name players `P0[id "DrMih"]`, say who has won in a sentence of any language,
/// which names the winner, and give times of moves as TM. Does nothing for other trees.
void read_board_space_info(const SgfTree& tree, SgfTextReader& reader, GameInfo& info);

}  // namespace ludex
