#include "formats/charset/latin_reading.hpp"

#include "core/ascii.hpp"
#include "core/icu_functions.hpp"
#include "formats/charset/charset.hpp"
#include "ludex/error.hpp"

#include <unordered_map>

namespace ludex {
namespace {

struct CloseTransliterator {
  void operator()(UTransliterator* open) const { icu().utrans_close(open); }
};
using Transliteration = std::unique_ptr<UTransliterator, CloseTransliterator>;

Transliteration make_transliteration(std::u16string_view id) {
  UErrorCode status = U_ZERO_ERROR;
  Transliteration made(icu().utrans_openU(id.data(), static_cast<std::int32_t>(id.size()),
                                          UTRANS_FORWARD, nullptr, 0, nullptr, &status));
  if (U_SUCCESS(status) != 0) return made;
  std::string name;
  append_utf8_of(id, name);
  throw Error("ICU has no transliterator " + name);
}

std::string transliterated(const Transliteration& transliteration, std::u16string_view text) {
  constexpr std::size_t kRoom = 64;  // a character may become several
  for (std::size_t room = 4 * text.size() + kRoom;; room *= 2) {
    std::u16string changed(text);
    changed.resize(room);
    auto size = static_cast<std::int32_t>(text.size());
    auto limit = size;
    UErrorCode status = U_ZERO_ERROR;
    icu().utrans_transUChars(transliteration.get(), changed.data(), &size,
                             static_cast<std::int32_t>(room), 0, &limit, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) continue;
    std::string utf8;
    append_utf8_of(std::u16string_view(changed).substr(0, static_cast<std::size_t>(size)), utf8);
    return utf8;
  }
}

UScriptCode script_of(UChar32 character) {
  UErrorCode status = U_ZERO_ERROR;
  return icu().uscript_getScript(character, &status);
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
    const auto script = character < 0 ? USCRIPT_COMMON : script_of(character);
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

  std::string latin(std::u16string_view text) {
    if (!any_latin) any_latin = make_transliteration(u"Any-Latin; Latin-ASCII");
    return transliterated(any_latin, text);
  }

  const std::string& reading(UChar32 character, std::u16string_view text) {
    const auto [place, is_new] = readings.try_emplace(character);
    if (is_new) place->second = latin(text);
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
    const std::u16string text = utf16_of(folded);
    std::u16string run;  // of scripts that are not read character by character
    const auto end_run = [&] {
      if (!run.empty()) append_words(tables_->latin(run), words);
      run.clear();
    };
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t begin = i;
      UChar32 character = 0;
      U16_NEXT(text.data(), i, text.size(), character);
      const auto written = std::u16string_view(text).substr(begin, i - begin);
      if (is_syllabic(script_of(character))) {
        end_run();
        append_words(" " + tables_->reading(character, written) + " ", words);
      } else {
        run += written;
      }
    }
    end_run();
  }
  if (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

std::string LatinReader::simplified(std::string_view folded) {
  if (is_ascii(folded)) return std::string(folded);
  if (!tables_->hant_hans) tables_->hant_hans = make_transliteration(u"Hant-Hans");
  return transliterated(tables_->hant_hans, utf16_of(folded));
}

}  // namespace ludex
