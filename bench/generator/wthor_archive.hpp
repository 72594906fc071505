#pragma once

#include "othello_archive.hpp"

#include <cstdint>
#include <string>

namespace ludex::bench {

struct WthorArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 2000;  ///< at most 65,000
};

/// Makes a year of Othello tournaments as WTHOR: the 68 bytes of each game of OthelloArchive on
/// boards of 8x8, and the lists of names beside them. Written apart from the library's writer. Game
/// n depends on the options and n alone.
class WthorArchive {
 public:
  explicit WthorArchive(const WthorArchiveOptions& options);

  /// The header of a file of so many games.
  [[nodiscard]] std::string header(std::uint64_t games) const;
  /// Appends game number `number`. Thread-safe. Cost: about 100 us.
  void append_game(std::uint64_t number, std::string& bytes) const;
  [[nodiscard]] std::string players_file() const;
  [[nodiscard]] std::string events_file() const;
  /// The SGF record that is told.
  [[nodiscard]] std::string sgf(std::uint64_t number) const;

 private:
  WthorArchiveOptions options_;
  OthelloArchive games_;
};

}  // namespace ludex::bench
