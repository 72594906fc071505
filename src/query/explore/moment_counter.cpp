#include "query/explore/moment_counter.hpp"

#include "games/api/game_rules.hpp"
#include "index/posting_block.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

void count_winner(Winner winner, MomentCell& cell) {
  switch (winner) {
    case Winner::draw:
      ++cell.draws;
      return;
    default:
      if (const std::uint32_t seat = winning_seat(winner); seat != 0) {
        ++cell.wins[std::min<std::uint32_t>(seat, 3) - 1];
      }
  }
}

}  // namespace

void MomentCells::add(std::uint32_t moment, const CountedGame& game, std::uint32_t ply) {
  const bool exchanged = seat_moving(Player::first, ply, game.flags) != 1;
  const std::size_t place = 2 * std::size_t{moment} + (exchanged ? 1 : 0);
  if (place >= cells_.size()) cells_.resize(2 * place + 2);
  MomentCell& cell = cells_[place];
  ++cell.games;
  count_winner(game.winner, cell);
  if (game.from != 0 && (cell.first_day == 0 || game.from < cell.first_day)) {
    cell.first_day = game.from;
  }
  if (game.to <= cell.last_day) return;
  cell.last_day = game.to;
  cell.sample = game.id;
  cell.sample_ply = ply;
}

std::vector<MomentCell> MomentCells::take() {
  std::vector<MomentCell> taken;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (cells_[i].games == 0) continue;
    MomentCell& cell = taken.emplace_back(std::exchange(cells_[i], {}));
    cell.moment = static_cast<std::uint32_t>(i / 2);
    cell.seats_exchanged = i % 2 != 0;
  }
  return taken;
}

MomentPostings::MomentPostings(PostingTables& postings, PositionGroups& groups,
                               const SegmentInfo& segment, PositionKey key)
    : postings_(postings),
      groups_(groups),
      segment_(segment),
      key_(key),
      parts_(groups.find(segment, {key, key})) {
  are_known_ = !parts_.empty() && std::all_of(parts_.begin(), parts_.end(),
                                              [](const auto& part) { return part.moments != 0; });
}

void MomentPostings::open_next() {
  if (next_part_ == parts_.size()) refuse();
  const PositionGroups::Part& part = parts_[next_part_++];
  list_ = groups_.read(part, data_);
  first_moment_ += std::exchange(part_moments_, part.moments);
  size_ = part.postings;
  posting_ = 0;
  if (size_ == 0) refuse();
}

void MomentPostings::refuse() {
  throw DatabaseError(
      "a position group of the index is damaged; restore the database from a copy or index the "
      "sources again");
}

MomentCounter::MomentCounter(SqlConnection& sql, const QueryPosition& query, bool with_variations)
    : query_(query),
      with_variations_(with_variations),
      postings_(sql),
      groups_(sql),
      stored_(sql),
      owners_(sql),
      positions_(sql),
      facts_(sql),
      counted_(sql) {}

/// Each posting must be met once, and all visits of a game one after the other. Games with numbered
/// seats count points and bonus turns, too.
bool MomentCounter::may_count() {
  const std::vector<KeyRange> keys = query_.key_ranges();
  return keys.size() == 1 && keys[0].first == keys[0].last && follow_each_other(postings_) &&
         !traits_of(query_.position.game).has_numbered_seats;
}

void MomentCounter::run(const Wish& wish) {
  if (!may_count()) return wish.search.for_each_game(query_, &wish.games, wish.show);
  const PositionKey key = query_.key_ranges()[0].first;
  const bool may_be_stored = wish.all && !stored_.has_hidden_games();
  std::vector<std::int64_t> counted;
  for (const SegmentInfo& segment : postings_.segments()) {
    MomentPostings postings(postings_, groups_, segment, key);
    if (!postings.are_known()) continue;
    const auto stored = may_be_stored ? stored_.find(segment, postings.parts()) : std::nullopt;
    stored ? run_stored(wish, *stored, postings.parts()) : run_segment(wish, postings);
    counted.push_back(segment.id);
  }
  wish.search.for_each_game(query_, &wish.games, wish.show, counted);
}

void MomentCounter::run_segment(const Wish& wish, MomentPostings& postings) {
  answers_.clear();
  visits_.clear();
  GameId open = GameId::none;
  postings.for_each([&](std::uint64_t number, std::uint32_t moment) {
    const auto [game, ply] = owners_.owner(number);
    if (game != open) {
      if (open != GameId::none) add_game(wish, open);
      visits_.clear();
      open = wish.games.contains(raw(game)) ? game : GameId::none;
    }
    if (open != GameId::none) visits_.push_back({ply, moment});
  });
  if (open != GameId::none) add_game(wish, open);
  count_cells(wish);
}

void MomentCounter::count_cells(const Wish& wish) {
  for (const MomentCell& cell : cells_.take()) {
    const Answer& answer = ask(cell.moment, cell.sample, cell.sample_ply);
    if (answer.hit) wish.count(*answer.hit, cell);
  }
}

void MomentCounter::count_stored(const Wish& wish, const MomentCounts& counts,
                                 std::uint32_t first_moment) {
  const GameRules* const rules = find_rules(counts.game);
  if (rules == nullptr) MomentPostings::refuse();
  for (std::size_t i = 0; i < counts.cells.size(); ++i) {
    MomentCell cell = counts.cells[i];
    cell.moment += first_moment;
    const auto [game, ply] = owners_.owner(counts.samples[i].number);
    cell.sample = game;
    if (ply != cell.sample_ply) MomentPostings::refuse();
    Answer& answer = answer_of(cell.moment);
    if (!std::exchange(answer.asked, true)) {
      const auto position = rules->find_position(counts.samples[i].ops, counts.size, ply);
      if (position) answer.hit = find_hit(query_, game, *position);
    }
    if (answer.hit) wish.count(*answer.hit, cell);
  }
}

/// Moments are numbered through all groups of the key.
void MomentCounter::run_stored(const Wish& wish, std::span<const MomentCounts> stored,
                               std::span<const PositionGroups::Part> parts) {
  answers_.clear();
  visits_.clear();
  GameId open = GameId::none;
  std::uint32_t first_moment = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const MomentCounts& counts = stored[part];
    count_stored(wish, counts, first_moment);
    for (const auto& [number, moment] : counts.others) {
      const auto [game, ply] = owners_.owner(number);
      if (game != open && open != GameId::none) {
        add_game(wish, open);
        visits_.clear();
      }
      open = game;
      visits_.push_back({ply, first_moment + moment});
    }
    first_moment += parts[part].moments;
  }
  if (open != GameId::none) add_game(wish, open);
  count_cells(wish);
}

void MomentCounter::add_game(const Wish& wish, GameId id) {
  const CountedGame game = counted_.read(id);
  if (!game.flags.is_answer()) return;
  if (!with_variations_ && game.flags.has(GameFlags::variations_indexed)) drop_variations(id);
  if (visits_.empty()) return;
  if (visits_.size() == 1 && !wish.one_by_one.contains(raw(id))) {
    return cells_.add(visits_[0].moment, game, visits_[0].ply);
  }
  hits_.clear();
  for (const Visit& visit : visits_) {
    const Answer& answer = ask(visit.moment, id, visit.ply);
    if (!answer.hit) continue;
    PositionHit& hit = hits_.emplace_back(*answer.hit);
    hit.game = id;
    hit.ply = visit.ply;
  }
  if (!hits_.empty()) wish.show(hits_);
}

void MomentCounter::drop_variations(GameId game) {
  const std::int64_t plies = facts_.value(Fact::main_positions, game);
  while (!visits_.empty() && visits_.back().ply >= plies) visits_.pop_back();
}

MomentCounter::Answer& MomentCounter::answer_of(std::uint32_t moment) {
  if (moment >= answers_.size()) answers_.resize(2 * std::size_t{moment} + 1);
  return answers_[moment];
}

const MomentCounter::Answer& MomentCounter::ask(std::uint32_t moment, GameId game,
                                                std::uint32_t ply) {
  Answer& answer = answer_of(moment);
  if (answer.asked) return answer;
  answer.asked = true;
  if (const auto position = positions_.find(game, ply)) {
    answer.hit = find_hit(query_, game, *position);
  }
  return answer;
}

}  // namespace ludex
