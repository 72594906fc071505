#pragma once

#include "formats/gcg/gcg_replay.hpp"
#include "games/crossword/gcg_checks.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ludex::crossword {

/// Goes through the events of one GCG game; see replay_gcg().
class GcgStates {
 public:
  GcgStates(const GcgGame& game, ReplayScript& out, const GcgStateVisitor& visit);

  void run();

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

  [[nodiscard]] bool brings_nothing(const GcgEvent& event) const;
  [[nodiscard]] bool apply(const GcgEvent& event);
  [[nodiscard]] bool apply_play(const GcgEvent& event);
  [[nodiscard]] bool apply_withdrawal(const GcgEvent& event);
  void apply_exchange(const GcgEvent& event);
  void apply_bonus(const GcgEvent& event);
  void apply_end_rack(const GcgEvent& event);
  void apply_time(const GcgEvent& event);
  void note_illegal();
  void end_turn(std::size_t seat);
  void add_points(const GcgEvent& event);
  void read_rack(const GcgEvent& event);
  void set_last_racks();
  void show(std::size_t seat_to_move);
  [[nodiscard]] std::size_t seat_before(const GcgEvent& event) const;
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
  CgpPosition position_;  // what is shown
};

}  // namespace ludex::crossword
