#include "engine/verify/findings.hpp"

#include "core/refused_database.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

namespace ludex {
namespace {

constexpr std::int64_t kMostOfAPart = 20;

}  // namespace

void Findings::add(const std::string& line) {
  ++count_;
  if (++in_part_ <= kMostOfAPart) visit_(line);
}

void Findings::add_damage(const std::string& what) { add(fmt::format("{}; {}", what, kRestore)); }

void Findings::begin(std::string_view part) {
  part_ = part;
  in_part_ = 0;
}

void Findings::end() {
  if (in_part_ > kMostOfAPart) {
    visit_(fmt::format("{}: {} more; {}", part_, in_part_ - kMostOfAPart, kRestore));
  }
}

void Findings::note(const DatabaseError& error) {
  const auto* const sql = dynamic_cast<const SqlError*>(&error);
  if (sql != nullptr &&
      (sql->kind() == SqlError::Kind::busy || sql->kind() == SqlError::Kind::interrupted)) {
    throw;
  }
  add(error.what());
}

}  // namespace ludex
