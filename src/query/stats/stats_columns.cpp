#include "query/stats/stats_columns.hpp"

#include "ludex/types.hpp"
#include "store/game_columns.hpp"
#include "store/sql/sqlite_file.hpp"
#include "store/text_dictionary.hpp"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <string>

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
  const auto [width, height] = unpacked_size(code);
  return width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height);
}

/// A column of kGameColumns whose fact is the id of a text.
StatsColumnPtr text_column(const GameColumn& column, SqlConnection& sql) {
  const bool is_phrase = column.texts.table == Dictionary::Table::phrase;
  const auto texts =
      std::make_shared<TextCache>(sql,
                                  is_phrase ? "SELECT written FROM phrase WHERE id = ?"
                                            : "SELECT name FROM source WHERE id = ?",
                                  kCachedTexts);
  const auto naming = [texts](std::int64_t code) {
    const auto text = texts->find(code);
    return text ? Value(std::string(*text)) : Value();
  };
  return std::make_unique<OneFactColumn>(std::string(column.name), column.fact.fact,
                                         column.fact.unknown, false, naming);
}

/// A column of kGameColumns whose fact is a number.
StatsColumnPtr number_column(const GameColumn& column) {
  const bool is_hundredths = column.fact.form == FactCodec::Form::hundredths;
  const auto naming = [is_hundredths](std::int64_t code) {
    return is_hundredths ? Value(static_cast<double>(code) / 100) : Value(code);
  };
  return std::make_unique<OneFactColumn>(std::string(column.name), column.fact.fact,
                                         column.fact.unknown, true, naming);
}

/// Moves in steps: `200..249`.
StatsColumnPtr length_column(std::int64_t step) {
  const auto naming = [step](std::int64_t code) -> Value {
    const std::int64_t first = code * step;
    return step == 1 ? fmt::to_string(first) : fmt::format("{}..{}", first, first + step - 1);
  };
  return std::make_unique<OneFactColumn>("length", Fact::moves, kUnknownCode, true, naming, step);
}

Value name_value(People& people, std::int64_t code) {
  const auto text = people.text(code);
  return text ? Value(*text) : Value();
}

std::int64_t known_code(std::int64_t who) { return who == 0 ? kUnknownCode : who; }

class PlayerColumn final : public StatsColumn {
 public:
  PlayerColumn(std::string name, std::int64_t Sides::*side, People& players)
      : StatsColumn({std::move(name)}), side_(side), players_(players) {}

  void load(FactChunk& /*chunk*/) override {}
  std::int64_t code(std::size_t /*place*/, const Sides& sides) override {
    return known_code(sides.*side_);
  }

 private:
  Value known_value(std::int64_t code) override { return name_value(players_, code); }

  std::int64_t Sides::*side_;
  People& players_;
};

/// An event or a place.
class NameColumn final : public StatsColumn {
 public:
  NameColumn(const GameColumn& column, SqlConnection& sql)
      : StatsColumn({std::string(column.name)}),
        fact_(column.fact.fact),
        people_(sql, column.texts.name) {}

  void load(FactChunk& chunk) override { names_ = &chunk.values(fact_); }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    return known_code(people_.of_name((*names_)[place]));
  }

 private:
  Value known_value(std::int64_t code) override { return name_value(people_, code); }

  Fact fact_;
  People people_;
  const std::vector<std::int64_t>* names_ = nullptr;
};

/// The first and the last day on which a game may have been played; the last is 0 where only the
/// first is known.
class DateColumn : public StatsColumn {
 public:
  explicit DateColumn(std::string name) : StatsColumn({std::move(name)}, true) {}

  void load(FactChunk& chunk) override {
    from_ = &chunk.values(Fact::date_from);
    to_ = &chunk.values(Fact::date_to);
  }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    const auto from = static_cast<Day>((*from_)[place]);
    return from == 0 ? kUnknownCode : code_of(from, static_cast<Day>((*to_)[place]));
  }

 protected:
  /// \param to  empty: open-ended
  static std::string span_text(const std::string& from, const std::string& to) {
    return from == to ? from : fmt::format("{}..{}", from, to);
  }

 private:
  [[nodiscard]] virtual std::int64_t code_of(Day from, Day to) const = 0;

  const std::vector<std::int64_t>* from_ = nullptr;
  const std::vector<std::int64_t>* to_ = nullptr;
};

/// `1996`; `1996..1997` where the days of a game lie in both.
class YearColumn final : public DateColumn {
 public:
  YearColumn() : DateColumn("year") {}

 private:
  static constexpr std::int64_t kYears = 10'000;
  [[nodiscard]] std::int64_t code_of(Day from, Day to) const override {
    return year_of(from) * kYears + year_of(to);
  }
  Value known_value(std::int64_t code) override {
    const auto year = [](std::int64_t yyyy) {
      return yyyy == 0 ? std::string() : fmt::format("{:04}", yyyy);
    };
    return span_text(year(code / kYears), year(code % kYears));
  }
};

/// `1996-05`, `1996-05..1996-06`; `1996` where the days are a whole year.
class MonthColumn final : public DateColumn {
 public:
  MonthColumn() : DateColumn("month") {}

 private:
  static constexpr std::int64_t kMonths = 1'000'000;  // yyyymm
  /// Two months, and 1 where the days between them are whole years.
  [[nodiscard]] std::int64_t code_of(Day from, Day to) const override {
    const bool whole_years = from % 10'000 == 101 && to % 10'000 == 1231;
    return (from / 100 * kMonths + to / 100) * 2 + (whole_years ? 1 : 0);
  }
  Value known_value(std::int64_t code) override {
    const std::int64_t from = code / 2 / kMonths, to = code / 2 % kMonths;
    if (code % 2 != 0) {
      return span_text(fmt::format("{:04}", from / 100), fmt::format("{:04}", to / 100));
    }
    const auto month = [](std::int64_t yyyymm) {
      return yyyymm == 0 ? std::string() : fmt::format("{:04}-{:02}", yyyymm / 100, yyyymm % 100);
    };
    return span_text(month(from), month(to));
  }
};

/// Winner, manner and margin as far as the column `result` of the view prints them.
class ResultColumn final : public StatsColumn {
 public:
  ResultColumn() : StatsColumn({"result"}) {}

  void load(FactChunk& chunk) override {
    results_ = &chunk.values(Fact::result);
    margins_ = &chunk.values(Fact::margin);
  }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    const Winner winner = winner_in((*results_)[place]);
    const WinBy by = win_by_in((*results_)[place]);
    if (winner == Winner::unknown) return kUnknownCode;
    const auto code = static_cast<std::int64_t>(winner);
    if (winner != Winner::first && winner != Winner::second) return code;
    if (by == WinBy::resign || by == WinBy::time || by == WinBy::forfeit) {
      return packed_result(winner, by);
    }
    return code | (*margins_)[place] << 16;
  }

 private:
  Value known_value(std::int64_t code) override {
    GameResult result;
    result.winner = winner_in(code);
    result.by = win_by_in(code & 0xFFFF);
    std::string text = to_text(result);
    const std::int64_t margin = code >> 16;
    if (margin != 0) text += general_text(static_cast<double>(margin) / 100);
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
    const WinBy by = win_by_in((*results_)[place]);
    return by == WinBy::unknown ? kUnknownCode : static_cast<std::int64_t>(by);
  }

 private:
  Value known_value(std::int64_t code) override { return std::string(kWinByWords.word_of(code)); }

  const std::vector<std::int64_t>* results_ = nullptr;
};

}  // namespace

StatsColumnPtr make_stats_column(StatsKey key, const StatsQuestion& question, SqlConnection& sql,
                                 People& players) {
  // clang-format off
  switch (key) {
    case StatsKey::player: return std::make_unique<PlayerColumn>("player", &Sides::player, players);
    case StatsKey::opponent: return std::make_unique<PlayerColumn>("opponent", &Sides::opponent, players);
    case StatsKey::event: return std::make_unique<NameColumn>(get_column("event"), sql);
    case StatsKey::place: return std::make_unique<NameColumn>(get_column("place"), sql);
    case StatsKey::year: return std::make_unique<YearColumn>();
    case StatsKey::month: return std::make_unique<MonthColumn>();
    case StatsKey::result: return std::make_unique<ResultColumn>();
    case StatsKey::win_by: return std::make_unique<WinByColumn>();
    case StatsKey::length: return length_column(question.length_step);
    case StatsKey::handicap: return number_column(get_column("handicap"));
    case StatsKey::komi: return number_column(get_column("komi"));
    case StatsKey::size:
      return std::make_unique<OneFactColumn>("size", Fact::size, 0, true, size_text);
    case StatsKey::rules: return text_column(get_column("rules"), sql);
    case StatsKey::opening: return make_opening_column(sql, question.opening_moves);
    case StatsKey::game:
      return std::make_unique<OneFactColumn>("game", Fact::game, kUnknownCode, false, [](std::int64_t code) {
        return game_name(static_cast<GameType>(code));
      });
    case StatsKey::source: return text_column(get_column("source"), sql);
    case StatsKey::pair: break;
  }
  // clang-format on
  throw std::logic_error("a pair is two columns");
}

}  // namespace ludex
