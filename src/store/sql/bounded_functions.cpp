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

  /// Goes on behind the last "%", one character later in the text.
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

/// Writes printf() one conversion after the other, each by sqlite3_mprintf().
class Printf {
 public:
  Printf(sqlite3_context* context, int count, sqlite3_value** values)
      : context_(context), values_(values), count_(count), most_(most_bytes(context)) {}

  void run() {
    if (count_ < 1 || is_null(values_[0])) return;
    std::string_view format = before_nul(text_of(values_[0]));
    while (!format.empty()) {
      const std::size_t plain = std::min(format.find('%'), format.size());
      append(format.substr(0, plain));
      format.remove_prefix(plain);
      if (!format.empty() && !convert(format)) break;
      if (out_.size() > most_) return sqlite3_result_error_toobig(context_);
    }
    if (is_too_wide_) {
      return sqlite3_result_error(context_, "printf: a width or precision is over 1000000", -1);
    }
    if (is_begun_) give_text(context_, out_);
  }

 private:
  static constexpr std::int64_t kMostWidth = 1'000'000;

  /// SQLite gives NULL where nothing at all was appended.
  void append(std::string_view text) {
    is_begun_ = is_begun_ || !text.empty();
    out_ += text;
  }

  [[nodiscard]] sqlite3_value* next() { return next_ < count_ ? values_[next_++] : nullptr; }
  [[nodiscard]] std::int64_t next_integer() {
    sqlite3_value* const value = next();
    return value == nullptr ? 0 : sqlite3_value_int64(value);
  }

  /// A width or precision: digits, or `*` for an argument. \returns -1 if there is none
  std::int64_t take_width(std::string_view& format) {
    std::int64_t width = -1;
    if (format.starts_with('*')) {
      format.remove_prefix(1);
      width = static_cast<int>(next_integer());
      if (width < 0) spec_ += '-';
      width = std::abs(width);
    }
    while (!format.empty() && is_digit(format[0])) {
      width = std::min(std::max<std::int64_t>(width, 0) * 10 + (format[0] - '0'), kMostWidth + 1);
      format.remove_prefix(1);
    }
    is_too_wide_ = is_too_wide_ || width > kMostWidth;
    return width;
  }

  /// One conversion. False: printf() ends here.
  bool convert(std::string_view& format) {
    format.remove_prefix(1);
    spec_ = "%";
    while (!format.empty() &&
           std::string_view("-+ #!0,").find(format[0]) != std::string_view::npos) {
      spec_ += format[0];
      format.remove_prefix(1);
    }
    width_ = take_width(format);
    if (width_ >= 0) spec_ += std::to_string(width_);
    precision_ = -1;
    if (format.starts_with('.')) {
      format.remove_prefix(1);
      precision_ = std::max<std::int64_t>(take_width(format), 0);
    }
    while (format.starts_with('l')) format.remove_prefix(1);
    if (format.empty()) {
      if (spec_ == "%" && precision_ < 0) append("%");  // a last sign stands for itself
      return false;
    }
    const char kind = format[0];
    format.remove_prefix(1);
    return !is_too_wide_ && write(kind);
  }

  template <class Value>
  void print(std::string_view kind, Value value) {
    if (precision_ >= 0) spec_.append(".").append(std::to_string(precision_));
    spec_ += kind;
    const std::unique_ptr<char, decltype(&sqlite3_free)> text(sqlite3_mprintf(spec_.c_str(), value),
                                                              sqlite3_free);
    if (!text) throw std::bad_alloc();
    is_begun_ = true;
    out_ += text.get();
  }

  bool write(char kind) {
    switch (kind) {
      case '%':
        append("%");
        return true;
      case 'n':
        return true;
      case 'd':
      case 'i':
        print("lld", static_cast<long long>(next_integer()));
        return true;
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        print(std::string("ll") + kind, static_cast<long long>(next_integer()));
        return true;
      case 'p':
        print("p", static_cast<long long>(next_integer()));
        return true;
      case 'f':
      case 'e':
      case 'E':
      case 'g':
      case 'G': {
        sqlite3_value* const value = next();
        print(std::string_view(&kind, 1), value == nullptr ? 0.0 : sqlite3_value_double(value));
        return true;
      }
      case 'c':
        print_character();
        return true;
      case 's':
      case 'z':
      case 'q':
      case 'Q':
      case 'w':
        print_text(kind == 'z' ? 's' : kind);
        return true;
      default:
        return false;
    }
  }

  /// %c repeats the first character of its argument as often as the precision says.
  void print_character() {
    sqlite3_value* const value = next();
    std::string_view text = value == nullptr ? std::string_view() : before_nul(text_of(value));
    if (text.empty()) return append_nuls();
    const std::string_view character = take_character(text);
    std::string repeated;
    for (std::int64_t i = std::max<std::int64_t>(precision_, 1); i > 0; --i) repeated += character;
    precision_ = -1;
    print("s", repeated.c_str());
  }

  /// %c of nothing is a NUL.
  void append_nuls() {
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(precision_, 1));
    const std::size_t width = width_ < 0 ? 0 : static_cast<std::size_t>(width_);
    const std::string blanks(width > count ? width - count : 0, ' ');
    const std::string nuls(count, '\0');
    append(spec_.find('-') == std::string::npos ? blanks + nuls : nuls + blanks);
  }

  void print_text(char kind) {
    sqlite3_value* const value = next();
    const bool is_missing = value == nullptr || is_null(value);
    const auto* const text =
        is_missing ? nullptr : reinterpret_cast<const char*>(sqlite3_value_text(value));
    print(std::string_view(&kind, 1), text);
  }

  sqlite3_context* context_;
  sqlite3_value** values_;
  int count_;
  int next_ = 1;
  std::size_t most_;
  std::string out_, spec_;
  std::int64_t width_ = -1, precision_ = -1;
  bool is_begun_ = false;
  bool is_too_wide_ = false;
};

void print(sqlite3_context* context, int count, sqlite3_value** values) {
  Printf(context, count, values).run();
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
  } functions[] = {
      {"like", 2, guarded<like>, nullptr},       {"like", 3, guarded<like>, nullptr},
      {"glob", 2, guarded<glob>, nullptr},       {"instr", 2, guarded<instr>, nullptr},
      {"replace", 3, guarded<replace>, nullptr}, {"ltrim", 2, guarded<trim>, &left},
      {"rtrim", 2, guarded<trim>, &right},       {"trim", 2, guarded<trim>, &both},
      {"printf", -1, guarded<print>, nullptr},   {"format", -1, guarded<print>, nullptr}};
  for (const auto& [name, arguments, call, sides] : functions) {
    const int status = sqlite3_create_function_v2(connection, name, arguments, kFlags, sides, call,
                                                  nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}

}  // namespace ludex
