#pragma once

#include "cli/byte_output.hpp"
#include "ludex/export.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::cli {

/// Where a part of the output goes: `{}` in the pattern is replaced; a pattern with an ending gets
/// `-NAME` before it, as games-1996.sgf.gz; every other one, and one that is a folder already, is a
/// folder that gets `NAME.EXTENSION`, `games.EXTENSION` where both are the same.
[[nodiscard]] std::string split_path(const std::string& pattern, std::string_view name,
                                     std::string_view extension);

/// Writes an export to one output, or to a file for each part. No part stays open: a packed file
/// has several members, which unpack as one.
class ExportOutput final : public ExportSink {
 public:
  /// \param output  file or "-"; of a split export a pattern: split_path()
  ExportOutput(std::filesystem::path database, std::string output, bool is_split);

  [[nodiscard]] bool tells_formats_apart() const override;
  /// \throws UsageError where a part would overwrite the database.
  void write(std::string_view part, std::string_view extension, std::string_view text,
             bool begins) override;
  void note(const std::string& line) override;
  /// Must be called.
  void close();

 private:
  void begin_part(const std::string& path);

  std::filesystem::path database_;
  std::string pattern_;
  bool is_split_;
  std::optional<ByteOutput> whole_;  // of an export that is not split
};

}  // namespace ludex::cli
