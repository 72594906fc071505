#include "core/shogi.hpp"
#include "formats/kif/kif.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using shogi::Piece;

constexpr std::pair<std::uint8_t, std::string_view> kRelativeNames[] = {
    {shogi_relative::kRight, "右"},    {shogi_relative::kLeft, "左"},
    {shogi_relative::kUp, "上"},       {shogi_relative::kDown, "引"},
    {shogi_relative::kSideways, "寄"}, {shogi_relative::kStraight, "直"}};

/// "７六歩", "同　銀".
std::string square_and_piece(const ShogiPlayed& move, bool is_same) {
  std::string text = "同　";
  if (!is_same) {
    text = fmt::format("{}{}", kif_wide_digit(move.to.file), kif_rank_name(move.to.rank));
  }
  return text += kif_piece_name(move.piece);
}

class KifWriter {
 public:
  KifWriter(const ShogiGame& game, KifDialect dialect, ShogiLosses& losses)
      : game_(game), dialect_(dialect), losses_(losses), played_(play_shogi(game)) {}

  std::string write() {
    find_totals();
    for (const auto& [key, value] : game_.headers) write_header(key, value);
    write_start();
    if (dialect_ == KifDialect::kif) line("手数----指手---------消費時間--");
    write_notes(game_.start_comment, game_.start_bookmark);
    write_nodes();
    end_row();
    return std::move(text_);
  }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  /// Other formats have keys that KIF would take for something else: those become remarks.
  void write_header(const std::string& key, const std::string& value) {
    ShogiGame read;
    const std::string text = fmt::format("{}{}{}", key, kKifColon, value);
    const bool is_header =
        is_kif_key(key) || (!parse_kif(text, {}, read) && read.nodes.empty() &&
                            read.headers.size() == 1 && read.info.problems.empty());
    line("{}{}", is_header ? "" : "# ", text);
  }

  void write_start() {
    // Programs of others do not know the handicaps of three, five and seven pieces.
    const int pieces = game_.info.handicap.value_or(0);
    const bool is_rare = pieces == 3 || pieces == 5 || pieces == 7;
    const bool has_word = !game_.start_word.empty();
    if (!game_.handicap.empty() && !is_rare && (!has_word || pieces == 0)) {
      return line("手合割：{}", has_word ? game_.start_word : game_.handicap);
    }
    line("手合割：{}", has_word ? game_.start_word : "その他");
    line("後手の持駒：{}", hand_text(1));
    line("  ９ ８ ７ ６ ５ ４ ３ ２ １");
    line("+---------------------------+");
    write_board();
    line("+---------------------------+");
    line("先手の持駒：{}", hand_text(0));
    line("{}手番", game_.start.to_move == Player::first ? "先" : "後");
  }

  [[nodiscard]] std::string hand_text(std::size_t seat) const {
    std::string text;
    const auto& hand = game_.start.hands[seat];
    for (std::size_t kind = hand.size(); kind-- > 0;) {
      if (hand[kind] == 0) continue;
      if (!text.empty()) text += kKifBlank;
      text += kif_piece_name(static_cast<Piece>(kind + 1));
      if (hand[kind] > 1) text += kif_count_name(hand[kind]);
    }
    return text.empty() ? "なし" : text;
  }

  void write_board() {
    std::array<std::array<std::string, shogi::kSide>, shogi::kSide> cells;
    for (auto& rank : cells) rank.fill(" ・");
    for (const ShogiPiece& piece : game_.start.pieces) {
      cells[piece.square.rank - 1U][piece.square.file - 1U] =
          fmt::format("{}{}", piece.owner == Player::first ? ' ' : 'v', kif_cell_name(piece.piece));
    }
    for (std::size_t rank = 0; rank < cells.size(); ++rank) {
      text_ += '|';
      for (std::size_t file = cells.size(); file-- > 0;) text_ += cells[rank][file];
      line("|{}", kif_rank_name(static_cast<int>(rank) + 1));
    }
  }

  void write_nodes() {
    std::int32_t last = -1;  // the move that was written last
    bool ended = false;
    for (std::size_t i = 0; i < game_.nodes.size(); ++i) {
      const ShogiNode& node = game_.nodes[i];
      if (!node.is_end && !played_[i].is_played) {
        hide(node);
        continue;
      }
      if (node.parent != last || ended) begin_variation(node);
      ended = node.is_end;
      if (node.is_end) {
        write_end(node);
      } else {
        write_move(i);
      }
      last = node.is_end ? node.parent : static_cast<std::int32_t>(i);
      write_notes(node.comment, node.bookmark);
    }
  }

  /// A move that cannot be played is written nowhere; what is said of it stays with the one before.
  void hide(const ShogiNode& node) { write_notes(node.comment, node.bookmark); }

  void begin_variation(const ShogiNode& node) {
    end_row();
    line("\n変化：{}手", node.ply);
  }

  void write_notes(std::string_view comment, std::string_view bookmark) {
    if (comment.empty() && bookmark.empty()) return;
    end_row();
    write_lines('*', comment);
    write_lines('&', bookmark);
  }

  void write_lines(char mark, std::string_view text) {
    if (text.empty()) return;
    for (;;) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line("{}{}", mark, text.substr(0, end));
      if (end == text.size()) return;
      text.remove_prefix(end + 1);
    }
  }

  [[nodiscard]] Player mover_at(const ShogiNode& node) const {
    return node.ply % 2 == 1 ? game_.start.to_move : opponent(game_.start.to_move);
  }

  [[nodiscard]] bool is_same_square(std::size_t i) const {
    const std::int32_t before = game_.nodes[i].parent;
    return before >= 0 && played_[static_cast<std::size_t>(before)].to == played_[i].to;
  }

  void write_move(std::size_t i) {
    const ShogiPlayed& move = played_[i];
    if (dialect_ == KifDialect::ki2) return write_ki2_move(move, is_same_square(i));
    std::string text = square_and_piece(move, is_same_square(i));
    if (move.promotes) text += "成";
    text += move.from ? fmt::format("({}{})", move.from->file, move.from->rank) : "打";
    write_numbered(game_.nodes[i], text);
  }

  void write_numbered(const ShogiNode& node, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "{:4} {}", node.ply, text);
    if (node.seconds) write_time(node);
    text_ += '\n';
  }

  static std::uint64_t whole_seconds(const ShogiNode& node) {
    return static_cast<std::uint64_t>(node.seconds.value_or(0));
  }

  /// By node, what its player has spent on the way to it.
  void find_totals() {
    totals_.reserve(game_.nodes.size());
    const auto parent_of = [&](std::int32_t node) {
      return node == kNoShogiNode ? node : game_.nodes[static_cast<std::size_t>(node)].parent;
    };
    for (const ShogiNode& node : game_.nodes) {
      const std::int32_t own_before = parent_of(node.parent);
      totals_.push_back(
          whole_seconds(node) +
          (own_before == kNoShogiNode ? 0 : totals_[static_cast<std::size_t>(own_before)]));
    }
  }

  void write_time(const ShogiNode& node) {
    const std::uint64_t spent = whole_seconds(node);
    const std::uint64_t total = totals_[static_cast<std::size_t>(&node - game_.nodes.data())];
    if (*node.seconds != std::floor(*node.seconds)) ++losses_.rounded_times;
    fmt::format_to(std::back_inserter(text_), "   ({:2}:{:02}/{:02}:{:02}:{:02})", spent / 60,
                   spent % 60, total / 3600, total / 60 % 60, total % 60);
  }

  void write_ki2_move(const ShogiPlayed& move, bool is_same) {
    if (in_row_ == kMovesInRow) end_row();
    if (in_row_++ > 0) text_ += "    ";
    text_ += move.player == Player::first ? "▲" : "△";
    text_ += ki2_move_text(move, is_same);
  }

  void write_end(const ShogiNode& node) {
    end_row();
    if (node.end_word == kMaxMovesEnd) ++losses_.long_draws;
    const std::string_view word = word_of(node);
    const bool writes_word = dialect_ == KifDialect::kif && !word.empty();
    if (writes_word) write_numbered(node, word);
    if (!node.end_line.empty() && (writes_word || says_the_end(node))) {
      // Other formats have the words after まで alone.
      if (node.end_line.starts_with("まで")) return line("{}", node.end_line);
      return line("まで{}手で{}", node.ply - 1, node.end_line);
    }
    if (dialect_ == KifDialect::kif) return;
    const bool is_handicap = game_.info.handicap.value_or(0) > 0;
    line("{}", kif_summary(node.end_word, node.result, node.ply - 1, mover_at(node), is_handicap));
  }

  /// Readers take the word from the line まで where there is none: PSN has a win of unknown kind.
  [[nodiscard]] std::string_view word_of(const ShogiNode& node) const {
    if (node.end_word == kMaxMovesEnd) return "引き分け";
    if (!node.end_word.empty()) return node.end_word;
    GameResult said;
    return read_kif_summary(node.end_line, mover_at(node), said);
  }

  /// In KI2 only the line まで gives the result; some contradict the end word, which counts.
  [[nodiscard]] bool says_the_end(const ShogiNode& node) const {
    GameResult said;
    (void)read_kif_summary(node.end_line, mover_at(node), said);
    return node.end_word.empty() ||
           (said.winner == node.result.winner && said.by == node.result.by);
  }

  /// Ends a row of moves of KI2.
  void end_row() {
    if (in_row_ > 0) text_ += '\n';
    in_row_ = 0;
  }

  static constexpr int kMovesInRow = 6;

  const ShogiGame& game_;
  KifDialect dialect_;
  ShogiLosses& losses_;
  std::vector<ShogiPlayed> played_;
  std::vector<std::uint64_t> totals_;  // by node
  int in_row_ = 0;
  std::string text_;
};

}  // namespace

std::string ki2_move_text(const ShogiPlayed& move, bool is_same) {
  std::string text = square_and_piece(move, is_same);
  for (const auto& [bit, name] : kRelativeNames) {
    if ((move.relative & bit) != 0) text += name;
  }
  if (move.promotes) text += "成";
  if (move.could_promote && !move.promotes) text += "不成";
  if (move.ambiguous_drop) text += "打";
  // No word names a piece that does not move so.
  if (move.is_unreachable) text += fmt::format("({}{})", move.from->file, move.from->rank);
  return text;
}

std::string write_kif(const ShogiGame& game, KifDialect dialect, ShogiLosses* losses) {
  ShogiLosses own;
  return KifWriter(game, dialect, losses == nullptr ? own : *losses).write();
}

}  // namespace ludex
