#include "query/pattern/pattern_text.hpp"

#include "core/ascii.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace ludex {
namespace {

constexpr std::string_view kRowEnds = "/\n";
constexpr int kMostNamed = 64;  // columns and rows of a board whose points are looked through

[[noreturn]] void refuse(std::size_t row, std::size_t column, std::string_view why) {
  throw UsageError(fmt::format("pattern: row {}, column {}: {}", row, column, why));
}

ContentSet one(std::uint8_t kind) { return ContentSet{1} << kind; }

}  // namespace

ContentKinds::ContentKinds(bool has_tiles) : has_tiles_(has_tiles) {
  for (unsigned code = 0; code < kinds_.size(); ++code) {
    const auto tile = static_cast<TileCode>(code);
    const bool is_blank = tile::is_blank(tile);
    const std::uint8_t other = is_blank ? kOtherBlank : kOtherTile;
    kinds_[code] = has_tiles ? other : static_cast<std::uint8_t>(std::min(code, 63U));
  }
  kinds_[cell::kEmpty] = 0;
}

std::optional<std::uint8_t> ContentKinds::kind_of(std::uint8_t code) {
  if (!has_tiles_ || code == cell::kEmpty) return kinds_[code];
  if (kinds_[code] < kOtherTile) return kinds_[code];
  if (used_ == kOtherTile) return std::nullopt;
  return kinds_[code] = used_++;
}

ContentSet contents_of(const GameRules& rules) {
  ContentSet all = one(cell::kEmpty);
  for (unsigned code = 1; code < rules.traits().cell_codes; ++code) {
    const auto piece = static_cast<std::uint8_t>(code);
    if (rules.swapped(piece) != cell::kEmpty) all |= one(piece);  // else no piece has this code
  }
  return all;
}

namespace {

/// Reads the rows of a pattern cell by cell.
class RowReader {
 public:
  RowReader(std::string_view text, const GameRules& rules, const PatternTextOptions& options)
      : text_(text), rules_(rules), options_(options) {
    pattern_.game = rules.game();
    pattern_.kinds = ContentKinds(rules.traits().has_tiles);
  }

  Pattern read() {
    while (!text_.empty() && text_.back() == '\n') text_.remove_suffix(1);
    if (text_.empty()) throw UsageError("pattern: it is empty");
    std::size_t start = 0;
    while (start <= text_.size()) {
      const std::size_t end = std::min(text_.find_first_of(kRowEnds, start), text_.size());
      std::string_view row = text_.substr(start, end - start);
      if (row.ends_with('\r')) row.remove_suffix(1);
      ++row_;
      read_row(row);
      start = end + 1;
    }
    finish();
    return std::move(pattern_);
  }

 private:
  void read_row(std::string_view row) {
    if (is_edge(row)) return read_edge(row);
    if (has_bottom_) refuse(row_, 1, "the lower edge was drawn above; nothing may follow");
    rest_ = row;
    row_text_ = row;
    cells_in_row_ = 0;
    const bool left = take_bar();
    while (!rest_.empty() && rest_.front() != '|') read_cell();
    const bool right = take_bar();
    if (!rest_.empty()) refuse_at(rest_, "`|` inside a row; it marks the edge of the board");
    check_width();
    if (pattern_.height == 0) {
      pattern_.anchor.left = left;
      pattern_.anchor.right = right;
    } else if (left != pattern_.anchor.left || right != pattern_.anchor.right) {
      refuse(row_, 1, "`|` must be at the same end of all rows");
    }
    ++pattern_.height;
    if (pattern_.height > rules_.traits().max_side) refuse(row_, 1, "no board has so many rows");
  }

  /// Dashes, which may end in the bars of the other rows.
  static bool is_edge(std::string_view row) {
    if (row.starts_with('|')) row.remove_prefix(1);
    if (row.ends_with('|')) row.remove_suffix(1);
    return row.find_first_not_of('-') == std::string_view::npos && !row.empty();
  }

  void read_edge(std::string_view row) {
    edge_has_left_ |= row.starts_with('|');
    edge_has_right_ |= row.ends_with('|');
    if (pattern_.height == 0) {
      if (pattern_.anchor.top) refuse(row_, 1, "the upper edge is drawn twice");
      pattern_.anchor.top = true;
    } else if (has_bottom_) {
      refuse(row_, 1, "the lower edge is drawn twice");
    } else {
      pattern_.anchor.bottom = has_bottom_ = true;
    }
  }

  bool take_bar() {
    if (!rest_.starts_with('|')) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void read_cell() {
    const char next = rest_.front();
    if (next == '{') return read_braces();
    if (is_digit(next)) return read_run();
    if (next == '*') {
      rest_.remove_prefix(1);
      return add({});
    }
    add({.allowed = read_item()});
  }

  /// A number of empty points.
  void read_run() {
    int number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc{} || number < 1 || number > rules_.traits().max_side) {
      refuse_at(rest_,
                fmt::format("a number of empty points is 1 to {}", rules_.traits().max_side));
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    for (int i = 0; i < number; ++i) add({.allowed = one(0)});
  }

  void read_braces() {
    const std::string_view start = rest_;
    rest_.remove_prefix(1);
    const auto close = rest_.find('}');
    if (close == std::string_view::npos) refuse_at(start, "`{` is not closed");
    if (rest_.substr(0, close).find('{') != std::string_view::npos) {
      refuse_at(start, "braces do not nest");
    }
    if (close == 0) refuse_at(start, "`{}` is empty");
    if (is_digit(rest_.front())) {
      read_move(rest_.substr(0, close), start);
      rest_.remove_prefix(close + 1);
      return;
    }
    const bool negated = rest_.front() == '^';
    if (negated) rest_.remove_prefix(1);
    if (rest_.front() == '}') refuse_at(start, "`{^}` is empty");
    ContentSet set = 0;
    while (!rest_.empty() && rest_.front() != '}') set |= read_item();
    if (rest_.empty()) refuse_at(start, "`{` is not closed");
    rest_.remove_prefix(1);
    add({.allowed = as_known_contents(negated ? ~set : set)});
  }

  /// Sets that mean the same become equal. The kinds of tiles are still unknown, as is their
  /// number.
  [[nodiscard]] ContentSet as_known_contents(ContentSet set) const {
    if (pattern_.kinds.has_tiles()) return set;
    const ContentSet known = contents_of(rules_);
    return (set & known) == known ? kAllContents : set & known;
  }

  void read_move(std::string_view text, std::string_view start) {
    if (rules_.traits().has_tiles || rules_.traits().has_hands) {
      refuse_at(start, "numbered moves are not for " + std::string(rules_.traits().name));
    }
    PatternCell cell{.allowed = one(0)};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cell.number);
    const auto color = text.substr(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || cell.number == 0 || color.size() > 1 ||
        (!color.empty() && color != "B" && color != "W")) {
      refuse_at(start, "expected a move such as {1B}, {2W} or {1}");
    }
    if (!color.empty()) cell.player = color == "B" ? cell::kFirst : cell::kSecond;
    pattern_.moves = std::max(pattern_.moves, cell.number);
    add(cell);
  }

  ContentSet read_item() {
    if (rest_.front() == '.') {
      rest_.remove_prefix(1);
      return one(0);
    }
    const std::string_view start = rest_;
    const auto symbol = take_cgp_tile(rest_);
    if (!symbol) refuse_at(start, "`[` is not closed");
    if (!pattern_.kinds.has_tiles()) {
      const auto code = rules_.find_cell(*symbol);
      if (!code || *code >= 64) return refuse_piece(start, *symbol);
      return one(*code);
    }
    const auto tile = pattern_.tile_names.code_of(*symbol);
    if (!tile) return refuse_piece(start, *symbol);
    ContentSet set = kind_of(*tile, start);
    if (options_.blank_as_letter) {
      set |= kind_of(tile::letter_of(*tile), start) | kind_of(tile::blank_of(*tile), start);
    }
    return set;
  }

  ContentSet kind_of(TileCode code, std::string_view start) {
    const auto kind = pattern_.kinds.kind_of(code);
    if (!kind) refuse_at(start, "too many different tiles in one pattern");
    return one(*kind);
  }

  ContentSet refuse_piece(std::string_view start, std::string_view symbol) {
    refuse_at(start, fmt::format("`{}` is not a piece of {}", symbol, rules_.traits().name));
  }

  void add(const PatternCell& cell) {
    if (++cells_in_row_ > rules_.traits().max_side)
      refuse_at(rest_, "no board has so many columns");
    pattern_.cells.push_back(cell);
  }

  void check_width() {
    if (cells_in_row_ == 0) refuse(row_, 1, "the row is empty");
    if (pattern_.height == 0) pattern_.width = cells_in_row_;
    if (cells_in_row_ == pattern_.width) return;
    refuse(
        row_, static_cast<std::size_t>(std::min(cells_in_row_, pattern_.width)) + 1,
        fmt::format("the row has {} points, the first one has {}", cells_in_row_, pattern_.width));
  }

  void finish() {
    if (pattern_.height == 0) throw UsageError("pattern: there is no row between its edges");
    const PatternAnchor& anchor = pattern_.anchor;
    if ((edge_has_left_ && !anchor.left) || (edge_has_right_ && !anchor.right)) {
      throw UsageError("pattern: `|` must be at the same end of all rows");
    }
    std::vector<const PatternCell*> moves(pattern_.moves, nullptr);
    for (const PatternCell& cell : pattern_.cells) {
      if (cell.number == 0) continue;
      if (moves[cell.number - 1U] != nullptr) {
        throw UsageError(fmt::format("pattern: move {} appears twice", cell.number));
      }
      moves[cell.number - 1U] = &cell;
    }
    const auto missing = std::find(moves.begin(), moves.end(), nullptr);
    if (missing != moves.end()) {
      throw UsageError(fmt::format("pattern: move {} is missing", missing - moves.begin() + 1));
    }
  }

  /// Names the column where `rest`, the end of the row, begins.
  [[noreturn]] void refuse_at(std::string_view rest, std::string_view why) const {
    const std::string_view before = row_text_.substr(0, row_text_.size() - rest.size());
    const auto characters =
        std::ranges::count_if(before, [](char byte) { return (byte & 0xC0) != 0x80; });
    refuse(row_, static_cast<std::size_t>(characters) + 1, why);
  }

  std::string_view text_;
  const GameRules& rules_;
  PatternTextOptions options_;
  Pattern pattern_;
  std::string_view row_text_;
  std::string_view rest_;
  std::size_t row_ = 0;
  int cells_in_row_ = 0;
  bool has_bottom_ = false;
  bool edge_has_left_ = false;  // a row of `-` has a bar there
  bool edge_has_right_ = false;
};

struct AnchorWord {
  std::string_view word;
  PatternAnchor anchor;
};

const AnchorWord kAnchors[] = {
    {"anywhere", {}},
    {"n", {.top = true}},
    {"e", {.right = true}},
    {"s", {.bottom = true}},
    {"w", {.left = true}},
    {"nw", {.left = true, .top = true}},
    {"ne", {.right = true, .top = true}},
    {"se", {.right = true, .bottom = true}},
    {"sw", {.left = true, .bottom = true}},
};

/// Takes a hole "B3" off the front.
std::optional<std::pair<int, int>> take_hole(std::string_view& text) {
  std::size_t letters = 0;
  int x = 0;
  while (letters < text.size() && is_letter(text[letters]) && letters < 2) {
    x = x * 26 + (to_upper(text[letters]) - 'A' + 1);
    ++letters;
  }
  int y = 0;
  const auto [end, error] = std::from_chars(text.data() + letters, text.data() + text.size(), y);
  if (letters == 0 || error != std::errc{} || y < 1) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return std::pair(x - 1, y - 1);
}

/// The line whose only moment is a position.
CellLine line_of(const Position& position, const GameRules& rules, LineSource source) {
  std::vector<std::uint16_t> ops;
  rules.append_setup(position, ops);
  source.ops = ops;
  source.size = position.size;
  source.main_positions = 1;
  CellLine line;
  rules.read_line(source, line);
  return line;
}

}  // namespace

Pattern read_pattern_rows(std::string_view text, const GameRules& rules,
                          const PatternTextOptions& options) {
  return RowReader(text, rules, options).read();
}

Pattern pattern_of(const Position& position, const PointRect& part, const GameRules& rules,
                   const PatternTextOptions& options) {
  const CellLine line = line_of(position, rules, {});
  Pattern pattern;
  pattern.game = position.game;
  pattern.kinds = ContentKinds(rules.traits().has_tiles);
  pattern.tile_names = line.tile_names;
  pattern.width = part.right - part.left + 1;
  pattern.height = part.bottom - part.top + 1;
  const auto set_of = [&](std::uint8_t code) {
    const auto kind = pattern.kinds.kind_of(code);
    if (!kind) throw UsageError("pattern: too many different tiles in one pattern");
    return one(*kind);
  };
  for (int y = part.top; y <= part.bottom; ++y) {
    for (int x = part.left; x <= part.right; ++x) {
      const auto point = static_cast<std::size_t>(y * position.size.width + x);
      const std::uint8_t code = line.cell(static_cast<std::uint32_t>(point)).start;
      ContentSet set = set_of(code);
      if (options.blank_as_letter && code != cell::kEmpty) {
        set |= set_of(tile::letter_of(code)) | set_of(tile::blank_of(code));
      }
      pattern.cells.push_back({.allowed = set});
    }
  }
  return pattern;
}

PointRect read_region(std::string_view text, BoardSize size, const GameRules& rules) {
  const auto colon = text.find(':');
  const auto corner = [&](std::string_view word) {
    const auto point = rules.find_named_point(trimmed(word), size);
    if (colon == std::string_view::npos || !point) {
      throw UsageError(
          fmt::format("`region` {}: expected two points of the board, such as Q19:T14", text));
    }
    return std::pair(static_cast<int>(*point) % size.width, static_cast<int>(*point) / size.width);
  };
  const auto [x1, y1] = corner(text.substr(0, colon));
  const auto [x2, y2] = corner(text.substr(std::min(colon, text.size() - 1) + 1));
  return {std::min(x1, x2), std::min(y1, y2), std::max(x1, x2), std::max(y1, y2)};
}

void read_anchor(std::string_view text, const GameRules& rules, Pattern& pattern) {
  const PatternAnchor drawn = pattern.anchor;
  if (drawn.left || drawn.right || drawn.top || drawn.bottom) {
    throw UsageError("pattern: edges and `at` cannot be combined");
  }
  const auto* const found = std::ranges::find(kAnchors, text, &AnchorWord::word);
  if (found != std::end(kAnchors)) {
    pattern.anchor = found->anchor;
    return;
  }
  const int side = std::min(rules.traits().max_side, kMostNamed);
  const BoardSize largest{static_cast<std::int16_t>(side), static_cast<std::int16_t>(side)};
  if (!rules.find_named_point(text, rules.default_size()) &&
      !rules.find_named_point(text, largest)) {
    throw UsageError(
        fmt::format("`at` {}: expected anywhere, n, e, s, w, nw, ne, se, sw or a point", text));
  }
  pattern.anchor.point = text;
}

void read_hands(std::string_view text, const GameRules& rules, Pattern& pattern) {
  if (!rules.traits().has_hands) {
    throw UsageError(fmt::format("`hands` does not apply to {}", rules.traits().name));
  }
  QueryPosition query;
  query.position = rules.start_position(rules.default_size());
  query.position.to_move = Player::first;
  if (!rules.read_racks(text, query)) {
    throw UsageError(fmt::format(
        "`hands` {}: expected pieces in capitals, sente's before `/`, gote's after it: BPP/",
        text));
  }
  const CellLine line = line_of(query.position, rules, {.wants_hands = true});
  for (auto cell = static_cast<std::uint32_t>(line.size().area()); cell < line.cell_count();
       ++cell) {
    pattern.hands.push_back(line.cell(cell).start);
  }
}

void read_links(std::string_view text, const GameRules& rules, Pattern& pattern) {
  if (!rules.traits().has_links) {
    throw UsageError(fmt::format("`links` does not apply to {}", rules.traits().name));
  }
  const auto refuse_link = [&](std::string_view why) {
    throw UsageError(fmt::format("`links` {}: {}", text, why));
  };
  for (std::string_view rest = trimmed(text); !rest.empty(); rest = trimmed(rest)) {
    const auto first = take_hole(rest);
    const bool has_dash = first && rest.starts_with('-');
    if (has_dash) rest.remove_prefix(1);
    const auto second = has_dash ? take_hole(rest) : std::nullopt;
    if (!second)
      refuse_link("expected links such as A1-B3, where A1 is the top left of the pattern");
    for (const auto& [x, y] : {*first, *second}) {
      if (x >= pattern.width || y >= pattern.height) refuse_link("a hole is not in the pattern");
    }
    const int dx = std::abs(first->first - second->first);
    const int dy = std::abs(first->second - second->second);
    if (dx * dy != 2) refuse_link("a link must be a knight's move");
    pattern.links.push_back({first->first, first->second, second->first, second->second});
    if (rest.starts_with(',') || rest.starts_with(';')) rest.remove_prefix(1);
  }
}

std::string pattern_column_text(int column) {
  if (column < 0) return "A" + std::to_string(column);
  std::string letters;
  for (int left = column; left >= 0; left = left / 26 - 1) {
    letters.insert(letters.begin(), static_cast<char>('A' + left % 26));
  }
  return letters;
}

std::string pattern_row_text(int row) {
  return row < 0 ? "1" + std::to_string(row) : std::to_string(row + 1);
}

}  // namespace ludex
