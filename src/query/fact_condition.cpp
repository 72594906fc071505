#include "query/fact_condition.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kGroup = 8;  // games whose marks make one word
static_assert(kFactChunkGames % kGroup == 0);

/// Whether none of the games from `first` is left: behind a rare name, most groups are passed over.
bool is_group_empty(const GameMask& mask, std::size_t first) {
  std::uint64_t marks = 0;
  std::memcpy(&marks, &mask[first], sizeof marks);
  return marks == 0;
}

class InRange final : public FactCondition {
 public:
  InRange(Fact fact, NumberRange range) : fact_(fact), range_(range) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const auto [minimum, maximum] = chunk.range(fact_);
    if (minimum > range_.to || maximum < range_.from) {
      mask.fill(0);
    } else if (minimum < range_.from || maximum > range_.to) {
      const auto& values = chunk.values(fact_);
      for (std::size_t i = 0; i < values.size(); ++i) {
        mask[i] &= static_cast<std::uint8_t>(values[i] >= range_.from) &
                   static_cast<std::uint8_t>(values[i] <= range_.to);
      }
    }
  }

 private:
  Fact fact_;
  NumberRange range_;
};

class InSet final : public FactCondition {
 public:
  InSet(Fact fact, IdSet set) : fact_(fact), set_(std::move(set)) {}

  void narrow(FactChunk& chunk, GameMask& mask) const override {
    const auto [minimum, maximum] = chunk.range(fact_);
    if (!set_.any_in(minimum, maximum)) {
      mask.fill(0);
      return;
    }
    const auto& values = chunk.values(fact_);
    const std::span<const std::uint64_t> words = set_.words();
    for (std::size_t first = 0; first < values.size(); first += kGroup) {
      if (is_group_empty(mask, first)) continue;
      const std::size_t end = std::min(first + kGroup, values.size());
      for (std::size_t i = first; i < end; ++i) {
        const auto value = static_cast<std::uint64_t>(values[i]);
        const std::uint64_t word = value / 64 < words.size() ? words[value / 64] : 0;
        mask[i] &= static_cast<std::uint8_t>(word >> (value % 64) & 1);
      }
    }
  }

 private:
  Fact fact_;
  IdSet set_;
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
    const auto& values = chunk.values(fact_);
    for (std::size_t i = 0; i < values.size(); ++i) {
      mask[i] &= static_cast<std::uint8_t>((values[i] & bits_) == wanted_);
    }
  }

 private:
  Fact fact_;
  std::int64_t bits_;
  std::int64_t wanted_;
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

void FactChunk::go_to(std::int64_t chunk) { chunk_ = chunk; }

const std::vector<std::int64_t>& FactChunk::values(Fact fact) {
  Column& wanted = column(fact);
  if (wanted.values_of != chunk_) {
    reader_.read(fact, chunk_, wanted.values);
    wanted.values_of = chunk_;
  }
  return wanted.values;
}

FactReader::Range FactChunk::range(Fact fact) {
  Column& wanted = column(fact);
  if (wanted.range_of != chunk_) {
    wanted.range = reader_.range(fact, chunk_);
    wanted.range_of = chunk_;
  }
  return wanted.range;
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
FactConditionPtr fact_has_bits(Fact fact, std::int64_t mask, std::int64_t wanted) {
  return std::make_unique<HasBits>(fact, mask, wanted);
}
FactConditionPtr all_of(FactConditions conditions) {
  return std::make_unique<AllOf>(std::move(conditions));
}
FactConditionPtr any_of(FactConditions conditions) {
  return std::make_unique<AnyOf>(std::move(conditions));
}

}  // namespace ludex
