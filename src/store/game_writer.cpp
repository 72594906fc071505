#include "store/game_writer.hpp"

#include "games/api/game_rules.hpp"
#include "store/text_ids.hpp"

#include <cmath>

namespace ludex {
namespace {

constexpr std::int64_t kRowUnclosed = 1, kRowVariations = 2, kRowVariationsIndexed = 4,
                       kRowNoPositions = 8, kRowFirstSeatIsWhite = 16, kRowDateFromEvent = 32;

constexpr std::string_view kGameColumns =
    "id, record_id, source_id, game, kind, width, height, black, white, "
    "black_rank, white_rank, "
    "black_rating, white_rating, event, round, place, date, date_from, date_to, date_precision, "
    "result_raw, winner, "
    "win_by, margin, result_from, result_disputed, komi, handicap, rules, time_limit, "
    "time_limit_seconds, overtime, "
    "moves, positions, first_illegal_ply, swap, game_name, annotator, opening, published_in, "
    "entered_by, "
    "external_id, "
    "lexicon, variant, board_name, declared_game, charset, application, flags, properties, "
    "seat1_score, seat2_score";

std::int64_t hundredths(const std::optional<double>& points, std::int64_t unknown) {
  return points ? std::llround(*points * 100) : unknown;
}

std::int64_t fact_of(const std::optional<int>& value) { return value ? *value : kNoFact; }
std::int64_t fact_of(const std::optional<double>& value) {
  return value ? std::llround(*value) : kNoFact;
}

std::int64_t fact_flags(const GameRow& game, const GamePlace& place) {
  return kFactAlive | (place.hidden ? kFactHidden : 0) |
         (game.branches > 0 ? kFactHasVariations : 0) |
         (place.variations_indexed && game.branches > 0 ? kFactVariationsIndexed : 0) |
         (game.main_positions == 0 ? kFactNoPositions : 0) |
         (game.info.unclosed ? kFactUnclosed : 0) | (game.swap == "sides" ? kFactSidesSwapped : 0) |
         (game.info.first_seat_is_white ? kFactFirstSeatIsWhite : 0);
}

std::int64_t row_flags(std::int64_t facts, const GameInfo& info) {
  return (info.first_seat_is_white ? kRowFirstSeatIsWhite : 0) |
         (info.date_from_event ? kRowDateFromEvent : 0) |
         (facts & kFactUnclosed ? kRowUnclosed : 0) |
         (facts & kFactHasVariations ? kRowVariations : 0) |
         (facts & kFactVariationsIndexed ? kRowVariationsIndexed : 0) |
         (facts & kFactNoPositions ? kRowNoPositions : 0);
}

/// A row of the table and the same one packed: each takes every value.
class TwoRows {
 public:
  TwoRows(RowInserter& table, RowPacker& packed) : table_(table), packed_(packed) {}
  void value(std::int64_t number) {
    table_.value(number);
    packed_.value(number);
  }
  std::int64_t id(std::int64_t number) {
    packed_.id(number);
    return table_.id(number);
  }
  void text(std::string_view text) {
    table_.text(text);
    packed_.text(text);
  }
  template <class Value>
  void maybe(const std::optional<Value>& value) {
    table_.maybe(value);
    packed_.maybe(value);
  }

 private:
  RowInserter& table_;
  RowPacker& packed_;
};

/// The fields of the record.
void pack_place(const GamePlace& place, RowPacker& packed) {
  packed.value(place.member);
  packed.value(static_cast<std::int64_t>(place.offset_bytes));
  packed.value(static_cast<std::int64_t>(place.length_bytes));
  packed.blob({reinterpret_cast<const char*>(place.hash.data()), place.hash.size()});
}

}  // namespace

GameWriter::GameWriter(SqlConnection& sql, std::int64_t next_game, std::int64_t next_posting,
                       std::size_t memory_bytes)
    : game_rows_(sql, "game", kGameColumns, RowInserter::Ids::ascending),
      seat_rows_(sql, "seat", "game_id, seat, name, rank, team, rating, is_computer, score"),
      problem_rows_(sql, "problem", "game_id, ordinal, ply, kind, offset, message"),
      insert_text_(sql,
                   "INSERT INTO game_text (rowid, players, event, game_name, comment) "
                   "VALUES (?, ?, ?, ?, ?)"),
      names_(sql, TextDictionary::Table::name, memory_bytes / 2),
      phrases_(sql, TextDictionary::Table::phrase, memory_bytes / 2),
      facts_(sql, next_game),
      row_blocks_(sql, next_game),
      scripts_(sql, next_game),
      next_game_(next_game),
      next_posting_(next_posting) {}

std::uint64_t GameWriter::write(GameRow& game, const GamePlace& place) {
  FactRow facts{};
  insert_row(game, place, facts);
  insert_seats(game.info);
  insert_problems(game.info.problems);
  insert_text(game);
  facts_.append(facts);
  scripts_.append(game.script);
  const auto first_number = static_cast<std::uint64_t>(next_posting_);
  next_posting_ += game.total_positions;
  ++next_game_;
  return first_number;
}

void GameWriter::flush() {
  names_.flush();
  phrases_.flush();
  game_rows_.flush();
  seat_rows_.flush();
  problem_rows_.flush();
  facts_.flush();
  row_blocks_.flush();
  scripts_.flush();
}

void GameWriter::insert_row(const GameRow& game, const GamePlace& place, FactRow& facts) {
  const GameInfo& info = game.info;
  const SeatInfo& black = info.seats[0];
  const SeatInfo& white = info.seats[1];
  const auto fact = [&](Fact name) -> std::int64_t& { return facts[fact_index(name)]; };
  const auto name = [&](NameKind kind, const std::string& text) {
    return names_.id_of(kind, text);
  };
  const auto phrase = [&](PhraseKind kind, const std::string& text) {
    return phrases_.id_of(kind, text);
  };
  const std::int64_t flags = fact_flags(game, place);
  const bool all_lines = (flags & kFactVariationsIndexed) != 0;

  game_rows_.value(next_game_);
  TwoRows row(game_rows_, packed_row_);
  row.value(fact(Fact::record) = raw(place.record));
  row.value(fact(Fact::source) = raw(place.source));
  row.value(fact(Fact::game) = static_cast<std::int64_t>(info.game));
  row.value(fact(Fact::kind) = static_cast<std::int64_t>(info.kind));
  fact(Fact::size) = std::int64_t{info.size.width} << 16 | info.size.height;
  row.id(info.size.width);
  row.id(info.size.height);
  fact(Fact::black) = row.id(name(NameKind::player, black.name));
  fact(Fact::white) = row.id(name(NameKind::player, white.name));
  row.id(phrase(PhraseKind::rank, black.rank));
  row.id(phrase(PhraseKind::rank, white.rank));
  fact(Fact::black_rank) = fact_of(black.rank_order);
  fact(Fact::white_rank) = fact_of(white.rank_order);
  row.maybe(black.rating);
  row.maybe(white.rating);
  fact(Fact::black_rating) = fact_of(black.rating);
  fact(Fact::white_rating) = fact_of(white.rating);
  fact(Fact::event) = row.id(name(NameKind::event, info.event));
  fact(Fact::round) = row.id(name(NameKind::round, info.round));
  fact(Fact::place) = row.id(name(NameKind::place, info.place));
  row.text(info.date_raw);
  fact(Fact::date_from) = row.id(info.date.from);
  fact(Fact::date_to) = row.id(info.date.to);
  row.id(static_cast<std::int64_t>(info.date.precision));
  row.text(info.result_raw);
  row.id(static_cast<std::int64_t>(info.result.winner));
  row.id(static_cast<std::int64_t>(info.result.by));
  fact(Fact::result) = static_cast<std::int64_t>(info.result.winner) |
                       static_cast<std::int64_t>(info.result.by) << 8;
  row.maybe(info.result.margin);
  fact(Fact::margin) = hundredths(info.result.margin, 0);
  row.id(static_cast<std::int64_t>(info.result.from));
  row.id(info.result_disputed ? 1 : 0);
  row.maybe(info.komi);
  fact(Fact::komi) = hundredths(info.komi, kNoFact);
  row.maybe(info.handicap);
  fact(Fact::handicap) = fact_of(info.handicap);
  fact(Fact::rules) = row.id(phrase(PhraseKind::rules, info.rules));
  row.id(phrase(PhraseKind::time_limit, info.time_limit_raw));
  row.maybe(info.time_limit_seconds);
  row.id(phrase(PhraseKind::overtime, info.overtime));
  row.value(fact(Fact::moves) = game.moves);
  row.value(std::int64_t{all_lines ? game.total_positions : game.main_positions});
  row.maybe(game.first_illegal_ply < 0 ? std::optional<int>()
                                       : std::optional(game.first_illegal_ply));
  fact(Fact::first_illegal) = game.first_illegal_ply < 0 ? kNoFact : game.first_illegal_ply;
  row.text(game.swap);
  fact(Fact::game_name) = row.id(phrase(PhraseKind::game_name, info.game_name));
  fact(Fact::annotator) = row.id(phrase(PhraseKind::annotator, info.annotator));
  row.id(phrase(PhraseKind::opening, info.opening));
  row.id(phrase(PhraseKind::published_in, info.published_in));
  row.id(phrase(PhraseKind::entered_by, info.entered_by));
  row.text(info.external_id);
  fact(Fact::external_id) = info.external_id.empty() ? 0 : 1;
  fact(Fact::lexicon) = row.id(phrase(PhraseKind::lexicon, info.lexicon));
  row.id(phrase(PhraseKind::variant, info.variant));
  row.id(phrase(PhraseKind::board_name, info.board_name));
  row.maybe(info.declared_game);
  row.id(phrase(PhraseKind::charset, info.charset));
  row.id(phrase(PhraseKind::application, info.application));
  fact(Fact::flags) = flags;
  row.value(row_flags(flags, info));
  fact(Fact::properties) = game_rows_.id(phrase(PhraseKind::properties, game.properties_json));
  game_rows_.maybe(black.score);
  game_rows_.maybe(white.score);
  game_rows_.end_row();
  pack_place(place, packed_row_);
  row_blocks_.append(packed_row_.row());
  packed_row_.clear();
  fact(Fact::main_positions) = game.main_positions;
  fact(Fact::total_positions) = game.total_positions;
  fact(Fact::first_posting) = next_posting_;
  fact(Fact::content) = static_cast<std::int64_t>(game.content_hash);
}

void GameWriter::insert_seats(const GameInfo& info) {
  const bool has_numbers = traits_of(info.game).has_numbered_seats;
  for (std::size_t seat = 0; seat < info.seats.size(); ++seat) {
    const SeatInfo& player = info.seats[seat];
    // The view lists numbered seats from here, however many they are.
    const bool listed = has_numbers && !player.name.empty();
    if (seat < 2 && !listed && player.team.empty() && !player.is_computer) continue;
    RowInserter& row = seat_rows_;
    row.value(next_game_);
    row.value(static_cast<std::int64_t>(seat + 1));
    row.id(names_.id_of(NameKind::player, player.name));
    row.id(phrases_.id_of(PhraseKind::rank, player.rank));
    row.id(phrases_.id_of(PhraseKind::team, player.team));
    row.maybe(player.rating);
    row.maybe(player.is_computer ? std::optional<int>(*player.is_computer) : std::nullopt);
    row.maybe(player.score);
    row.end_row();
  }
}

void GameWriter::insert_problems(const std::vector<Problem>& problems) {
  std::int64_t ordinal = 0;
  for (const Problem& problem : problems) {
    RowInserter& row = problem_rows_;
    row.value(next_game_);
    row.value(ordinal++);
    row.maybe(problem.ply < 0 ? std::optional<int>() : std::optional(problem.ply));
    row.value(static_cast<std::int64_t>(problem.kind));
    row.value(static_cast<std::int64_t>(problem.offset_bytes));
    row.text(problem.message);
    row.end_row();
  }
}

void GameWriter::insert_text(const GameRow& game) {
  if (game.text_players.empty() && game.text_event.empty() && game.text_game_name.empty() &&
      game.text_comment.empty()) {
    return;
  }
  insert_text_.reset();
  insert_text_.bind(1, next_game_);
  insert_text_.bind_view(2, game.text_players);
  insert_text_.bind_view(3, game.text_event);
  insert_text_.bind_view(4, game.text_game_name);
  insert_text_.bind_view(5, game.text_comment);
  insert_text_.run();
}

}  // namespace ludex
