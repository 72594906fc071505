#pragma once

#include "query/filter/id_set.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ludex {

/// A game, by what it must agree in.
struct AgreementEntry {
  std::uint64_t key = 0;
  std::int64_t game = 0;
  bool asks = false;  ///< of games that agree in the key, one at least must
};

/// Groups games that agree in a key, in bounded memory. Of a key that very many games have, only
/// what they have in common is held; these games are taken when the entries are read once more.
class AgreeingGames {
 public:
  /// \param first_new     games from here on are new
  /// \param most_entries  held at a time, and as many again while they are sorted
  AgreeingGames(std::int64_t first_new, std::uint64_t most_entries);

  /// Finds the games that agree with another one, where a game is new and one asks. Where only old
  /// games ask, old games that do not are like no new one.
  /// \param for_each  calls a function with each entry, the same ones each time; called
  ///                  several times if there are too many entries
  /// \param residues  for_each passes only keys of one residue modulo this
  template <class ForEach>
  void find(ForEach for_each, std::uint64_t residues, IdSet& found);

 private:
  using Entries = std::vector<AgreementEntry>;
  /// What the games of a key are.
  struct Group {
    bool has_new = false, old_asks = false, new_asks = false;
    void add(bool is_new, bool asks) {
      has_new |= is_new;
      (is_new ? new_asks : old_asks) |= asks;
    }
    [[nodiscard]] bool takes(bool is_new, bool asks) const {
      return new_asks || (old_asks && has_new && (asks || is_new));
    }
  };
  [[nodiscard]] bool is_new(const AgreementEntry& entry) const { return entry.game >= first_new_; }
  [[nodiscard]] bool add_to_heavy(const AgreementEntry& entry) {
    if (heavy_.empty()) return false;
    const auto group = heavy_.find(entry.key);
    if (group == heavy_.end()) return false;
    group->second.add(is_new(entry), entry.asks);
    return true;
  }
  void hold_none() {
    entries_.clear();
    next_look_ = most_entries_;
  }
  void hold(const AgreementEntry& entry) {
    if (entries_.size() == next_look_) set_heavy_keys_apart();
    if (!add_to_heavy(entry)) entries_.push_back(entry);
  }
  [[nodiscard]] bool has_room() const {
    return entries_.size() < most_entries_ || entries_.size() == next_look_;
  }
  void set_heavy_keys_apart();
  [[nodiscard]] Group group_of(Entries::const_iterator begin, Entries::const_iterator end) const;
  void take_groups(IdSet& found);
  void take_if_heavy(const AgreementEntry& entry, IdSet& found) const;
  void drop_unasked();
  void sort_entries();

  std::int64_t first_new_;
  std::uint64_t most_entries_;
  std::uint64_t next_look_ = 0;  ///< for heavy keys, when so many entries are held
  Entries entries_;
  std::unordered_map<std::uint64_t, Group> heavy_;  ///< by key
};

template <class ForEach>
void AgreeingGames::find(ForEach for_each, std::uint64_t residues, IdSet& found) {
  heavy_.clear();
  hold_none();
  std::uint64_t not_held = 0;
  for_each([&](const AgreementEntry& entry) {
    if (has_room()) {
      hold(entry);
    } else if (!add_to_heavy(entry)) {
      ++not_held;
    }
  });
  if (not_held == 0) {
    take_groups(found);
  } else {
    const std::uint64_t portions = 1 + (entries_.size() + not_held) / most_entries_;
    for (std::uint64_t portion = 0; portion < portions; ++portion) {
      hold_none();
      for_each([&](const AgreementEntry& entry) {
        if (entry.key / residues % portions == portion) hold(entry);
      });
      take_groups(found);
    }
  }
  if (heavy_.empty()) return;
  for_each([&](const AgreementEntry& entry) { take_if_heavy(entry, found); });
}

}  // namespace ludex
