#include "formats/csa/csa_parser.hpp"

#include "formats/charset/charset.hpp"
#include "formats/charset/utf16.hpp"
#include "formats/csa/csa_head.hpp"
#include "formats/csa/csa_reader.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {
namespace {

std::optional<Charset> byte_charset(std::string_view label) {
  const std::optional<Charset> named = find_charset(label);
  const bool is_utf16 = named == Charset::utf16le || named == Charset::utf16be;
  return is_utf16 ? std::nullopt : named;
}

Charset guess(std::string_view record) {
  constexpr std::array kJapanese = {Charset::shift_jis, Charset::euc_jp};
  std::array<Charset, 2> fitting{};
  std::size_t count = 0;
  for (const Charset charset : kJapanese) {
    if (valid_in(charset, record)) fitting[count++] = charset;
  }
  if (count == 0) return choose_charset({&record, 1}, std::nullopt).charset;
  return likeliest_charset(record, std::span(fitting).first(count));
}

/// The charset of a record that declares none, or a wrong one: see parse_csa().
/// \param own      the label in the record, may be empty
/// \param carried  the label in the head of the stream, may be empty
CharsetChoice choose_csa_charset(std::string_view record, std::string_view own,
                                 std::string_view carried) {
  CharsetChoice choice;
  const std::optional<Charset> named = byte_charset(own);
  choice.label_unknown = !own.empty() && !named;
  if (is_ascii(record)) {
    choice.charset = named.value_or(Charset::ascii);
    return choice;
  }
  if (named && valid_in(*named, record)) {
    choice.charset = *named;
    return choice;
  }
  choice.label_wrong = named.has_value();
  const std::optional<Charset> of_head = byte_charset(carried);
  if (is_utf8(record)) {
    choice.charset = Charset::utf8;
  } else if (of_head && valid_in(*of_head, record)) {
    choice.charset = *of_head;
  } else {
    choice.charset = guess(record);
  }
  return choice;
}

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

std::vector<std::size_t> standing_moves(const CsaGame& game) {
  std::vector<std::size_t> standing;
  standing.reserve(game.moves.size());
  auto taken = game.take_backs.begin();
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    for (; taken != game.take_backs.end() && taken->moves == move; ++taken) {
      standing.resize(taken->standing);
    }
    standing.push_back(move);
  }
  return standing;
}

}  // namespace ludex
