#include "core/game_type.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ludex {
namespace {

constexpr Word kGameWordList[] = {
    {GameType::go, "go"},
    {GameType::othello, "othello"},
    {GameType::gomoku, "gomoku"},
    {GameType::hex, "hex"},
    {GameType::twixt, "twixt"},
    {GameType::shogi, "shogi"},
    {GameType::crossword, "crossword"},
};

}  // namespace

const WordTable& game_words() {
  static constexpr WordTable kWords(kGameWordList);
  return kWords;
}

std::string game_name(GameType type) {
  const std::string_view name = game_words().word_of(type);
  return name.empty() ? fmt::format("sgf:{}", static_cast<int>(type)) : std::string(name);
}

std::optional<GameType> find_game(std::string_view name) {
  if (const auto known = game_words().find<GameType>(name)) return known;
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
