#pragma once

#include "query/filter/id_set.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace ludex {

/// A game, by what it must agree in.
struct AgreementEntry {
  std::uint64_t key = 0;
  std::int64_t game = 0;
  bool asks = false;  ///< a group counts only if at least one of its games asks
};

/// Groups games that share a key, in bounded memory. If there are too many entries, they are read
/// again for each range of keys. Of a key that very many games share only three flags are kept; a
/// last reading finds these games.
class AgreeingGames {
 public:
  /// \param first_new     games from here on are new
  /// \param most_entries  held at a time, and as many again while they are sorted
  AgreeingGames(std::int64_t first_new, std::uint64_t most_entries);

  /// Finds the games that share a key with another one, if one of the group is new and one asks.
  /// If only old games ask, the old games that do not ask are left out.
  /// \param for_each  calls a function with each entry, the same ones each time. It is called once
  ///                  if the entries fit; else once for each range of keys, whose entries fill at
  ///                  least a quarter of the room, and once for keys that very many games share
  template <class ForEach>
  void find(ForEach for_each, IdSet& found);

 private:
  using Entries = std::vector<AgreementEntry>;
  /// What is known of the games that share a key.
  struct Group {
    bool has_new = false, old_asks = false, new_asks = false;
    void add(bool is_new, bool asks) {
      has_new |= is_new;
      (is_new ? new_asks : old_asks) |= asks;
    }
    [[nodiscard]] bool counts() const { return new_asks || (old_asks && has_new); }
    [[nodiscard]] bool takes(bool is_new, bool asks) const {
      return counts() && (new_asks || asks || is_new);
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
  void hold(const AgreementEntry& entry) {
    if (entry.key < first_key_ || entry.key > last_key_ || add_to_heavy(entry)) return;
    if (entries_.size() == entries_.capacity()) grow();
    entries_.push_back(entry);
    if (entries_.size() > most_entries_) make_room();
  }
  void grow();
  void make_room();
  void extract_heavy_keys();
  [[nodiscard]] Group group_of(Entries::const_iterator begin, Entries::const_iterator end) const;
  void take_groups(IdSet& found);
  void take_if_heavy(const AgreementEntry& entry, IdSet& found) const;
  void drop_unasked();
  void sort_entries();

  static constexpr std::uint64_t kLastKey = std::numeric_limits<std::uint64_t>::max();

  std::int64_t first_new_;
  std::uint64_t most_entries_;
  std::uint64_t first_key_ = 0, last_key_ = kLastKey;  ///< of the entries that are held
  Entries entries_;
  std::unordered_map<std::uint64_t, Group> heavy_;  ///< by key
};

template <class ForEach>
void AgreeingGames::find(ForEach for_each, IdSet& found) {
  heavy_.clear();
  for (first_key_ = 0;; first_key_ = last_key_ + 1) {
    last_key_ = kLastKey;  // make_room() lowers it
    for_each([&](const AgreementEntry& entry) { hold(entry); });
    take_groups(found);
    if (last_key_ == kLastKey) break;
  }
  std::erase_if(heavy_, [](const auto& heavy) { return !heavy.second.counts(); });
  if (heavy_.empty()) return;
  for_each([&](const AgreementEntry& entry) { take_if_heavy(entry, found); });
}

}  // namespace ludex
