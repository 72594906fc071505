#include "formats/gcg/gcg_lines.hpp"

#include "core/ascii.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/values/fold.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr int kLargestSide = 999;
constexpr int kLargestScore = 1'000'000;

using Tokens = std::vector<std::string_view>;

Tokens tokens_of(std::string_view line) {
  Tokens tokens;
  for (auto word = take_word(line, is_space_or_tab); !word.empty();
       word = take_word(line, is_space_or_tab)) {
    tokens.push_back(word);
  }
  return tokens;
}

/// The square and the direction of "8H" (across) or "H8" (down).
std::optional<CgpMove> find_place(std::string_view text) {
  CgpMove place;
  const bool found =
      read_cgp_coordinate(text, place) && place.row < kLargestSide && place.column < kLargestSide;
  return found ? std::optional(std::move(place)) : std::nullopt;
}

/// "+26", "-5", "26", and "+-10" for -10.
std::optional<int> parse_points(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto points = find_number<int>(text);
  const bool is_score = points && *points <= kLargestScore && *points >= -kLargestScore;
  return is_score ? points : std::nullopt;
}

bool is_bracketed(std::string_view text) {
  return text.size() >= 2 && text.front() == '(' && text.back() == ')';
}

/// True if the action of an event starts here; the text before it is the rack.
bool is_action(const Tokens& tokens, std::size_t at) {
  if (at >= tokens.size()) return false;
  const std::string_view text = tokens[at];
  if (text.front() == '-' || is_bracketed(text)) return true;
  return at + 1 < tokens.size() && find_place(text) && !parse_points(tokens[at + 1]);
}

/// Reads the action at `at`. \returns how many tokens it has; 0: not understood
std::size_t read_action(const Tokens& tokens, std::size_t at, GcgEvent& event) {
  const std::string_view text = tokens[at];
  if (text == "-" || text == "--") {
    event.kind = text == "-" ? GcgEventKind::pass : GcgEventKind::withdrawal;
    return 1;
  }
  if (text.front() == '-') {
    event.kind = GcgEventKind::exchange;
    event.tiles = text.substr(1);
    return 1;
  }
  if (is_bracketed(text)) {
    event.kind = GcgEventKind::end_rack;
    event.tiles = text.substr(1, text.size() - 2);
    return 1;
  }
  const auto place = find_place(text);
  if (!place || at + 1 >= tokens.size()) return 0;
  event.kind = GcgEventKind::play;
  event.row = place->row;
  event.column = place->column;
  event.down = place->down;
  event.tiles = tokens[at + 1];
  return 2;
}

/// True if "(TIME)" or "(CHALLENGE)" are tiles: those of the rack before it, or with points for
/// TIME.
bool are_tiles(const GcgEvent& event) {
  if (std::any_of(event.tiles.begin(), event.tiles.end(), is_lower)) return false;
  if (event.tiles == "TIME" && event.score && *event.score > 0) return true;
  return std::is_permutation(event.tiles.begin(), event.tiles.end(), event.rack.begin(),
                             event.rack.end());
}

/// The meaning of an end rack that may be one of these words.
void tell_words_from_tiles(GcgEvent& event) {
  const bool is_time = same_but_case(event.tiles, "time");
  if ((!is_time && !same_but_case(event.tiles, "challenge")) || are_tiles(event)) return;
  event.kind = is_time ? GcgEventKind::time : GcgEventKind::bonus;
  event.tiles.clear();
}

std::string_view from_token(const Tokens& tokens, std::size_t at) {
  if (at >= tokens.size()) return {};
  return {tokens[at].data(), tokens.back().data() + tokens.back().size()};
}

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

  /// The seat of a nick that was read; kNoSeat if that is unknown.
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

  /// True if two players have this nick.
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
    if (folded.empty()) return kNoSeat;  // not the player of whom nothing is written
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
      if (used_.size() >= 2) return kNoSeat;
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
  std::optional<std::string> last_nick_;
  std::size_t last_seat_ = kNoSeat;
};

}  // namespace

bool parse_gcg_event(std::string_view utf8, GcgEvent& event) {
  const Tokens tokens = tokens_of(utf8);
  std::size_t at = 0;
  if (!is_action(tokens, 0) && is_action(tokens, 1)) event.rack = tokens[at++];
  const std::size_t taken = is_action(tokens, at) ? read_action(tokens, at, event) : 0;
  if (taken == 0) {
    event.kind = GcgEventKind::unread;
    event.rack.clear();
    event.words = from_token(tokens, 0);
    return false;
  }
  at += taken;
  if (at < tokens.size()) event.score = parse_points(tokens[at]);
  if (event.score) ++at;
  if (event.score && at < tokens.size()) event.total = parse_points(tokens[at]);
  if (event.total) ++at;
  if (event.kind == GcgEventKind::end_rack) tell_words_from_tiles(event);
  event.words = from_token(tokens, at);
  return true;
}

std::string loose_gcg_name(const std::string& name) {
  std::string folded = fold(name);
  std::erase_if(folded, [](char c) { return c == ' ' || c == '_' || c == '.'; });
  return folded;
}

void assign_gcg_seats(GcgGame& game, std::string_view record, LineReports& reports) {
  Seats seats(game);
  // Whose turn it is depends on how many players there are. Empty nicks get a seat last.
  for (const bool has_nick : {true, false}) {
    for (const GcgEvent& event : game.events) {
      const bool is_read = event.kind != GcgEventKind::unread;
      if (is_read && event.nick.empty() != has_nick) (void)seats.find(event.nick);
    }
  }
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
  const auto best = std::ranges::max_element(known);
  const auto seat = static_cast<std::size_t>(best - known.begin()) + 1;
  std::ranges::nth_element(known, known.begin() + 1, std::ranges::greater{});
  const int margin = known[0] - known[1];
  GameResult& result = game.info.result;
  result = margin == 0
               ? GameResult{Winner::draw, WinBy::unknown, {}, ResultFrom::written}
               : GameResult{winner_at_seat(seat), WinBy::score, margin, ResultFrom::written};
}

}  // namespace ludex
