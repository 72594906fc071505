#include "store/source_table.hpp"

namespace ludex {
namespace {

constexpr const char* kColumns =
    "SELECT id, name, path, fingerprint, bytes, options, state, hidden, replaces, variations, "
    "resume_member, "
    "resume_offset, resumable, damaged_at, damage, members, skipped_members, records, "
    "record_bytes, games, "
    "rejects, removed, junk_bytes, tail_bytes, stream_bytes, branches_left_out, content_hash, "
    "file_modified_ns, file_changed_ns, decoder_bytes, max_expansion, limited FROM "
    "source ";

SourceRow row_of(SqlStatement& select) {
  int place = 0;
  const auto integer = [&] { return select.integer(place++); };
  const auto text = [&] { return select.string(place++); };
  SourceRow row;
  row.id = static_cast<SourceId>(integer());
  row.name = text();
  row.path = text();
  row.fingerprint = text();
  row.bytes = integer();
  row.options = text();
  row.state = static_cast<SourceState>(integer());
  row.hidden = integer() != 0;
  row.replaces = static_cast<SourceId>(integer());
  row.variations = integer() != 0;
  row.resume_member = integer();
  row.resume_offset = integer();
  const std::int64_t resumable = integer();
  row.resumable = resumable != 0;
  row.reread_last = resumable == 2;
  if (!select.is_null(place)) row.damaged_at = select.integer(place);
  ++place;
  row.damage = text();
  for (std::int64_t* count : {&row.members, &row.skipped_members, &row.records, &row.record_bytes,
                              &row.games, &row.rejects, &row.removed, &row.junk_bytes,
                              &row.tail_bytes, &row.stream_bytes, &row.branches_left_out}) {
    *count = integer();
  }
  row.content_hash = text();
  const bool has_times = !select.is_null(place);
  const FileTimes times{integer(), integer()};
  if (has_times) row.file_times = times;
  row.limits.decoder_bytes = static_cast<std::uint64_t>(integer());
  row.limits.max_expansion = select.real(place++);
  row.limited = integer() != 0;
  return row;
}

/// Binds the five columns of what a source was read with, from parameter `first` on. What is not
/// known stays NULL.
void bind_reading(SqlStatement& statement, int first, const SourceRow& row) {
  if (row.file_times) {
    statement.bind(first, row.file_times->modified_ns);
    statement.bind(first + 1, row.file_times->changed_ns);
  }
  if (row.limits.decoder_bytes > 0) {
    statement.bind(first + 2, static_cast<std::int64_t>(row.limits.decoder_bytes));
    statement.bind(first + 3, row.limits.max_expansion);
  }
  statement.bind(first + 4, row.limited ? 1 : 0);
}

std::vector<SourceRow> rows_where(SqlConnection& sql, const char* condition,
                                  const std::string& value) {
  SqlStatement select(sql, std::string(kColumns) + condition + " ORDER BY id DESC");
  select.bind(1, value);
  std::vector<SourceRow> rows;
  while (select.step()) rows.push_back(row_of(select));
  return rows;
}

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

std::vector<SourceRow> SourceTable::find_by_path(const std::string& path) {
  return rows_where(sql_, "WHERE path = ?", path);
}

std::vector<SourceRow> SourceTable::find_by_fingerprint(const std::string& fingerprint) {
  return rows_where(sql_, "WHERE fingerprint = ?", fingerprint);
}

std::optional<SourceRow> SourceTable::find(SourceId id) {
  SqlStatement select(sql_, std::string(kColumns) + "WHERE id = ?");
  if (!select.find(raw(id))) return std::nullopt;
  return row_of(select);
}

void SourceTable::insert(const SourceRow& row) {
  sql_.run(
      "INSERT INTO source (id, name, fingerprint, bytes, options, state, hidden, replaces, "
      "variations, path, added_at) VALUES (?,?,?,?,?,?,?,nullif(?,0),?,?,datetime('now'))",
      raw(row.id), row.name, row.fingerprint, row.bytes, row.options, static_cast<int>(row.state),
      row.hidden ? 1 : 0, raw(row.replaces), row.variations ? 1 : 0, row.path);
}

void SourceTable::update(const SourceRow& row) {
  SqlStatement update(
      sql_,
      "UPDATE source SET fingerprint=?, bytes=?, options=?, state=?, "
      "hidden=?, replaces=nullif(?,0), variations=?, "
      "resume_member=?, resume_offset=?, resumable=?, damaged_at=?, "
      "damage=nullif(?,''), members=?, "
      "skipped_members=?, records=?, record_bytes=?, games=?, rejects=?, "
      "removed=?, junk_bytes=?, tail_bytes=?, "
      "stream_bytes=?, branches_left_out=?, content_hash=nullif(?,''), file_modified_ns=?, "
      "file_changed_ns=?, decoder_bytes=?, max_expansion=?, limited=?, "
      "finished_at=CASE WHEN ?4 = 1 THEN NULL ELSE coalesce(finished_at, "
      "datetime('now')) END WHERE id=?");
  int place = 0;
  const auto integer = [&](std::int64_t value) { update.bind(++place, value); };
  update.bind(++place, row.fingerprint);
  integer(row.bytes);
  update.bind(++place, row.options);
  integer(static_cast<int>(row.state));
  integer(row.hidden ? 1 : 0);
  integer(raw(row.replaces));
  integer(row.variations ? 1 : 0);
  integer(row.resume_member);
  integer(row.resume_offset);
  integer(row.reread_last ? 2 : row.resumable ? 1 : 0);
  ++place;
  if (row.damaged_at) update.bind(place, *row.damaged_at);
  update.bind(++place, row.damage);
  for (const std::int64_t count :
       {row.members, row.skipped_members, row.records, row.record_bytes, row.games, row.rejects,
        row.removed, row.junk_bytes, row.tail_bytes, row.stream_bytes, row.branches_left_out}) {
    integer(count);
  }
  update.bind(++place, row.content_hash);
  bind_reading(update, place + 1, row);
  place += 5;
  integer(raw(row.id));
  update.run();
}

void SourceTable::take_damage(SourceId id, const SourceRow& other) {
  SqlStatement update(
      sql_, "UPDATE source SET state = ?, damaged_at = ?, damage = nullif(?, '') WHERE id = ?");
  update.bind(1, static_cast<int>(other.damaged_at ? SourceState::damaged : SourceState::done));
  if (other.damaged_at) update.bind(2, *other.damaged_at);
  update.bind(3, other.damage);
  update.bind(4, raw(id));
  update.run();
  sql_.run(
      "UPDATE member AS m SET damaged_at = o.damaged_at, damage = o.damage FROM member AS o "
      "WHERE m.source_id = ? AND o.source_id = ? AND o.ordinal = m.ordinal",
      raw(id), raw(other.id));
  set_reading(id, other);
}

void SourceTable::set_reading(SourceId id, const SourceRow& other) {
  SqlStatement update(sql_,
                      "UPDATE source SET file_modified_ns = ?, file_changed_ns = ?, "
                      "decoder_bytes = ?, max_expansion = ?, limited = ? WHERE id = ?");
  bind_reading(update, 1, other);
  update.bind(6, raw(id));
  update.run();
}

void SourceTable::rename(SourceId id, const std::string& name, const std::string& path) {
  sql_.run("UPDATE source SET name = ?, path = ? WHERE id = ?", name, path, raw(id));
}

bool hold_the_same(SqlConnection& sql, SourceId old, SourceId fresh) {
  return equal_but_for({sql, kMembers, old}, {sql, kMembers, fresh}, 0) &&
         equal_but_for({sql, kRecords, old}, {sql, kRecords, fresh}, removed_from(sql, old));
}

}  // namespace ludex
