#include "engine/sqlite/export/csa_charsets.hpp"

#include "engine/sqlite/export/counted.hpp"
#include "formats/charset/charset.hpp"
#include "formats/csa/csa_parser.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace ludex {

namespace {

constexpr std::size_t kHeadBytes = 4096;

}  // namespace

bool CsaCharsets::reads_as(std::string_view charset, std::string_view record,
                           std::string_view head) {
  CsaOptions options;
  options.context = head;
  return !parse_csa(record, options, game_) && game_.info.charset == charset;
}

void CsaCharsets::prepare(GameId game, std::string_view record, ExportFile& file) {
  if (!is_utf8(record)) {
    const std::string_view charset = charset_name(readings_.get(game).charset);
    const std::string head = fmt::format("'CSA encoding={}\n", charset);
    const bool is_read = reads_as(charset, record, file.csa_head);
    if (!is_read && !file.begun && reads_as(charset, record, head)) {
      file.csa_head = head;
      file.text += head + "/\n";
    } else if (!is_read) {
      ++misread_;
    }
  }
  if (file.csa_head.empty() && !file.begun) file.csa_head = record.substr(0, kHeadBytes);
}

void CsaCharsets::report(ExportSink& sink) const {
  if (misread_ == 0) return;
  sink.note(fmt::format(
      "{} of CSA will be read in another charset than here; write UTF-8 with --format csa, "
      "or name the charset with index --charset",
      counted(static_cast<std::uint64_t>(misread_), "record")));
}

}  // namespace ludex
