#include "query/stats/stats_result_columns.hpp"

#include "core/game_result.hpp"

#include "store/sql/sqlite_file.hpp"

#include <string>

namespace ludex {
namespace {

class ResultColumn final : public StatsColumn {
 public:
  ResultColumn() : StatsColumn({"result"}) {}

  void load(FactChunk& chunk) override {
    results_ = &chunk.values(Fact::result);
    margins_ = &chunk.values(Fact::margin);
  }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    const std::int64_t winner = (*results_)[place] & 0xFF;
    const auto by = static_cast<WinBy>((*results_)[place] >> 8);
    const bool won =
        winner == static_cast<int>(Winner::first) || winner == static_cast<int>(Winner::second);
    if (winner == static_cast<int>(Winner::unknown)) return kUnknownCode;
    if (!won) return winner;
    if (by == WinBy::resign || by == WinBy::time || by == WinBy::forfeit) {
      return winner | static_cast<std::int64_t>(by) << 8;
    }
    return winner | (*margins_)[place] << 16;
  }

 private:
  Value known_value(std::int64_t code) override {
    GameResult result;
    result.winner = static_cast<Winner>(code & 0xFF);
    result.by = static_cast<WinBy>(code >> 8 & 0xFF);
    std::string text = to_text(result);
    if (const std::int64_t margin = code >> 16; margin != 0) {
      text += general_text(static_cast<double>(margin) / 100);
    }
    return text;
  }

  const std::vector<std::int64_t>* results_ = nullptr;
  const std::vector<std::int64_t>* margins_ = nullptr;
};

class WinByColumn final : public StatsColumn {
 public:
  WinByColumn() : StatsColumn({"win_by"}) {}

  void load(FactChunk& chunk) override { results_ = &chunk.values(Fact::result); }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    const std::int64_t by = (*results_)[place] >> 8;
    return by == 0 ? kUnknownCode : by;
  }

 private:
  Value known_value(std::int64_t code) override { return win_by_name(static_cast<WinBy>(code)); }

  const std::vector<std::int64_t>* results_ = nullptr;
};

}  // namespace

StatsColumnPtr result_column() { return std::make_unique<ResultColumn>(); }
StatsColumnPtr win_by_column() { return std::make_unique<WinByColumn>(); }

}  // namespace ludex
