#include "formats/csa/csa_record_reader.hpp"

#include "formats/csa/csa_parser.hpp"
#include "formats/csa/csa_replay.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <string>
#include <utility>

namespace ludex {
namespace {

/// What an engine says of the position after its move: "** 123 +7776FU ...", from sente's side.
std::optional<double> find_evaluation(const std::string& comment) {
  constexpr std::string_view kMark = "** ";
  if (!comment.starts_with(kMark)) return std::nullopt;
  double value = 0;
  const char* const end = comment.data() + comment.size();
  const auto [rest, error] = std::from_chars(comment.data() + kMark.size(), end, value);
  const bool ends = rest == end || *rest == ' ' || *rest == '\n';
  return error == std::errc{} && ends ? std::optional(value) : std::nullopt;
}

void append_lines(const std::string& lines, std::string& text) {
  if (!text.empty() && !lines.empty()) text += '\n';
  text += lines;
}

}  // namespace

std::optional<Problem> CsaRecordReader::read(const RecordText& record) {
  CsaOptions options;
  options.context = record.context;
  options.form = record.form;
  options.charset = options_.charset;
  return parse_csa(record.text, options, game_);
}

void CsaRecordReader::compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) {
  compile_csa(game_, script, keys);
}

std::vector<MoveNote> CsaRecordReader::notes(std::size_t) {
  std::vector<MoveNote> notes;
  const std::vector<std::size_t> standing = standing_moves(game_);
  for (std::size_t ply = 1; ply <= standing.size(); ++ply) {
    const CsaMove& move = game_.moves[standing[ply - 1]];
    std::string comment = move.comment;
    if (ply == standing.size()) append_lines(game_.end_comment, comment);
    if (!move.seconds && comment.empty()) continue;
    MoveNote& note = notes.emplace_back();
    note.ply = static_cast<std::uint32_t>(ply);
    note.seconds_spent = move.seconds;
    note.value = find_evaluation(comment);
    note.comment = std::move(comment);
  }
  return notes;
}

std::vector<NodeComment> CsaRecordReader::comments(std::size_t) {
  std::vector<NodeComment> comments;
  visit_nodes([&](const Node& node) {
    if (!node.comment.empty()) comments.push_back({node.number, node.ply, {}, node.comment});
  });
  return comments;
}

std::vector<NodeMark> CsaRecordReader::marks(std::size_t) {
  std::vector<NodeMark> marks;
  visit_nodes([&](const Node& node) {
    if (!node.seconds) return;
    marks.push_back({node.number, node.ply, "T", {}, {}, fmt::format("{}", *node.seconds)});
  });
  return marks;
}

/// In the order of the record: what stands before the first move, the moves and what takes them
/// back, and the end mark.
void CsaRecordReader::visit_nodes(const std::function<void(const Node&)>& visit) {
  ReplayScript script;
  script.wants_node_plies = true;
  compile_csa(game_, script, nullptr);
  std::vector<std::size_t> standing;  // places of moves that are on the board
  std::uint32_t number = 0;
  const auto show = [&](const std::string& comment, std::optional<double> seconds) {
    const std::uint32_t ply = standing.empty() ? 0 : script.node_plies[standing.back()];
    visit({number++, ply == kNoPly ? std::nullopt : std::optional(ply), comment, seconds});
  };
  show(game_.start_comment, {});
  auto taken = game_.take_backs.begin();
  for (std::size_t move = 0; move < game_.moves.size(); ++move) {
    for (; taken != game_.take_backs.end() && taken->moves == move; ++taken) {
      standing.resize(taken->standing);
      show(taken->comment, taken->seconds);
    }
    standing.push_back(move);
    show(game_.moves[move].comment, game_.moves[move].seconds);
  }
  for (; taken != game_.take_backs.end(); ++taken) show(taken->comment, taken->seconds);
  show(game_.end_comment, game_.end_seconds);
}

}  // namespace ludex
