#include "gcg_archive.hpp"

#include "random.hpp"
#include "tile_board.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ludex::bench {
namespace {

constexpr std::size_t kRack = 7;
constexpr int kMaxZeroTurns = 6;
constexpr std::array kLexica = {"CSW19", "CSW21", "CSW24", "NWL18", "NWL20", "NWL23", "OSPD4"};

/// One game while it is played and written.
class GameWriter {
 public:
  GameWriter(Random& random, std::string& text) : random_(random), text_(text) {
    bag_ = english_tiles();
    for (std::size_t i = bag_.size(); i > 1; --i) {
      std::swap(bag_[i - 1], bag_[random_.below(static_cast<std::uint32_t>(i))]);
    }
    for (std::string& rack : racks_) draw(rack);
  }

  void run() {
    std::size_t seat = 0;
    while (zero_turns_ < kMaxZeroTurns) {
      take_turn(seat);
      if (racks_[seat].empty()) return end_by_playing_out(seat);
      if (random_.chance(330)) text_ += "#note a line\nanother one, 8H or so\n";
      seat = 1 - seat;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const int value = tile_values(racks_[i]);
      event(i, racks_[i], "(" + racks_[i] + ")", -value);
    }
  }

 private:
  void draw(std::string& rack) {
    while (rack.size() < kRack && !bag_.empty()) {
      rack += bag_.back();
      bag_.pop_back();
    }
    std::sort(rack.begin(), rack.end());
  }

  void take_turn(std::size_t seat) {
    std::string& rack = racks_[seat];
    if (random_.chance(15)) {
      ++zero_turns_;
      return event(seat, rack, "-", 0);
    }
    const TilePlay play = board_.find_play(rack, random_);
    if (play.word.empty()) return take_turn_without_play(seat);
    board_.put(play);
    event(seat, rack, place(play) + " " + play.word, play.score);
    if (random_.chance(25)) {
      board_.take_back(play);
      event(seat, rack, "--", -play.score);
      ++zero_turns_;
      return;
    }
    zero_turns_ = 0;
    for (const char tile : play.word) {
      if (tile == '.') continue;
      rack.erase(rack.find(tile >= 'a' ? '?' : tile), 1);
    }
    draw(rack);
    if (random_.chance(20)) event(seat, rack, "(challenge)", 5);
  }

  void take_turn_without_play(std::size_t seat) {
    std::string& rack = racks_[seat];
    ++zero_turns_;
    if (bag_.size() < kRack) return event(seat, rack, "-", 0);
    const std::string back = rack.substr(0, 1 + random_.below(kRack));
    event(seat, rack, "-" + back, 0);
    rack.erase(0, back.size());
    draw(rack);
    bag_.insert(0, back);
  }

  void end_by_playing_out(std::size_t seat) {
    const std::string& left = racks_[1 - seat];
    if (random_.chance(100)) event(1 - seat, "", "(time)", -10);
    event(seat, "", "(" + left + ")", 2 * tile_values(left));
  }

  static std::string place(const TilePlay& play) {
    const std::string row = std::to_string(play.row + 1);
    const char column = static_cast<char>('A' + play.column);
    return play.down ? column + row : row + column;
  }

  void event(std::size_t seat, const std::string& rack, const std::string& action, int points) {
    totals_[seat] += points;
    text_ += seat == 0 ? ">one: " : ">two: ";
    text_ += rack;
    if (!rack.empty()) text_ += ' ';
    text_ += action;
    text_ += points < 0 ? " " : " +";
    text_ += std::to_string(points) + " " + std::to_string(totals_[seat]) + "\n";
  }

  Random& random_;
  std::string& text_;
  TileBoard board_;
  std::string bag_;
  std::array<std::string, 2> racks_;
  std::array<int, 2> totals_{};
  int zero_turns_ = 0;
};

}  // namespace

void GcgArchive::append_game(std::uint64_t number, std::string& text) const {
  Random random(Random::mix(options_.seed) ^ Random::mix(number + 1));
  text += "#character-encoding UTF-8\n#title Club Open " +
          std::to_string(random.between(1995, 2025)) + ", round " +
          std::to_string(random.between(1, 20)) + "\n#id org.example " + std::to_string(number) +
          "\n#lexicon " + kLexica[random.below(kLexica.size())] + "\n";
  text += "#player1 one " + players_.pick(random).name + "\n";
  text += "#player2 two " + players_.pick(random).name + "\n";
  GameWriter(random, text).run();
}

std::string gcg_archive(std::uint64_t games, const GcgArchiveOptions& options) {
  const GcgArchive archive(options);
  std::string text;
  for (std::uint64_t number = 0; number < games; ++number) archive.append_game(number, text);
  return text;
}

}  // namespace ludex::bench
