#include "games/crossword/gcg_checks.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

namespace ludex::crossword {
namespace {

std::string place_text(const GcgEvent& event) {
  CgpMove move;
  move.row = event.row;
  move.column = event.column;
  move.down = event.down;
  return cgp_coordinate(move);
}

}  // namespace

GcgChecks::GcgChecks(const GcgGame& game, const TileSet& set, const BoardLayout* layout,
                     ReplayScript& out)
    : set_(set), layout_(layout), out_(out) {
  if (game.events.empty()) return;
  const GcgEvent& first = game.events.front();
  if (!set.is_known()) {
    const std::string& name = game.distribution.empty() ? game.info.lexicon : game.distribution;
    say_unknown(first,
                fmt::format("the letter distribution of {}", name.empty() ? "these tiles" : name));
  } else if (layout == nullptr) {
    say_unknown(first, fmt::format("the board {}", game.info.board_name));
  }
}

void GcgChecks::note(ProblemKind kind, std::size_t ply, const GcgEvent& event,
                     std::string message) {
  if (out_.problems.size() >= kMaxGcgProblems) {
    ++out_.problems_left_out;
    return;
  }
  out_.problems.push_back(
      {kind, static_cast<std::int32_t>(ply), event.offset_bytes, std::move(message)});
}

void GcgChecks::say_unknown(const GcgEvent& first, const std::string& what) {
  note(ProblemKind::unknown_tiles, 0, first,
       fmt::format("{} is not known: scores are not checked", what));
}

void GcgChecks::say_no_value(std::size_t ply, const GcgEvent& event, const std::string& where) {
  note(ProblemKind::unknown_tiles, ply, event,
       fmt::format("the value of a tile in {} is not known: the score is not checked", where));
}

void GcgChecks::check_play(const GcgEvent& event, std::size_t ply, const ScoredBoard& board,
                           const Play& play) {
  if (layout_ == nullptr || !set_.is_known()) return;
  const auto score = board.score_of(play, *layout_, set_);
  if (!score) return say_no_value(ply, event, "a word of " + event.tiles);
  if (!event.score || *event.score == *score) return;
  note(
      ProblemKind::wrong_score, ply, event,
      fmt::format("{} {} scores {}, not {}", place_text(event), event.tiles, *score, *event.score));
}

void GcgChecks::check_rack(const GcgEvent& event, std::size_t ply, const Rack& rack,
                           const Rack& used) {
  if (holds(rack, used)) return;
  note(ProblemKind::not_on_rack, ply, event,
       fmt::format("the rack {} does not hold {}", event.rack, event.tiles));
}

void GcgChecks::check_bag(const GcgEvent& event, std::size_t ply, const ScoredBoard& board,
                          const Rack& rack) {
  if (!set_.is_known()) return;
  TileCounts seen{};
  for (const TileCode code : board.cells()) ++seen[bag_kind(code)];
  for (const TileCode code : rack) ++seen[code];
  seen[tile::kEmpty] = 0;
  for (std::size_t code = 0; code < seen.size(); ++code) {
    const auto tile_code = static_cast<TileCode>(code);
    const int count = set_.count_of(tile_code);
    if (seen[code] <= count || said_too_many_[code]) continue;
    said_too_many_[code] = true;
    note(ProblemKind::too_many_tiles, ply, event,
         fmt::format("{} of {} on board and rack, the bag holds {}", seen[code],
                     set_.names().text_of(tile_code), count));
  }
}

void GcgChecks::check_end_rack(const GcgEvent& event, std::size_t ply, const Rack& tiles) {
  if (!event.score || !set_.is_known()) return;
  int value = 0;
  for (const TileCode code : tiles) {
    const auto one = set_.value_of(code);
    if (!one) return say_no_value(ply, event, "(" + event.tiles + ")");
    value += *one;
  }
  const int written = std::abs(*event.score);
  if (written == value || written == 2 * value) return;
  note(ProblemKind::wrong_score, ply, event,
       fmt::format("({}) is worth {} or {}, not {}", event.tiles, value, 2 * value, written));
}

void GcgChecks::check_withdrawal(const GcgEvent& event, std::size_t ply, int play_score) {
  if (!event.score || *event.score == 0 || *event.score == -play_score) return;
  note(ProblemKind::wrong_score, ply, event,
       fmt::format("the play taken back had brought {}, not {}", play_score, -*event.score));
}

int GcgChecks::check_total(const GcgEvent& event, std::size_t ply, int before, int score) {
  const int expected = before + score;
  if (!event.total) return expected;
  if (*event.total != expected) {
    note(ProblemKind::wrong_total, ply, event,
         fmt::format("{} and {} make {}, not {}", before, score, expected, *event.total));
  }
  return *event.total;
}

}  // namespace ludex::crossword
