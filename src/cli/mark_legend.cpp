#include "cli/mark_legend.hpp"

#include "cli/text_width.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace ludex::cli {
namespace {

constexpr std::size_t kTerminal = 80;
constexpr std::size_t kIndent = 3;  // of the lines that go on

/// Joins words to lines; a word that is too long for one is cut.
std::string wrapped(const std::vector<std::string>& words) {
  std::string text;
  std::size_t column = 0;
  for (const std::string& word : words) {
    const std::string shown = shortened(word, kTerminal - kIndent);
    const std::size_t width = display_width(shown);
    if (column > 0 && column + 1 + width > kTerminal) {
      text += '\n';
      text.append(kIndent - 1, ' ');
      column = kIndent - 1;
    }
    if (column > 0) text += ' ';
    text += shown;
    column += width + (column > 0 ? 1 : 0);
  }
  return text + '\n';
}

std::string meanings(const std::vector<MarkLayout::Symbol>& symbols) {
  std::vector<std::string> words;
  for (const auto& [symbol, ident, meaning] : symbols) {
    const bool is_last = words.size() + 1 == symbols.size();
    const std::string name = ident.empty() ? "" : fmt::format(" ({})", ident);
    words.push_back(fmt::format("{} {}{}{}", symbol, meaning, name, is_last ? "" : ","));
  }
  return words.empty() ? "" : wrapped(words);
}

/// "D4", "D4-F6", "D4 a label", "12".
std::string mark_text(const NodeMark& mark, const Position& position) {
  const GameRules& rules = *find_rules(position.game);
  std::string text;
  if (mark.points) {
    const int point = mark.points->top * position.size.width + mark.points->left;
    text = rules.diagram_point(static_cast<Point>(point), position.size);
  }
  if (mark.to_point) text += '-' + rules.diagram_point(*mark.to_point, position.size);
  if (!mark.text.empty()) text += (text.empty() ? "" : " ") + printable(mark.text);
  return text;
}

/// Points on one line, texts on a line each.
std::string list_of(const ListedMarks& listed, const Position& position) {
  std::string lines;
  std::vector<std::string> points;
  for (const NodeMark& mark : listed.marks) {
    const std::string text = mark_text(mark, position);
    if (text.empty()) {
      lines += std::string(listed.ident) + '\n';
    } else if (mark.text.empty()) {
      points.push_back(text);
    } else {
      lines += wrapped({std::string(listed.ident), text});
    }
  }
  const std::size_t left_out = listed.count - listed.marks.size();
  if (left_out > 0) points.push_back(fmt::format("and {} more", left_out));
  if (points.empty()) return lines;
  points.insert(points.begin(), std::string(listed.ident));
  return lines + wrapped(points);
}

}  // namespace

std::string mark_legend(const MarkLayout& layout, const Position& position) {
  std::string text = meanings(layout.symbols);
  for (const ListedMarks& listed : layout.listed) text += list_of(listed, position);
  return text;
}

}  // namespace ludex::cli
