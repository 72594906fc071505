#pragma once

#include "ludex/error.hpp"
#include "ludex/verify.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

inline constexpr std::string_view kCompactRebuilds = "'ludex compact' rebuilds it";

/// Passes findings on, up to a limit for each part of the database, and counts them all. One
/// thread.
class Findings {
 public:
  explicit Findings(FindingVisitor visit) : visit_(std::move(visit)) {}

  /// \param line  what is wrong and what to do
  void add(const std::string& line);
  /// The same, where only one remedy is known.
  void add_damage(const std::string& what);

  /// Checks one part. An error that says that the database is damaged is a finding and ends the
  /// part.
  template <class Check>
  void check(std::string_view part, const Check& check) {
    begin(part);
    try {
      check();
    } catch (const DatabaseError& error) {
      note(error);
    }
    end();
  }

  [[nodiscard]] std::int64_t count() const { return count_; }

 private:
  void begin(std::string_view part);
  void end();
  /// Rethrows errors that say nothing about the file, such as a lock or a stop.
  void note(const DatabaseError& error);

  FindingVisitor visit_;
  std::string_view part_;
  std::int64_t in_part_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace ludex
