#include "ludex/error.hpp"
#include "query/info/database_info.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <bit>
#include <cstddef>
#include <memory>

namespace ludex {
namespace {

/// XXH3-128 over numbers and bytes, the same on every machine.
class Hasher {
 public:
  Hasher() : state_(XXH3_createState(), XXH3_freeState) {
    if (state_ == nullptr || XXH3_128bits_reset(state_.get()) != XXH_OK) {
      throw Error("out of memory for a hash");
    }
  }

  void add(std::int64_t number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    std::array<unsigned char, sizeof bits> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<unsigned char>(bits >> (8 * i));
    }
    add(bytes.data(), bytes.size());
  }
  void add(const void* data, std::size_t size) { XXH3_128bits_update(state_.get(), data, size); }

  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

void add_games(SqlConnection& sql, Hasher& hasher) {
  FactReader reader(sql);
  std::vector<std::int64_t> flags, content, positions;
  for (std::int64_t chunk = 0; chunk < reader.chunk_count(); ++chunk) {
    reader.read(Fact::flags, chunk, flags);
    reader.read(Fact::content, chunk, content);
    reader.read(Fact::main_positions, chunk, positions);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (!GameFlags(flags[i]).is_answer()) continue;
      hasher.add(content[i]);
      hasher.add(positions[i]);
      hasher.add(flags[i] & GameFlags::variations_indexed);
    }
  }
}

void add_rejects(SqlConnection& sql, Hasher& hasher) {
  SqlStatement select(sql,
                      "SELECT r.hash FROM record r JOIN member m ON m.id = r.member_id "
                      "JOIN source s ON s.id = m.source_id AND s.hidden = 0 "
                      "WHERE r.reject_kind IS NOT NULL ORDER BY r.id");
  while (select.step()) {
    const std::string_view hash = select.bytes(0);
    hasher.add(hash.data(), hash.size());
  }
}

}  // namespace

std::string signature(Database& database) {
  Hasher hasher;
  add_games(database.sql(), hasher);
  add_rejects(database.sql(), hasher);
  return hasher.hex();
}

}  // namespace ludex
