#pragma once

#include "query/duplicates/main_lines.hpp"
#include "query/duplicates/sequence_hasher.hpp"
#include "query/filter/id_set.hpp"
#include "query/names/people.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Lengths of beginnings that are hashed for every game: two games with the same first n moves
/// agree in all of these up to n.
inline constexpr std::array<std::size_t, 4> kSketched = {kShared, 2 * kShared, 4 * kShared,
                                                         8 * kShared};

/// The number of equal first moves that makes a game the start of another one.
[[nodiscard]] constexpr std::size_t start_moves_of(std::uint32_t moves) {
  return (std::size_t{moves} * 9 + 9) / 10;
}

/// What is known about a game before comparison.
struct DuplicateSketch {
  std::int64_t game = 0;
  GameType type{};
  BoardSize size{};
  std::uint32_t moves = 0;
  bool is_comparable = false;  ///< there are moves or setup, or a hash of the record
  bool known_players = false;  ///< both
  bool known_meeting = false;  ///< both players and the date are known
  std::uint64_t meeting = 0;   ///< players and date
  std::uint64_t whole = 0;
  std::uint64_t start = 0;  ///< its first start_moves()
  /// Hashes of its first kSketched moves; 0 if it has fewer.
  std::array<std::uint64_t, kSketched.size()> first{};

  /// The hash of its first moves, if it is among these.
  [[nodiscard]] std::optional<std::uint64_t> hash_of(std::size_t first_moves) const;

  [[nodiscard]] bool is_long() const { return first[0] != 0; }
  [[nodiscard]] std::size_t start_moves() const { return start_moves_of(moves); }
  [[nodiscard]] bool has_start() const {
    return is_long() && known_meeting && start_moves() >= kShared;
  }
};

/// The longest first, then the lowest id: the order in which games represent clusters.
[[nodiscard]] bool comes_before(const DuplicateSketch& a, const DuplicateSketch& b);

/// One number of two.
[[nodiscard]] std::uint64_t mixed_hash(std::uint64_t seed, std::uint64_t value);

/// Makes sketches of games.
class DuplicateSketcher {
 public:
  explicit DuplicateSketcher(SqlConnection& sql);

  /// Of those that can be duplicates, in the order of their ids.
  /// \param on_all_threads  of the current TBB arena, which can start them. Questions have one
  ///                        thread, which alone sees when they are over.
  [[nodiscard]] std::vector<DuplicateSketch> sketch(const IdSet& games, MainLines& lines,
                                                    bool on_all_threads);
  /// Players and date of a game, into the fields for them.
  void sketch_meeting(DuplicateSketch& sketch);
  /// The id given by the site; empty if there is none.
  [[nodiscard]] std::string external_id(std::int64_t game);

 private:
  /// Games that a thread hashes.
  struct Batch {
    struct Game {
      DuplicateSketch sketch;
      std::size_t end;  // in ops
    };
    std::vector<Game> games;
    std::vector<std::uint16_t> ops;  // of all of them
    SequenceHasher hasher;
  };
  /// \param next  the first game, then the one after the last; -1: none
  bool read(const IdSet& games, MainLines& lines, std::int64_t& next, Batch& batch);
  void add(std::int64_t id, std::span<const std::uint16_t> ops, Batch& batch);
  static void hash(Batch& batch);
  [[nodiscard]] std::int64_t fact(Fact name, std::int64_t id);
  [[nodiscard]] bool sketch_text(DuplicateSketch& sketch);

  FactReader facts_;
  People people_;
  SqlStatement record_hash_;
  SqlStatement external_id_;
};

}  // namespace ludex
