#pragma once

#include "formats/format_room.hpp"
#include "ludex/export.hpp"
#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A text as a part of a file name: what is no letter, digit, dot, `_`, `+` or `-` in ASCII becomes
/// `-`; none at the beginning or the end, no dot at the beginning; 100 bytes at most. Other UTF-8
/// stays. "unknown" where nothing is left.
[[nodiscard]] std::string safe_file_name(std::string_view text);

/// Which files a game goes into.
class SplitNames {
 public:
  /// \pre split.key != count
  SplitNames(Database& database, const SplitBy& split);

  /// A year, `1846-1847` where it may have been either, an event, the format of the record, or the
  /// persons of all seats (game_players.person), as safe_file_name() has them. "unknown" where
  /// nothing is known.
  [[nodiscard]] std::vector<std::string> of(GameId game);

 private:
  [[nodiscard]] std::string year_of_game(GameId game);
  [[nodiscard]] std::int64_t asked_of(GameId game);

  SplitBy split_;
  FactReader facts_;
  SqlStatement select_;  // what parts are named after, by asked_of() a game
};

/// What is on its way into one file.
struct ExportFile : RecordStream {
  std::string part, extension;  ///< in a split export
  bool written = false;         ///< some of it
};

/// Where an export goes: one output, or a file for each part it is split into. No file stays open:
/// parts are gathered, and those with most text are appended to their files when together they
/// hold more than 32 MiB; a packed file then has several members, which unpack as one.
class ExportFiles {
 public:
  ExportFiles(Database& database, const std::optional<SplitBy>& split, ExportSink& sink);

  /// Lets `append` add to each file that one of the games goes into. Writes nothing yet.
  /// \param extension  of files in a folder.
  void write(std::span<const GameId> games, std::string_view extension,
             const std::function<void(ExportFile&)>& append);

  /// The same for an export that is not split and has nothing to write.
  void write_empty(const std::function<void(ExportFile&)>& append) {
    if (!split_) append(whole_);
  }

  /// Whether so much is held that it should be written.
  [[nodiscard]] bool is_full() const;
  /// Writes if it is full. Whoever reads the output may let it wait: not in a ReadTransaction.
  void relieve();
  /// Writes what is left; must be called.
  void close();

 private:
  ExportFile& part(const std::string& name, std::string_view extension);
  void append_to(ExportFile& file, const std::function<void(ExportFile&)>& append);
  void make_room();
  void flush(ExportFile& file);

  std::optional<SplitBy> split_;
  std::optional<SplitNames> names_;
  ExportSink& sink_;
  ExportFile whole_;                                      // of an export that is not split
  std::map<std::string, ExportFile, std::less<>> parts_;  // by name in lower case and extension
  std::size_t held_bytes_ = 0;
  std::int64_t written_ = 0;  // times, where a file takes so many
};

/// Calls `step`, which reads and hands something to `files`, until it says that there is no more.
/// Reads in transactions, and writes between them.
void fill_in_turns(Database& database, ExportFiles& files, const std::function<bool()>& step);

}  // namespace ludex
