#include "formats/gcg/gcg_seats.hpp"

#include "formats/values/fold.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kNoSeat = static_cast<std::size_t>(-1);

bool takes_turn(GcgEventKind kind) {
  return kind == GcgEventKind::play || kind == GcgEventKind::pass ||
         kind == GcgEventKind::exchange || kind == GcgEventKind::unread;
}

class Seats {
 public:
  explicit Seats(GcgGame& game) : game_(game) {
    for (const std::string& nick : game.nicks) loose_nicks_.push_back(loose_gcg_name(nick));
    for (const SeatInfo& seat : game.info.seats) loose_names_.push_back(loose_gcg_name(seat.name));
    used_.resize(game.nicks.size());
    for (const GcgEvent& event : game.events) {
      if (event.kind == GcgEventKind::unread) continue;
      const std::size_t seat = named(event.nick);
      if (seat != kNoSeat) used_[seat] = true;
    }
  }

  /// The seat of a nick that was read; kNoSeat if nothing tells.
  std::size_t find(const std::string& nick) {
    if (nick == last_nick_) return last_seat_;
    last_nick_ = nick;
    last_seat_ = look_up(nick);
    return last_seat_;
  }

  /// The same without giving a seat to anyone.
  [[nodiscard]] std::size_t find_known(const std::string& nick) const {
    if (const auto seat = named(nick); seat != kNoSeat) return seat;
    const auto guest = index_of(guests_, nick);
    return guest == kNoSeat ? kNoSeat : guest_seats_[guest];
  }

  /// Whether two players have this nick.
  [[nodiscard]] bool is_shared(const std::string& nick) const {
    return std::count(game_.nicks.begin(), game_.nicks.end(), nick) > 1;
  }

 private:
  static std::size_t index_of(const std::vector<std::string>& all, const std::string& one) {
    const auto found = std::find(all.begin(), all.end(), one);
    return found == all.end() ? kNoSeat : static_cast<std::size_t>(found - all.begin());
  }

  /// The player whom the pragmas call that, more or less.
  [[nodiscard]] std::size_t named(const std::string& nick) const {
    if (const auto seat = index_of(game_.nicks, nick); seat != kNoSeat) return seat;
    const std::string folded = loose_gcg_name(nick);
    if (const auto seat = index_of(loose_nicks_, folded); seat != kNoSeat) return seat;
    const std::size_t by_name = index_of(loose_names_, folded);
    return by_name < game_.nicks.size() ? by_name : kNoSeat;
  }

  std::size_t look_up(const std::string& nick) {
    const std::size_t seat = find_known(nick);
    return seat != kNoSeat ? seat : seat_guest(nick);
  }

  /// A player whose own nick no event uses, or a player that no pragma names.
  std::size_t seat_guest(const std::string& nick) {
    auto free = std::find(used_.begin(), used_.end(), false);
    const auto seat = static_cast<std::size_t>(free - used_.begin());
    if (free == used_.end()) {
      if (used_.size() >= 2 || nick.empty()) return kNoSeat;
      game_.nicks.push_back(nick);
      loose_nicks_.push_back(loose_gcg_name(nick));
      if (game_.info.seats.size() < game_.nicks.size()) game_.info.seats.emplace_back();
      game_.info.seats[seat].name = nick;
      used_.push_back(true);
      return seat;
    }
    *free = true;
    guests_.push_back(nick);
    guest_seats_.push_back(seat);
    return seat;
  }

  GcgGame& game_;
  std::vector<std::string> loose_nicks_;
  std::vector<std::string> loose_names_;
  std::vector<bool> used_;  // by the nick that the pragma gives, or by another one
  std::vector<std::string> guests_;
  std::vector<std::size_t> guest_seats_;
  std::string last_nick_;
  std::size_t last_seat_ = kNoSeat;
};

/// The best total, and the best of the others.
struct Totals {
  std::size_t winner = 0;
  int best = 0;
  std::optional<int> next;
};

Totals compare(const std::vector<int>& totals) {
  Totals result{0, totals[0], std::nullopt};
  for (std::size_t seat = 1; seat < totals.size(); ++seat) {
    if (totals[seat] > result.best)
      result = {seat, totals[seat], result.best};
    else if (!result.next || totals[seat] > *result.next)
      result.next = totals[seat];
  }
  return result;
}

}  // namespace

std::string loose_gcg_name(const std::string& name) {
  std::string folded = fold(name);
  std::erase_if(folded, [](char c) { return c == ' ' || c == '_' || c == '.'; });
  return folded;
}

void assign_gcg_seats(GcgGame& game, std::string_view record, CsaReports& reports) {
  Seats seats(game);
  std::size_t mover = kNoSeat;  // whose turn was the last
  for (GcgEvent& event : game.events) {
    const bool unread = event.kind == GcgEventKind::unread;
    std::size_t seat = unread ? seats.find_known(event.nick) : seats.find(event.nick);
    const bool no_turn = unread && seat == kNoSeat;
    if (seat == kNoSeat || seats.is_shared(event.nick)) {
      const std::size_t count = std::max<std::size_t>(game.nicks.size(), 1);
      const std::size_t next = mover == kNoSeat ? 0 : (mover + 1) % count;
      if (seat == kNoSeat && !unread) {
        reports.add(ProblemKind::wrong_player, record.substr(event.offset_bytes),
                    "no player is called " + event.nick + ": taken as the one whose turn it is");
      }
      seat = takes_turn(event.kind) || mover == kNoSeat ? next : mover;
    }
    event.seat = static_cast<std::uint8_t>(seat + 1);
    if (takes_turn(event.kind) && !no_turn) mover = seat;
  }
}

void add_gcg_result(GcgGame& game) {
  std::vector<std::optional<int>> totals(game.info.seats.size());
  bool ended = false;
  for (const GcgEvent& event : game.events) {
    if (event.total) totals[event.seat - 1] = event.total;
    ended = ended || event.kind == GcgEventKind::end_rack;
  }
  std::vector<int> known;
  for (std::size_t seat = 0; seat < totals.size(); ++seat) {
    if (!totals[seat]) continue;
    game.info.seats[seat].score = *totals[seat];
    known.push_back(*totals[seat]);
  }
  if (!ended || known.size() < totals.size() || known.size() < 2) return;
  const Totals final = compare(known);
  GameResult& result = game.info.result;
  result.from = ResultFrom::written;
  result.by = WinBy::score;
  if (final.next == final.best) {
    result.winner = Winner::draw;
    result.by = WinBy::unknown;
    return;
  }
  result.winner = winner_at_seat(final.winner + 1);
  result.margin = final.best - *final.next;
}

}  // namespace ludex
