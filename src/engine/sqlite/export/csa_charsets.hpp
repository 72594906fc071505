#pragma once

#include "core/ids.hpp"
#include "engine/sqlite/export/export_files.hpp"
#include "engine/sqlite/export/record_readings.hpp"
#include "formats/csa/csa_game.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <string_view>

namespace ludex {

/// A CSA stream names the encoding of all its games at its head: games that left theirs behind may
/// be read in another charset, and so may those that come under another head.
class CsaCharsets {
 public:
  explicit CsaCharsets(Database& database) : readings_(database.sql()) {}

  /// Before a record is appended: gives the file a head if its first record needs one, and counts
  /// the record if it is read in another charset under the head that is there.
  void prepare(GameId game, std::string_view record, ExportFile& file);
  /// Says how many were counted.
  void report(ExportSink& sink) const;

 private:
  bool reads_as(std::string_view charset, std::string_view record, std::string_view head);

  RecordReadings readings_;
  CsaGame game_;
  std::int64_t misread_ = 0;
};

}  // namespace ludex
