#include "query/pattern/pattern_search.hpp"

#include "core/call_scope.hpp"
#include "store/facts.hpp"
#include "store/game_captures.hpp"
#include "store/game_scripts.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <tuple>

namespace ludex {
namespace {

constexpr std::size_t kBlocksAtOnce = 16;
/// With more hits, fewer blocks form a batch: about 70 bytes per hit.
constexpr std::size_t kHitsAtOnce = std::size_t{1} << 17;
/// Boards of more sizes end a batch: a plan takes some KB, of a large pattern 100.
constexpr std::size_t kPlansAtOnce = 64;

/// A game to search.
struct Candidate {
  GameId game = GameId::none;
  const PatternPlan* plan = nullptr;
  std::uint32_t main_positions = 0;
  bool has_variations = false;  // that are indexed
};

/// The hits of one game, in GameBlock::hits.
struct GameHits {
  GameId game = GameId::none;
  BoardSize size;
  std::size_t first = 0;
  std::size_t count = 0;
};

/// The games of one block of moves, and what was found in them.
struct GameBlock {
  std::string moves;
  std::string captures;
  std::vector<Candidate> candidates;
  std::vector<std::shared_ptr<const PatternPlan>> plans;  // theirs
  std::vector<GameHits> games;
  std::vector<FoundPattern> hits;
  std::vector<Continuation> continuations;  // of the hits, one after the other
};

/// Columns and rows of points, because a division per move would cost more than everything else.
class PointTable {
 public:
  void lay_out(BoardSize size) {
    if (size == size_) return;
    size_ = size;
    columns_.clear();
    rows_.clear();
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        columns_.push_back(static_cast<std::int16_t>(x));
        rows_.push_back(static_cast<std::int16_t>(y));
      }
    }
  }
  [[nodiscard]] int column(Point point) const { return columns_[point]; }
  [[nodiscard]] int row(Point point) const { return rows_[point]; }

 private:
  BoardSize size_{};
  std::vector<std::int16_t> columns_, rows_;
};

/// Looks for the pattern in one game after the other; one a thread.
class Worker {
 public:
  Worker(const Pattern& pattern, const PatternMoment& moment, const GameRules& rules)
      : pattern_(pattern),
        rules_(rules),
        has_stones_(!rules.traits().has_tiles && !rules.traits().has_hands),
        wants_mover_(moment.mover.has_value() || !has_stones_),
        matcher_(pattern, moment) {}

  void work(GameBlock& block, const PatternWish& wish) {
    block.games.clear();
    block.hits.clear();
    block.continuations.clear();
    next_counts_.clear();
    CaptureBlock captures(block.captures);
    for (const Candidate& candidate : block.candidates) {
      const auto place = static_cast<std::size_t>((raw(candidate.game) - 1) % kGamesPerMoveBlock);
      unpack_script(block.moves, place, ops_);
      source_ = {.ops = ops_,
                 .size = candidate.plan->size(),
                 .main_positions = candidate.main_positions,
                 .captures = captures.at(place),
                 .wants_hands = !pattern_.hands.empty(),
                 .wants_links = !pattern_.links.empty(),
                 .keep = {.placed = has_next(wish) || pattern_.moves > 0, .to_move = wants_mover_}};
      if (candidate.main_positions == 0) continue;
      hits_.clear();
      next_.clear();
      if (candidate.has_variations && wish.variations) {
        search_tree(*candidate.plan, wish);
      } else if (may_stand(*candidate.plan)) {
        rules_.read_line(source_, line_);
        search_line(*candidate.plan, wish, 0);
      }
      if (!hits_.empty()) keep(candidate, wish, block);
    }
    std::span<const Continuation> rest(block.continuations);
    for (std::size_t i = 0; i < block.hits.size(); ++i) {
      block.hits[i].next = rest.first(next_counts_[i]);
      rest = rest.subspan(next_counts_[i]);
    }
  }

 private:
  /// A hit, and its continuations in next_.
  struct Found : PatternHit {
    std::size_t first_next;
    std::size_t next_count;
  };

  /// A first look at which stones were ever where, as long as it spares half the games a closer
  /// one.
  bool may_stand(const PatternPlan& plan) {
    constexpr int kLooksAtLeast = 1024;
    if (looks_ >= kLooksAtLeast && 2 * spared_ < looks_) return true;
    ++looks_;
    if (!rules_.read_held(source_, line_) || matcher_.may_stand(line_, plan)) return true;
    ++spared_;
    return false;
  }

  void search_line(const PatternPlan& plan, const PatternWish& wish, std::int32_t first_moment) {
    const HitWish hit_wish{
        .any = wish.any, .all_runs = wish.all_runs, .first_moment = first_moment};
    for (const PatternHit& hit : matcher_.find(line_, plan, hit_wish)) {
      const std::size_t first = next_.size();
      if (has_next(wish)) find_next(hit, wish.depth);
      hits_.push_back({hit, first, next_.size() - first});
    }
  }

  static bool has_next(const PatternWish& wish) { return !wish.any && wish.depth > 0; }
  void find_next(const PatternHit& hit, int most) {
    points_.lay_out(line_.size());
    const int left = points_.column(hit.place), top = points_.row(hit.place);
    const auto width = static_cast<unsigned>(hit.form->width);
    const auto height = static_cast<unsigned>(hit.form->height);
    std::int32_t last = hit.moment;
    line_.for_each_placed(last + 1, [&](const CellLine::Placed& next) {
      const bool is_inside = static_cast<unsigned>(points_.column(next.point) - left) < width &&
                             static_cast<unsigned>(points_.row(next.point) - top) < height;
      if (!is_inside || next.moment == last) return true;  // a word has several tiles
      const auto code = static_cast<std::uint8_t>(next.code);
      next_.push_back({.ply = line_.ply(next.moment),
                       .point = next.point,
                       .code = code,
                       .player = has_stones_ ? code : line_.to_move(next.moment - 1),
                       .from_hand = next.from_hand != 0,
                       .at_once = next.moment == last + 1});
      last = next.moment;
      return --most > 0;
    });
  }

  /// Line by line from the root, each looked at from where it leaves those before.
  void search_tree(const PatternPlan& plan, const PatternWish& wish) {
    const std::size_t cells =
        static_cast<std::size_t>(source_.size.area()) + rules_.extra_cells(source_);
    line_.start(source_.size, cells, source_.keep);
    std::int32_t seen = 0;
    rules_.walk(source_.ops, source_.size, [&](const Position& position) {
      const bool goes_on = position.ply == 0 || is_last(position.parent_ply);
      if (!goes_on) {
        search_line(plan, wish, seen);
        seen = moment_of(position.parent_ply) + 1;
        line_.cut(seen);
      }
      add_moment(rules_, position, source_, line_);
      return true;
    });
    search_line(plan, wish, seen);
  }

  [[nodiscard]] bool is_last(std::int32_t ply) const {
    return line_.ply(line_.moments() - 1) == static_cast<std::uint32_t>(ply);
  }
  /// Plies ascend along a line.
  [[nodiscard]] std::int32_t moment_of(std::int32_t ply) const {
    std::int32_t first = 0;
    std::int32_t end = line_.moments();
    while (first < end) {
      const std::int32_t middle = first + (end - first) / 2;
      if (line_.ply(middle) < static_cast<std::uint32_t>(ply)) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    return first;
  }

  void keep(const Candidate& candidate, const PatternWish& wish, GameBlock& block) {
    const auto order = [](const Found& hit) {
      return std::tuple(hit.ply, hit.match.orientation, hit.place, hit.match.colors_swapped);
    };
    std::ranges::sort(hits_, {}, order);
    if (candidate.has_variations && wish.variations && !wish.all_runs) keep_first_of_placements();
    block.games.push_back(
        {candidate.game, candidate.plan->size(), block.hits.size(), hits_.size()});
    for (const Found& hit : hits_) {
      block.hits.push_back({hit.ply, hit.match, hit.place});
      const auto next = std::span(next_).subspan(hit.first_next, hit.next_count);
      block.continuations.insert(block.continuations.end(), next.begin(), next.end());
      next_counts_.push_back(next.size());
    }
  }

  /// A placement may occur on several lines.
  void keep_first_of_placements() {
    std::set<std::tuple<bool, Orientation, Point>> known;
    std::erase_if(hits_, [&](const Found& hit) {
      return !known.insert({hit.match.colors_swapped, hit.match.orientation, hit.place}).second;
    });
  }

  const Pattern& pattern_;
  const GameRules& rules_;
  bool has_stones_;  // whose code is their player
  bool wants_mover_;
  LineMatcher matcher_;
  CellLine line_;
  LineSource source_;
  std::vector<std::uint16_t> ops_;
  std::vector<Found> hits_;
  std::vector<Continuation> next_;
  std::vector<std::size_t> next_counts_;  // by hit of the block
  PointTable points_;
  std::int64_t looks_ = 0;   // of may_stand()
  std::int64_t spared_ = 0;  // games
};

}  // namespace

class PatternSearch::Impl {
 public:
  Impl(SqlConnection& sql, const Pattern& pattern, const PatternMoment& moment)
      : pattern_(pattern),
        rules_(*find_rules(pattern.game)),
        facts_(sql),
        select_(sql, "SELECT data FROM move_block WHERE id = ?"),
        captures_(sql),
        workers_([this, moment] { return Worker(pattern_, moment, rules_); }) {}

  void run(const IdSet* among, const PatternWish& wish, const Visitor& visit) {
    among_ = among;
    next_game_ = 1;
    end_game_ = facts_.chunk_count() * kFactChunkGames + 1;
    chunk_ = -1;
    Batch first, second, third;
    Batch *done = &first, *current = &second, *next = &third;
    read(*next, 1);  // a little first: rows show at once
    do {
      std::swap(done, current);
      std::swap(current, next);
      const bool goes_on = work(*current, wish, [&] {
        if (!show(*done, visit)) return false;
        read(*next, blocks_after(*done));
        return true;
      });
      if (!goes_on) return;
    } while (current->count > 0);
  }

 private:
  /// Blocks that travel together: while one batch is looked at, that before is shown and the next
  /// one is read.
  struct Batch {
    std::vector<GameBlock> blocks = std::vector<GameBlock>(kBlocksAtOnce);
    std::size_t count = 0;
  };

  /// Searches a batch on all cores, while this thread starts with `other_work`.
  /// \returns true if that wants to continue
  template <class Work>
  bool work(Batch& batch, const PatternWish& wish, const Work& other_work) {
    tbb::task_group tasks;
    for (std::size_t i = 0; i < batch.count; ++i) {
      tasks.run([this, &wish, &block = batch.blocks[i]] { workers_.local().work(block, wish); });
    }
    bool goes_on = false;
    try {
      goes_on = other_work();
    } catch (...) {
      tasks.cancel();
      tasks.wait();
      throw;
    }
    if (!goes_on) tasks.cancel();
    tasks.wait();
    return goes_on;
  }

  static std::size_t blocks_after(const Batch& batch) {
    if (batch.count == 0) return 1;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < batch.count; ++i) hits += batch.blocks[i].hits.size();
    if (hits <= kHitsAtOnce * batch.count / kBlocksAtOnce) return kBlocksAtOnce;
    return std::max<std::size_t>(1, kHitsAtOnce * batch.count / hits);
  }

  static bool show(const Batch& batch, const Visitor& visit) {
    const auto shows_all = [&](const GameBlock& block) {
      return std::ranges::all_of(block.games, [&](const GameHits& game) {
        return visit(game.game, game.size, std::span(block.hits).subspan(game.first, game.count));
      });
    };
    return std::ranges::all_of(std::span(batch.blocks).first(batch.count), shows_all);
  }

  /// Fills a batch with blocks that hold candidates; it stays empty after the last ones.
  void read(Batch& batch, std::size_t most) {
    batch.count = 0;
    made_plans_ = 0;
    const auto has_room = [&] {
      return batch.count == 0 || (batch.count < most && made_plans_ < kPlansAtOnce);
    };
    while (has_room() && go_to_next_block()) {
      check_call();
      GameBlock& block = batch.blocks[batch.count];
      const std::int64_t id = (next_game_ - 1) / kGamesPerMoveBlock;
      find_candidates(block);
      if (block.candidates.empty()) continue;
      block.moves.clear();
      if (select_.find(id)) block.moves = select_.bytes(0);
      select_.reset();
      block.captures = captures_.block(id);
      ++batch.count;
    }
  }

  /// Skips blocks without requested games. \returns false after the last one
  bool go_to_next_block() {
    if (among_ != nullptr && next_game_ < end_game_) {
      const std::int64_t next = among_->next(next_game_);
      if (next < 0) return false;
      next_game_ = (next - 1) / kGamesPerMoveBlock * kGamesPerMoveBlock + 1;
    }
    return next_game_ < end_game_;
  }

  /// The games in the block of next_game_, which moves past it.
  void find_candidates(GameBlock& block) {
    block.candidates.clear();
    block.plans.clear();
    const std::int64_t end = ((next_game_ - 1) / kGamesPerMoveBlock + 1) * kGamesPerMoveBlock + 1;
    go_to_chunk((next_game_ - 1) / kFactChunkGames);
    const auto first = next_game_;
    next_game_ = end;
    if (!has_game_) return;
    for (std::int64_t id = first; id < end; ++id) {
      const auto place = static_cast<std::size_t>((id - 1) % kFactChunkGames);
      if (place >= flags_.size()) return;
      const GameFlags flags(flags_[place]);
      const bool is_wanted = flags.is_answer() &&
                             games_[place] == static_cast<int>(pattern_.game) &&
                             (among_ == nullptr || among_->contains(id));
      if (!is_wanted) continue;
      const auto& plan = plan_for(unpacked_size(sizes_[place]));
      if (plan->forms().empty()) continue;
      if (block.plans.empty() || block.plans.back() != plan) block.plans.push_back(plan);
      block.candidates.push_back({static_cast<GameId>(id), plan.get(),
                                  static_cast<std::uint32_t>(positions_[place]),
                                  flags.has(GameFlags::variations_indexed)});
    }
  }

  void go_to_chunk(std::int64_t chunk) {
    if (chunk == chunk_) return;
    chunk_ = chunk;
    const auto range = facts_.range(Fact::game, chunk);
    const auto game = static_cast<std::int64_t>(pattern_.game);
    has_game_ = range.minimum <= game && game <= range.maximum;
    if (!has_game_) return;
    facts_.read(Fact::flags, chunk, flags_);
    facts_.read(Fact::game, chunk, games_);
    facts_.read(Fact::size, chunk, sizes_);
    facts_.read(Fact::main_positions, chunk, positions_);
  }

  const std::shared_ptr<const PatternPlan>& plan_for(BoardSize size) {
    const auto fits = [&](const auto& plan) { return plan && plan->size() == size; };
    auto found = std::ranges::find_if(plans_, fits);
    if (found == plans_.end()) {
      --found;
      *found = std::make_shared<const PatternPlan>(pattern_, rules_, size);
      ++made_plans_;
    }
    std::rotate(plans_.begin(), found, found + 1);
    return plans_.front();
  }

  const Pattern& pattern_;
  const GameRules& rules_;
  FactReader facts_;
  SqlStatement select_;
  GameCaptures captures_;
  const IdSet* among_ = nullptr;
  std::int64_t next_game_ = 1;
  std::int64_t end_game_ = 1;
  std::int64_t chunk_ = -1;
  bool has_game_ = false;  // the chunk may have games of the pattern's kind
  std::vector<std::int64_t> flags_, games_, sizes_, positions_;
  std::array<std::shared_ptr<const PatternPlan>, 8> plans_;  // last used first
  std::size_t made_plans_ = 0;                               // for the batch that is read
  tbb::enumerable_thread_specific<Worker> workers_;
};

PatternSearch::PatternSearch(SqlConnection& sql, const Pattern& pattern,
                             const PatternMoment& moment)
    : impl_(std::make_unique<Impl>(sql, pattern, moment)) {}
PatternSearch::~PatternSearch() = default;

void PatternSearch::for_each_game(const IdSet* among, const PatternWish& wish,
                                  const Visitor& visit) {
  impl_->run(among, wish, visit);
}

IdSet PatternSearch::games_with(const IdSet* among, bool variations) {
  IdSet games;
  for_each_game(among, {.any = true, .variations = variations},
                [&](GameId game, BoardSize, std::span<const FoundPattern>) {
                  games.insert(raw(game));
                  return true;
                });
  return games;
}

GridPlace to_pattern(const Pattern& pattern, Point point, BoardSize size,
                     const FoundPattern& found) {
  const auto width = static_cast<Point>(size.width);
  const GridPlace lying{static_cast<int>(point % width) - static_cast<int>(found.place % width),
                        static_cast<int>(point / width) - static_cast<int>(found.place / width)};
  const Orientation turned = found.match.orientation;
  return map_place(inverse(turned), lying, map_size(turned, pattern.size()));
}

}  // namespace ludex
