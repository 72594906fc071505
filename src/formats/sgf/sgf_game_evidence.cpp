#include "formats/sgf/sgf_game_evidence.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

/// "a1", "aa27", "c11", no upper case: Go's own coordinates are written "R16".
bool is_lower_digits(std::string_view value) {
  const std::string_view digits = without_front(value, is_lower);
  return !digits.empty() && digits.size() < value.size() && value.size() <= 6 &&
         std::ranges::all_of(digits, is_digit);
}

bool is_swap(std::string_view value) {
  return same_but_case(value, "swap") || same_but_case(value, "swap-pieces") ||
         same_but_case(value, "swap-sides");
}

constexpr std::size_t kMovesLookedAt = 4;  // a swap is the second one
constexpr std::size_t kNodesLookedAt = 16;

/// The game in the name of a Little Golem event: "hex.mc.2016.jun.1.2", "ut.hex.12.3.4".
std::optional<GameType> game_of_event(std::string_view event) {
  if (event.starts_with("ut.")) event.remove_prefix(3);
  const std::string_view name = event.substr(0, event.find('.'));
  for (const SgfRules* const rules : all_sgf_rules()) {
    const auto names = rules->sgf().little_golem_names;
    if (std::ranges::find(names, name) != names.end()) return rules->game();
  }
  return std::nullopt;
}

/// Its GC is " game #1794433", and nothing more.
bool holds_game_number(const SgfTree& tree) {
  constexpr std::string_view kMark = "game #";
  for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
    if (property.id != SgfId::GC || property.value_count == 0) continue;
    std::string_view text = tree.value_of(property);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (!text.starts_with(kMark) || text.size() == kMark.size()) return false;
    return std::ranges::all_of(text.substr(kMark.size()), is_digit);
  }
  return false;
}

std::optional<GameType> game_of_program(std::string_view application) {
  const auto is_named = [&](std::string_view name) { return application.starts_with(name); };
  for (const SgfRules* const rules : all_sgf_rules()) {
    if (std::ranges::any_of(rules->sgf().programs, is_named)) return rules->game();
  }
  return std::nullopt;
}

GameType game_of_moves(const SgfEvidence& evidence) {
  GameType game = kDefaultGame;
  int most = 0;
  for (const SgfRules* const rules : all_sgf_rules()) {
    const int claim = rules->claim(evidence);
    if (claim <= most) continue;
    most = claim;
    game = rules->game();
  }
  return game;
}

bool says_something(const std::optional<std::string>& declared) {
  if (!declared || declared->empty()) return false;
  return find_game_type(declared) != kDefaultGame || parse_game_type(*declared) == kDefaultGame;
}

constexpr double kHour = 3600;  // seconds

constexpr std::array<TimeUnit, 3> kTimeUnits = {TimeUnit::seconds, TimeUnit::minutes,
                                                TimeUnit::hours};

/// The unit in which the limit lies in a range too narrow for two units.
TimeUnit unit_between(double number, double low_seconds, double high_seconds) {
  for (const TimeUnit unit : kTimeUnits) {
    const double seconds = number * seconds_of(unit);
    if (seconds >= low_seconds && seconds <= high_seconds) return unit;
  }
  return TimeUnit::unknown;
}

std::optional<double> find_decimal(std::string_view raw) {
  value_text::skip_spaces(raw);
  value_text::skip_plus(raw);
  const auto number = value_text::take_decimal(raw);
  value_text::skip_spaces(raw);
  return number && raw.empty() ? number : std::nullopt;
}

/// Seconds that a player has left (BL, WL) after a first move of at most half the time.
TimeUnit unit_of_clock(double number, double seconds_left) {
  return unit_between(number, seconds_left, 2 * seconds_left);
}

/// By the clocks of the first nodes: later ones show overtime.
TimeUnit unit_of_clocks(const SgfTree& tree, double number) {
  constexpr int kNodes = 4;  // the root, two moves, and one more
  TimeUnit found = TimeUnit::unknown;
  std::int32_t node = 0;
  for (int n = 0; n < kNodes && node >= 0; ++n) {
    const SgfNode& at = tree.nodes[static_cast<std::size_t>(node)];
    for (const SgfProperty& property : tree.properties_of(at)) {
      const bool is_clock = property.id == SgfId::BL || property.id == SgfId::WL;
      if (!is_clock || property.value_count == 0) continue;
      const auto left = find_decimal(tree.values[property.first_value]);
      if (!left || *left <= 0) continue;
      const TimeUnit unit = unit_of_clock(number, *left);
      if (found != TimeUnit::unknown && unit != found) return TimeUnit::unknown;
      found = unit;
    }
    node = at.first_child;
  }
  return found;
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::string_view after = text.substr(at + word.size());
    const bool starts = at == 0 || !is_letter(text[at - 1]);
    if (starts && (after.empty() || !is_letter(after.front()))) return true;
  }
  return false;
}

bool has_any_word(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    return is_letter(word.front()) ? has_word(text, word)
                                   : text.find(word) != std::string_view::npos;
  });
}

/// The servers that run, or ran, the code of IGS: seconds.
bool is_of_igs_kind(const GameInfo& info) {
  constexpr std::string_view kServers[] = {"igs", "nngs", "no name go server", "wing.gr.jp",
                                           "by wing"};
  if (has_word(value_text::value_form(info.event), "internet go server")) return true;
  return has_any_word(value_text::value_form(info.place), kServers) ||
         has_any_word(value_text::value_form(info.entered_by), kServers);
}

const std::string* find_property(const GameInfo& info, std::string_view ident) {
  const auto found =
      std::ranges::find(info.properties, ident, &std::pair<std::string, std::string>::first);
  return found == info.properties.end() ? nullptr : &found->second;
}

bool has_number(const GameInfo& info, std::string_view ident) {
  const std::string* value = find_property(info, ident);
  return value != nullptr && find_decimal(*value);
}

/// Cyberoro's, Tygem's and gokifu.com's: LC periods of LT seconds follow TM minutes.
bool has_periods_beside_minutes(const GameInfo& info) { return has_number(info, "LC"); }

/// "5x30 byo-yomi", "25/300 Canadian", "20 fischer": CGoban's words, which it writes beside
/// seconds; so are OP and OM, which came with FF[3].
bool has_overtime_of_seconds(const GameInfo& info) {
  constexpr std::string_view kWords[] = {"byo-yomi", "canadian", "fischer"};
  if (has_number(info, "OP") && has_number(info, "OM")) return true;
  const std::string form = value_text::value_form(info.overtime);
  std::string_view text = form;
  if (!value_text::take_decimal(text)) return false;
  if (value_text::skip(text, "x") || value_text::skip(text, "/")) {
    if (!value_text::take_decimal(text)) return false;
  }
  value_text::skip_spaces(text);
  return std::ranges::find(kWords, text) != std::end(kWords);
}

/// Titles of professionals, whose games give each player between one and sixteen hours.
bool is_of_hours(const GameInfo& info) {
  constexpr std::string_view kTitles[] = {
      "honinbo", "meijin",  "kisei",  "judan",  "tengen",  "oza",     "gosei",
      "agon",    "fujitsu", "ing",    "lg",     "samsung", "chunlan", "tongyang",
      "本因坊",  "名人",    "棋圣",   "棋聖",   "十段",    "天元",    "王座",
      "碁聖",    "碁圣",    "应氏杯", "三星杯", "富士通",  "春兰杯"};
  constexpr std::string_view kOthers[] = {"amateur", "student", "internet", "online", "net",
                                          "youth",   "junior",  "kids",     "kgs",    "blitz",
                                          "业余",    "アマ",    "学生",     "小学"};
  const std::string event = value_text::value_form(info.event);
  return has_any_word(event, kTitles) && !has_any_word(event, kOthers);
}

/// By what the event or the server's periods demand; this counts against a declared FF, too.
TimeUnit unit_demanded(const GameInfo& info, double number) {
  constexpr double kMostHours = 16;
  if (number > kLargestAmbiguousTime) return TimeUnit::seconds;
  if (is_of_hours(info)) {
    return unit_between(number, kHour, kMostHours * kHour);
  }
  return has_periods_beside_minutes(info) ? TimeUnit::minutes : TimeUnit::unknown;
}

TimeUnit unit_told(const SgfTree& tree, const GameInfo& info, double number) {
  constexpr double kLeastSeconds = 60;  // of a limit that a server offers
  const TimeUnit by_clocks = unit_of_clocks(tree, number);
  if (by_clocks != TimeUnit::unknown) return by_clocks;
  if (is_of_igs_kind(info)) return TimeUnit::seconds;
  const TimeUnit demanded = unit_demanded(info, number);
  if (demanded != TimeUnit::unknown) return demanded;
  const bool is_servers = has_overtime_of_seconds(info) && number >= kLeastSeconds;
  return is_servers && !is_of_hours(info) ? TimeUnit::seconds : TimeUnit::unknown;
}

}  // namespace

SgfMoveStyle style_of(const SgfTree& tree) {
  SgfMoveStyle style;
  std::size_t moves = 0;
  std::size_t points = 0;
  std::size_t digit_points = 0;
  const std::size_t nodes = std::min(kNodesLookedAt, tree.nodes.size());
  for (std::size_t n = 0; n < nodes && moves < kMovesLookedAt; ++n) {
    for (const SgfProperty& property : tree.properties_of(tree.nodes[n])) {
      const bool is_lower = property.ident == "b" || property.ident == "r";
      const bool is_upper = property.id == SgfId::B || property.id == SgfId::W;
      if ((!is_lower && !is_upper) || property.value_count == 0) continue;
      const std::string_view value = tree.values[property.first_value];
      if (moves++ == 0) {
        style.any = true;
        style.white_first = property.id == SgfId::W;
        style.first = value;
      }
      style.lower_ident |= is_lower;
      style.swap |= is_swap(value);
      points += value.size() == 2 || is_lower_digits(value);
      digit_points += is_lower_digits(value);
    }
  }
  style.lower_digits = points != 0 && points == digit_points;
  return style;
}

bool is_little_golem(const SgfTree& tree, const GameInfo& info) {
  if (tree.little_golem || contains(info.published_in, "littlegolem")) return true;
  if (info.event.starts_with("hex.") || info.event.starts_with("twixt.")) return true;
  return !info.declared_game && holds_game_number(tree);
}

GameType choose_game(const SgfTree& tree, const GameInfo& info) {
  const bool is_golems = is_little_golem(tree, info);
  if (is_golems) {
    if (const auto game = game_of_event(info.event)) return *game;
    if (info.declared_game) return find_game_type(info.declared_game);
  } else if (says_something(info.declared_game)) {
    const GameType declared = find_game_type(info.declared_game);
    const SgfRules* const rules = find_sgf_rules(declared);
    return rules != nullptr && !rules->may_be_played_on(info.size) ? kDefaultGame : declared;
  } else if (const auto game = game_of_program(info.application)) {
    return *game;
  }
  return game_of_moves({style_of(tree), info.size.width, is_golems});
}

TimeUnit time_unit_of_version(const SgfTree& tree) {
  if (!tree.ff_declared) return TimeUnit::unknown;
  return tree.ff == 1 ? TimeUnit::minutes : TimeUnit::seconds;
}

TimeUnit find_time_unit(const SgfTree& tree, const GameInfo& info, double number) {
  const TimeUnit declared = time_unit_of_version(tree);
  if (declared == TimeUnit::unknown) return unit_told(tree, info, number);
  const TimeUnit demanded = unit_demanded(info, number);
  const bool contradicted = demanded != TimeUnit::unknown && demanded != declared;
  return contradicted ? TimeUnit::unknown : declared;
}

}  // namespace ludex
