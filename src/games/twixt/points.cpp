#include "games/twixt/points.hpp"

#include "games/api/key_table.hpp"

#include <fmt/format.h>

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

using detail::letter_of;

// Takes one or two letters off the front: A to Z, then AA to ZZ.
std::optional<int> take_column(std::string_view& text) {
  int column = 0;
  std::size_t letters = 0;
  while (letters < text.size() && letter_of(text[letters]) >= 0) {
    if (letters == 2) return std::nullopt;
    column = column * 26 + letter_of(text[letters]) + 1;
    ++letters;
  }
  if (letters == 0) return std::nullopt;
  text.remove_prefix(letters);
  return column - 1;
}

std::optional<int> read_row(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  int row = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    row = row * 10 + (c - '0');
  }
  return row < 1 ? std::nullopt : std::optional(row - 1);
}

std::optional<Point> point_at(int column, int row, BoardSize size) {
  if (column < 0 || row < 0 || column >= size.width || row >= size.height) return std::nullopt;
  return static_cast<Point>(row * size.width + column);
}

std::string column_text(int column) {
  std::string text;
  if (column >= 26) text += static_cast<char>('A' + column / 26 - 1);
  return text + static_cast<char>('A' + column % 26);
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

std::optional<Point> find_point(std::string_view value, BoardSize size) {
  std::string_view text = trimmed(value);
  if (const int point = find_short_point(text, size); point >= 0) return static_cast<Point>(point);
  const auto column = take_column(text);
  const auto row = read_row(text);
  return column && row ? point_at(*column, *row, size) : std::nullopt;
}

std::string point_text(Point point, BoardSize size) {
  const int place = static_cast<int>(point);
  return fmt::format("{}{}", column_text(place % size.width), place / size.width + 1);
}

// The smaller point is the upper end.
std::optional<int> direction_of(const Link& link, BoardSize size) {
  const auto width = static_cast<Point>(size.width);
  const std::array step = {
      static_cast<int>(link.second % width) - static_cast<int>(link.first % width),
      static_cast<int>(link.second / width) - static_cast<int>(link.first / width)};
  const auto found = std::find(kSteps.begin(), kSteps.end(), step);
  if (found == kSteps.end()) return std::nullopt;
  return static_cast<int>(found - kSteps.begin());
}

std::string centre_text(const Link& link, BoardSize size) {
  const int left = static_cast<int>(link.first) % size.width;
  const int right = static_cast<int>(link.second) % size.width;
  const int top = static_cast<int>(link.first) / size.width;
  const bool is_shallow = static_cast<int>(link.second) / size.width - top == 1;
  if (is_shallow) return fmt::format("{}{}*", column_text((left + right) / 2), top + 1);
  return fmt::format("{}*{}", column_text(std::min(left, right)), top + 2);
}

std::optional<LinkCentre> find_centre(std::string_view value, BoardSize size) {
  std::string_view text = trimmed(value);
  const auto column = take_column(text);
  if (!column || *column >= size.width || text.empty()) return std::nullopt;
  const bool is_steep = text.front() == '*';
  if (!is_steep && text.back() != '*') return std::nullopt;
  const auto row = read_row(is_steep ? text.substr(1) : text.substr(0, text.size() - 1));
  if (!row || *row >= size.height) return std::nullopt;
  return LinkCentre{*column, *row, !is_steep};
}

}  // namespace ludex::twixt
