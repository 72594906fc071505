#include "core/ascii.hpp"
#include "formats/cgp/cgp_splitter.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_record_reader.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/text_lines.hpp"
#include "formats/usi/usi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".usi", ".sfen", ".usen"};

constexpr Rule kRules[] = {
    {bad_syntax, "start", "position",
     "startpos, or sfen with board, side to move, hands and move number"},
    {bad_syntax, "move", "moves", "origin and destination, + for promotion: 8h2b+; drops P*5e"},
    {bad_syntax, "end", "moves", "resign or win is the last word; USEN: r, t, i, p or j"},
    {bad_syntax, "variation", "USEN", "a part begins at a ply that the line before it has"},
};

/// The first line that is no remark.
bool holds_usi(std::string_view head) {
  while (!head.empty()) {
    const std::string_view line = trimmed(take_line(head));
    if (!line.empty() && line.front() != '#') return is_usi_line(line);
  }
  return false;
}

std::string square_text(shogi::Square square) {
  return {static_cast<char>('0' + square.file), static_cast<char>('a' + square.rank - 1)};
}

std::string move_text(const ShogiPlayed& move) {
  constexpr std::string_view kDropped = " PLNSGBR";
  if (!move.from) {
    return fmt::format("{}*{}", kDropped[static_cast<std::size_t>(move.piece)],
                       square_text(move.to));
  }
  return square_text(*move.from) + square_text(move.to) + (move.promotes ? "+" : "");
}

/// Empty: USI has no word for it.
std::string_view usi_end_of(std::string_view end_word) {
  if (end_word == "投了") return "resign";
  return end_word == "入玉勝ち" || end_word == "勝ち宣言" ? "win" : std::string_view();
}

/// Counts what a line of USI does not say.
void count_losses(const ShogiGame& game, ShogiLosses& losses) {
  losses.headers += game.headers.size() + (game.start_word.empty() ? 0 : 1);
  if (!game.start_comment.empty() || !game.start_bookmark.empty()) ++losses.comments;
  std::int32_t last = -1;
  for (std::size_t i = 0; i < game.nodes.size(); ++i) {
    const ShogiNode& node = game.nodes[i];
    if (!node.comment.empty() || !node.bookmark.empty()) ++losses.comments;
    if (node.seconds) ++losses.times;
    if (node.parent != last) ++losses.variations;
    last = node.is_end ? node.parent : static_cast<std::int32_t>(i);
  }
}

/// Shogi, a game or a position a line.
class UsiFormat final : public FormatRoom, public ShogiOutput {
 public:
  UsiFormat()
      : FormatRoom({.name = "usi",
                    .title = "USI",
                    .endings = kEndings,
                    .evidence = Evidence::first_line,
                    .line_mark = {""}}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_usi(head); }
  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return is_usi_line(take_line(text));
  }
  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view) const override {
    return std::make_unique<CgpSplitter>(options.start_offset_bytes, options.max_record_bytes,
                                         Format::usi);
  }
  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return std::make_unique<ShogiRecordReader>(options, parse_usi);
  }
  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view version) const override {
    return make_shogi_writer(parse_usi, version);
  }
  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(
      Format to, std::string_view version) const override {
    return make_shogi_converter(parse_usi, to, version);
  }
  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"USI", kRules}};
  }

  [[nodiscard]] ShogiVariations variations() const override { return ShogiVariations::left_out; }
  void write_game(const ShogiGame& game, std::string& out, ShogiLosses& losses) const override {
    const bool is_even = game.handicap == "平手" && game.first_number == 1;
    out = is_even ? "position startpos"
                  : fmt::format("position sfen {} {}", sfen_of(game.start), game.first_number);
    const std::vector<ShogiPlayed> played = play_shogi(game);
    std::int32_t last = -1;
    for (std::size_t i = 0; i < game.nodes.size() && game.nodes[i].parent == last; ++i) {
      const ShogiNode& node = game.nodes[i];
      if (node.is_end) {
        const std::string_view word = usi_end_of(node.end_word);
        if (!word.empty()) {
          out += last < 0 ? " moves " : " ";
          out += word;
        } else {
          ++losses.ends;
        }
        break;
      }
      if (!played[i].is_played) break;
      if (last < 0) out += " moves";
      out += ' ';
      out += move_text(played[i]);
      last = static_cast<std::int32_t>(i);
    }
    out += '\n';
    count_losses(game, losses);
  }
};

}  // namespace

const FormatRoom& usi_format() {
  static const UsiFormat format;
  return format;
}

}  // namespace ludex
