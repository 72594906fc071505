#pragma once

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_values.hpp"
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

/// Calls `visit` with each comment line of a game; those of moves taken back come last.
template <class Visit>
void visit_csa_comments(const CsaGame& game, const Visit& visit) {
  const auto visit_lines = [&](std::string_view comments) {
    for (TextLines lines(comments); !lines.at_end();) visit(lines.take());
  };
  visit_lines(game.start_comment);
  for (const CsaMove& move : game.moves) visit_lines(move.comment);
  visit_lines(game.end_comment);
  for (const CsaTakeBack& taken : game.take_backs) visit_lines(taken.comment);
}

/// True if a comment line of a game is "keyword:value", or differs from it only where the reader
/// sees no difference.
[[nodiscard]] inline bool has_csa_comment(const CsaGame& game, std::string_view keyword,
                                          std::string_view value) {
  const auto is_same = [&](std::string_view other) {
    if (keyword == "$NOTE") return csa_note_of(other) == csa_note_of(value);
    return other == value;
  };
  bool found = false;
  visit_csa_comments(game, [&](std::string_view line) {
    if (found || csa_keyword_of(line) != keyword) return;
    found = is_same(trimmed_text(line.substr(keyword.size() + 1)));
  });
  return found;
}

}  // namespace ludex
