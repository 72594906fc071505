#include "query/stats/stats_fact_columns.hpp"

#include "core/game_type.hpp"
#include "query/rows/text_cache.hpp"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kCachedTexts = 1024;

/// A fact whose values are told apart `step` by `step`.
class OneFactColumn final : public StatsColumn {
 public:
  using Naming = std::function<Value(std::int64_t)>;

  /// \param unknown  the fact's value for nothing. \param naming  what a code stands for.
  OneFactColumn(std::string name, Fact fact, std::int64_t unknown, bool is_number, Naming naming,
                std::int64_t step = 1)
      : StatsColumn({std::move(name), is_number}, is_number),
        fact_(fact),
        unknown_(unknown),
        step_(step),
        naming_(std::move(naming)) {}

  void load(FactChunk& chunk) override { values_ = &chunk.values(fact_); }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    const std::int64_t value = (*values_)[place];
    return value == unknown_ ? kUnknownCode : value / step_;
  }

 private:
  Value known_value(std::int64_t code) override { return naming_(code); }

  Fact fact_;
  std::int64_t unknown_;
  std::int64_t step_;
  Naming naming_;
  const std::vector<std::int64_t>* values_ = nullptr;
};

Value size_text(std::int64_t code) {
  const std::int64_t width = code >> 16, height = code & 0xFFFF;
  return width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height);
}

/// A fact that is the id of a text.
StatsColumnPtr text_column(std::string name, Fact fact, SqlConnection& sql,
                           const std::string& select) {
  const auto texts = std::make_shared<TextCache>(sql, select, kCachedTexts);
  const auto naming = [texts](std::int64_t code) {
    const auto text = texts->find(code);
    return text ? Value(std::string(*text)) : Value();
  };
  return std::make_unique<OneFactColumn>(std::move(name), fact, 0, false, naming);
}

}  // namespace

StatsColumnPtr handicap_column() {
  return std::make_unique<OneFactColumn>("handicap", Fact::handicap, kNoFact, true,
                                         [](std::int64_t code) { return Value(code); });
}

StatsColumnPtr komi_column() {
  return std::make_unique<OneFactColumn>("komi", Fact::komi, kNoFact, true, [](std::int64_t code) {
    return Value(static_cast<double>(code) / 100);
  });
}

StatsColumnPtr size_column() {
  return std::make_unique<OneFactColumn>("size", Fact::size, 0, true, size_text);
}

StatsColumnPtr game_column() {
  return std::make_unique<OneFactColumn>(
      "game", Fact::game, kUnknownCode, false,
      [](std::int64_t code) { return game_name(static_cast<GameType>(code)); });
}

StatsColumnPtr length_column(std::int64_t step) {
  const auto naming = [step](std::int64_t code) -> Value {
    const std::int64_t first = code * step;
    return step == 1 ? fmt::to_string(first) : fmt::format("{}..{}", first, first + step - 1);
  };
  return std::make_unique<OneFactColumn>("length", Fact::moves, kUnknownCode, true, naming, step);
}

StatsColumnPtr rules_column(SqlConnection& sql) {
  return text_column("rules", Fact::rules, sql, "SELECT written FROM phrase WHERE id = ?");
}

StatsColumnPtr source_column(SqlConnection& sql) {
  return text_column("source", Fact::source, sql, "SELECT name FROM source WHERE id = ?");
}

}  // namespace ludex
