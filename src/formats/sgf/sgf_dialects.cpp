#include "formats/sgf/sgf_info_reader.hpp"

#include "core/ascii.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/result_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace ludex {
namespace {

std::optional<std::string_view> find_root_value(const SgfTree& tree, std::string_view ident) {
  for (const SgfProperty& property : tree.properties_of(tree.nodes.front())) {
    if (property.ident == ident && property.value_count != 0) {
      return tree.value_of(property);
    }
  }
  return std::nullopt;
}

std::optional<double> find_ggf_number(std::string_view text) {
  double number = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size();
  return is_whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

WinBy reason_of(std::string_view tail) {
  if (tail == ":r") return WinBy::resign;
  return tail == ":t" ? WinBy::time : WinBy::score;
}

// `id "DrMih"`: the name without its quotes.
std::string read_id(const SgfTree& tree, std::string_view ident, SgfTextReader& reader) {
  constexpr std::string_view kMark = "id ";
  const auto value = find_root_value(tree, ident);
  if (!value) return {};
  std::string name = reader.simple_text(*value);
  if (!name.starts_with(kMark)) return {};
  name.erase(0, kMark.size());
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
    name = name.substr(1, name.size() - 2);
  }
  return name;
}

void forget(ProblemKind kind, GameInfo& info) {
  std::erase_if(info.problems, [&](const Problem& problem) { return problem.kind == kind; });
}

void name_winner(GameInfo& info) {
  if (info.result.winner != Winner::unknown || info.result_raw.empty()) return;
  const auto names = [&](std::size_t seat) {
    const std::string& name = info.seats[seat].name;
    return !name.empty() && info.result_raw.find(name) != std::string::npos;
  };
  if (names(0) == names(1)) return;
  info.result = {names(0) ? Winner::first : Winner::second, WinBy::unknown, std::nullopt,
                 ResultFrom::written};
  forget(ProblemKind::bad_result, info);
}

}  // namespace

bool is_ggf(const SgfTree& tree) {
  if (tree.nodes.empty()) return false;
  const auto game = find_root_value(tree, "GM");
  if (!game || game->empty() || is_digit(game->front())) return false;
  return find_root_value(tree, "BO").has_value() || find_root_value(tree, "TY").has_value();
}

GameResult parse_ggf_result(std::string_view utf8) {
  const auto colon = std::min(utf8.find(':'), utf8.size());
  const auto margin = find_ggf_number(utf8.substr(0, colon));
  if (!margin || utf8.empty() || is_digit(utf8.front())) return parse_result(utf8);
  GameResult result{Winner::draw, WinBy::unknown, std::nullopt, ResultFrom::written};
  if (*margin == 0) return result;
  result.winner = *margin > 0 ? Winner::first : Winner::second;
  result.by = reason_of(utf8.substr(colon));
  if (result.by == WinBy::score) result.margin = std::abs(*margin);
  return result;
}

void read_ggf_info(const SgfTree& tree, SgfTextReader& reader, GameInfo& info) {
  constexpr std::array<std::string_view, 2> kRatings = {"RB", "RW"};
  for (std::size_t seat = 0; seat < kRatings.size(); ++seat) {
    if (const auto rating = find_root_value(tree, kRatings[seat])) {
      info.seats[seat].rating = find_ggf_number(reader.simple_text(*rating));
    }
  }
  if (const auto board = find_root_value(tree, "BO")) {
    const std::string text = reader.simple_text(*board);
    const auto size = parse_board_size(text.substr(0, text.find(' ')));
    if (size) info.size = *size;
  }
  for (const char* const clock : {"TB", "TW"}) {  // of one player; in SGF territory
    const auto value = find_root_value(tree, clock);
    if (value) info.properties.emplace_back(clock, reader.text(*value));
  }
  if (const auto time = find_root_value(tree, "TI"); time && info.time_limit_raw.empty()) {
    info.time_limit_raw = reader.simple_text(*time);
    const std::string_view main_time =
        std::string_view(info.time_limit_raw).substr(0, info.time_limit_raw.find('/'));
    info.time_limit_seconds = parse_time_limit(main_time, TimeUnit::minutes).seconds;
  }
}

void read_board_space_info(const SgfTree& tree, SgfTextReader& reader, GameInfo& info) {
  constexpr std::array<std::string_view, 2> kSeats = {"P0", "P1"};
  bool is_board_space = false;
  for (std::size_t seat = 0; seat < kSeats.size(); ++seat) {
    std::string name = read_id(tree, kSeats[seat], reader);
    if (name.empty()) continue;
    is_board_space = true;
    if (info.seats[seat].name.empty()) info.seats[seat].name = std::move(name);
    info.properties.emplace_back(kSeats[seat], reader.text(*find_root_value(tree, kSeats[seat])));
  }
  if (!is_board_space) return;
  name_winner(info);
  const auto variant = find_root_value(tree, "SU");
  if (variant && info.variant.empty()) info.variant = reader.simple_text(*variant);
  if (find_root_value(tree, "TM")) return;
  info.time_limit_raw.clear();
  info.time_limit_seconds.reset();
}

}  // namespace ludex
