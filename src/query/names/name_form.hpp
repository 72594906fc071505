#pragma once

#include "formats/charset/latin_reading.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A name, or a part of one, as names are compared.
struct NameForm {
  std::string text;                ///< normal form (normal_name.hpp), traditional Han simplified
  std::vector<std::string> words;  ///< as read in Latin letters
  std::string letters;             ///< the words without the spaces between them
  std::string turned;              ///< the same, beginning with the word that makes it smallest
  std::string sound;               ///< turned, of name_sound() of each word
  std::string digits;
  bool is_latin = false;  ///< written in Latin letters
  bool has_han = false;
  bool has_hangul = false;
  bool is_part = false;  ///< of a name in two scripts
};

/// A player's name without the titles that stand behind Korean ones and that its normal form keeps:
/// `이정우` of `이정우선수`, "player".
[[nodiscard]] std::string_view without_korean_titles(std::string_view normal);

/// The forms of one name: itself first, then, where it is written in Latin letters and another
/// script side by side (`藤泽秀行 Fujisawa Shuko`), each of the two that is long enough to mean
/// something.
/// \param normal  its normal form.
[[nodiscard]] std::vector<NameForm> name_forms(std::string_view normal, LatinReader& reader);

}  // namespace ludex
