// ludex-generate: writes an archive of made-up games.

#include "crossword_archive.hpp"
#include "gcg_archive.hpp"
#include "go_archive.hpp"
#include "go_server_archive.hpp"
#include "gomoku_archive.hpp"
#include "hex_archive.hpp"
#include "kif_archive.hpp"
#include "othello_archive.hpp"
#include "shogi_archive.hpp"
#include "shogi_translation_archive.hpp"
#include "twixt_archive.hpp"
#include "wthor_archive.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace {

constexpr std::uint64_t kGamesPerPiece = 2000;

/// Appends the game of a number; thread-safe.
using AppendGame = std::function<void(std::uint64_t number, std::string& text)>;

std::string piece(const AppendGame& append_game, std::uint64_t first, std::uint64_t end) {
  std::string text;
  text.reserve((end - first) * 2048);
  for (std::uint64_t number = first; number < end; ++number) append_game(number, text);
  return text;
}

/// Pieces are made by all cores and written in order; as many wait as there are cores.
bool write_archive(const AppendGame& append_game, std::uint64_t games, std::ostream& out) {
  const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
  std::deque<std::future<std::string>> pieces;
  std::uint64_t next = 0;
  while (out && (next < games || !pieces.empty())) {
    while (next < games && pieces.size() < workers) {
      const std::uint64_t end = std::min(games, next + kGamesPerPiece);
      pieces.push_back(std::async(std::launch::async, piece, std::cref(append_game), next, end));
      next = end;
    }
    const std::string text = pieces.front().get();
    pieces.pop_front();
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  out.flush();
  return out.good();
}

template <class Archive, class Options>
AppendGame games_of(const Options& options) {
  const auto archive = std::make_shared<Archive>(options);
  return [archive](std::uint64_t number, std::string& text) { archive->append_game(number, text); };
}

std::optional<ludex::bench::GoServerFormat> find_go_server_format(const std::string& name) {
  using enum ludex::bench::GoServerFormat;
  if (name == "gib") return gib;
  if (name == "ngf") return ngf;
  if (name == "ugf") return ugf;
  return std::nullopt;
}

std::optional<ludex::bench::ShogiTranslation> find_shogi_translation(const std::string& name) {
  using enum ludex::bench::ShogiTranslation;
  if (name == "jkf") return jkf;
  if (name == "usi") return usi;
  if (name == "psn") return psn;
  return std::nullopt;
}

AppendGame archive_of(const std::string& game, const std::string& format,
                      const std::string& density, std::uint64_t seed, std::uint32_t players) {
  using namespace ludex::bench;
  if (const auto server = find_go_server_format(format); game == "go" && server) {
    return games_of<GoServerArchive>(
        GoServerArchiveOptions{.seed = seed, .players = players, .format = *server});
  }
  if (game == "go") {
    return games_of<GoArchive>(GoArchiveOptions{.seed = seed, .players = players});
  }
  if (game == "crossword" && format == "gcg") {
    return games_of<GcgArchive>(GcgArchiveOptions{.seed = seed, .players = players});
  }
  if (game == "crossword") {
    return games_of<CrosswordArchive>(CrosswordArchiveOptions{.seed = seed});
  }
  if (game == "hex") {
    return games_of<HexArchive>(HexArchiveOptions{.seed = seed, .players = players, .dialect = {}});
  }
  if (game == "othello" && format == "wthor") {
    return games_of<WthorArchive>(WthorArchiveOptions{.seed = seed, .players = players});
  }
  if (game == "othello") {
    return games_of<OthelloArchive>(
        OthelloArchiveOptions{.seed = seed, .players = players, .dialect = {}});
  }
  if (game == "gomoku") {
    return games_of<GomokuArchive>(GomokuArchiveOptions{.seed = seed, .players = players});
  }
  if (game == "twixt") {
    return games_of<TwixtArchive>(
        TwixtArchiveOptions{.seed = seed, .players = players, .dialect = {}});
  }
  const ShogiArchiveOptions shogi{
      .seed = seed, .players = players, .density = *find_shogi_density(density)};
  if (format == "kif" || format == "kif-sjis" || format == "ki2") {
    return games_of<KifArchive>(
        KifArchiveOptions{.games = shogi,
                          .form = format == "ki2" ? KifForm::ki2 : KifForm::kif,
                          .shift_jis = format == "kif-sjis"});
  }
  if (const auto translation = find_shogi_translation(format)) {
    return games_of<ShogiTranslationArchive>(
        ShogiTranslationOptions{.shogi = shogi, .format = *translation});
  }
  return games_of<ShogiArchive>(shogi);
}

/// Writes the lists of names of WTHOR beside a file of games.
bool write_names(const ludex::bench::WthorArchive& archive, const std::string& path) {
  const std::string stem = path.substr(0, path.rfind('.'));
  std::ofstream players(stem + ".jou", std::ios::binary), events(stem + ".trn", std::ios::binary);
  players << archive.players_file();
  events << archive.events_file();
  return players.flush() && events.flush();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Writes made-up games, the same ones for the same options."};
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  std::uint32_t players = 5000;
  std::string game = "go";
  std::string format = "cgp";
  std::string density = "bare";
  std::string path = "-";
  app.add_option("--game", game,
                 "go, hex, twixt, gomoku: legal games in SGF, of go as servers write them too; "
                 "othello: SGF and GGF, or WTHOR; shogi: CSA, "
                 "\"/\" between games, or KIF, KI2; crossword: CGP lines or GCG")
      ->check(CLI::IsMember({"go", "hex", "othello", "gomoku", "shogi", "twixt", "crossword"}))
      ->capture_default_str();
  app.add_option("--games", games, "how many")->capture_default_str();
  app.add_option("--seed", seed, "another seed, other games")->capture_default_str();
  app.add_option("--players", players, "how many people play")
      ->check(CLI::Range(2U, 100'000'000U))
      ->capture_default_str();
  app.add_option(
         "--format", format,
         "crossword: positions as CGP, games as GCG; go: GIB, NGF, UGF, else SGF; shogi: "
         "KIF, KIF in Shift_JIS, KI2, JKF, USI, PSN, else CSA; othello: WTHOR (-o FILE.wtb, "
         "with FILE.jou and FILE.trn), else SGF and GGF")
      ->check(CLI::IsMember({"cgp", "gcg", "gib", "ngf", "ugf", "kif", "kif-sjis", "ki2", "jkf",
                             "usi", "psn", "wthor"}))
      ->capture_default_str();
  app.add_option("--density", density, "shogi: moves alone, with times, with engines' comments")
      ->check(CLI::IsMember({"bare", "times", "floodgate"}))
      ->capture_default_str();
  app.add_option("-o,--output", path, "file; '-' is standard output")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const AppendGame append_game = archive_of(game, format, density, seed, players);
  std::ios::sync_with_stdio(false);
  if (path == "-") return write_archive(append_game, games, std::cout) ? 0 : 3;
  std::ofstream file(path, std::ios::binary);
  if (game == "othello" && format == "wthor") {
    const ludex::bench::WthorArchive archive({.seed = seed, .players = players});
    if (file && write_names(archive, path)) file << archive.header(games);
  }
  if (file && write_archive(append_game, games, file)) return 0;
  std::fprintf(stderr, "ludex-generate: %s: cannot be written\n", path.c_str());
  return 3;
}
