#include "ludex/replay/game_rules.hpp"

#include "replay/go/go_rules.hpp"

namespace ludex {

const GameRules* find_rules(GameType game) {
  static const go::GoRules go_rules;
  switch (game) {
    case GameType::go:
      return &go_rules;
    default:
      return nullptr;
  }
}

}  // namespace ludex
