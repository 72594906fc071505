#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

enum class FieldType : std::uint8_t { integer, real, text, blob };

struct RowField {
  std::string_view name;  ///< a column of `game` (g) or of `record` (r)
  FieldType type;
};

/// What the view `games` is made of but for the game's id: those of `game` in the table's order,
/// then those of `record`. Stored rows go by it: a change is another format of row blocks.
inline constexpr RowField kRowFields[] = {
    {"g.record_id", FieldType::integer},
    {"g.source_id", FieldType::integer},
    {"g.game", FieldType::integer},
    {"g.kind", FieldType::integer},
    {"g.width", FieldType::integer},
    {"g.height", FieldType::integer},
    {"g.black", FieldType::integer},
    {"g.white", FieldType::integer},
    {"g.black_rank", FieldType::integer},
    {"g.white_rank", FieldType::integer},
    {"g.black_rating", FieldType::real},
    {"g.white_rating", FieldType::real},
    {"g.event", FieldType::integer},
    {"g.round", FieldType::integer},
    {"g.place", FieldType::integer},
    {"g.date", FieldType::text},
    {"g.date_from", FieldType::integer},
    {"g.date_to", FieldType::integer},
    {"g.date_precision", FieldType::integer},
    {"g.result_raw", FieldType::text},
    {"g.winner", FieldType::integer},
    {"g.win_by", FieldType::integer},
    {"g.margin", FieldType::real},
    {"g.result_from", FieldType::integer},
    {"g.result_disputed", FieldType::integer},
    {"g.komi", FieldType::real},
    {"g.handicap", FieldType::integer},
    {"g.rules", FieldType::integer},
    {"g.time_limit", FieldType::integer},
    {"g.time_limit_seconds", FieldType::real},
    {"g.overtime", FieldType::integer},
    {"g.moves", FieldType::integer},
    {"g.positions", FieldType::integer},
    {"g.first_illegal_ply", FieldType::integer},
    {"g.swap", FieldType::text},
    {"g.game_name", FieldType::integer},
    {"g.annotator", FieldType::integer},
    {"g.opening", FieldType::integer},
    {"g.published_in", FieldType::integer},
    {"g.entered_by", FieldType::integer},
    {"g.external_id", FieldType::text},
    {"g.lexicon", FieldType::integer},
    {"g.variant", FieldType::integer},
    {"g.board_name", FieldType::integer},
    {"g.declared_game", FieldType::text},
    {"g.charset", FieldType::integer},
    {"g.application", FieldType::integer},
    {"g.flags", FieldType::integer},
    {"r.member_id", FieldType::integer},
    {"r.offset", FieldType::integer},
    {"r.length", FieldType::integer},
    {"r.hash", FieldType::blob},
};
inline constexpr std::size_t kRowFieldCount = std::size(kRowFields);
static_assert(kRowFieldCount <= 64, "which fields a row has fits a word");

/// Its place in kRowFields.
[[nodiscard]] consteval std::size_t row_field(std::string_view name) {
  std::size_t field = 0;
  while (kRowFields[field].name != name) ++field;
  return field;
}

/// The fields of one row, ready to be read. Texts lie where the row was read from.
class RowFields {
 public:
  void clear() { present_ = 0; }
  void set(std::size_t field, std::int64_t number) { put(field).integer = number; }
  void set(std::size_t field, double number) { put(field).real = number; }
  void set(std::size_t field, std::string_view bytes) {
    put(field).bytes = {bytes.data(), bytes.size()};
  }

  [[nodiscard]] bool is_null(std::size_t field) const { return (present_ >> field & 1) == 0; }
  /// 0 for NULL. \pre the field has this type, here and below
  [[nodiscard]] std::int64_t integer(std::size_t field) const {
    return is_null(field) ? 0 : values_[field].integer;
  }
  [[nodiscard]] double real(std::size_t field) const {
    return is_null(field) ? 0 : values_[field].real;
  }
  /// Of a text or BLOB.
  [[nodiscard]] std::string_view bytes(std::size_t field) const {
    if (is_null(field)) return {};
    return {values_[field].bytes.data, values_[field].bytes.size};
  }

 private:
  union Value {
    std::int64_t integer;
    double real;
    struct {
      const char* data;
      std::size_t size;
    } bytes;
  };
  Value& put(std::size_t field) {
    present_ |= std::uint64_t{1} << field;
    return values_[field];
  }

  std::uint64_t present_ = 0;
  std::array<Value, kRowFieldCount> values_;  // of fields that are not NULL
};

/// Packs a row as row blocks keep it (schema/README.md, Rows); takes the values of all fields in
/// their order.
class RowPacker {
 public:
  RowPacker() { clear(); }
  void clear();

  void value(std::int64_t number) { append_number(take(FieldType::integer), number); }
  void value(double number);
  void null() {
    assert(field_ < kRowFieldCount);
    ++field_;
  }
  /// Ids and codes: 0 is "none".
  void id(std::int64_t number) { number != 0 ? value(number) : null(); }
  /// An empty text is stored as NULL.
  void text(std::string_view text) { text.empty() ? null() : bytes(FieldType::text, text); }
  void blob(std::string_view blob) { bytes(FieldType::blob, blob); }
  void maybe(const std::optional<double>& number) { number ? value(*number) : null(); }
  void maybe(const std::optional<int>& number) { number ? value(std::int64_t{*number}) : null(); }
  void maybe(const std::optional<std::string>& written) {
    written ? bytes(FieldType::text, *written) : null();
  }

  /// \pre every field has got its value. Valid until clear().
  [[nodiscard]] std::string_view row();

 private:
  std::string& take([[maybe_unused]] FieldType type) {
    assert(field_ < kRowFieldCount && kRowFields[field_].type == type);
    present_ |= std::uint64_t{1} << field_++;
    return row_;
  }
  void bytes(FieldType type, std::string_view bytes);
  static void append_number(std::string& row, std::int64_t number);

  std::string row_;
  std::uint64_t present_ = 0;
  std::size_t field_ = 0;
};

[[nodiscard]] std::string pack_row(const RowFields& fields);

/// \param row  what RowPacker made; `fields` lie in it. \throws DatabaseError if it is none
void unpack_row(std::string_view row, RowFields& fields);

}  // namespace ludex
