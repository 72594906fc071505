#pragma once

#include "formats/position_text.hpp"
#include "formats/shogi/shogi_game.hpp"
#include "games/api/game_rules.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// SFEN of every ply, main line first.
inline std::vector<std::string> positions_of(const ShogiGame& game) {
  ReplayScript script;
  compile_shogi(game, script, nullptr);
  std::vector<std::string> sfens;
  find_rules(GameType::shogi)->walk(script.ops, {9, 9}, [&](const Position& position) {
    sfens.push_back(to_sfen(position));
    return true;
  });
  return sfens;
}

/// "kind at offset: message", a line each: of the text, then of the moves.
inline std::string faults_of(const ShogiGame& game) {
  ReplayScript script;
  compile_shogi(game, script, nullptr);
  std::string faults;
  for (const auto* problems :
       {&std::as_const(game.info.problems), &std::as_const(script.problems)}) {
    for (const Problem& problem : *problems) {
      faults += std::string(problem_name(problem.kind)) + " at " +
                std::to_string(problem.offset_bytes) + ": " + problem.message + "\n";
    }
  }
  return faults;
}

/// The moves of all lines, with what is said of them; to compare games of two formats.
inline std::vector<std::string> tree_of(const ShogiGame& game) {
  const std::vector<ShogiPlayed> played = play_shogi(game);
  std::vector<std::string> nodes;
  for (std::size_t i = 0; i < game.nodes.size(); ++i) {
    const ShogiNode& node = game.nodes[i];
    std::string text = std::to_string(node.parent) + " ";
    if (node.is_end) {
      text += node.end_word.empty() ? node.end_line : node.end_word;
    } else {
      const ShogiPlayed& move = played[i];
      if (move.from) text += std::to_string(move.from->file * 10 + move.from->rank);
      text += "-" + std::to_string(move.to.file * 10 + move.to.rank);
      text += std::string(shogi::csa_name(move.piece)) + (move.promotes ? "+" : "");
    }
    if (node.seconds) text += " " + std::to_string(static_cast<int>(*node.seconds)) + "s";
    nodes.push_back(text + " *" + node.comment + " &" + node.bookmark);
  }
  return nodes;
}

}  // namespace ludex
