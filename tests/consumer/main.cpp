#include <ludex/archive.hpp>

#include <iostream>

int main(int, char** argv) {
  ludex::Archive archive("consumer.db");
  archive.index({.sources = {argv[1]}}, [](const ludex::IndexProgress& now) {
    std::cerr << now.phase << ", " << now.games << " games\n";
  });

  ludex::Query query;
  query.set("player", "alphago").set("result", "W+R");
  for (const ludex::Game& game : archive.games(query)) {
    std::cout << game.date() << ' ' << game.black() << " - " << game.white() << '\n';
  }

  query.set("position", "moves:pd dp");
  for (const ludex::ExploredMove& next : archive.explore(query)) {
    std::cout << next.line.back() << ": " << next.games << " games\n";
  }
  if (const auto drawing = archive.draw(ludex::GameId{23}, 11)) std::cout << drawing->board;
}
