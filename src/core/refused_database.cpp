#include "core/refused_database.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

namespace ludex {

void refuse_database(std::string_view what) {
  throw DatabaseError(fmt::format("{}; {}", what, kRestore));
}

}  // namespace ludex
