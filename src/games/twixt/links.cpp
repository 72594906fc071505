#include "games/twixt/links.hpp"

#include <vector>

namespace ludex::twixt {
namespace {

struct Segment {
  int x1, y1, x2, y2;
};

// Which side of the segment's line a point lies on.
int side_of(const Segment& segment, int x, int y) {
  const int cross =
      (segment.x2 - segment.x1) * (y - segment.y1) - (segment.y2 - segment.y1) * (x - segment.x1);
  return (cross > 0) - (cross < 0);
}

// Links are never collinear with overlap unless equal, so ends strictly on both sides decide.
bool cross(const Segment& a, const Segment& b) {
  return side_of(a, b.x1, b.y1) * side_of(a, b.x2, b.y2) < 0 &&
         side_of(b, a.x1, a.y1) * side_of(b, a.x2, a.y2) < 0;
}

Segment segment_of(int x, int y, int direction) {
  const auto& step = kSteps[static_cast<std::size_t>(direction)];
  return {x, y, x + step[0], y + step[1]};
}

std::vector<RelativeLink> find_crossing(int direction) {
  const Segment link = segment_of(0, 0, direction);
  std::vector<RelativeLink> found;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -4; dx <= 4; ++dx) {
      for (int other = 0; other < kDirections; ++other) {
        if (cross(link, segment_of(dx, dy, other))) found.push_back({dx, dy, other});
      }
    }
  }
  return found;
}

}  // namespace

std::span<const RelativeLink> crossing_links(int direction) {
  static const std::array<std::vector<RelativeLink>, kDirections> kCrossing = {
      find_crossing(0), find_crossing(1), find_crossing(2), find_crossing(3)};
  return kCrossing[static_cast<std::size_t>(direction)];
}

}  // namespace ludex::twixt
