#include "formats/csa/csa_charset.hpp"

#include <array>
#include <optional>
#include <span>

namespace ludex {
namespace {

std::optional<Charset> byte_charset(std::string_view label) {
  std::optional<Charset> named = find_charset(label);
  if (named == Charset::utf16le || named == Charset::utf16be) named.reset();
  return named;
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

}  // namespace

CharsetChoice choose_csa_charset(std::string_view record, std::string_view own,
                                 std::string_view carried) {
  CharsetChoice choice;
  const std::optional<Charset> named = own.empty() ? std::nullopt : byte_charset(own);
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
  const std::optional<Charset> of_head = carried.empty() ? std::nullopt : byte_charset(carried);
  if (is_utf8(record)) {
    choice.charset = Charset::utf8;
  } else if (of_head && valid_in(*of_head, record)) {
    choice.charset = *of_head;
  } else {
    choice.charset = guess(record);
  }
  return choice;
}

}  // namespace ludex
