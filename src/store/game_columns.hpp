#pragma once

#include "ludex/query.hpp"
#include "ludex/words.hpp"
#include "store/facts.hpp"
#include "store/game_row.hpp"
#include "store/text_ids.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace ludex {

/// A game and its place, from which the values of its columns are taken.
struct NewGame {
  const GameRow& row;
  const GameInfo& info;
  const GamePlace& place;
};

/// The value of a column of a new game; a text from a dictionary is not yet an id.
class ColumnValue {
 public:
  enum class Kind : std::uint8_t { null, integer, real, text, blob };

  constexpr ColumnValue() = default;
  constexpr ColumnValue(double real) : kind_(Kind::real), real_(real) {}
  template <std::integral Integer>
  constexpr ColumnValue(Integer number)
      : kind_(Kind::integer), integer_(static_cast<std::int64_t>(number)) {}
  constexpr ColumnValue(bool yes) : kind_(yes ? Kind::integer : Kind::null), integer_(1) {}
  constexpr ColumnValue(GameType game) : ColumnValue(static_cast<std::int64_t>(game)) {}
  /// 0 is "none" in all other enumerations.
  template <class Enum>
  requires std::is_enum_v<Enum>
  constexpr ColumnValue(Enum value) : ColumnValue(or_null(static_cast<std::int64_t>(value))) {}
  constexpr ColumnValue(std::string_view text) : kind_(Kind::text), text_(text) {}
  /// An empty text is NULL.
  ColumnValue(const std::string& text) : ColumnValue(std::string_view(text)) {
    if (text.empty()) kind_ = Kind::null;
  }
  template <class T>
  constexpr ColumnValue(const std::optional<T>& value)
      : ColumnValue(value ? ColumnValue(*value) : ColumnValue()) {}
  /// A declared text may be empty.
  ColumnValue(const std::optional<std::string>& text) {
    if (text) *this = std::string_view(*text);
  }
  [[nodiscard]] static constexpr ColumnValue or_null(std::int64_t number) {
    return number != 0 ? ColumnValue(number) : ColumnValue();
  }
  [[nodiscard]] static constexpr ColumnValue blob(std::string_view bytes) {
    ColumnValue value(bytes);
    value.kind_ = Kind::blob;
    return value;
  }

  [[nodiscard]] constexpr Kind kind() const { return kind_; }
  [[nodiscard]] constexpr bool is_null() const { return kind_ == Kind::null; }
  [[nodiscard]] constexpr std::int64_t integer() const { return integer_; }
  [[nodiscard]] constexpr double real() const { return real_; }
  [[nodiscard]] constexpr std::string_view text() const { return text_; }

 private:
  Kind kind_ = Kind::null;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string_view text_;
};

enum class ColumnType : std::uint8_t { integer, real, text, blob };

/// Where the text is found if a column holds an id.
struct Dictionary {
  enum class Table : std::uint8_t { none, name, phrase, source, member };
  Table table = Table::none;
  NameKind name{};
  PhraseKind phrase{};

  constexpr Dictionary() = default;
  constexpr Dictionary(Table other) : table(other) {}
  constexpr Dictionary(NameKind kind) : table(Table::name), name(kind) {}
  constexpr Dictionary(PhraseKind kind) : table(Table::phrase), phrase(kind) {}
};

/// How a fact stores the value of a column.
struct FactCodec {
  enum class Form : std::uint8_t { none, number, hundredths, rounded, presence };
  Form form = Form::none;
  Fact fact{};
  std::int64_t unknown = 0;  ///< the value for NULL

  [[nodiscard]] constexpr bool exists() const { return form != Form::none; }
};
/// The column `flags` of the table `game`. Stored: never renumber. Those below 16 have a word.
enum class RowFlag : std::int64_t {
  unclosed = 1,
  variations = 2,
  variations_indexed = 4,
  no_positions = 8,
  first_seat_is_white = 16,
  date_from_event = 32,
};
[[nodiscard]] constexpr bool has_flag(std::int64_t flags, RowFlag flag) {
  return (flags & static_cast<std::int64_t>(flag)) != 0;
}
inline constexpr Word kRowFlagWordList[] = {{RowFlag::unclosed, "unclosed"},
                                            {RowFlag::variations, "variations"},
                                            {RowFlag::variations_indexed, "variations-indexed"},
                                            {RowFlag::no_positions, "no-positions"}};
inline constexpr WordTable kRowFlagWords(kRowFlagWordList);

/// How the view `games` shows a column. Each value below `never` is for the columns it names.
enum class Show : std::uint8_t {
  plain,  ///< a number or a text as it is stored
  text,   ///< of the dictionary
  word,   ///< of an enumeration
  day,    ///< yyyymmdd as YYYY-MM-DD
  never,  ///< only in the table, not in the view
  id,
  game,
  size,
  seat_name,
  players,
  result,
  winner_seat,
  flags,
  date_derived_from,
  hash,
};

inline constexpr std::uint8_t kNoField = 0xFF;

/// One column of a game: of the table `game` (some of `record`), of the view `games`, or of both.
struct GameColumn {
  using Value = ColumnValue (*)(const NewGame& game);

  std::string_view name;
  std::string_view meaning;  ///< in one line; ludex-sql(7) says more
  ColumnType type = ColumnType::integer;
  /// Its number in packed rows. Stored: never renumber. A new column gets the next free number.
  std::uint8_t field = kNoField;
  Value value = nullptr;
  std::string_view stored_as = {};  ///< if it has another name; "record.offset"
  Dictionary texts = {};
  FactCodec fact = {};
  Show show = Show::plain;
  const WordTable* words = nullptr;  ///< for Show::word
  /// The properties (SGF), statements (CSA) and pragmas (GCG) whose values it contains.
  std::array<std::string_view, 3> properties = {};
  bool is_hashed = true;  ///< false: content_hash() covers the value in another way

  /// A copy with one member changed. Clang 14 needs it before its callers.
  template <class Member>
  [[nodiscard]] constexpr GameColumn changed(Member GameColumn::*member,
                                             const std::type_identity_t<Member>& value_of) const {
    GameColumn column = *this;
    column.*member = value_of;
    return column;
  }
  [[nodiscard]] constexpr GameColumn with(const FactCodec& codec) const {
    return changed(&GameColumn::fact, codec);
  }
  [[nodiscard]] constexpr GameColumn show_as(Show other) const {
    return changed(&GameColumn::show, other);
  }
  [[nodiscard]] constexpr GameColumn stored(std::string_view other_name) const {
    return changed(&GameColumn::stored_as, other_name);
  }
  [[nodiscard]] constexpr GameColumn prints(std::string_view one, std::string_view two = {},
                                            std::string_view three = {}) const {
    return changed(&GameColumn::properties, {one, two, three});
  }
  [[nodiscard]] constexpr GameColumn hash_otherwise() const {
    return changed(&GameColumn::is_hashed, false);
  }

  [[nodiscard]] constexpr bool is_stored() const { return field != kNoField; }
  [[nodiscard]] constexpr bool is_of_record() const { return stored_as.starts_with("record."); }
  [[nodiscard]] constexpr bool is_shown() const { return show != Show::never; }
  /// Its name in its table.
  [[nodiscard]] constexpr std::string_view stored_name() const {
    if (stored_as.empty()) return name;
    return is_of_record() ? stored_as.substr(stored_as.find('.') + 1) : stored_as;
  }
  /// True if the fact sorts games as the column does.
  [[nodiscard]] constexpr bool is_sorted_by_fact() const {
    return fact.form == FactCodec::Form::number && (show == Show::plain || show == Show::day);
  }
};

/// Building blocks of the column descriptions: values by the member that holds them, and kinds of
/// columns.
namespace columns {

template <auto Member>
ColumnValue info(const NewGame& game) {
  return game.info.*Member;
}
template <auto Member>
ColumnValue row(const NewGame& game) {
  return game.row.*Member;
}
template <auto Member>
ColumnValue place(const NewGame& game) {
  return game.place.*Member;
}
template <std::size_t Seat, auto Member>
ColumnValue seat(const NewGame& game) {
  return game.info.seats[Seat].*Member;
}
template <auto Member>
ColumnValue date(const NewGame& game) {
  return ColumnValue::or_null(static_cast<std::int64_t>(game.info.date.*Member));
}
template <auto Member>
ColumnValue side(const NewGame& game) {
  return ColumnValue::or_null(game.info.size.*Member);
}
template <auto Member>
ColumnValue result(const NewGame& game) {
  return game.info.result.*Member;
}

[[nodiscard]] constexpr FactCodec number(Fact fact, std::int64_t unknown = 0) {
  return {FactCodec::Form::number, fact, unknown};
}
[[nodiscard]] constexpr FactCodec hundredths(Fact fact, std::int64_t unknown = 0) {
  return {FactCodec::Form::hundredths, fact, unknown};
}
[[nodiscard]] constexpr FactCodec rounded(Fact fact) {
  return {FactCodec::Form::rounded, fact, kNoFact};
}
[[nodiscard]] constexpr FactCodec presence(Fact fact) {
  return {FactCodec::Form::presence, fact, 0};
}

ColumnValue positions(const NewGame& game);
ColumnValue first_illegal_ply(const NewGame& game);
ColumnValue flags(const NewGame& game);
ColumnValue record_hash(const NewGame& game);

template <ColumnType Type>
[[nodiscard]] constexpr GameColumn of_type(std::string_view name, std::uint8_t field,
                                           GameColumn::Value value, std::string_view meaning) {
  return {name, meaning, Type, field, value};
}
inline constexpr auto& integer = of_type<ColumnType::integer>;
inline constexpr auto& real = of_type<ColumnType::real>;
inline constexpr auto& text = of_type<ColumnType::text>;
inline constexpr auto& blob = of_type<ColumnType::blob>;

/// A text from a dictionary: the column holds its id.
[[nodiscard]] constexpr GameColumn text_in(Dictionary texts, std::string_view name,
                                           std::uint8_t field, GameColumn::Value value,
                                           std::string_view meaning) {
  GameColumn column = integer(name, field, value, meaning);
  column.texts = texts;
  return column.show_as(Show::text);
}
/// The number of an enumeration.
[[nodiscard]] constexpr GameColumn word(std::string_view name, std::uint8_t field,
                                        GameColumn::Value value, const WordTable& words,
                                        std::string_view meaning) {
  GameColumn column = integer(name, field, value, meaning);
  column.words = &words;
  return column.show_as(Show::word);
}
/// A column of the view only, computed from others.
[[nodiscard]] constexpr GameColumn shown(std::string_view name, Show show,
                                         std::string_view meaning) {
  return GameColumn{name, meaning}.show_as(show);
}

/// All columns, in the order of the view. Append new ones at the end, with a migration that adds
/// them to the table `game`.
inline constexpr GameColumn kAll[] = {
    shown("id", Show::id, "by commit order, never reused"),
    integer("game", 2, info<&GameInfo::game>, "`sgf:N` for another `GM[N]`")
        .show_as(Show::game)
        .with(number(Fact::game)),
    word("kind", 3, info<&GameInfo::kind>, kGameKindWords,
         "`problem`: a puzzle; `position`: stones and no move")
        .with(number(Fact::kind)),
    shown("size", Show::size, "columns x rows").prints("SZ"),
    integer("width", 4, side<&BoardSize::width>, "columns"),
    integer("height", 5, side<&BoardSize::height>, "rows"),
    text_in(NameKind::player, "black", 6, seat<0, &SeatInfo::name>,
            "names of seats 1 and 2, as written")
        .show_as(Show::seat_name)
        .with(number(Fact::black))
        .prints("PB"),
    text_in(NameKind::player, "white", 7, seat<1, &SeatInfo::name>,
            "names of seats 1 and 2, as written")
        .show_as(Show::seat_name)
        .with(number(Fact::white))
        .prints("PW"),
    shown("players", Show::players, "all names, with commas between them"),
    text_in(PhraseKind::rank, "black_rank", 8, seat<0, &SeatInfo::rank>, "as written").prints("BR"),
    text_in(PhraseKind::rank, "white_rank", 9, seat<1, &SeatInfo::rank>, "as written").prints("WR"),
    real("black_rating", 10, seat<0, &SeatInfo::rating>, "a number, if the rank is a number")
        .with(rounded(Fact::black_rating)),
    real("white_rating", 11, seat<1, &SeatInfo::rating>, "a number, if the rank is a number")
        .with(rounded(Fact::white_rating)),
    text_in(NameKind::event, "event", 12, info<&GameInfo::event>, "as written")
        .with(number(Fact::event))
        .prints("EV", "$EVENT", "title"),
    text_in(NameKind::round, "round", 13, info<&GameInfo::round>, "as written")
        .with(number(Fact::round))
        .prints("RO"),
    text_in(NameKind::place, "place", 14, info<&GameInfo::place>, "as written")
        .with(number(Fact::place))
        .prints("PC", "$SITE"),
    text("date", 15, info<&GameInfo::date_raw>, "DT as written").prints("DT", "$START_TIME"),
    integer("date_from", 16, date<&DateRange::from>,
            "first and last day on which it may have been played")
        .show_as(Show::day)
        .with(number(Fact::date_from)),
    integer("date_to", 17, date<&DateRange::to>,
            "first and last day on which it may have been played")
        .show_as(Show::day)
        .with(number(Fact::date_to)),
    word("date_precision", 18, date<&DateRange::precision>, kDatePrecisionWords,
         "`range`: several of them"),
    shown("result", Show::result, "`B+R` `B+T` `B+F`"),
    text("result_raw", 19, info<&GameInfo::result_raw>, "RE as written").prints("RE"),
    word("result_from", 23, result<&GameResult::from>, kResultFromWords, "where `result` is from"),
    integer("result_disputed", 24, info<&GameInfo::result_disputed>,
            "1: the record contradicts itself"),
    word("winner", 20, result<&GameResult::winner>, kWinnerWords, "`B`, `W`, `draw`"),
    shown("winner_seat", Show::winner_seat, "1 to 4; 0: draw"),
    word("win_by", 21, result<&GameResult::by>, kWinByWords,
         "`resign`, `score`, `time`, `forfeit`, `illegal`, `connection`"),
    real("margin", 22, result<&GameResult::margin>, "points, more than 0")
        .with(hundredths(Fact::margin)),
    real("komi", 25, info<&GameInfo::komi>, "points; 0 if 0 is written")
        .with(hundredths(Fact::komi, kNoFact))
        .prints("KM"),
    integer("handicap", 26, info<&GameInfo::handicap>, "stones; 0 if an even game is written")
        .with(number(Fact::handicap, kNoFact))
        .prints("HA"),
    text_in(PhraseKind::rules, "rules", 27, info<&GameInfo::rules>, "RU as written")
        .with(number(Fact::rules))
        .prints("RU"),
    text_in(PhraseKind::time_limit, "time_limit", 28, info<&GameInfo::time_limit_raw>,
            "TM as written")
        .prints("TM", "$TIME_LIMIT"),
    real("time_limit_seconds", 29, info<&GameInfo::time_limit_seconds>, "seconds"),
    text_in(PhraseKind::overtime, "overtime", 30, info<&GameInfo::overtime>, "OT as written")
        .prints("OT"),
    integer("moves", 31, row<&GameRow::moves>, "on the main line as played, passes included")
        .with(number(Fact::moves, kNoFact)),
    integer("positions", 32, positions, "that are indexed"),
    integer("first_illegal_ply", 33, first_illegal_ply, "first position that an illegal move made")
        .with(number(Fact::first_illegal, kNoFact)),
    text("swap", 34, row<&GameRow::swap>, "the players exchanged seats"),
    text_in(PhraseKind::game_name, "game_name", 35, info<&GameInfo::game_name>, "GN")
        .with(number(Fact::game_name))
        .prints("GN"),
    text_in(PhraseKind::annotator, "annotator", 36, info<&GameInfo::annotator>, "AN")
        .with(number(Fact::annotator))
        .prints("AN"),
    text_in(PhraseKind::opening, "opening", 37, info<&GameInfo::opening>, "ON")
        .prints("ON", "$OPENING"),
    text_in(PhraseKind::published_in, "published_in", 38, info<&GameInfo::published_in>, "SO")
        .prints("SO"),
    text_in(PhraseKind::entered_by, "entered_by", 39, info<&GameInfo::entered_by>, "US")
        .prints("US"),
    text("external_id", 40, info<&GameInfo::external_id>, "the id that a site gave")
        .with(presence(Fact::external_id))
        .prints("gid", "id"),
    text_in(PhraseKind::lexicon, "lexicon", 41, info<&GameInfo::lexicon>,
            "of crossword games, as written")
        .with(number(Fact::lexicon))
        .prints("lex", "lexicon"),
    text_in(PhraseKind::variant, "variant", 42, info<&GameInfo::variant>,
            "of crossword games, as written")
        .prints("var", "game-type"),
    text_in(PhraseKind::board_name, "board_name", 43, info<&GameInfo::board_name>,
            "of crossword games, as written")
        .prints("bdn", "board-layout"),
    text("declared_game", 44, info<&GameInfo::declared_game>, "GM as written").prints("GM"),
    text_in(PhraseKind::charset, "charset", 45, info<&GameInfo::charset>,
            "in which the record was read")
        .prints("CA"),
    text_in(PhraseKind::application, "application", 46, info<&GameInfo::application>,
            "AP as written")
        .prints("AP"),
    integer("flags", 47, flags,
            "words: `unclosed`, `variations` (has some), `variations-indexed`, `no-positions`")
        .show_as(Show::flags),
    text_in(Dictionary::Table::source, "source", 1, place<&GamePlace::source>,
            "path as given, or the name of standard input or of a pipe")
        .stored("source_id")
        .with(number(Fact::source)),
    text_in(Dictionary::Table::member, "member", 48, place<&GamePlace::member>, "in an archive")
        .stored("record.member_id"),
    integer("offset", 49, place<&GamePlace::offset_bytes>, "of the record, bytes")
        .stored("record.offset"),
    integer("length", 50, place<&GamePlace::length_bytes>, "of the record, bytes")
        .stored("record.length"),
    integer("record_id", 0, place<&GamePlace::record>, "of the view `records`")
        .with(number(Fact::record, kNoFact)),
    blob("record_hash", 51, record_hash, "XXH3-128 of the record's bytes, 32 hex digits")
        .show_as(Show::hash)
        .stored("record.hash"),
    shown("date_derived_from", Show::date_derived_from,
          "the day on which its event opened by its name"),
    integer("black_rank_order", 52, seat<0, &SeatInfo::rank_order>,
            "ranks of every notation on one scale")
        .with(number(Fact::black_rank, kNoFact))
        .hash_otherwise(),
    integer("white_rank_order", 53, seat<1, &SeatInfo::rank_order>,
            "ranks of every notation on one scale")
        .with(number(Fact::white_rank, kNoFact))
        .hash_otherwise(),
    text_in(PhraseKind::properties, "properties", 63, row<&GameRow::properties_json>,
            "what no column prints back as written, as JSON")
        .show_as(Show::never)
        .with(number(Fact::properties)),
    real("seat1_score", 62, seat<0, &SeatInfo::score>, "points made").show_as(Show::never),
    real("seat2_score", 61, seat<1, &SeatInfo::score>, "points made").show_as(Show::never),
};

}  // namespace columns

inline constexpr auto& kGameColumns = columns::kAll;

inline constexpr std::size_t kMostFields = 64;

/// Columns by their field; nullptr for unused fields.
inline constexpr auto kFields = [] {
  std::array<const GameColumn*, kMostFields> fields{};
  for (const GameColumn& column : kGameColumns) {
    if (column.is_stored()) fields[column.field] = &column;
  }
  return fields;
}();
/// The number of packed fields. Fields above are only in the table.
inline constexpr std::size_t kRowFieldCount = [] {
  // Not by kFields: with sanitizers, GCC does not accept compared addresses as constants (GCC bug
  // 71962).
  const auto has_column = [](std::size_t field) {
    return std::ranges::any_of(kGameColumns, [&](const GameColumn& column) {
      return column.is_stored() && column.field == field;
    });
  };
  std::size_t count = 0;
  while (has_column(count)) ++count;
  return count;
}();

/// \pre there is such a column.
[[nodiscard]] constexpr const GameColumn& get_column(std::string_view name) {
  std::size_t place = 0;
  while (kGameColumns[place].name != name) ++place;
  return kGameColumns[place];
}
[[nodiscard]] constexpr const GameColumn* find_column(std::string_view name) {
  for (const GameColumn& column : kGameColumns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}
[[nodiscard]] consteval std::size_t row_field(std::string_view name) {
  return get_column(name).field;
}

/// Its name in a join of `game` and `record`: "game.komi", "record.offset".
[[nodiscard]] std::string sql_name(const GameColumn& column);

inline constexpr FilteredColumn kFilteredColumns[] = {
    {"event", "event", FilterKind::name, "tournament or match"},
    {"place", "place", FilterKind::name, "where it was played"},
    {"round", "round", FilterKind::name, "round"},
    {"game_name", "game_name", FilterKind::name, "name of the game"},
    {"annotator", "annotator", FilterKind::name, "who commented it"},
    {"source", "source", FilterKind::name, "file the record was read from"},
    {"rules", "rules", FilterKind::name, "rules"},
    {"lexicon", "lexicon", FilterKind::name, "word list"},
    {"komi", "komi", FilterKind::points, "points: 6.5, 5.5..7.5"},
    {"black_rank_order", "black_rank", FilterKind::rank, "of Black: 9p, 5d..9p, ..1k"},
    {"white_rank_order", "white_rank", FilterKind::rank, "of White"},
    {"black_rating", "black_rating", FilterKind::number, "of Black: 2500.., 2400..2600"},
    {"white_rating", "white_rating", FilterKind::number, "of White"},
};

/// The fact of a value. \pre the column has a fact; a text is replaced by its id
[[nodiscard]] std::int64_t fact_of(const FactCodec& codec, const ColumnValue& value);

}  // namespace ludex
