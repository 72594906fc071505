// ludex-machine-limits FILE FOLDER: what this machine can do at best, one JSON object on standard
// output. FILE: an archive as it is going to be indexed; FOLDER: where the database is going to
// lie.

#include "generator/play_board.hpp"
#include "generator/random.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using ludex::bench::Random;

constexpr std::size_t kMebibyte = 1024 * 1024;

/// Best of three runs.
double seconds(const std::function<void()>& work) {
  double best = 1e300;
  for (int run = 0; run < 3; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  return best;
}

double mb_per_second(std::size_t bytes, double time) {
  return static_cast<double>(bytes) / 1e6 / time;
}

/// At most 256 MiB of the file.
std::string beginning_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(256 * kMebibyte, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.empty()) throw std::runtime_error(path + ": cannot be read");
  return text;
}

void check(bool is_good, const char* what) {
  if (!is_good) throw std::runtime_error(std::string(what) + " failed");
}

double read_mb_s(const std::string& path, std::size_t bytes) {
  std::vector<char> buffer(kMebibyte);
  return mb_per_second(bytes, seconds([&] {
                         const int file = open(path.c_str(), O_RDONLY);
                         check(file >= 0, "open");
                         std::size_t left = bytes;
                         while (left > 0) {
                           const ssize_t got =
                               read(file, buffer.data(), std::min(left, buffer.size()));
                           check(got > 0, "read");
                           left -= static_cast<std::size_t>(got);
                         }
                         close(file);
                       }));
}

double scan_mb_s(const std::string& text) {
  volatile std::int64_t found = 0;
  return mb_per_second(text.size(),
                       seconds([&] { found = std::count(text.begin(), text.end(), ']'); }));
}

double copy_mb_s(const std::string& text) {
  std::vector<char> copy(text.size());
  return mb_per_second(text.size(),
                       seconds([&] { std::memcpy(copy.data(), text.data(), text.size()); }));
}

double zstd_mb_s(const std::string& text) {
  const std::size_t size = std::min(text.size(), 32 * kMebibyte);
  std::vector<char> packed(ZSTD_compressBound(size));
  return mb_per_second(size, seconds([&] {
                         const std::size_t written =
                             ZSTD_compress(packed.data(), packed.size(), text.data(), size, 3);
                         check(ZSTD_isError(written) == 0, "zstd");
                       }));
}

double sort_m_s() {
  constexpr std::size_t kKeys = 4'000'000;
  Random random(1);
  std::vector<std::uint64_t> keys(kKeys);
  std::generate(keys.begin(), keys.end(), [&] { return random.next(); });
  std::vector<std::uint64_t> sorted;
  return kKeys / 1e6 / seconds([&] {
           sorted = keys;
           std::sort(sorted.begin(), sorted.end());
         });
}

/// Moves on a bare board, in the order in which a game of random moves makes them.
double replay_m_s() {
  using ludex::bench::Cell;
  using ludex::bench::PlayBoard;
  constexpr int kGames = 2000;
  std::vector<int> points;
  Random random(1);
  PlayBoard board(PlayBoard::kMaxSize);
  Cell color = Cell::black;
  while (points.size() < 220) {
    const auto empties = board.empty_points();
    const int point = empties[random.below(static_cast<std::uint32_t>(empties.size()))];
    if (!board.is_legal(point, color)) continue;
    board.play(point, color);
    points.push_back(point);
    color = ludex::bench::other(color);
  }
  return kGames * static_cast<double>(points.size()) / 1e6 / seconds([&] {
           for (int game = 0; game < kGames; ++game) {
             PlayBoard replayed(PlayBoard::kMaxSize);
             Cell turn = Cell::black;
             for (const int point : points) {
               replayed.play(point, turn);
               turn = ludex::bench::other(turn);
             }
           }
         });
}

double write_mb_s(const std::filesystem::path& folder) {
  const std::vector<char> block(kMebibyte, 'x');
  constexpr std::size_t kBlocks = 256;
  const std::filesystem::path path = folder / "write-speed.tmp";
  const double time = seconds([&] {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    check(file >= 0, "open");
    for (std::size_t n = 0; n < kBlocks; ++n) {
      check(write(file, block.data(), block.size()) == static_cast<ssize_t>(block.size()), "write");
    }
    check(fsync(file) == 0, "fsync");
    close(file);
  });
  std::filesystem::remove(path);
  return mb_per_second(kBlocks * kMebibyte, time);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: ludex-machine-limits FILE FOLDER\n");
    return 2;
  }
  try {
    const std::string text = beginning_of(argv[1]);
    const nlohmann::ordered_json limits{
        {"read_mb_s", read_mb_s(argv[1], text.size())},
        {"scan_mb_s", scan_mb_s(text)},
        {"copy_mb_s", copy_mb_s(text)},
        {"zstd_mb_s", zstd_mb_s(text)},
        {"sort_m_s", sort_m_s()},
        {"replay_m_s", replay_m_s()},
        {"write_mb_s", write_mb_s(argv[2])},
    };
    std::cout << limits.dump() << '\n';
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "ludex-machine-limits: %s\n", failure.what());
    return 3;
  }
}
