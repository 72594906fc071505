#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace ludex {

/// The files in an archive, in order.
class EntryReader {
 public:
  virtual ~EntryReader() = default;

  /// Goes to the next regular file that is not hidden; false at the clean end, and after damage
  /// that has been thrown already. \throws StreamDamage where the archive cannot be read on.
  virtual bool next() = 0;
  /// The name in the archive, without a leading "./".
  [[nodiscard]] virtual const std::string& name() const = 0;
  /// Of the current file; as ByteStream::read().
  virtual std::size_t read(std::span<char> buffer) = 0;
};

}  // namespace ludex
