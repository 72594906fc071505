#include "engine/empty_answer.hpp"

#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

bool is_of_moves(std::string_view text) { return text.starts_with("moves:"); }

bool is_part_of_board(std::string_view text, const Position& position) {
  constexpr std::ptrdiff_t kFewStones = 12;
  constexpr std::size_t kLargeBoard = 81;
  const bool is_drawn = !is_of_moves(text) && !text.starts_with('@');
  if (!is_drawn || traits_of(position.game).has_tiles) return false;
  const auto& cells = position.cells;
  const auto stones =
      std::ranges::count_if(cells, [](std::uint8_t code) { return code != cell::kEmpty; });
  return stones > 0 && stones <= kFewStones && cells.size() >= kLargeBoard;
}

/// Empty if there are games on boards of the size that the moves are on.
std::string other_sizes(const BoardSizes& sizes_of, const Position& position) {
  constexpr std::size_t kShown = 3;
  const std::string own = size_text(position.size);
  std::vector<std::string> sizes = sizes_of(position.game, position.size);
  if (sizes.empty() || std::ranges::find(sizes, own) != sizes.end()) return {};
  sizes.resize(std::min(sizes.size(), kShown));
  return fmt::format("without `size` the moves are on a {}x{} board; the games here are on {}",
                     position.size.width, position.size.height, fmt::join(sizes, ", "));
}

}  // namespace

void explain_empty_answer(const Query& query, const GameFilters& filters, const BoardSizes& sizes,
                          std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < filters.positions.size(); ++i) {
    const Position& position = filters.positions[i].position;
    if (is_part_of_board(query.positions[i], position)) {
      notes.emplace_back(
          "this finds only boards with exactly these stones; `pattern` finds a part of a board");
      return;
    }
    if (query.size || !is_of_moves(query.positions[i])) continue;
    if (std::string note = other_sizes(sizes, position); !note.empty()) {
      notes.push_back(std::move(note));
      return;
    }
  }
}

}  // namespace ludex
