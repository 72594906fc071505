#include "formats/kif/kif_record_writer.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

void append_with_crlf(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
}

}  // namespace

std::optional<Problem> KifTextWriter::write(std::string_view text, TextForm form, Charset charset,
                                            std::string& out) {
  if (auto problem = read(text, form, charset, game_)) return problem;
  utf8_.clear();
  if (dialect_ == KifDialect::kif) {
    utf8_ = fmt::format("#KIF version=2.0 encoding={}\r\n", charset_name(charset_));
  }
  append_with_crlf(write_kif(game_, dialect_), utf8_);
  if (charset_ == Charset::utf8) {
    out = utf8_;
    return std::nullopt;
  }
  constexpr std::string_view kGeta = "\x81\xAC";  // stands for characters that are not there
  out.clear();
  missing_ += append_in_charset(charset_, utf8_, kGeta, out);
  return std::nullopt;
}

bool KifTextWriter::write_in(Charset charset) {
  if (charset != Charset::utf8 && charset != Charset::shift_jis) return false;
  charset_ = charset;
  return true;
}

std::vector<WriterLoss> KifTextWriter::losses() const {
  if (missing_ == 0) return {};
  return {{missing_, "character",
           fmt::format("that {} does not have {} written as 〓; UTF-8 has all",
                       charset_name(charset_), missing_ == 1 ? "is" : "are")}};
}

}  // namespace ludex
