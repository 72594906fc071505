#include "formats/sgf/sgf_rules.hpp"
#include "games/api/game_rules.hpp"
#include "games/crossword/crossword_rules.hpp"
#include "games/go/go_rules.hpp"
#include "games/gomoku/gomoku_rules.hpp"
#include "games/hex/hex_rules.hpp"
#include "games/othello/othello_rules.hpp"
#include "games/shogi/shogi_rules.hpp"
#include "games/twixt/twixt_rules.hpp"
#include "ludex/error.hpp"
#include "ludex/notation.hpp"
#include "ludex/types.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <span>
#include <vector>

namespace ludex {

std::span<const GameRules* const> all_rules() {
  static const std::array kGames = {
      // A line for each game.
      &go::rules(),         // GM[1] in SGF
      &othello::rules(),    // GM[2]
      &gomoku::rules(),     // GM[4]
      &hex::rules(),        // GM[11]
      &twixt::rules(),      // GM[21]
      &shogi::rules(),      // CSA
      &crossword::rules(),  // CGP, GCG
  };
  return kGames;
}

const GameRules* find_rules(GameType game) {
  for (const GameRules* const rules : all_rules()) {
    if (rules->game() == game) return rules;
  }
  return nullptr;
}

std::span<const SgfRules* const> all_sgf_rules() {
  static const std::vector<const SgfRules*> kGames = [] {
    std::vector<const SgfRules*> games;
    for (const GameRules* const rules : all_rules()) {
      if (const auto* const sgf = dynamic_cast<const SgfRules*>(rules)) games.push_back(sgf);
    }
    return games;
  }();
  return kGames;
}

const SgfRules* find_sgf_rules(GameType game) {
  return dynamic_cast<const SgfRules*>(find_rules(game));
}

const WordTable& game_words() {
  static const auto kWords = [] {
    std::vector<Word> words;
    for (const GameRules* const rules : all_rules()) {
      words.emplace_back(rules->game(), rules->traits().name);
    }
    return words;
  }();
  static const WordTable kTable{std::span<const Word>(kWords)};
  return kTable;
}

std::string game_name(GameType type) {
  const GameRules* const rules = find_rules(type);
  return rules != nullptr ? std::string(rules->traits().name)
                          : fmt::format("sgf:{}", static_cast<int>(type));
}

Notation parse_notation(std::string_view name) {
  static constexpr Word kWords[] = {{Notation::native, "native"},
                                    {Notation::sgf, "sgf"},
                                    {Notation::board, "board"},
                                    {Notation::usi, "usi"},
                                    {Notation::japanese, "japanese"}};
  static constexpr WordTable kNotations{kWords};
  if (const auto found = kNotations.find<Notation>(name)) return *found;
  throw UsageError(fmt::format("`notation` {}: expected {}", name, kNotations.list()));
}

std::optional<GameType> find_game(std::string_view name) {
  for (const GameRules* const rules : all_rules()) {
    if (rules->traits().name == name) return rules->game();
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
