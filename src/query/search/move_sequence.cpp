#include "query/search/move_sequence.hpp"

#include "games/api/game_rules.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace ludex {
namespace {

constexpr int kLargestTable = 64 * 64;  // points of a board whose views are tabulated

std::uint64_t mixed(std::uint64_t value) {  // the finalizer of SplitMix64 (Steele et al. 2014)
  value = (value ^ value >> 30) * 0xBF58'476D'1CE4'E5B9;
  value = (value ^ value >> 27) * 0x94D0'49BB'1331'11EB;
  return value ^ value >> 31;
}

SequenceStep mapped(SequenceStep step, const Match& change, BoardSize size) {
  if (step.has_point) step.point = map_point(change.orientation, step.point, size);
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
  const bool on_board = step.has_point && static_cast<int>(step.point) < views.size.area();
  const std::uint32_t point =
      on_board ? map_point(change.orientation, step.point, views.size) : step.point;
  return mixed(word_of(step, point, change.colors_swapped));
}

const SequenceHasher::Views& SequenceHasher::views_of(GameType game, BoardSize size) {
  for (const auto& known : known_) {
    if (known->game == game && known->size == size) return *known;
  }
  auto views = std::make_unique<Views>(Views{game, size, ludex::views_of(game, size), {}});
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

std::optional<Match> find_view_change(GameType game, BoardSize size,
                                      std::span<const SequenceStep> one,
                                      std::span<const SequenceStep> other, std::size_t moves) {
  const auto part = one.first(end_of_moves(one, moves));
  const auto goal = other.first(end_of_moves(other, moves));
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
