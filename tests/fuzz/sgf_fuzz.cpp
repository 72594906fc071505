// Splits any bytes, in two chunk sizes, and parses, writes and parses again what comes out; reads
// the games of it, replays them, draws and paints their last positions with marks.
#include "engine/boards/mark_layout.hpp"
#include "engine/boards/picture_overlay.hpp"
#include "formats/record_reader.hpp"
#include "formats/sgf/sgf.hpp"
#include "games/api/game_rules.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using ludex::fuzz::require;

// Bytes above ASCII become "?": no charset is tried here.
std::string to_ascii(std::string_view raw) {
  std::string text(raw);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return text;
}

// Every mark and piece has a bounded part of a picture.
void paint_with_marks(const ludex::Position& position, const std::vector<ludex::NodeMark>& marks) {
  const ludex::GameRules& rules = *ludex::find_rules(position.game);
  ludex::ShownPart shown = ludex::shown_part(position.size, marks);
  ludex::PictureView view;
  view.part = shown.part;
  view.hidden = std::move(shown.hidden);
  ludex::PictureCanvas canvas(ludex::PictureTheme::light);
  const ludex::PaintedBoard board = rules.paint(position, view, canvas);
  ludex::PictureOverlay overlay;
  overlay.marks = marks;
  (void)ludex::paint_overlay(position, view, board, overlay, canvas);
  const std::string picture = canvas.finish({.width = board.width, .height = board.height});
  require(picture.size() < 1000 * (200 + position.cells.size()));
}

// Of the last position; boards beyond those of Go take long to draw.
void draw_with_marks(ludex::RecordReader& reader, std::size_t index, const ludex::GameRules& rules,
                     const ludex::ReplayScript& script) {
  const ludex::BoardSize size = reader.info(index).size;
  if (size.area() > 52 * 52) return;
  const auto position = rules.find_position(script.ops, size, script.total_positions - 1);
  require(position.has_value());
  const auto marks = reader.marks_at(index, position->ply);
  for (const bool ascii : {false, true}) {
    const ludex::MarkLayout layout = ludex::lay_out_marks(*position, marks, ascii, false);
    require(!rules.draw(*position, layout.diagram).empty());
  }
  paint_with_marks(*position, marks);
}

void read_and_replay(const ludex::CutRecord& record) {
  static const auto reader = ludex::make_record_reader(ludex::Format::sgf);
  if (reader->read({record.text, record.form})) return;
  require(reader->game_count() > 0);
  ludex::ReplayScript script;
  for (std::size_t i = 0; i < reader->game_count(); ++i) {
    std::vector<ludex::PositionKey> keys;
    reader->compile(i, script, &keys);
    require(keys.size() == script.total_positions);
    require(script.main_positions <= script.total_positions);
    (void)reader->comments(i);
    (void)reader->marks(i);
    const ludex::GameInfo& info = reader->info(i);
    const ludex::GameRules* rules = ludex::find_rules(info.game);
    if (rules == nullptr || keys.empty()) continue;
    std::vector<ludex::PositionKey> again;
    rules->append_keys(script.ops, info.size, 0, script.total_positions, again);
    require(again == keys);
    draw_with_marks(*reader, i, *rules, script);
  }
}

// Pair-aware records are left out: "?" for a lead byte would free its trail byte.
void parse_and_write(const ludex::CutRecord& record) {
  ludex::SgfTree tree;
  ludex::SgfTree again;
  if (ludex::parse_sgf(record.text, record.form, tree)) return;
  if (record.form == ludex::TextForm::pair_aware) return;
  const std::string written = ludex::write_sgf(tree, to_ascii);
  require(!ludex::parse_sgf(written, ludex::TextForm::bytes, again));
  require(again.nodes.size() == tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    require(again.nodes[i].parent == tree.nodes[i].parent);
    require(again.nodes[i].next_sibling == tree.nodes[i].next_sibling);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ludex::Cut cut = ludex::cut_in_chunks_of(4096, text, 4096);
  require(cut == ludex::cut_in_chunks_of(7, text, 4096));  // chunking must not change the answer
  require(ludex::coverage_fault(cut, text).empty());
  for (const ludex::CutRecord& record : cut.records) {
    parse_and_write(record);
    read_and_replay(record);
  }
  return 0;
}
