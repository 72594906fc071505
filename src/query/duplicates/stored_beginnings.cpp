#include "query/duplicates/stored_beginnings.hpp"

namespace ludex {

ShortGameKeys::Key ShortGameKeys::of_short(std::int64_t game, const BeginningHashes& beginning) {
  const std::uint64_t moves = std::uint64_t{beginning.hashes[0]} << 32 | beginning.hashes[1];
  if (beginning.kind == BeginningHashes::Kind::text) return {moves, false};
  DuplicateSketch sketch{.game = game};
  sketcher_.sketch_meeting(sketch);
  if (sketch.known_players) return {sketch.meeting, true};
  return {mixed_hash(sketch.meeting, moves), false};
}

std::optional<std::uint64_t> ShortGameKeys::meeting_of(std::int64_t game) {
  DuplicateSketch sketch{.game = game};
  sketcher_.sketch_meeting(sketch);
  return sketch.known_players ? std::optional(sketch.meeting) : std::nullopt;
}

}  // namespace ludex
