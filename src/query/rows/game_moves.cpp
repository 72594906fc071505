#include "query/rows/game_moves.hpp"

#include "games/api/game_rules.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

/// Receives the plies of one game in order.
class PlyReader {
 public:
  PlyReader(GameType game, GameFlags flags, std::int64_t main_positions, PliesWanted wanted,
            std::uint32_t last, Notation notation)
      : rules_(*find_rules(game)),
        game_(game),
        has_racks_(traits_of(game).has_numbered_seats),
        flags_(flags),
        main_positions_(main_positions),
        wanted_(wanted),
        last_(last),
        notation_(notation) {}

  bool add(const Position& position) {
    const bool is_added = add_ply(position);
    if (notation_ == Notation::japanese) {
      const auto to = position.last_move ? position.last_move->point : kNowhere;
      last_to_.resize(std::max(last_to_.size(), std::size_t{position.ply} + 1), kNowhere);
      last_to_[position.ply] = to;
    }
    if (has_racks_) rack_ = rack_to_move(position);
    return is_added;
  }

  std::vector<PlayedPly> take() { return std::move(plies_); }

 private:
  [[nodiscard]] std::string rack_to_move(const Position& position) const {
    const std::string racks = rules_.racks_text(position);
    return racks.substr(0, racks.find('/'));
  }

  bool add_ply(const Position& position) {
    const bool on_main_line = position.ply < main_positions_;
    if (!on_main_line && wanted_ != PliesWanted::all) return false;
    // The score of the previous play may be recorded later, but not after the next turn.
    if (position.ply > last_ && position.last_move) return false;
    const std::string late = rules_.late_text(position);
    if (!position.last_move) {
      add_late_text(late);
      if (wanted_ != PliesWanted::all || position.ply == 0) return true;
    }
    PlayedPly& ply = plies_.emplace_back();
    ply.ply = position.ply;
    ply.parent_ply = position.parent_ply;
    ply.on_main_line = on_main_line;
    if (position.last_move) describe(*position.last_move, position, late, ply);
    return true;
  }

  /// A state of a crossword game without a turn may hold the bonus of the previous play.
  void add_late_text(const std::string& late) {
    if (plies_.empty() || std::exchange(has_late_text_, true)) return;
    plies_.back().move += late;
    has_late_text_ = !late.empty();
  }

  void describe(const Move& move, const Position& position, const std::string& late,
                PlayedPly& ply) {
    const std::uint32_t before = position.ply == 0 ? 0 : position.ply - 1;
    ply.seat = seat_moving(move.player, before, flags_);
    ply.mover = mover_text(game_, ply.seat);
    ply.move = rules_.move_text_at(move, position, point_before(position), notation_) + late;
    ply.points = points_of(move, position.size);
    ply.score = move.score;
    ply.rack = rack_;
    has_late_text_ = !late.empty();
  }

  /// Where the move before the last one went.
  [[nodiscard]] std::optional<Point> point_before(const Position& position) const {
    const auto parent = static_cast<std::size_t>(position.parent_ply);
    if (position.parent_ply < 0 || parent >= last_to_.size()) return std::nullopt;
    return last_to_[parent] == kNowhere ? std::nullopt : std::optional(last_to_[parent]);
  }

  static constexpr Point kNowhere = ~Point{0};

  const GameRules& rules_;
  GameType game_;
  bool has_racks_;
  GameFlags flags_;
  std::int64_t main_positions_;
  PliesWanted wanted_;
  std::uint32_t last_;
  Notation notation_;
  std::vector<Point> last_to_;  // by ply; where a notation asks for it
  std::string rack_;            // of the player to move in the position before
  bool has_late_text_ = false;
  std::vector<PlayedPly> plies_;
};

}  // namespace

std::vector<PlayedPly> read_plies(const ReplayedGame& game,
                                  const std::function<void(const PositionVisitor&)>& walk,
                                  PliesWanted wanted, std::uint32_t last, Notation notation) {
  if (find_rules(game.type) == nullptr) return {};
  PlyReader reader(game.type, game.flags, game.main_positions, wanted, last, notation);
  walk([&](const Position& position) { return reader.add(position); });
  return reader.take();
}

std::vector<PlayedPly> read_plies(GamePositions& positions, FactReader& facts, GameId game,
                                  PliesWanted wanted, std::uint32_t last) {
  if (!positions.is_answer(game)) return {};
  const ReplayedGame replayed{positions.game_type(game), facts.flags(game),
                              static_cast<std::uint32_t>(facts.value(Fact::main_positions, game))};
  return read_plies(
      replayed, [&](const PositionVisitor& visit) { positions.walk(game, visit); }, wanted, last);
}

void add_move_notes(const GameRecord& record, std::vector<PlayedPly>& plies) {
  auto played = plies.begin();
  for (MoveNote& note : record.reader->notes(record.index)) {
    while (played != plies.end() && played->ply < note.ply) ++played;
    if (played == plies.end() || played->ply != note.ply) continue;
    played->seconds_spent = note.seconds_spent;
    played->seconds_left = note.seconds_left;
    played->value = note.value;
    played->name = std::move(note.name);
    played->comment = std::move(note.comment);
    played->annotations = std::move(note.annotations);
  }
}

void add_comments(const GameRecord& record, std::vector<PlayedPly>& plies) {
  for (NodeComment& said : record.reader->comments(record.index)) {
    if (!said.ply) continue;
    const auto played = std::ranges::lower_bound(plies, *said.ply, {}, &PlayedPly::ply);
    if (played == plies.end() || played->ply != *said.ply) continue;
    if (played->name.empty()) played->name = std::move(said.name);
    if (played->comment == said.comment) continue;
    if (!played->comment.empty() && !said.comment.empty()) played->comment += '\n';
    played->comment += said.comment;
  }
}

}  // namespace ludex
