#include "ludex/error.hpp"
#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <utility>

namespace ludex::web {
namespace {

Response svg_response(Picture picture) {
  Response response;
  response.headers = {{"Content-Type", "image/svg+xml; charset=utf-8"}};
  response.body = std::move(picture.svg);
  return response;
}

/// One of two words. \returns true if it is the second
bool is_second(const ApiCall& call, std::string_view name, std::string_view first,
               std::string_view second) {
  const std::string word = call.parameters.text(name, first);
  if (word != first && word != second) {
    throw ApiError(400, "bad_parameter",
                   fmt::format("{}: '{}' is not one of {}, {}", name, word, first, second),
                   std::string(name));
  }
  return word == second;
}

}  // namespace

PictureOptions picture_options(const ApiCall& call) {
  PictureOptions options;
  if (is_second(call, "theme", "light", "dark")) options.theme = PictureTheme::dark;
  if (is_second(call, "pieces", "japanese", "latin")) options.pieces = PieceSet::latin;
  if (const auto width = call.parameters.whole("width")) options.width = static_cast<int>(*width);
  options.last_moves = static_cast<std::uint32_t>(call.parameters.whole("last").value_or(0));
  options.caption = call.parameters.flag("caption");
  return options;
}

Response answer_game_picture(ApiCall& call) {
  std::optional<std::uint32_t> ply;
  if (const auto wanted = call.parameters.whole("ply")) ply = static_cast<std::uint32_t>(*wanted);
  auto picture = call.archive().picture(call.game(), ply, picture_options(call));
  if (!picture) refuse_missing(fmt::format("such position in game {}", raw(call.game())));
  return svg_response(std::move(*picture));
}

Response answer_position_picture(ApiCall& call) {
  return svg_response(call.archive().position_picture(call.query(), picture_options(call)));
}

}  // namespace ludex::web
