#pragma once

#include "ludex/types.hpp"
#include "store/game_row.hpp"
#include "store/sql/sql_connection.hpp"

#include <xxhash.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace ludex {

/// XXH3-128 of a record's text.
[[nodiscard]] RecordHash hash_record(std::string_view text);

/// The same of a text that comes in pieces.
class RecordHasher {
 public:
  RecordHasher();
  void update(std::string_view piece);
  [[nodiscard]] RecordHash digest() const;

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

/// A hash of the records of a source in their order, with their places.
class RecordsHash {
 public:
  /// \param member  its ordinal
  void add(std::int64_t member, std::uint64_t offset_bytes, std::uint64_t length_bytes,
           const RecordHash& hash);
  friend bool operator==(const RecordsHash&, const RecordsHash&) = default;

 private:
  RecordHash chain_{};  // of all so far
};

/// Of those that are stored. Cost: a scan of all records of the database.
[[nodiscard]] RecordsHash hash_records(SqlConnection& sql, SourceId source);

}  // namespace ludex
