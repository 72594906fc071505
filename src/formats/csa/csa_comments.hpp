#pragma once

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace ludex {

/// Counts the lines of a header by name, so that a comment between two lines of one name keeps its
/// place.
class CsaPlaces {
 public:
  /// The place before the next line, as CsaGame::comment_places has it. \param line  that line
  [[nodiscard]] std::string before(std::string_view line) const {
    const std::string_view place = csa_place_of(line);
    const auto found = passed_.find(place);
    return found == passed_.end() ? std::string(place) : fmt::format("{}:{}", place, found->second);
  }

  /// Counts a line. Only names and keywords have places of their own when they come again.
  void pass(std::string_view line) {
    if (line.front() == 'N' || line.front() == '$') ++passed_[csa_place_of(line)];
  }

 private:
  std::map<std::string_view, std::size_t> passed_;
};

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
