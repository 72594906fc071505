#include "engine/boards/shown_position.hpp"

#include "engine/boards/mark_layout.hpp"
#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/replay_script.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

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

}  // namespace

std::string player_word(const Position& position) {
  const GameTraits& traits = traits_of(position.game);
  const auto seat = static_cast<std::size_t>(position.to_move);
  if (traits.has_numbered_seats) return fmt::format("player {}", seat);
  return std::string(traits.colors[seat - 1]);
}

RecordMarks marks_of(GameSource& games, GameId game, std::uint32_t ply) {
  RecordMarks found;
  found.record = games.record(game);
  if (found.record) found.marks = found.record->reader->marks_at(found.record->index, ply);
  return found;
}

std::optional<GamePosition> show_position(GameSource& games, GameId game,
                                          std::optional<std::uint32_t> ply) {
  const auto replayed = games.find(game);
  if (!replayed) return std::nullopt;
  GamePosition shown;
  shown.game = game;
  shown.last_ply = replayed->last_ply();
  shown.ply = ply.value_or(shown.last_ply);
  const auto position = games.position(game, shown.ply);
  if (!position) return std::nullopt;
  shown.type = position->game;
  shown.size = position->size;
  shown.to_move = player_word(*position);
  if (traits_of(position->game).shows_captures) shown.taken = position->captures;
  shown.cgp = to_cgp(*position);
  shown.sfen = find_rules(position->game)->sfen(*position);
  shown.unseen = find_rules(position->game)->unseen(*position);
  return shown;
}

std::optional<Drawing> draw_position(GameSource& games, GameId game, std::uint32_t ply,
                                     const DrawingOptions& options) {
  const auto position = games.position(game, ply);
  if (!position) return std::nullopt;
  RecordMarks found;
  if (options.marks) found = marks_of(games, game, ply);
  std::vector<NodeMark>& marks = found.marks;
  const auto region =
      options.pattern != nullptr ? games.region(*position, game, *options.pattern) : std::nullopt;
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

std::vector<NamedPly> read_bookmarks(GameSource& games, GameId game) {
  const auto record = games.record(game);
  if (!record || !may_hold_bookmark(*record->text)) return {};
  ReplayScript script;
  record->reader->compile(record->index, script, nullptr);
  std::vector<NamedPly> found;
  for (const Bookmark& bookmark : script.bookmarks)
    found.push_back({bookmark.number, bookmark.ply});
  return found;
}

std::vector<NodeComment> list_comments(GameSource& games, GameId game) {
  const auto record = games.record(game);
  return record ? record->reader->comments(record->index) : std::vector<NodeComment>();
}

std::string draw_position(std::string_view position, bool ascii) {
  return draw(parse_position(position).position, ascii);
}

}  // namespace ludex
