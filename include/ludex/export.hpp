#pragma once

#include "ludex/error.hpp"
#include "ludex/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// A format of records, and the versions that it can be written in, the default first.
struct RecordFormat {
  std::string_view name;  ///< "sgf"
  std::vector<std::string> versions;
};
[[nodiscard]] std::vector<RecordFormat> record_formats();
/// "original", those formats that can be written, "json", "csv".
[[nodiscard]] std::vector<std::string> export_formats();

/// A file for each year, player, event or format, or for so many records.
struct SplitBy {
  enum class Key { year, player, event, format, count };
  Key key = Key::count;
  std::int64_t count = 0;
};

/// `year`, `player`, `event`, `format`, or a number. \throws UsageError
[[nodiscard]] SplitBy parse_split(std::string_view text);

struct ExportOptions {
  /// One of export_formats(). original: the text of each record, byte for byte. sgf, csa, gcg: the
  /// same records written anew, in UTF-8. cgp: positions, one a line. json, csv: rows.
  std::string format = "original";
  std::string version{};                ///< of the format; empty: the default
  std::optional<PlyRange> positions{};  ///< positions instead of games: cgp, json and csv
  bool variations = false;              ///< positions of variations too, where they were indexed
  std::optional<SplitBy> split{};
};
/// Opens nothing. \throws UsageError for options that do not go together
void check(const ExportOptions& options);

/// Takes what an export writes.
class ExportSink {
 public:
  virtual ~ExportSink() = default;
  /// Whether parts of different formats go into different files; asked before anything is written.
  [[nodiscard]] virtual bool tells_formats_apart() const = 0;
  /// Appends text to a file. Called between transactions: it may wait.
  /// \param part       a name that is safe in a file name; empty: the export is not split
  /// \param extension  what such files end in: "sgf", "csv"
  /// \param begins     it is the first text of this file
  virtual void write(std::string_view part, std::string_view extension, std::string_view text,
                     bool begins) = 0;
  /// Gets a line for people: what was left out or written in another way.
  virtual void note(const std::string& line) = 0;

 protected:
  ExportSink() = default;
  ExportSink(const ExportSink&) = default;
  ExportSink& operator=(const ExportSink&) = default;
};

/// The records are of several formats, and would go into one file.
struct MixedFormats : UsageError {
  MixedFormats(const std::string& message, std::vector<std::string> format_names)
      : UsageError(message), formats(std::move(format_names)) {}
  std::vector<std::string> formats;  ///< "sgf", "csa"
};

}  // namespace ludex
