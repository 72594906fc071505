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

/// A text to search for: a part of the other text, or all of it. Ignores case, width and Unicode
/// form. For a part, marks on Latin and Greek letters are ignored too: `andre` finds `André`.
struct NameFilter {
  std::string folded;  ///< of a part without marks
  bool whole = false;

  NameFilter() = default;
  /// \param text  a part of a name, or =NAME for all of it
  explicit NameFilter(std::string_view text);

  /// \param folded_name  a text folded in case, width and Unicode form
  [[nodiscard]] bool matches(std::string_view folded_name) const;
};

/// A name as filters look for a part of it.
[[nodiscard]] std::string searched_name(std::string_view name);

/// A root or game-info property by the name FF[4] gives it, and its value.
struct PropertyFilter {
  std::string ident;
  NameFilter value;  ///< empty: any
};

/// Days, both ends included.
struct DaySpan {
  Day from = 0;
  Day to = 0;
  friend bool operator==(const DaySpan&, const DaySpan&) = default;
};
/// Integers, both ends included. The field says what they count: stones, moves, ranks, hundredths
/// of a point.
struct NumberRange {
  std::int64_t from = 0;
  std::int64_t to = 0;
  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

/// A condition on one column: its text, or its stored number.
struct ColumnFilter {
  std::string_view column;  ///< of the view `games`; outlives the filter
  std::variant<NameFilter, NumberRange> wanted;
};

/// How the value of a filter over a column is written.
enum class FilterKind : std::uint8_t {
  name,    ///< a part of a text, or =all of it
  points,  ///< 5.5..7.5, in hundredths
  rank,    ///< 5d..9p, as in parse_rank_range()
  number,  ///< 2400..2500
};
/// A column with its own filter.
struct FilteredColumn {
  std::string_view column;
  std::string_view field;  ///< of Query::set()
  FilterKind kind;
  std::string_view meaning;
};
/// event, place, round, game_name, annotator, source, rules, lexicon, komi, ...
[[nodiscard]] std::span<const FilteredColumn> filtered_columns();

/// A condition on the column `result`.
struct ResultFilter {
  std::vector<Winner> winners;        ///< any of them
  std::optional<WinBy> by;            ///< only wins in this way
  std::optional<NumberRange> margin;  ///< hundredths of a point; 0 to 0: won in an unknown way
  friend bool operator==(const ResultFilter&, const ResultFilter&) = default;
};

/// A condition on the number of handicap stones.
struct HandicapFilter {
  NumberRange stones;
  /// Games that do not say it match too if they begin with the usual start position.
  bool or_none_set_up = false;
  friend bool operator==(const HandicapFilter&, const HandicapFilter&) = default;
};

enum class Outcome : std::uint8_t { win, loss, draw };

/// How many of the two players are computers.
enum class Computers : std::uint8_t { none, one, both };

/// Conditions on single games. All must hold; an empty condition always holds. If a game does not
/// record a value, no condition on that value holds.
///
/// `outcome`, `rank` and `rating` apply to the (first) named player: games of Cho in which Cho was
/// 9p. Without a player, rank and rating must hold for the same seat. With `both_players` they must
/// hold for all seats.
struct GameConditions {
  std::vector<NameFilter> players;     ///< two: they play each other
  std::optional<NameFilter> opponent;  ///< of the player
  std::optional<NameFilter> black, white;
  std::vector<ColumnFilter> columns;  ///< of filtered_columns(), and moves
  std::optional<Outcome> outcome;
  std::optional<NumberRange> rank;     ///< kyu and dan on one scale: parse_rank_range()
  std::optional<NumberRange> rating;   ///< rounded to whole numbers
  bool both_players = false;           ///< rank and rating must hold for all players
  std::optional<Computers> computers;  ///< only games that record it for both players

  std::optional<std::string> text;  ///< all words must occur; quoted words must be adjacent
  std::vector<PropertyFilter> properties;
  std::optional<std::string> external_id;
  std::optional<std::vector<GameId>> ids;

  bool dates_exact = false;  ///< the dates of a game must lie inside the range, not only overlap it

  std::optional<ResultFilter> result;
  std::optional<WinBy> win_by;
  std::optional<GameType> game;
  std::optional<GameKind> kind;
  std::optional<BoardSize> size;
  std::optional<HandicapFilter> handicap;

  std::vector<std::string> words;  ///< crossword: all must have been played; from parse_word()
  /// Crossword: tiles that a player held at some turn; from parse_rack().
  std::optional<std::vector<std::string>> rack;

  std::optional<std::string> where;  ///< an SQL expression over the view `games`
  /// Only one game of each cluster of duplicates (Archive::duplicates()) among the games that match
  /// all other conditions, including positions.
  bool unique = false;
};

/// How the positions of a query are compared with those of games.
struct PositionMatching {
  std::optional<OrientationMode> orientation;  ///< none: any
  bool swap_colors = false;                    ///< also with colors exchanged
  bool exact = false;            ///< crossword: racks, scores and scoreless turns must be equal
  bool loose = false;            ///< crossword: values that a game does not record match too
  bool blank_as_letter = false;  ///< crossword: a blank equals the letter it represents
};

/// Where the patterns of a query must lie, and when they count. Lists have one value for all
/// patterns, or one for each in the same order.
struct PatternMatching {
  /// `nw`, `ne`, `sw`, `se`: this corner of the pattern in this corner of the board; `n`, `e`, `s`,
  /// `w`: on this side; a point: its top left lies there; `anywhere` (default).
  std::vector<std::string> at;
  std::vector<std::string> regions;  ///< `Q19:T14`: that part of a position
  std::vector<std::string> hands;    ///< shogi: `BPP/`, at least these pieces are in hand
  std::vector<std::string> links;    ///< Twixt: `A1-B3`, links between holes of the pattern
  std::optional<Player> mover;       ///< side to move, in the colors of the pattern
  std::optional<std::uint32_t> from_ply, to_ply;
  bool final = false;       ///< only the last position
  bool all_hits = false;    ///< every occurrence of a placement, not only the first
  bool variations = false;  ///< search variations too, if indexed
};

/// Selects games: all conditions, dates and positions must hold.
struct Query : GameConditions {
  std::optional<DaySpan> date;      ///< the dates of a game overlap it
  std::optional<DaySpan> from, to;  ///< on this day or later; on this day or earlier

  /// Each must occur in the game: a CGP line, `sfen ...`, `sgf:AB[dd]`, `moves:dd pq`, or `@ID:PLY`
  /// for a position of a stored game.
  std::vector<std::string> positions;
  /// Parts of a board that must occur in the game: rows from the top, separated by `/` or line
  /// feeds (ludex-patterns(7)), or a position; see also PatternMatching::regions.
  std::vector<std::string> patterns;
  /// The first pattern is explored and shown, not the first position.
  bool pattern_is_first = false;
  PositionMatching matching;
  PatternMatching pattern_matching;

  /// True if explore() counts the moves after the first pattern, not after the first position.
  [[nodiscard]] bool explores_pattern() const {
    return !patterns.empty() && (pattern_is_first || positions.empty());
  }

  /// Sets a field from its text: set("player", "Cho Chikun"), set("komi", "5.5..7.5"),
  /// set("swap_colors", ""). Fields: player (twice: they play each other), black, white, opponent,
  /// those of filtered_columns(), text, prop, game_id, id, date, from, to, date_exact, result,
  /// outcome, win_by, game, kind, size, handicap, rating, rank, both, computer, word, rack,
  /// min_moves, max_moves, where, position, pattern, at, region, hands, links, mover, from_ply,
  /// to_ply, final, variations, orientation, swap_colors, exact, loose, blank_as_letter, unique.
  /// \throws UsageError naming the field.
  Query& set(std::string_view field, std::string_view value);
  /// The condition on a column; null if there is none.
  [[nodiscard]] const ColumnFilter* find(std::string_view column) const;
};

/// Checks fields that depend on each other: an opponent and an outcome need a player, and there are
/// at most two players. Opens nothing. \throws UsageError
void check(const Query& query);

/// Parse the values of fields. Each throws UsageError with one line that names the field, the value
/// and what was expected.
/// `Cho`, `=Cho Chikun`
[[nodiscard]] NameFilter parse_name(std::string_view field, std::string_view text);
[[nodiscard]] PropertyFilter parse_property(std::string_view text);  ///< `PC=Tokyo`, `FF==4`, `SY=`
[[nodiscard]] std::vector<GameId> parse_ids(std::string_view text);  ///< `17,20`, `5..10`, `@FILE`
/// `1996`, `1996-05`, `1996-05-06`.
[[nodiscard]] DaySpan parse_days(std::string_view field, std::string_view text);
/// `B+R`, `W+3.5`, `B+0.5..5`, `B`, `W`, `draw`, `void`, `?`; `unknown` matches `?` and no result.
[[nodiscard]] ResultFilter parse_result_filter(std::string_view text);
[[nodiscard]] Outcome parse_outcome(std::string_view text);
[[nodiscard]] Computers parse_computers(std::string_view text);  ///< `none`, `one`, `both`
[[nodiscard]] WinBy parse_win_by(std::string_view text);
[[nodiscard]] GameType parse_game(std::string_view text);   ///< `go`, `sgf:9`
[[nodiscard]] GameKind parse_kind(std::string_view text);   ///< `game`, `problem`, `position`
[[nodiscard]] BoardSize parse_size(std::string_view text);  ///< `19`, `13x9`: columns x rows
[[nodiscard]] std::string size_text(BoardSize size);        ///< as parse_size() reads it
/// `6.5`, `5.5..7.5`, as hundredths.
[[nodiscard]] NumberRange parse_points_range(std::string_view field, std::string_view text);
/// `9p`, `5d..9p`, `..1k`
[[nodiscard]] NumberRange parse_rank_range(std::string_view text, std::string_view field = "rank");
/// `QUEEN`, `[QU]EEN`: ignores case; a blank equals the letter it represents.
[[nodiscard]] std::string parse_word(std::string_view text);
/// `AEINRST`, `[CH]A?`: tiles, `?` a blank; sorted.
[[nodiscard]] std::vector<std::string> parse_rack(std::string_view text);
[[nodiscard]] HandicapFilter parse_handicap_filter(std::string_view text);  ///< `2..9`, `none`
/// `2500`, `2400..2500`, `2500..`.
[[nodiscard]] NumberRange parse_number_range(std::string_view field, std::string_view text);

}  // namespace ludex
