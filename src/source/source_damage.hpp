#pragma once

#include "ludex/error.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <string>

namespace ludex {

/// Tells whether reading the same file again can give more.
enum class DamageCause : std::uint8_t {
  content,     ///< the bytes are wrong, and stay so until the file changes
  limit,       ///< it takes more memory, or unpacks to more, than the options allow
  read_error,  ///< the system could not read the bytes; the next try may succeed
};

/// A source or member that cannot be read to its end: cut, corrupt, encrypted, over a limit, or the
/// system fails to read it. Everything before the offset has been handed out and stays.
class SourceDamage : public SourceError {
 public:
  SourceDamage(const Origin& where, const std::string& reason,
               DamageCause cause = DamageCause::content)
      : SourceError(to_text(where) + ": " + reason),
        offset_bytes_(where.offset_bytes),
        reason_(reason),
        cause_(cause) {}

  /// In the decompressed member: how many bytes came before.
  [[nodiscard]] std::uint64_t offset_bytes() const { return offset_bytes_; }

  /// What is wrong, without the place: "the gzip data is cut short".
  [[nodiscard]] const std::string& reason() const { return reason_; }

  [[nodiscard]] DamageCause cause() const { return cause_; }

 private:
  std::uint64_t offset_bytes_;
  std::string reason_;
  DamageCause cause_;
};

}  // namespace ludex
