#include "engine/sqlite/export/gcg_export.hpp"

#include "formats/gcg/gcg_parser.hpp"
#include "formats/gcg/gcg_writer.hpp"

namespace ludex {

std::optional<Problem> GcgExport::parse(std::string_view text, const RecordReading& reading) {
  GcgOptions options;
  options.form = reading.form;
  options.charset = reading.charset;
  GcgGame game;
  if (auto problem = parse_gcg(text, options, game)) return problem;
  written_ = write_gcg(game);
  return std::nullopt;
}

}  // namespace ludex
