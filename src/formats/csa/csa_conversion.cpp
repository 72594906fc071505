#include "formats/csa/csa_conversion.hpp"

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_clock_words.hpp"
#include "formats/jkf/jkf_words.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/shogi/shogi_text.hpp"
#include "formats/shogi/shogi_tree.hpp"
#include "formats/text_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// For each move the one before it on the board; kNoShogiNode: none.
std::vector<std::int32_t> moves_before(const CsaGame& game) {
  std::vector<std::int32_t> before;
  std::vector<std::int32_t> standing;
  auto taken = game.take_backs.begin();
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    for (; taken != game.take_backs.end() && taken->moves == move; ++taken) {
      standing.resize(taken->standing);
    }
    before.push_back(standing.empty() ? kNoShogiNode : standing.back());
    standing.push_back(static_cast<std::int32_t>(move));
  }
  return before;
}

void add_move(const CsaMove& move, std::int32_t parent, ShogiGame& out) {
  ShogiNode& node = out.nodes.emplace_back();
  node.parent = parent;
  node.ply = parent == kNoShogiNode ? 1 : out.nodes[static_cast<std::size_t>(parent)].ply + 1;
  node.move.to = move.to;
  node.move.from = move.from;
  node.move.player = move.player;
  node.move.drops = !move.from;
  (move.from ? node.move.piece_after : node.move.piece) = move.piece;
  node.seconds = move.seconds;
  node.comment = move.comment;
  node.offset_bytes = move.offset_bytes;
}

/// How KIF says the end; both empty: the record does not say it.
struct KifEnd {
  std::string word, line;
  [[nodiscard]] bool is_said() const { return !word.empty() || !line.empty(); }
};

/// The summary of a server may overrule the mark, or stand alone.
KifEnd end_of(const CsaGame& game, std::uint32_t plies, Player mover) {
  const std::string_view marked = kif_end_of(game.end_mark, mover);
  const GameResult& result = game.info.result;
  const auto said = find_kif_end(marked, mover);
  const bool is_said = said && said->winner == result.winner && said->by == result.by;
  if (result.from == ResultFrom::summary && result.winner != Winner::unknown && !is_said) {
    const std::string_view word = kif_end_for(result, mover);
    const auto read = find_kif_end(word, mover);
    // For a loss by perpetual check KIF has only a line: the word says an illegal move.
    if (read && (read->by == result.by || result.winner == Winner::draw)) {
      return {std::string(word), {}};
    }
    const bool is_handicap = game.info.handicap.value_or(0) > 0;
    return {{}, kif_summary({}, result, plies, mover, is_handicap)};
  }
  // A game that ends with another mark stopped there.
  return {std::string(marked.empty() && !game.end_mark.empty() ? "中断" : marked), {}};
}

/// Those that stood first: they are the main line. What is said of a move taken back belongs to the
/// move before the mark.
void add_moves(const CsaGame& game, const KifEnd& how, ShogiGame& out) {
  const std::vector<std::size_t> standing = standing_moves(game);
  std::vector<bool> stands(game.moves.size());
  for (const std::size_t move : standing) stands[move] = true;
  const std::vector<std::int32_t> before = moves_before(game);
  std::vector<std::int32_t> nodes(game.moves.size(), kNoShogiNode);
  for (const bool wanted : {true, false}) {
    for (std::size_t move = 0; move < game.moves.size(); ++move) {
      if (stands[move] != wanted) continue;
      nodes[move] = static_cast<std::int32_t>(out.nodes.size());
      const std::int32_t last = before[move];
      add_move(game.moves[move],
               last == kNoShogiNode ? kNoShogiNode : nodes[static_cast<std::size_t>(last)], out);
    }
    if (wanted && how.is_said()) {
      ShogiNode& end = out.nodes.emplace_back();
      end.parent = static_cast<std::int32_t>(standing.size()) - 1;
      end.ply = static_cast<std::uint32_t>(standing.size()) + 1;
      end.is_end = true;
      end.end_word = how.word;
      end.end_line = how.line;
      end.seconds = game.end_seconds;
    }
  }
  for (const CsaTakeBack& taken : game.take_backs) {
    join_line(taken.moves == 0
                  ? out.start_comment
                  : out.nodes[static_cast<std::size_t>(nodes[taken.moves - 1])].comment,
              taken.comment);
  }
}

void add_game(const CsaGame& game, ShogiGame& out) {
  const std::size_t moves = standing_moves(game).size();
  const Player mover = moves % 2 == 0 ? out.start.to_move : opponent(out.start.to_move);
  const KifEnd end = end_of(game, static_cast<std::uint32_t>(moves), mover);
  add_moves(game, end, out);
  std::string comment = game.end_comment;
  for (const std::string& line : game.late_lines) join_line(comment, line);
  if (!end.is_said()) {
    join_line(moves == 0 ? out.start_comment : out.nodes[moves - 1].comment, comment);
  } else {
    out.nodes[moves].comment = comment;
  }
}

/// With the clock in words, and KIF's names for keywords.
GameInfo in_words_of_kif(const GameInfo& info) {
  GameInfo named = info;
  KifClock clock = kif_clock_of(info);
  named.time_limit_raw = std::move(clock.main);
  named.overtime = std::move(clock.byoyomi);
  for (auto& [key, value] : named.properties) {
    if (key == "$END_TIME") key = "終了日時";
    if (key == "$NOTE") key = "備考";
    value = clean_text(value);
  }
  return named;
}

}  // namespace

std::optional<Problem> parse_csa_as_shogi(std::string_view record, const ShogiReadOptions& options,
                                          ShogiGame& out) {
  CsaGame game;
  if (auto problem = parse_csa(record, {.form = options.form, .charset = options.charset}, game)) {
    return problem;
  }
  reset_shogi_game(out);
  out.info = game.info;
  out.start = game.start;
  out.start_comment = game.start_comment;
  add_game(game, out);
  order_shogi_nodes(out);
  name_shogi_start(out);
  add_kif_headers(in_words_of_kif(game.info), out);
  finish_shogi_ends(out);
  return std::nullopt;
}

}  // namespace ludex
