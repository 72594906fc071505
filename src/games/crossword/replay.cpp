#include "core/per_thread.hpp"
#include "core/position_key.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/gcg/gcg.hpp"
#include "games/crossword/board_hash.hpp"
#include "games/crossword/crossword_script.hpp"
#include "games/crossword/gcg_checks.hpp"
#include "games/crossword/scored_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace crossword {
namespace {

bool takes_turn(GcgEventKind kind) {
  return kind == GcgEventKind::play || kind == GcgEventKind::pass ||
         kind == GcgEventKind::exchange || kind == GcgEventKind::unread;
}

const BoardLayout* board_layout_of(const GcgGame& game) {
  return game.info.board_name.empty() ? usual_layout(gcg_board_size(game))
                                      : find_layout(game.info.board_name);
}

std::optional<std::string> if_written(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

/// An opcode's operand holds no ";", a game id no blank either.
bool can_be_operand(const std::string& text) { return text.find(';') == std::string::npos; }

CgpOpcodes opcodes_of(const GcgGame& game, const TileSet& set) {
  CgpOpcodes opcodes;
  const auto operand = [](const std::string& text) {
    return can_be_operand(text) ? if_written(text) : std::nullopt;
  };
  opcodes.lexicon = operand(game.info.lexicon);
  opcodes.distribution = operand(game.distribution);
  const bool is_shown = game.distribution.empty() && game.info.lexicon.empty() &&
                        set.distribution() != nullptr &&
                        !is_usual(set.distribution(), gcg_board_size(game));
  if (is_shown) opcodes.distribution = set.distribution()->name;  // nothing means English
  opcodes.board_name = operand(game.info.board_name);
  opcodes.variant = operand(game.info.variant);
  opcodes.game_id = operand(game.info.external_id);
  return opcodes;
}

/// Why a text means no tiles. \param what  it should be: "rack"
std::string none_of(std::string_view what, std::string_view text) {
  for (auto open = text.find('['); open != text.npos; open = text.find('[', open + 1)) {
    const auto close = text.find(']', open);
    if (close == text.npos) break;
    if (close - open - 1 > TileNames::kMaxTileBytes) {
      return fmt::format("no {}: a tile of more than {} bytes", what, TileNames::kMaxTileBytes);
    }
  }
  return fmt::format("no {}: {}", what, text);
}

/// "+86": of an event that was not understood, it is a play's.
bool has_points(std::string_view words) {
  for (auto at = words.find('+'); at != words.npos; at = words.find('+', at + 1)) {
    if (at + 1 < words.size() && words[at + 1] >= '1' && words[at + 1] <= '9') return true;
  }
  return false;
}

Rack placed_tiles(const Play& play) {
  Rack tiles;
  for (const TileCode code : play.tiles) {
    if (code != tile::kThrough) tiles.push_back(code);
  }
  return tiles;
}

CgpMove as_move(const Play& play) {
  CgpMove move;
  move.kind = CgpMove::Kind::play;
  move.row = static_cast<std::uint16_t>(play.row);
  move.column = static_cast<std::uint16_t>(play.column);
  move.down = play.down;
  move.tiles = play.tiles;
  return move;
}

std::string why_impossible(const ScoredBoard::Judgement& found) {
  switch (found.fault) {
    case PlayFault::off_board:
      return "off the board";
    case PlayFault::other_tile:
      return fmt::format("another tile lies where letter {} goes", found.at + 1);
    case PlayFault::no_tile:
      return fmt::format("no tile lies at letter {}", found.at + 1);
    case PlayFault::nothing_placed:
      return "no tile is played";
    case PlayFault::apart:
      return "touches no other tile, or does not start in the middle";
    case PlayFault::none:
      break;
  }
  return {};
}

/// Goes through the events of one GCG game; see replay_gcg().
class GcgStates {
 public:
  GcgStates(const GcgGame& game, ReplayScript& out, const GcgStateVisitor& visit)
      : game_(game),
        out_(out),
        visit_(visit),
        set_(distribution_of_game(game)),
        layout_(board_layout_of(game)),
        board_(gcg_board_size(game)),
        racks_(set_, game.info.seats.size()),
        checks_(game, set_, layout_, out),
        totals_(game.info.seats.size()),
        time_penalties_(game.info.seats.size()) {
    position_.size = board_.size();
    position_.opcodes = opcodes_of(game, set_);
  }

  void run() {
    for (const GcgEvent& event : game_.events) {
      if (brings_nothing(event)) {
        show(on_turn_);
        ++event_index_;
        continue;
      }
      if (takes_turn(event.kind)) read_rack(event);
      show(seat_before(event));
      if (!apply(event)) {
        note_illegal();
        return;
      }
      if (takes_turn(event.kind)) ++out_.moves;
      ++event_index_;
    }
    set_last_racks();
    show(on_turn_);
  }

 private:
  /// The last play, as long as it can be taken back.
  struct LastPlay {
    Play play;
    Rack tiles;
    std::size_t seat;
    int score;
    int total_before;
    std::uint32_t zero_turns_before;
  };

  /// True if the totals say that an event that was not understood is no play: its player has as
  /// many points before the next one.
  [[nodiscard]] bool brings_nothing(const GcgEvent& event) const {
    if (event.kind != GcgEventKind::unread || has_points(event.words)) return false;
    for (std::size_t n = event_index_ + 1; n < game_.events.size(); ++n) {
      const GcgEvent& next = game_.events[n];
      if (next.seat != event.seat || next.kind == GcgEventKind::unread) continue;
      return next.score && next.total && *next.total - *next.score == totals_[event.seat - 1U];
    }
    return false;
  }

  // Returns false where the game cannot go on.
  [[nodiscard]] bool apply(const GcgEvent& event) {
    switch (event.kind) {
      case GcgEventKind::play:
        return apply_play(event);
      case GcgEventKind::withdrawal:
        return apply_withdrawal(event);
      case GcgEventKind::exchange:
        apply_exchange(event);
        break;
      case GcgEventKind::pass:
        add_points(event);
        ++zero_turns_;
        racks_.pass(event.seat - 1U);
        position_.last_move = CgpMove{};
        end_turn(event.seat - 1U);
        break;
      case GcgEventKind::bonus:
        apply_bonus(event);
        break;
      case GcgEventKind::end_rack:
        apply_end_rack(event);
        break;
      case GcgEventKind::time:
        apply_time(event);
        break;
      case GcgEventKind::unread:
        return false;
    }
    return true;
  }

  [[nodiscard]] bool apply_play(const GcgEvent& event) {
    const std::size_t seat = event.seat - 1U;
    auto tiles = set_.read_word(event.tiles);
    if (!tiles) {
      checks_.note(ProblemKind::impossible_move, next_ply(), event, none_of("word", event.tiles));
      return false;
    }
    Play play{event.row, event.column, event.down, std::move(*tiles)};
    const auto found = board_.judge(play);
    const bool can_be_made =
        found.fault == PlayFault::none || found.fault >= PlayFault::nothing_placed;
    if (found.fault != PlayFault::none) {
      const ProblemKind kind = found.fault == PlayFault::off_board ? ProblemKind::off_board
                               : can_be_made                       ? ProblemKind::illegal_move
                                                                   : ProblemKind::impossible_move;
      checks_.note(kind, next_ply(), event,
                   fmt::format("{}: {}", event.tiles, why_impossible(found)));
      note_illegal();
    }
    if (!can_be_made) return false;
    const Rack placed = placed_tiles(play);
    if (rack_told_) checks_.check_rack(event, next_ply(), racks_.of(seat), placed);
    checks_.check_play(event, next_ply(), board_, play);
    const int before = totals_[seat];
    add_points(event);
    board_.put(play);
    racks_.play(seat, placed);
    checks_.check_bag(event, next_ply(), board_, racks_.of(seat));
    position_.last_move = as_move(play);
    last_play_ =
        LastPlay{std::move(play), placed, seat, event.score.value_or(0), before, zero_turns_};
    zero_turns_ = 0;
    on_turn_ = (seat + 1) % totals_.size();
    return true;
  }

  [[nodiscard]] bool apply_withdrawal(const GcgEvent& event) {
    if (!last_play_) {
      checks_.note(ProblemKind::impossible_move, next_ply(), event, "no play to take back");
      return false;
    }
    if (last_play_->seat != event.seat - 1U) {
      checks_.note(ProblemKind::wrong_player, next_ply(), event,
                   "the play that is taken back is another player's");
    }
    LastPlay last = std::move(*last_play_);
    last_play_.reset();
    checks_.check_withdrawal(event, next_ply(), last.score);
    totals_[last.seat] = checks_.check_total(event, next_ply(), last.total_before, 0);
    board_.take_back(last.play);
    racks_.take_back(last.seat, last.tiles);
    zero_turns_ = last.zero_turns_before + 1;
    position_.last_move = as_move(last.play);
    position_.last_move->kind = CgpMove::Kind::challenge;
    on_turn_ = (last.seat + 1) % totals_.size();
    return true;
  }

  void apply_exchange(const GcgEvent& event) {
    const std::size_t seat = event.seat - 1U;
    CgpMove move;
    std::uint32_t count = 0;
    const char* end = event.tiles.data() + event.tiles.size();
    const auto number = std::from_chars(event.tiles.data(), end, count);
    if (number.ec == std::errc() && number.ptr == end) {
      move.kind = CgpMove::Kind::exchange_count;
      move.count = count;
      racks_.exchange_unseen(seat);
    } else if (auto tiles = set_.read_rack(event.tiles)) {
      move.kind = CgpMove::Kind::exchange;
      if (rack_told_) checks_.check_rack(event, next_ply(), racks_.of(seat), *tiles);
      racks_.exchange(seat, *tiles);
      move.tiles = std::move(*tiles);
    } else {
      checks_.note(ProblemKind::bad_syntax, next_ply(), event, none_of("tiles", event.tiles));
    }
    add_points(event);
    ++zero_turns_;
    position_.last_move = std::move(move);
    end_turn(seat);
  }

  void apply_bonus(const GcgEvent& event) {
    add_points(event);
    if (position_.last_move && position_.last_move->kind == CgpMove::Kind::play && event.score) {
      position_.last_move->bonus = *event.score;
    }
    last_play_.reset();
  }

  // Points for the others' tiles, or a penalty for one's own.
  void apply_end_rack(const GcgEvent& event) {
    const std::size_t seat = event.seat - 1U;
    auto tiles = set_.read_rack(event.tiles);
    if (!tiles) {
      checks_.note(ProblemKind::bad_syntax, next_ply(), event, none_of("tiles", event.tiles));
    } else {
      std::sort(tiles->begin(), tiles->end());
      checks_.check_end_rack(event, next_ply(), *tiles);
      if (event.score && *event.score < 0) {
        racks_.set_rack(seat, std::move(*tiles));
      } else if (totals_.size() == 2) {
        racks_.set_rack(1 - seat, std::move(*tiles));
      }
    }
    add_points(event);
    last_play_.reset();
  }

  void apply_time(const GcgEvent& event) {
    const std::size_t seat = event.seat - 1U;
    const int before = totals_[seat];
    add_points(event);
    time_penalties_[seat] += totals_[seat] - before;
  }

  void note_illegal() {
    if (out_.first_illegal_ply < 0) out_.first_illegal_ply = static_cast<std::int32_t>(next_ply());
  }
  void end_turn(std::size_t seat) {
    last_play_.reset();
    on_turn_ = (seat + 1) % totals_.size();
  }
  void add_points(const GcgEvent& event) {
    const std::size_t seat = event.seat - 1U;
    totals_[seat] = checks_.check_total(event, next_ply(), totals_[seat], event.score.value_or(0));
  }

  void read_rack(const GcgEvent& event) {
    rack_told_ = false;
    if (event.rack.empty()) return;
    auto rack = set_.read_rack(event.rack);
    rack_told_ = rack.has_value();
    if (!rack) {
      return checks_.note(ProblemKind::bad_syntax, event_index_, event,
                          none_of("rack", event.rack));
    }
    std::sort(rack->begin(), rack->end());
    racks_.tell(event.seat - 1U, std::move(*rack));
    checks_.check_bag(event, event_index_, board_, racks_.of(event.seat - 1U));
  }

  void set_last_racks() {
    for (std::size_t seat = 0; seat < game_.last_racks.size() && seat < totals_.size(); ++seat) {
      auto rack = set_.read_rack(game_.last_racks[seat]);
      if (!rack || rack->empty()) continue;
      std::sort(rack->begin(), rack->end());
      if (!game_.events.empty()) {
        checks_.check_bag(game_.events.back(), event_index_, board_, *rack);
      }
      racks_.set_rack(seat, std::move(*rack));
    }
  }

  void show(std::size_t seat_to_move) {
    racks_.fill_last(board_.cells());
    position_.names = set_.names();
    position_.cells = board_.cells();
    position_.zero_turns = zero_turns_;
    position_.racks.clear();
    position_.scores.clear();
    const std::size_t seats = totals_.size();
    for (std::size_t i = 0; i < seats; ++i) {
      const std::size_t seat = (seat_to_move + i) % seats;
      position_.racks.push_back(racks_.of(seat));
      position_.scores.push_back(totals_[seat] - time_penalties_[seat]);
    }
    ++out_.main_positions;
    visit_(position_, seat_to_move);
  }

  /// Between turns it is the next player who is to move.
  [[nodiscard]] std::size_t seat_before(const GcgEvent& event) const {
    return takes_turn(event.kind) ? event.seat - 1U : on_turn_;
  }
  [[nodiscard]] std::size_t next_ply() const { return event_index_ + 1; }

  const GcgGame& game_;
  ReplayScript& out_;
  const GcgStateVisitor& visit_;
  TileSet set_;
  const BoardLayout* layout_;
  ScoredBoard board_;
  RackKnowledge racks_;
  GcgChecks checks_;
  std::vector<int> totals_;          // as written, by seat
  std::vector<int> time_penalties_;  // in the totals, below 0
  std::uint32_t zero_turns_ = 0;
  std::size_t event_index_ = 0;
  bool rack_told_ = false;   // by the event itself
  std::size_t on_turn_ = 0;  // the player after the one who moved last
  std::optional<LastPlay> last_play_;
  CgpPosition position_;  // the current state
};

}  // namespace
}  // namespace crossword

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
  auto& writer = per_thread<crossword::ScriptWriter, CgpPosition>();
  out.clear();
  out.main_positions = out.total_positions = 1;
  writer.start(position, 0);
  writer.finish(out.ops);
  if (keys == nullptr) return;
  keys->push_back(crossword::board_key(position.size, position.names, position.cells));
}

}  // namespace ludex
