#include "query/names/name_likeness.hpp"

#include "core/ascii.hpp"
#include "formats/values/fold.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <utility>

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

/// `3 7` stays different from `37`.
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

constexpr std::size_t kFewestTwiceInWord = 8;
constexpr std::size_t kFewestInWord = 5;  // letters of the word that differs, among others
constexpr std::size_t kFewestHeard = 5;   // sounds
constexpr double kOneNickname = 0.3;      // server names are made up: near ones are many

/// Where names have as many words, each of those that differ must be long enough to be mistyped.
bool may_be_mistyped(const NameForm& one, const NameForm& other) {
  if (one.words.size() != other.words.size()) return true;
  for (std::size_t i = 0; i < one.words.size(); ++i) {
    const std::string &a = one.words[i], &b = other.words[i];
    if (a == b) continue;
    const std::size_t shorter = std::min(a.size(), b.size());
    const auto roman = [](char c) { return c == 'i' || c == 'v' || c == 'x'; };
    if (shorter < kFewestInWord || std::all_of(a.begin(), a.end(), roman)) return false;
    const int limit = shorter >= kFewestTwiceInWord ? 2 : 1;
    if (letter_edits(a, b, limit) > limit) return false;
  }
  return true;
}

std::optional<LikeNames> compare_typing(const NameForm& one, const NameForm& other,
                                        bool of_people) {
  const std::size_t shorter = std::min(one.letters.size(), other.letters.size());
  if (!one.is_latin || !other.is_latin || shorter < kFewestTyped) return std::nullopt;
  if (one.digits != other.digits || !may_be_mistyped(one, other)) return std::nullopt;
  const int limit = shorter >= kFewestTwice ? 2 : 1;
  const int edits = letter_edits(one.letters, other.letters, limit);
  if (edits > limit) return std::nullopt;
  const bool nickname = of_people && one.words.size() == 1 && other.words.size() == 1;
  const double longer_is_surer = 0.01 * static_cast<double>(std::min<std::size_t>(shorter, 20) - 6);
  double score = nickname ? kOneNickname : 0.45 + longer_is_surer;
  if (edits == 2) score -= 0.1;
  return LikeNames{Likeness::typing, score};
}

std::optional<LikeNames> compare_sounds(const NameForm& one, const NameForm& other) {
  const std::size_t heard = one.sound.size();
  if (one.sound != other.sound || heard < kFewestHeard || one.digits != other.digits)
    return std::nullopt;
  if (one.has_han || other.has_han) return std::nullopt;  // read as in Mandarin, which may be wrong
  if (one.has_hangul && other.has_hangul) return std::nullopt;  // which writes what is heard
  const bool nickname = one.words.size() == 1 && other.words.size() == 1;
  const double score = 0.25 + 0.05 * static_cast<double>(std::min<std::size_t>(heard, 11));
  return LikeNames{Likeness::romanisation, nickname ? std::min(score, kOneNickname) : score};
}

double score_of_part(const NameForm& one, const NameForm& other) {
  if (one.is_part && other.is_part) return 0.35;  // two accounts, say, of one nickname
  if (one.is_latin != other.is_latin) return 0.45;
  const bool nickname = one.is_latin && one.words.size() == 1;
  const auto letters = static_cast<double>(one.letters.size());
  return nickname ? std::min(0.6, 0.1 + 0.05 * letters) : 0.6;
}

/// Of names whose letters are the same, maybe turned around.
LikeNames compare_equal(const NameForm& one, const NameForm& other) {
  const bool same_scripts = one.is_latin == other.is_latin;
  if (same_scripts && !one.is_latin && one.text != other.text) return {Likeness::homophone, 0.25};
  if (one.is_part || other.is_part) return {Likeness::part, score_of_part(one, other)};
  if (one.text == other.text) return {one.has_han ? Likeness::script : Likeness::spelling, 0.85};
  const bool is_short = one.letters.size() < kFewestHeard;
  if (!same_scripts) return {Likeness::reading, is_short ? 0.4 : 0.65};
  if (one.letters == other.letters) return {Likeness::spacing, is_short ? 0.6 : 0.85};
  return {Likeness::order, is_short ? 0.5 : 0.85};
}

}  // namespace

std::string_view without_korean_titles(std::string_view normal) {
  constexpr std::array<std::string_view, 12> kTitles = {
      "선수", "선생", "사범", "기사", "프로", "아마", "명인", "기성", "천원", "왕위", "국수", "님"};
  constexpr std::size_t kHangulBytes = 3;
  std::string_view before = normal;  // the last title
  const auto take_one = [&] {
    return std::ranges::any_of(kTitles, [&](std::string_view title) {
      if (!normal.ends_with(title)) return false;
      std::string_view rest = normal.substr(0, normal.size() - title.size());
      while (rest.ends_with(' ')) rest.remove_suffix(1);
      if (rest.size() < 2 * kHangulBytes) return false;
      before = std::exchange(normal, rest);
      return true;
    });
  };
  while (take_one()) {
  }
  if (normal.size() == before.size()) return normal;
  return script_sides(normal).has_hangul ? normal : before;  // titles are Hangul themselves
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

int letter_edits(std::string_view one, std::string_view other, int limit) {
  const auto difference = static_cast<int>(one.size()) - static_cast<int>(other.size());
  if (std::abs(difference) > limit) return limit + 1;
  const int far = limit + 1;
  // What lies further from the diagonal takes more edits.
  const auto band = static_cast<std::size_t>(limit);
  std::vector<int> before_last(other.size() + 1, far), last(other.size() + 1, far), row = last;
  for (std::size_t j = 0; j <= std::min(band, other.size()); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= one.size(); ++i) {
    const std::size_t from = i > band ? i - band : 1;
    const std::size_t to = std::min(i + band, other.size());
    row[from - 1] = i <= band ? static_cast<int>(i) : far;
    int least = row[from - 1];
    for (std::size_t j = from; j <= to; ++j) {
      const int replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
      least = std::min(least, row[j]);
    }
    if (to < other.size()) row[to + 1] = far;
    if (least > limit) return far;
    before_last.swap(last);
    last.swap(row);
  }
  return std::min(last.back(), far);
}

bool is_shortened(const NameForm& brief, const NameForm& whole) {
  if (brief.words.size() < 2 || brief.words.size() > whole.words.size()) return false;
  if (whole.words.size() > kMostShortened) return false;
  std::vector<std::string> rest = whole.words;
  std::string initials;
  for (const std::string& word : brief.words) {
    if (word.size() == 1) {
      initials += word;
      continue;
    }
    const auto same = std::find(rest.begin(), rest.end(), word);
    if (same == rest.end()) return false;
    rest.erase(same);
  }
  if (initials.empty() || initials.size() == brief.words.size()) return false;
  if (initials.size() > rest.size()) return false;
  for (std::size_t i = 0; i < initials.size(); ++i) {
    if (rest[i].front() != initials[i] || rest[i].size() == 1) return false;
  }
  return true;
}

std::optional<LikeNames> compare_names(const NameForm& one, const NameForm& other, bool of_people) {
  if (one.letters == other.letters || one.turned == other.turned) return compare_equal(one, other);
  if (one.is_part || other.is_part) return std::nullopt;
  if (of_people && (is_shortened(one, other) || is_shortened(other, one))) {
    return LikeNames{Likeness::initials, 0.45};
  }
  const auto typing = compare_typing(one, other, of_people);
  const auto sounds = of_people ? compare_sounds(one, other) : std::nullopt;
  if (typing && sounds) return typing->score > sounds->score ? typing : sounds;
  return typing ? typing : sounds;
}

}  // namespace ludex
