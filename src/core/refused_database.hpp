#pragma once

#include <string_view>

namespace ludex {

/// What now, where a database holds what no version of the program writes.
inline constexpr std::string_view kRestore =
    "restore the database from a copy or index the sources again";

/// \param what  "a block of moves is damaged" \throws DatabaseError always: it, and what now
[[noreturn]] void refuse_database(std::string_view what);

}  // namespace ludex
