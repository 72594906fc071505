#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// A stored enumerator and its word in views and options.
struct Word {
  template <class Enum>
  constexpr Word(Enum value, std::string_view text)
      : number(static_cast<std::int64_t>(value)), word(text) {}
  std::int64_t number;
  std::string_view word;
};

/// Maps the numbers of one enumeration to words and back.
class WordTable {
 public:
  template <std::size_t N>
  explicit constexpr WordTable(const Word (&words)[N]) : words_(words) {}
  /// \pre `words` outlive the table
  explicit constexpr WordTable(std::span<const Word> words) : words_(words) {}

  /// Empty if the number has no word.
  template <class Enum>
  [[nodiscard]] constexpr std::string_view word_of(Enum value) const {
    for (const Word& one : words_) {
      if (one.number == static_cast<std::int64_t>(value)) return one.word;
    }
    return {};
  }
  template <class Enum>
  [[nodiscard]] constexpr std::optional<Enum> find(std::string_view word) const {
    for (const Word& one : words_) {
      if (one.word == word) return static_cast<Enum>(one.number);
    }
    return std::nullopt;
  }
  [[nodiscard]] constexpr std::span<const Word> all() const { return words_; }
  /// "game, problem, position"
  [[nodiscard]] std::string list() const {
    std::string text;
    for (const Word& one : words_) text.append(text.empty() ? "" : ", ").append(one.word);
    return text;
  }

 private:
  std::span<const Word> words_;
};

}  // namespace ludex
