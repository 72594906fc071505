#include "formats/charset/latin_reading.hpp"

#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "ludex/error.hpp"

#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <unordered_map>

namespace ludex {
namespace {

using Transliteration = std::unique_ptr<icu::Transliterator>;

Transliteration make_transliteration(const char* id) {
  UErrorCode status = U_ZERO_ERROR;
  Transliteration made(
      icu::Transliterator::createInstance(icu::UnicodeString(id), UTRANS_FORWARD, status));
  if (U_FAILURE(status) != 0) throw Error(std::string("ICU has no transliterator ") + id);
  return made;
}

icu::UnicodeString unicode_of(std::string_view utf8) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(utf8.data(), static_cast<std::int32_t>(utf8.size())));
}

bool is_word_character(char c) { return is_lower(c) || is_digit(c); }

/// Lower-case letters and digits; everything else ends a word.
void append_words(std::string_view text, std::string& words) {
  for (const char c : text) {
    const char lower = to_lower(c);
    if (is_word_character(lower)) {
      words.push_back(lower);
    } else if (!words.empty() && words.back() != ' ' && c != '\'') {
      words.push_back(' ');
    }
  }
}

/// Scripts whose characters are read one by one.
bool is_syllabic(UScriptCode script) { return script == USCRIPT_HAN || script == USCRIPT_HANGUL; }

}  // namespace

ScriptSides script_sides(std::string_view utf8) {
  ScriptSides sides;
  const auto size = static_cast<std::int32_t>(utf8.size());
  bool is_other = false;  // on the side of the last letter: `棋士2 abc7` has a digit on each
  for (std::int32_t i = 0; i < size;) {
    const std::int32_t begin = i;
    UChar32 character = 0;
    U8_NEXT(utf8.data(), i, size, character);
    UErrorCode status = U_ZERO_ERROR;
    const auto script = character < 0 ? USCRIPT_COMMON : uscript_getScript(character, &status);
    if (script != USCRIPT_COMMON && script != USCRIPT_INHERITED) is_other = script != USCRIPT_LATIN;
    (is_other ? sides.other : sides.latin)
        .append(utf8.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(i - begin)));
    if (character == ' ') (is_other ? sides.latin : sides.other) += ' ';
    sides.has_latin = sides.has_latin || script == USCRIPT_LATIN;
    sides.has_other = sides.has_other || (is_other && script != USCRIPT_COMMON);
    sides.has_han = sides.has_han || script == USCRIPT_HAN;
    sides.has_hangul = sides.has_hangul || script == USCRIPT_HANGUL;
  }
  return sides;
}

struct LatinReader::Tables {
  Transliteration any_latin, hant_hans;
  std::unordered_map<UChar32, std::string> readings;

  std::string latin(icu::UnicodeString text) {
    if (!any_latin) any_latin = make_transliteration("Any-Latin; Latin-ASCII");
    any_latin->transliterate(text);
    std::string ascii;
    return text.toUTF8String(ascii);
  }

  const std::string& reading(UChar32 character) {
    const auto [place, is_new] = readings.try_emplace(character);
    if (is_new) place->second = latin(icu::UnicodeString(character));
    return place->second;
  }
};

LatinReader::LatinReader() : tables_(std::make_unique<Tables>()) {}
LatinReader::~LatinReader() = default;

std::string LatinReader::read(std::string_view folded) {
  std::string words;
  if (is_ascii(folded)) {
    append_words(folded, words);
  } else {
    const auto text = unicode_of(folded);
    icu::UnicodeString run;  // of scripts that are not read character by character
    const auto end_run = [&] {
      if (!run.isEmpty()) append_words(tables_->latin(run), words);
      run.remove();
    };
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
      const UChar32 character = text.char32At(i);
      UErrorCode status = U_ZERO_ERROR;
      if (is_syllabic(uscript_getScript(character, &status))) {
        end_run();
        append_words(" " + tables_->reading(character) + " ", words);
      } else {
        run.append(character);
      }
    }
    end_run();
  }
  if (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

std::string LatinReader::simplified(std::string_view folded) {
  if (is_ascii(folded)) return std::string(folded);
  if (!tables_->hant_hans) tables_->hant_hans = make_transliteration("Hant-Hans");
  auto text = unicode_of(folded);
  tables_->hant_hans->transliterate(text);
  std::string simple;
  return text.toUTF8String(simple);
}

}  // namespace ludex
