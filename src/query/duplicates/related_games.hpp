#pragma once

#include "query/duplicates/agreeing_games.hpp"
#include "query/duplicates/duplicate_sketch.hpp"
#include "query/duplicates/duplicates.hpp"
#include "query/duplicates/stored_beginnings.hpp"
#include "query/filter/id_set.hpp"
#include "store/duplicate_blocks.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// Finds the games that share a beginning hash with a new game: no other game is a duplicate of a
/// new one. Finds some more, since the hashes are short.
class RelatedGames {
 public:
  /// \param first_new     games from here on are new
  /// \param end           one past the last game
  /// \param memory_bytes  limit; the hashes are read several times if they do not fit
  RelatedGames(SqlConnection& sql, std::int64_t first_new, std::int64_t end,
               std::uint64_t memory_bytes);

  /// The new games that agree with another one, and those with which they do. \pre called once
  [[nodiscard]] ComparedGames find();

 private:
  /// Keys of new games that may make a group, by their lowest bits; `asked`: a new game asks.
  struct KeyFilter {
    std::vector<bool> seen, seen_twice, asked;
    [[nodiscard]] std::size_t bit(std::uint64_t key) const { return key & (seen_twice.size() - 1); }
  };
  /// Keys, and few that were never added.
  class KeySet {
   public:
    explicit KeySet(std::uint64_t bits) : bits_(bits) {}
    void insert(std::uint64_t key) { bits_[place(key)] = true; }
    [[nodiscard]] bool may_hold(std::uint64_t key) const { return bits_[place(key)]; }

   private:
    [[nodiscard]] std::size_t place(std::uint64_t key) const { return key & (bits_.size() - 1); }
    std::vector<bool> bits_;  // as many as a power of 2
  };
  void choose_passes(std::uint64_t memory_bytes);
  [[nodiscard]] std::uint64_t filter_bits() const;
  [[nodiscard]] bool is_mine(std::uint64_t key) const { return key % passes_ == pass_; }
  /// An old game that does not ask counts only with a new one that does (AgreeingGames).
  [[nodiscard]] bool is_wanted(const AgreementEntry& entry) const {
    const std::size_t bit = filter_.bit(entry.key);
    if (!filter_.seen_twice[bit] || !is_mine(entry.key)) return false;
    return filter_.asked[bit] || (!are_all_new() && (entry.asks || entry.game >= first_new_));
  }
  [[nodiscard]] bool are_all_new() const { return first_new_ == 1; }
  template <class Visit>
  void for_each_beginning(std::int64_t first, Visit visit) {
    beginnings_.for_each(first, end_, visit);
  }
  template <class Visit>
  void for_each_wanted(Visit visit);
  template <class Visit>
  void for_each_that_meets(const KeySet& new_keys, Visit visit);
  void note_new_keys();
  void note_new_key(std::uint64_t key, bool asks);
  void find_by_moves(IdSet& found);
  void find_by_meeting(IdSet& found);
  [[nodiscard]] KeySet keys_of_new_games();
  [[nodiscard]] KeySet empty_key_set() const;

  std::int64_t first_new_, end_;
  StoredBeginnings beginnings_;
  ShortGameKeys keys_;
  std::uint64_t memory_bytes_;
  std::uint64_t passes_ = 1, pass_ = 0;
  KeyFilter filter_;
  AgreeingGames agreeing_;
};

/// The beginning hashes of a main line. \param steps  at least one
[[nodiscard]] BeginningHashes beginning_hashes_of(SequenceHasher& hasher, GameType game,
                                                  BoardSize size,
                                                  std::span<const SequenceStep> steps);
/// The beginning hashes of a game without moves and setup. \param hash  of its record
[[nodiscard]] BeginningHashes beginning_hashes_of_text(std::string_view hash);

}  // namespace ludex
