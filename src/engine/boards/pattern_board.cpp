#include "engine/boards/pattern_board.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/pattern/pattern_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMostNamed = 3;  // contents in a label

/// Lays out one pattern.
class PatternLayout {
 public:
  PatternLayout(const Pattern& pattern, BoardSize size)
      : pattern_(pattern), rules_(*find_rules(pattern.game)) {
    size.width = std::max(size.width, pattern.size().width);
    size.height = std::max(size.height, pattern.size().height);
    board_.position = rules_.start_position(size);
    std::ranges::fill(board_.position.cells, cell::kEmpty);
  }

  PatternBoard lay_out() {
    place();
    mark("VW", 0, 0).points = board_.part;
    for (int y = 0; y < pattern_.height; ++y) {
      for (int x = 0; x < pattern_.width; ++x) show(pattern_.at(x, y), x, y);
    }
    for (const PatternLink& link : pattern_.links) {
      mark("LN", link.x1, link.y1).to_point = point_at(link.x2, link.y2);
    }
    return std::move(board_);
  }

 private:
  void place() {
    const PatternAnchor& anchor = pattern_.anchor;
    const BoardSize size = board_.position.size;
    const auto from = [](bool first, bool last, int room) {
      return first ? 0 : last ? room : room / 2;
    };
    int left = from(anchor.left, anchor.right, size.width - pattern_.width);
    int top = from(anchor.top, anchor.bottom, size.height - pattern_.height);
    if (!anchor.point.empty()) {
      const auto point = rules_.find_named_point(anchor.point, size);
      if (!point) throw UsageError(fmt::format("`at` {}: not a point of the board", anchor.point));
      left = static_cast<int>(*point) % size.width;
      top = static_cast<int>(*point) / size.width;
    }
    board_.part = {left, top, left + pattern_.width - 1, top + pattern_.height - 1};
    if (board_.part.right >= size.width || board_.part.bottom >= size.height) {
      throw UsageError(fmt::format("`at` {}: the pattern does not fit there", anchor.point));
    }
    board_.is_placed =
        !anchor.point.empty() || ((anchor.left || anchor.right) && (anchor.top || anchor.bottom));
  }

  [[nodiscard]] Point point_at(int x, int y) const {
    const int at = (board_.part.top + y) * board_.position.size.width + board_.part.left + x;
    return static_cast<Point>(at);
  }

  NodeMark& mark(std::string_view ident, int x, int y, std::string text = {}) {
    NodeMark& made = board_.marks.emplace_back();
    made.ident = ident;
    const int column = board_.part.left + x, row = board_.part.top + y;
    made.points = PointRect{column, row, column, row};
    made.text = std::move(text);
    return made;
  }

  void show(const PatternCell& wanted, int x, int y) {
    std::uint8_t& there = board_.position.cells[point_at(x, y)];
    if (wanted.number > 0) {
      there = wanted.player;
      mark("LB", x, y, std::to_string(wanted.number));
    } else if (wanted.allowed == kAllContents) {
      mark("MA", x, y);
    } else if (const auto codes = codes_of(wanted.allowed); codes.size() != 1) {
      mark("LB", x, y, text_of(wanted.allowed, codes));
    } else if (tile::is_named(codes.front()) && pattern_.kinds.has_tiles()) {
      mark("LB", x, y, name_of(codes.front()));
    } else {
      there = codes.front();
    }
  }

  /// The contents that a set names. A letter tile also covers its blank.
  [[nodiscard]] std::vector<std::uint8_t> codes_of(ContentSet set) const {
    const bool has_tiles = pattern_.kinds.has_tiles();
    std::vector<std::uint8_t> codes;
    for (std::size_t code = 0; code < (has_tiles ? 256U : rules_.traits().cell_codes); ++code) {
      const std::uint8_t kind =
          has_tiles ? pattern_.kinds.kinds()[code] : static_cast<std::uint8_t>(code);
      if ((set >> kind & 1) == 0) continue;
      if (has_tiles && kind >= ContentKinds::kOtherTile) continue;
      const auto content = static_cast<std::uint8_t>(code);
      if (has_tiles && content != tile::kEmpty && tile::is_blank(content) &&
          std::ranges::find(codes, tile::letter_of(content)) != codes.end()) {
        continue;
      }
      codes.push_back(content);
    }
    return codes;
  }

  [[nodiscard]] std::string name_of(std::uint8_t code) const {
    if (code == cell::kEmpty) return ".";
    if (pattern_.kinds.has_tiles()) return std::string(pattern_.tile_names.text_of(code));
    std::string text(rules_.cell_text(code));
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    return text;
  }

  /// "B.", "^W", "?": one of many.
  [[nodiscard]] std::string text_of(ContentSet set, std::vector<std::uint8_t> codes) const {
    const bool has_tiles = pattern_.kinds.has_tiles();
    const bool is_most = has_tiles ? std::popcount(set) > 32 : codes.size() > kMostNamed;
    if (is_most) codes = codes_of(has_tiles ? ~set : contents_of(rules_) & ~set);
    if (codes.empty() || codes.size() > kMostNamed) return "?";
    std::string text = is_most ? "^" : "";
    for (const std::uint8_t code : codes) text += name_of(code);
    return text;
  }

  const Pattern& pattern_;
  const GameRules& rules_;
  PatternBoard board_;
};

}  // namespace

PatternBoard lay_out_pattern(const Pattern& pattern, std::optional<BoardSize> size) {
  return PatternLayout(pattern, size.value_or(find_rules(pattern.game)->default_size())).lay_out();
}

}  // namespace ludex
