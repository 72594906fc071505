#include "core/ascii.hpp"
#include "formats/kif/kif.hpp"
#include "formats/kif/kif_info_reader.hpp"
#include "formats/kif/kif_lines.hpp"
#include "formats/kif/kif_start_reader.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/line_record.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/shogi/shogi_text.hpp"
#include "formats/shogi/shogi_tree.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ludex {
namespace {

constexpr std::int32_t kNone = -1;
/// Steps back along lines that variations may take which do not go back from the last move read.
constexpr std::uint64_t kMostJumps = 20'000'000;

/// Reads one record in UTF-8, line by line, into a ShogiGame that is empty but for its game and
/// size.
class KifReader {
 public:
  KifReader(std::string_view text, const ShogiReadOptions& options, ShogiGame& out)
      : text_(text),
        options_(options),
        out_(out),
        reports_(text, options.max_problems, out.info.problems),
        start_(reports_),
        info_(out.info, reports_) {}

  std::optional<Problem> read() {
    TextLines lines(text_);
    while (!lines.at_end() && !too_much_) read_line(lines.take());
    if (too_much_) {
      return Problem{
          ProblemKind::too_many_nodes, kNone, reports_.offset_of(at_),
          jumps_ > kMostJumps
              ? fmt::format("variations go back and forth over more than {} moves", kMostJumps)
              : fmt::format("more than {} moves", options_.max_nodes)};
    }
    if (!start_.found() && out_.nodes.empty() && out_.headers.empty() && !separator_found_) {
      return Problem{ProblemKind::no_node, kNone, 0, "no header, no diagram and no move"};
    }
    finish();
    return std::nullopt;
  }

  [[nodiscard]] std::string_view encoding() const { return encoding_; }

 private:
  void read_line(std::string_view line) {
    at_ = line;
    if (line.empty()) return;
    switch (line.front()) {
      case '*':
        return add_note(line.substr(1), false);
      case '&':
        return add_note(trimmed_kif(line.substr(1)), true);
      case '#':
        return read_hash(line);
      case '|':
        return read_rank(line);
      case kRecordSeparator:
        return;
      default:
        break;
    }
    if (const auto found = find_kif_move_line(line)) return read_move_line(*found);
    line = trimmed_kif(line);
    if (!line.empty()) read_word(line);
  }

  /// A line that begins with no sign and no number.
  void read_word(std::string_view line) {
    if (line.starts_with("*")) return add_note(line.substr(1), false);
    if (line.starts_with("変化")) return read_variation(line);
    if (line.starts_with("まで")) return read_summary(line);
    if (line.starts_with("手数-") || line.starts_with("手数－")) {
      separator_found_ = true;
      return;
    }
    if (read_ki2_moves(line) || is_decoration(line)) return;
    if (line == "後手番" || line == "上手番") return read_turn(Player::second);
    if (line == "先手番" || line == "下手番") return read_turn(Player::first);
    const auto colon = line.find(kKifColon);
    if (colon != line.npos && colon > 0) return read_header(line, colon);
    reports_.add(ProblemKind::stray_text, line, shogi_excerpt(line));
  }

  /// What says nothing that is not said elsewhere: coordinates, borders, captions of positions.
  static bool is_decoration(std::string_view line) {
    return line.starts_with("+-") || line.starts_with("９ ８") || line.starts_with("9 8") ||
           line.starts_with("手数＝") || line.starts_with("盤面回転") || line.starts_with("---");
  }

  void read_hash(std::string_view line) {
    if (encoding_.empty()) encoding_ = kif_encoding_of(line);
  }

  void read_rank(std::string_view line) {
    if (!out_.nodes.empty()) {
      reports_.add(ProblemKind::misplaced_property, line, "a diagram after the first move",
                   "diagram");
      return;
    }
    start_.read_rank(line);
  }

  void read_turn(Player player) {
    if (!out_.nodes.empty()) return;
    start_.read_turn(player);
    out_.diagram_turn = true;
  }

  void read_header(std::string_view line, std::size_t colon) {
    const std::string_view key = trimmed_kif(line.substr(0, colon));
    const std::string_view value = trimmed_kif(line.substr(colon + kKifColon.size()));
    if (!out_.nodes.empty()) {
      reports_.add(ProblemKind::misplaced_property, line, "a header after the first move",
                   "header");
    }
    if (key == "手合割") return start_.read_handicap(value);
    if (const auto owner = owner_of_hand(key)) return start_.read_hand(*owner, value);
    std::string clean = clean_text(value);
    info_.read(key, clean, line);
    out_.headers.emplace_back(clean_text(key), std::move(clean));
  }

  static std::optional<Player> owner_of_hand(std::string_view key) {
    for (const std::string_view name : {"先手の持駒", "下手の持駒", "先手持駒", "先手の持ち駒"}) {
      if (key == name) return Player::first;
    }
    for (const std::string_view name : {"後手の持駒", "上手の持駒", "後手持駒", "後手の持ち駒"}) {
      if (key == name) return Player::second;
    }
    return std::nullopt;
  }

  void add_note(std::string_view line, bool is_bookmark) {
    ShogiNode* const node = last_ == kNone ? nullptr : &out_.nodes[static_cast<std::size_t>(last_)];
    std::string& note = is_bookmark ? (node == nullptr ? out_.start_bookmark : node->bookmark)
                                    : (node == nullptr ? out_.start_comment : node->comment);
    bool& has_note = is_bookmark ? has_bookmark_ : has_comment_;
    if (std::exchange(has_note, true)) note += '\n';
    note += clean_text(line);
  }

  void read_variation(std::string_view line) {
    std::string_view rest = line;
    while (rest.starts_with("変化")) {
      rest.remove_prefix(std::string_view("変化").size());
      skip_kif_blanks(rest);
      if (rest.starts_with(kKifColon)) rest.remove_prefix(kKifColon.size());
      if (rest.starts_with(":")) rest.remove_prefix(1);
      skip_kif_blanks(rest);
    }
    const auto ply = take_kif_number(rest);
    if (!ply || *ply == 0 || !go_back(*ply - 1)) {
      reports_.add(ProblemKind::bad_syntax, line,
                   "no line has a move before this one: the variation does not count", "variation");
      lost_ = true;
      return;
    }
    lost_ = false;
    awaits_ply_ = *ply;
  }

  /// Goes on from the move with number `ply` of the line of the last move read, else of the last
  /// line that has one.
  bool go_back(std::uint32_t ply) {
    const auto ply_of = [&](std::int32_t node) {
      return node == kNone ? 0U : out_.nodes[static_cast<std::size_t>(node)].ply;
    };
    if (ply_of(here_) < ply) {
      if (ply >= last_at_.size()) return false;
      here_ = last_at_[ply];
      jumps_ += ply;
    }
    while (ply_of(here_) > ply) {
      here_ = out_.nodes[static_cast<std::size_t>(here_)].parent;
      if (jumps_ > 0) ++jumps_;
    }
    too_much_ = too_much_ || jumps_ > kMostJumps;
    ended_ = false;
    return true;
  }

  void read_move_line(const KifMoveLine& line) {
    if (lost_) return;
    std::string_view text = line.move;
    const std::uint32_t next = ply_here() + 1;
    const std::uint32_t wanted = std::exchange(awaits_ply_, 0);
    // A number that was there before begins a variation, too.
    const bool branches = wanted == 0 && line.ply < next && line.ply > 0 && go_back(line.ply - 1);
    if (!branches && wanted == 0 && line.ply != next && !ended_) {
      reports_.add(ProblemKind::bad_number, at_,
                   fmt::format("move {} is numbered {}", next, line.ply), "ply");
    }
    ShogiMove move;
    const bool is_move = take_kif_move(text, last_square(), move);
    if (ended_) return report_late();
    if (!is_move && read_end(text)) return;
    ShogiNode& node = add_move(move, is_move);
    if (!is_move) {
      reports_.add(ProblemKind::bad_syntax, at_, shogi_excerpt(trimmed_kif(at_)), "move");
      return;
    }
    read_rest(text, node);
  }

  void report_late() {
    if (std::exchange(late_, true)) return;
    reports_.add(ProblemKind::bad_syntax, at_, "moves after the end of a line do not count", "end");
  }

  /// What stands after a move or an end word: the time, and perhaps "+".
  void read_rest(std::string_view text, ShogiNode& node) {
    skip_kif_blanks(text);
    if (text.starts_with("(") || text.starts_with("（")) {
      node.seconds = take_kif_time(text);
      if (!node.seconds) {
        reports_.add(ProblemKind::bad_time, text, shogi_excerpt(text));
        return;
      }
    }
    skip_kif_blanks(text);
    if (text.starts_with("+")) text.remove_prefix(1);
    text = trimmed_kif(text);
    if (!text.empty()) reports_.add(ProblemKind::bad_syntax, text, shogi_excerpt(text), "move");
  }

  /// An end word, and the time after it.
  bool read_end(std::string_view text) {
    std::size_t end = std::min(text.find_first_of(" \t(+"), text.size());
    end = std::min(end, text.find(kKifBlank));
    const std::string_view word = text.substr(0, end);
    if (!find_kif_end(word, Player::first) || word == kMaxMovesEnd) return false;
    ShogiNode& node = add_end();
    node.end_word = word == "Time-up" || word == "時間切れ" ? "切れ負け"
                    : word == "詰"                          ? "詰み"
                                                            : word;
    read_rest(text.substr(word.size()), node);
    return true;
  }

  /// Moves of KI2. \returns false where the line begins with none
  bool read_ki2_moves(std::string_view line) {
    bool any = false;
    while (!line.empty()) {
      const std::string_view at = line;
      ShogiMove move;
      const bool is_move = take_kif_move(line, last_square(), move);
      const bool has_mark = is_move ? move.player.has_value() : take_kif_mark(line).has_value();
      if (!has_mark && !(any && is_move)) {
        if (!any) return false;
        reports_.add(ProblemKind::bad_syntax, at, shogi_excerpt(at), "move");
        return true;
      }
      any = true;
      if (lost_) return true;
      if (ended_) {
        report_late();
        return true;
      }
      awaits_ply_ = 0;
      ShogiNode& node = add_move(move, is_move);
      node.offset_bytes = reports_.offset_of(at);
      if (!is_move) {
        reports_.add(ProblemKind::bad_syntax, at, shogi_excerpt(at), "move");
        return true;
      }
      skip_kif_blanks(line);
      if (line.starts_with("(")) node.seconds = take_kif_time(line);
      skip_kif_blanks(line);
    }
    return any;
  }

  /// "まで112手で後手の勝ち": repeats an end word; of KI2 it is all that says how a game ended.
  void read_summary(std::string_view line) {
    if (lost_) return;
    if (ended_ && last_ != kNone) {
      std::string& kept = out_.nodes[static_cast<std::size_t>(last_)].end_line;
      if (kept.empty()) kept = clean_text(line);
      return;
    }
    ShogiNode& node = add_end();
    node.end_line = clean_text(line);
  }

  /// A node after the current one.
  ShogiNode& add_node() {
    ShogiNode& node = out_.nodes.emplace_back();
    node.parent = here_;
    node.ply = ply_here() + 1;
    node.offset_bytes = reports_.offset_of(at_);
    too_much_ = too_much_ || out_.nodes.size() > options_.max_nodes;
    last_ = static_cast<std::int32_t>(out_.nodes.size()) - 1;
    has_comment_ = has_bookmark_ = false;
    return node;
  }

  ShogiNode& add_move(const ShogiMove& move, bool is_readable) {
    ShogiNode& node = add_node();
    node.move = move;
    node.is_readable = is_readable;
    here_ = last_;
    if (last_at_.size() <= node.ply) last_at_.resize(node.ply + 1, kNone);
    last_at_[node.ply] = last_;
    return node;
  }

  ShogiNode& add_end() {
    ShogiNode& node = add_node();
    node.is_end = true;
    ended_ = true;
    return node;
  }

  [[nodiscard]] const ShogiNode* node_here() const {
    return here_ == kNone ? nullptr : &out_.nodes[static_cast<std::size_t>(here_)];
  }
  [[nodiscard]] std::uint32_t ply_here() const { return here_ == kNone ? 0 : node_here()->ply; }
  [[nodiscard]] std::optional<shogi::Square> last_square() const {
    const ShogiNode* const node = node_here();
    return node == nullptr ? std::nullopt : std::optional(node->move.to);
  }

  void finish() {
    const ShogiNode* const first = out_.nodes.empty() ? nullptr : &out_.nodes.front();
    start_.finish(first == nullptr ? std::nullopt : first->move.player, out_.start);
    finish_start();
    info_.finish();
    finish_shogi_ends(out_);
    join_line(out_.info.comment, out_.start_comment);
  }

  void finish_start() {
    const KifHandicap* const standing = start_.standing_handicap();
    const Player usual =
        standing != nullptr && standing->pieces > 0 ? Player::second : Player::first;
    const bool has_name = standing != nullptr && out_.start.to_move == usual;
    out_.handicap = has_name ? std::string(standing->name) : std::string();
    if (standing != nullptr && standing->pieces > 0) out_.info.handicap = standing->pieces;
    if (!start_.handicap().empty() && start_.handicap() != "平手") {
      out_.info.properties.emplace_back("手合割", clean_text(start_.handicap()));
    }
    out_.start_word = start_word_of(trimmed_kif(clean_text(start_.handicap())));
    if (start_.kings() < 2 || info_.is_problem() || start_.handicap() == "詰将棋") {
      out_.info.kind = GameKind::problem;
    } else if (first_move() == nullptr && start_.has_diagram() && standing == nullptr) {
      out_.info.kind = GameKind::position;
    }
  }

  [[nodiscard]] const ShogiNode* first_move() const {
    const auto found =
        std::ranges::find_if(out_.nodes, [](const ShogiNode& node) { return !node.is_end; });
    return found == out_.nodes.end() ? nullptr : &*found;
  }

  std::string_view text_;
  const ShogiReadOptions& options_;
  ShogiGame& out_;
  LineReports reports_;
  KifStartReader start_;
  KifInfoReader info_;
  std::string_view at_;                // the line
  std::string_view encoding_;          // as declared
  std::vector<std::int32_t> last_at_;  // by ply, the last move read
  std::int32_t here_ = kNone;          // the move that the next one follows
  std::int32_t last_ = kNone;          // the node that notes belong to
  std::uint32_t awaits_ply_ = 0;       // the first of a variation; 0: none
  std::uint64_t jumps_ = 0;
  bool has_comment_ = false, has_bookmark_ = false;  // of last_
  bool separator_found_ = false;
  bool ended_ = false;  // the line has an end
  bool lost_ = false;   // in a variation that belongs nowhere
  bool late_ = false;
  bool too_much_ = false;
};

}  // namespace

std::optional<Problem> parse_kif(std::string_view record, const ShogiReadOptions& options,
                                 ShogiGame& out) {
  reset_shogi_game(out);
  return read_decoded(record, options, out, [&](std::string_view utf8, std::string_view& declared) {
    KifReader reader(utf8, options, out);
    std::optional<Problem> reject = reader.read();
    declared = reader.encoding();
    return reject;
  });
}

}  // namespace ludex
