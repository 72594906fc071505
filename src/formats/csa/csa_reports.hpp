#pragma once

#include "ludex/problem.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// Notes the problems of one record, the first so many of them.
class CsaReports {
 public:
  CsaReports(std::string_view record, std::size_t limit, std::vector<Problem>& problems)
      : record_(record), limit_(limit), problems_(problems) {}

  /// \param at     a view into the record, where the problem is
  /// \param about  see Problem::about
  void add(ProblemKind kind, std::string_view at, std::string message,
           std::string_view about = {}) {
    if (problems_.size() >= limit_) return;
    problems_.push_back({kind, -1, offset_of(at), std::move(message), std::string(about)});
  }
  [[nodiscard]] std::uint64_t offset_of(std::string_view at) const {
    return static_cast<std::uint64_t>(at.data() - record_.data());
  }

 private:
  std::string_view record_;
  std::size_t limit_;
  std::vector<Problem>& problems_;
};

}  // namespace ludex
