#include "formats/jkf/jkf_moves.hpp"

#include "formats/jkf/jkf_words.hpp"
#include "formats/shogi/shogi_text.hpp"

#include <algorithm>
#include <cmath>

namespace ludex {
namespace {

using enum ProblemKind;
using shogi::Piece;

void join_with(std::string& lines, bool& any, std::string_view line) {
  if (std::exchange(any, true)) lines += '\n';
  lines += line;
}

}  // namespace

std::optional<shogi::Square> JkfSquare::square() const {
  const auto fits = [](double n) { return n >= 1 && n <= shogi::kSide && n == std::floor(n); };
  if (!fits(x) || !fits(y)) return std::nullopt;
  return shogi::Square{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
}

void JkfEntry::add_comment(const std::string& line) {
  if (line.starts_with("&")) {
    join_with(bookmark, has_bookmark, clean_text(line.substr(1)));
  } else {
    join_with(comment, has_comment, clean_text(line, true));
  }
}

void JkfEntry::add_relative(std::string_view letters) {
  constexpr std::string_view kLetters = "RLUDMC";  // in the order of the bits of shogi_relative
  for (const char letter : letters) {
    has_relative = true;
    if (letter == 'H') is_hit = true;
    const auto bit = kLetters.find(letter);
    if (bit != kLetters.npos) relative |= static_cast<std::uint8_t>(1U << bit);
  }
}

void JkfMoves::begin_entry(std::size_t offset_bytes) {
  if (entry_stack_.size() == entries_) entry_stack_.emplace_back();
  ++entries_;
  JkfEntry& now = entry();
  now = {};
  now.parent = lines_.back();
  now.offset_bytes = offset_bytes;
  // Its variations come before it is known: this keeps it in front of them.
  now.node = static_cast<std::int32_t>(out_.nodes.size());
  ShogiNode& node = out_.nodes.emplace_back();
  node.parent = now.parent;
  node.offset_bytes = now.offset_bytes;
}

void JkfMoves::end_entry() {
  JkfEntry& now = entry();
  --entries_;
  if (now.has_move) {
    set_move(now);
    lines_.back() = now.node;
  }
  if (!now.special.empty()) set_end(now);
  give_notes(now);
}

std::string_view JkfMoves::text_at(std::uint64_t offset_bytes) const {
  return text_.substr(std::min<std::size_t>(offset_bytes, text_.size()));
}

void JkfMoves::set_move(const JkfEntry& now) {
  ShogiNode& node = node_at(now.node);
  node.ply = ply_after(now.parent);
  ShogiMove& move = node.move;
  const auto from = now.from.square();
  auto to = now.to.square();
  if (!to && now.same && now.parent != kNoShogiNode && !now.to.is_written()) {
    to = node_at(now.parent).move.to;
  }
  const auto piece = shogi::find_csa_piece(now.piece);
  if (!to || (now.from.is_written() && !from) || (!piece && !now.piece.empty()) ||
      (!piece && !from)) {
    node.is_readable = false;
    reports_.add(bad_syntax, text_at(now.offset_bytes),
                 "no origin, destination or piece that shogi has", "move");
    return;
  }
  move.to = *to;
  move.from = from;
  move.piece = piece.value_or(Piece::none);
  move.promotes = now.promotes;
  move.stays = now.stays;
  move.relative = from ? 0 : now.relative;
  // What KI2 says of a move that names no origin is no drop.
  move.drops = !from && (now.is_hit || !now.has_relative);
  if (now.color) colors_.emplace_back(now.node, *now.color);
}

void JkfMoves::set_end(JkfEntry& now) {
  if (now.has_move) {
    now.node = static_cast<std::int32_t>(out_.nodes.size());
    out_.nodes.emplace_back();
  }
  ShogiNode& node = node_at(now.node);
  node.parent = lines_.back();
  node.ply = ply_after(node.parent);
  node.offset_bytes = now.offset_bytes;
  node.is_end = true;
  node.end_word = std::move(now.special);  // turned into KIF's when it is known who began
}

/// Comments of an entry that is neither move nor end belong to the move before it.
void JkfMoves::give_notes(JkfEntry& now) {
  const bool has_node = now.has_move || node_at(now.node).is_end;
  const std::int32_t to = has_node ? now.node : now.parent;
  std::string& comment = to == kNoShogiNode ? out_.start_comment : node_at(to).comment;
  std::string& bookmark = to == kNoShogiNode ? out_.start_bookmark : node_at(to).bookmark;
  if (has_node) {
    node_at(to).seconds = now.seconds;
    comment = std::move(now.comment);
    bookmark = std::move(now.bookmark);
  } else {
    join_line(comment, now.comment);
    join_line(bookmark, now.bookmark);
  }
}

void JkfMoves::check_colors() {
  std::optional<Player> first;
  for (const auto& [node, color] : colors_) {
    const bool begins = node_at(node).ply % 2 == 1;
    const Player beginner = begins ? color : opponent(color);
    if (!first) first = beginner;
    if (*first == beginner) continue;
    return reports_.add(bad_value, text_at(node_at(node).offset_bytes),
                        "the color of another player's move", "color");
  }
}

void JkfMoves::finish_words() {
  for (ShogiNode& node : out_.nodes) {
    if (!node.is_end) continue;
    const Player mover = node.ply % 2 == 1 ? out_.start.to_move : opponent(out_.start.to_move);
    const std::string_view word = kif_end_of(node.end_word, mover);
    if (!word.empty()) {
      node.end_word = word;
      continue;
    }
    if (!node.end_word.starts_with("まで")) {
      reports_.add(bad_result, text_at(node.offset_bytes), node.end_word, "special");
    }
    node.end_line = std::exchange(node.end_word, {});
  }
}

}  // namespace ludex
