#pragma once

#include "query/duplicates/duplicate_sketch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ludex {

/// A beginning, as it is looked for: its hash, how many moves it has, and, where it counts only
/// between the same players on the same day, who and when.
[[nodiscard]] std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves);
[[nodiscard]] std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves,
                                          std::uint64_t meeting);

/// What long games of a group ask of each other: which beginnings, of how many moves, may be
/// somebody's whole or start. Of games that share few moves few lengths or none are asked, so that
/// their main lines need not be read again.
/// Memory: 32 bytes a game of the group while it is made, then 16, and 4 for each length that those
/// of one beginning ask for.
class AskedLengths {
 public:
  explicit AskedLengths(std::span<const DuplicateSketch> group);

  /// What games that begin as the one at this place of the group ask for, ascending.
  [[nodiscard]] std::vector<std::uint32_t> of(std::size_t place) const;

 private:
  struct Run {
    std::uint32_t begin, end;  // in lengths_
  };
  void ask(std::span<const DuplicateSketch> group, std::size_t level);

  std::vector<std::uint32_t> lengths_;
  std::vector<Run> runs_ = {{0, 0}};
  std::vector<std::array<std::uint32_t, kSketched.size()>>
      run_of_;  // by place; 0: nothing is asked
};

/// Which games of a group have the beginnings that are asked for, by their places in it.
class FoundBeginnings {
 public:
  /// Says that somebody looks for it; before any is added.
  void want(std::uint64_t key) { games_.try_emplace(key); }
  [[nodiscard]] bool empty() const { return games_.empty(); }
  /// Takes note of a game that has it, if anybody wants it.
  void add(std::uint64_t key, std::uint32_t place) {
    const auto found = games_.find(key);
    if (found != games_.end()) found->second.places.push_back(place);
  }
  /// \pre nothing is added any more.
  void sort();
  /// The first game before `place` that has it and stands for itself.
  /// \pre keys are asked for with ascending places.
  /// \param stands  whether a game before `place` does; that does not change any more.
  template <class Stands>
  [[nodiscard]] std::optional<std::uint32_t> first(std::uint64_t key, std::uint32_t place,
                                                   Stands stands) {
    const auto found = games_.find(key);
    if (found == games_.end()) return std::nullopt;
    auto& [places, next] = found->second;
    while (next < places.size() && places[next] < place && !stands(places[next])) ++next;
    if (next == places.size() || places[next] >= place) return std::nullopt;
    return places[next];
  }

 private:
  struct Games {
    std::vector<std::uint32_t> places;  // ascending
    std::size_t next = 0;               // those before it do not stand
  };
  std::unordered_map<std::uint64_t, Games> games_;
};

}  // namespace ludex
