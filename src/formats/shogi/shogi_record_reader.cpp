#include "formats/shogi/shogi_record_reader.hpp"

#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace ludex {
namespace {

/// Calls `visit` with each line.
template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Lines of engines: `**`, and `*#評価値=`.
bool is_spoken_line(std::string_view line) {
  return !line.empty() && line.front() != '*' && line.front() != '#';
}

/// What an engine says of the position, in its own unit: "**... 評価値 123 ...", "#評価値=-500".
std::optional<double> evaluation_in(std::string_view comment) {
  constexpr std::string_view kWord = "評価値";
  std::optional<double> found;
  for_each_line(comment, [&](std::string_view line) {
    const auto at = is_spoken_line(line) ? line.npos : line.find(kWord);
    if (found || at == line.npos) return;
    std::string_view text = line.substr(at + kWord.size());
    while (!text.empty() && (text.front() == ' ' || text.front() == '=')) text.remove_prefix(1);
    if (text.starts_with("+")) text.remove_prefix(1);
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{}) found = value;
  });
  return found;
}

void append_spoken_lines(std::string_view comment, std::string& text) {
  for_each_line(comment, [&](std::string_view line) {
    if (is_spoken_line(line)) join_line(text, line);
  });
}

}  // namespace

std::vector<std::optional<std::uint32_t>> ShogiRecordReader::plies(std::uint32_t& main_positions) {
  ReplayScript script;
  script.wants_node_plies = true;
  compile_shogi(game_, script, nullptr);
  main_positions = script.main_positions;
  std::vector<std::optional<std::uint32_t>> plies(game_.nodes.size());
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const ShogiNode& node = game_.nodes[i];
    if (node.is_end) {
      plies[i] = node.parent < 0 ? std::optional(0U) : plies[static_cast<std::size_t>(node.parent)];
    } else if (script.node_plies[i] != kNoPly) {
      plies[i] = script.node_plies[i];
    }
  }
  return plies;
}

std::vector<MoveNote> ShogiRecordReader::notes(std::size_t) {
  std::uint32_t main_positions = 0;
  const auto plies_of = plies(main_positions);
  std::vector<MoveNote> notes;
  for (std::size_t i = 0; i < plies_of.size(); ++i) {
    const ShogiNode& node = game_.nodes[i];
    const bool says = node.seconds || !node.comment.empty() || !node.bookmark.empty();
    if (!says || plies_of[i].value_or(0) == 0 || *plies_of[i] >= main_positions) continue;
    if (notes.empty() || notes.back().ply != *plies_of[i]) notes.emplace_back().ply = *plies_of[i];
    MoveNote& note = notes.back();
    if (!node.is_end) note.seconds_spent = node.seconds;
    if (!note.value) note.value = evaluation_in(node.comment);
    join_line(note.comment, node.comment);
    join_line(note.name, node.bookmark);
  }
  std::erase_if(notes, [](const MoveNote& note) {
    return !note.seconds_spent && note.comment.empty() && note.name.empty();
  });
  return notes;
}

std::vector<NodeComment> ShogiRecordReader::comments(std::size_t) {
  std::uint32_t main_positions = 0;
  const auto plies_of = plies(main_positions);
  std::vector<NodeComment> comments;
  const auto add = [&](std::size_t number, std::optional<std::uint32_t> ply,
                       const std::string& name, const std::string& comment) {
    if (name.empty() && comment.empty()) return;
    comments.push_back({static_cast<std::uint32_t>(number), ply, name, comment});
  };
  add(0, 0, game_.start_bookmark, game_.start_comment);
  for (std::size_t i = 0; i < plies_of.size(); ++i) {
    add(i + 1, plies_of[i], game_.nodes[i].bookmark, game_.nodes[i].comment);
  }
  return comments;
}

void ShogiRecordReader::append_node_text(std::size_t, std::string& text) {
  join_line(text, game_.start_bookmark);
  for (const ShogiNode& node : game_.nodes) {
    append_spoken_lines(node.comment, text);
    join_line(text, node.bookmark);
  }
}

std::vector<NodeMark> ShogiRecordReader::marks(std::size_t) {
  std::uint32_t main_positions = 0;
  const auto plies_of = plies(main_positions);
  std::vector<NodeMark> marks;
  for (std::size_t i = 0; i < plies_of.size(); ++i) {
    const auto& seconds = game_.nodes[i].seconds;
    if (!seconds) continue;
    marks.push_back(
        {static_cast<std::uint32_t>(i + 1), plies_of[i], "T", {}, {}, fmt::format("{}", *seconds)});
  }
  return marks;
}

}  // namespace ludex
