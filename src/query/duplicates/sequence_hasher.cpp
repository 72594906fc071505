#include "query/duplicates/sequence_hasher.hpp"

#include "games/api/game_rules.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace ludex {
namespace {

constexpr int kLargestTable = 32 * 32;  // points of the largest board with tabulated views

std::uint64_t mixed(std::uint64_t value) {  // the finalizer of SplitMix64 (Steele et al. 2014)
  value = (value ^ value >> 30) * 0xBF58'476D'1CE4'E5B9;
  value = (value ^ value >> 27) * 0x94D0'49BB'1331'11EB;
  return value ^ value >> 31;
}

bool is_on_board(const SequenceStep& step, BoardSize size) {
  return step.has_point && static_cast<int>(step.point) < size.area();
}

/// A point that damaged moves name beside the board stays what it is.
SequenceStep mapped(SequenceStep step, const Match& change, BoardSize size) {
  if (is_on_board(step, size)) step.point = map_point(change.orientation, step.point, size);
  if (change.colors_swapped && step.player != 0) {
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

/// Hashes one more move in `count` views. In general registers: left alone, GCC multiplies two
/// numbers at once by SSE2, at half the speed.
void add_move(const std::uint64_t* words, std::size_t count, std::uint64_t* running) {
#pragma GCC unroll 4
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t hash = (std::rotl(running[i], 23) ^ words[i]) * 0x9E37'79B9'7F4A'7C15;
    asm("" : "+r"(hash));
    running[i] = hash;
  }
}

/// The end of the steps of the first `moves` moves; the end of all steps if there are no more.
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

/// The steps that count for the beginning hashes of a game of `moves` moves; all of them if there
/// are fewer than kHashedMoves[0].
std::span<const SequenceStep> steps_to_last_beginning(std::span<const SequenceStep> steps,
                                                      std::uint32_t moves) {
  const auto after = std::ranges::upper_bound(kHashedMoves, moves);
  return after == kHashedMoves.begin() ? steps : steps.first(end_of_moves(steps, *(after - 1)));
}

/// The order of setup between two moves does not matter.
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

std::vector<Match> views_of(GameType game, BoardSize size) {
  const GameRules* const rules = find_rules(game);
  return rules == nullptr ? std::vector<Match>(1) : rules->step_views(size);
}

void read_sequence(GameType game, std::span<const std::uint16_t> ops,
                   std::vector<SequenceStep>& steps) {
  steps.clear();
  const GameRules* const rules = find_rules(game);
  if (rules != nullptr) rules->append_steps(ops, steps);
}

std::uint64_t SequenceHasher::word_in_view(const SequenceStep& step, const Views& views,
                                           std::size_t view) {
  const Match& change = views.changes[view];
  const std::uint32_t point = is_on_board(step, views.size)
                                  ? map_point(change.orientation, step.point, views.size)
                                  : step.point;
  return mixed(word_of(step, point, change.colors_swapped));
}

const SequenceHasher::Views& SequenceHasher::views_of(GameType game, BoardSize size) {
  const auto fits = [&](const std::optional<Views>& views) {
    return views && views->game == game && views->size == size;
  };
  auto found = std::ranges::find_if(recent_, fits);
  if (found == recent_.end()) {
    --found;
    *found = Views{game, size, ludex::views_of(game, size), {}, false};
  } else if (!std::exchange((*found)->is_asked_again, true)) {
    fill_table(**found);
  }
  std::rotate(recent_.begin(), found, found + 1);
  return *recent_.front();
}

/// Worth it for the second game: a table has more entries than most games have moves.
void SequenceHasher::fill_table(Views& views) {
  if (views.size.area() > kLargestTable) return;
  for (const std::uint8_t player : {1, 2}) {
    for (Point point = 0; static_cast<int>(point) < views.size.area(); ++point) {
      for (std::size_t view = 0; view < views.changes.size(); ++view) {
        views.stones.push_back(word_in_view(stone_of(player, point), views, view));
      }
    }
  }
}

template <class Visit>
void SequenceHasher::walk(GameType game, BoardSize size, std::span<const SequenceStep> steps,
                          Visit visit) {
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
  std::size_t moves = 0;
  bool has_setup = false;
  visit(moves, smallest);
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
      has_setup = true;
      continue;
    }
    add_move(word, count, running.data());
    if (std::exchange(has_setup, false)) {
      for (std::size_t i = 0; i < count; ++i) running[i] += std::exchange(setup[i], 0);
    }
    visit(++moves, smallest);
  }
  for (std::size_t i = 0; i < count; ++i) running[i] += setup[i];
  visit(moves, smallest);
}

void SequenceHasher::hash(GameType game, BoardSize size, std::span<const SequenceStep> steps,
                          std::vector<std::uint64_t>& hashes) {
  hashes.clear();
  walk(game, size, steps, [&](std::size_t moves, const auto& smallest) {
    if (moves == hashes.size()) hashes.emplace_back();
    hashes.back() = smallest();
  });
}

SequenceHasher::Beginnings SequenceHasher::beginnings(GameType game, BoardSize size,
                                                      std::span<const SequenceStep> steps) {
  Beginnings found;
  found.moves = static_cast<std::uint32_t>(
      std::ranges::count(steps, SequenceStep::Kind::move, &SequenceStep::kind));
  std::size_t level = 0;
  walk(game, size, steps_to_last_beginning(steps, found.moves),
       [&](std::size_t moves, const auto& smallest) {
         if (level < kHashedMoves.size() && moves == kHashedMoves[level])
           found.first[level++] = smallest();
         if (moves == found.moves) found.whole = smallest();
       });
  // What is set up after the last move counts with it, as in hash().
  if (level > 0 && kHashedMoves[level - 1] == found.moves) found.first[level - 1] = found.whole;
  return found;
}

std::optional<Match> find_view_change(GameType game, BoardSize size,
                                      std::span<const SequenceStep> one,
                                      std::span<const SequenceStep> other, std::size_t moves) {
  const auto part = one.first(end_of_moves(one, moves));
  const auto goal = other.first(end_of_moves(other, moves));
  if (std::ranges::equal(part, goal)) return Match{};
  std::vector<SequenceStep> sorted_goal(goal.begin(), goal.end());
  sort_setup(sorted_goal);
  for (const Match& change : ludex::views_of(game, size)) {
    std::vector<SequenceStep> steps;
    for (const SequenceStep& step : part) steps.push_back(mapped(step, change, size));
    sort_setup(steps);
    if (steps == sorted_goal) return change;
  }
  return std::nullopt;
}

}  // namespace ludex
