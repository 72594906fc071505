#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace ludex::bench {

/// One game of 220 moves with an ordinary header, about 1.5 KB.
inline std::string sgf_game(std::mt19937& random) {
  std::string game =
      "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Kobayashi "
      "Koichi]BR[9p]PW[\xE8\xB6\x99\xE6\xB2\xBB\xE5\x8B\xB3]"
      "WR[9p]EV[10th Kisei]RO[3]DT[1986-02-05,06]PC[Osaka]KM[5.5]RE[W+R]TM[28800]RU[Japanese]\n";
  for (int move = 0; move < 220; ++move) {
    game += move % 2 == 0 ? ";B[" : ";W[";
    game += static_cast<char>('a' + random() % 19);
    game += static_cast<char>('a' + random() % 19);
    game += ']';
  }
  return game + ")\n";
}

/// The file that LUDEX_BENCH_SGF names, or 20,000 synthetic games.
inline std::string sgf_collection() {
  if (const char* path = std::getenv("LUDEX_BENCH_SGF")) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += sgf_game(random);
  return text;
}

}  // namespace ludex::bench
