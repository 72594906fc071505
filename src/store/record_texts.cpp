#include "store/record_texts.hpp"

#include "core/refused_database.hpp"
#include "ludex/error.hpp"
#include "store/database.hpp"

#include <fmt/format.h>

namespace ludex {

Format stored_format(std::int64_t number) {
  if (number >= 0 && number < std::int64_t{kFormatCount}) return static_cast<Format>(number);
  refuse_database(fmt::format("a record is of format {}, which is unknown", number));
}

TextForm stored_form(std::int64_t number) {
  if (number >= 0 && number <= static_cast<std::int64_t>(TextForm::utf16be)) {
    return static_cast<TextForm>(number);
  }
  refuse_database(fmt::format("a record's text is of form {}, which is unknown", number));
}

RecordTexts::RecordTexts(SqlConnection& sql)
    : select_record_(
          sql, "SELECT format, form, length, text_block, text_offset FROM record WHERE id = ?"),
      select_block_(sql, "SELECT size, data FROM text_block WHERE id = ?") {}

RecordTexts::~RecordTexts() = default;

const std::string& RecordTexts::load_block(std::int64_t block) {
  if (block == block_) return data_;
  if (!select_block_.find(block)) {
    refuse_database(fmt::format("text block {} is missing", block));
  }
  const std::string_view packed = select_block_.bytes(1);
  const auto bytes = static_cast<std::uint64_t>(select_block_.integer(0));
  block_ = -1;
  if (!unpacker_.unpack(packed, bytes, data_)) {
    refuse_database(fmt::format("text block {} is damaged", block));
  }
  select_block_.reset();
  block_ = block;
  return data_;
}

const RecordTexts::Row& RecordTexts::row(RecordId record) {
  if (record == row_.id) return row_;
  row_.id = RecordId::none;
  if (!select_record_.find(raw(record))) {
    throw DatabaseError(fmt::format("no record {}", raw(record)));
  }
  row_.format = stored_format(select_record_.integer(0));
  row_.form = stored_form(select_record_.integer(1));
  row_.length = static_cast<std::size_t>(select_record_.integer(2));
  row_.block.reset();
  if (!select_record_.is_null(3)) row_.block = select_record_.integer(3);
  if (row_.block.value_or(0) < 0 || row_.block.value_or(0) >= kMostIds) {
    refuse_database(fmt::format("record {} is damaged", raw(record)));
  }
  row_.offset = static_cast<std::size_t>(select_record_.integer(4));
  select_record_.reset();
  row_.id = record;
  return row_;
}

void RecordTexts::for_each_piece(RecordId record,
                                 const std::function<void(std::string_view)>& piece) {
  const Row& stored = row(record);
  if (!stored.block) {
    throw DatabaseError(
        fmt::format("the text of record {} was not stored (--no-text)", raw(record)));
  }
  std::size_t left = stored.length;
  std::int64_t block = *stored.block;
  std::size_t offset = stored.offset;
  while (left > 0) {
    const std::string_view data = load_block(block++);
    if (offset >= data.size()) refuse_database(fmt::format("record {} is damaged", raw(record)));
    const std::string_view part = data.substr(offset, left);
    piece(part);
    left -= part.size();
    offset = 0;
  }
}

std::string RecordTexts::text(RecordId record) {
  std::string text;
  for_each_piece(record, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace ludex
