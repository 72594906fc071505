#include "pipeline/ready_answers.hpp"

#include "pipeline/duplicate_keeper.hpp"
#include "pipeline/moment_count_writer.hpp"

namespace ludex {

void add_ready_answers(Database& database, std::uint64_t memory_bytes) {
  add_missing_moment_counts(database.sql());
  update_duplicates(database, memory_bytes);
}

}  // namespace ludex
