#include "store/record_hash.hpp"

#include "store/sql/sql_statement.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace ludex {
namespace {

RecordHash to_bytes(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  RecordHash bytes;
  std::memcpy(bytes.data(), canonical.digest, bytes.size());
  return bytes;
}

}  // namespace

RecordHash hash_record(std::string_view text) {
  return to_bytes(XXH3_128bits(text.data(), text.size()));
}

RecordHasher::RecordHasher() : state_(XXH3_createState(), &XXH3_freeState) {
  XXH3_128bits_reset(state_.get());
}

void RecordHasher::update(std::string_view piece) {
  XXH3_128bits_update(state_.get(), piece.data(), piece.size());
}

RecordHash RecordHasher::digest() const { return to_bytes(XXH3_128bits_digest(state_.get())); }

void RecordsHash::add(std::int64_t member, std::uint64_t offset_bytes, std::uint64_t length_bytes,
                      const RecordHash& hash) {
  const std::array<std::uint64_t, 3> place{static_cast<std::uint64_t>(member), offset_bytes,
                                           length_bytes};
  std::array<std::uint8_t, 2 * sizeof(RecordHash) + sizeof(place)> bytes;
  std::memcpy(bytes.data(), chain_.data(), chain_.size());
  std::memcpy(bytes.data() + chain_.size(), hash.data(), hash.size());
  std::memcpy(bytes.data() + chain_.size() + hash.size(), place.data(), sizeof(place));
  chain_ = to_bytes(XXH3_128bits(bytes.data(), bytes.size()));
}

RecordsHash hash_records(SqlConnection& sql, SourceId source) {
  SqlStatement select(sql,
                      "SELECT m.ordinal, r.offset, r.length, r.hash FROM record r CROSS JOIN "
                      "member m ON m.id = r.member_id WHERE m.source_id = ? ORDER BY r.id");
  RecordsHash all;
  select.start(raw(source));
  while (select.step()) {
    RecordHash hash{};
    const std::string_view bytes = select.bytes(3);
    std::copy_n(bytes.begin(), std::min(bytes.size(), hash.size()), hash.begin());
    all.add(select.integer(0), static_cast<std::uint64_t>(select.integer(1)),
            static_cast<std::uint64_t>(select.integer(2)), hash);
  }
  return all;
}

}  // namespace ludex
