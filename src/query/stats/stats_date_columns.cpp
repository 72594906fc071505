#include "query/stats/stats_date_columns.hpp"

#include "core/date.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace ludex {
namespace {

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

}  // namespace

StatsColumnPtr year_column() { return std::make_unique<YearColumn>(); }
StatsColumnPtr month_column() { return std::make_unique<MonthColumn>(); }

}  // namespace ludex
