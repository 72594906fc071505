#include "engine/sqlite/export/record_walk.hpp"

#include "store/facts.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>

namespace ludex {

RecordWalk::RecordWalk(Database& database, const IdSet& games) {
  const ReadTransaction transaction(database.sql());
  FactReader facts(database.sql());
  for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
    entries_.push_back({RecordId{facts.value(Fact::record, GameId{id})}, GameId{id}});
  }
  std::ranges::stable_sort(entries_, {}, &Entry::record);
}

const RecordGames* RecordWalk::next() {
  if (place_ == entries_.size()) return nullptr;
  record_.record = entries_[place_].record;
  record_.games.clear();
  for (; place_ < entries_.size() && entries_[place_].record == record_.record; ++place_) {
    record_.games.push_back(entries_[place_].game);
  }
  return &record_;
}

}  // namespace ludex
