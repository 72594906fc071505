#include "ludex/types.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

std::string reason(const GameResult& result) {
  switch (result.by) {
    case WinBy::resign:
      return "R";
    case WinBy::time:
      return "T";
    case WinBy::forfeit:
      return "F";
    default:
      return result.margin ? fmt::format("{}", *result.margin) : "";
  }
}

}  // namespace

std::string to_text(const GameResult& result) {
  switch (result.winner) {
    case Winner::first:
      return "B+" + reason(result);
    case Winner::second:
      return "W+" + reason(result);
    case Winner::draw:
      return "Draw";
    case Winner::void_game:
      return "Void";
    case Winner::asked:
      return "?";
    case Winner::unknown:
    case Winner::third:
    case Winner::fourth:
      break;
  }
  return "";
}

}  // namespace ludex
