#include "core/game_type.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace ludex {
namespace {

constexpr std::pair<GameType, std::string_view> kNames[] = {
    {GameType::go, "go"},
    {GameType::othello, "othello"},
    {GameType::gomoku, "gomoku"},
    {GameType::hex, "hex"},
    {GameType::twixt, "twixt"},
    {GameType::shogi, "shogi"},
    {GameType::crossword, "crossword"},
};

}  // namespace

std::string game_name(GameType type) {
  for (const auto& [known, name] : kNames) {
    if (known == type) return std::string(name);
  }
  return fmt::format("sgf:{}", static_cast<int>(type));
}

std::optional<GameType> find_game(std::string_view name) {
  for (const auto& [known, known_name] : kNames) {
    if (known_name == name) return known;
  }
  if (!name.starts_with("sgf:")) return std::nullopt;
  name.remove_prefix(4);
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number < 0 || number > 999) {
    return std::nullopt;
  }
  return static_cast<GameType>(number);
}

}  // namespace ludex
