#include "games/api/replay_script.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace ludex {

std::optional<std::uint32_t> read_bookmark(std::string_view name) {
  constexpr std::string_view kWord = "bookmark";
  constexpr std::string_view kBlanks = " \t\r\n";
  name.remove_prefix(std::min(name.find_first_not_of(kBlanks), name.size()));
  const auto is_letter = [](char letter, char c) { return (c | 0x20) == letter; };
  if (name.size() <= kWord.size() ||
      !std::equal(kWord.begin(), kWord.end(), name.begin(), is_letter)) {
    return std::nullopt;
  }
  name.remove_prefix(std::min(name.find_first_not_of(kBlanks, kWord.size()), name.size()));
  name = name.substr(0, name.find_last_not_of(kBlanks) + 1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

std::string_view swap_name(SwapKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"none", "pieces", "sides", "ambiguous"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<GameResult> shown_result(std::optional<Player> winner, WinBy by) {
  if (!winner) return std::nullopt;
  return GameResult{*winner == Player::first ? Winner::first : Winner::second, by, std::nullopt,
                    ResultFrom::replay};
}

}  // namespace ludex
