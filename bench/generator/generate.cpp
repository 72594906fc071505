// ludex-generate: writes an archive of made-up but legal Go games.

#include "go_archive.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <future>
#include <iostream>
#include <string>
#include <thread>

namespace {

constexpr std::uint64_t kGamesPerPiece = 2000;

std::string piece(const ludex::bench::GoArchive& archive, std::uint64_t first, std::uint64_t end) {
  std::string text;
  text.reserve((end - first) * 2048);
  for (std::uint64_t number = first; number < end; ++number) archive.append_game(number, text);
  return text;
}

/// Pieces are made by all cores and written in order; as many wait as there are cores.
bool write_archive(const ludex::bench::GoArchive& archive, std::uint64_t games, std::ostream& out) {
  const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
  std::deque<std::future<std::string>> pieces;
  std::uint64_t next = 0;
  while (out && (next < games || !pieces.empty())) {
    while (next < games && pieces.size() < workers) {
      const std::uint64_t end = std::min(games, next + kGamesPerPiece);
      pieces.push_back(std::async(std::launch::async, piece, std::cref(archive), next, end));
      next = end;
    }
    const std::string text = pieces.front().get();
    pieces.pop_front();
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  out.flush();
  return out.good();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Writes made-up, legal Go games, the same ones for the same options."};
  std::uint64_t games = 1000;
  std::string format = "sgf";
  std::string path = "-";
  ludex::bench::GoArchiveOptions options;
  app.add_option("--games", games, "how many")->capture_default_str();
  app.add_option("--seed", options.seed, "another seed, other games")->capture_default_str();
  app.add_option("--players", options.players, "how many people play")
      ->check(CLI::Range(2U, 100'000'000U))
      ->capture_default_str();
  app.add_option("--format", format)->check(CLI::IsMember({"sgf"}))->capture_default_str();
  app.add_option("-o,--output", path, "file; '-' is standard output")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const ludex::bench::GoArchive archive(options);
  std::ios::sync_with_stdio(false);
  if (path == "-") return write_archive(archive, games, std::cout) ? 0 : 3;
  std::ofstream file(path, std::ios::binary);
  if (file && write_archive(archive, games, file)) return 0;
  std::fprintf(stderr, "ludex-generate: %s: cannot be written\n", path.c_str());
  return 3;
}
