#include "play_board.hpp"

#include <cassert>
#include <utility>

namespace ludex::bench {

PlayBoard::PlayBoard(int size) : size_(size) {
  assert(size >= 2 && size <= kMaxSize);
  cells_.fill(Cell::border);
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const int p = point(column, row);
      cells_[index(p)] = Cell::empty;
      place_in_empties_[index(p)] = static_cast<std::int16_t>(empty_count_);
      empties_[index(empty_count_++)] = static_cast<std::int16_t>(p);
    }
  }
}

bool PlayBoard::is_legal(int point, Cell color) const {
  if (at(point) != Cell::empty || point == ko_point_) return false;
  for (const int step : kNeighbours) {
    const int neighbour = point + step;
    const Cell cell = at(neighbour);
    if (cell == Cell::empty) return true;
    if (cell == Cell::border) continue;
    const int chain = chain_[index(neighbour)];
    int contacts = 0;  // a chain whose pseudo-liberties are all here has no other liberty
    for (const int again : kNeighbours) {
      const Cell found = at(point + again);
      contacts +=
          (found == Cell::black || found == Cell::white) && chain_[index(point + again)] == chain;
    }
    const bool lives_elsewhere = chains_[index(chain)].pseudo_liberties > contacts;
    if ((cell == color) == lives_elsewhere) return true;
  }
  return false;
}

bool PlayBoard::is_own_eye(int point, Cell color) const {
  for (const int step : kNeighbours) {
    const Cell cell = at(point + step);
    if (cell != color && cell != Cell::border) return false;
  }
  return true;
}

void PlayBoard::play(int point, Cell color) {
  assert(is_legal(point, color));
  put(point, color);
  int captured = 0;
  int last_captured = kPass;
  for (const int step : kNeighbours) {
    const int neighbour = point + step;
    if (at(neighbour) != other(color)) continue;
    const int chain = chain_[index(neighbour)];
    if (chains_[index(chain)].pseudo_liberties == 0) {
      captured += capture(chain);
      last_captured = neighbour;
    }
  }
  const Chain& own = chains_[index(chain_[index(point)])];
  const bool is_ko = captured == 1 && own.stones == 1 && own.pseudo_liberties == 1;
  ko_point_ = is_ko ? last_captured : kPass;
}

void PlayBoard::put(int point, Cell color) {
  take_from_empties(point);
  cells_[index(point)] = color;
  chain_[index(point)] = static_cast<std::int16_t>(point);
  next_[index(point)] = static_cast<std::int16_t>(point);
  chains_[index(point)] = {0, 1};
  for (const int step : kNeighbours) {
    const int neighbour = point + step;
    const Cell cell = at(neighbour);
    if (cell == Cell::empty) ++chains_[index(chain_[index(point)])].pseudo_liberties;
    if (cell != Cell::black && cell != Cell::white) continue;
    --chains_[index(chain_[index(neighbour)])].pseudo_liberties;
    if (cell == color && chain_[index(neighbour)] != chain_[index(point)]) {
      merge(chain_[index(point)], chain_[index(neighbour)]);
    }
  }
}

void PlayBoard::merge(int kept, int absorbed) {
  if (chains_[index(kept)].stones < chains_[index(absorbed)].stones) std::swap(kept, absorbed);
  chains_[index(kept)].stones += chains_[index(absorbed)].stones;
  chains_[index(kept)].pseudo_liberties += chains_[index(absorbed)].pseudo_liberties;
  int stone = absorbed;
  do {
    chain_[index(stone)] = static_cast<std::int16_t>(kept);
    stone = next_[index(stone)];
  } while (stone != absorbed);
  std::swap(next_[index(kept)], next_[index(absorbed)]);
}

int PlayBoard::capture(int chain) {
  int stones = 0;
  int stone = chain;
  do {
    cells_[index(stone)] = Cell::empty;
    place_in_empties_[index(stone)] = static_cast<std::int16_t>(empty_count_);
    empties_[index(empty_count_++)] = static_cast<std::int16_t>(stone);
    for (const int step : kNeighbours) {
      const Cell cell = at(stone + step);
      if (cell == Cell::black || cell == Cell::white) {
        ++chains_[index(chain_[index(stone + step)])].pseudo_liberties;
      }
    }
    ++stones;
    stone = next_[index(stone)];
  } while (stone != chain);
  return stones;
}

void PlayBoard::take_from_empties(int point) {
  const int place = place_in_empties_[index(point)];
  const std::int16_t moved = empties_[index(--empty_count_)];
  empties_[index(place)] = moved;
  place_in_empties_[index(moved)] = static_cast<std::int16_t>(place);
}

}  // namespace ludex::bench
