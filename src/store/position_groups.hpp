#pragma once

#include "core/position_key.hpp"
#include "index/block_store.hpp"
#include "index/moment_list.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// Reads the table position_group: for keys with many postings in a segment, which of these are
/// the same to every query.
class PositionGroups {
 public:
  explicit PositionGroups(SqlConnection& sql);

  /// The next `postings` postings of a key; several parts of a key follow each other.
  struct Part {
    std::int64_t id = 0;
    std::uint64_t key = 0;  ///< key_prefix()
    std::uint32_t postings = 0;
    std::uint32_t moments = 0;  ///< different ones; 0: they are not known
  };
  /// Those of a segment in a range of keys, ascending by key and posting.
  [[nodiscard]] std::vector<Part> find(const SegmentInfo& segment, KeyRange keys);

  /// Reads a part with moments. `data` holds the bytes that the list looks at.
  /// \throws DatabaseError if it is damaged.
  [[nodiscard]] MomentList read(const Part& part, std::string& data);

 private:
  SqlStatement find_;
  SqlStatement select_;
};

}  // namespace ludex
