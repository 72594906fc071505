#include "store/sql/call_watch.hpp"

#include <sqlite3ext.h>

namespace ludex {
namespace {

constexpr int kStepsBetweenLooks = 200;  // of SQLite's machine: some 10 us

int stop_if_over(void* /*unused*/) { return call_is_over() ? 1 : 0; }

}  // namespace

CallWatch::CallWatch(SqlConnection& sql, const Call& call) : scope_(call) {
  if (!is_limited(call)) return;
  watched_ = &sql;
  sql.functions().progress_handler(sql.handle(), kStepsBetweenLooks, stop_if_over, nullptr);
}

CallWatch::~CallWatch() {
  if (watched_ == nullptr) return;
  watched_->functions().progress_handler(watched_->handle(), 0, nullptr, nullptr);
}

}  // namespace ludex
