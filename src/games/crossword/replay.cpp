#include "formats/cgp/cgp_replay.hpp"
#include "formats/gcg/gcg_replay.hpp"
#include "games/crossword/board_hash.hpp"
#include "games/crossword/board_layout.hpp"
#include "games/crossword/crossword_script.hpp"
#include "games/crossword/gcg_states.hpp"

namespace ludex {

BoardSize gcg_board_size(const GcgGame& game) {
  const crossword::BoardLayout* layout = crossword::find_layout(game.info.board_name);
  return layout == nullptr ? BoardSize{15, 15} : layout->size;
}

void replay_gcg(const GcgGame& game, ReplayScript& out, const GcgStateVisitor& visit) {
  crossword::GcgStates(game, out, visit).run();
  out.total_positions = out.main_positions;
}

void compile_gcg(const GcgGame& game, ReplayScript& out, std::vector<PositionKey>* keys) {
  out.clear();
  crossword::ScriptWriter writer;
  replay_gcg(game, out, [&](const CgpPosition& position, std::size_t seat_to_move) {
    if (out.main_positions == 1) {
      writer.start(position, seat_to_move);
    } else {
      writer.add(position, seat_to_move);
    }
    if (keys == nullptr) return;
    keys->push_back(crossword::board_key(position.size, position.names, position.cells));
  });
  writer.finish(out.ops);
}

void compile_cgp(const CgpPosition& position, ReplayScript& out, std::vector<PositionKey>* keys) {
  thread_local crossword::ScriptWriter writer;
  out.clear();
  out.main_positions = out.total_positions = 1;
  writer.start(position, 0);
  writer.finish(out.ops);
  if (keys == nullptr) return;
  keys->push_back(crossword::board_key(position.size, position.names, position.cells));
}

}  // namespace ludex
