#include "games/shogi/shogi_rules.hpp"

#include "core/ascii.hpp"
#include "formats/csa/csa_statement.hpp"
#include "formats/kif/kif_lines.hpp"
#include "formats/position_text.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/cells.hpp"
#include "games/shogi/kif_move_text.hpp"
#include "games/shogi/move_text.hpp"
#include "games/shogi/picture.hpp"
#include "games/shogi/script_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace ludex::shogi {
namespace {

using enum ProblemKind;

// The rules of play, independent of the format.
constexpr Rule kRules[] = {
    {impossible_move, "", "", "players take turns, and move or drop a piece that they have there"},
};

std::string rack_text(const Hand& hand) {
  std::string text;
  for (const Piece piece : kHandOrder) {
    const std::string_view letter = cell_letters(cell_of(Player::first, piece));
    text.append(hand[hand_kind(piece)], letter.front());
  }
  return text;
}

bool read_rack(std::string_view text, Hand& hand) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto piece = find_cell(text.substr(i, 1));
    if (!piece || *piece > kHandKinds) return false;
    if (++hand[hand_kind(static_cast<Piece>(*piece))] > kMaxWrittenInHand) return false;
  }
  return true;
}

void set_hands(const std::array<Hand, 2>& hands, CellLine& line) {
  std::uint32_t cell = kSquares;
  for (const Hand& hand : hands) {
    for (const std::uint8_t count : hand) line.set(cell++, count);
  }
}

/// The words and signs of a diagram.
struct Style {
  std::array<std::string_view, 16> pieces;
  std::array<std::string_view, kSide> files, ranks;
  std::string_view sente_hand, gote_hand, nothing;
};

constexpr Style kJapanese = {
    {"", "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "", "馬", "龍"},
    {"１", "２", "３", "４", "５", "６", "７", "８", "９"},
    {"一", "二", "三", "四", "五", "六", "七", "八", "九"},
    "先手の持駒：",
    "後手の持駒：",
    "なし"};

constexpr Style kAscii = {
    {"", "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "", "+B", "+R"},
    {"1", "2", "3", "4", "5", "6", "7", "8", "9"},
    {"a", "b", "c", "d", "e", "f", "g", "h", "i"},
    "Sente in hand: ",
    "Gote in hand: ",
    "nothing"};

std::string hand_text(const Style& style, const Hand& hand) {
  std::string text;
  for (const Piece piece : kHandOrder) {
    const unsigned count = hand[hand_kind(piece)];
    if (count == 0) continue;
    if (!text.empty()) text += ' ';
    text += style.pieces[static_cast<std::size_t>(piece)];
    if (count > 1) text += std::to_string(count);
  }
  return text.empty() ? std::string(style.nothing) : text;
}

/// A piece, with its owner's mark before it in the Japanese style.
std::string cell_picture(std::uint8_t code, bool ascii) {
  if (ascii) return fmt::format("{:>2}", code == cell::kEmpty ? "." : cell_letters(code));
  if (code == cell::kEmpty) return " ・";
  const bool is_gote = owner_of(code) == Player::second;
  return fmt::format("{}{}", is_gote ? 'v' : ' ', kJapanese.pieces[code & 15U]);
}

/// How many ranks lie between a point and the last one, as a player sees the board.
int ranks_left(Player player, Point point) {
  const int rank = square_of(point).rank;
  return player == Player::first ? rank - 1 : kSide - rank;
}

/// True if a piece could never move from there.
bool is_dead_end(Piece piece, int ranks_ahead) {
  if (piece == Piece::knight) return ranks_ahead < 2;
  return (piece == Piece::pawn || piece == Piece::lance) && ranks_ahead < 1;
}

/// True if a player has an unpromoted pawn on the file of a point.
bool has_pawn_on_file(const Position& position, Player player, Point point) {
  for (Point at = point % kSide; at < kSquares; at += kSide) {
    if (position.cells[at] == cell_of(player, Piece::pawn)) return true;
  }
  return false;
}

class ShogiRules final : public GameRules {
 public:
  ShogiRules()
      : GameRules(GameType::shogi, {.name = "shogi",
                                    .default_size = {9, 9},
                                    .min_side = 9,
                                    .max_side = 9,
                                    .colors = {"Sente", "Gote"},
                                    .cell_codes = kCellCodes,
                                    .has_hands = true}) {}

  void append_keys(std::span<const std::uint16_t> ops, BoardSize, std::uint32_t first_ply,
                   std::uint32_t end_ply, std::vector<PositionKey>& keys) const override {
    if (end_ply == 0) return;
    ScriptReader reader(ops);
    while (reader.next()) {
      if (reader.ply() >= first_ply) keys.push_back(reader.board().key());
      if (reader.ply() + 1 >= end_ply) return;
    }
  }

  bool append_moments(std::span<const std::uint16_t> ops, BoardSize,
                      std::span<const std::uint32_t> plies,
                      std::vector<std::uint64_t>& moments) const override {
    ScriptReader reader(ops);
    while (!plies.empty() && reader.next()) {
      if (reader.ply() != plies.front()) continue;
      moments.push_back(reader.moment());
      plies = plies.subspan(1);
    }
    return true;
  }

  std::optional<Position> find_position(std::span<const std::uint16_t> ops, BoardSize,
                                        std::uint32_t ply) const override {
    ScriptReader reader(ops);
    while (reader.next()) {
      if (reader.ply() == ply) return reader.position();
    }
    return std::nullopt;
  }

  void walk(std::span<const std::uint16_t> ops, BoardSize,
            const std::function<bool(const Position&)>& visit) const override {
    ScriptReader reader(ops);
    while (reader.next()) {
      if (!visit(reader.position())) return;
    }
  }

  void append_steps(std::span<const std::uint16_t> words,
                    std::vector<SequenceStep>& steps) const override {
    using Kind = SequenceStep::Kind;
    for (const std::uint16_t word : words) {
      if (word == ops::kBranch) return;
      steps.push_back({ops::is_move(word) ? Kind::move : Kind::setup, 0, 0, false, word});
    }
  }

  std::vector<Match> step_views(BoardSize) const override { return {{}}; }

  void read_line(const LineSource& source, CellLine& line) const override {
    line.start(kBoardSize, kSquares + extra_cells(source), source.keep);
    ScriptReader reader(source.ops);
    const Board& board = reader.board();
    while (reader.next() && (reader.ply() == 0 || reader.ply() < source.main_positions)) {
      if (const auto move = reader.last_move()) {
        line.place(move->to, board.at(move->to), move->is_drop());
        if (!move->is_drop()) line.set(move->from, cell::kEmpty);
      } else {
        for (std::uint32_t point = 0; point < kSquares; ++point) line.set(point, board.at(point));
      }
      if (source.wants_hands) set_hands(board.hands(), line);
      line.end_moment(cell::of(board.to_move()));
    }
  }
  std::size_t extra_cells(const LineSource& source) const override {
    return source.wants_hands ? 2 * kHandKinds : 0;
  }
  void set_extra_cells(const Position& position, const LineSource& source,
                       CellLine& line) const override {
    if (source.wants_hands) set_hands(hands_of(position), line);
  }

  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override {
    Board start;
    start.reset();
    for (std::size_t point = 0; point < position.cells.size(); ++point) {
      const std::uint8_t code = position.cells[point];
      if (code != start.at(point)) ops.push_back(ops::put(point, code));
    }
    for (const Player player : {Player::first, Player::second}) {
      const Hand& hand = hands_of(position)[seat_index(player)];
      for (std::size_t kind = 0; kind < hand.size(); ++kind) {
        if (hand[kind] != 0) ops.push_back(ops::hold(player, kind, hand[kind]));
      }
    }
    if (position.to_move == Player::second) ops.push_back(ops::kGoteToMove);
  }

  RuleBook rule_book() const override { return {"shogi", kRules}; }

  PositionKey key_of(const Position& position) const override {
    Board board;
    board.load(position);
    return board.key();
  }

  Known identity() const override { return {true, true}; }
  bool stands_alike(const Position& one, const Position& other) const override {
    return one.cells == other.cells && one.rest == other.rest;
  }

  KeyRange key_range(const Position& position, const Known& known) const override {
    const PositionKey key = key_of(position);
    if (known.rest && known.to_move) return {key, key};
    return keys_of_placement(key);
  }

  std::span<const Orientation> symmetries(BoardSize) const override {
    static constexpr std::array kOnly = {Orientation::identity};
    return kOnly;
  }
  std::span<const Orientation> role_swaps(BoardSize) const override {
    static constexpr std::array kOnly = {Orientation::rot180};
    return kOnly;
  }
  bool has_mirror() const override { return true; }
  std::uint8_t swapped(std::uint8_t code) const override {
    return code == cell::kEmpty ? code : cell_of(opponent(owner_of(code)), piece_of(code));
  }

  Position start_position(BoardSize) const override {
    Board board;
    board.reset();
    return to_position(board);
  }

  std::string move_text(const Move& move, BoardSize) const override { return usi_text(move); }
  std::string move_text_at(const Move& move, const Position& around, std::optional<Point> last_to,
                           Notation notation) const override {
    const bool is_named = notation == Notation::japanese &&
                          (move.kind == MoveKind::step || move.kind == MoveKind::drop);
    return is_named ? japanese_text(move, around, last_to) : usi_text(move);
  }
  std::optional<Move> parse_move(std::string_view text, const Position& position) const override {
    if (is_csa_move(text)) return parse_csa_move(text, position);
    if (is_kif_move(text)) return parse_kif_move(text, position);
    return parse_usi(text, position.to_move);
  }

  std::string_view refusal(const Position& position, const Move& move) const override {
    constexpr int kZone = 3;  // ranks
    const BoardMove played = to_board_move(move);
    const int ahead = ranks_left(move.player, played.to);
    const Piece piece =
        played.is_drop() ? piece_in_hand(played.kind()) : piece_of(position.cells[played.from]);
    if (played.promotes && ahead >= kZone && ranks_left(move.player, played.from) >= kZone) {
      return "a piece promotes where it enters, leaves or stays in the last three ranks";
    }
    if (!played.promotes && is_dead_end(piece, ahead)) return "the piece could never move again";
    if (played.is_drop() && piece == Piece::pawn &&
        has_pawn_on_file(position, move.player, played.to)) {
      return "there is a pawn of the player on that file";
    }
    return {};
  }
  std::optional<Position> after(const Position& position, const Move& move) const override {
    Board board;
    board.load(position);
    board.set_to_move(move.player);
    const BoardMove board_move = to_board_move(move);
    if (board.fault_of(board_move) != Fault::none) return std::nullopt;
    board.play(board_move);
    Position next = to_position(board);
    next.ply = position.ply + 1;
    next.parent_ply = static_cast<std::int32_t>(position.ply);
    next.last_move = move;
    return next;
  }

  std::optional<std::uint8_t> find_cell(std::string_view symbol) const override {
    return shogi::find_cell(symbol);
  }

  std::string_view cell_text(std::uint8_t code) const override {
    static const auto kTexts = [] {
      std::array<std::string, kCellCodes> texts;
      for (std::uint8_t one = 0; one < kCellCodes; ++one) {
        const std::string letters(cell_letters(one));
        texts[one] = letters.size() > 1 ? '[' + letters + ']' : letters;
      }
      return texts;
    }();
    return kTexts[code];
  }

  std::string racks_text(const Position& position) const override {
    const std::size_t first = seat_index(position.to_move);
    return rack_text(hands_of(position)[first]) + "/" + rack_text(hands_of(position)[1 - first]);
  }

  bool read_racks(std::string_view text, QueryPosition& query) const override {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return false;
    const std::size_t first = seat_index(query.position.to_move);
    Hands hands;
    if (!read_rack(text.substr(0, slash), hands.of_seat[first]) ||
        !read_rack(text.substr(slash + 1), hands.of_seat[1 - first])) {
      return false;
    }
    query.position.rest = GameData(hands);
    query.known.rest = true;
    return true;
  }

  std::string place_text(Point point, BoardSize) const override {
    return usi_text({.kind = MoveKind::drop, .point = point, .piece = 1}).substr(2);
  }
  // 7g, or 77.
  std::optional<Point> find_named_point(std::string_view text, BoardSize size) const override {
    if (text.size() == 2 && is_nonzero_digit(text[0]) && is_nonzero_digit(text[1])) {
      return point_of(
          {static_cast<std::uint8_t>(text[0] - '0'), static_cast<std::uint8_t>(text[1] - '0')});
    }
    return GameRules::find_named_point(text, size);
  }
  std::string sfen(const Position& position) const override { return to_sfen(position); }

  /// Board and hands from sente's side: files from 9 to 1 above, ranks beside, `v` before gote's
  /// pieces, the square that the last move went to between round brackets. Pieces are Japanese
  /// characters, which take two columns of a terminal; in ASCII the letters of SFEN.
  std::string draw(const Position& position, const Diagram& diagram) const override {
    const bool ascii = diagram.ascii;
    const Style& style = ascii ? kAscii : kJapanese;
    const int marked = position.last_move ? static_cast<int>(position.last_move->point) : -2;
    std::string text =
        fmt::format("{}{}\n", style.gote_hand, hand_text(style, hands_of(position)[1]));
    for (std::size_t file = kSide; file-- > 0;) text += fmt::format("  {}", style.files[file]);
    text += '\n';
    for (int rank = 0; rank < kSide; ++rank) {
      for (int column = 0; column <= kSide; ++column) {
        const int point = rank * kSide + column;
        const bool closes = point == marked + 1 && column > 0;
        text += point == marked && column < kSide ? '(' : closes ? ')' : ' ';
        if (column == kSide) break;
        text += cell_picture(position.cells[static_cast<std::size_t>(point)], ascii);
      }
      text += fmt::format(" {}\n", style.ranks[static_cast<std::size_t>(rank)]);
    }
    return text + fmt::format("{}{}\n", style.sente_hand, hand_text(style, hands_of(position)[0]));
  }
  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    return paint_pieces(position, view, canvas);
  }
};

}  // namespace

const GameRules& rules() {
  static const ShogiRules kGame;
  return kGame;
}

}  // namespace ludex::shogi
