#pragma once

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_info_reader.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/csa/csa_values.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

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

/// "keyword:value" as the reader understands it.
[[nodiscard]] inline std::string csa_said(std::string_view keyword, std::string_view value) {
  return fmt::format("{}:{}", keyword, keyword == "$NOTE" ? csa_note_of(value) : value);
}

/// What the comments of a game say with a keyword that the reader knows, "keyword:value". A line
/// that says the same is written as that comment. The game must outlive it; comments that it gets
/// later are not seen.
class CsaCommentKeywords {
 public:
  explicit CsaCommentKeywords(const CsaGame& game) : game_(game) {}

  /// True if a comment line is "keyword:value", or differs from it only where the reader sees no
  /// difference. Cost: the first call reads all comments.
  [[nodiscard]] bool contain(std::string_view keyword, std::string_view value) {
    return count(csa_said(keyword, value)) > 0;
  }
  /// How many comment lines say so. \param said  by csa_said()
  [[nodiscard]] std::int64_t count(const std::string& said) {
    if (!said_) read();
    const auto found = said_->find(said);
    return found == said_->end() ? 0 : found->second;
  }

 private:
  void read() {
    said_.emplace();
    visit_csa_comments(game_, [&](std::string_view comment) {
      if (!CsaInfoReader::is_server_comment(comment)) return;
      const std::string_view keyword = csa_keyword_of(comment);
      ++(*said_)[csa_said(keyword, trimmed_text(comment.substr(keyword.size() + 1)))];
    });
  }

  const CsaGame& game_;
  std::optional<std::unordered_map<std::string, std::int64_t>> said_;
};

}  // namespace ludex
