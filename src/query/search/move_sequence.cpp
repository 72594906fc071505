#include "query/search/move_sequence.hpp"

#include "games/api/game_rules.hpp"
#include "games/api/script_op.hpp"
#include "games/crossword/crossword_script.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace ludex {
namespace {

constexpr std::uint16_t kShogiSetup = 0x8000;   // words below it are moves
constexpr std::uint16_t kShogiBranch = 0xE000;  // ends the main line
constexpr int kLargestTable = 64 * 64;          // points of a board whose views are tabulated

bool is_sgf(GameType game) { return static_cast<std::int32_t>(game) < 1000; }

std::uint64_t mixed(std::uint64_t value) {  // the finalizer of SplitMix64 (Steele et al. 2014)
  value = (value ^ value >> 30) * 0xBF58'476D'1CE4'E5B9;
  value = (value ^ value >> 27) * 0x94D0'49BB'1331'11EB;
  return value ^ value >> 31;
}

void append_sgf_op(const ScriptOp& op, std::vector<SequenceStep>& steps) {
  using Kind = SequenceStep::Kind;
  if (const auto move = op.as_move()) {
    const bool stone = move->kind == MoveKind::stone;
    steps.push_back({Kind::move, static_cast<std::uint8_t>(move->kind),
                     static_cast<std::uint8_t>(move->player), stone, stone ? op.point : 0});
    return;
  }
  if (op.kind == script::mark) return;  // whose turn it is, ends of nodes
  const std::uint8_t player = op.kind == script::add_first    ? 1
                              : op.kind == script::add_second ? 2
                                                              : 0;
  const bool has_point = op.kind != script::link;
  steps.push_back({Kind::setup, static_cast<std::uint8_t>(has_point ? script::clear : op.kind),
                   player, has_point, op.point});
}

void read_sgf(std::span<const std::uint16_t> ops, std::vector<SequenceStep>& steps) {
  while (!ops.empty()) {
    const auto op = read_op(ops);
    if (!op || op->is(script::branch)) return;
    append_sgf_op(*op, steps);
    ops = ops.subspan(op->size);
  }
}

constexpr std::uint8_t kNamedTile = 128;  // what it is called is a step of its own
constexpr std::uint8_t kTileName = 129;

/// The first four bytes of a tile's text; longer ones there are none.
std::uint32_t packed(std::string_view text) {
  std::uint32_t bytes = 0;
  for (const char c : text.substr(0, 4)) bytes = bytes << 8 | static_cast<unsigned char>(c);
  return bytes;
}

/// What came onto the board and went off it. Codes of tiles that are no letter of ASCII are the
/// game's own.
void append_tiles(const crossword::ScriptReader& reader, std::vector<SequenceStep>& steps) {
  using Kind = SequenceStep::Kind;
  const CgpPosition& state = reader.position();
  for (const crossword::ScriptReader::Change& change : reader.changes()) {
    const TileCode code = state.cells[change.point];
    const bool named = tile::is_named(code);
    steps.push_back({Kind::setup, named ? kNamedTile : code, 0, true, change.point});
    if (named)
      steps.push_back({Kind::setup, kTileName, 0, false, packed(state.names.text_of(code))});
  }
}

/// A turn is a move, behind the tiles that it put on the board; a play taken back is none. Racks,
/// scores and points at the end do not matter. A single position matters as a whole.
void read_crossword(std::span<const std::uint16_t> ops, std::vector<SequenceStep>& steps) {
  using Kind = SequenceStep::Kind;
  crossword::ScriptReader reader(ops);
  std::uint32_t zero_turns = 0;
  std::size_t seat = 0;
  std::size_t states = 0;
  for (; reader.next(); ++states) {
    const CgpPosition& state = reader.position();
    const bool is_turn =
        !reader.changes().empty() || state.zero_turns > zero_turns || reader.seat_to_move() != seat;
    append_tiles(reader, steps);
    zero_turns = state.zero_turns;
    seat = reader.seat_to_move();
    if (states == 0 || !is_turn || !state.last_move) continue;
    const CgpMove::Kind kind = state.last_move->kind;
    if (kind == CgpMove::Kind::challenge) continue;
    const bool is_exchange = kind == CgpMove::Kind::exchange_count;  // whatever is known of it
    const auto what = is_exchange ? CgpMove::Kind::exchange : kind;
    steps.push_back({Kind::move, static_cast<std::uint8_t>(what), 0, false, 0});
  }
  if (states > 1) return;
  steps.clear();
  for (const std::uint16_t op : ops) steps.push_back({Kind::setup, 0, 0, false, op});
}

SequenceStep mapped(SequenceStep step, const ViewChange& change, BoardSize size) {
  if (step.has_point) step.point = map_point(change.orientation, step.point, size);
  if (change.roles_exchanged && step.player != 0) {
    step.player = static_cast<std::uint8_t>(3 - step.player);
  }
  return step;
}

std::uint64_t word_of(const SequenceStep& step, std::uint32_t point, bool exchanged) {
  const std::uint64_t player = exchanged && step.player != 0 ? 3U - step.player : step.player;
  return std::uint64_t{point} << 16 | std::uint64_t{step.what} << 8 | player << 1 |
         (step.kind == SequenceStep::Kind::move ? 1 : 0);
}

SequenceStep stone_of(std::uint8_t player, Point point) {
  return {SequenceStep::Kind::move, static_cast<std::uint8_t>(MoveKind::stone), player, true,
          point};
}

/// The end of the steps that belong to the first `moves` moves; all where there are no more.
std::size_t end_of_moves(std::span<const SequenceStep> steps, std::size_t moves) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != SequenceStep::Kind::move) continue;
    if (++seen == moves) {
      const auto rest = steps.subspan(i + 1);
      const bool more = std::any_of(rest.begin(), rest.end(), [](const SequenceStep& step) {
        return step.kind == SequenceStep::Kind::move;
      });
      return more ? i + 1 : steps.size();
    }
  }
  return steps.size();
}

/// Between two moves the order of setup means nothing.
void sort_setup(std::vector<SequenceStep>& steps) {
  for (auto begin = steps.begin(); begin != steps.end();) {
    const auto is_move = [](const SequenceStep& step) {
      return step.kind == SequenceStep::Kind::move;
    };
    const auto end = std::find_if(begin, steps.end(), is_move);
    std::sort(begin, end);
    begin = end == steps.end() ? end : end + 1;
  }
}

}  // namespace

std::vector<ViewChange> view_changes(GameType game, BoardSize size) {
  std::vector<ViewChange> changes = {{}};
  const GameRules* const rules = find_rules(game);
  const bool turns = is_sgf(game) || game == GameType::crossword;
  if (rules == nullptr || !turns || !rules->playable(size)) return changes;
  const auto add = [&](std::span<const Orientation> orientations, bool exchanged) {
    for (const Orientation orientation : orientations) {
      const ViewChange change{orientation, exchanged};
      if (map_size(orientation, size) == size && change != ViewChange{}) changes.push_back(change);
    }
  };
  add(rules->symmetries(size), false);
  if (is_sgf(game)) add(rules->role_swaps(size), true);  // whoever is named first: turns are turns
  return changes;
}

void read_sequence(GameType game, std::span<const std::uint16_t> ops,
                   std::vector<SequenceStep>& steps) {
  steps.clear();
  if (is_sgf(game)) return read_sgf(ops, steps);
  using Kind = SequenceStep::Kind;
  if (game == GameType::shogi) {
    for (const std::uint16_t op : ops) {
      if (op == kShogiBranch) return;
      steps.push_back({op < kShogiSetup ? Kind::move : Kind::setup, 0, 0, false, op});
    }
    return;
  }
  read_crossword(ops, steps);
}

std::uint64_t SequenceHasher::word_in_view(const SequenceStep& step, const Views& views,
                                           std::size_t view) {
  const ViewChange& change = views.changes[view];
  const bool on_board = step.has_point && static_cast<int>(step.point) < views.size.area();
  const std::uint32_t point =
      on_board ? map_point(change.orientation, step.point, views.size) : step.point;
  return mixed(word_of(step, point, change.roles_exchanged));
}

const SequenceHasher::Views& SequenceHasher::views_of(GameType game, BoardSize size) {
  for (const auto& known : known_) {
    if (known->game == game && known->size == size) return *known;
  }
  auto views = std::make_unique<Views>(Views{game, size, view_changes(game, size), {}});
  if (size.area() <= kLargestTable) {
    for (const std::uint8_t player : {1, 2}) {
      for (Point point = 0; static_cast<int>(point) < size.area(); ++point) {
        for (std::size_t view = 0; view < views->changes.size(); ++view) {
          views->stones.push_back(word_in_view(stone_of(player, point), *views, view));
        }
      }
    }
  }
  known_.push_back(std::move(views));
  return *known_.back();
}

void SequenceHasher::hash(GameType game, BoardSize size, std::span<const SequenceStep> steps,
                          std::vector<std::uint64_t>& hashes) {
  const Views& views = views_of(game, size);
  const std::size_t count = views.changes.size();
  const auto area = static_cast<std::size_t>(size.area());
  std::array<std::uint64_t, kMostViews> running{}, setup{}, words{};
  const auto smallest = [&] {
    return *std::min_element(running.begin(), running.begin() + static_cast<std::ptrdiff_t>(count));
  };
  running.fill(mixed(static_cast<std::uint64_t>(game) << 32 |
                     static_cast<std::uint64_t>(size.width) << 16 |
                     static_cast<std::uint64_t>(size.height)));
  hashes.assign(1, smallest());
  for (const SequenceStep& step : steps) {
    const bool is_move = step.kind == SequenceStep::Kind::move;
    const std::uint64_t* word = words.data();
    if (is_move && step.has_point && step.point < area && !views.stones.empty()) {
      word = &views.stones[((step.player - 1U) * area + step.point) * count];
    } else {
      for (std::size_t i = 0; i < count; ++i) words[i] = word_in_view(step, views, i);
    }
    if (!is_move) {
      for (std::size_t i = 0; i < count; ++i) setup[i] += word[i];
      continue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      running[i] = (std::rotl(running[i], 23) ^ word[i]) * 0x9E37'79B9'7F4A'7C15 + setup[i];
    }
    setup.fill(0);
    hashes.push_back(smallest());
  }
  for (std::size_t i = 0; i < count; ++i) running[i] += setup[i];
  hashes.back() = smallest();
}

std::optional<ViewChange> find_view_change(GameType game, BoardSize size,
                                           std::span<const SequenceStep> one,
                                           std::span<const SequenceStep> other, std::size_t moves) {
  const auto part = one.first(end_of_moves(one, moves));
  const auto goal = other.first(end_of_moves(other, moves));
  std::vector<SequenceStep> sorted_goal(goal.begin(), goal.end());
  sort_setup(sorted_goal);
  for (const ViewChange& change : view_changes(game, size)) {
    std::vector<SequenceStep> steps;
    for (const SequenceStep& step : part) steps.push_back(mapped(step, change, size));
    sort_setup(steps);
    if (steps == sorted_goal) return change;
  }
  return std::nullopt;
}

}  // namespace ludex
