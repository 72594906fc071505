#include "formats/kif/kif_file.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace ludex {

std::size_t write_kif_file(const ShogiGame& game, KifDialect dialect, Charset charset,
                           std::string& out, ShogiLosses& losses) {
  std::string utf8;
  if (dialect == KifDialect::kif) {
    utf8 = fmt::format("#KIF version=2.0 encoding={}\r\n", charset_name(charset));
  }
  for (const char c : write_kif(game, dialect, &losses)) {
    if (c == '\n') utf8 += '\r';
    utf8 += c;
  }
  out.clear();
  if (charset == Charset::utf8) {
    out = std::move(utf8);
    return 0;
  }
  constexpr std::string_view kGeta = "\x81\xAC";  // 〓 stands for characters that are not there
  return append_in_charset(charset, utf8, kGeta, out);
}

}  // namespace ludex
