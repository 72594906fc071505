#pragma once

#include <cstdint>
#include <string_view>

namespace ludex {

/// What an object or an array of JKF is, by where it stands.
enum class JkfPlace : std::uint8_t {
  none,
  game,
  header,
  initial,
  data,
  board,
  board_file,
  board_square,
  hands,
  hand,
  line,
  entry,
  move,
  from,
  to,
  time,
  spent,
  comments,
  forks,
  other,  ///< JKF does not know it
};

/// \param in   what it stands in; none: it is the record
/// \param key  its name, if that is an object
/// \returns other where JKF has no array, or no object, there
[[nodiscard]] JkfPlace place_within(JkfPlace in, std::string_view key, bool is_array);

}  // namespace ludex
