#include "pipeline/removed_texts.hpp"

#include "query/filter/id_set.hpp"
#include "store/game_columns.hpp"
#include "store/packed_text.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr char kErased = ' ';

/// Walks over the records in the order of their texts, block by block.
class UsedParts {
 public:
  explicit UsedParts(SqlConnection& sql)
      : records_(sql,
                 "SELECT text_block, text_offset, length FROM record WHERE text_block IS NOT NULL "
                 "ORDER BY text_block, text_offset") {
    next();
  }

  /// The parts of a block that belong to no record, in order. Blocks come in ascending order.
  /// Valid until the next call.
  struct Part {
    std::int64_t begin, end;
  };
  [[nodiscard]] const std::vector<Part>& unused_of(std::int64_t block, std::int64_t bytes) {
    unused_.clear();
    // A long record goes on in the blocks after its first one.
    const std::int64_t from_before = block == last_block_ + 1 ? rest_ : 0;
    std::int64_t used = std::min(from_before, bytes);
    rest_ = from_before - used;
    last_block_ = block;
    for (; has_record_ && records_.integer(0) <= block; next()) {
      const std::int64_t offset = records_.integer(1);
      const std::int64_t length = records_.integer(2);
      if (records_.integer(0) < block || offset < 0 || offset > bytes || length < 0) continue;
      if (offset > used) unused_.push_back({used, offset});
      const std::int64_t here = std::min(length, bytes - offset);
      used = std::max(used, offset + here);
      rest_ = std::max(rest_, length - here);
    }
    if (used < bytes) unused_.push_back({used, bytes});
    return unused_;
  }

 private:
  void next() { has_record_ = has_record_ && records_.step(); }

  SqlStatement records_;
  bool has_record_ = true;
  std::int64_t last_block_ = -1;
  std::int64_t rest_ = 0;  // bytes of a record after the last block
  std::vector<Part> unused_;
};

/// The ids of names or phrases that games use.
IdSet used_texts(SqlConnection& sql, Dictionary::Table table) {
  const auto is_of_table = [&](const GameColumn& column) { return column.texts.table == table; };
  std::string columns;
  int count = 0;
  for (const GameColumn& column : kGameColumns) {
    if (!is_of_table(column) || !column.is_stored()) continue;
    columns += fmt::format("{}{}", columns.empty() ? "" : ", ", column.stored_name());
    ++count;
  }
  IdSet used;
  const auto add_all = [&](const std::string& text, int ids) {
    SqlStatement select(sql, text);
    while (select.step()) {
      for (int i = 0; i < ids; ++i) {
        if (!select.is_null(i)) used.insert(select.integer(i));
      }
    }
  };
  add_all(fmt::format("SELECT {} FROM game", columns), count);
  if (table == Dictionary::Table::name) {
    add_all("SELECT name FROM seat", 1);
  } else {
    add_all("SELECT rank, team FROM seat", 2);
  }
  return used;
}

std::uint64_t delete_unused(SqlConnection& sql, Dictionary::Table table) {
  const std::string_view name = table == Dictionary::Table::name ? "name" : "phrase";
  const IdSet used = used_texts(sql, table);
  std::vector<std::int64_t> unused;
  SqlStatement select(sql, fmt::format("SELECT id FROM {} ORDER BY id", name));
  while (select.step()) {
    if (!used.contains(select.integer(0))) unused.push_back(select.integer(0));
  }
  SqlStatement remove(sql, fmt::format("DELETE FROM {} WHERE id = ?", name));
  for (const std::int64_t id : unused) remove.run(id);
  return unused.size();
}

}  // namespace

std::uint64_t erase_removed_texts(SqlConnection& sql) {
  if (sql.first_integer("SELECT (SELECT total(size) FROM text_block) <= (SELECT total(length) FROM "
                        "record WHERE text_block IS NOT NULL)") != 0) {
    return 0;
  }
  UsedParts parts(sql);
  SqlStatement blocks(sql, "SELECT id, size FROM text_block WHERE id > ? ORDER BY id LIMIT 1");
  SqlStatement read(sql, "SELECT data FROM text_block WHERE id = ?");
  SqlStatement write(sql, "UPDATE text_block SET data = ? WHERE id = ?");
  TextUnpacker unpacker;
  TextPacker packer;
  std::string text, packed;
  std::uint64_t erased = 0;
  for (std::int64_t block = -1; blocks.find(block);) {
    block = blocks.integer(0);
    const std::int64_t bytes = blocks.integer(1);
    blocks.reset();
    const auto& unused = parts.unused_of(block, bytes);
    if (unused.empty() || !read.find(block)) continue;
    const bool is_sound = unpacker.unpack(read.bytes(0), static_cast<std::uint64_t>(bytes), text);
    read.reset();
    if (!is_sound) continue;  // `info --verify` names it
    std::uint64_t here = 0;
    for (const auto& [begin, end] : unused) {
      const auto part = std::span(text).subspan(static_cast<std::size_t>(begin),
                                                static_cast<std::size_t>(end - begin));
      here += static_cast<std::uint64_t>(
          std::ranges::count_if(part, [](char c) { return c != kErased; }));
      std::ranges::fill(part, kErased);
    }
    if (here == 0) continue;  // erased by an earlier run
    packer.pack(text, packed);
    write.run(SqlBlob{packed}, block);
    erased += here;
  }
  return erased;
}

std::uint64_t delete_unused_texts(SqlConnection& sql) {
  return delete_unused(sql, Dictionary::Table::name) +
         delete_unused(sql, Dictionary::Table::phrase);
}

}  // namespace ludex
