#pragma once

#include "store/row_inserter.hpp"
#include "store/sql/sql_connection.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Inserts many rows on several threads: each makes the rows of a part in a database of its own, in
/// memory, and the writer's connection copies them as they are, in a third of the time that
/// inserting them takes. Altogether it is half as much work again.
class RowImages {
 public:
  static constexpr std::size_t kPartRows = 512;

  /// \param table  its first column is the INTEGER PRIMARY KEY
  /// \pre no transaction is open
  RowImages(SqlConnection& sql, std::string table, std::vector<std::string> columns);
  RowImages(const RowImages&) = delete;
  RowImages& operator=(const RowImages&) = delete;
  ~RowImages();

  /// Within a transaction. \param rows  those of each part; ids ascend, greater than all in the
  /// table \throws DatabaseError if the table holds greater ones
  void insert(std::span<const std::vector<const RowCells*>> parts);

 private:
  class Maker;

  void refuse_greater_ids(std::int64_t first_id);

  SqlConnection& sql_;
  std::string table_;
  std::vector<std::string> columns_;
  std::string attached_;                          // the name of the image
  std::vector<std::string> definition_;           // of the table
  std::array<std::unique_ptr<Maker>, 4> makers_;  // more threads have nothing to do here
};

}  // namespace ludex
