#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ludex::test {

/// Shogi with everything as CSA writes it: squares "77", pieces "+FU", hands of "FU".
class SlowShogi {
 public:
  SlowShogi() {
    const std::string back[] = {"KY", "KE", "GI", "KI", "OU", "KI", "GI", "KE", "KY"};
    for (int file = 1; file <= 9; ++file) {
      const std::string f = std::to_string(file);
      board[f + "1"] = "-" + back[file - 1];
      board[f + "3"] = "-FU";
      board[f + "7"] = "+FU";
      board[f + "9"] = "+" + back[file - 1];
    }
    board["82"] = "-HI";
    board["22"] = "-KA";
    board["88"] = "+KA";
    board["28"] = "+HI";
  }

  /// Plays "+7776FU". \returns false, and changes nothing, where that is impossible.
  bool play(const std::string& move) {
    const std::string player = move.substr(0, 1), from = move.substr(1, 2), to = move.substr(3, 2);
    const std::string name = move.substr(5, 2);
    if (player != turn) return false;
    const std::string target = board.count(to) != 0 ? board[to] : "";
    if (from == "00") {
      const auto held = hands[player].find(name);
      if (held == hands[player].end() || !target.empty()) return false;
      hands[player].erase(held);
    } else {
      const std::string piece = board.count(from) != 0 ? board[from] : "";
      if (piece.substr(0, 1) != player || target.substr(0, 1) == player) return false;
      const std::string before = piece.substr(1);
      if (name != before && (promotions.count(before) == 0 || promotions.at(before) != name)) {
        return false;
      }
      board.erase(from);
      if (!target.empty() && target.substr(1) != "OU") {
        hands[player].insert(unpromoted(target.substr(1)));
      }
    }
    board[to] = player + name;
    turn = player == "+" ? "-" : "+";
    return true;
  }

  /// Nine rank lines, hands and turn, as CSA has them.
  [[nodiscard]] std::string csa() const {
    std::string text;
    for (int rank = 1; rank <= 9; ++rank) {
      text += "P" + std::to_string(rank);
      for (int file = 9; file >= 1; --file) {
        const auto found = board.find(std::to_string(file) + std::to_string(rank));
        text += found == board.end() ? " * " : found->second;
      }
      text += "\n";
    }
    for (const auto& [player, hand] : hands) {
      for (const std::string& name : hand) text += "P" + player + "00" + name + "\n";
    }
    return text + turn + "\n";
  }

  std::map<std::string, std::string> board;
  std::map<std::string, std::multiset<std::string>> hands;
  std::string turn = "+";

 private:
  [[nodiscard]] std::string unpromoted(const std::string& name) const {
    for (const auto& [before, after] : promotions) {
      if (after == name) return before;
    }
    return name;
  }

  const std::map<std::string, std::string> promotions = {{"FU", "TO"}, {"KY", "NY"}, {"KE", "NK"},
                                                         {"GI", "NG"}, {"KA", "UM"}, {"HI", "RY"}};
};

}  // namespace ludex::test
