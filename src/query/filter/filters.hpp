#pragma once

#include "core/date.hpp"
#include "core/game_result.hpp"
#include "core/game_type.hpp"
#include "core/ids.hpp"
#include "games/api/query_position.hpp"
#include "store/game_columns.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ludex {

/// A text to look for: a part of the other one, or all of it. Compared after fold().
struct NameFilter {
  std::string folded;
  bool whole = false;

  [[nodiscard]] bool matches(std::string_view folded_name) const {
    return whole ? folded_name == folded : folded_name.find(folded) != std::string_view::npos;
  }
};

/// A root or game-info property by the name FF[4] gives it, and its value.
struct PropertyFilter {
  std::string ident;
  NameFilter value;  ///< empty: any
};

/// Days, or whole numbers, or hundredths of points; both ends included.
struct DaySpan {
  Day from = 0;
  Day to = 0;
  friend bool operator==(const DaySpan&, const DaySpan&) = default;
};
struct NumberRange {
  std::int64_t from = 0;
  std::int64_t to = 0;
  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

/// What is asked of one column: its text, or the number that its fact holds.
struct ColumnFilter {
  std::string_view column;  ///< as in kGameColumns; outlives the filter
  std::variant<NameFilter, NumberRange> wanted;
};

/// `--result`: what the column `result` would print.
struct ResultFilter {
  std::vector<Winner> winners;        ///< any of them
  std::optional<WinBy> by;            ///< only wins in this way
  std::optional<NumberRange> margin;  ///< hundredths of a point; 0 to 0: won, nobody says how
  friend bool operator==(const ResultFilter&, const ResultFilter&) = default;
};

/// `--handicap`: how many stones a game says there were.
struct HandicapFilter {
  NumberRange stones;
  /// Games that say nothing match too if they begin with the board before any move.
  bool or_none_set_up = false;
  friend bool operator==(const HandicapFilter&, const HandicapFilter&) = default;
};

enum class Outcome : std::uint8_t { win, loss, draw };

/// Which games are meant. All conditions hold; an empty one asks nothing. What a game does not say
/// matches no condition about it.
///
/// `outcome`, `rank` and `rating` are about the (first) player named: Cho against anybody, where
/// Cho was 9p. Without one, rank and rating hold for the same seat, whichever it is.
struct GameFilters {
  std::vector<NameFilter> players;     ///< two: they play each other
  std::optional<NameFilter> opponent;  ///< of the player
  std::optional<NameFilter> black, white;
  std::vector<ColumnFilter> columns;
  std::optional<Outcome> outcome;
  std::optional<NumberRange> rank;    ///< as SeatInfo::rank_order
  std::optional<NumberRange> rating;  ///< rounded to whole numbers

  std::optional<std::string> text;  ///< all words; those between quotes side by side
  std::vector<PropertyFilter> properties;
  std::optional<std::string> external_id;
  std::optional<std::vector<GameId>> ids;

  std::vector<DaySpan> dates;  ///< a game's days overlap each
  bool dates_exact = false;    ///< they lie inside instead

  std::optional<ResultFilter> result;
  std::optional<WinBy> win_by;
  std::optional<GameType> game;
  std::optional<GameKind> kind;
  std::optional<BoardSize> size;
  std::optional<HandicapFilter> handicap;

  std::vector<QueryPosition> positions;  ///< each occurs somewhere in the game
  std::optional<std::string> where;      ///< an SQL expression over the view `games`
  /// One game of each cluster of duplicates (query/duplicates.hpp) among those that all other
  /// filters mean, positions too.
  bool unique = false;
};

/// What belongs together is there: an opponent and an outcome need a player, two players are the
/// most. \throws UsageError
void check(const GameFilters& filters);

/// The values of the options, as typed. Each throws UsageError with one line that names the option,
/// the value and what was expected.
[[nodiscard]] NameFilter parse_name(std::string_view option,
                                    std::string_view text);  ///< `Cho`, `=Cho Chikun`
/// The value of one of kFilteredColumns.
[[nodiscard]] ColumnFilter parse_column_filter(const FilteredColumn& column, std::string_view text);
[[nodiscard]] PropertyFilter parse_property(std::string_view text);  ///< `PC=Tokyo`, `FF==4`, `SY=`
[[nodiscard]] std::vector<GameId> parse_ids(std::string_view text);  ///< `17,20`, `@FILE`
/// `--date`, `--from`, `--to`: `1996`, `1996-05`, `1996-05-06`.
[[nodiscard]] DaySpan parse_days(std::string_view option, std::string_view text);
/// The span of `--from` and `--to`, either of which may be missing.
[[nodiscard]] DaySpan span_of(std::optional<DaySpan> from, std::optional<DaySpan> to);
/// `B+R`, `W+3.5`, `B+0.5..5`, `B`, `W`, `draw`, `void`, `?`; `unknown` takes `?` and nothing.
[[nodiscard]] ResultFilter parse_result_filter(std::string_view text);
[[nodiscard]] Outcome parse_outcome(std::string_view text);
[[nodiscard]] WinBy parse_win_by(std::string_view text);
[[nodiscard]] GameType parse_game(std::string_view text);   ///< `go`, `sgf:9`
[[nodiscard]] GameKind parse_kind(std::string_view text);   ///< `game`, `problem`, `position`
[[nodiscard]] BoardSize parse_size(std::string_view text);  ///< `19`, `13x9`: columns x rows
/// `6.5`, `5.5..7.5`, as hundredths.
[[nodiscard]] NumberRange parse_points_range(std::string_view option, std::string_view text);
/// `9p`, `5d..9p`, `..1k`
[[nodiscard]] NumberRange parse_rank_range(std::string_view text,
                                           std::string_view option = "--rank");
[[nodiscard]] HandicapFilter parse_handicap_filter(std::string_view text);  ///< `2..9`, `none`
/// `--rating`: `2500`, `2400..2500`, `2500..`.
[[nodiscard]] NumberRange parse_number_range(std::string_view option, std::string_view text);

}  // namespace ludex
