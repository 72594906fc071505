#pragma once

#include "core/ids.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format.hpp"
#include "formats/record_sink.hpp"

#include <SQLiteCpp/Statement.h>

#include <optional>

namespace ludex {

/// How the record of a game was read when it was indexed.
struct RecordReading {
  Format format = Format::sgf;
  TextForm form = TextForm::bytes;
  Charset charset = Charset::utf8;  ///< of UTF-16, what its parser works in
};

class RecordReadings {
 public:
  explicit RecordReadings(SQLite::Database& sql);
  [[nodiscard]] RecordReading get(GameId game);

 private:
  SQLite::Statement select_;
};

}  // namespace ludex
