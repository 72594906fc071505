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

/// A beginning to search for: its hash, its number of moves, and, if it counts only between the
/// same players on the same day, players and day.
[[nodiscard]] std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves);
[[nodiscard]] std::uint64_t beginning_key(std::uint64_t hash, std::size_t moves,
                                          std::uint64_t meeting);

/// The lengths of beginnings to check between the long games of a group: those that may be a whole
/// game or the start of one. Games that share few moves need few lengths or none, so their main
/// lines are not read again. Memory: 32 bytes per game of the group during construction, then 16,
/// and 4 per requested length of one beginning.
class AskedLengths {
 public:
  explicit AskedLengths(std::span<const DuplicateSketch> group);

  /// The lengths requested by games that begin like the one at this place of the group, ascending.
  [[nodiscard]] std::vector<std::uint32_t> of(std::size_t place) const;

 private:
  struct Run {
    std::uint32_t begin, end;  // in lengths_
  };
  void ask(std::span<const DuplicateSketch> group, std::size_t level);

  std::vector<std::uint32_t> lengths_;
  std::vector<Run> runs_ = {{0, 0}};
  std::vector<std::array<std::uint32_t, kSketched.size()>> run_of_;  // by place; 0: none requested
};

/// Maps requested beginnings to the games of a group that have them, by their places.
class FoundBeginnings {
 public:
  /// Requests a beginning; call before any game is added.
  void want(std::uint64_t key) { games_.try_emplace(key); }
  [[nodiscard]] bool empty() const { return games_.empty(); }
  /// Adds a game that has the beginning, if it is requested.
  void add(std::uint64_t key, std::uint32_t place) {
    const auto found = games_.find(key);
    if (found != games_.end()) found->second.places.push_back(place);
  }
  /// \pre no more games are added
  void sort();
  /// Calls visit(places) for each beginning that several games have.
  template <class Visit>
  void for_each_shared(Visit visit) const {
    for (const auto& [key, games] : games_) {
      if (games.places.size() > 1) visit(std::span<const std::uint32_t>(games.places));
    }
  }
  /// The first game before `place` that has it and represents itself.
  /// \pre keys are requested with ascending places
  /// \param stands  true if a game before `place` represents itself; this no longer changes
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
    std::size_t next = 0;               // earlier ones represent no cluster
  };
  std::unordered_map<std::uint64_t, Games> games_;
};

}  // namespace ludex
