#include "query/stats/stats_columns.hpp"

#include "formats/values/game_values.hpp"
#include "ludex/types.hpp"
#include "store/game_columns.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <tuple>

namespace ludex {
namespace {

/// A key made of facts.
/// \param code   makes a number of the facts of a game
/// \param value  makes what such a number stands for; never called for kUnknownCode
template <std::size_t Count, class Code, class Naming>
class FactsColumn final : public StatsColumn {
 public:
  FactsColumn(StatsTable::Column column, bool is_ordered, std::array<Fact, Count> facts,
              Code code_of, Naming naming)
      : StatsColumn(std::move(column), is_ordered),
        facts_(facts),
        code_(std::move(code_of)),
        naming_(std::move(naming)) {}

  void load(StatsGames& games) override {
    for (std::size_t i = 0; i < Count; ++i) values_[i] = &games.values(facts_[i]);
  }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    return std::apply([&](const auto*... values) { return code_((*values)[place]...); }, values_);
  }

 private:
  Value known_value(std::int64_t code) override { return naming_(code); }

  std::array<Fact, Count> facts_;
  std::array<const std::vector<std::int64_t>*, Count> values_{};
  Code code_;
  Naming naming_;
};

template <std::size_t Count, class Code, class Naming>
StatsColumnPtr facts_column(StatsTable::Column column, bool is_ordered, const Fact (&facts)[Count],
                            Code code, Naming value) {
  return std::make_unique<FactsColumn<Count, Code, Naming>>(
      std::move(column), is_ordered, std::to_array(facts), std::move(code), std::move(value));
}

/// A column that counts each value of a fact. \param unknown  the fact's value for nothing
template <class Naming>
StatsColumnPtr fact_column(std::string_view name, Fact fact, std::int64_t unknown, bool is_number,
                           Naming value) {
  const auto code = [unknown](std::int64_t known) {
    return known == unknown ? kUnknownCode : known;
  };
  return facts_column({std::string(name), is_number}, is_number, {fact}, code, std::move(value));
}

Value text_of_size(std::int64_t code) { return size_text(unpacked_size(code)); }

/// A column of kGameColumns whose fact is a number.
StatsColumnPtr number_column(const GameColumn& column) {
  const bool is_hundredths = column.fact.form == FactCodec::Form::hundredths;
  const auto naming = [is_hundredths](std::int64_t code) {
    return is_hundredths ? Value(static_cast<double>(code) / 100) : Value(code);
  };
  return fact_column(column.name, column.fact.fact, column.fact.unknown, true, naming);
}

/// Moves in steps: `200..249`.
StatsColumnPtr length_column(std::int64_t step) {
  const auto naming = [step](std::int64_t code) -> Value {
    const std::int64_t first = code * step;
    return step == 1 ? fmt::to_string(first) : fmt::format("{}..{}", first, first + step - 1);
  };
  const auto code = [step](std::int64_t moves) { return moves / step; };
  return facts_column({"length", true}, true, {Fact::moves}, code, naming);
}

class PlayerColumn final : public StatsColumn {
 public:
  PlayerColumn(std::string name, std::int64_t Sides::*side, CodeNaming naming)
      : StatsColumn({std::move(name)}), side_(side), naming_(std::move(naming)) {}

  void load(StatsGames& /*games*/) override {}
  std::int64_t code(std::size_t /*place*/, const Sides& sides) override {
    return sides.*side_ == 0 ? kUnknownCode : sides.*side_;
  }

 private:
  Value known_value(std::int64_t code) override { return naming_(code); }

  std::int64_t Sides::*side_;
  CodeNaming naming_;
};

/// The rank of the player, weakest first. A game of more than two players has none.
class RankColumn final : public StatsColumn {
 public:
  RankColumn() : StatsColumn({"rank", false}, true) {}

  void load(StatsGames& games) override {
    orders_ = {&games.values(Fact::black_rank), &games.values(Fact::white_rank)};
  }
  std::int64_t code(std::size_t place, const Sides& sides) override {
    if (sides.seat >= orders_.size()) return kUnknownCode;
    const std::int64_t order = (*orders_[sides.seat])[place];
    return order == kNoFact ? kUnknownCode : order;
  }

 private:
  Value known_value(std::int64_t code) override { return rank_text(code); }

  std::array<const std::vector<std::int64_t>*, 2> orders_{};
};

/// \param to  empty: open-ended
std::string span_text(const std::string& from, const std::string& to) {
  return from == to ? from : fmt::format("{}..{}", from, to);
}

/// A column of the first and the last day on which a game may have been played; the last is 0 where
/// only the first is known.
template <class Code, class Naming>
StatsColumnPtr date_column(const char* name, Code code_of, Naming value) {
  const auto code = [code_of](std::int64_t from, std::int64_t to) {
    return from == 0 ? kUnknownCode : code_of(static_cast<Day>(from), static_cast<Day>(to));
  };
  return facts_column({name}, true, {Fact::date_from, Fact::date_to}, code, value);
}

/// `1996`; `1996..1997` where the days of a game lie in both.
StatsColumnPtr year_column() {
  constexpr std::int64_t kYears = 10'000;
  const auto code = [](Day from, Day to) { return year_of(from) * kYears + year_of(to); };
  return date_column("year", code, [](std::int64_t known) {
    const auto year = [](std::int64_t yyyy) {
      return yyyy == 0 ? std::string() : fmt::format("{:04}", yyyy);
    };
    return span_text(year(known / kYears), year(known % kYears));
  });
}

/// `1996-05`, `1996-05..1996-06`; `1996` where the days are a whole year.
StatsColumnPtr month_column() {
  constexpr std::int64_t kMonths = 1'000'000;  // yyyymm
  // Two months, and 1 where the days between them are whole years.
  const auto code = [](Day from, Day to) {
    const bool whole_years = from % 10'000 == 101 && to % 10'000 == 1231;
    return (from / 100 * kMonths + to / 100) * 2 + (whole_years ? 1 : 0);
  };
  return date_column("month", code, [](std::int64_t known) {
    const std::int64_t from = known / 2 / kMonths, to = known / 2 % kMonths;
    if (known % 2 != 0) {
      return span_text(fmt::format("{:04}", from / 100), fmt::format("{:04}", to / 100));
    }
    const auto month = [](std::int64_t yyyymm) {
      return yyyymm == 0 ? std::string() : fmt::format("{:04}-{:02}", yyyymm / 100, yyyymm % 100);
    };
    return span_text(month(from), month(to));
  });
}

/// Winner, manner and margin as far as the column `result` of the view prints them.
StatsColumnPtr result_column() {
  const auto code = [](std::int64_t result, std::int64_t margin) {
    const Winner winner = winner_in(result);
    const WinBy by = win_by_in(result);
    if (winner == Winner::unknown) return kUnknownCode;
    const auto number = static_cast<std::int64_t>(winner);
    if (winner != Winner::first && winner != Winner::second) return number;
    if (by == WinBy::resign || by == WinBy::time || by == WinBy::forfeit) {
      return packed_result(winner, by);
    }
    return number | margin << 16;
  };
  const auto value = [](std::int64_t known) {
    GameResult result;
    result.winner = winner_in(known);
    result.by = win_by_in(known & 0xFFFF);
    std::string text = to_text(result);
    const std::int64_t margin = known >> 16;
    if (margin != 0) text += general_text(static_cast<double>(margin) / 100);
    return text;
  };
  return facts_column({"result"}, false, {Fact::result, Fact::margin}, code, value);
}

StatsColumnPtr win_by_column() {
  const auto code = [](std::int64_t result) {
    const WinBy by = win_by_in(result);
    return by == WinBy::unknown ? kUnknownCode : static_cast<std::int64_t>(by);
  };
  const auto value = [](std::int64_t by) { return std::string(kWinByWords.word_of(by)); };
  return facts_column({"win_by"}, false, {Fact::result}, code, value);
}

}  // namespace

StatsColumnPtr make_number_column(StatsKey key, const StatsQuestion& question) {
  switch (key) {
    case StatsKey::year:
      return year_column();
    case StatsKey::month:
      return month_column();
    case StatsKey::result:
      return result_column();
    case StatsKey::win_by:
      return win_by_column();
    case StatsKey::length:
      return length_column(question.length_step);
    case StatsKey::handicap:
      return number_column(get_column("handicap"));
    case StatsKey::komi:
      return number_column(get_column("komi"));
    case StatsKey::size:
      return fact_column("size", Fact::size, 0, true, text_of_size);
    case StatsKey::game:
      return fact_column("game", Fact::game, kUnknownCode, false,
                         [](std::int64_t code) { return game_name(static_cast<GameType>(code)); });
    case StatsKey::rank:
      return std::make_unique<RankColumn>();
    default:
      return nullptr;
  }
}

StatsColumnPtr make_player_column(StatsKey key, CodeNaming naming) {
  const bool is_player = key == StatsKey::player;
  return std::make_unique<PlayerColumn>(is_player ? "player" : "opponent",
                                        is_player ? &Sides::player : &Sides::opponent,
                                        std::move(naming));
}

StatsColumnPtr make_fact_column(std::string_view name, Fact fact,
                                std::function<std::int64_t(std::int64_t)> code, CodeNaming naming) {
  return facts_column({std::string(name)}, false, {fact}, std::move(code), std::move(naming));
}

}  // namespace ludex
