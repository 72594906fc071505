#include "games/twixt/twixt_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"
#include "games/board/board_rules.hpp"
#include "games/twixt/points.hpp"
#include "games/twixt/twixt_sgf.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ludex::twixt {
namespace {

using enum ProblemKind;

// The rules of play, independent of the format.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a peg is played in an empty hole"},
    {illegal_move, "", "",
     "no peg in the other's border rows; no link taken away under PP and 3M; Twixteus links the "
     "peg of the turn alone, and puts back a peg that it lifts"},
};

constexpr std::string_view kNames[] = {"twixt"};
constexpr std::string_view kPrograms[] = {"Twixt", "twixtbot"};

Link read_link(std::string_view text, const Position& position) {
  const auto dash = text.find('-');
  const auto refuse = [&](std::string_view why) {
    throw UsageError(fmt::format("position: ln: `{}` {}", text, why));
  };
  if (dash == std::string_view::npos) refuse("is no link; expected two holes as B2-D3");
  const auto one = find_point(text.substr(0, dash), position.size);
  const auto other = find_point(text.substr(dash + 1), position.size);
  if (!one || !other) refuse("names no holes of this board");
  const Link link{std::min(*one, *other), std::max(*one, *other)};
  if (!direction_of(link, position.size)) refuse("is no knight's move");
  if (position.cells[link.first] == cell::kEmpty ||
      position.cells[link.first] != position.cells[link.second]) {
    refuse("does not join two pegs of one colour");
  }
  return link;
}

std::string change_text(const LinkChange& change, BoardSize size) {
  const bool is_peg = change.link.first == change.link.second;
  return (change.is_removed ? '-' : '+') +
         (is_peg ? point_text(change.link.first, size) : centre_text(change.link, size));
}

// "[a][b]" or "a".
std::vector<std::string_view> split_values(std::string_view text) {
  if (text.empty() || text.front() != '[' || text.back() != ']') return {text};
  text = text.substr(1, text.size() - 2);
  std::vector<std::string_view> values;
  for (auto end = text.find("]["); end != std::string_view::npos; end = text.find("][")) {
    values.push_back(text.substr(0, end));
    text.remove_prefix(end + 2);
  }
  values.push_back(text);
  return values;
}

void change_links(std::span<const LinkChange> changes, Board& board) {
  for (const LinkChange& change : changes) {
    if (change.link.first == change.link.second) {
      board.set(change.link.first, cell::kEmpty);
    } else {
      const auto direction = direction_of(change.link, board.size());
      if (direction) {
        board.change_link(link_change(change.link.first, *direction, change.is_removed));
      }
    }
  }
}

/// A turn as the Twixt page writes it: "G7", "-F6*"; several values in brackets, "[-F6*][G7]".
std::string turn_text(const Move& turn, BoardSize size) {
  const TurnLinks& links = turn_links_of(turn);
  std::vector<std::string> values;
  for (const LinkChange& change : links.changes) values.push_back(change_text(change, size));
  if (turn.kind == MoveKind::stone) {
    values.insert(values.begin() + links.before_peg, point_text(turn.point, size));
  }
  if (values.size() == 1) return values.front();
  std::string text;
  for (const std::string& value : values) text += '[' + value + ']';
  return text;
}

/// Reads one, for the board as it stands; none where a value is no part of a turn, changes a link
/// that is not there, or is a second peg. Plays it on the board on the way.
std::optional<Move> read_turn(std::string_view text, Player player, Board& board) {
  const TwixtSgf sgf = TwixtSgf::for_queries();
  TurnSoFar so_far;
  std::vector<std::uint16_t> ops;
  for (const std::string_view value : split_values(text)) {
    const WrittenMove move = TwixtSgf::read_value(value, board.size());
    if (move.kind == WrittenMove::Kind::part) {
      if (sgf.play_part(player, value, so_far, board, ops)) return std::nullopt;
      continue;
    }
    if (move.kind != WrittenMove::Kind::stone || so_far.peg) return std::nullopt;
    so_far.peg = move.point;
    append_mark(script::quiet, ops);
    append_op(player == Player::first ? script::first_move : script::second_move, move.point, ops);
    board.play(player, move.point);
  }
  if (!so_far.peg) {
    append_mark(player == Player::first ? script::first_pass : script::second_pass, ops);
  }
  return board.first_turn(ops);
}

/// Plays a turn. \returns false, the board being as it may, where the peg's hole is taken.
bool play_turn(const Move& turn, Board& board) {
  if (turn.kind != MoveKind::stone && turn.kind != MoveKind::links) return false;
  const TurnLinks& links = turn_links_of(turn);
  const std::span changes(links.changes);
  const std::size_t before = std::min<std::size_t>(links.before_peg, changes.size());
  change_links(changes.first(before), board);
  if (turn.kind == MoveKind::stone) {
    if (board.at(turn.point) != cell::kEmpty) return false;
    board.play(turn.player, turn.point);
  }
  change_links(changes.subspan(before), board);
  return true;
}

class TwixtRules final : public BoardRules<TwixtSgf> {
 public:
  TwixtRules()
      : BoardRules(GameType::twixt,
                   {.name = "twixt",
                    .default_size = {24, 24},
                    .min_side = kMinSide,
                    .max_side = kMaxSide,
                    .begins = Player::second,
                    .has_links = true},
                   {.names = kNames,
                    .programs = kPrograms,
                    .little_golem_names = kNames,
                    .min_side = kMinSide,
                    .max_side = kMaxSide,
                    .has_swap = true,
                    .has_current_position = true,
                    .extra_columns_are_handicap = true}) {}

  int claim(const SgfEvidence& evidence) const override {
    constexpr int kSmallestServerBoard = 24;  // no other game's boards are as large
    const SgfMoveStyle& style = evidence.style;
    const bool is_large = evidence.width >= kSmallestServerBoard;
    const bool is_likely = evidence.is_little_golem || style.swap || style.lower_digits;
    return style.lower_ident || (is_large && is_likely) ? 4 : 0;
  }

  /// In Little Golem's games PB moves first, as `b`.
  bool has_white_first_seat(const SgfTree& tree, const GameInfo& info) const override {
    const SgfMoveStyle style = style_of(tree);
    return style.lower_ident || (!style.any && is_little_golem(tree, info));
  }
  void check_page(const SgfTree& tree, const SgfGame& game,
                  SgfPageProblems& problems) const override {
    twixt::check_page(tree, game, problems);
  }

  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override {
    Board& board = board_of(position);
    const LinkRule rule = board.rule();
    if (rule != LinkRule::standard) {
      append_mark(script::variant, ops);
      ops.push_back(static_cast<std::uint16_t>(rule));
    }
    append_stones(position, ops);
    board.reset(position.size);
    board.set_variant(static_cast<Point>(rule));
    for (Point point = 0; point < position.cells.size(); ++point) {
      board.set(point, position.cells[point]);
    }
    Position placed;
    board.describe(placed);
    const auto append_missing = [&](std::span<const Link> from, std::span<const Link> in,
                                    bool removes) {
      for (const Link& link : from) {
        if (std::binary_search(in.begin(), in.end(), link)) continue;
        const auto direction = direction_of(link, position.size);
        if (direction) append_op(script::link, link_change(link.first, *direction, removes), ops);
      }
    };
    append_missing(links_of(placed), links_of(position), true);
    append_missing(links_of(position), links_of(placed), false);
    append_counts(position, ops);
    append_mark(script::position, ops);
    append_turn(position, ops);
  }

  RuleBook rule_book() const override { return {"Twixt", kRules}; }
  RuleBook page() const override { return twixt::page(); }

  PositionKey key_of(const Position& position) const override { return board_of(position).key(); }

  KeyRange key_range(const Position& position, const Known& known) const override {
    const PositionKey key = key_of(position);
    return known.rest ? KeyRange{key, key} : any_links(key);
  }

  std::span<const Orientation> symmetries(BoardSize) const override {
    static constexpr std::array kKeeping = {Orientation::identity, Orientation::rot180,
                                            Orientation::mirror_h, Orientation::mirror_v};
    return kKeeping;
  }

  std::span<const Orientation> role_swaps(BoardSize) const override {
    static constexpr std::array kSwapping = {Orientation::rot90, Orientation::rot270,
                                             Orientation::diag, Orientation::anti};
    return kSwapping;
  }

  std::size_t extra_cells(const LineSource& source) const override {
    return source.wants_links ? kDirections * static_cast<std::size_t>(source.size.area()) : 0;
  }
  std::optional<std::uint32_t> cell_of_link(Point one, Point other, BoardSize size) const override {
    const Link link{std::min(one, other), std::max(one, other)};
    const auto direction = direction_of(link, size);
    if (!direction) return std::nullopt;
    return static_cast<std::uint32_t>(size.area()) + link.first * kDirections +
           static_cast<std::uint32_t>(*direction);
  }

  // With links the board knows what each turn has changed.
  void read_line(const LineSource& source, CellLine& line) const override {
    if (!source.wants_links || !playable(source.size)) return BoardRules::read_line(source, line);
    line.start(source.size, static_cast<std::size_t>(source.size.area()) + extra_cells(source),
               source.keep);
    Board& board = thread_board();
    ScriptReader<Board> reader(source.ops, source.size, board);
    board.keep_journal();
    std::size_t seen = 0;
    while (reader.next() && (reader.ply() == 0 || reader.ply() < source.main_positions)) {
      const Turn& turn = board.turn();
      if (turn.last == Turn::Last::stone) line.place(turn.point, turn.mover);
      for (; seen < board.journal().size(); ++seen) {
        show_change(board, board.journal()[seen], turn.last == Turn::Last::swap, line);
      }
      line.end_moment(cell::of(reader.to_move()));
    }
  }

  void set_extra_cells(const Position& position, const LineSource& source,
                       CellLine& line) const override {
    if (!source.wants_links) return;
    const auto area = static_cast<std::uint32_t>(position.size.area());
    std::vector<std::uint8_t> stand(std::size_t{area} * kDirections, 0);
    for (const Link& link : links_of(position)) {
      if (const auto direction = direction_of(link, position.size)) {
        stand[link.first * kDirections + static_cast<std::size_t>(*direction)] = 1;
      }
    }
    for (std::uint32_t i = 0; i < stand.size(); ++i) line.set(area + i, stand[i]);
  }

  static void show_change(const Board& board, const PegChange& change, bool is_swap,
                          CellLine& line) {
    const std::uint8_t code = board.at(change.point);
    if (change.direction >= 0) {
      const auto area = static_cast<Point>(board.size().area());
      const auto direction = static_cast<Point>(change.direction);
      line.set(area + change.point * kDirections + direction,
               board.has_link(change.point, change.direction) ? 1 : 0);
    } else if (is_swap && code != cell::kEmpty) {
      line.place(change.point, code);
    } else {
      line.set(change.point, code);
    }
  }

  std::string move_text(const Move& move, BoardSize size) const override {
    const bool is_turn = move.kind == MoveKind::stone || move.kind == MoveKind::links;
    return is_turn ? turn_text(move, size) : BoardRules::move_text(move, size);
  }

  std::optional<Move> parse_move(std::string_view text, const Position& position) const override {
    const auto kind = TwixtSgf::read_value(text, position.size).kind;
    if (kind != WrittenMove::Kind::stone && kind != WrittenMove::Kind::part &&
        kind != WrittenMove::Kind::unreadable) {
      return BoardRules::parse_move(text, position);
    }
    return read_turn(text, position.to_move, board_of(position));
  }

  /// The ruleset decides which links are added automatically, and it is not known.
  bool moves_tell_rest(bool have_details) const override { return have_details; }

  std::string opcodes_text(const Position& position) const override {
    std::string text;
    for (const Link& link : links_of(position)) {
      text += text.empty() ? " ln " : " ";
      text += point_text(link.first, position.size) + '-' + point_text(link.second, position.size);
    }
    return text.empty() ? " ln;" : text + ';';
  }

  bool read_opcode(std::string_view name, std::string_view operand,
                   QueryPosition& query) const override {
    if (name != "ln") return false;
    query.known.rest = true;
    std::vector<Link> links;
    while (!operand.empty()) {
      const auto end = std::min(operand.find(' '), operand.size());
      if (end != 0) links.push_back(read_link(operand.substr(0, end), query.position));
      operand.remove_prefix(std::min(end + 1, operand.size()));
    }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    query.position.rest = rest_of(std::move(links));
    if (board_of(query.position).has_crossing_links()) {
      throw UsageError("position: ln: links of both colours cross");
    }
    return true;
  }

  std::string draw(const Position& position, const Diagram& diagram) const override {
    return draw_pegs(position, diagram);
  }
  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    return paint_pegs(position, view, canvas);
  }
  MarkRoom mark_room(const PointRect&) const override { return {2, 1}; }

 private:
  // Pegs and links as they are, whatever the rules would have made of them. Links that cross tell
  // that they may.
  Board& board_of(const Position& position) const override {
    Board& board = thread_board();
    board.reset(position.size);
    for (Point point = 0; point < position.cells.size(); ++point) {
      if (position.cells[point] != cell::kEmpty) board.put_peg(point, position.cells[point]);
    }
    for (const Link& link : links_of(position)) {
      if (const auto direction = direction_of(link, position.size)) {
        board.put_link(link.first, *direction);
      }
    }
    if (board.has_crossing_links()) board.set_variant(static_cast<Point>(LinkRule::paper));
    return board;
  }
  bool play(const Move& move, Board& board) const override {
    return move.kind == MoveKind::pass || play_turn(move, board);
  }
  std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace

const GameRules& rules() {
  static const TwixtRules kGame;
  return kGame;
}

}  // namespace ludex::twixt
