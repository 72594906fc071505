#pragma once

#include "ludex/types.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

#include <cstddef>
#include <vector>

namespace ludex {

/// A record and its selected games.
struct RecordGames {
  RecordId record = RecordId::none;
  std::vector<GameId> games;
};

/// Walks over the records that games stand in, each once, in the order they were indexed.
/// Memory: 16 bytes a game.
class RecordWalk {
 public:
  RecordWalk(Database& database, const IdSet& games);

  /// The next record; nothing behind the last one. Valid until the next call.
  [[nodiscard]] const RecordGames* next();

 private:
  struct Entry {
    RecordId record;
    GameId game;
  };
  std::vector<Entry> entries_;
  std::size_t place_ = 0;
  RecordGames record_;
};

}  // namespace ludex
