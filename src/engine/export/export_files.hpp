#pragma once

#include "engine/export/exported_games.hpp"
#include "formats/format_room.hpp"
#include "ludex/export.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ludex {

/// A text as part of a file name. ASCII characters other than letters, digits, dot, `_`, `+` and
/// `-` become `-`; leading and trailing `-` and leading dots are dropped; other UTF-8 is kept; at
/// most 100 bytes. "unknown" if nothing is left.
[[nodiscard]] std::string safe_file_name(std::string_view text);

inline constexpr std::string_view kUnknownName = "unknown";

/// "1846", "1846-1847", "1846-", "unknown".
[[nodiscard]] std::string year_name(Day first, Day last);

/// A piece of SplitBy::name: text, or a column of the view `games`, `date` or `year`.
struct TemplatePart {
  bool is_column = false;
  std::string text;
};
/// \throws UsageError for an unknown column
[[nodiscard]] std::vector<TemplatePart> parse_template(std::string_view name);

/// The text to be written to one file.
struct ExportFile : RecordStream {
  std::string part, extension;  ///< in a split export
  bool written = false;         ///< some of it was written
};

/// The output of an export: one stream, or one file per part. No file stays open: parts are
/// buffered, and when they hold more than 32 MiB together, the largest are appended to their files.
/// A compressed file then has several members, which decompress as one.
class ExportFiles {
 public:
  ExportFiles(ExportedGames& games, const std::optional<SplitBy>& split, ExportSink& sink);

  /// Calls `append` for each file that receives one of the games. Writes nothing yet.
  /// \param extension  of files in a folder.
  void write(std::span<const GameId> games, std::string_view extension,
             const std::function<void(ExportFile&)>& append);

  /// The same for an unsplit export without any games.
  void write_empty(const std::function<void(ExportFile&)>& append) {
    if (!split_) append(whole_);
  }

  /// True if the buffer is full and should be written.
  [[nodiscard]] bool is_full() const;
  /// Writes if the buffer is full. The reader of the output may block it, so do not call it in a
  /// ReadTransaction.
  void relieve();
  /// Writes the rest. Must be called.
  void close();

 private:
  [[nodiscard]] std::vector<std::string> names_for(std::span<const GameId> games);
  [[nodiscard]] std::string own_name(GameId game);
  ExportFile& part(const std::string& name, std::string_view extension);
  void append_to(ExportFile& file, const std::function<void(ExportFile&)>& append);
  void make_room();
  void flush(ExportFile& file);

  std::optional<SplitBy> split_;
  std::unique_ptr<SplitNames> names_;
  ExportSink& sink_;
  ExportFile whole_;                                      // of an export that is not split
  std::map<std::string, ExportFile, std::less<>> parts_;  // by name in lower case and extension
  std::size_t held_bytes_ = 0;
  bool is_counted_ = false;   // the last file is written in one piece
  std::int64_t written_ = 0;  // games written, if a file takes a fixed number
  // Where each game has a file:
  GameId last_game_ = GameId::none;
  std::string last_name_;
  std::unordered_set<std::size_t> used_names_;                   // their hashes
  std::unordered_map<std::size_t, std::uint32_t> name_numbers_;  // of repeated names
};

/// Calls `step`, which reads games and passes them to `files`, until it reports the end. Writes
/// only between ExportedGames::read_at_once().
void fill_in_turns(ExportedGames& games, ExportFiles& files, const std::function<bool()>& step);

}  // namespace ludex
