#pragma once

#include <string_view>

namespace ludex {

/// What to do if a database holds something that no version of the program writes.
inline constexpr std::string_view kRestore =
    "restore the database from a copy or index the sources again";

/// \param what  "a block of moves is damaged" \throws DatabaseError always, with `what` and
/// kRestore
[[noreturn]] void refuse_database(std::string_view what);

}  // namespace ludex
