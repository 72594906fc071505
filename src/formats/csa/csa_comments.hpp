#pragma once

#include "formats/csa/csa.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <string_view>

namespace ludex {

/// Calls `visit` with each comment line of a game, without blanks around it; those of moves taken
/// back come last.
template <class Visit>
void visit_csa_comments(const CsaGame& game, const Visit& visit) {
  const auto visit_lines = [&](std::string_view comments) {
    for (TextLines lines(comments); !lines.at_end();) visit(trimmed_text(lines.take()));
  };
  visit_lines(game.start_comment);
  for (const CsaMove& move : game.moves) visit_lines(move.comment);
  visit_lines(game.end_comment);
  for (const CsaTakeBack& taken : game.take_backs) visit_lines(taken.comment);
}

/// True if a game has this comment line.
[[nodiscard]] inline bool has_csa_comment(const CsaGame& game, std::string_view wanted) {
  bool found = false;
  visit_csa_comments(game, [&](std::string_view line) { found = found || line == wanted; });
  return found;
}

}  // namespace ludex
