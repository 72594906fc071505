#include "query/names/name_groups.hpp"

#include "core/call_scope.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace ludex {
namespace {

constexpr std::size_t kMostMeeting = 64;
constexpr std::size_t kMostTyped = 40;  // letters; longer texts are sentences
constexpr std::size_t kMeetingsAtOnce = 4'000'000;

std::uint64_t hash_of(std::string_view text, char kind) {
  std::uint64_t hash = 0xCBF2'9CE4'8422'2325 ^ static_cast<unsigned char>(kind);  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
  return hash ^ hash >> 32;
}

/// A form that may be like others of the same key.
struct Meeting {
  std::uint64_t key;
  std::uint32_t form;
};

class PairSearch {
 public:
  PairSearch(const NameBearers& bearers, bool of_people)
      : bearers_(bearers), of_people_(of_people) {
    LatinReader reader;
    for (std::uint32_t i = 0; i < bearers.all().size(); ++i) {
      check_call();
      for (const std::string& normal : bearers.all()[i].normals) {
        const std::string_view name = of_people ? without_korean_titles(normal) : normal;
        for (NameForm& form : name_forms(name, reader)) {
          if (form.letters.empty()) continue;
          forms_.push_back(std::move(form));
          bearer_of_.push_back(i);
        }
      }
    }
  }

  std::vector<LikePair> run() {
    meet_as_a_whole();
    if (of_people_) meet_by_initials();
    meet_by_letters_left_out();
    return best_of_each();
  }

 private:
  void meet_as_a_whole() {
    for (std::uint32_t i = 0; i < forms_.size(); ++i) {
      meetings_.push_back({hash_of(forms_[i].turned, 'l'), i});
      if (forms_[i].letters != forms_[i].turned) {
        meetings_.push_back({hash_of(forms_[i].letters, 'l'), i});
      }
      if (of_people_) meetings_.push_back({hash_of(forms_[i].sound, 's'), i});
    }
    compare_those_who_meet();
  }

  /// Keys of each long word with the first letter of another one; only if some name has initials.
  template <class Visit>
  static void for_each_initial(const NameForm& form, Visit visit) {
    if (form.words.size() > kMostShortened) return;
    for (const std::string& word : form.words) {
      if (word.size() < 3) continue;
      for (const std::string& other : form.words) {
        if (&other != &word) visit(hash_of(word + ' ' + other[0], 'i'));
      }
    }
  }
  static bool has_initials(const NameForm& form) {
    return std::any_of(form.words.begin(), form.words.end(),
                       [](const std::string& word) { return word.size() == 1; });
  }

  void meet_by_initials() {
    std::unordered_set<std::uint64_t> asked;
    for (const NameForm& form : forms_) {
      if (!has_initials(form)) continue;
      for_each_initial(form, [&](std::uint64_t key) { asked.insert(key); });
    }
    for (std::uint32_t i = 0; i < forms_.size(); ++i) {
      if (forms_[i].is_part || !forms_[i].is_latin) continue;
      for_each_initial(forms_[i], [&](std::uint64_t key) {
        if (asked.contains(key)) meetings_.push_back({key, i});
      });
    }
    compare_those_who_meet();
  }

  /// Keys of all ways to drop up to one letter, or up to two from long forms.
  template <class Visit>
  static void for_each_left_out(const NameForm& form, Visit visit) {
    const std::string& letters = form.letters;
    visit(hash_of(letters, 't'));
    for (std::size_t i = 0; i < letters.size(); ++i) {
      std::string rest = letters;
      rest.erase(i, 1);
      visit(hash_of(rest, 't'));
      if (letters.size() < kFewestTwice) continue;
      for (std::size_t j = i; j < rest.size(); ++j) {
        std::string less = rest;
        visit(hash_of(less.erase(j, 1), 't'));
      }
    }
  }

  /// Uses several passes, each over a part of the keys, to limit memory.
  void meet_by_letters_left_out() {
    std::size_t keys = 0;
    for (const NameForm& form : forms_) {
      const std::size_t size = form.letters.size();
      if (is_typed(form)) keys += 1 + size + (size >= kFewestTwice ? size * (size - 1) / 2 : 0);
    }
    const std::size_t passes = keys / kMeetingsAtOnce + 1;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      for (std::uint32_t i = 0; i < forms_.size(); ++i) {
        if (!is_typed(forms_[i])) continue;
        for_each_left_out(forms_[i], [&](std::uint64_t key) {
          if (key % passes == pass) meetings_.push_back({key, i});
        });
      }
      compare_those_who_meet();
    }
  }
  static bool is_typed(const NameForm& form) {
    const std::size_t size = form.letters.size();
    return form.is_latin && !form.is_part && size >= kFewestTyped && size <= kMostTyped;
  }

  void compare_those_who_meet() {
    std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& a, const Meeting& b) {
      return std::tuple(a.key, a.form) < std::tuple(b.key, b.form);
    });
    for (auto begin = meetings_.begin(); begin != meetings_.end();) {
      const auto end = std::find_if(begin, meetings_.end(),
                                    [&](const Meeting& one) { return one.key != begin->key; });
      const auto last = end - begin > static_cast<std::ptrdiff_t>(kMostMeeting)
                            ? begin + static_cast<std::ptrdiff_t>(kMostMeeting)
                            : end;
      check_call();
      for (auto one = begin; one != last; ++one) {
        for (auto other = one + 1; other != last; ++other) compare(one->form, other->form);
      }
      begin = end;
    }
    meetings_.clear();
  }

  void compare(std::uint32_t one, std::uint32_t other) {
    const std::uint32_t a = std::min(bearer_of_[one], bearer_of_[other]);
    const std::uint32_t b = std::max(bearer_of_[one], bearer_of_[other]);
    if (a == b || (bearers_.all()[a].person < 0 && bearers_.all()[b].person < 0)) return;
    const auto like = compare_names(forms_[one], forms_[other], of_people_);
    if (like) pairs_.push_back({a, b, *like});
  }

  std::vector<LikePair> best_of_each() {
    const auto key = [](const LikePair& pair) {
      return std::tuple(pair.one, pair.other, -pair.like.score, pair.like.likeness);
    };
    std::sort(pairs_.begin(), pairs_.end(),
              [&](const LikePair& a, const LikePair& b) { return key(a) < key(b); });
    const auto same = [](const LikePair& a, const LikePair& b) {
      return a.one == b.one && a.other == b.other;
    };
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end(), same), pairs_.end());
    return std::move(pairs_);
  }

  const NameBearers& bearers_;
  bool of_people_;
  std::vector<NameForm> forms_;
  std::vector<std::uint32_t> bearer_of_;  // by form
  std::vector<Meeting> meetings_;
  std::vector<LikePair> pairs_;
};

}  // namespace

std::vector<LikePair> find_like_pairs(const NameBearers& bearers, bool of_people) {
  return PairSearch(bearers, of_people).run();
}

}  // namespace ludex
