#include "games/shogi/picture.hpp"

#include "games/shogi/cells.hpp"
#include "games/shogi/move_text.hpp"
#include "games/shogi/piece_outlines.hpp"

#include <fmt/format.h>

#include <array>
#include <bitset>
#include <string>
#include <string_view>

namespace ludex::shogi {
namespace {

constexpr double kFileStep = 40, kRankStep = 43;  // a square
constexpr double kFrame = 6;                      // wood around the squares
constexpr double kNameRoom = 16;                  // coordinates
constexpr double kStand = 62;                     // a hand beside the board
constexpr double kFlatStand = 46;                 // above or below it
constexpr double kTitle = 24;                     // a player's name
constexpr double kGap = 6;

constexpr std::array<std::string_view, 16> kPieceCharacters = {
    "", "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "", "馬", "龍"};
constexpr std::array<std::string_view, 16> kPieceLetters = {
    "", "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "", "+B", "+R"};
constexpr std::array<std::string_view, kSide> kRanks = {"一", "二", "三", "四", "五",
                                                        "六", "七", "八", "九"};
constexpr std::string_view kGoteKing = "王";

bool is_promoted(std::size_t piece) { return piece > static_cast<std::size_t>(Piece::king); }

/// The Japanese characters are set with a line, as regular ones are too thin for a piece.
std::string character_path(std::string_view character, double size, std::string_view colour) {
  return fmt::format(
      "<path d=\"{}\" transform=\"scale({:.3g})\" fill=\"{}\" stroke=\"{}\" stroke-width=\"5\"/>",
      outline_of(character), size / 200, colour, colour);
}

/// The picture of one position: everything but the board is painted for both players.
class ShogiPainter {
 public:
  ShogiPainter(const Position& position, const PictureView& view, PictureCanvas& canvas)
      : position_(position), view_(view), canvas_(canvas) {}

  PaintedBoard paint() {
    lay_out();
    define_pieces();
    paint_board();
    paint_last_move();
    for (const Player player : {Player::first, Player::second}) {
      paint_side(player);
      if (!view_.board_only) paint_name(player);
    }
    return board_;
  }

 private:
  [[nodiscard]] bool is_latin() const { return view_.pieces == PieceSet::latin; }

  void lay_out() {
    const bool is_narrow = view_.is_narrow;
    const double names = view_.coordinates ? kNameRoom : 0;
    const double title = view_.board_only ? kGap : kTitle;
    const double stand = is_narrow && !view_.board_only ? kFlatStand + kGap : 0;
    left_ = is_narrow || view_.board_only ? kGap : kStand + 2 * kGap;
    top_ = title + stand;
    width_ = 2 * kFrame + kSide * kFileStep + names;
    height_ = 2 * kFrame + kSide * kRankStep + names;
    board_.lattice = {{left_ + kFrame + kFileStep / 2, top_ + kFrame + names + kRankStep / 2},
                      kFileStep,
                      kRankStep,
                      0};
    board_.width = width_ + 2 * left_;
    board_.height = top_ + height_ + title + stand;
    board_.reach = 17;
    board_.has_stones = false;
    board_.marks_last = true;
    board_.names_players = true;
    board_.shows_whole = true;
  }

  /// Those that are needed, as the picture shows them.
  void define_pieces() {
    std::bitset<kCellCodes> needed;
    for (const std::uint8_t code : position_.cells) needed.set(code);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
        const Player player = seat == 0 ? Player::first : Player::second;
        if (hands_of(position_)[seat][kind] != 0) needed.set(cell_of(player, piece_in_hand(kind)));
      }
    }
    constexpr std::size_t kKing = static_cast<std::size_t>(Piece::king);
    for (std::size_t piece = 1; piece < kGote; ++piece) {
      const bool is_king = piece == kKing;
      if (needed[piece] || (needed[piece + kGote] && !is_king)) {
        define(piece, fmt::format("ludex-p{}", piece), kPieceCharacters[piece]);
      }
      if (needed[piece + kGote] && is_king) define(piece, "ludex-p24", kGoteKing);
    }
  }

  void define(std::size_t piece, const std::string& id, std::string_view character) {
    const auto colour =
        colour_of(is_promoted(piece) ? Ink::piece_promoted : Ink::piece_text, canvas_.theme());
    const bool is_small = piece == static_cast<std::size_t>(Piece::pawn) ||
                          piece == static_cast<std::size_t>(Piece::pawn) + 8;
    const double grow = is_small ? 0.92 : 1;
    std::string content =
        fmt::format("<path d=\"M0{:.3g}L{:.3g}{:.3g} {:.3g} {:.3g}H{:.3g}L{:.3g}{:.3g}z\"/>",
                    -18.5 * grow, 11.5 * grow, -13.5 * grow, 15.5 * grow, 17.5 * grow, -15.5 * grow,
                    -11.5 * grow, -13.5 * grow);
    if (is_latin()) {
      content += fmt::format(
          "<text y=\"9.5\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"middle\" "
          "fill=\"{}\" stroke=\"none\">{}</text>",
          kPieceLetters[piece].size() > 1 ? 17 : 21, colour, kPieceLetters[piece]);
    } else {
      content += fmt::format("<g transform=\"translate(0 2)\">{}</g>",
                             character_path(character, 25 * grow, colour));
    }
    canvas_.define(id, content);
  }

  void paint_board() {
    const Place corner = board_.lattice.at(-0.5, -0.5);
    canvas_.open("board", {.fill = Ink::wood});
    canvas_.rect({left_, top_}, width_, height_, 2);
    canvas_.close();
    PicturePath lines;
    for (int n = 0; n <= kSide; ++n) {
      lines.move({corner.x, corner.y + n * kRankStep}).right(kSide * kFileStep);
      lines.move({corner.x + n * kFileStep, corner.y}).down(kSide * kRankStep);
    }
    lines_ = lines;
    if (!view_.coordinates) return;
    canvas_.open_texts("coordinates", Ink::coordinate, 12);
    const double side = corner.x + kSide * kFileStep + kFrame + kNameRoom / 2 - 2;
    for (int n = 0; n < kSide; ++n) {
      canvas_.text({board_.lattice.at(n, 0).x, corner.y - kNameRoom / 2 - 1},
                   std::to_string(kSide - n));
      const std::string letter(1, static_cast<char>('a' + n));
      if (is_latin()) canvas_.text({side, board_.lattice.at(0, n).y}, letter);
    }
    canvas_.close();
    if (is_latin()) return;
    std::string ranks;
    const auto colour = colour_of(Ink::coordinate, canvas_.theme());
    for (int n = 0; n < kSide; ++n) {
      ranks +=
          fmt::format("<g transform=\"translate({} {})\">{}</g>", side, board_.lattice.at(0, n).y,
                      character_path(kRanks[static_cast<std::size_t>(n)], 12, colour));
    }
    canvas_.define("ludex-ranks", ranks);
    canvas_.use("ludex-ranks", {});
  }

  /// Where the piece went, and more faintly where it came from.
  void paint_last_move() {
    const auto& move = view_.last_move;
    const bool is_step = move && move->kind == MoveKind::step;
    if (is_step || (move && move->kind == MoveKind::drop)) {
      PicturePath square;
      append_square(move->point, square);
      canvas_.open("last", {.fill = Ink::last_square});
      canvas_.path(square);
      canvas_.close();
    }
    canvas_.open("lines", {.stroke = Ink::wood_line});
    canvas_.path(lines_);
    canvas_.close();
    if (!is_step) return;
    PicturePath from;
    append_square(move->from, from);
    canvas_.open("last from",
                 {.stroke = Ink::last, .width = 2, .more = " stroke-dasharray=\"4 3\""});
    canvas_.path(from);
    canvas_.close();
  }

  void append_square(Point point, PicturePath& path) const {
    const Place middle = board_.lattice.at(point, kBoardSize);
    path.move({middle.x - kFileStep / 2 + 1.5, middle.y - kRankStep / 2 + 1.5})
        .right(kFileStep - 3)
        .down(kRankStep - 3)
        .right(3 - kFileStep)
        .close();
  }

  /// Pieces of a player, on the board and in hand; gote's in a picture that is turned round.
  void paint_side(Player player) {
    const bool is_gote = player == Player::second;
    const Place middle = board_.lattice.at(4, 4);
    const std::string turn = fmt::format(" transform=\"rotate(180 {} {})\"", middle.x, middle.y);
    const auto seen = [&](Place place) {  // where it is in the picture that is turned
      return is_gote ? Place{2 * middle.x - place.x, 2 * middle.y - place.y} : place;
    };
    if (!view_.board_only) paint_stand(player);
    canvas_.open(is_gote ? "gote" : "sente", {.fill = Ink::piece,
                                              .stroke = Ink::piece_rim,
                                              .more = is_gote ? std::string_view(turn) : ""});
    for (Point point = 0; point < position_.cells.size(); ++point) {
      const std::uint8_t code = position_.cells[point];
      if (code == cell::kEmpty || owner_of(code) != player) continue;
      canvas_.use(id_of(code), seen(board_.lattice.at(point, kBoardSize)));
    }
    for_each_in_hand(player, [&](Piece piece, unsigned, Place place) {
      const std::uint8_t code = cell_of(player, piece);
      canvas_.use(id_of(code), seen(place), fmt::format(" data-hand=\"{}\"", cell_letters(code)));
    });
    canvas_.close();
    canvas_.open_texts("counts", Ink::text, 14, " font-weight=\"bold\"");
    for_each_in_hand(player, [&](Piece, unsigned count, Place place) {
      if (count > 1) canvas_.text({place.x + 25, place.y + 4}, std::to_string(count));
    });
    canvas_.close();
  }

  static std::string id_of(std::uint8_t code) {
    const bool is_gote_king = code == cell_of(Player::second, Piece::king);
    return fmt::format("ludex-p{}", is_gote_king ? code : code & 15);
  }

  template <class Visit>
  void for_each_in_hand(Player player, const Visit& visit) const {
    const bool is_gote = player == Player::second;
    const Hand& hand = hands_of(position_)[seat_index(player)];
    int place = 0;
    for (const Piece piece : kHandOrder) {
      const unsigned count = hand[hand_kind(piece)];
      if (count == 0) continue;
      const double along = place++;
      if (view_.is_narrow) {
        const double y = is_gote ? kTitle + kFlatStand / 2 : top_ + height_ + kGap + kFlatStand / 2;
        visit(piece, count, {left_ + 24 + along * 52, y});
        continue;
      }
      const double x = is_gote ? kGap + 22 : left_ + width_ + kGap + 22;
      visit(piece, count, {x, stand_top(is_gote) + 24 + along * kStep});
    }
  }

  /// All kinds have room.
  static constexpr double kStep = 41, kStandHeight = kHandKinds * kStep + 7;
  [[nodiscard]] double stand_top(bool is_gote) const {
    return is_gote ? top_ : top_ + height_ - kStandHeight;
  }

  void paint_stand(Player player) {
    const bool is_gote = player == Player::second;
    canvas_.open("stand", {.fill = Ink::square});
    if (view_.is_narrow) {
      canvas_.rect({left_, is_gote ? kTitle : top_ + height_ + kGap}, width_, kFlatStand, 2);
    } else {
      canvas_.rect({is_gote ? kGap : left_ + width_ + kGap, stand_top(is_gote)}, kStand,
                   kStandHeight, 2);
    }
    canvas_.close();
  }

  /// "☖ Habu Yoshiharu", the sign being a piece.
  void paint_name(Player player) {
    const bool is_gote = player == Player::second;
    const std::size_t seat = seat_index(player);
    const double y = is_gote ? kTitle / 2 : board_.height - kTitle / 2;
    const double left = left_ + 8;
    canvas_.open(is_gote ? "white" : "black",
                 {.fill = is_gote ? Ink::white : Ink::black,
                  .stroke = is_gote ? Ink::white_rim : Ink::black_rim});
    canvas_.path(PicturePath().polygon({{left, y - 8},
                                        {left + 5, y - 5},
                                        {left + 6.5, y + 7},
                                        {left - 6.5, y + 7},
                                        {left - 5, y - 5}}));
    canvas_.close();
    const bool has_name = view_.names.size() > seat && !view_.names[seat].empty();
    const bool is_to_move = position_.to_move == player;
    std::string name = has_name ? view_.names[seat] : is_gote ? "Gote" : "Sente";
    name = fitted_text(name, (width_ - 100) / 14);
    if (is_to_move) name += has_name ? " \u00b7 to play" : " to play";
    canvas_.open_texts("name", Ink::text, 14, " text-anchor=\"start\"");
    canvas_.text({left + 13, y}, name);
    canvas_.close();
  }

  const Position& position_;
  const PictureView& view_;
  PictureCanvas& canvas_;
  PaintedBoard board_;
  PicturePath lines_;
  double left_ = 0, top_ = 0;      // of the board
  double width_ = 0, height_ = 0;  // with frame and coordinates
};

}  // namespace

PaintedBoard paint_pieces(const Position& position, const PictureView& view,
                          PictureCanvas& canvas) {
  return ShogiPainter(position, view, canvas).paint();
}

}  // namespace ludex::shogi
