#pragma once

#include "formats/charset/charset.hpp"
#include "formats/format.hpp"
#include "formats/record_sink.hpp"
#include "ludex/types.hpp"
#include "store/sql/sql_statement.hpp"

#include <optional>

namespace ludex {

/// How the record of a game was read when it was indexed.
struct RecordReading {
  Format format{};
  TextForm form = TextForm::bytes;
  Charset charset = Charset::utf8;  ///< of UTF-16, what its parser works in
};

class RecordReadings {
 public:
  explicit RecordReadings(SqlConnection& sql);
  [[nodiscard]] RecordReading get(GameId game);

 private:
  SqlStatement select_;
};

}  // namespace ludex
