#include "formats/sgf/sgf_time_evidence.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

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
