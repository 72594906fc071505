#include "games/crossword/crossword_rules.hpp"

#include "formats/cgp/cgp.hpp"
#include "formats/cgp/cgp_text.hpp"
#include "games/crossword/board_hash.hpp"
#include "games/crossword/crossword_script.hpp"
#include "games/crossword/scored_board.hpp"
#include "games/crossword/state.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ludex::crossword {
namespace {

using enum ProblemKind;

// The rules of play, independent of the format.
constexpr Rule kRules[] = {
    {illegal_move, "", "", "tiles lie in one line and join those on the board"},
    {impossible_move, "", "", "tiles are laid on empty squares of the board"},
    {too_many_tiles, "", "", "a set holds so many of each letter"},
};

/// Events between two turns that are looked past for the next move: bonuses, racks and clocks of
/// four players are fewer.
constexpr std::size_t kMostBetween = 16;

/// Positions of a script, each with the move that led to it and the one that follows. States that
/// no turn led to, as after a bonus, have no last move.
class PositionReader {
 public:
  explicit PositionReader(std::span<const std::uint16_t> ops) : reader_(ops) { look_ahead(); }

  /// Goes to the next position; false after the last one.
  bool next() {
    if (ahead_.empty()) return false;
    current_ = std::move(ahead_.front());
    ahead_.erase(ahead_.begin());
    look_ahead();
    if (!ahead_.empty()) current_.next_move = ahead_.back().last_move;
    return true;
  }
  [[nodiscard]] Position& position() { return current_; }

 private:
  /// Up to the next turn.
  void look_ahead() {
    while (ahead_.size() < kMostBetween && (ahead_.empty() || !ahead_.back().last_move)) {
      if (!reader_.next()) return;
      ahead_.push_back(read());
    }
  }

  [[nodiscard]] Position read() {
    const CgpPosition& state = reader_.position();
    Position position = to_position(state, reader_.seat_to_move());
    position.ply = ply_++;
    position.parent_ply = static_cast<std::int32_t>(position.ply) - 1;
    if (!state.last_move) return position;
    const std::size_t players = state.racks.size();
    const std::size_t to_move = reader_.seat_to_move();
    if (position.ply == 0) {
      position.last_move = move_of(state, (to_move + players - 1) % players);
      return position;
    }
    const Position& before = ahead_.empty() ? current_ : ahead_.back();
    const bool is_turn = !reader_.changes().empty() || state.zero_turns > before.passes;
    if (!is_turn) return position;
    const std::size_t mover = state_of(before).seat - 1;
    position.last_move = move_of(state, mover);
    const std::size_t place = (mover + players - to_move) % players;
    position.last_move->score = state.scores[place] - state_of(before).scores[0];
    return position;
  }

  [[nodiscard]] static Move move_of(const CgpPosition& state, std::size_t seat) {
    return to_move(*state.last_move, state.names, state.size, seat);
  }

  ScriptReader reader_;
  std::uint32_t ply_ = 0;
  Position current_;
  std::vector<Position> ahead_;  // none but the last one after a turn
};

void put_tiles(const CgpMove& move, CgpPosition& state, bool& fits) {
  const auto width = static_cast<std::size_t>(state.size.width);
  std::size_t row = move.row;
  std::size_t column = move.column;
  for (const TileCode code : move.tiles) {
    fits = fits && row < static_cast<std::size_t>(state.size.height) && column < width;
    if (!fits) return;
    TileCode& square = state.cells[row * width + column];
    const bool through = code == tile::kThrough || code == square;
    fits = through == (square != tile::kEmpty);
    if (!through) square = code;
    ++(move.down ? row : column);
  }
}

constexpr std::uint8_t kNamedTile = 128;  // its text is a separate step
constexpr std::uint8_t kTileName = 129;

/// The first four bytes of a tile's text; longer ones there are none.
std::uint32_t packed(std::string_view text) {
  std::uint32_t bytes = 0;
  for (const char c : text.substr(0, 4)) bytes = bytes << 8 | static_cast<unsigned char>(c);
  return bytes;
}

/// Tiles that appeared on the board or left it. Codes of tiles that are no letter of ASCII are the
/// game's own.
void append_tiles(const ScriptReader& reader, std::vector<SequenceStep>& steps) {
  using Kind = SequenceStep::Kind;
  const CgpPosition& state = reader.position();
  for (const ScriptReader::Change& change : reader.changes()) {
    const TileCode code = state.cells[change.point];
    const bool named = tile::is_named(code);
    steps.push_back({Kind::setup, named ? kNamedTile : code, 0, true, change.point});
    if (named)
      steps.push_back({Kind::setup, kTileName, 0, false, packed(state.names.text_of(code))});
  }
}

class CrosswordRules final : public GameRules {
 public:
  CrosswordRules()
      : GameRules(GameType::crossword, {.name = "crossword",
                                        .default_size = {15, 15},
                                        .max_side = kMaxCgpSide,
                                        .has_numbered_seats = true,
                                        .has_tiles = true}) {}

  void append_keys(std::span<const std::uint16_t> ops, BoardSize, std::uint32_t first_ply,
                   std::uint32_t end_ply, std::vector<PositionKey>& keys) const override {
    ScriptReader reader(ops);
    std::optional<BoardHash> hash;
    for (std::uint32_t ply = 0; ply < end_ply && reader.next(); ++ply) {
      const CgpPosition& state = reader.position();
      if (!hash) hash.emplace(state.size, state.names);
      for (const ScriptReader::Change& change : reader.changes()) {
        hash->toggle(change.point, change.before);
        hash->toggle(change.point, state.cells[change.point]);
      }
      if (ply >= first_ply) keys.push_back(hash->key());
    }
  }

  std::optional<Position> find_position(std::span<const std::uint16_t> ops, BoardSize,
                                        std::uint32_t ply) const override {
    PositionReader reader(ops);
    while (reader.next()) {
      if (reader.position().ply == ply) return std::move(reader.position());
    }
    return std::nullopt;
  }

  void walk(std::span<const std::uint16_t> ops, BoardSize,
            const std::function<bool(const Position&)>& visit) const override {
    PositionReader reader(ops);
    while (reader.next()) {
      if (!visit(reader.position())) return;
    }
  }

  // A turn is a move, after the tiles that it put on the board; a play taken back is none. Racks,
  // scores and points at the end do not matter. A single position matters as a whole.
  void append_steps(std::span<const std::uint16_t> ops,
                    std::vector<SequenceStep>& steps) const override {
    using Kind = SequenceStep::Kind;
    ScriptReader reader(ops);
    const std::size_t first = steps.size();
    std::uint32_t zero_turns = 0;
    std::size_t seat = 0;
    std::size_t states = 0;
    for (; reader.next(); ++states) {
      const CgpPosition& state = reader.position();
      const bool is_turn = !reader.changes().empty() || state.zero_turns > zero_turns ||
                           reader.seat_to_move() != seat;
      append_tiles(reader, steps);
      zero_turns = state.zero_turns;
      seat = reader.seat_to_move();
      if (states == 0 || !is_turn || !state.last_move) continue;
      const CgpMove::Kind kind = state.last_move->kind;
      if (kind == CgpMove::Kind::challenge) continue;
      const bool is_exchange = kind == CgpMove::Kind::exchange_count;  // regardless of known tiles
      const auto what = is_exchange ? CgpMove::Kind::exchange : kind;
      steps.push_back({Kind::move, static_cast<std::uint8_t>(what), 0, false, 0});
    }
    if (states > 1) return;
    steps.resize(first);
    for (const std::uint16_t op : ops) steps.push_back({Kind::setup, 0, 0, false, op});
  }

  /// Seats take turns regardless of who is named first, so roles are not exchanged.
  std::vector<Match> step_views(BoardSize size) const override {
    std::vector<Match> views;
    if (!playable(size)) return {{}};
    for (const Orientation one : symmetries(size)) views.push_back({one, false});
    return views;
  }

  void read_line(const LineSource& source, CellLine& line) const override {
    line.start(source.size, static_cast<std::size_t>(source.size.area()), source.keep);
    ScriptReader reader(source.ops);
    while (reader.next()) {
      const CgpPosition& state = reader.position();
      if (state.size != source.size) return;
      if (line.moments() == 0) {
        line.tile_names = state.names;
        line.is_symmetric = layout_of(state.opcodes.board_name, state.size) != nullptr;
      }
      const bool is_play = state.last_move && state.last_move->kind == CgpMove::Kind::play;
      for (const ScriptReader::Change& change : reader.changes()) {
        const TileCode code = state.cells[change.point];
        if (is_play && code != tile::kEmpty) {
          line.place(change.point, code);
        } else {
          line.set(change.point, code);
        }
      }
      line.end_moment(static_cast<std::uint8_t>(reader.seat_to_move() + 1));
    }
  }

  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override {
    ScriptWriter writer;
    writer.start(to_state(position), state_of(position).seat - 1);
    writer.finish(ops);
  }

  RuleBook rule_book() const override { return {"crossword games", kRules}; }
  PositionKey key_of(const Position& position) const override {
    return board_key(position.size, state_of(position).names, position.cells);
  }
  Known identity() const override { return {}; }

  QueryPosition as_query(Position position) const override {
    CrosswordState state = state_of(position);
    state.opcodes = {};  // the game info is not a filter
    state.last_move.reset();
    position.rest = GameData(std::move(state));
    return GameRules::as_query(std::move(position));
  }

  KeyRange key_range(const Position& position, const Known& known) const override {
    const PositionKey key = key_of(position);
    return known.blank_as_letter ? any_blanks(key) : KeyRange{key, key};
  }
  std::span<const Orientation> symmetries(BoardSize size) const override {
    static constexpr std::array kBoth = {Orientation::identity, Orientation::diag};
    return std::span(kBoth).first(size.is_square() ? 2 : 1);
  }
  std::uint8_t swapped(std::uint8_t code) const override { return code; }
  bool fits(const QueryPosition& query, const Position& found, const Match& match) const override {
    return crossword::fits(query, found, match);
  }

  /// A play goes across rather than down: 8D before H4.
  std::string racks_text(const Position& position) const override {
    const CrosswordState& state = state_of(position);
    std::string text;
    for (const auto& rack : state.racks) text += cgp_tiles(state.names, rack) + '/';
    if (!text.empty()) text.pop_back();
    return text;
  }
  std::vector<std::string> words_formed(const Position& position) const override {
    return crossword::words_formed(position);
  }
  bool mover_holds(const Position& position, const std::vector<std::string>& tiles) const override {
    return crossword::mover_holds(position, tiles);
  }
  bool reads_before(const Move& one, const Move& other) const override {
    return std::pair(tiles_of(one).down, one.point) < std::pair(tiles_of(other).down, other.point);
  }
  std::string late_text(const Position& position) const override {
    const auto& last = state_of(position).last_move;
    return last && last->bonus ? " +" + std::to_string(*last->bonus) : std::string();
  }

  std::optional<QueryPosition> read_cgp(std::string_view text) const override {
    const bool is_full = std::any_of(text.begin(), text.end(), is_cgp_blank);
    CgpPosition state;
    const std::string line = is_full ? std::string(text) : std::string(text) + " / 0/0 0";
    auto problem = parse_cgp(line, state);
    if (!problem) problem = forget_game(state);
    if (problem) throw UsageError("position: " + problem->message);
    QueryPosition query;
    query.position = to_position(state, 0);
    query.known.rest = is_full;
    for (const auto& [name, operand] : state.opcodes.others) {
      query.notes.push_back(fmt::format(
          "`{}{}{}` is no opcode of CGP or means nothing; only what says the same is found", name,
          operand.empty() ? "" : " ", operand));
    }
    return query;
  }

  std::optional<std::string> cgp_text(const Position& position) const override {
    return to_cgp(to_state(position));
  }

  Position start_position(BoardSize size) const override {
    CgpPosition state;
    state.size = size;
    state.cells.assign(static_cast<std::size_t>(size.area()), tile::kEmpty);
    state.racks.resize(2);
    state.scores.resize(2);
    return to_position(state, 0);
  }

  std::string move_text(const Move& move, BoardSize size) const override {
    return crossword::move_text(move, size);
  }

  std::optional<Move> parse_move(std::string_view text, const Position& position) const override {
    TileNames names = state_of(position).names;
    const auto move = parse_cgp_move(text, names);
    if (!move || move->row >= position.size.height || move->column >= position.size.width) {
      return std::nullopt;
    }
    return to_move(*move, names, position.size, state_of(position).seat - 1);
  }

  /// Places the tiles; score and drawn tiles are unknown.
  std::optional<Position> after(const Position& position, const Move& move) const override {
    CgpPosition state = to_state(position);
    state.last_move = parse_cgp_move(move_text(move, position.size), state.names);
    if (!state.last_move || move.kind == MoveKind::withdraw) return std::nullopt;
    if (move.kind == MoveKind::play) {
      bool fits = true;
      put_tiles(*state.last_move, state, fits);
      if (!fits) return std::nullopt;
    }
    state.zero_turns = move.kind == MoveKind::play ? 0 : state.zero_turns + 1;
    state.racks.front().clear();
    std::rotate(state.racks.begin(), state.racks.begin() + 1, state.racks.end());
    std::rotate(state.scores.begin(), state.scores.begin() + 1, state.scores.end());
    Position next = to_position(state, state_of(position).seat % state.racks.size());
    next.ply = position.ply + 1;
    next.parent_ply = static_cast<std::int32_t>(position.ply);
    next.last_move = move;
    return next;
  }

  // As the plays across of GCG: 8H; after column Z comes AA.
  std::string place_text(Point point, BoardSize size) const override {
    const auto width = static_cast<Point>(size.width);
    return cgp_coordinate({.row = static_cast<std::uint16_t>(point / width),
                           .column = static_cast<std::uint16_t>(point % width)});
  }

  // 8H or H8.
  std::optional<Point> find_named_point(std::string_view text, BoardSize size) const override {
    CgpMove place;
    const bool is_place = read_cgp_coordinate(text, place);
    if (!is_place || place.row >= size.height || place.column >= size.width) return std::nullopt;
    return static_cast<Point>(place.row) * static_cast<Point>(size.width) + place.column;
  }

  std::string draw(const Position& position, const Diagram& diagram) const override {
    return draw_board(position, diagram.ascii);
  }
  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    return paint_tiles(position, view, canvas);
  }
  std::optional<std::string> unseen(const Position& position) const override {
    auto tiles = unseen_tiles(position);
    return tiles ? std::optional(std::move(tiles->text)) : std::nullopt;
  }
  std::optional<MovePlace> place_of(const Move& move, BoardSize size) const override {
    return place_of_play(move, size);
  }
};

}  // namespace

const GameRules& rules() {
  static const CrosswordRules kGame;
  return kGame;
}

}  // namespace ludex::crossword
