#include "query/duplicates/related_games.hpp"

#include "core/free_memory.hpp"
#include "core/little_endian.hpp"

#include <algorithm>
#include <bit>

namespace ludex {
namespace {

constexpr std::uint64_t kMostPasses = 1024;  // of so little memory that filters do not fit

std::uint32_t short_hash(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

std::uint64_t long_key(std::uint32_t hash, std::size_t level) {
  return mixed_hash(hash, level + 1);
}

/// The last of kHashedMoves that is not above this many moves. \pre moves >= kHashedMoves[0]
std::uint8_t level_of(std::size_t moves) {
  const auto after = std::upper_bound(kHashedMoves.begin(), kHashedMoves.end(), moves);
  return static_cast<std::uint8_t>(after - kHashedMoves.begin() - 1);
}

BeginningHashes one_hash(BeginningHashes::Kind kind, std::uint64_t hash) {
  return {kind, 2, 0, {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(hash)}};
}

}  // namespace

BeginningHashes beginning_hashes_of(SequenceHasher& hasher, GameType game, BoardSize size,
                                    std::span<const SequenceStep> steps) {
  const SequenceHasher::Beginnings begin = hasher.beginnings(game, size, steps);
  if (begin.first[0] == 0) return one_hash(BeginningHashes::Kind::few, begin.whole);
  BeginningHashes beginning{.kind = BeginningHashes::Kind::many};
  while (beginning.count < kHashedMoves.size() && kHashedMoves[beginning.count] <= begin.moves) {
    beginning.hashes[beginning.count] = short_hash(begin.first[beginning.count]);
    ++beginning.count;
  }
  beginning.asked = level_of(std::max(start_moves_of(begin.moves), kShared));
  return beginning;
}

BeginningHashes beginning_hashes_of_text(std::string_view hash) {
  if (hash.size() != 2 * sizeof(std::uint64_t)) return {};
  return one_hash(BeginningHashes::Kind::text,
                  mixed_hash(load_little<std::uint64_t>(hash.data()),
                             load_little<std::uint64_t>(hash.data() + sizeof(std::uint64_t))));
}

RelatedGames::RelatedGames(SqlConnection& sql, std::int64_t first_new, std::int64_t end,
                           std::uint64_t memory_bytes)
    : first_new_(first_new),
      end_(end),
      beginnings_(sql),
      keys_(sql),
      memory_bytes_(memory_bytes),
      agreeing_(first_new, memory_bytes / 2 / (2 * sizeof(AgreementEntry))) {
  choose_passes(memory_bytes);
}

/// Half of the memory is for filters, half for entries, which are copied when they are sorted.
void RelatedGames::choose_passes(std::uint64_t memory_bytes) {
  const std::uint64_t filters = are_all_new() ? 3 : 2;
  while (filters * filter_bits() / 8 > memory_bytes / 2 && passes_ < kMostPasses) ++passes_;
}

/// The size of a filter: 8 bits for each key where all games are new; else 64, since the filters
/// alone decide which old games to skip.
std::uint64_t RelatedGames::filter_bits() const {
  const auto keys =
      static_cast<std::uint64_t>(end_ - first_new_) * BeginningHashes::kMost / passes_ + 1;
  return std::bit_ceil(keys * (are_all_new() ? 8 : 64));
}

ComparedGames RelatedGames::find() {
  ComparedGames found;
  for (pass_ = 0; pass_ < passes_; ++pass_) {
    note_new_keys();
    if (!filter_.seen_twice.empty()) find_by_moves(found.by_moves);
    filter_ = {};
  }
  find_by_meeting(found.by_meeting);
  return found;
}

/// Lets most games be passed over: old ones that agree with no new one, or only where neither asks;
/// where all are new, those that agree with no other one, or only where none asks.
void RelatedGames::note_new_keys() {
  filter_ = {};
  for_each_beginning(first_new_, [&](std::int64_t, const BeginningHashes& beginning) {
    if (beginning.kind != BeginningHashes::Kind::many) return;
    if (filter_.seen_twice.empty()) {
      filter_.seen_twice.resize(filter_bits());
      filter_.asked.resize(filter_bits());
      if (are_all_new()) filter_.seen.resize(filter_bits());
    }
    for (std::size_t level = 0; level < beginning.count; ++level) {
      const std::uint64_t key = long_key(beginning.hashes[level], level);
      if (is_mine(key)) note_new_key(key, beginning.asked == level);
    }
  });
  free_memory(filter_.seen);
}

void RelatedGames::note_new_key(std::uint64_t key, bool asks) {
  const std::size_t bit = filter_.bit(key);
  if (!are_all_new() || filter_.seen[bit]) {
    filter_.seen_twice[bit] = true;
  } else {
    filter_.seen[bit] = true;
  }
  if (asks) filter_.asked[bit] = true;
}

/// Calls visit(entry) for each beginning of a game that may make a group.
template <class Visit>
void RelatedGames::for_each_wanted(Visit visit) {
  for_each_beginning(1, [&](std::int64_t game, const BeginningHashes& beginning) {
    if (beginning.kind != BeginningHashes::Kind::many) return;
    for (std::size_t level = 0; level < beginning.count; ++level) {
      const std::uint64_t key = long_key(beginning.hashes[level], level);
      const AgreementEntry entry{key, game, beginning.asked == level};
      if (is_wanted(entry)) visit(entry);
    }
  });
}

void RelatedGames::find_by_moves(IdSet& found) {
  agreeing_.find([this](auto visit) { for_each_wanted(visit); }, found);
}

/// Games of few moves: with both players known, other games of the same players and date count,
/// too; else only games of the same moves.
void RelatedGames::find_by_meeting(IdSet& found) {
  const KeySet new_keys = keys_of_new_games();
  agreeing_.find([&](auto visit) { for_each_that_meets(new_keys, visit); }, found);
}

/// Of 64 bits for each new game, if an eighth of the memory holds them.
RelatedGames::KeySet RelatedGames::empty_key_set() const {
  constexpr std::uint64_t kFewestBits = 1 << 16;
  const std::uint64_t bits = static_cast<std::uint64_t>(end_ - first_new_) * 64;
  return KeySet(std::bit_floor(std::max(kFewestBits, std::min(bits, memory_bytes_))));
}

/// What an old short game must agree in with a new game to be compared with it.
RelatedGames::KeySet RelatedGames::keys_of_new_games() {
  if (are_all_new()) return KeySet(1);  // nobody asks it
  KeySet keys = empty_key_set();
  for_each_beginning(first_new_, [&](std::int64_t game, const BeginningHashes& beginning) {
    if (is_short(beginning)) {
      keys.insert(keys_.of_short(game, beginning).value);
    } else if (beginning.kind == BeginningHashes::Kind::many) {
      if (const auto meeting = keys_.meeting_of(game)) keys.insert(*meeting);
    }
  });
  return keys;
}

/// Calls visit(entry) for the short games that may be compared with a new one, and for
/// the longer games that may be compared with one of them.
template <class Visit>
void RelatedGames::for_each_that_meets(const KeySet& new_keys, Visit visit) {
  KeySet meetings = empty_key_set(), new_meetings = empty_key_set();  // of short games
  std::int64_t first_longer = end_;
  for_each_beginning(1, [&](std::int64_t game, const BeginningHashes& beginning) {
    if (!is_short(beginning)) return;
    const ShortGameKeys::Key key = keys_.of_short(game, beginning);
    const bool is_new = game >= first_new_;
    if (!is_new && !new_keys.may_hold(key.value)) return;
    visit({key.value, game, true});
    if (!key.is_meeting) return;
    meetings.insert(key.value);
    if (is_new) new_meetings.insert(key.value);
    first_longer = is_new ? 1 : std::min(first_longer, first_new_);
  });
  for_each_beginning(first_longer, [&](std::int64_t game, const BeginningHashes& beginning) {
    if (beginning.kind != BeginningHashes::Kind::many) return;
    const auto meeting = keys_.meeting_of(game);
    const KeySet& wanted = game >= first_new_ ? meetings : new_meetings;
    if (meeting && wanted.may_hold(*meeting)) visit({*meeting, game, false});
  });
}

}  // namespace ludex
