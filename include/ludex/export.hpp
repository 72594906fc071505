#pragma once

#include "ludex/error.hpp"
#include "ludex/position.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// A format of records and the versions in which it can be written, the default first.
struct RecordFormat {
  std::string_view name;  ///< "sgf"
  std::vector<std::string> versions;
  std::vector<std::string_view> companions;  ///< endings of the files beside its own: ".jou"
};
[[nodiscard]] std::vector<RecordFormat> record_formats();
/// "original", those formats that can be written, "json", "csv".
[[nodiscard]] std::vector<std::string> export_formats();

/// One file per year, player, event, format or game, or per number of records.
struct SplitBy {
  enum class Key { year, player, event, format, game, count };
  Key key = Key::count;
  std::int64_t count = 0;
  /// The template of the file name of a game: columns of the view `games` in braces, `{date}` and
  /// `{year}` (of date_from). A record of several games uses the first one. A repeated name gets a
  /// number.
  std::string name = "{id}";
};

/// `year`, `player`, `event`, `format`, `game`, or a number. \throws UsageError
[[nodiscard]] SplitBy parse_split(std::string_view text);

struct ExportOptions {
  /// One of export_formats(). original: the text of each record, byte for byte. A record format:
  /// the records rewritten in it, in UTF-8 unless `charset` says otherwise (wthor: binary). cgp:
  /// positions, one per line. json, csv: rows.
  std::string format = "original";
  std::string version{};                ///< of the format; empty: the default
  std::optional<PlyRange> positions{};  ///< positions instead of games: cgp, json and csv
  bool variations = false;              ///< include positions of variations, if indexed
  std::optional<SplitBy> split{};
  /// Maximum number of games, lowest ids first.
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  std::string charset{};  ///< of what is written: kif and ki2 also in Shift_JIS; empty: UTF-8
};
/// Opens nothing. \throws UsageError for options that cannot be combined
void check(const ExportOptions& options);

/// Receives the output of an export.
class ExportSink {
 public:
  virtual ~ExportSink() = default;
  /// True if parts of different formats go into different files. Called before anything is written.
  [[nodiscard]] virtual bool tells_formats_apart() const = 0;
  /// Appends text to a file. Called outside of transactions, so it may block.
  /// \param part       a name that is safe in a file name; empty: the export is not split
  /// \param extension  the ending of the file name: "sgf", "csv"
  /// \param begins     true for the first text of this file
  virtual void write(std::string_view part, std::string_view extension, std::string_view text,
                     bool begins) = 0;
  /// Writes a file that all parts share, such as WTHOR's lists of names.
  /// \param extension  the ending of its name: "jou"
  /// \throws UsageError by default, for sinks that cannot hold further files
  virtual void write_beside(std::string_view extension, std::string_view bytes);
  /// Receives a line for people: what was left out or changed.
  virtual void note(const std::string& line) = 0;

 protected:
  ExportSink() = default;
  ExportSink(const ExportSink&) = default;
  ExportSink& operator=(const ExportSink&) = default;
};

/// Records of several formats would go into one file.
struct MixedFormats : UsageError {
  MixedFormats(const std::string& message, std::vector<std::string> format_names)
      : UsageError(message), formats(std::move(format_names)) {}
  std::vector<std::string> formats;  ///< "sgf", "csa"
};

}  // namespace ludex
