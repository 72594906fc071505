#include "cli/open_database.hpp"

#include "cli/message.hpp"

namespace ludex::cli {

Database open_to_change(const std::string& path, std::uint64_t cache_bytes) {
  (void)Database::open_for_reading(path);  // a missing file is not created
  WaitOptions wait;
  wait.say = [](const std::string& line) { print_message(line); };
  return Database::open_for_writing(path, cache_bytes, std::move(wait));
}

}  // namespace ludex::cli
