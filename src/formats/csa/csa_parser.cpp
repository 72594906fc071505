#include "formats/csa/csa_parser.hpp"

#include "formats/charset/utf16.hpp"
#include "formats/csa/csa_charset.hpp"
#include "formats/csa/csa_head.hpp"
#include "formats/csa/csa_reader.hpp"

#include <optional>
#include <string>

namespace ludex {
namespace {

void reset(CsaGame& game) {
  game.info = {};
  game.info.game = GameType::shogi;
  game.info.size = {9, 9};
  game.start.pieces.clear();
  game.start.hands = {};
  game.start.to_move = Player::first;
  game.moves.clear();
  game.take_backs.clear();
  game.end_mark.clear();
  game.end_seconds.reset();
  game.version.clear();
  game.start_comment.clear();
  game.comment_places.clear();
  game.end_comment.clear();
  game.late_lines.clear();
}

}  // namespace

std::optional<Problem> parse_csa(std::string_view record, const CsaOptions& options, CsaGame& out) {
  reset(out);
  std::string utf8;
  const std::optional<Charset> wide = wide_charset(options.form);
  if (wide) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf8);
    record = utf8;
  }
  record = without_utf8_mark(record);
  CsaHead head = read_csa_head(record);
  const CsaHead carried = read_csa_head(options.context);
  CharsetChoice choice = choose_csa_charset(record, csa_encoding_of(head.encoding_line),
                                            csa_encoding_of(carried.encoding_line));
  if (wide) choice = {.charset = Charset::utf8};
  if (options.charset && !wide) choice = {.charset = *options.charset};
  if (head.version_line.empty()) head.version_line = carried.version_line;
  std::optional<Problem> reject = CsaReader(record, options, choice, head, out).read();
  if (wide) out.info.charset = charset_name(*wide);
  return reject;
}

}  // namespace ludex
