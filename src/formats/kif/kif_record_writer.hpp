#pragma once

#include "formats/format_room.hpp"
#include "formats/kif/kif.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Writes games of shogi as KIF or KI2 as other programs do: lines end in CR LF; KIF declares its
/// charset, UTF-8 or Shift_JIS (as Windows has it), in the first line.
class KifTextWriter : public RecordWriter {
 public:
  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override;
  [[nodiscard]] bool write_in(Charset charset) override;
  [[nodiscard]] std::vector<WriterLoss> losses() const override;

 protected:
  explicit KifTextWriter(KifDialect dialect) : dialect_(dialect) {}

 private:
  /// Reads a record of whatever is converted. \param game  filled anew
  [[nodiscard]] virtual std::optional<Problem> read(std::string_view text, TextForm form,
                                                    Charset charset, KifGame& game) = 0;

  KifDialect dialect_;
  Charset charset_ = Charset::utf8;
  KifGame game_;
  std::string utf8_;
  std::uint64_t missing_ = 0;  // characters that the charset lacks
};

}  // namespace ludex
