#include "query/explore/moment_counter.hpp"

#include "core/refused_database.hpp"
#include "games/api/game_rules.hpp"
#include "index/posting_block.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <numeric>
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

void MomentPostings::refuse() { refuse_database("a position group of the index is damaged"); }

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
    const auto stored = stored_.find(segment, postings.parts());
    begin_segment();
    if (stored && may_be_stored) {
      run_stored(wish, *stored, postings.parts());
    } else {
      if (stored) know_samples(*stored, postings.parts());
      run_segment(wish, postings);
    }
    counted.push_back(segment.id);
  }
  wish.search.for_each_game(query_, &wish.games, wish.show, counted);
}

void MomentCounter::begin_segment() {
  answers_.clear();
  samples_.clear();
}

/// The counts are of no use to a query with filters, but their samples save the replay of a game.
void MomentCounter::know_samples(std::span<const MomentCounts> stored,
                                 std::span<const PositionGroups::Part> parts) {
  std::uint32_t first_moment = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t cell = 0; cell < stored[part].cells.size(); ++cell) {
      samples_.push_back({first_moment + stored[part].cells[cell].moment, &stored[part], cell});
    }
    first_moment += parts[part].moments;
  }
}

/// Visits are gathered without a branch on the filter, which no processor can predict, and counted
/// when the next chunk of facts begins.
void MomentCounter::run_segment(const Wish& wish, MomentPostings& postings) {
  const IdSet& games = wish.games;
  std::size_t gathered = 0;
  std::int64_t chunk_end = 0;  // the first game after the chunk
  const auto count_gathered = [&] {
    count_visits(wish, std::span(gathered_).first(gathered));
    gathered = 0;
  };
  postings.for_each([&](std::uint64_t number, std::uint32_t moment) {
    const auto [game, ply] = owners_.owner(number);
    if (raw(game) >= chunk_end) {
      count_gathered();
      chunk_end = ((raw(game) - 1) / kFactChunkGames + 1) * kFactChunkGames + 1;
    }
    if (gathered == gathered_.size()) gathered_.resize(2 * gathered + kFactChunkGames);
    gathered_[gathered] = {game, ply, moment};
    gathered += games.contains(raw(game)) ? 1 : 0;
  });
  count_gathered();
  count_cells(wish);
}

/// \param visits  all of each game, one game after the other
void MomentCounter::count_visits(const Wish& wish, std::span<const Visit> visits) {
  while (!visits.empty()) {
    std::size_t count = 1;
    while (count < visits.size() && visits[count].game == visits[0].game) ++count;
    add_game(wish, visits.first(count));
    visits = visits.subspan(count);
  }
}

void MomentCounter::count_cells(const Wish& wish) {
  for (const MomentCell& cell : cells_.take()) {
    const Answer& answer = ask(cell.moment, cell.sample, cell.sample_ply);
    if (answer.hit) wish.count(*answer.hit, cell);
  }
}

std::vector<PostingOwners::Owner> MomentCounter::owners_of_samples(const MomentCounts& counts) {
  std::vector<std::size_t> order(counts.samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto number_of = [&](std::size_t i) { return counts.samples[i].number; };
  std::ranges::sort(order, {}, number_of);
  std::vector<std::uint64_t> numbers(order.size());
  std::ranges::transform(order, numbers.begin(), number_of);
  const std::vector<PostingOwners::Owner> ascending = owners_.owners(numbers);
  std::vector<PostingOwners::Owner> owners(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) owners[order[i]] = ascending[i];
  return owners;
}

void MomentCounter::count_stored(const Wish& wish, const MomentCounts& counts,
                                 std::uint32_t first_moment) {
  const std::vector<PostingOwners::Owner> owners = owners_of_samples(counts);
  for (std::size_t i = 0; i < counts.cells.size(); ++i) {
    MomentCell cell = counts.cells[i];
    cell.moment += first_moment;
    const auto [game, ply] = owners[i];
    cell.sample = game;
    if (ply != cell.sample_ply) MomentPostings::refuse();
    Answer& answer = answer_of(cell.moment);
    if (!std::exchange(answer.asked, true)) answer.hit = hit_at(counts, i, game);
    if (answer.hit) wish.count(*answer.hit, cell);
  }
}

/// Moments are numbered through all groups of the key.
void MomentCounter::run_stored(const Wish& wish, std::span<const MomentCounts> stored,
                               std::span<const PositionGroups::Part> parts) {
  std::vector<Visit> others;
  std::uint32_t first_moment = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const MomentCounts& counts = stored[part];
    count_stored(wish, counts, first_moment);
    for (const auto& [number, moment] : counts.others) {
      const auto [game, ply] = owners_.owner(number);
      others.push_back({game, ply, first_moment + moment});
    }
    first_moment += parts[part].moments;
  }
  count_visits(wish, others);
  count_cells(wish);
}

/// \param visits  all of one game
void MomentCounter::add_game(const Wish& wish, std::span<const Visit> visits) {
  const CountedGame game = counted_.read(visits[0].game);
  if (!game.flags.is_answer()) return;
  if (!with_variations_ && game.flags.has(GameFlags::variations_indexed)) {
    visits = on_main_line(visits);
    if (visits.empty()) return;
  }
  if (visits.size() == 1 && !wish.one_by_one.contains(raw(game.id))) {
    return cells_.add(visits[0].moment, game, visits[0].ply);
  }
  hits_.clear();
  ask_all(visits);
  for (const Visit& visit : visits) {
    const Answer& answer = ask(visit.moment, visit.game, visit.ply);
    if (!answer.hit) continue;
    PositionHit& hit = hits_.emplace_back(*answer.hit);
    hit.game = visit.game;
    hit.ply = visit.ply;
  }
  if (!hits_.empty()) wish.show(hits_);
}

std::span<const MomentCounter::Visit> MomentCounter::on_main_line(std::span<const Visit> visits) {
  const std::int64_t plies = facts_.value(Fact::main_positions, visits[0].game);
  while (!visits.empty() && visits.back().ply >= plies) visits = visits.first(visits.size() - 1);
  return visits;
}

MomentCounter::Answer& MomentCounter::answer_of(std::uint32_t moment) {
  if (moment >= answers_.size()) answers_.resize(2 * std::size_t{moment} + 1);
  return answers_[moment];
}

std::optional<PositionHit> MomentCounter::hit_at(const MomentCounts& counts, std::size_t cell,
                                                 GameId game) {
  const GameRules* const rules = find_rules(counts.game);
  if (rules == nullptr) MomentPostings::refuse();
  const auto position =
      rules->find_position(counts.samples[cell].ops, counts.size, counts.cells[cell].sample_ply);
  return position ? find_hit(query_, game, *position) : std::nullopt;
}

const MomentCounter::KnownSample* MomentCounter::sample_of(std::uint32_t moment) const {
  const auto known = std::ranges::lower_bound(samples_, moment, {}, &KnownSample::moment);
  return known != samples_.end() && known->moment == moment ? &*known : nullptr;
}

const MomentCounter::Answer& MomentCounter::ask(std::uint32_t moment, GameId game,
                                                std::uint32_t ply) {
  Answer& answer = answer_of(moment);
  if (std::exchange(answer.asked, true)) return answer;
  if (const KnownSample* const known = sample_of(moment)) {
    answer.hit = hit_at(*known->counts, known->cell, game);
  } else if (const auto position = positions_.find(game, ply)) {
    answer.hit = find_hit(query_, game, *position);
  }
  return answer;
}

void MomentCounter::ask_all(std::span<const Visit> visits) {
  unknown_.clear();
  unknown_plies_.clear();
  for (const Visit& visit : visits) {
    Answer& answer = answer_of(visit.moment);
    if (answer.asked || sample_of(visit.moment) != nullptr) continue;
    answer.asked = true;
    unknown_.push_back(visit.moment);
    unknown_plies_.push_back(visit.ply);
  }
  const GameId game = visits[0].game;
  positions_.show(game, unknown_plies_, [&](std::size_t i, const Position& position) {
    answers_[unknown_[i]].hit = find_hit(query_, game, position);
  });
}

}  // namespace ludex
