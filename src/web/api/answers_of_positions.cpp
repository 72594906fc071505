#include "ludex/error.hpp"
#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <utility>

namespace ludex::web {
namespace {

constexpr std::int64_t kTreeRows = 5;  // of a level, as the command line has it

ExploreOptions options_of(const ApiCall& call) {
  ExploreOptions options;
  options.depth = static_cast<int>(call.parameters.whole("depth").value_or(1));
  options.limit = call.parameters.whole("limit").value_or(options.depth > 1 ? kTreeRows : 0);
  options.min_games = call.parameters.whole("min-games").value_or(0);
  if (const auto sort = call.parameters.text("sort")) options.sort = parse_sort(*sort);
  options.variations = call.parameters.flag("variations");
  options.notation = notation_of(call);
  if (options.notation != Notation::native && call.parameters.flag("svg")) {
    throw ApiError(400, "bad_parameter", "notation: a picture needs moves in native notation",
                   "notation");
  }
  return options;
}

void add_board(const BoardPosition& board, JsonObject& answer) {
  answer.add("position", board.cgp);
  answer.add("sfen", board.sfen.empty() ? std::nullopt : std::optional(board.sfen));
  answer.add("game", game_name(board.type));
  answer.add("width", std::int64_t{board.size.width});
  answer.add("height", std::int64_t{board.size.height});
  answer.add("to_move", board.to_move).add("unseen", board.unseen);
  JsonArray names;
  for (const std::string& name : board.points) names.add(name);
  answer.add_json("names", names.take());
}

void add_sums(const ExploreAnswer& found, bool of_pattern, JsonObject& answer) {
  const Coverage& coverage = found.coverage;
  answer.add("games", found.games).add(of_pattern ? "hits" : "visits", found.visits);
  answer.add("searched", coverage.searched).add("of", coverage.games);
  answer.add("without_positions", coverage.without_positions);
  add_left_out(coverage, answer);
  answer.add("has_colors", found.has_colors);
}

void add_picture(ApiCall& call, Query query, std::vector<PictureMove> moves, JsonObject& answer) {
  if (!call.parameters.flag("svg")) return;
  PictureOptions options = picture_options(call);
  options.moves = std::move(moves);
  answer.add("svg", call.archive().position_picture(query, options).svg);
}

Response board_answer(ApiCall& call, const BoardPosition& board) {
  JsonObject answer;
  add_board(board, answer);
  Query query;
  query.positions.push_back(board.cgp);
  add_picture(call, std::move(query), {}, answer);
  if (call.parameters.flag("text")) {
    const bool ascii = picture_options(call).pieces == PieceSet::latin;
    answer.add("text", draw_position(board.cgp, ascii));
  }
  if (!board.last_move.empty()) {
    answer.add("move", board.last_move).add_json("points", points_json(board.last_points));
  }
  return call.finish(answer, board.notes);
}

}  // namespace

std::string points_json(std::span<const BoardPoint> points) {
  JsonArray list;
  for (const auto& [column, row] : points) list.add_json(fmt::format("[{},{}]", column, row));
  return list.take();
}

Response answer_explore(ApiCall& call) {
  const Query query = call.query();
  const bool of_pattern = query.explores_pattern();
  std::vector<std::pair<std::vector<Value>, std::string>> rows;
  std::vector<PictureMove> pictured;
  ExploredTable table{.has_colors = true, .of_pattern = of_pattern};
  const ExploreAnswer found = call.archive().explore(
      query, options_of(call),
      [&](const ExploredMove& move) {
        table.has_colors = move.has_colors;
        if (move.depth == 1 && !move.move.empty()) {
          PictureMove& next = pictured.emplace_back();
          next.move = move.move;
          next.share = static_cast<double>(move.games);
          if (of_pattern && !move.points.empty()) next.at = move.points.back();
        }
        rows.emplace_back(table.row(move), ",\"points\":" + points_json(move.points));
      },
      call.call);
  table.has_colors = found.has_colors;
  for (PictureMove& move : pictured) move.share /= static_cast<double>(found.games);
  if (call.form != Form::json) {
    std::vector<std::vector<Value>> plain;
    for (auto& [row, points] : rows) plain.push_back(std::move(row));
    return stream_rows(call.form, table.columns(), std::move(plain));
  }
  RowList list(table.columns());
  for (const auto& [row, points] : rows) list.add(row, points);
  JsonObject answer;
  answer.add_json("rows", list.take());
  add_sums(found, of_pattern, answer);
  if (!of_pattern) add_board(call.archive().read_position(query), answer);
  add_picture(call, query, std::move(pictured), answer);
  return call.finish(answer, found.notes);
}

Response answer_position(ApiCall& call) {
  return board_answer(call, call.archive().read_position(call.query()));
}

Response answer_play(ApiCall& call) {
  const auto move = call.parameters.text("move");
  if (!move) throw ApiError(400, "bad_parameter", "move: none given", "move");
  try {
    return board_answer(call, call.archive().play(call.query(), *move));
  } catch (const UsageError& error) {
    if (error.field() != "move") throw;
    std::string message = error.what();
    std::erase(message, '`');
    throw ApiError(422, "illegal_move", message, "move");
  }
}

}  // namespace ludex::web
