#pragma once

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/text_lines.hpp"

#include <cstddef>
#include <string_view>

namespace ludex {

/// Calls `visit` with each comment line of a game, in the order of the record.
template <class Visit>
void visit_csa_comments(const CsaGame& game, const Visit& visit) {
  const auto visit_lines = [&](std::string_view comments) {
    for (TextLines lines(comments); !lines.at_end();) visit(lines.take());
  };
  visit_lines(game.start_comment);
  auto taken = game.take_backs.begin();
  for (std::size_t i = 0; i <= game.moves.size(); ++i) {
    for (; taken != game.take_backs.end() && taken->moves == i; ++taken) {
      visit_lines(taken->comment);
    }
    if (i < game.moves.size()) visit_lines(game.moves[i].comment);
  }
  visit_lines(game.end_comment);
}

/// The result of a game by the last summary of a server in its comments; without one, by its mark.
[[nodiscard]] inline GameResult result_of_csa_comments(const CsaGame& game,
                                                       const GameResult& of_end_mark) {
  constexpr std::string_view kSummary = "summary:";
  std::string_view last;
  visit_csa_comments(game, [&](std::string_view line) {
    if (line.starts_with(kSummary)) last = line.substr(kSummary.size());
  });
  const auto summary = parse_csa_summary(trimmed_text(last));
  const auto& seats = game.info.seats;
  return summary ? result_of_summary(*summary, seats[0].name, seats[1].name, of_end_mark)
                 : of_end_mark;
}

}  // namespace ludex
