#include "engine/sqlite/sqlite_engine.hpp"

#include "formats/mark_layout.hpp"
#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/replay_script.hpp"
#include "query/pattern/pattern_query.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

std::string player_word(const Position& position) {
  const GameTraits& traits = traits_of(position.game);
  const auto seat = static_cast<std::size_t>(position.to_move);
  if (traits.has_numbered_seats) return fmt::format("player {}", seat);
  return std::string(traits.colors[seat - 1]);
}

/// "D4", "D4-F6".
std::string place_text(const NodeMark& mark, const Position& position) {
  const GameRules& rules = *find_rules(position.game);
  std::string text;
  if (mark.points) {
    const int point = mark.points->top * position.size.width + mark.points->left;
    text = rules.diagram_point(static_cast<Point>(point), position.size);
  }
  if (mark.to_point) text += '-' + rules.diagram_point(*mark.to_point, position.size);
  return text;
}

std::optional<GameRecord> record_of(Database& database, GameId game) {
  FactReader facts(database.sql());
  RecordTexts texts(database.sql());
  return read_game_record(database.sql(), facts, texts, game);
}

/// "bookmark" in any case and any encoding of ASCII letters.
bool may_hold_bookmark(std::string_view text) {
  constexpr std::string_view kWord = "bookmark";
  std::size_t met = 0;
  for (const char c : text) {
    if (c == '\0') continue;  // UTF-16
    const char letter = static_cast<char>(c | 0x20);
    met = letter == kWord[met] ? met + 1 : std::size_t{letter == kWord[0]};
    if (met == kWord.size()) return true;
  }
  return false;
}

/// Where a pattern stands at a position; its first placement.
std::optional<PointRect> region_of(SqlConnection& sql, const Position& position, GameId game,
                                   Query query) {
  if (!query.game) query.game = position.game;
  const std::vector<Pattern> patterns = read_patterns(sql, query);
  if (patterns.empty()) return std::nullopt;
  const Pattern& pattern = patterns.front();
  IdSet among;
  among.insert(raw(game));
  std::optional<PointRect> region;
  PatternSearch search(sql, pattern,
                       {.mover = {}, .from_ply = position.ply, .to_ply = position.ply});
  const PatternWish wish{.all_runs = true, .variations = true, .depth = 0};
  search.for_each_game(&among, wish,
                       [&](GameId, BoardSize size, std::span<const FoundPattern> hits) {
                         const FoundPattern& hit = hits.front();
                         const int left = static_cast<int>(hit.place) % size.width;
                         const int top = static_cast<int>(hit.place) / size.width;
                         const bool turned = is_transposing(hit.match.orientation);
                         region = {left, top, left + (turned ? pattern.height : pattern.width) - 1,
                                   top + (turned ? pattern.width : pattern.height) - 1};
                         return false;
                       });
  return region;
}

}  // namespace

std::optional<GamePosition> SqliteEngine::position(GameId game, std::optional<std::uint32_t> ply) {
  FactReader facts(database_.sql());
  const std::int64_t plies = facts.value(Fact::main_positions, game);
  GamePosition shown;
  shown.game = game;
  shown.last_ply = plies > 0 ? static_cast<std::uint32_t>(plies - 1) : 0;
  shown.ply = ply.value_or(shown.last_ply);
  const auto position = GamePositions(database_.sql()).find(game, shown.ply);
  if (!position) return std::nullopt;
  shown.type = position->game;
  shown.size = position->size;
  shown.to_move = player_word(*position);
  if (traits_of(position->game).shows_captures) shown.taken = position->captures;
  shown.cgp = to_cgp(*position);
  shown.sfen = find_rules(position->game)->sfen(*position);
  return shown;
}

std::optional<Drawing> SqliteEngine::draw(GameId game, std::uint32_t ply,
                                          const DrawingOptions& options) {
  const auto position = GamePositions(database_.sql()).find(game, ply);
  if (!position) return std::nullopt;
  std::vector<NodeMark> marks;
  if (options.marks) {
    if (const auto record = record_of(database_, game)) {
      marks = record->reader->marks_at(record->index, ply);
    }
  }
  const auto region = options.pattern != nullptr
                          ? region_of(database_.sql(), *position, game, *options.pattern)
                          : std::nullopt;
  if (region) {
    NodeMark& mark = marks.emplace_back();
    mark.ident = "RG";
    mark.points = region;
  }
  const MarkLayout layout = lay_out_marks(*position, marks, options.ascii, options.whole);
  Drawing drawing;
  drawing.has_pattern = region.has_value();
  drawing.board = ludex::draw(*position, layout.diagram);
  drawing.is_part = layout.diagram.part != whole_board(position->size, options.ascii).part ||
                    !layout.diagram.hidden.empty();
  for (const auto& [symbol, ident, meaning] : layout.symbols) {
    drawing.symbols.push_back({std::string(symbol), std::string(ident), std::string(meaning)});
  }
  for (const ListedMarks& listed : layout.listed) {
    Drawing::Listed& shown = drawing.listed.emplace_back();
    shown.ident = listed.ident;
    shown.left_out = listed.count - listed.marks.size();
    for (const NodeMark& mark : listed.marks) {
      shown.marks.push_back({place_text(mark, *position), mark.text});
    }
  }
  return drawing;
}

std::vector<NamedPly> SqliteEngine::bookmarks(GameId game) {
  const auto record = record_of(database_, game);
  if (!record || !may_hold_bookmark(*record->text)) return {};
  ReplayScript script;
  record->reader->compile(record->index, script, nullptr);
  std::vector<NamedPly> found;
  for (const Bookmark& bookmark : script.bookmarks)
    found.push_back({bookmark.number, bookmark.ply});
  return found;
}

std::string draw_position(std::string_view position, bool ascii) {
  return draw(parse_position(position).position, ascii);
}

}  // namespace ludex
