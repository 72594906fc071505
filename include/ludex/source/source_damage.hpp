#pragma once

#include "ludex/core/error.hpp"
#include "ludex/core/origin.hpp"

#include <cstdint>
#include <string>

namespace ludex {

/// A source or member that cannot be read to its end: cut, corrupt, encrypted, over a limit.
/// Everything before the offset has been handed out and stays.
class SourceDamage : public SourceError {
 public:
  SourceDamage(const Origin& where, const std::string& reason)
      : SourceError(to_text(where) + ": " + reason),
        offset_bytes_(where.offset_bytes),
        reason_(reason) {}

  /// In the decompressed member: how many bytes came before.
  [[nodiscard]] std::uint64_t offset_bytes() const { return offset_bytes_; }

  /// What is wrong, without the place: "the gzip data is cut short".
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::uint64_t offset_bytes_;
  std::string reason_;
};

}  // namespace ludex
