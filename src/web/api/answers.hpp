#pragma once

#include "web/api/api_call.hpp"

// The functions that answer the routes of the API. Each \throws ApiError, UsageError,
// DatabaseError, Stopped.

namespace ludex::web {

// answers_of_games.cpp: games found, and one of them.
Response answer_games(ApiCall& call);
Response answer_game(ApiCall& call);
Response answer_moves(ApiCall& call);
Response answer_game_position(ApiCall& call);
Response answer_record(ApiCall& call);
Response answer_copies(ApiCall& call);

// answers_of_exports.cpp
Response answer_export(ApiCall& call);

// answers_of_positions.cpp: next moves and positions.
Response answer_explore(ApiCall& call);
Response answer_position(ApiCall& call);
Response answer_play(ApiCall& call);

// answers_of_pictures.cpp
Response answer_game_picture(ApiCall& call);
Response answer_position_picture(ApiCall& call);
/// Reads the parameters about pictures.
[[nodiscard]] PictureOptions picture_options(const ApiCall& call);
/// Of `notation`; native if none is given.
[[nodiscard]] Notation notation_of(const ApiCall& call);

// answers_of_counts.cpp: statistics, names, duplicates.
Response answer_info(ApiCall& call);
Response answer_stats(ApiCall& call);
Response answer_names(ApiCall& call);
Response answer_duplicates(ApiCall& call);

// answers_of_tables.cpp: views as they are.
Response answer_problems(ApiCall& call);
Response answer_rejects(ApiCall& call);
Response answer_sources(ApiCall& call);
Response answer_sql(ApiCall& call);

Response answer_openapi(ApiCall& call);

/// Rows of an SQL question about views. \param columns  gets the names before the first row
void read_rows(ApiCall& call, std::string_view sql, std::vector<std::string>& columns,
               const RowVisitor& visit);

/// Leaves the last part of a path where the site hides the rest.
void hide_path(const SiteOptions& site, Value& path);

/// `[[3,15]]`
[[nodiscard]] std::string points_json(std::span<const BoardPoint> points);

}  // namespace ludex::web
