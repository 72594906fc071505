#include "engine/sqlite/sources.hpp"

#include "formats/values/fold.hpp"

#include <SQLiteCpp/Statement.h>

namespace ludex {

std::vector<FoundSource> find_sources(Database& database, const NameFilter& name) {
  std::vector<FoundSource> found;
  SQLite::Statement select(database.sql(), "SELECT id, source, games FROM sources ORDER BY id");
  while (select.executeStep()) {
    const std::string source = select.getColumn(1).getString();
    if (!name.matches(fold(source))) continue;
    found.push_back(
        {SourceId{select.getColumn(0).getInt64()}, source, select.getColumn(2).getInt64()});
  }
  return found;
}

void for_each_reject(Database& database, const std::function<void(const Reject&)>& visit) {
  SQLite::Statement select(database.sql(),
                           "SELECT record_id, source, member, offset, length, kind, message "
                           "FROM rejects ORDER BY record_id");
  while (select.executeStep()) {
    Reject reject;
    reject.record = RecordId{select.getColumn(0).getInt64()};
    reject.origin = {select.getColumn(1).getString(), select.getColumn(2).getString(),
                     static_cast<std::uint64_t>(select.getColumn(3).getInt64()),
                     static_cast<std::uint64_t>(select.getColumn(4).getInt64())};
    reject.kind = select.getColumn(5).getString();
    reject.message = select.getColumn(6).getString();
    visit(reject);
  }
}

}  // namespace ludex
