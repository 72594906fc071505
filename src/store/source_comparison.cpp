#include "store/source_comparison.hpp"

#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <string>

namespace ludex {
namespace {

/// The rows of a query about one source, each as one text to compare.
class Rows {
 public:
  Rows(SqlConnection& sql, const char* text, SourceId source) : select_(sql, text) {
    select_.bind(1, raw(source));
    next();
  }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const std::string& row() const { return row_; }
  void next() {
    ended_ = !select_.step();
    row_.clear();
    if (ended_) return;
    for (int i = 0; i < select_.columns(); ++i) {
      row_ += select_.string(i) + '\n';
    }
  }

 private:
  SqlStatement select_;
  std::string row_;
  bool ended_ = false;
};

constexpr const char* kMembers =
    "SELECT ordinal, name FROM member WHERE source_id = ? ORDER BY ordinal";
constexpr const char* kRecords =
    "SELECT m.ordinal, r.offset, r.length, hex(r.hash) FROM record r CROSS JOIN member m "
    "ON m.id = r.member_id WHERE m.source_id = ? ORDER BY r.id";  // CROSS: in the order of records

std::int64_t removed_from(SqlConnection& sql, SourceId source) {
  return sql.first_integer("SELECT removed FROM source WHERE id = ?", raw(source));
}

/// True if `old` has all rows of `fresh` except `missing` of them.
bool equal_but_for(Rows old, Rows fresh, std::int64_t missing) {
  for (; !fresh.ended(); fresh.next()) {
    if (!old.ended() && old.row() == fresh.row()) {
      old.next();
    } else if (--missing < 0) {
      return false;
    }
  }
  return old.ended() && missing == 0;
}

}  // namespace

bool hold_the_same(SqlConnection& sql, SourceId old, SourceId fresh) {
  return equal_but_for({sql, kMembers, old}, {sql, kMembers, fresh}, 0) &&
         equal_but_for({sql, kRecords, old}, {sql, kRecords, fresh}, removed_from(sql, old));
}

}  // namespace ludex
