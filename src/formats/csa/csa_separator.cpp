#include "formats/csa/csa_separator.hpp"

#include "core/ascii.hpp"

#include <optional>

namespace ludex {
namespace {

/// Further than this from its "/" a line is not looked at, so that lines of blanks cost no more
/// than they are long.
constexpr std::size_t kMaxBlanks = 4096;

/// The start of a run of blanks that ends before `at`; nothing if it is too long.
std::optional<std::size_t> before_blanks(const TextWindow& window, std::size_t at) {
  const std::size_t last = at;
  while (at > 0 && is_space_or_tab(window[at - 1])) {
    if (last - --at > kMaxBlanks) return std::nullopt;
  }
  return at;
}

bool at_line_start(const TextWindow& window, std::size_t at, bool starts_line) {
  return at == 0 ? starts_line : is_line_end(window[at - 1]);
}

enum class LineRest { blank, other, undecided };

LineRest judge_rest(const TextWindow& window, std::size_t at, bool final) {
  for (std::size_t blanks = 0; at < window.size(); ++at, ++blanks) {
    if (is_line_end(window[at])) return LineRest::blank;
    if (!is_space_or_tab(window[at]) || blanks == kMaxBlanks) return LineRest::other;
  }
  return final ? LineRest::blank : LineRest::undecided;
}

/// Where the last line starts, if it may become a separator: blanks, perhaps with a "/".
std::size_t open_line_start(const TextWindow& window, bool starts_line) {
  auto at = before_blanks(window, window.size());
  if (at && *at > 0 && window[*at - 1] == '/') at = before_blanks(window, *at - 1);
  return at && at_line_start(window, *at, starts_line) ? *at : window.size();
}

}  // namespace

CsaRecordEnd find_csa_separator(const TextWindow& window, std::size_t from, bool starts_line,
                                bool final) {
  for (std::size_t at = window.find_slash(from); at != std::string_view::npos;
       at = window.find_slash(at + 1)) {
    const auto start = before_blanks(window, at);
    if (!start || !at_line_start(window, *start, starts_line)) continue;
    switch (judge_rest(window, at + 1, final)) {
      case LineRest::blank:
        return {true, *start, at};
      case LineRest::other:
        break;
      case LineRest::undecided:
        return {false, *start, at};
    }
  }
  return {false, final ? window.size() : open_line_start(window, starts_line), 0};
}

}  // namespace ludex
