#include "query/stats_columns.hpp"

#include "ludex/core/date.hpp"
#include "ludex/core/game_result.hpp"
#include "query/opening_column.hpp"
#include "query/people.hpp"
#include "query/text_cache.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <stdexcept>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kCachedTexts = 1024;

void append_person(People& people, std::int64_t code, std::vector<Value>& row) {
  const auto text = code == kUnknownCode ? std::nullopt : people.text(code);
  row.push_back(text ? Value(*text) : Value());
}

/// A key that one fact tells; `unknown` is its value for nothing.
class FactColumn : public StatsColumn {
 public:
  FactColumn(std::string name, Fact fact, std::int64_t unknown, bool is_number)
      : name_(std::move(name)), fact_(fact), unknown_(unknown), is_number_(is_number) {}

  void load(FactChunk& chunk) override { values_ = &chunk.values(fact_); }
  std::int64_t code(std::size_t place, Player /*seat*/) override {
    const std::int64_t value = (*values_)[place];
    return value == unknown_ ? kUnknownCode : value;
  }
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override {
    return {{name_, is_number_}};
  }
  void append_values(std::int64_t code, std::vector<Value>& row) override {
    row.push_back(code == kUnknownCode ? Value() : value_of(code));
  }
  [[nodiscard]] bool is_ordered() const override { return is_number_; }

 private:
  virtual Value value_of(std::int64_t code) { return code; }

  std::string name_;
  Fact fact_;
  std::int64_t unknown_;
  bool is_number_;
  const std::vector<std::int64_t>* values_ = nullptr;
};

class HandicapColumn final : public FactColumn {
 public:
  HandicapColumn() : FactColumn("handicap", Fact::handicap, kNoFact, true) {}
};

class KomiColumn final : public FactColumn {
 public:
  KomiColumn() : FactColumn("komi", Fact::komi, kNoFact, true) {}

 private:
  Value value_of(std::int64_t code) override { return static_cast<double>(code) / 100; }
};

class SizeColumn final : public FactColumn {
 public:
  SizeColumn() : FactColumn("size", Fact::size, 0, true) {}

 private:
  Value value_of(std::int64_t code) override {
    const std::int64_t width = code >> 16, height = code & 0xFFFF;
    return width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height);
  }
};

class GameTypeColumn final : public FactColumn {
 public:
  GameTypeColumn() : FactColumn("game", Fact::game, kUnknownCode, false) {}

 private:
  Value value_of(std::int64_t code) override { return game_name(static_cast<GameType>(code)); }
};

class LengthColumn final : public FactColumn {
 public:
  explicit LengthColumn(std::int64_t step)
      : FactColumn("length", Fact::moves, kUnknownCode, true), step_(step) {}

  std::int64_t code(std::size_t place, Player seat) override {
    return FactColumn::code(place, seat) / step_;
  }

 private:
  Value value_of(std::int64_t code) override {
    const std::int64_t first = code * step_;
    return step_ == 1 ? fmt::to_string(first) : fmt::format("{}..{}", first, first + step_ - 1);
  }

  std::int64_t step_;
};

/// A fact that is the id of a text.
class TextColumn final : public FactColumn {
 public:
  TextColumn(std::string name, Fact fact, SQLite::Database& sql, const std::string& select)
      : FactColumn(std::move(name), fact, 0, false), texts_(sql, select, kCachedTexts) {}

 private:
  Value value_of(std::int64_t code) override {
    const auto text = texts_.find(code);
    return text ? Value(std::string(*text)) : Value();
  }

  TextCache texts_;
};

/// Winner, manner and margin as far as the column `result` of the view prints them.
class ResultColumn final : public StatsColumn {
 public:
  void load(FactChunk& chunk) override {
    results_ = &chunk.values(Fact::result);
    margins_ = &chunk.values(Fact::margin);
  }
  std::int64_t code(std::size_t place, Player /*seat*/) override {
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
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override { return {{"result"}}; }
  void append_values(std::int64_t code, std::vector<Value>& row) override {
    if (code == kUnknownCode) {
      row.emplace_back();
      return;
    }
    GameResult result;
    result.winner = static_cast<Winner>(code & 0xFF);
    result.by = static_cast<WinBy>(code >> 8 & 0xFF);
    std::string text = to_text(result);
    if (const std::int64_t margin = code >> 16; margin != 0) {
      char digits[32];  // as the view's printf() makes them
      sqlite3_snprintf(sizeof digits, digits, "%g", static_cast<double>(margin) / 100);
      text += digits;
    }
    row.emplace_back(std::move(text));
  }

 private:
  const std::vector<std::int64_t>* results_ = nullptr;
  const std::vector<std::int64_t>* margins_ = nullptr;
};

class WinByColumn final : public StatsColumn {
 public:
  void load(FactChunk& chunk) override { results_ = &chunk.values(Fact::result); }
  std::int64_t code(std::size_t place, Player /*seat*/) override {
    const std::int64_t by = (*results_)[place] >> 8;
    return by == 0 ? kUnknownCode : by;
  }
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override { return {{"win_by"}}; }
  void append_values(std::int64_t code, std::vector<Value>& row) override {
    row.push_back(code == kUnknownCode ? Value() : win_by_name(static_cast<WinBy>(code)));
  }

 private:
  const std::vector<std::int64_t>* results_ = nullptr;
};

/// The first and the last day on which a game may have been played.
class DateColumn : public StatsColumn {
 public:
  void load(FactChunk& chunk) override {
    from_ = &chunk.values(Fact::date_from);
    to_ = &chunk.values(Fact::date_to);
  }
  std::int64_t code(std::size_t place, Player /*seat*/) override {
    const auto from = static_cast<Day>((*from_)[place]);
    return from == 0 ? kUnknownCode : code_of(from, static_cast<Day>((*to_)[place]));
  }
  void append_values(std::int64_t code, std::vector<Value>& row) override {
    row.push_back(code == kUnknownCode ? Value() : text_of(code));
  }
  [[nodiscard]] bool is_ordered() const override { return true; }

 protected:
  static std::string span_text(const std::string& from, const std::string& to) {
    return from == to ? from : fmt::format("{}..{}", from, to);
  }

 private:
  [[nodiscard]] virtual std::int64_t code_of(Day from, Day to) const = 0;
  [[nodiscard]] virtual std::string text_of(std::int64_t code) const = 0;

  const std::vector<std::int64_t>* from_ = nullptr;
  const std::vector<std::int64_t>* to_ = nullptr;
};

class YearColumn final : public DateColumn {
 public:
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override { return {{"year"}}; }

 private:
  static constexpr std::int64_t kYears = 10'000;
  [[nodiscard]] std::int64_t code_of(Day from, Day to) const override {
    return year_of(from) * kYears + year_of(to);
  }
  [[nodiscard]] std::string text_of(std::int64_t code) const override {
    return span_text(fmt::format("{:04}", code / kYears), fmt::format("{:04}", code % kYears));
  }
};

class MonthColumn final : public DateColumn {
 public:
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override { return {{"month"}}; }

 private:
  static constexpr std::int64_t kMonths = 1'000'000;  // yyyymm
  /// Two months, and 1 where the days between them are whole years.
  [[nodiscard]] std::int64_t code_of(Day from, Day to) const override {
    const bool whole_years = from % 10'000 == 101 && to % 10'000 == 1231;
    return (from / 100 * kMonths + to / 100) * 2 + (whole_years ? 1 : 0);
  }
  [[nodiscard]] std::string text_of(std::int64_t code) const override {
    const std::int64_t from = code / 2 / kMonths, to = code / 2 % kMonths;
    if (code % 2 != 0) {
      return span_text(fmt::format("{:04}", from / 100), fmt::format("{:04}", to / 100));
    }
    const auto month = [](std::int64_t yyyymm) {
      return fmt::format("{:04}-{:02}", yyyymm / 100, yyyymm % 100);
    };
    return span_text(month(from), month(to));
  }
};

/// The player of the seat, or the opponent.
class SeatColumn final : public StatsColumn {
 public:
  SeatColumn(std::string name, bool of_opponent, SQLite::Database& sql)
      : name_(std::move(name)), of_opponent_(of_opponent), people_(sql, NameKind::player) {}

  void load(FactChunk& chunk) override {
    first_game_ = chunk.first_game();
    names_[0] = &chunk.values(Fact::black);
    names_[1] = &chunk.values(Fact::white);
  }
  std::int64_t code(std::size_t place, Player seat) override {
    const bool second = (seat == Player::second) != of_opponent_;
    const std::int64_t name = (*names_[second ? 1 : 0])[place];
    const std::int64_t game = first_game_ + static_cast<std::int64_t>(place);
    const std::int64_t meant =
        people_.has_seated() ? people_.of_seat(game, second ? 2 : 1, name) : people_.of_name(name);
    return meant == 0 ? kUnknownCode : meant;
  }
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override { return {{name_}}; }
  void append_values(std::int64_t code, std::vector<Value>& row) override {
    append_person(people_, code, row);
  }

 private:
  std::string name_;
  bool of_opponent_;
  People people_;
  std::int64_t first_game_ = 0;
  const std::vector<std::int64_t>* names_[2] = {};
};

/// An event or a place.
class NameColumn final : public StatsColumn {
 public:
  NameColumn(std::string name, Fact fact, NameKind kind, SQLite::Database& sql)
      : name_(std::move(name)), fact_(fact), people_(sql, kind) {}

  void load(FactChunk& chunk) override { names_ = &chunk.values(fact_); }
  std::int64_t code(std::size_t place, Player /*seat*/) override {
    const std::int64_t meant = people_.of_name((*names_)[place]);
    return meant == 0 ? kUnknownCode : meant;
  }
  [[nodiscard]] std::vector<StatsTable::Column> columns() const override { return {{name_}}; }
  void append_values(std::int64_t code, std::vector<Value>& row) override {
    append_person(people_, code, row);
  }

 private:
  std::string name_;
  Fact fact_;
  People people_;
  const std::vector<std::int64_t>* names_ = nullptr;
};

StatsColumnPtr phrase_column(std::string name, Fact fact, SQLite::Database& sql) {
  return std::make_unique<TextColumn>(std::move(name), fact, sql,
                                      "SELECT written FROM phrase WHERE id = ?");
}
}  // namespace

StatsColumnPtr make_stats_column(StatsKey key, const StatsQuestion& question, Database& database) {
  SQLite::Database& sql = database.sql();
  switch (key) {
    case StatsKey::player:
      return std::make_unique<SeatColumn>("player", false, sql);
    case StatsKey::opponent:
      return std::make_unique<SeatColumn>("opponent", true, sql);
    case StatsKey::event:
      return std::make_unique<NameColumn>("event", Fact::event, NameKind::event, sql);
    case StatsKey::place:
      return std::make_unique<NameColumn>("place", Fact::place, NameKind::place, sql);
    case StatsKey::year:
      return std::make_unique<YearColumn>();
    case StatsKey::month:
      return std::make_unique<MonthColumn>();
    case StatsKey::result:
      return std::make_unique<ResultColumn>();
    case StatsKey::win_by:
      return std::make_unique<WinByColumn>();
    case StatsKey::length:
      return std::make_unique<LengthColumn>(question.length_step);
    case StatsKey::handicap:
      return std::make_unique<HandicapColumn>();
    case StatsKey::komi:
      return std::make_unique<KomiColumn>();
    case StatsKey::size:
      return std::make_unique<SizeColumn>();
    case StatsKey::rules:
      return phrase_column("rules", Fact::rules, sql);
    case StatsKey::opening:
      return std::make_unique<OpeningColumn>(sql, question.opening_moves);
    case StatsKey::game:
      return std::make_unique<GameTypeColumn>();
    case StatsKey::source:
      return std::make_unique<TextColumn>("source", Fact::source, sql,
                                          "SELECT name FROM source WHERE id = ?");
    case StatsKey::pair:
      break;
  }
  throw std::logic_error("a pair is two columns");
}

}  // namespace ludex
