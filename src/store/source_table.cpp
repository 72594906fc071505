#include "store/source_table.hpp"

namespace ludex {
namespace {

constexpr char kChangedMark = '?';
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

/// The limits with which a source was read; unknown ones are NULL.
struct Reading {
  explicit Reading(const SourceRow& row) {
    if (row.file_times) {
      modified_ns = row.file_times->modified_ns;
      changed_ns = row.file_times->changed_ns;
    }
    if (row.limits.decoder_bytes == 0) return;
    decoder_bytes = row.limits.decoder_bytes;
    max_expansion = row.limits.max_expansion;
  }
  std::optional<std::int64_t> modified_ns, changed_ns;
  std::optional<std::uint64_t> decoder_bytes;
  std::optional<double> max_expansion;
};

template <class... Parameters>
std::vector<SourceRow> rows_of(SqlStatement& select, const Parameters&... parameters) {
  select.start(parameters...);
  std::vector<SourceRow> rows;
  while (select.step()) rows.push_back(row_of(select));
  select.reset();
  return rows;
}

int stored_resumable(const SourceRow& row) {
  if (row.reread_last) return 2;
  return row.resumable ? 1 : 0;
}

/// The rows of a query about one source, each as one text for comparison.
class Rows {
 public:
  Rows(SqlConnection& sql, const char* text, SourceId source) : select_(sql, text) {
    select_.start(raw(source));
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

void mark_changed(SourceRow& row) {
  if (!row.fingerprint.starts_with(kChangedMark)) row.fingerprint.insert(0, 1, kChangedMark);
  row.file_times.reset();
  row.resumable = row.reread_last = false;
}

std::string_view plain_fingerprint(std::string_view fingerprint) {
  if (fingerprint.starts_with(kChangedMark)) fingerprint.remove_prefix(1);
  return fingerprint;
}

SourceTable::SourceTable(SqlConnection& sql)
    : sql_(sql),
      find_by_path_(sql, std::string(kColumns) + "WHERE path = ? ORDER BY id DESC"),
      find_by_fingerprint_(sql, std::string(kColumns) + "WHERE fingerprint = ? ORDER BY id DESC"),
      insert_(
          sql,
          "INSERT INTO source (id, name, path, added_at, fingerprint, bytes, "
          "options, state, hidden, replaces, variations, resume_member, resume_offset, "
          "resumable, damaged_at, damage, members, skipped_members, records, record_bytes, "
          "games, rejects, removed, junk_bytes, tail_bytes, stream_bytes, branches_left_out, "
          "content_hash, file_modified_ns, file_changed_ns, decoder_bytes, max_expansion, "
          "limited, finished_at) VALUES (?,?,?,datetime('now'),?,?,?,?,?,nullif(?,0),?,?,?,?,?,"
          "nullif(?,''),?,?,?,?,?,?,?,?,?,?,?,nullif(?,''),?,?,?,?,?,CASE WHEN ?7 = 1 THEN NULL "
          "ELSE datetime('now') END)"),
      update_(sql,
              "UPDATE source SET fingerprint=?, bytes=?, options=?, state=?, hidden=?, "
              "replaces=nullif(?,0), variations=?, resume_member=?, resume_offset=?, resumable=?, "
              "damaged_at=?, damage=nullif(?,''), members=?, skipped_members=?, records=?, "
              "record_bytes=?, games=?, rejects=?, removed=?, junk_bytes=?, tail_bytes=?, "
              "stream_bytes=?, branches_left_out=?, content_hash=nullif(?,''), "
              "file_modified_ns=?, file_changed_ns=?, decoder_bytes=?, max_expansion=?, "
              "limited=?, finished_at=CASE WHEN ?4 = 1 THEN NULL ELSE coalesce(finished_at, "
              "datetime('now')) END WHERE id=?") {}

std::vector<SourceRow> SourceTable::find_by_path(const std::string& path) {
  return rows_of(find_by_path_, path);
}

std::vector<SourceRow> SourceTable::find_by_fingerprint(const std::string& fingerprint) {
  return rows_of(find_by_fingerprint_, fingerprint);
}

std::vector<SourceRow> SourceTable::find_below(std::string folder) {
  if (!folder.ends_with('/')) folder += '/';
  std::string end = folder;
  end.back() = '/' + 1;
  SqlStatement select(sql_, std::string(kColumns) + "WHERE path > ? AND path < ? ORDER BY path");
  return rows_of(select, folder, end);
}

std::optional<SourceRow> SourceTable::find(SourceId id) {
  SqlStatement select(sql_, std::string(kColumns) + "WHERE id = ?");
  if (!select.find(raw(id))) return std::nullopt;
  return row_of(select);
}

std::vector<SourceRow> SourceTable::all() {
  SqlStatement select(sql_, std::string(kColumns) + "WHERE hidden = 0 ORDER BY id");
  return rows_of(select);
}

std::vector<SourceRow> SourceTable::all_hidden() {
  SqlStatement select(sql_, std::string(kColumns) + "WHERE hidden = 1 ORDER BY id");
  return rows_of(select);
}

namespace {

/// Calls take(values...) with what both statements write, in their order.
template <class Take>
void with_values(const SourceRow& row, Take take) {
  const Reading reading(row);
  take(row.fingerprint, row.bytes, row.options, static_cast<int>(row.state), row.hidden,
       raw(row.replaces), row.variations, row.resume_member, row.resume_offset,
       stored_resumable(row), row.damaged_at, row.damage, row.members, row.skipped_members,
       row.records, row.record_bytes, row.games, row.rejects, row.removed, row.junk_bytes,
       row.tail_bytes, row.stream_bytes, row.branches_left_out, row.content_hash,
       reading.modified_ns, reading.changed_ns, reading.decoder_bytes, reading.max_expansion,
       row.limited);
}

}  // namespace

void SourceTable::insert(const SourceRow& row) {
  with_values(
      row, [&](const auto&... values) { insert_.run(raw(row.id), row.name, row.path, values...); });
}

void SourceTable::update(const SourceRow& row) {
  with_values(row, [&](const auto&... values) { update_.run(values..., raw(row.id)); });
}

void SourceTable::take_damage(SourceId id, const SourceRow& other) {
  sql_.run(
      "UPDATE source SET state = ?, damaged_at = ?, damage = nullif(?, ''), content_hash = "
      "nullif(?, '') WHERE id = ?",
      static_cast<int>(other.damaged_at ? SourceState::damaged : SourceState::done),
      other.damaged_at, other.damage, other.content_hash, raw(id));
  sql_.run(
      "UPDATE member AS m SET damaged_at = o.damaged_at, damage = o.damage FROM member AS o "
      "WHERE m.source_id = ? AND o.source_id = ? AND o.ordinal = m.ordinal",
      raw(id), raw(other.id));
  set_reading(id, other);
}

void SourceTable::set_reading(SourceId id, const SourceRow& other) {
  const Reading reading(other);
  sql_.run(
      "UPDATE source SET fingerprint = ?, file_modified_ns = ?, file_changed_ns = ?, "
      "decoder_bytes = ?, max_expansion = ?, limited = ? WHERE id = ?",
      other.fingerprint, reading.modified_ns, reading.changed_ns, reading.decoder_bytes,
      reading.max_expansion, other.limited, raw(id));
}

void SourceTable::rename(SourceId id, const std::string& name, const std::string& path) {
  sql_.run("UPDATE source SET name = ?, path = ? WHERE id = ?", name, path, raw(id));
}

std::string damaged_member(SqlConnection& sql, SourceId source) {
  SqlStatement select(sql,
                      "SELECT name FROM member WHERE source_id = ? AND damaged_at IS NOT NULL "
                      "ORDER BY ordinal DESC LIMIT 1");
  return select.find(raw(source)) ? select.string(0) : std::string();
}

bool hold_the_same(SqlConnection& sql, SourceId old, SourceId fresh) {
  return equal_but_for({sql, kMembers, old}, {sql, kMembers, fresh}, 0) &&
         equal_but_for({sql, kRecords, old}, {sql, kRecords, fresh}, removed_from(sql, old));
}

}  // namespace ludex
