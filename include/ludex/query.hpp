#pragma once

#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ludex {

inline constexpr std::int64_t kAllGames = std::numeric_limits<std::int64_t>::max();

/// A text to look for: a part of the other one, or all of it. Compared after folding case, width
/// and Unicode form.
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

/// What is asked of one column: its text, or the number that is stored of it.
struct ColumnFilter {
  std::string_view column;  ///< of the view `games`; outlives the filter
  std::variant<NameFilter, NumberRange> wanted;
};

/// How the value of a filter over a column is written.
enum class FilterKind : std::uint8_t {
  name,    ///< a part of a text, or =all of it
  points,  ///< 5.5..7.5, in hundredths
  rank,    ///< 5d..9p, as in parse_rank_range()
};
/// A column that has a filter of its own.
struct FilteredColumn {
  std::string_view column;
  std::string_view field;  ///< of Query::set()
  FilterKind kind;
  std::string_view meaning;
};
/// event, place, round, game_name, annotator, source, rules, lexicon, komi, ...
[[nodiscard]] std::span<const FilteredColumn> filtered_columns();

/// What the column `result` would print.
struct ResultFilter {
  std::vector<Winner> winners;        ///< any of them
  std::optional<WinBy> by;            ///< only wins in this way
  std::optional<NumberRange> margin;  ///< hundredths of a point; 0 to 0: won, nobody says how
  friend bool operator==(const ResultFilter&, const ResultFilter&) = default;
};

/// How many stones a game says there were.
struct HandicapFilter {
  NumberRange stones;
  /// Games that say nothing match too if they begin with the board before any move.
  bool or_none_set_up = false;
  friend bool operator==(const HandicapFilter&, const HandicapFilter&) = default;
};

enum class Outcome : std::uint8_t { win, loss, draw };

/// Conditions about single games. All hold; an empty one asks nothing. A game that does not say
/// something matches no condition about it.
///
/// `outcome`, `rank` and `rating` are about the (first) player named: Cho against anybody, where
/// Cho was 9p. Without one, rank and rating hold for the same seat, whichever it is.
struct GameConditions {
  std::vector<NameFilter> players;     ///< two: they play each other
  std::optional<NameFilter> opponent;  ///< of the player
  std::optional<NameFilter> black, white;
  std::vector<ColumnFilter> columns;  ///< of filtered_columns(), and moves
  std::optional<Outcome> outcome;
  std::optional<NumberRange> rank;    ///< kyu and dan on one scale: parse_rank_range()
  std::optional<NumberRange> rating;  ///< rounded to whole numbers

  std::optional<std::string> text;  ///< all words; those between quotes side by side
  std::vector<PropertyFilter> properties;
  std::optional<std::string> external_id;
  std::optional<std::vector<GameId>> ids;

  bool dates_exact = false;  ///< the days of a game lie inside the dates, not only overlap them

  std::optional<ResultFilter> result;
  std::optional<WinBy> win_by;
  std::optional<GameType> game;
  std::optional<GameKind> kind;
  std::optional<BoardSize> size;
  std::optional<HandicapFilter> handicap;

  std::optional<std::string> where;  ///< an SQL expression over the view `games`
  /// One game of each cluster of duplicates (Archive::duplicates()) among those that all other
  /// conditions mean, positions too.
  bool unique = false;
};

/// How the positions of a query are compared with those of games.
struct PositionMatching {
  std::optional<OrientationMode> orientation;  ///< none: any
  bool swap_colors = false;                    ///< also with the colours exchanged
  bool exact = false;            ///< crossword: racks, scores and scoreless turns are the query's
  bool loose = false;            ///< crossword: what a game does not say matches too
  bool blank_as_letter = false;  ///< crossword: a blank is the letter that it stands for
};

/// Where the patterns of a query lie, and when they count. Lists have one value for all patterns,
/// or one for each in the same order.
struct PatternMatching {
  /// `nw`, `ne`, `sw`, `se`: this corner of the pattern in this corner of the board; `n`, `e`, `s`,
  /// `w`: on this side; a point: its top left lies there; `anywhere` (default).
  std::vector<std::string> at;
  std::vector<std::string> regions;  ///< `Q19:T14`: that part of a position
  std::vector<std::string> hands;    ///< shogi: `BPP/`, at least these pieces in hand
  std::vector<std::string> links;    ///< Twixt: `A1-B3`, links between holes of the pattern
  std::optional<Player> mover;       ///< to move there; in the colours of the pattern
  std::optional<std::uint32_t> from_ply, to_ply;
  bool final = false;       ///< only the last position
  bool all_hits = false;    ///< each time that a placement stands, not only the first
  bool variations = false;  ///< look at variations too, where they were indexed
};

/// Which games are meant: conditions, dates and positions, which all hold.
struct Query : GameConditions {
  std::optional<DaySpan> date;      ///< a game's days overlap it
  std::optional<DaySpan> from, to;  ///< or later; or earlier

  /// Each occurs somewhere in the game: a CGP line, `sfen ...`, `sgf:AB[dd]`, `moves:dd pq`, or
  /// `@ID:PLY` for a position of a stored game.
  std::vector<std::string> positions;
  /// Parts of boards that occur somewhere in the game: rows from the top, parted by `/` or line
  /// feeds, as README tells; or a position, for a part of it see PatternMatching::regions.
  std::vector<std::string> patterns;
  bool pattern_is_first =
      false;  ///< the first pattern is explored and shown, not the first position
  PositionMatching matching;
  PatternMatching pattern_matching;

  /// Sets a field from its text: set("player", "Cho Chikun"), set("komi", "5.5..7.5"),
  /// set("swap_colors", ""). Fields: player (twice: they play each other), black, white, opponent,
  /// those of filtered_columns(), text, prop, game_id, id, date, from, to, date_exact, result,
  /// outcome, win_by, game, kind, size, handicap, rating, rank, min_moves, max_moves, where,
  /// position, pattern, at, region, hands, links, mover, from_ply, to_ply, final, variations,
  /// orientation, swap_colors, exact, loose, blank_as_letter, unique. \throws UsageError naming the
  /// field.
  Query& set(std::string_view field, std::string_view value);
  /// What is asked of a column; null if nothing is.
  [[nodiscard]] const ColumnFilter* find(std::string_view column) const;
};

/// Checks that fields that need each other are there: an opponent and an outcome need a player, two
/// players are the most. Opens nothing. \throws UsageError
void check(const Query& query);

/// The values of fields, as typed. Each throws UsageError with one line that names the field, the
/// value and what was expected.
[[nodiscard]] NameFilter parse_name(std::string_view field,
                                    std::string_view text);          ///< `Cho`, `=Cho Chikun`
[[nodiscard]] PropertyFilter parse_property(std::string_view text);  ///< `PC=Tokyo`, `FF==4`, `SY=`
[[nodiscard]] std::vector<GameId> parse_ids(std::string_view text);  ///< `17,20`, `@FILE`
/// `1996`, `1996-05`, `1996-05-06`.
[[nodiscard]] DaySpan parse_days(std::string_view field, std::string_view text);
/// `B+R`, `W+3.5`, `B+0.5..5`, `B`, `W`, `draw`, `void`, `?`; `unknown` takes `?` and nothing.
[[nodiscard]] ResultFilter parse_result_filter(std::string_view text);
[[nodiscard]] Outcome parse_outcome(std::string_view text);
[[nodiscard]] WinBy parse_win_by(std::string_view text);
[[nodiscard]] GameType parse_game(std::string_view text);   ///< `go`, `sgf:9`
[[nodiscard]] GameKind parse_kind(std::string_view text);   ///< `game`, `problem`, `position`
[[nodiscard]] BoardSize parse_size(std::string_view text);  ///< `19`, `13x9`: columns x rows
/// `6.5`, `5.5..7.5`, as hundredths.
[[nodiscard]] NumberRange parse_points_range(std::string_view field, std::string_view text);
/// `9p`, `5d..9p`, `..1k`
[[nodiscard]] NumberRange parse_rank_range(std::string_view text, std::string_view field = "rank");
[[nodiscard]] HandicapFilter parse_handicap_filter(std::string_view text);  ///< `2..9`, `none`
/// `2500`, `2400..2500`, `2500..`.
[[nodiscard]] NumberRange parse_number_range(std::string_view field, std::string_view text);

}  // namespace ludex
