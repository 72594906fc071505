#include "replay/csa_record_reader.hpp"

#include "ludex/parse/csa_parser.hpp"
#include "ludex/replay/csa_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<NodeComment> CsaRecordReader::comments(std::size_t index) {
  ReplayScript script;
  compile(index, script, nullptr);
  std::vector<NodeComment> comments;
  const auto add = [&](std::size_t node, const std::string& text) {
    if (text.empty()) return;
    NodeComment& comment = comments.emplace_back();
    comment.node = static_cast<std::uint32_t>(node);
    comment.ply = ply_of(node, script);
    comment.comment = text;
  };
  add(0, game_.start_comment);
  for (std::size_t i = 0; i < game_.moves.size(); ++i) add(i + 1, game_.moves[i].comment);
  return comments;
}

std::vector<NodeMark> CsaRecordReader::marks(std::size_t index) {
  ReplayScript script;
  compile(index, script, nullptr);
  std::vector<NodeMark> marks;
  const auto add = [&](std::size_t node, const std::optional<double>& seconds) {
    if (!seconds) return;
    NodeMark& mark = marks.emplace_back();
    mark.node = static_cast<std::uint32_t>(node);
    mark.ply = ply_of(node, script);
    mark.ident = "T";
    mark.text = fmt::format("{}", *seconds);
  };
  for (std::size_t i = 0; i < game_.moves.size(); ++i) add(i + 1, game_.moves[i].seconds);
  add(game_.moves.size() + 1, game_.end_seconds);
  return marks;
}

/// The end mark leads to no other position than the last move.
std::optional<std::uint32_t> CsaRecordReader::ply_of(std::size_t node,
                                                     const ReplayScript& script) const {
  const std::size_t ply = std::min(node, game_.moves.size());
  if (ply >= script.main_positions) return std::nullopt;
  return static_cast<std::uint32_t>(ply);
}

}  // namespace ludex
