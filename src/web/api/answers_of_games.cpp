#include "ludex/error.hpp"
#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace ludex::web {
namespace {

/// Reads the parameters about rows.
Listing listing_of(const ApiCall& call, bool has_position) {
  Listing listing;
  if (const auto sort = call.parameters.text("sort")) listing.sort = parse_sort(*sort);
  listing.columns = call.parameters.texts("columns");
  listing.offset = call.offset();
  listing.with_hits = has_position;
  listing.all_hits = call.parameters.flag("all-hits");
  if (listing.all_hits && !has_position) {
    throw ApiError(400, "bad_parameter", "all-hits needs position or pattern", "all-hits");
  }
  return listing;
}

void check_columns(const std::vector<std::string>& wanted) {
  const std::vector<std::string> known = game_columns();
  for (const std::string& column : wanted) {
    if (std::ranges::find(known, column) != known.end()) continue;
    throw ApiError(400, "bad_parameter",
                   fmt::format("columns: '{}' is not a column of the view games", column),
                   "columns");
  }
}

/// An array of objects.
std::string rows_as_json(const ValueRows& rows) {
  RowList list(rows.columns);
  for (const std::vector<Value>& row : rows.rows) list.add(row);
  return list.take();
}

/// A row whose path is not shown to everybody.
std::vector<Value> shown_row(const SiteOptions& site, const Game& game) {
  std::vector<Value> row(game.row().begin(), game.row().end());
  const auto& columns = game.columns();
  const auto source = std::ranges::find(columns, "source");
  if (source != columns.end()) {
    hide_path(site, row[static_cast<std::size_t>(source - columns.begin())]);
  }
  return row;
}

Query games_query(const ApiCall& call) {
  Query query = call.query();
  query.pattern_matching.all_hits = call.parameters.flag("all-hits");
  query.pattern_matching.variations = call.parameters.flag("variations");
  return query;
}

/// All requested rows, streamed while they are read. Limited only if a limit is given.
Response stream_games(ApiCall& call, const GameSet& found, Listing listing) {
  listing.limit = call.parameters.whole("limit").value_or(kAllGames);
  call.wait_for_reader();
  const auto games =
      std::make_shared<GameRange>(call.archive().games(found, std::move(listing), call.call));
  const SiteOptions& site = call.site;
  return stream_rows(call.form, games->columns(), [games, &site](const auto& visit) {
    for (const Game& game : *games) {
      if (!visit(shown_row(site, game))) return;
    }
  });
}

}  // namespace

Response answer_games(ApiCall& call) {
  const Query query = games_query(call);
  Listing listing = listing_of(call, !query.positions.empty() || !query.patterns.empty());
  check_columns(listing.columns);
  const GameSet found = call.archive().find(query, kAllGames, call.call);
  if (call.form != Form::json) return stream_games(call, found, std::move(listing));
  const std::int64_t offset = listing.offset, limit = call.limit();
  listing.limit = limit;
  const bool all_hits = listing.all_hits;
  const GameRange games = call.archive().games(found, std::move(listing), call.call);
  RowList rows(games.columns());
  for (const Game& game : games) rows.add(shown_row(call.site, game));
  const std::int64_t total = all_hits ? found.hits : found.games;
  const auto shown = offset + static_cast<std::int64_t>(rows.size());
  JsonObject answer;
  answer.add_json("rows", rows.take());
  answer.add("total", total).add("games", found.games).add("hits", found.hits);
  answer.add("next_offset", shown < total ? std::optional(shown) : std::nullopt);
  add_left_out(found, answer);
  return call.finish(answer, found.notes);
}

Response answer_game(ApiCall& call) {
  std::string game_row;
  for (const Game& game : call.archive().games(std::vector{call.game()})) {
    RowList rows(game.columns());
    rows.add(shown_row(call.site, game));
    game_row = rows.take();
  }
  if (game_row.empty()) refuse_missing(fmt::format("game {}", raw(call.game())));
  const GameDetails details = call.archive().details(call.game());
  JsonObject answer;
  answer.add_json("game", std::string_view(game_row).substr(1, game_row.size() - 2));
  answer.add_json("players", rows_as_json(details.players));
  answer.add_json("properties", rows_as_json(details.properties));
  answer.add_json("problems", rows_as_json(details.problems));
  JsonArray bookmarks;
  for (const NamedPly& mark : call.archive().bookmarks(call.game())) {
    bookmarks.add_json(JsonObject()
                           .add("number", std::int64_t{mark.number})
                           .add("ply", std::int64_t{mark.ply})
                           .take());
  }
  answer.add_json("bookmarks", bookmarks.take());
  const auto position = call.archive().position(call.game());
  answer.add("last_ply", position ? std::optional(std::int64_t{position->last_ply}) : std::nullopt);
  return call.finish(answer);
}

Notation notation_of(const ApiCall& call) {
  const auto asked = call.parameters.text("notation");
  return asked ? parse_notation(*asked) : Notation::native;
}

Response answer_moves(ApiCall& call) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Value() : Value(text); };
  const auto number = [](const std::optional<double>& value) {
    return value ? Value(*value) : Value();
  };
  RowList rows({"ply", "parent_ply", "main_line", "seat", "mover", "move", "seconds_spent",
                "seconds_left", "name", "comment", "value", "annotations"});
  for (const PlayedPly& ply : call.archive().moves(call.game(), notation_of(call))) {
    const Value seat = ply.seat == 0 ? Value() : Value(std::int64_t{ply.seat});
    const std::vector<Value> row = {std::int64_t{ply.ply},
                                    ply.parent_ply,
                                    std::int64_t{ply.on_main_line ? 1 : 0},
                                    seat,
                                    or_null(ply.mover),
                                    or_null(ply.move),
                                    number(ply.seconds_spent),
                                    number(ply.seconds_left),
                                    or_null(ply.name),
                                    or_null(ply.comment),
                                    number(ply.value),
                                    or_null(ply.annotations)};
    rows.add(row, ",\"points\":" + points_json(ply.points));
  }
  JsonObject answer;
  answer.add_json("rows", rows.take());
  ValueRows comments{{"node", "ply", "name", "comment"}, {}};
  for (const NodeComment& node : call.archive().comments(call.game())) {
    const Value at = node.ply ? Value(std::int64_t{*node.ply}) : Value();
    comments.rows.push_back(
        {std::int64_t{node.node}, at, or_null(node.name), or_null(node.comment)});
  }
  answer.add_json("comments", rows_as_json(comments));
  return call.finish(answer);
}

Response answer_game_position(ApiCall& call) {
  const auto ply = static_cast<std::uint32_t>(call.numbers.at(1));
  const auto position = call.archive().position(call.game(), ply);
  if (!position) refuse_missing(fmt::format("position {} in game {}", ply, raw(call.game())));
  JsonObject answer;
  answer.add("position", position->cgp);
  answer.add("sfen", position->sfen.empty() ? std::nullopt : std::optional(position->sfen));
  answer.add("game", game_name(position->type));
  answer.add("width", std::int64_t{position->size.width});
  answer.add("height", std::int64_t{position->size.height});
  answer.add("to_move", position->to_move).add("unseen", position->unseen);
  answer.add("ply", std::int64_t{position->ply}).add("last_ply", std::int64_t{position->last_ply});
  if (position->taken) {
    const auto& [black, white] = *position->taken;
    answer.add_json("taken", fmt::format("[{},{}]", black, white));
  } else {
    answer.add_json("taken", "null");
  }
  if (call.parameters.flag("svg")) {
    const auto picture = call.archive().picture(call.game(), ply, picture_options(call));
    if (picture) answer.add("svg", picture->svg);
  }
  return call.finish(answer);
}

Response answer_record(ApiCall& call) {
  std::optional<RecordId> record;
  std::string type = "text/plain";
  for (const Game& game :
       call.archive().games(std::vector{call.game()}, {"record_id", "charset"})) {
    record = game.record();
    if (!game.text("charset").empty()) type += fmt::format("; charset={}", game.text("charset"));
  }
  if (!record) refuse_missing(fmt::format("game {}", raw(call.game())));
  Response response;
  response.headers = {{"Content-Type", type},
                      {"Content-Disposition",
                       fmt::format("attachment; filename=\"game-{}.txt\"", raw(call.game()))}};
  Archive& archive = call.archive();
  response.stream = [&archive, record = *record](BodySink& sink) {
    bool is_read = true;
    archive.engine().record_text(
        record, [&](std::string_view piece) { is_read = is_read && sink.write(piece); });
  };
  return response;
}

Response answer_copies(ApiCall& call) {
  const auto last = call.archive().position(call.game());
  JsonObject answer;
  if (!last) return call.finish(answer.add_json("rows", "[]").add("total", std::int64_t{0}));
  Query query;
  query.positions.push_back(fmt::format("@{}:{}", raw(call.game()), last->last_ply));
  const GameSet found = call.archive().find(query, kAllGames, call.call);
  const GameRange games =
      call.archive().games(found, {.limit = call.limit() + 1, .with_hits = true}, call.call);
  RowList rows(games.columns());
  for (const Game& game : games) {
    const bool is_full = static_cast<std::int64_t>(rows.size()) == call.limit();
    if (game.id() != call.game() && !is_full) rows.add(shown_row(call.site, game));
  }
  answer.add_json("rows", rows.take()).add("total", found.games - 1);
  return call.finish(answer);
}

}  // namespace ludex::web
