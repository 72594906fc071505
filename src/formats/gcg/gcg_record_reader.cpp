#include "formats/gcg/gcg_record_reader.hpp"

#include "formats/gcg/gcg_parser.hpp"
#include "formats/gcg/gcg_replay.hpp"

namespace ludex {
namespace {

bool is_move(GcgEventKind kind) {
  return kind == GcgEventKind::play || kind == GcgEventKind::pass ||
         kind == GcgEventKind::exchange || kind == GcgEventKind::withdrawal;
}

}  // namespace

std::optional<Problem> GcgRecordReader::read(const RecordText& record) {
  GcgOptions options;
  options.form = record.form;
  options.charset = options_.charset;
  auto reject = parse_gcg(record.text, options, game_);
  if (!reject) game_.info.size = gcg_board_size(game_);
  return reject;
}

void GcgRecordReader::compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) {
  compile_gcg(game_, script, keys);
}

std::vector<MoveNote> GcgRecordReader::notes(std::size_t) {
  std::vector<MoveNote> notes;
  std::uint32_t move = 0;  // ply of the last one
  for (std::size_t i = 0; i < game_.events.size(); ++i) {
    const GcgEvent& event = game_.events[i];
    if (is_move(event.kind)) move = static_cast<std::uint32_t>(i) + 1;
    if (event.note.empty() || move == 0) continue;
    if (notes.empty() || notes.back().ply != move) notes.emplace_back().ply = move;
    std::string& comment = notes.back().comment;
    if (!comment.empty()) comment += '\n';
    comment += event.note;
  }
  return notes;
}

std::vector<NodeComment> GcgRecordReader::comments(std::size_t index) {
  ReplayScript script;
  compile(index, script, nullptr);
  std::vector<NodeComment> comments;
  const auto add = [&](std::size_t node, const std::string& text) {
    if (text.empty()) return;
    NodeComment& comment = comments.emplace_back();
    comment.node = static_cast<std::uint32_t>(node);
    if (node < script.main_positions) comment.ply = comment.node;
    comment.comment = text;
  };
  add(0, game_.start_note);
  for (std::size_t i = 0; i < game_.events.size(); ++i) add(i + 1, game_.events[i].note);
  return comments;
}

}  // namespace ludex
