#include "sql/plain_functions.hpp"

#include <unicode/regex.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
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

icu::UnicodeString text_of(sqlite3_value* value) {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return icu::UnicodeString::fromUTF8({bytes, sqlite3_value_bytes(value)});
}

/// The pattern of a statement, compiled once. \returns null after a reported error.
icu::RegexMatcher* matcher_of(sqlite3_context* context, sqlite3_value* pattern) {
  if (auto* const kept = static_cast<icu::RegexMatcher*>(sqlite3_get_auxdata(context, 0))) {
    return kept;
  }
  UErrorCode status = U_ZERO_ERROR;
  auto made = std::make_unique<icu::RegexMatcher>(text_of(pattern), 0, status);
  if (U_SUCCESS(status)) made->setTimeLimit(kLongestMatch, status);
  if (U_FAILURE(status)) {
    sqlite3_result_error(context, "REGEXP: the regular expression is malformed", -1);
    return nullptr;
  }
  icu::RegexMatcher* const matcher = made.get();
  sqlite3_set_auxdata(context, 0, made.release(),
                      [](void* old) { delete static_cast<icu::RegexMatcher*>(old); });
  return matcher == sqlite3_get_auxdata(context, 0) ? matcher : nullptr;
}

void regexp(sqlite3_context* context, int, sqlite3_value** values) noexcept {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  if (sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  try {
    icu::RegexMatcher* const matcher = matcher_of(context, values[0]);
    if (matcher == nullptr) return;
    const icu::UnicodeString text = text_of(values[1]);
    UErrorCode status = U_ZERO_ERROR;
    matcher->reset(text);
    const bool found = matcher->find(status) != 0;
    matcher->reset(icu::UnicodeString());
    if (U_FAILURE(status)) {
      return sqlite3_result_error(context, "REGEXP: the match takes too long", -1);
    }
    sqlite3_result_int64(context, found ? 1 : 0);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
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
