#include "games/crossword/crossword_script.hpp"
#include "games/crossword/script_format.hpp"

#include <algorithm>

namespace ludex::crossword {

class ScriptReader::Unpacker {
 public:
  explicit Unpacker(std::span<const std::uint16_t> ops) : in_(ops) {
    states_left_ = in_.number();
    read_names();
    const std::uint64_t width = in_.number();
    const std::uint64_t height = in_.number();
    const std::uint64_t players = in_.number();
    if (width - 1 >= kMaxCgpSide || height - 1 >= kMaxCgpSide || players - 1 >= kMaxCgpPlayers) {
      in_.fail();
    }
    if (!in_.ok()) return;
    position_.size = {static_cast<std::int16_t>(width), static_cast<std::int16_t>(height)};
    position_.cells.assign(width * height, tile::kEmpty);
    position_.racks.resize(players);
    position_.scores.resize(players);
    racks_.resize(players);
    scores_.resize(players);
    seat_ = players - 1;
    position_.opcodes = read_opcodes(in_);
  }

  bool next() {
    if (!in_.ok() || states_left_ == 0) return false;
    --states_left_;
    const unsigned flags = in_.byte();
    changes_.clear();
    if ((flags & kCells) != 0) read_cells((flags & kCellsDown) != 0);
    if ((flags & kRacks) != 0) read_racks();
    if ((flags & kScores) != 0) read_scores();
    if ((flags & kZeros) != 0) position_.zero_turns = static_cast<std::uint32_t>(in_.number());
    position_.last_move.reset();
    if ((flags & kMove) != 0) read_move();
    seat_ = (flags & kSeat) != 0 ? read_seat() : (seat_ + 1) % racks_.size();
    if ((flags & kOpcodes) != 0) position_.opcodes = read_opcodes(in_);
    for (std::size_t i = 0; i < racks_.size(); ++i) {
      position_.racks[i] = racks_[(seat_ + i) % racks_.size()];
      position_.scores[i] = scores_[(seat_ + i) % racks_.size()];
    }
    return in_.ok();
  }

  [[nodiscard]] const CgpPosition& position() const { return position_; }
  [[nodiscard]] std::size_t seat() const { return seat_; }
  [[nodiscard]] std::span<const Change> changes() const { return changes_; }

 private:
  void read_names() {
    const std::size_t count = in_.count();
    for (std::size_t n = 0; n < count && in_.ok(); ++n) {
      const auto code = position_.names.code_of(in_.text(), std::string_view::npos);
      if (code != tile::kFirstNamed + 2 * n) in_.fail();
    }
  }

  [[nodiscard]] bool known(TileCode code) const {
    return !tile::is_named(code) ||
           static_cast<std::size_t>(code - tile::kFirstNamed) / 2 < position_.names.size();
  }

  void check(const std::vector<TileCode>& codes) {
    if (!std::all_of(codes.begin(), codes.end(), [&](TileCode code) { return known(code); })) {
      in_.fail();
    }
  }

  std::size_t read_seat() {
    const std::uint64_t seat = in_.number();
    if (seat < racks_.size()) return static_cast<std::size_t>(seat);
    in_.fail();
    return 0;
  }

  void read_cells(bool down) {
    const auto width = static_cast<std::size_t>(position_.size.width);
    const auto height = static_cast<std::size_t>(position_.size.height);
    std::uint64_t place = 0;
    for (std::uint64_t runs = in_.number(); runs > 0 && in_.ok(); --runs) {
      place += in_.number();
      in_.codes(codes_);
      check(codes_);
      if (place > width * height || codes_.size() > width * height - place) in_.fail();
      if (!in_.ok()) return;
      for (const TileCode code : codes_) {
        const auto point =
            static_cast<std::size_t>(down ? place % height * width + place / height : place);
        changes_.push_back({static_cast<std::uint32_t>(point), position_.cells[point]});
        position_.cells[point] = code;
        ++place;
      }
    }
  }

  void read_racks() {
    for (std::uint64_t number = in_.number(); number > 0 && in_.ok(); --number) {
      auto& rack = racks_[read_seat()];
      in_.codes(rack);
      check(rack);
    }
  }

  void read_scores() {
    for (std::uint64_t number = in_.number(); number > 0 && in_.ok(); --number) {
      std::int32_t& score = scores_[read_seat()];
      const auto sum = static_cast<std::uint64_t>(in_.signed_number()) +
                       static_cast<std::uint64_t>(std::int64_t{score});
      score = static_cast<std::int32_t>(sum);
    }
  }

  void read_move() {
    const unsigned head = in_.byte();
    CgpMove& move = position_.last_move.emplace();
    if ((head & kKindMask) > static_cast<unsigned>(CgpMove::Kind::challenge)) in_.fail();
    if (!in_.ok()) return;
    move.kind = static_cast<CgpMove::Kind>(head & kKindMask);
    move.down = (head & kDown) != 0;
    const bool has_place =
        move.kind == CgpMove::Kind::play || move.kind == CgpMove::Kind::challenge;
    if (has_place) read_place(move);
    if (move.kind == CgpMove::Kind::exchange_count) {
      move.count = static_cast<std::uint32_t>(in_.number());
    }
    if ((head & kDerived) != 0) {
      derive_tiles(move);
    } else if (has_place || move.kind == CgpMove::Kind::exchange) {
      in_.codes(move.tiles);
      check(move.tiles);
    }
    if ((head & kBonus) != 0) move.bonus = static_cast<std::int32_t>(in_.signed_number());
  }

  void read_place(CgpMove& move) {
    const std::uint64_t row = in_.number();
    const std::uint64_t column = in_.number();
    if (row >= kMaxCgpSide || column >= kMaxCgpSide) in_.fail();
    if (!in_.ok()) return;
    move.row = static_cast<std::uint16_t>(row);
    move.column = static_cast<std::uint16_t>(column);
  }

  void derive_tiles(CgpMove& move) {
    const auto width = static_cast<std::size_t>(position_.size.width);
    const std::size_t step = move.down ? width : 1;
    const std::size_t start = move.row * width + move.column;
    const std::uint64_t length = in_.number();
    if (length > kMaxCgpSide) in_.fail();
    if (!in_.ok() || length == 0) return;
    if (start + (length - 1) * step >= position_.cells.size()) {
      in_.fail();
      return;
    }
    for (std::size_t i = 0, point = start; i < length; ++i, point += step) {
      const bool changed = std::any_of(changes_.begin(), changes_.end(),
                                       [&](const Change& change) { return change.point == point; });
      move.tiles.push_back(changed ? position_.cells[point] : tile::kThrough);
    }
  }

  ByteReader in_;
  std::uint64_t states_left_ = 0;
  CgpPosition position_;
  std::vector<std::vector<TileCode>> racks_;  // by seat
  std::vector<std::int32_t> scores_;          // by seat
  std::size_t seat_ = 0;
  std::vector<Change> changes_;
  std::vector<TileCode> codes_;
};

ScriptReader::ScriptReader(std::span<const std::uint16_t> ops)
    : unpacker_(std::make_unique<Unpacker>(ops)) {}
ScriptReader::~ScriptReader() = default;

bool ScriptReader::next() { return unpacker_->next(); }
const CgpPosition& ScriptReader::position() const { return unpacker_->position(); }
std::size_t ScriptReader::seat_to_move() const { return unpacker_->seat(); }
std::span<const ScriptReader::Change> ScriptReader::changes() const { return unpacker_->changes(); }

}  // namespace ludex::crossword
