#include "query/duplicates/agreeing_games.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace ludex {
namespace {

/// A key is heavy if more entries have it than a 64th of those that fit.
constexpr std::uint64_t kHeavyPart = 64;

/// Calls visit(begin, end) for the entries of each key. \pre they are sorted
template <class Entries, class Visit>
void for_each_group(Entries& entries, Visit visit) {
  for (auto begin = entries.begin(); begin != entries.end();) {
    const auto end = std::find_if(
        begin, entries.end(), [&](const AgreementEntry& entry) { return entry.key != begin->key; });
    visit(begin, end);
    begin = end;
  }
}

}  // namespace

AgreeingGames::AgreeingGames(std::int64_t first_new, std::uint64_t most_entries)
    : first_new_(first_new), most_entries_(std::max<std::uint64_t>(most_entries, 1)) {}

AgreeingGames::Group AgreeingGames::group_of(Entries::const_iterator begin,
                                             Entries::const_iterator end) const {
  Group group;
  for (; begin != end; ++begin) group.add(is_new(*begin), begin->asks);
  return group;
}

/// Doubles the capacity, up to one entry more than the limit.
void AgreeingGames::grow() {
  const std::uint64_t most = most_entries_ + 1;
  entries_.reserve(std::min(std::max<std::uint64_t>(2 * entries_.size(), 64), most));
}

/// Extracts heavy keys. If that does not halve the entries, leaves the higher keys to the next
/// reading. The lowest key stays: without heavy keys, no key has half of the entries.
void AgreeingGames::make_room() {
  extract_heavy_keys();
  if (entries_.size() < 2 || entries_.size() <= most_entries_ / 2) return;
  const std::uint64_t middle = entries_[entries_.size() / 2].key;
  last_key_ = middle - 1;
  std::erase_if(entries_, [&](const AgreementEntry& entry) { return entry.key >= middle; });
}

/// \post entries are sorted
void AgreeingGames::extract_heavy_keys() {
  sort_entries();
  const auto most = static_cast<std::ptrdiff_t>(most_entries_ / kHeavyPart + 1);
  auto kept = entries_.begin();
  for_each_group(entries_, [&](auto begin, auto end) {
    if (end - begin > most) {
      heavy_.emplace(begin->key, group_of(begin, end));
    } else {
      kept = std::move(begin, end, kept);
    }
  });
  entries_.erase(kept, entries_.end());
}

/// Most old games agree in their first moves with games of which none asks for so few. Where all
/// games are new, a filter has left them out.
void AgreeingGames::drop_unasked() {
  if (first_new_ == 1) return;
  std::vector<bool> asked(std::bit_ceil(8 * entries_.size() + 1));
  const std::uint64_t mask = asked.size() - 1;
  for (const AgreementEntry& entry : entries_) {
    if (entry.asks) asked[entry.key & mask] = true;
  }
  std::erase_if(entries_, [&](const AgreementEntry& entry) { return !asked[entry.key & mask]; });
}

/// Orders entries by key. Keys are hashes: small buckets by their highest bits hold as many each.
void AgreeingGames::sort_entries() {
  constexpr std::size_t kFew = 4096;
  constexpr auto by_key = [](const AgreementEntry& a, const AgreementEntry& b) {
    return a.key < b.key;
  };
  if (entries_.size() < kFew) return std::sort(entries_.begin(), entries_.end(), by_key);
  constexpr int kShift = 64 - 11;
  std::vector<std::size_t> ends((std::uint64_t{1} << (64 - kShift)) +
                                1);  // at first where each begins
  for (const AgreementEntry& entry : entries_) ++ends[(entry.key >> kShift) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  Entries ordered(entries_.size());
  for (const AgreementEntry& entry : entries_) ordered[ends[entry.key >> kShift]++] = entry;
  auto begin = ordered.begin();
  for (const std::size_t end : ends) {
    const auto next = ordered.begin() + static_cast<std::ptrdiff_t>(end);
    std::sort(begin, next, by_key);
    begin = next;
  }
  entries_ = std::move(ordered);
}

/// Takes games of the entries that are held, and clears these.
void AgreeingGames::take_groups(IdSet& found) {
  drop_unasked();
  sort_entries();
  for_each_group(entries_, [&](auto begin, auto end) {
    if (end - begin < 2) return;
    const Group group = group_of(begin, end);
    for (; begin != end; ++begin) {
      if (group.takes(is_new(*begin), begin->asks)) found.insert(begin->game);
    }
  });
  entries_.clear();
}

void AgreeingGames::take_if_heavy(const AgreementEntry& entry, IdSet& found) const {
  const auto group = heavy_.find(entry.key);
  if (group == heavy_.end() || !group->second.takes(is_new(entry), entry.asks)) return;
  found.insert(entry.game);
}

}  // namespace ludex
