#pragma once

#include <cstdint>

namespace ludex {

/// Row ids in a database: ascending in commit order, never reused. 0 means "none".
enum class SourceId : std::int64_t { none = 0 };
enum class RecordId : std::int64_t { none = 0 };
enum class GameId : std::int64_t { none = 0 };

template <class Id>
[[nodiscard]] constexpr std::int64_t raw(Id id) {
  return static_cast<std::int64_t>(id);
}

}  // namespace ludex
