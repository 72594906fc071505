#pragma once

#include "formats/sgf/sgf.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace ludex {

inline std::vector<SgfGame> games_of(std::string_view record, const ExtractOptions& options = {},
                                     TextForm form = TextForm::bytes) {
  SgfTree tree;
  EXPECT_FALSE(parse_sgf(record, form, tree));
  std::vector<SgfGame> games;
  extract_sgf_games(tree, record, form, options, games);
  return games;
}

/// Of a record that holds one game.
inline GameInfo info_of(std::string_view record, const ExtractOptions& options = {},
                        TextForm form = TextForm::bytes) {
  const auto games = games_of(record, options, form);
  EXPECT_EQ(games.size(), 1u);
  return games.empty() ? GameInfo{} : games.front().info;
}

}  // namespace ludex
