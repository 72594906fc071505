#include "query/filter/fact_condition.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

namespace ludex {
namespace {

using Marks = GameMask::Bytes;

constexpr std::size_t kGroup = 8;  // games whose marks make one word
static_assert(kFactChunkGames % kGroup == 0);
constexpr std::size_t kFewMembers = 16;  // compared one by one, many games at once

/// True if no game from `first` on is left: after a rare name, most groups are skipped.
bool is_group_empty(const Marks& marks, std::size_t first) {
  std::uint64_t group = 0;
  std::memcpy(&group, &marks[first], sizeof group);
  return group == 0;
}

/// The difference of a value to the chunk's smallest one, as words are stored.
std::uint64_t word_of(std::int64_t value, std::int64_t minimum) {
  return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(minimum);
}

template <class Word>
void keep_between(Words<Word> words, std::size_t count, std::uint64_t low, std::uint64_t span,
                  Marks& marks) {
  const auto first = static_cast<Word>(low), most = static_cast<Word>(span);
  for (std::size_t i = 0; i < count; ++i) {
    marks[i] &= static_cast<std::uint8_t>(static_cast<Word>(words[i] - first) <= most);
  }
}

template <class Word>
void keep_equal(Words<Word> words, const PackedFacts& facts, std::span<const std::int64_t> members,
                Marks& marks) {
  Marks found{};
  for (const std::int64_t member : members) {
    const auto wanted = static_cast<Word>(word_of(member, facts.minimum));
    for (std::size_t i = 0; i < facts.count; ++i) {
      found[i] |= static_cast<std::uint8_t>(words[i] == wanted);
    }
  }
  for (std::size_t i = 0; i < facts.count; ++i) marks[i] &= found[i];
}

template <class Word>
void keep_members(Words<Word> words, const PackedFacts& facts, const IdSet& set, Marks& marks) {
  const std::span<const std::uint64_t> bits = set.words();
  for (std::size_t first = 0; first < facts.count; first += kGroup) {
    if (is_group_empty(marks, first)) continue;
    const std::size_t end = std::min(first + kGroup, facts.count);
    for (std::size_t i = first; i < end; ++i) {
      const std::uint64_t value = static_cast<std::uint64_t>(facts.minimum) + words[i];
      const std::uint64_t word = value / 64 < bits.size() ? bits[value / 64] : 0;
      marks[i] &= static_cast<std::uint8_t>(word >> (value % 64) & 1);
    }
  }
}

/// \pre `bits` fit in a Value: the lower bits of a sum do not depend on higher ones.
template <class Value, class Word>
void keep_with_bits(Words<Word> words, const PackedFacts& facts, std::uint64_t bits,
                    std::uint64_t wanted, Marks& marks) {
  const auto minimum = static_cast<Value>(facts.minimum);
  const auto all = static_cast<Value>(bits), some = static_cast<Value>(wanted);
  for (std::size_t i = 0; i < facts.count; ++i) {
    const auto value = static_cast<Value>(minimum + words[i]);
    marks[i] &= static_cast<std::uint8_t>(static_cast<Value>(value & all) == some);
  }
}

}  // namespace

FactColumn& FactChunk::column(Fact fact) {
  auto& column = columns_[static_cast<std::size_t>(fact)];
  if (!column) column.emplace(sql_, fact);
  return *column;
}

const std::vector<std::int64_t>& FactChunk::values(Fact fact) {
  Values& wanted = values_[static_cast<std::size_t>(fact)];
  if (wanted.of_chunk != chunk_) {
    unpack_facts(packed(fact), wanted.values);
    wanted.of_chunk = chunk_;
  }
  return wanted.values;
}

FactCondition fact_in_range(Fact fact, NumberRange range) {
  return [fact, range](FactChunk& chunk, GameMask& mask) {
    const auto [minimum, maximum] = chunk.range(fact);
    if (range.from > range.to || minimum > range.to || maximum < range.from) {
      mask.clear();
    } else if (minimum < range.from || maximum > range.to) {
      const PackedFacts facts = chunk.packed(fact);
      const std::uint64_t low = word_of(std::max(range.from, minimum), minimum);
      const std::uint64_t span = word_of(std::min(range.to, maximum), minimum) - low;
      Marks& marks = mask.bytes();
      with_words(facts, [&](auto words) { keep_between(words, facts.count, low, span, marks); });
    }
  };
}

FactCondition fact_in_set(Fact fact, IdSet set) {
  std::vector<std::int64_t> ids = set.members();
  return [fact, set = std::move(set), ids = std::move(ids)](FactChunk& chunk, GameMask& mask) {
    const auto [minimum, maximum] = chunk.range(fact);
    const auto first = std::lower_bound(ids.begin(), ids.end(), minimum);
    const auto end = std::upper_bound(first, ids.end(), maximum);
    const std::span<const std::int64_t> members(first, end);
    if (members.empty()) {
      mask.clear();
    } else if (minimum != maximum) {
      const PackedFacts facts = chunk.packed(fact);
      Marks& marks = mask.bytes();
      with_words(facts, [&](auto words) {
        members.size() <= kFewMembers ? keep_equal(words, facts, members, marks)
                                      : keep_members(words, facts, set, marks);
      });
    }
  };
}

FactCondition fact_in_set_but(Fact fact, IdSet set, std::vector<GameVerdict> verdicts) {
  FactCondition in_set = fact_in_set(fact, std::move(set));
  if (verdicts.empty()) return in_set;
  return [in_set = std::move(in_set), verdicts = std::move(verdicts)](FactChunk& chunk,
                                                                      GameMask& mask) {
    const std::int64_t first = chunk.first_game();
    const auto by_game = [](const GameVerdict& one, std::int64_t game) { return one.game < game; };
    const auto begin = std::lower_bound(verdicts.begin(), verdicts.end(), first, by_game);
    const auto end = std::lower_bound(begin, verdicts.end(), first + kFactChunkGames, by_game);
    const GameMask before = mask;
    in_set(chunk, mask);
    for (auto verdict = begin; verdict != end; ++verdict) {
      const auto place = static_cast<std::size_t>(verdict->game - first);
      mask.bytes()[place] = static_cast<std::uint8_t>(verdict->holds && before[place]);
    }
  };
}

FactCondition fact_has_bits(Fact fact, std::int64_t bits, std::int64_t wanted) {
  return [=](FactChunk& chunk, GameMask& mask) {
    const auto [minimum, maximum] = chunk.range(fact);
    if (minimum == maximum) {
      if ((minimum & bits) != wanted) mask.clear();
      return;
    }
    const PackedFacts facts = chunk.packed(fact);
    Marks& marks = mask.bytes();
    const auto all = static_cast<std::uint64_t>(bits), some = static_cast<std::uint64_t>(wanted);
    with_words(facts, [&]<class Word>(Words<Word> words) {
      all <= std::numeric_limits<Word>::max()
          ? keep_with_bits<Word>(words, facts, all, some, marks)
          : keep_with_bits<std::uint64_t>(words, facts, all, some, marks);
    });
  };
}

FactCondition is_answer() {
  return fact_has_bits(Fact::visibility, GameFlags::alive | GameFlags::hidden, GameFlags::alive);
}

FactCondition is_without_positions() {
  return fact_has_bits(Fact::visibility, GameFlags::no_positions, GameFlags::no_positions);
}

FactCondition game_in_set(IdSet games) {
  return [games = std::move(games)](FactChunk& chunk, GameMask& mask) {
    Marks& marks = mask.bytes();
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const auto game = chunk.first_game() + static_cast<std::int64_t>(i);
      marks[i] &= static_cast<std::uint8_t>(games.contains(game));
    }
  };
}

FactCondition all_of(FactConditions conditions) {
  return [conditions = std::move(conditions)](FactChunk& chunk, GameMask& mask) {
    for (const FactCondition& condition : conditions) {
      condition(chunk, mask);
      if (mask.is_empty()) return;
    }
  };
}

FactCondition any_of(FactConditions conditions) {
  return [conditions = std::move(conditions)](FactChunk& chunk, GameMask& mask) {
    GameMask met;
    for (const FactCondition& condition : conditions) {
      GameMask these = mask;
      condition(chunk, these);
      met |= these;
    }
    mask = met;
  };
}

}  // namespace ludex
