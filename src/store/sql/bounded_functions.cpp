#include "store/sql/bounded_functions.hpp"

#include "core/ascii.hpp"
#include "core/call_scope.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <unordered_set>

namespace ludex {
namespace {

bool is_null(sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; }

std::string_view text_of(sqlite3_value* value) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

/// SQLite's functions end at a NUL here and there.
std::string_view before_nul(std::string_view text) { return text.substr(0, text.find('\0')); }

void give_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

std::size_t most_bytes(sqlite3_context* context) {
  return static_cast<std::size_t>(
      sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
}

bool is_continuation(char byte) { return (static_cast<std::uint8_t>(byte) & 0xC0U) == 0x80; }

/// How many bytes the first character has. \pre text is not empty
std::size_t character_bytes(std::string_view text) {
  std::size_t size = 1;
  if (static_cast<std::uint8_t>(text[0]) < 0xC0) return size;
  while (size < text.size() && is_continuation(text[size])) ++size;
  return size;
}

std::string_view take_character(std::string_view& text) {
  const std::string_view character = text.substr(0, text.empty() ? 0 : character_bytes(text));
  text.remove_prefix(character.size());
  return character;
}

/// The place of `part` in `text`; npos if it is not there. Linear, unlike string_view::find().
std::size_t find_part(std::string_view text, std::string_view part) {
  const void* const found = ::memmem(text.data(), text.size(), part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

/// The wildcards of LIKE or GLOB.
struct Wildcards {
  char all, one;      // 0: none
  bool has_sets;      // [a-z]
  bool ignores_case;  // of ASCII
  std::string_view escape;
};

/// Matches a text with a pattern. Only the last "%" needs other places: time is at most the product
/// of both lengths.
class PatternMatch {
 public:
  PatternMatch(std::string_view pattern, std::string_view text, const Wildcards& wildcards)
      : pattern_(pattern), text_(text), wildcards_(wildcards) {}

  bool run() {
    for (;;) {
      look();
      if (pattern_.empty() && text_.empty()) return true;
      if (!pattern_.empty() && pattern_[0] == wildcards_.all && wildcards_.all != 0) {
        pattern_.remove_prefix(1);
        after_all_ = pattern_;
        rest_ = text_;
        has_all_ = true;
        if (pattern_.empty()) return true;
      } else if (!matches_one() && !try_further()) {
        return false;
      }
    }
  }

  /// The call was over before the end.
  struct Over {};

 private:
  void look() {
    constexpr std::uint32_t kStepsBetweenLooks = 1U << 16;
    if (++steps_ % kStepsBetweenLooks == 0 && call_is_over()) throw Over();
  }

  /// Goes on after the last "%", one character later in the text.
  bool try_further() {
    if (!has_all_ || rest_.empty()) return false;
    take_character(rest_);
    pattern_ = after_all_;
    text_ = rest_;
    return true;
  }

  bool matches_one() {
    if (pattern_.empty() || text_.empty()) return false;
    if (!wildcards_.escape.empty() && pattern_.starts_with(wildcards_.escape)) {
      pattern_.remove_prefix(wildcards_.escape.size());
      return !pattern_.empty() && matches_character();
    }
    if (pattern_[0] == wildcards_.one && wildcards_.one != 0) {
      pattern_.remove_prefix(1);
      take_character(text_);
      return true;
    }
    if (pattern_[0] == '[' && wildcards_.has_sets) return matches_set();
    return matches_character();
  }

  bool matches_character() {
    const std::string_view sought = take_character(pattern_), found = take_character(text_);
    if (sought == found) return true;
    return wildcards_.ignores_case && sought.size() == 1 && found.size() == 1 &&
           to_lower(sought[0]) == to_lower(found[0]);
  }

  bool matches_set() {
    pattern_.remove_prefix(1);
    const std::string_view found = take_character(text_);
    const bool is_inverted = pattern_.starts_with('^');
    if (is_inverted) pattern_.remove_prefix(1);
    bool seen = false;
    if (pattern_.starts_with(']')) {
      seen = found == "]";
      pattern_.remove_prefix(1);
    }
    std::string_view before;
    while (!pattern_.empty() && pattern_[0] != ']') {
      std::string_view item = take_character(pattern_);
      const bool is_range =
          item == "-" && !pattern_.empty() && pattern_[0] != ']' && !before.empty();
      if (is_range) item = take_character(pattern_);
      // UTF-8 orders characters as their numbers do.
      seen = seen || (is_range ? before <= found && found <= item : found == item);
      before = is_range ? std::string_view() : item;
    }
    if (pattern_.empty()) return false;
    pattern_.remove_prefix(1);
    return seen != is_inverted;
  }

  std::string_view pattern_, text_;
  std::string_view after_all_, rest_;  // where the last "%" goes on
  Wildcards wildcards_;
  bool has_all_ = false;
  std::uint32_t steps_ = 0;
};

void match(sqlite3_context* context, sqlite3_value** values, const Wildcards& wildcards) {
  const std::string_view pattern = text_of(values[0]);
  const int most =
      sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1);
  if (pattern.size() > static_cast<std::size_t>(most)) {
    return sqlite3_result_error(context, "LIKE or GLOB pattern too complex", -1);
  }
  static const bool kIgnoresBlobs = sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") != 0;
  const auto is_blob = [](sqlite3_value* value) {
    return sqlite3_value_type(value) == SQLITE_BLOB;
  };
  if (kIgnoresBlobs && (is_blob(values[0]) || is_blob(values[1]))) {
    return sqlite3_result_int(context, 0);
  }
  if (is_null(values[0]) || is_null(values[1])) return;
  try {
    PatternMatch matching(before_nul(pattern), before_nul(text_of(values[1])), wildcards);
    sqlite3_result_int(context, matching.run() ? 1 : 0);
  } catch (const PatternMatch::Over&) {
    sqlite3_result_error_code(context, SQLITE_INTERRUPT);
  }
}

void like(sqlite3_context* context, int count, sqlite3_value** values) {
  Wildcards wildcards{'%', '_', false, true, {}};
  if (count == 3) {
    if (is_null(values[2])) return;
    wildcards.escape = text_of(values[2]);
    if (wildcards.escape.empty() || character_bytes(wildcards.escape) != wildcards.escape.size()) {
      return sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
    }
    if (wildcards.escape == "%") wildcards.all = 0;
    if (wildcards.escape == "_") wildcards.one = 0;
  }
  match(context, values, wildcards);
}

void glob(sqlite3_context* context, int, sqlite3_value** values) {
  match(context, values, {'*', '?', true, false, {}});
}

void instr(sqlite3_context* context, int, sqlite3_value** values) {
  if (is_null(values[0]) || is_null(values[1])) return;
  const bool are_bytes =
      sqlite3_value_type(values[0]) == SQLITE_BLOB && sqlite3_value_type(values[1]) == SQLITE_BLOB;
  const std::string_view text = text_of(values[0]), part = text_of(values[1]);
  const std::size_t place = part.empty() ? 0 : find_part(text, part);
  if (place == std::string_view::npos) return sqlite3_result_int(context, 0);
  const std::string_view before = text.substr(0, place);
  const auto inside = are_bytes ? 0 : std::ranges::count_if(before, is_continuation);
  sqlite3_result_int64(context, static_cast<std::int64_t>(place) - inside + 1);
}

void replace(sqlite3_context* context, int, sqlite3_value** values) {
  if (is_null(values[0]) || is_null(values[1]) || is_null(values[2])) return;
  std::string_view rest = text_of(values[0]);
  const std::string_view old = text_of(values[1]), by = text_of(values[2]);
  if (old.empty() || old[0] == '\0') return sqlite3_result_value(context, values[0]);
  const std::size_t most = most_bytes(context);
  std::string out;
  for (std::size_t place = 0; (place = find_part(rest, old)) != std::string_view::npos;) {
    out.append(rest.substr(0, place)).append(by);
    rest.remove_prefix(place + old.size());
    if (out.size() + rest.size() > most) return sqlite3_result_error_toobig(context);
  }
  give_text(context, out.append(rest));
}

/// trim(), ltrim(), rtrim() with two arguments; the user data holds the sides.
enum Sides : std::uint8_t { kLeft = 1, kRight = 2 };

std::string_view last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && is_continuation(text[at])) --at;
  return text.substr(at);
}

void trim(sqlite3_context* context, int, sqlite3_value** values) {
  if (is_null(values[0]) || is_null(values[1])) return;
  const auto sides = *static_cast<const Sides*>(sqlite3_user_data(context));
  std::string_view text = text_of(values[0]), listed = text_of(values[1]);
  std::unordered_set<std::string_view> characters;
  while (!listed.empty()) characters.insert(take_character(listed));
  while ((sides & kLeft) != 0 && !text.empty() &&
         characters.contains(text.substr(0, character_bytes(text)))) {
    take_character(text);
  }
  while ((sides & kRight) != 0 && !text.empty() && characters.contains(last_character(text))) {
    text.remove_suffix(last_character(text).size());
  }
  give_text(context, text);
}

/// Memory may run out in any of them.
template <void (*kFunction)(sqlite3_context*, int, sqlite3_value**)>
void guarded(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  try {
    kFunction(context, count, values);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace

int add_bounded_functions(sqlite3* connection) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  static Sides left = kLeft, right = kRight, both = static_cast<Sides>(kLeft | kRight);
  const struct {
    const char* name;
    int arguments;
    void (*call)(sqlite3_context*, int, sqlite3_value**);
    Sides* sides;
  } functions[] = {{"like", 2, guarded<like>, nullptr},       {"like", 3, guarded<like>, nullptr},
                   {"glob", 2, guarded<glob>, nullptr},       {"instr", 2, guarded<instr>, nullptr},
                   {"replace", 3, guarded<replace>, nullptr}, {"ltrim", 2, guarded<trim>, &left},
                   {"rtrim", 2, guarded<trim>, &right},       {"trim", 2, guarded<trim>, &both}};
  for (const auto& [name, arguments, call, sides] : functions) {
    const int status = sqlite3_create_function_v2(connection, name, arguments, kFlags, sides, call,
                                                  nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

}  // namespace ludex
