#include "games/twixt/links.hpp"

#include "games/api/key_table.hpp"

#include <algorithm>
#include <utility>

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

Link mapped(const Link& link, const Match& match, BoardSize size) {
  const Point one = map_point(match.orientation, link.first, size);
  const Point other = map_point(match.orientation, link.second, size);
  return {std::min(one, other), std::max(one, other)};
}

}  // namespace

std::span<const RelativeLink> crossing_links(int direction) {
  static const std::array<std::vector<RelativeLink>, kDirections> kCrossing = {
      find_crossing(0), find_crossing(1), find_crossing(2), find_crossing(3)};
  return kCrossing[static_cast<std::size_t>(direction)];
}

Links Links::mapped(const Match& match, BoardSize size) const {
  Links image = *this;
  for (Link& link : image.all) link = twixt::mapped(link, match, size);
  std::sort(image.all.begin(), image.all.end());
  return image;
}

std::span<const Link> links_of(const Position& position) {
  const Links* const links = position.rest.find<Links>();
  return links == nullptr ? std::span<const Link>() : links->all;
}

GameData rest_of(std::vector<Link> sorted_links) {
  return sorted_links.empty() ? GameData() : GameData(Links{std::move(sorted_links)});
}

TurnLinks TurnLinks::mapped(const Match& match, BoardSize size) const {
  TurnLinks image = *this;
  for (LinkChange& change : image.changes) change.link = twixt::mapped(change.link, match, size);
  return image;
}

std::uint64_t TurnLinks::hash() const {
  MomentHash hash;
  for (const LinkChange& change : changes) {
    hash.add(std::uint64_t{change.link.first} << 32 | change.link.second);
    hash.add(std::uint64_t{change.is_removed});
  }
  hash.add(std::uint64_t{before_peg});
  return hash.value();
}

const TurnLinks& turn_links_of(const Move& turn) {
  static const TurnLinks kNone;
  const TurnLinks* const links = turn.detail.find<TurnLinks>();
  return links == nullptr ? kNone : *links;
}

}  // namespace ludex::twixt
