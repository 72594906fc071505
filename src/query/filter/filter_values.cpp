#include "formats/charset/charset.hpp"
#include "formats/values/fold.hpp"
#include "formats/values/game_values.hpp"
#include "games/api/tiles.hpp"
#include "ludex/error.hpp"
#include "query/filter/filters.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ludex {
namespace {

constexpr std::int64_t kNoLimit = -kNoFact - 1;  // so that unknown values are outside
constexpr Day kLastDay = make_day(9999, 12, 31);

[[noreturn]] void refuse(std::string_view field, std::string_view text, std::string_view expected) {
  throw UsageError(fmt::format("`{}` {}: expected {}", field, text, expected));
}

/// The parsed value. \throws UsageError if there is none
template <class T>
T required(std::optional<T> value, std::string_view field, std::string_view text,
           std::string_view expected) {
  if (!value) refuse(field, text, expected);
  return *std::move(value);
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  const auto number = number_in<std::int64_t>(text);
  if (!number || std::abs(*number) > kNoLimit) return std::nullopt;
  return number;
}

std::optional<std::int64_t> hundredths(std::string_view text) {
  const auto number = number_in<double>(text);
  if (!number || !(std::abs(*number) < 1e6)) return std::nullopt;
  return std::llround(*number * 100);
}

std::optional<std::int64_t> rank(std::string_view text) {
  const auto order = parse_rank_order(text);
  if (!order) return std::nullopt;
  return *order;
}

/// `A`, `A..B`, `A..`, `..B`, where `read` understands A and B.
template <class Read>
std::optional<NumberRange> range_in(std::string_view text, Read read) {
  const std::size_t dots = text.find("..");
  const std::string_view low = text.substr(0, dots);
  const std::string_view high = dots == std::string_view::npos ? low : text.substr(dots + 2);
  if (low.empty() && high.empty()) return std::nullopt;
  const std::optional<std::int64_t> from = low.empty() ? -kNoLimit : read(low);
  const std::optional<std::int64_t> to = high.empty() ? kNoLimit : read(high);
  if (!from || !to || *from > *to) return std::nullopt;
  return NumberRange{*from, *to};
}

std::optional<int> digits(std::string_view text, std::size_t count) {
  if (text.size() != count) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  return number_in<int>(text);
}

std::optional<DaySpan> days_in(std::string_view text) {
  const std::size_t length = text.size();
  if (length != 4 && length != 7 && length != 10) return std::nullopt;
  const auto year = digits(text.substr(0, 4), 4);
  if (!year || *year == 0) return std::nullopt;
  if (length == 4) return DaySpan{make_day(*year, 1, 1), make_day(*year, 12, 31)};
  const auto month = digits(text.substr(5, 2), 2);
  if (text[4] != '-' || !month || *month < 1 || *month > 12) return std::nullopt;
  const int last = days_in_month(*year, *month);
  if (length == 7) return DaySpan{make_day(*year, *month, 1), make_day(*year, *month, last)};
  const auto day = digits(text.substr(8, 2), 2);
  if (text[7] != '-' || !day || *day < 1 || *day > last) return std::nullopt;
  return DaySpan{make_day(*year, *month, *day), make_day(*year, *month, *day)};
}

/// True for YYYY, YYYY-MM and YYYY-MM-DD, whatever the digits say.
bool looks_like_days(std::string_view text) {
  std::string shape(text);
  std::ranges::replace_if(
      shape, [](char c) { return c >= '0' && c <= '9'; }, 'N');
  return shape == "NNNN" || shape == "NNNN-NN" || shape == "NNNN-NN-NN";
}

/// How a win was written after "B+".
std::optional<WinBy> short_win(std::string_view folded) {
  if (folded == "r" || folded == "resign") return WinBy::resign;
  if (folded == "t" || folded == "time") return WinBy::time;
  if (folded == "f" || folded == "forfeit") return WinBy::forfeit;
  return std::nullopt;
}

std::optional<ResultFilter> win_in(Winner winner, std::string_view how) {
  ResultFilter filter{{winner}, short_win(how), std::nullopt};
  if (filter.by) return filter;
  filter.margin = how.empty() ? NumberRange{0, 0} : range_in(how, hundredths);
  // The margin of a won game is not negative, and 0 means unknown.
  if (filter.margin && !how.empty()) {
    if (filter.margin->to <= 0) return std::nullopt;
    filter.margin->from = std::max<std::int64_t>(filter.margin->from, 1);
  }
  return filter.margin ? std::optional(filter) : std::nullopt;
}

std::optional<ResultFilter> result_in(std::string_view folded) {
  if (folded == "b") return ResultFilter{{Winner::first}, {}, {}};
  if (folded == "w") return ResultFilter{{Winner::second}, {}, {}};
  if (folded == "draw" || folded == "0") return ResultFilter{{Winner::draw}, {}, {}};
  if (folded == "void") return ResultFilter{{Winner::void_game}, {}, {}};
  if (folded == "?") return ResultFilter{{Winner::asked}, {}, {}};
  if (folded == "unknown") return ResultFilter{{Winner::unknown, Winner::asked}, {}, {}};
  if (folded.starts_with("b+")) return win_in(Winner::first, folded.substr(2));
  if (folded.starts_with("w+")) return win_in(Winner::second, folded.substr(2));
  return std::nullopt;
}

std::string read_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (char byte; file.get(byte);) text.push_back(byte);  // an iterator would throw for a folder
  if (!file.is_open() || file.bad()) {
    throw UsageError(fmt::format("`id` @{}: {}", path, std::strerror(errno)));
  }
  return text;
}

/// Collects ids and ranges of ids such as `5..10`. A few bytes can ask for any number of ranges,
/// and `serve` takes them from strangers: ranges together hold at most a million ids.
class IdCollector {
 public:
  explicit IdCollector(std::string_view text) : text_(text) {}

  void add(std::string_view word) {
    const std::size_t dots = word.find("..");
    const auto first = number_in<std::int64_t>(word.substr(0, dots));
    const auto last =
        dots == std::string_view::npos ? first : number_in<std::int64_t>(word.substr(dots + 2));
    if (!first || !last || *first < 1 || *last < *first) {
      throw UsageError(fmt::format("`id` {}: '{}' is not the id of a game or a range such as 5..10",
                                   text_, word));
    }
    if (*first == *last) return ids_.push_back(static_cast<GameId>(*first));
    if (*last - *first >= kMostInRanges - in_ranges_) refuse_range(word, *first, *last);
    in_ranges_ += *last - *first + 1;
    for (std::int64_t step = 0; step <= *last - *first; ++step) {
      ids_.push_back(static_cast<GameId>(*first + step));
    }
  }

  [[nodiscard]] std::vector<GameId> take() { return std::move(ids_); }

 private:
  static constexpr std::int64_t kMostInRanges = 1'000'000;

  [[noreturn]] void refuse_range(std::string_view word, std::int64_t first,
                                 std::int64_t last) const {
    throw UsageError(fmt::format(
        "`id` {}: {} at most {} ids; `where` 'id BETWEEN {} AND {}' takes any", word,
        in_ranges_ == 0 ? "a range holds" : "ranges together hold", kMostInRanges, first, last));
  }

  std::string_view text_;
  std::vector<GameId> ids_;
  std::int64_t in_ranges_ = 0;
};

bool is_between_ids(char c) { return c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

std::string searched_name(std::string_view name) { return without_marks(fold(name)); }

NameFilter::NameFilter(std::string_view text)
    : folded(text.starts_with('=') ? fold(text.substr(1)) : searched_name(text)),
      whole(text.starts_with('=')) {}

bool NameFilter::matches(std::string_view folded_name) const {
  if (whole) return folded_name == folded;
  if (is_ascii(folded_name)) return folded_name.find(folded) != std::string_view::npos;
  return without_marks(folded_name).find(folded) != std::string::npos;
}

NameFilter parse_name(std::string_view field, std::string_view text) {
  NameFilter filter(text);
  if (filter.folded.empty()) refuse(field, text, "a part of a name, or =NAME for all of it");
  return filter;
}

ColumnFilter parse_column_filter(const FilteredColumn& column, std::string_view text) {
  switch (column.kind) {
    case FilterKind::name:
      return {column.column, parse_name(column.field, text)};
    case FilterKind::points:
      return {column.column, parse_points_range(column.field, text)};
    case FilterKind::rank:
      return {column.column, parse_rank_range(text, column.field)};
    case FilterKind::number:
      return {column.column, parse_number_range(column.field, text)};
  }
  throw std::logic_error("no kind of filter");
}

PropertyFilter parse_property(std::string_view text) {
  const std::size_t equals = text.find('=');
  PropertyFilter filter;
  filter.ident = text.substr(0, equals);
  if (filter.ident.empty() || equals == std::string_view::npos) {
    refuse(
        "prop", text,
        "IDENT=VALUE, with IDENT as the record writes it (PC=Tokyo, ld=english, $MAX_MOVES=256)");
  }
  filter.value = NameFilter(text.substr(equals + 1));
  return filter;
}

std::vector<GameId> parse_ids(std::string_view text) {
  const bool in_file = text.starts_with('@');
  const std::string list = in_file ? read_file(std::string(text.substr(1))) : std::string(text);
  IdCollector collector(text);
  for (std::string_view rest = list; !rest.empty();) {
    const auto end = std::find_if(rest.begin(), rest.end(), is_between_ids);
    const std::string_view word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (word.empty()) continue;
    collector.add(word);
  }
  std::vector<GameId> ids = collector.take();
  if (ids.empty() && !in_file) refuse("id", text, "ids such as 17,20 or 5..10, or @FILE");
  return ids;
}

DaySpan parse_days(std::string_view field, std::string_view text) {
  const std::optional<DaySpan> days = days_in(text);
  if (!days && looks_like_days(text)) {
    throw UsageError(fmt::format("`{}` {}: there is no such date", field, text));
  }
  return required(days, field, text,
                  text.find("..") == text.npos
                      ? "a day, month or year: 1996-05-06, 1996-05 or 1996"
                      : "one day, month or year; `from` and `to` are the ends of a range");
}

DaySpan span_of(std::optional<DaySpan> from, std::optional<DaySpan> to) {
  const DaySpan span{from ? from->from : Day{1}, to ? to->to : kLastDay};
  if (span.from > span.to) {
    throw UsageError(
        fmt::format("`from` {} is later than `to` {}", to_iso(span.from), to_iso(span.to)));
  }
  return span;
}

ResultFilter parse_result_filter(std::string_view text) {
  return required(result_in(fold(text)), "result", text,
                  "B, W, B+R, B+3.5, B+0.5..5, draw, 0, void, ? or unknown");
}

Outcome parse_outcome(std::string_view text) {
  if (text == "win") return Outcome::win;
  if (text == "loss") return Outcome::loss;
  if (text == "draw") return Outcome::draw;
  refuse("outcome", text, "win, loss or draw");
}

Computers parse_computers(std::string_view text) {
  if (text == "none") return Computers::none;
  if (text == "one") return Computers::one;
  if (text == "both") return Computers::both;
  refuse("computer", text, "none, one or both");
}

std::string parse_word(std::string_view text) {
  std::string word = fold(text);
  std::erase_if(word, [](char c) { return c == '[' || c == ']'; });
  if (word.empty() || word.find(' ') != word.npos) refuse("word", text, "one word, such as QUEEN");
  return word;
}

std::vector<std::string> parse_rack(std::string_view text) {
  const std::string folded = fold(text);
  std::vector<std::string> tiles;
  for (std::string_view rest = folded; !rest.empty();) {
    const auto tile = is_utf8(rest) ? take_cgp_tile(rest) : std::nullopt;
    if (!tile || tile->empty() || *tile == " ")
      refuse("rack", text, "tiles, such as AEINRS? or [CH]A");
    tiles.emplace_back(*tile);
  }
  if (tiles.empty()) refuse("rack", text, "tiles, such as AEINRS? or [CH]A");
  std::ranges::sort(tiles);
  return tiles;
}

WinBy parse_win_by(std::string_view text) {
  return required(kWinByWords.find<WinBy>(text), "win_by", text, "one of " + kWinByWords.list());
}

GameType parse_game(std::string_view text) {
  return required(find_game(text), "game", text,
                  "go, othello, hex, twixt, gomoku, shogi, crossword or sgf:N");
}

GameKind parse_kind(std::string_view text) {
  return required(kGameKindWords.find<GameKind>(text), "kind", text, "game, problem or position");
}

std::string size_text(BoardSize size) {
  const auto [width, height] = size;
  return width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height);
}

BoardSize parse_size(std::string_view text) {
  const std::size_t times = text.find('x');
  const std::string_view width = text.substr(0, times);
  const std::string_view height = times == std::string_view::npos ? width : text.substr(times + 1);
  const auto columns = number_in<std::int16_t>(width);
  const auto rows = number_in<std::int16_t>(height);
  if (!columns || !rows || *columns < 1 || *rows < 1) {
    refuse("size", text, "19, or COLUMNSxROWS such as 13x9");
  }
  return {*columns, *rows};
}

NumberRange parse_points_range(std::string_view field, std::string_view text) {
  return required(range_in(text, hundredths), field, text,
                  "points such as 6.5, or a range such as 5.5..7.5");
}

NumberRange parse_rank_range(std::string_view text, std::string_view field) {
  return required(range_in(text, rank), field, text,
                  "a rank such as 9p, or a range such as 5d..9p");
}

HandicapFilter parse_handicap_filter(std::string_view text) {
  if (text == "none") return {.stones = {0, 0}, .or_none_set_up = true};
  return {.stones = required(range_in(text, whole_number), "handicap", text,
                             "a number such as 4, a range such as 2..9, 2.. or ..9, or none")};
}

NumberRange parse_number_range(std::string_view field, std::string_view text) {
  return required(range_in(text, whole_number), field, text,
                  "a number such as 4, or a range such as 2..9, 2.. or ..9");
}

void check(const GameConditions& filters) {
  if (filters.players.size() > 2) throw UsageError("`player` can be given at most twice");
  if (filters.players.size() == 2 && filters.opponent) {
    throw UsageError("`opponent`: the second `player` already names the opponent");
  }
  if (filters.players.empty() && filters.opponent) {
    throw UsageError("`opponent` needs `player`");
  }
  if (filters.players.empty() && filters.outcome) {
    throw UsageError("`outcome` needs `player`");
  }
  if (filters.both_players && !filters.rank && !filters.rating) {
    throw UsageError("`both` needs `rank` or `rating`");
  }
}

}  // namespace ludex
