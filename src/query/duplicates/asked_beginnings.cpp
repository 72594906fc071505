#include "query/duplicates/asked_beginnings.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

/// True if a beginning of this many moves is searched among games that share kSketched[level]
/// moves.
bool is_of_level(std::size_t moves, std::size_t level) {
  return moves >= kSketched[level] &&
         (level + 1 == kSketched.size() || moves < kSketched[level + 1]);
}

}  // namespace

std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves) {
  return mixed_hash(hash, moves);
}

std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves, std::uint64_t meeting) {
  return mixed_hash(mixed_hash(hash, meeting), moves);
}

AskedLengths::AskedLengths(std::span<const DuplicateSketch> group) : run_of_(group.size()) {
  for (std::size_t level = 0; level < kSketched.size(); ++level) ask(group, level);
}

void AskedLengths::ask(std::span<const DuplicateSketch> group, std::size_t level) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places;  // by beginning
  for (std::uint32_t i = 0; i < group.size(); ++i) {
    if (group[i].first[level] != 0) places.emplace_back(group[i].first[level], i);
  }
  std::sort(places.begin(), places.end());
  std::vector<std::uint32_t> lengths;
  for (auto begin = places.begin(); begin != places.end();) {
    const auto end = std::find_if(begin, places.end(),
                                  [&](const auto& one) { return one.first != begin->first; });
    lengths.clear();
    for (auto one = begin; one != end && end - begin > 1; ++one) {
      const DuplicateSketch& sketch = group[one->second];
      if (is_of_level(sketch.moves, level)) lengths.push_back(sketch.moves);
      const auto start = static_cast<std::uint32_t>(sketch.start_moves());
      if (sketch.has_start() && is_of_level(start, level)) lengths.push_back(start);
    }
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    if (!lengths.empty()) {
      const auto first = static_cast<std::uint32_t>(lengths_.size());
      lengths_.insert(lengths_.end(), lengths.begin(), lengths.end());
      for (auto one = begin; one != end; ++one) {
        run_of_[one->second][level] = static_cast<std::uint32_t>(runs_.size());
      }
      runs_.push_back({first, static_cast<std::uint32_t>(lengths_.size())});
    }
    begin = end;
  }
}

std::vector<std::uint32_t> AskedLengths::of(std::size_t place) const {
  std::vector<std::uint32_t> lengths;
  for (const std::uint32_t run : run_of_[place]) {
    lengths.insert(lengths.end(), lengths_.begin() + runs_[run].begin,
                   lengths_.begin() + runs_[run].end);
  }
  return lengths;
}

void FoundBeginnings::sort() {
  for (auto& [key, games] : games_) std::sort(games.places.begin(), games.places.end());
}

}  // namespace ludex
