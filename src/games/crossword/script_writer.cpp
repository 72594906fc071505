#include "games/crossword/crossword_script.hpp"
#include "games/crossword/script_format.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <span>

namespace ludex::crossword {
namespace {

constexpr std::size_t kStride = 8;  // squares that are compared at once

}  // namespace

class ScriptWriter::Packer {
 public:
  void start(const CgpPosition& position, std::size_t seat_to_move) {
    size_ = position.size;
    cells_.assign(position.cells.size(), tile::kEmpty);
    points_.resize(cells_.size() + 1);
    racks_.resize(position.racks.size());
    for (auto& rack : racks_) rack.clear();
    scores_.assign(position.scores.size(), 0);
    zeros_ = 0;
    seat_ = racks_.size() - 1;
    opcodes_ = position.opcodes;
    head_opcodes_.clear();
    write_opcodes(opcodes_, head_opcodes_);
    states_.clear();
    count_ = 0;
    add(position, seat_to_move);
  }

  void add(const CgpPosition& position, std::size_t seat_to_move) {
    assert(position.size == size_ && position.racks.size() == racks_.size());
    names_ = position.names;
    ++count_;
    find_changes(position);
    parts_.clear();
    unsigned flags = write_cells(position);
    flags |= write_racks(position, seat_to_move);
    flags |= write_scores(position, seat_to_move);
    flags |= write_zeros(position);
    flags |= write_move(position);
    flags |= write_seat(seat_to_move);
    flags |= write_changed_opcodes(position);
    states_.byte(static_cast<std::uint8_t>(flags));
    states_.bytes(parts_);
    cells_ = position.cells;
  }

  void finish(std::vector<std::uint16_t>& ops) {
    script_.clear();
    script_.number(count_);
    script_.number(names_.size());
    for (std::size_t n = 0; n < names_.size(); ++n) {
      script_.text(names_.text_of(static_cast<TileCode>(tile::kFirstNamed + 2 * n)));
    }
    script_.number(static_cast<std::uint64_t>(size_.width));
    script_.number(static_cast<std::uint64_t>(size_.height));
    script_.number(racks_.size());
    script_.bytes(head_opcodes_);
    script_.bytes(states_);
    script_.append_ops(ops);
  }

 private:
  void find_changes(const CgpPosition& position) {
    std::size_t count = 0;
    for (std::size_t first = 0; first < cells_.size(); first += kStride) {
      const std::size_t end = std::min(first + kStride, cells_.size());
      if (end - first == kStride &&
          std::memcmp(&cells_[first], &position.cells[first], kStride) == 0) {
        continue;
      }
      // Written each time and kept if it counts: which squares change is not foreseeable.
      for (std::size_t point = first; point < end; ++point) {
        points_[count] = point;
        count += cells_[point] != position.cells[point] ? 1 : 0;
      }
    }
    changed_ = std::span(points_).first(count);
  }

  /// The place of a square when squares are counted column by column.
  [[nodiscard]] std::size_t turned(std::size_t point) const {
    const auto width = static_cast<std::size_t>(size_.width);
    return point % width * static_cast<std::size_t>(size_.height) + point / width;
  }

  unsigned write_cells(const CgpPosition& position) {
    if (changed_.empty()) return 0;
    const auto width = static_cast<std::size_t>(size_.width);
    const bool down = changed_.size() > 1 && changed_.back() - changed_.front() >= width &&
                      std::all_of(changed_.begin(), changed_.end(), [&](std::size_t point) {
                        return point % width == changed_.front() % width;
                      });
    const auto place = [&](std::size_t i) { return down ? turned(changed_[i]) : changed_[i]; };
    runs_.clear();
    std::size_t number = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < changed_.size(); ++number) {
      runs_.number(place(i) - next);
      run_.clear();
      next = place(i);
      for (; i < changed_.size() && place(i) == next; ++i, ++next) {
        run_.push_back(position.cells[changed_[i]]);
      }
      runs_.codes(run_);
    }
    parts_.number(number);
    parts_.bytes(runs_);
    return down ? kCells | kCellsDown : kCells;
  }

  template <class Values, class Write>
  bool write_by_seat(const Values& values, Values& before, std::size_t seat_to_move,
                     const Write& write) {
    runs_.clear();
    std::size_t number = 0;
    std::size_t seat = seat_to_move;
    for (std::size_t i = 0; i < values.size(); ++i, ++seat) {
      if (seat == values.size()) seat = 0;
      if (before[seat] == values[i]) continue;
      runs_.number(seat);
      write(runs_, values[i], before[seat]);
      before[seat] = values[i];
      ++number;
    }
    if (number == 0) return false;
    parts_.number(number);
    parts_.bytes(runs_);
    return true;
  }

  unsigned write_racks(const CgpPosition& position, std::size_t seat_to_move) {
    const auto write = [](ByteWriter& out, const auto& rack, const auto&) { out.codes(rack); };
    return write_by_seat(position.racks, racks_, seat_to_move, write) ? kRacks : 0;
  }

  unsigned write_scores(const CgpPosition& position, std::size_t seat_to_move) {
    const auto write = [](ByteWriter& out, std::int64_t score, std::int64_t before) {
      out.signed_number(score - before);
    };
    return write_by_seat(position.scores, scores_, seat_to_move, write) ? kScores : 0;
  }

  unsigned write_zeros(const CgpPosition& position) {
    if (position.zero_turns == zeros_) return 0;
    zeros_ = position.zero_turns;
    parts_.number(zeros_);
    return kZeros;
  }

  /// True if the tiles of a play are those that this state put on the board.
  [[nodiscard]] bool is_derived(const CgpPosition& position, const CgpMove& move) const {
    const auto width = static_cast<std::size_t>(size_.width);
    std::size_t point = move.row * width + move.column;
    for (const TileCode code : move.tiles) {
      if (point >= cells_.size()) return false;
      const bool changed = cells_[point] != position.cells[point];
      if (code != (changed ? position.cells[point] : tile::kThrough)) return false;
      point += move.down ? width : 1;
    }
    return true;
  }

  unsigned write_move(const CgpPosition& position) {
    if (!position.last_move) return 0;
    const CgpMove& move = *position.last_move;
    const bool has_place =
        move.kind == CgpMove::Kind::play || move.kind == CgpMove::Kind::challenge;
    const bool derived = move.kind == CgpMove::Kind::play && is_derived(position, move);
    unsigned head = static_cast<unsigned>(move.kind);
    if (move.down) head |= kDown;
    if (move.bonus) head |= kBonus;
    if (derived) head |= kDerived;
    parts_.byte(static_cast<std::uint8_t>(head));
    if (has_place) {
      parts_.number(move.row);
      parts_.number(move.column);
    }
    if (move.kind == CgpMove::Kind::exchange_count) parts_.number(move.count);
    if (derived) {
      parts_.number(move.tiles.size());
    } else if (has_place || move.kind == CgpMove::Kind::exchange) {
      parts_.codes(move.tiles);
    }
    if (move.bonus) parts_.signed_number(*move.bonus);
    return kMove;
  }

  unsigned write_seat(std::size_t seat_to_move) {
    const bool follows = seat_to_move == (seat_ + 1) % racks_.size();
    seat_ = seat_to_move;
    if (follows) return 0;
    parts_.number(seat_);
    return kSeat;
  }

  unsigned write_changed_opcodes(const CgpPosition& position) {
    if (position.opcodes == opcodes_) return 0;
    opcodes_ = position.opcodes;
    write_opcodes(opcodes_, parts_);
    return kOpcodes;
  }

  // The racks and scores of the last state, by seat.
  BoardSize size_;
  TileNames names_;
  std::vector<TileCode> cells_;
  std::vector<std::vector<TileCode>> racks_;
  std::vector<std::int32_t> scores_;
  std::uint32_t zeros_ = 0;
  std::size_t seat_ = 0;
  CgpOpcodes opcodes_;

  std::size_t count_ = 0;
  std::vector<std::size_t> points_;       // room for all, and one
  std::span<const std::size_t> changed_;  // points, ascending
  std::vector<TileCode> run_;
  ByteWriter head_opcodes_, states_, parts_;
  ByteWriter runs_, script_;  // kept for their room
};

ScriptWriter::ScriptWriter() : packer_(std::make_unique<Packer>()) {}
ScriptWriter::~ScriptWriter() = default;

void ScriptWriter::start(const CgpPosition& position, std::size_t seat_to_move) {
  packer_->start(position, seat_to_move);
}

void ScriptWriter::add(const CgpPosition& position, std::size_t seat_to_move) {
  packer_->add(position, seat_to_move);
}

void ScriptWriter::finish(std::vector<std::uint16_t>& ops) { packer_->finish(ops); }

}  // namespace ludex::crossword
