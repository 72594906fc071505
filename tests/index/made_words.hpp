#pragma once

#include "index/word_run.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::test {

/// Texts of games, made up: words that recur, words of one game, long ones, and empty texts.
class MadeWords {
 public:
  using Places = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // game, place

  MadeWords(std::uint32_t games, std::size_t most_words, std::uint32_t seed = 14) : dice_(seed) {
    for (std::uint32_t game = 0; game < games; ++game) {
      std::vector<std::string>& texts = texts_.emplace_back();
      for (std::size_t left = dice_() % 5; left > 0; --left) texts.push_back(text(most_words));
    }
  }

  [[nodiscard]] const std::vector<std::vector<std::string>>& texts() const { return texts_; }

  /// What an index of all texts holds, by a slow way.
  [[nodiscard]] std::map<std::string, Places> places() const {
    std::map<std::string, Places> all;
    for (std::uint32_t game = 0; game < texts_.size(); ++game) {
      std::uint32_t place = 0;
      for (const std::string& text : texts_[game]) {
        std::string word;
        for (const char c : text + ' ') {
          if (c != ' ') {
            word += c;
          } else if (!word.empty()) {
            all[std::exchange(word, {})].emplace_back(game, place++);
          }
        }
        place += text.empty() ? 0 : 1;
      }
    }
    return all;
  }

  /// The games from `first` to the one before `end`, which count from 0.
  [[nodiscard]] WordRun run(std::uint32_t first, std::uint32_t end) const {
    WordRunBuilder builder;
    for (std::uint32_t game = first; game < end; ++game) {
      builder.begin_game(game - first);
      for (const std::string& text : texts_[game]) builder.add_text(text);
    }
    return builder.pack();
  }

  /// The blocks of a segment of these games, dealt out to runs of `run_games`.
  [[nodiscard]] std::vector<std::string> segment(std::uint32_t first, std::uint32_t end,
                                                 std::uint32_t run_games) const {
    std::vector<WordRun> runs;
    std::vector<std::uint32_t> firsts;
    for (std::uint32_t game = first; game < end; game += run_games) {
      firsts.push_back(game - first);
      runs.push_back(run(game, std::min(game + run_games, end)));
    }
    std::vector<PlacedRun> placed;
    for (std::size_t i = 0; i < runs.size(); ++i) placed.push_back({&runs[i], firsts[i]});
    return pack_runs(placed);
  }

 private:
  std::string text(std::size_t most_words) {
    std::string text;
    for (std::size_t left = dice_() % (most_words + 1); left > 0; --left) {
      const auto number = dice_() % 4 == 0 ? dice_() : dice_() % 50;
      text += (text.empty() ? "" : " ") + std::string(number % 97 == 0 ? 300 : 1, 'w') +
              std::to_string(number);
    }
    return text;
  }

  std::mt19937 dice_;
  std::vector<std::vector<std::string>> texts_;
};

}  // namespace ludex::test
