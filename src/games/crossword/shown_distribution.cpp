#include "games/crossword/gcg_checks.hpp"

#include "formats/gcg/gcg.hpp"
#include "games/crossword/scored_board.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace ludex::crossword {
namespace {

/// So many more scores must be right by another set to say that tiles are not English ones though
/// they could be: a single wrong score is a wrong score.
constexpr std::size_t kClearlyMore = 2;

/// How well a set goes with a game's tiles and scores.
struct Fit {
  bool holds_all = true;  // every tile that the game shows is one of the set
  std::size_t plays = 0;  // that have a score
  std::size_t right = 0;  // those whose score the set gives

  /// Nine scores of ten, or all but one.
  [[nodiscard]] bool is_good() const {
    const bool all_but_one = right >= 2 && plays - right <= 1;
    return holds_all && (right * 10 >= plays * 9 || all_but_one);
  }
  [[nodiscard]] bool is_clearly_better_than(const Fit& other) const {
    return is_good() && plays > 0 && (!other.holds_all || right >= other.right + kClearlyMore);
  }
};

/// Tries a set on the events of a game, up to the first play that cannot be made.
class FitFinder {
 public:
  FitFinder(const GcgGame& game, const BoardLayout& layout, const LetterDistribution& distribution)
      : game_(game), layout_(layout), set_(&distribution), board_(layout.size) {}

  Fit find() {
    for (const GcgEvent& event : game_.events) {
      see(set_.read_rack(event.rack));
      if (event.kind == GcgEventKind::exchange && !is_count(event.tiles)) {
        see(set_.read_rack(event.tiles));
      }
      if (event.kind == GcgEventKind::end_rack) see(set_.read_rack(event.tiles));
      if (event.kind == GcgEventKind::withdrawal) take_back();
      if (event.kind == GcgEventKind::play && !play(event)) break;
      if (!fit_.holds_all) break;
    }
    return fit_;
  }

 private:
  static bool is_count(const std::string& tiles) {
    return !tiles.empty() && tiles.front() >= '0' && tiles.front() <= '9';
  }

  void see(const std::optional<std::vector<TileCode>>& tiles) {
    if (!tiles) return;
    for (const TileCode code : *tiles) {
      fit_.holds_all =
          fit_.holds_all && (code == tile::kThrough || set_.value_of(code).has_value());
    }
  }

  // Returns false where the game cannot go on.
  bool play(const GcgEvent& event) {
    auto tiles = set_.read_word(event.tiles);
    if (!tiles) return false;
    see(tiles);
    Play play{event.row, event.column, event.down, std::move(*tiles)};
    const PlayFault fault = board_.judge(play).fault;
    if (fault != PlayFault::none && fault < PlayFault::nothing_placed) return false;
    if (event.score) {
      ++fit_.plays;
      fit_.right += board_.score_of(play, layout_, set_) == event.score ? 1 : 0;
    }
    board_.put(play);
    last_ = std::move(play);
    return true;
  }

  void take_back() {
    if (last_) board_.take_back(*last_);
    last_.reset();
  }

  const GcgGame& game_;
  const BoardLayout& layout_;
  TileSet set_;
  ScoredBoard board_;
  std::optional<Play> last_;
  Fit fit_;
};

const LetterDistribution* usual_distribution(BoardSize size) {
  return distribution_of({}, {}, size);
}

/// The sets that go best with the game, and clearly better than the usual one.
std::vector<const LetterDistribution*> better_distributions(const GcgGame& game,
                                                            const BoardLayout& layout,
                                                            const LetterDistribution* usual,
                                                            const Fit& usual_fit) {
  std::vector<const LetterDistribution*> best;
  std::size_t most = 0;
  for (const LetterDistribution& one : letter_distributions()) {
    if (&one == usual || one.name.ends_with("_super")) continue;
    const Fit fit = FitFinder(game, layout, one).find();
    if (!fit.is_clearly_better_than(usual_fit) || fit.right < most) continue;
    if (fit.right > most) best.clear();
    most = fit.right;
    best.push_back(&one);
  }
  return best;
}

}  // namespace

const LetterDistribution* distribution_of_game(const GcgGame& game) {
  const BoardSize size = gcg_board_size(game);
  const LetterDistribution* named = distribution_of(game.distribution, game.info.lexicon, size);
  const bool is_named = !game.distribution.empty() || !game.info.lexicon.empty();
  const BoardLayout* layout =
      game.info.board_name.empty() ? usual_layout(size) : find_layout(game.info.board_name);
  if (is_named || named == nullptr || layout == nullptr) return named;
  const Fit fit = FitFinder(game, *layout, *named).find();
  if (fit.is_good()) return named;
  const auto better = better_distributions(game, *layout, named, fit);
  if (better.empty() && fit.holds_all) return named;
  return better.size() == 1 ? better.front() : nullptr;
}

bool is_usual(const LetterDistribution* distribution, BoardSize size) {
  return distribution == usual_distribution(size);
}

}  // namespace ludex::crossword
