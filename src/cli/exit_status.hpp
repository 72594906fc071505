#pragma once

namespace ludex::cli {

/// What a shell sees when the program ends.
enum ExitStatus : int {
  kDone = 0,
  kNothingFound = 1,  ///< nothing matched; for `check`: something is wrong with a record
  kUsage = 2,         ///< wrong command line, or a malformed position, date or filter
  kFailed = 3,        ///< in whole, or for one source or member
};

}  // namespace ludex::cli
