#include "formats/jkf/jkf_place.hpp"

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

struct JkfKey {
  JkfPlace in;
  std::string_view name;
  JkfPlace to;
};
constexpr JkfKey kJkfObjects[] = {
    {JkfPlace::game, "header", JkfPlace::header},
    {JkfPlace::game, "initial", JkfPlace::initial},
    {JkfPlace::game, "moves", JkfPlace::line},
    {JkfPlace::initial, "data", JkfPlace::data},
    {JkfPlace::data, "board", JkfPlace::board},
    {JkfPlace::data, "hands", JkfPlace::hands},
    {JkfPlace::entry, "move", JkfPlace::move},
    {JkfPlace::entry, "time", JkfPlace::time},
    {JkfPlace::entry, "comments", JkfPlace::comments},
    {JkfPlace::entry, "forks", JkfPlace::forks},
    {JkfPlace::move, "from", JkfPlace::from},
    {JkfPlace::move, "to", JkfPlace::to},
    {JkfPlace::time, "now", JkfPlace::spent},
};

/// What is in an array.
JkfPlace element_of(JkfPlace array) {
  switch (array) {
    case JkfPlace::none:
      return JkfPlace::game;
    case JkfPlace::board:
      return JkfPlace::board_file;
    case JkfPlace::board_file:
      return JkfPlace::board_square;
    case JkfPlace::hands:
      return JkfPlace::hand;
    case JkfPlace::line:
      return JkfPlace::entry;
    case JkfPlace::forks:
      return JkfPlace::line;
    default:
      return JkfPlace::other;
  }
}

bool is_array(JkfPlace place) {
  return place == JkfPlace::board || place == JkfPlace::board_file || place == JkfPlace::hands ||
         place == JkfPlace::line || place == JkfPlace::comments || place == JkfPlace::forks;
}

}  // namespace

JkfPlace place_within(JkfPlace in, std::string_view key, bool array) {
  JkfPlace next = JkfPlace::other;
  if (in == JkfPlace::none || is_array(in)) {
    next = element_of(in);
  } else {
    const auto* const found = std::ranges::find_if(
        kJkfObjects, [&](const JkfKey& one) { return one.in == in && one.name == key; });
    if (found != std::end(kJkfObjects)) next = found->to;
  }
  return is_array(next) == array ? next : JkfPlace::other;
}

}  // namespace ludex
