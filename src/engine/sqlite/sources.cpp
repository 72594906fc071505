#include "engine/sqlite/sources.hpp"

#include "formats/values/fold.hpp"
#include "store/sql/sql_statement.hpp"

namespace ludex {

std::vector<FoundSource> find_sources(Database& database, const NameFilter& name) {
  std::vector<FoundSource> found;
  SqlStatement select(database.sql(), "SELECT id, source, games FROM sources ORDER BY id");
  while (select.step()) {
    const std::string source = select.string(1);
    if (!name.matches(fold(source))) continue;
    found.push_back({SourceId{select.integer(0)}, source, select.integer(2)});
  }
  return found;
}

void for_each_reject(Database& database, const std::function<void(const Reject&)>& visit) {
  SqlStatement select(database.sql(),
                      "SELECT record_id, source, member, offset, length, kind, message "
                      "FROM rejects ORDER BY record_id");
  while (select.step()) {
    Reject reject;
    reject.record = RecordId{select.integer(0)};
    reject.origin = {select.string(1), select.string(2),
                     static_cast<std::uint64_t>(select.integer(3)),
                     static_cast<std::uint64_t>(select.integer(4))};
    reject.kind = select.string(5);
    reject.message = select.string(6);
    visit(reject);
  }
}

}  // namespace ludex
