#include "core/call_scope.hpp"

#include "ludex/error.hpp"

namespace ludex {
namespace {

thread_local const Call* current_call = nullptr;

bool is_past(const Call& call) {
  return call.deadline != std::chrono::steady_clock::time_point::max() &&
         std::chrono::steady_clock::now() >= call.deadline;
}

}  // namespace

CallScope::CallScope(const Call& call) : outer_(current_call) { current_call = &call; }
CallScope::~CallScope() { current_call = outer_; }

bool call_is_over() {
  return current_call != nullptr && (current_call->stop.stop_requested() || is_past(*current_call));
}

void check_call() {
  if (!call_is_over()) return;
  throw Stopped(current_call->stop.stop_requested() ? "stopped" : "out of time");
}

}  // namespace ludex
