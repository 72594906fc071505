#pragma once

#include "formats/charset/charset.hpp"
#include "formats/record_sink.hpp"
#include "ludex/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Something that a version of a format cannot say: "12 times", "rounded down to whole seconds".
struct WriterLoss {
  std::uint64_t count = 0;
  std::string_view noun;  ///< its plural ends in "s"
  std::string what;
};

/// Writes records of one format anew, in UTF-8. Has buffers that are reused from record to record.
class RecordWriter {
 public:
  virtual ~RecordWriter() = default;

  /// Reads a record and writes it. \param charset  in which it was indexed; of UTF-16, UTF-8
  /// \param out  filled anew. \returns why the record cannot be read
  [[nodiscard]] virtual std::optional<Problem> write(std::string_view text, TextForm form,
                                                     Charset charset, std::string& out) = 0;
  /// What a file of such records begins with.
  [[nodiscard]] virtual std::string_view file_head() const { return {}; }
  /// What was lost of all records written so far.
  [[nodiscard]] virtual std::vector<WriterLoss> losses() const { return {}; }
};

}  // namespace ludex
