#include "pipeline/moment_count_maker.hpp"

#include "games/api/game_rules.hpp"

#include <algorithm>
#include <utility>

namespace ludex {

bool MomentCountMaker::may_count(std::uint64_t number) {
  const GameId game = games_.owner(number).game;
  return !traits_of(games_.game_type(game)).has_numbered_seats;
}

std::optional<MomentCounts> MomentCountMaker::count(std::span<const std::uint64_t> numbers,
                                                    const MomentList& list, std::uint32_t moments,
                                                    std::size_t most_others) {
  if (list.postings() != numbers.size() || moments > numbers.size()) return std::nullopt;
  if (!may_count(numbers.front())) return std::nullopt;
  const bool is_whole = count_games(numbers, list, moments, most_others);
  counts_.cells = cells_.take();
  if (!is_whole) return std::nullopt;
  const GameId first = games_.owner(numbers.front()).game;
  counts_.game = games_.game_type(first);
  counts_.size = games_.size(first);
  if (!add_samples()) return std::nullopt;
  return std::move(counts_);
}

/// \returns false if a game was removed, whose postings are still there, if a moment is not one of
/// the list, or there are too many others
bool MomentCountMaker::count_games(std::span<const std::uint64_t> numbers, const MomentList& list,
                                   std::uint32_t moments, std::size_t most_others) {
  counts_ = {};
  std::vector<MomentCounts::Visit> visits;
  PostingOwners::Owner open = games_.owner(numbers.front());  // of the first visit
  const GameId first = open.game;
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    const PostingOwners::Owner owner = games_.owner(numbers[i]);
    if (owner.game != open.game) {
      if (!add_game(open, visits, open.game == first)) return false;
      if (counts_.others.size() > most_others) return false;
      visits.clear();
      open = owner;
    }
    if (list.moment(i) >= moments) return false;
    visits.push_back({numbers[i], list.moment(i)});
  }
  return add_game(open, visits, true);
}

/// \returns false if one is of another game or board: the keys of different positions are equal
bool MomentCountMaker::add_samples() {
  for (const MomentCell& cell : counts_.cells) {
    if (games_.game_type(cell.sample) != counts_.game || games_.size(cell.sample) != counts_.size) {
      return false;
    }
    counts_.samples.push_back({games_.first_posting(cell.sample) + cell.sample_ply, {}});
  }
  return true;
}

/// \param owner      of the first visit
/// \param may_go_on  another group of the key may hold visits of the game, too
/// \returns false if the game was removed
bool MomentCountMaker::add_game(const PostingOwners::Owner& owner,
                                std::span<const MomentCounts::Visit> visits, bool may_go_on) {
  const CountedGame game = games_.counted(owner.game);
  if (!game.flags.has(GameFlags::alive)) return false;
  if (visits.size() > 1 || may_go_on || !is_on_main_line(game, visits.back().number)) {
    counts_.others.insert(counts_.others.end(), visits.begin(), visits.end());
  } else {
    cells_.add(visits[0].moment, game, owner.ply);
  }
  return true;
}

bool MomentCountMaker::is_on_main_line(const CountedGame& game, std::uint64_t last_number) {
  if (!game.flags.has(GameFlags::variations_indexed)) return true;
  return last_number < games_.first_posting(game.id) + games_.main_positions(game.id);
}

void SampleScripts::add_to(std::span<MomentCounts* const> all) {
  struct Wanted {
    const MomentCell* cell;
    MomentCounts* counts;
    MomentCounts::Sample* sample;
  };
  std::vector<Wanted> wanted;
  for (MomentCounts* const counts : all) {
    for (std::size_t i = 0; i < counts->cells.size(); ++i) {
      wanted.push_back({&counts->cells[i], counts, &counts->samples[i]});
    }
  }
  std::ranges::sort(wanted, {}, [](const Wanted& one) { return raw(one.cell->sample); });
  for (const auto& [cell, counts, sample] : wanted) sample->ops = needed_ops(*cell, *counts);
}

/// The shortest beginning, about, that gives the same position and next move as the whole script.
std::vector<std::uint16_t> SampleScripts::needed_ops(const MomentCell& cell,
                                                     const MomentCounts& counts) {
  const std::span<const std::uint16_t> ops = scripts_.script(cell.sample);
  const GameRules* const rules = find_rules(counts.game);
  const std::uint32_t ply = cell.sample_ply;
  std::size_t length = std::min(ops.size(), std::size_t{ply} + 1);
  if (rules != nullptr) {
    const auto wanted = rules->find_position(ops, counts.size, ply);
    while (length < ops.size() &&
           rules->find_position(ops.first(length), counts.size, ply) != wanted) {
      length = std::min(ops.size(), length + 1 + length / 8);
    }
  }
  return {ops.begin(), ops.begin() + static_cast<std::ptrdiff_t>(length)};
}

}  // namespace ludex
