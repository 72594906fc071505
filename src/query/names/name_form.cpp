#include "query/names/name_form.hpp"

#include "core/ascii.hpp"
#include "formats/values/name_sound.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace ludex {
namespace {

constexpr std::size_t kMostTurnedWords = 6;  // longer names are no person's

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// `3 7` stays apart from `37`.
std::string joined(const std::vector<std::string>& words, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[(first + i) % words.size()];
    if (!text.empty() && !word.empty() && is_digit(text.back()) && is_digit(word[0])) text += '.';
    text += word;
  }
  return text;
}

/// The smallest that turning the words around gives: the same for `Cho Chikun` and `Chikun Cho`.
std::string turned(const std::vector<std::string>& words) {
  std::string best = joined(words, 0);
  for (std::size_t i = 1; i < std::min(words.size(), kMostTurnedWords); ++i) {
    best = std::min(best, joined(words, i));
  }
  return best;
}

NameForm form_of(std::string_view normal, LatinReader& reader) {
  NameForm form;
  while (normal.ends_with(' ')) normal.remove_suffix(1);
  while (normal.starts_with(' ')) normal.remove_prefix(1);
  form.text = reader.simplified(normal);
  const std::string reading = reader.read(normal);
  form.words = words_of(reading);
  form.letters = joined(form.words, 0);
  form.turned = turned(form.words);
  std::vector<std::string> sounds;
  for (const std::string& word : form.words) sounds.push_back(name_sound(word));
  form.sound = turned(sounds);
  std::copy_if(normal.begin(), normal.end(), std::back_inserter(form.digits), is_digit);
  const ScriptSides sides = script_sides(normal);
  form.has_han = sides.has_han;
  form.has_hangul = sides.has_hangul;
  form.is_latin = !sides.has_other;
  return form;
}

}  // namespace

std::string_view without_korean_titles(std::string_view normal) {
  constexpr std::array<std::string_view, 12> kTitles = {
      "선수", "선생", "사범", "기사", "프로", "아마", "명인", "기성", "천원", "왕위", "국수", "님"};
  constexpr std::size_t kHangulBytes = 3;
  const auto take_one = [&] {
    return std::ranges::any_of(kTitles, [&](std::string_view title) {
      if (!normal.ends_with(title)) return false;
      std::string_view rest = normal.substr(0, normal.size() - title.size());
      while (rest.ends_with(' ')) rest.remove_suffix(1);
      if (rest.size() < 2 * kHangulBytes || !script_sides(rest).has_hangul) return false;
      normal = rest;
      return true;
    });
  };
  while (take_one()) {
  }
  return normal;
}

std::vector<NameForm> name_forms(std::string_view normal, LatinReader& reader) {
  constexpr std::size_t kFewestLetters = 4;
  std::vector<NameForm> forms = {form_of(normal, reader)};
  if (forms[0].is_latin) return forms;
  const ScriptSides sides = script_sides(normal);
  if (!sides.has_latin) return forms;
  for (const std::string& part : {sides.latin, sides.other}) {
    NameForm form = form_of(part, reader);
    if (form.letters.size() < kFewestLetters) continue;
    form.is_part = true;
    forms.push_back(std::move(form));
  }
  return forms;
}

}  // namespace ludex
