#include "query/filter/fact_condition.hpp"

#include "core/little_endian.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kGroup = 8;  // games whose marks make one word
static_assert(kFactChunkGames % kGroup == 0);
constexpr std::size_t kFewMembers = 16;  // compared one by one, many games at once

/// Whether none of the games from `first` is left: behind a rare name, most groups are passed over.
bool is_group_empty(const GameMask& mask, std::size_t first) {
  std::uint64_t marks = 0;
  std::memcpy(&marks, &mask[first], sizeof marks);
  return marks == 0;
}

/// Words of a column as numbers; they lie in the database's own memory, at any address.
template <class Word>
struct Words {
  const char* bytes;
  Word operator[](std::size_t i) const { return load_little<Word>(bytes + i * sizeof(Word)); }
};

/// Calls `work` with the words in their own width. \pre the chunk's values are not all the same
template <class Work>
void with_words(const PackedFacts& facts, Work work) {
  switch (facts.width) {
    case 1:
      return work(Words<std::uint8_t>{facts.words});
    case 2:
      return work(Words<std::uint16_t>{facts.words});
    case 4:
      return work(Words<std::uint32_t>{facts.words});
    case 8:
      return work(Words<std::uint64_t>{facts.words});
    default:
      return;
  }
}

/// The difference of a value to the chunk's smallest one, as words are stored.
std::uint64_t word_of(std::int64_t value, std::int64_t minimum) {
  return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(minimum);
}

class InRange final : public FactCondition {
 public:
  InRange(Fact fact, NumberRange range) : fact_(fact), range_(range) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const auto [minimum, maximum] = chunk.range(fact_);
    if (range_.from > range_.to || minimum > range_.to || maximum < range_.from) {
      mask.fill(0);
    } else if (minimum < range_.from || maximum > range_.to) {
      const PackedFacts facts = chunk.packed(fact_);
      const std::uint64_t low = word_of(std::max(range_.from, minimum), minimum);
      const std::uint64_t span = word_of(std::min(range_.to, maximum), minimum) - low;
      with_words(facts, [&](auto words) { keep_between(words, facts.count, low, span, mask); });
    }
  }

 private:
  template <class Word>
  static void keep_between(Words<Word> words, std::size_t count, std::uint64_t low,
                           std::uint64_t span, GameMask& mask) {
    const auto first = static_cast<Word>(low), most = static_cast<Word>(span);
    for (std::size_t i = 0; i < count; ++i) {
      mask[i] &= static_cast<std::uint8_t>(static_cast<Word>(words[i] - first) <= most);
    }
  }

  Fact fact_;
  NumberRange range_;
};

class InSet final : public FactCondition {
 public:
  InSet(Fact fact, IdSet set) : fact_(fact), set_(std::move(set)), members_(set_.members()) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const auto [minimum, maximum] = chunk.range(fact_);
    const auto first = std::lower_bound(members_.begin(), members_.end(), minimum);
    const auto end = std::upper_bound(first, members_.end(), maximum);
    const std::span<const std::int64_t> members(first, end);
    if (members.empty()) {
      mask.fill(0);
    } else if (minimum != maximum) {
      const PackedFacts facts = chunk.packed(fact_);
      with_words(facts, [&](auto words) {
        members.size() <= kFewMembers ? keep_equal(words, facts, members, mask)
                                      : keep_members(words, facts, mask);
      });
    }
  }

 private:
  template <class Word>
  static void keep_equal(Words<Word> words, const PackedFacts& facts,
                         std::span<const std::int64_t> members, GameMask& mask) {
    GameMask found{};
    for (const std::int64_t member : members) {
      const auto wanted = static_cast<Word>(word_of(member, facts.minimum));
      for (std::size_t i = 0; i < facts.count; ++i) {
        found[i] |= static_cast<std::uint8_t>(words[i] == wanted);
      }
    }
    for (std::size_t i = 0; i < facts.count; ++i) mask[i] &= found[i];
  }

  template <class Word>
  void keep_members(Words<Word> words, const PackedFacts& facts, GameMask& mask) const {
    const std::span<const std::uint64_t> bits = set_.words();
    for (std::size_t first = 0; first < facts.count; first += kGroup) {
      if (is_group_empty(mask, first)) continue;
      const std::size_t end = std::min(first + kGroup, facts.count);
      for (std::size_t i = first; i < end; ++i) {
        const std::uint64_t value = static_cast<std::uint64_t>(facts.minimum) + words[i];
        const std::uint64_t word = value / 64 < bits.size() ? bits[value / 64] : 0;
        mask[i] &= static_cast<std::uint8_t>(word >> (value % 64) & 1);
      }
    }
  }

  Fact fact_;
  IdSet set_;
  std::vector<std::int64_t> members_;
};

class InSetBut final : public FactCondition {
 public:
  InSetBut(Fact fact, IdSet set, std::vector<GameVerdict> verdicts)
      : in_set_(fact, std::move(set)), verdicts_(std::move(verdicts)) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const std::int64_t first = chunk.first_game();
    const auto by_game = [](const GameVerdict& one, std::int64_t game) { return one.game < game; };
    const auto begin = std::lower_bound(verdicts_.begin(), verdicts_.end(), first, by_game);
    const auto end = std::lower_bound(begin, verdicts_.end(), first + kFactChunkGames, by_game);
    const GameMask before = mask;
    in_set_.narrow(chunk, mask);
    for (auto verdict = begin; verdict != end; ++verdict) {
      const auto place = static_cast<std::size_t>(verdict->game - first);
      mask[place] = verdict->holds ? before[place] : 0;
    }
  }

 private:
  InSet in_set_;
  std::vector<GameVerdict> verdicts_;
};

class HasBits final : public FactCondition {
 public:
  HasBits(Fact fact, std::int64_t bits, std::int64_t wanted)
      : fact_(fact), bits_(bits), wanted_(wanted) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const auto [minimum, maximum] = chunk.range(fact_);
    if (minimum == maximum) {
      if ((minimum & bits_) != wanted_) mask.fill(0);
      return;
    }
    const PackedFacts facts = chunk.packed(fact_);
    with_words(facts, [&](auto words) {
      for (std::size_t i = 0; i < facts.count; ++i) {
        const auto value = facts.minimum + static_cast<std::int64_t>(words[i]);
        mask[i] &= static_cast<std::uint8_t>((value & bits_) == wanted_);
      }
    });
  }

 private:
  Fact fact_;
  std::int64_t bits_;
  std::int64_t wanted_;
};

class GameInSet final : public FactCondition {
 public:
  explicit GameInSet(IdSet games) : games_(std::move(games)) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const std::int64_t first = chunk.first_game();
    for (std::size_t i = 0; i < mask.size(); ++i) {
      const auto game = first + static_cast<std::int64_t>(i);
      mask[i] &= static_cast<std::uint8_t>(games_.contains(game));
    }
  }

 private:
  IdSet games_;
};

class AllOf final : public FactCondition {
 public:
  explicit AllOf(FactConditions conditions) : conditions_(std::move(conditions)) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    for (const FactConditionPtr& condition : conditions_) {
      condition->narrow(chunk, mask);
      if (is_empty(mask)) return;
    }
  }

 private:
  FactConditions conditions_;
};

class AnyOf final : public FactCondition {
 public:
  explicit AnyOf(FactConditions conditions) : conditions_(std::move(conditions)) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    GameMask met{};
    for (const FactConditionPtr& condition : conditions_) {
      GameMask these = mask;
      condition->narrow(chunk, these);
      for (std::size_t i = 0; i < met.size(); ++i) met[i] |= these[i];
    }
    mask = met;
  }

 private:
  FactConditions conditions_;
};

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

bool is_empty(const GameMask& mask) {
  std::uint8_t any = 0;
  for (const std::uint8_t game : mask) any |= game;
  return any == 0;
}

FactConditionPtr fact_in_range(Fact fact, NumberRange range) {
  return std::make_unique<InRange>(fact, range);
}
FactConditionPtr fact_in_set(Fact fact, IdSet set) {
  return std::make_unique<InSet>(fact, std::move(set));
}
FactConditionPtr fact_in_set_but(Fact fact, IdSet set, std::vector<GameVerdict> verdicts) {
  if (verdicts.empty()) return fact_in_set(fact, std::move(set));
  return std::make_unique<InSetBut>(fact, std::move(set), std::move(verdicts));
}
FactConditionPtr fact_has_bits(Fact fact, std::int64_t mask, std::int64_t wanted) {
  return std::make_unique<HasBits>(fact, mask, wanted);
}
FactConditionPtr game_in_set(IdSet games) { return std::make_unique<GameInSet>(std::move(games)); }
FactConditionPtr all_of(FactConditions conditions) {
  return std::make_unique<AllOf>(std::move(conditions));
}
FactConditionPtr any_of(FactConditions conditions) {
  return std::make_unique<AnyOf>(std::move(conditions));
}

}  // namespace ludex
