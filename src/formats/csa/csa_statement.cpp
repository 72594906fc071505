#include "formats/csa/csa_statement.hpp"

#include "core/ascii.hpp"
#include "core/shogi.hpp"
#include "formats/csa/csa_result.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>

namespace ludex {
namespace {

/// Whether a statement starts here, behind a comma: one that no name and no value looks like.
bool starts_statement(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto ends_at = [&](std::size_t i) { return at(i) == '\0' || at(i) == ','; };
  switch (at(0)) {
    case 'N':
      return is_sign(at(1));
    case '$':
      return is_upper(at(1)) && text.substr(0, text.find(',')).find(':') != text.npos;
    case 'P':
      if (at(1) == 'I') return ends_at(2) || is_digit(at(2));
      return is_nonzero_digit(at(1)) ? is_sign(at(2)) || at(2) == ' '
                                     : is_sign(at(1)) && is_digit(at(2)) && is_digit(at(3));
    case '+':
    case '-':
      return ends_at(1) ||
             (text.size() >= 7 && is_digit(at(1)) && is_digit(at(4)) &&
              shogi::find_csa_piece(text.substr(5, 2)) && (ends_at(7) || at(7) == ' '));
    case '%':
      return is_csa_end_mark(trimmed_text(text.substr(1, text.find(',') - 1)));
    default:
      return false;
  }
}

}  // namespace

std::size_t end_of_csa_value(std::string_view line) {
  for (auto comma = line.find(','); comma != line.npos; comma = line.find(',', comma + 1)) {
    if (starts_statement(trimmed_text(line.substr(comma + 1)))) return comma;
  }
  return line.npos;
}

std::string_view csa_place_of(std::string_view statement) {
  constexpr std::string_view kClock = "$TIME";
  switch (statement.front()) {
    case 'N':
      return statement.substr(0, 2);
    case '$':
      if (statement.starts_with(kClock)) return kClock;
      return statement.substr(0, statement.find(':'));
    case 'P':
      return "P";
    default:
      return is_sign(statement.front()) && statement.size() == 1 ? "+" : "";
  }
}

bool is_csa_move(std::string_view word) {
  constexpr std::size_t kMoveBytes = 7;
  return word.size() == kMoveBytes && is_sign(word[0]) &&
         std::ranges::all_of(word.substr(1, 4), [](char c) { return is_digit(c); }) &&
         shogi::find_csa_piece(word.substr(5)).has_value();
}

}  // namespace ludex
