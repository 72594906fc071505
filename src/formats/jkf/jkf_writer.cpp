#include "formats/jkf/jkf.hpp"
#include "formats/jkf/jkf_words.hpp"
#include "formats/kif/kif_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// Appends a string of JSON. \pre valid UTF-8
void append_json(std::string_view utf8, std::string& out) {
  out += '"';
  for (const char c : utf8) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

class JkfWriter {
 public:
  JkfWriter(const ShogiGame& game, std::string& out, ShogiLosses& losses)
      : game_(game), out_(out), losses_(losses), played_(play_shogi(game)) {}

  void write() {
    find_places();
    out_ = "{\"header\":{";
    write_headers();
    out_ += "},\"initial\":{";
    write_start();
    out_ += "},\"moves\":[{";
    write_comments(0, false);
    out_ += '}';
    write_lines();
    out_ += "]}\n";
  }

 private:
  static std::size_t index(std::int32_t node) { return static_cast<std::size_t>(node); }
  [[nodiscard]] const ShogiNode& node(std::int32_t at) const { return game_.nodes[index(at)]; }

  /// Which move each node follows, without those that cannot be played; what is said of these is
  /// said of the move before them.
  void find_places() {
    const std::size_t count = game_.nodes.size();
    first_.assign(count + 1, kNoShogiNode);
    next_.assign(count, kNoShogiNode);
    totals_.assign(count, 0);
    kept_.assign(count, kNoShogiNode);
    notes_.assign(count + 1, {});
    notes_[0].push_back(kNoShogiNode);
    std::vector<std::int32_t> last(count + 1, kNoShogiNode);
    for (std::size_t i = 0; i < count; ++i) {
      const ShogiNode& now = game_.nodes[i];
      const auto at = static_cast<std::int32_t>(i);
      const std::int32_t parent =
          now.parent == kNoShogiNode ? kNoShogiNode : kept_[index(now.parent)];
      kept_[i] = now.is_end || played_[i].is_played ? at : parent;
      notes_[index(kept_[i] + 1)].push_back(at);
      if (kept_[i] != at) continue;
      std::int32_t& before = last[index(parent + 1)];
      (before == kNoShogiNode ? first_[index(parent + 1)] : next_[index(before)]) = at;
      before = at;
      parents_.resize(count, kNoShogiNode);
      parents_[i] = parent;
      const std::int32_t own_before =
          parent == kNoShogiNode ? kNoShogiNode : parents_[index(parent)];
      totals_[i] =
          whole_seconds(now) + (own_before == kNoShogiNode ? 0 : totals_[index(own_before)]);
    }
  }

  static std::uint64_t whole_seconds(const ShogiNode& node) {
    return static_cast<std::uint64_t>(node.seconds.value_or(0));
  }

  /// Each key once: a second value is joined to the first.
  void write_headers() {
    std::vector<std::pair<std::string, std::string>> headers;
    if (!game_.start_word.empty()) headers.emplace_back("手合割", game_.start_word);
    std::unordered_map<std::string_view, std::size_t> places;
    for (const auto& [key, value] : game_.headers) {
      const auto [found, is_new] = places.try_emplace(key, headers.size());
      if (is_new) {
        headers.emplace_back(key, value);
      } else if (std::string& first = headers[found->second].second; first != value) {
        first += " / " + value;
      }
    }
    for (const auto& [key, value] : headers) {
      if (out_.back() != '{') out_ += ',';
      append_json(key, out_);
      out_ += ':';
      append_json(value, out_);
    }
  }

  void write_start() {
    // Programs of others do not know the handicaps of three, five and seven pieces.
    const int pieces = game_.info.handicap.value_or(0);
    const bool is_rare = pieces == 3 || pieces == 5 || pieces == 7;
    const std::string_view preset = preset_of(game_.handicap);
    if (!preset.empty() && !is_rare) {
      fmt::format_to(std::back_inserter(out_), "\"preset\":\"{}\"", preset);
      return;
    }
    fmt::format_to(std::back_inserter(out_),
                   "\"preset\":\"OTHER\",\"data\":{{\"color\":{},\"board\":[",
                   color(game_.start.to_move));
    write_board();
    out_ += "],\"hands\":[";
    write_hand(0);
    out_ += ',';
    write_hand(1);
    out_ += "]}";
  }

  void write_board() {
    std::array<std::array<std::string, shogi::kSide>, shogi::kSide> cells;
    for (const ShogiPiece& piece : game_.start.pieces) {
      cells[piece.square.file - 1U][piece.square.rank - 1U] = fmt::format(
          "{{\"color\":{},\"kind\":\"{}\"}}", color(piece.owner), shogi::csa_name(piece.piece));
    }
    for (std::size_t file = 0; file < cells.size(); ++file) {
      out_ += file == 0 ? "[" : ",[";
      for (std::size_t rank = 0; rank < cells.size(); ++rank) {
        if (rank > 0) out_ += ',';
        out_ += cells[file][rank].empty() ? "{}" : cells[file][rank];
      }
      out_ += ']';
    }
  }

  void write_hand(std::size_t seat) {
    out_ += '{';
    for (std::size_t kind = 0; kind < shogi::kHandKinds; ++kind) {
      fmt::format_to(std::back_inserter(out_), "{}\"{}\":{}", kind == 0 ? "" : ",",
                     shogi::csa_name(static_cast<shogi::Piece>(kind + 1)),
                     game_.start.hands[seat][kind]);
    }
    out_ += '}';
  }

  static int color(Player player) { return player == Player::first ? 0 : 1; }

  [[nodiscard]] bool continues_line(std::int32_t at) const {
    return first_[index(parents_[index(at)] + 1)] == at;
  }

  /// A line's entries, each with the lines that leave there inside it.
  void write_lines() {
    struct Fork {
      std::int32_t entry, line;
    };
    std::vector<Fork> open;
    std::int32_t at = first_[0];
    for (;;) {
      while (at != kNoShogiNode) {
        write_entry(at);
        const std::int32_t fork = continues_line(at) ? next_[index(at)] : kNoShogiNode;
        if (fork != kNoShogiNode) {
          out_ += ",\"forks\":[[";
          open.push_back({at, fork});
          at = fork;
          continue;
        }
        out_ += '}';
        at = first_[index(at + 1)];
      }
      if (open.empty()) return;
      Fork& fork = open.back();
      fork.line = next_[index(fork.line)];
      at = fork.line;
      if (at != kNoShogiNode) {
        out_ += "],[";
        continue;
      }
      out_ += "]]}";
      at = first_[index(fork.entry + 1)];
      open.pop_back();
    }
  }

  /// Without the bracket at its end.
  void write_entry(std::int32_t at) {
    if (out_.back() != '[') out_ += ',';
    out_ += '{';
    if (node(at).is_end) {
      write_end(at);
    } else {
      write_move(at);
    }
    if (node(at).seconds) write_time(at);
    write_comments(index(at) + 1, true);
  }

  void write_end(std::int32_t at) {
    const ShogiNode& end = node(at);
    const Player mover = end.ply % 2 == 1 ? game_.start.to_move : opponent(game_.start.to_move);
    out_ += "\"special\":";
    // A win of unknown kind, as PSN has it: CSA has a word only where the loser is to move.
    const Winner other = mover == Player::first ? Winner::second : Winner::first;
    const bool is_lost = end.result.by == WinBy::unknown && end.result.winner == other;
    const std::string_view word =
        end.end_word.empty() && is_lost ? "投了" : std::string_view(end.end_word);
    append_json(word.empty() ? end.end_line : special_of(word, mover), out_);
  }

  void write_move(std::int32_t at) {
    const ShogiPlayed& move = played_[index(at)];
    const std::int32_t before = parents_[index(at)];
    const bool is_same =
        before != kNoShogiNode && !node(before).is_end && played_[index(before)].to == move.to;
    fmt::format_to(std::back_inserter(out_), "\"move\":{{\"color\":{}", color(move.player));
    if (move.from) write_square("from", *move.from);
    write_square("to", move.to);
    fmt::format_to(std::back_inserter(out_), ",\"piece\":\"{}\"", shogi::csa_name(move.piece));
    if (is_same) out_ += ",\"same\":true";
    if (move.promotes || move.could_promote) {
      out_ += move.promotes ? ",\"promote\":true" : ",\"promote\":false";
    }
    if (move.taken != shogi::Piece::none) {
      fmt::format_to(std::back_inserter(out_), ",\"capture\":\"{}\"", shogi::csa_name(move.taken));
    }
    if (const std::string words = relative_of(move); !words.empty()) {
      fmt::format_to(std::back_inserter(out_), ",\"relative\":\"{}\"", words);
    }
    out_ += '}';
  }

  void write_square(std::string_view name, shogi::Square square) {
    fmt::format_to(std::back_inserter(out_), ",\"{}\":{{\"x\":{},\"y\":{}}}", name, square.file,
                   square.rank);
  }

  static std::string relative_of(const ShogiPlayed& move) {
    constexpr std::string_view kLetters = "RLUDMC";  // in the order of the bits of shogi_relative
    std::string words = move.ambiguous_drop ? "H" : "";
    for (std::size_t bit = 0; bit < kLetters.size(); ++bit) {
      if ((move.relative >> bit & 1) != 0) words += kLetters[bit];
    }
    return words;
  }

  void write_time(std::int32_t at) {
    const double seconds = *node(at).seconds;
    if (seconds != std::floor(seconds)) ++losses_.rounded_times;
    const std::uint64_t now = whole_seconds(node(at));
    const std::uint64_t total = totals_[index(at)];
    fmt::format_to(
        std::back_inserter(out_),
        ",\"time\":{{\"now\":{{\"m\":{},\"s\":{}}},\"total\":{{\"h\":{},\"m\":{},\"s\":{}}}}}",
        now / 60, now % 60, total / 3600, total / 60 % 60, total % 60);
  }

  /// \param place  0: the start, n: of node n - 1
  void write_comments(std::size_t place, bool after_others) {
    std::string lines;
    for (const std::int32_t at : notes_[place]) {
      append_lines({}, at == kNoShogiNode ? game_.start_comment : node(at).comment, lines);
      append_lines("&", at == kNoShogiNode ? game_.start_bookmark : node(at).bookmark, lines);
    }
    if (lines.empty()) return;
    out_ += after_others ? ",\"comments\":[" : "\"comments\":[";
    out_ += lines;
    out_ += ']';
  }

  static void append_lines(std::string_view mark, std::string_view text, std::string& lines) {
    if (text.empty()) return;
    for (;;) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (!lines.empty()) lines += ',';
      append_json(std::string(mark) + std::string(text.substr(0, end)), lines);
      if (end == text.size()) return;
      text.remove_prefix(end + 1);
    }
  }

  const ShogiGame& game_;
  std::string& out_;
  ShogiLosses& losses_;
  std::vector<ShogiPlayed> played_;
  // By node, or by node + 1 where the start has a place, too:
  std::vector<std::int32_t> first_, next_, parents_, kept_;
  std::vector<std::uint64_t> totals_;
  std::vector<std::vector<std::int32_t>> notes_;
};

}  // namespace

void write_jkf(const ShogiGame& game, std::string& out, ShogiLosses& losses) {
  JkfWriter(game, out, losses).write();
}

}  // namespace ludex
