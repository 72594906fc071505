#include "sql/plain_functions.hpp"

#include "core/icu_functions.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::int32_t kLongestMatch = 500;  // in ICU's steps of at most a few milliseconds

/// The state of an aggregate: SQLite stores a pointer to it, initially null.
template <class State>
State* state_of(sqlite3_context* context, bool make) {
  auto** const place = static_cast<State**>(
      sqlite3_aggregate_context(context, make ? static_cast<int>(sizeof(State*)) : 0));
  if (place == nullptr) return nullptr;
  if (*place == nullptr && make) *place = new State();
  return *place;
}

template <class State>
void step(sqlite3_context* context, int, sqlite3_value** values) noexcept {
  const int type = sqlite3_value_type(values[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
  try {
    State* const state = state_of<State>(context, true);
    if (state == nullptr) throw std::bad_alloc();
    state->add(sqlite3_value_double(values[0]));
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

template <class State>
void finish(sqlite3_context* context) noexcept {
  const std::unique_ptr<State> state(state_of<State>(context, false));
  if (state) state->give(context);
}

class Median {
 public:
  void add(double number) { numbers_.push_back(number); }
  void give(sqlite3_context* context) {
    const auto middle = numbers_.begin() + static_cast<std::ptrdiff_t>(numbers_.size() / 2);
    std::nth_element(numbers_.begin(), middle, numbers_.end());
    double median = *middle;
    if (numbers_.size() % 2 == 0)
      median += (*std::max_element(numbers_.begin(), middle) - median) / 2;
    sqlite3_result_double(context, median);
  }

 private:
  std::vector<double> numbers_;
};

/// Welford's method, because sums of squares lose precision for large numbers.
class Deviation {
 public:
  void add(double number) {
    ++count_;
    const double before = number - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (number - mean_);
  }
  void give(sqlite3_context* context) const {
    if (count_ < 2) return;
    sqlite3_result_double(context, std::sqrt(squares_ / static_cast<double>(count_ - 1)));
  }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

std::u16string text_of(sqlite3_value* value) {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return utf16_of({bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))});
}

void close_matcher(void* matcher) { icu().uregex_close(static_cast<URegularExpression*>(matcher)); }

URegularExpression* open_matcher(const std::u16string& pattern, UErrorCode& status) {
  auto* const made = icu().uregex_open(pattern.data(), static_cast<std::int32_t>(pattern.size()), 0,
                                       nullptr, &status);
  if (U_SUCCESS(status)) icu().uregex_setTimeLimit(made, kLongestMatch, &status);
  return made;
}

/// The pattern of a statement, compiled once. \returns null after a reported error.
URegularExpression* matcher_of(sqlite3_context* context, sqlite3_value* pattern) {
  if (auto* const kept = static_cast<URegularExpression*>(sqlite3_get_auxdata(context, 0))) {
    return kept;
  }
  UErrorCode status = U_ZERO_ERROR;
  auto* const matcher = open_matcher(text_of(pattern), status);
  if (U_FAILURE(status)) {
    close_matcher(matcher);
    sqlite3_result_error(context, "REGEXP: the regular expression is malformed", -1);
    return nullptr;
  }
  sqlite3_set_auxdata(context, 0, matcher, close_matcher);
  return matcher == sqlite3_get_auxdata(context, 0) ? matcher : nullptr;
}

bool find_match(URegularExpression* matcher, const std::u16string& text, UErrorCode& status) {
  icu().uregex_setText(matcher, text.data(), static_cast<std::int32_t>(text.size()), &status);
  const bool found = icu().uregex_find(matcher, 0, &status) != 0;
  UErrorCode ignored = U_ZERO_ERROR;
  icu().uregex_setText(matcher, u"", 0, &ignored);  // `text` ends with the call
  return found;
}

void regexp(sqlite3_context* context, int, sqlite3_value** values) noexcept {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  if (sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  try {
    auto* const matcher = matcher_of(context, values[0]);
    if (matcher == nullptr) return;
    UErrorCode status = U_ZERO_ERROR;
    const bool found = find_match(matcher, text_of(values[1]), status);
    if (U_FAILURE(status)) {
      return sqlite3_result_error(context, "REGEXP: the match takes too long", -1);
    }
    sqlite3_result_int64(context, found ? 1 : 0);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const Error& error) {
    sqlite3_result_error(context, error.what(), -1);
  }
}

}  // namespace

int add_plain_functions(sqlite3* connection) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  const struct {
    const char* name;
    int arguments;
    void (*call)(sqlite3_context*, int, sqlite3_value**);
    void (*step)(sqlite3_context*, int, sqlite3_value**);
    void (*finish)(sqlite3_context*);
  } functions[] = {{"median", 1, nullptr, step<Median>, finish<Median>},
                   {"stddev", 1, nullptr, step<Deviation>, finish<Deviation>},
                   {"regexp", 2, regexp, nullptr, nullptr}};
  for (const auto& [name, arguments, call, step, finish] : functions) {
    const int status = sqlite3_create_function_v2(connection, name, arguments, kFlags, nullptr,
                                                  call, step, finish, nullptr);
    // The connection already has one (as in R), and the statement that loads ours is running.
    if (status != SQLITE_OK && status != SQLITE_BUSY) return status;
  }
  return SQLITE_OK;
}

}  // namespace ludex
