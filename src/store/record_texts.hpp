#pragma once

#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "ludex/types.hpp"
#include "store/packed_text.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// The enumerators of columns that a damaged database may hold any number in.
/// \throws DatabaseError for a number that none has.
[[nodiscard]] Format stored_format(std::int64_t number);
[[nodiscard]] TextForm stored_form(std::int64_t number);

/// Reads the text of records; keeps the last block decompressed, so that reading records in
/// ascending order costs one decompression per hundred or so.
class RecordTexts {
 public:
  explicit RecordTexts(SqlConnection& sql);
  ~RecordTexts();

  /// How its bytes encode characters. \throws DatabaseError: unknown record.
  [[nodiscard]] TextForm form(RecordId record) { return row(record).form; }
  [[nodiscard]] Format format(RecordId record) { return row(record).format; }
  /// Byte for byte as found. \throws DatabaseError: unknown record, stored without text, damaged.
  [[nodiscard]] std::string text(RecordId record);
  /// The same in pieces, for records of any size: memory for one block only.
  void for_each_piece(RecordId record, const std::function<void(std::string_view)>& piece);

 private:
  struct Row {
    RecordId id = RecordId::none;
    Format format{};
    TextForm form = TextForm::bytes;
    std::size_t length = 0;
    std::optional<std::int64_t> block;  // none with --no-text
    std::size_t offset = 0;
  };
  const Row& row(RecordId record);
  const std::string& load_block(std::int64_t block);

  SqlStatement select_record_;
  SqlStatement select_block_;
  Row row_;  // of the last record read
  std::int64_t block_ = -1;
  std::string data_;
  TextUnpacker unpacker_;
};

}  // namespace ludex
