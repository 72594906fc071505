#pragma once

#include <cstdint>
#include <string>

namespace ludex::bench {

struct CrosswordArchiveOptions {
  std::uint64_t seed = 1;
};

/// Makes CGP lines: boards of 15x15 after 0 to 16 plays that cross each other, from the English bag
/// of 100 tiles, racks and scores that go with them, a lexicon, in one of four a game id or the
/// last play. The words are letters in a row, not of any language; one line in 20 is an opening
/// that others share. Line n depends on the options and n alone.
class CrosswordArchive {
 public:
  explicit CrosswordArchive(const CrosswordArchiveOptions& options = {}) : options_(options) {}

  /// Appends line number `number`, with a newline. Thread-safe. Cost: about 5 us and 150 bytes.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  CrosswordArchiveOptions options_;
};

/// The first `games` lines of the archive with these options, as one text.
[[nodiscard]] std::string crossword_archive(std::uint64_t games,
                                            const CrosswordArchiveOptions& options = {});

}  // namespace ludex::bench
