#pragma once

#include "formats/format_room.hpp"
#include "formats/kif/kif.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// What a format could not say of games.
struct ShogiLosses {
  std::uint64_t comments = 0;    ///< moves with comments or bookmarks
  std::uint64_t variations = 0;  ///< lines beside the main line
  std::uint64_t times = 0;       ///< moves with times
  std::uint64_t rounded_times = 0;
  std::uint64_t headers = 0;
  std::uint64_t ends = 0;                ///< how games ended
  std::uint64_t missing_characters = 0;  ///< that the charset does not have
};

/// A format that games of shogi are written in. The room of such a format is one, too.
class ShogiOutput {
 public:
  virtual ~ShogiOutput() = default;
  /// Writes a game in UTF-8. \param out  overwritten
  virtual void write_game(const KifGame& game, std::string& out, ShogiLosses& losses) const = 0;
  /// True if it can be written in this charset.
  [[nodiscard]] virtual bool writes_in(Charset charset) const { return charset == Charset::utf8; }
  /// The same in a charset. \pre writes_in(charset)
  virtual void write_game_in(Charset charset, const KifGame& game, std::string& out,
                             ShogiLosses& losses) const {
    (void)charset;
    write_game(game, out, losses);
  }
};

/// Reads a record of a format of shogi. \returns why it gave nothing
using ShogiParse = std::optional<Problem> (*)(std::string_view record, const KifOptions& options,
                                              KifGame& out);

/// Rewrites games of shogi in another format; null if that is not written.
[[nodiscard]] std::unique_ptr<RecordWriter> make_shogi_converter(ShogiParse parse, Format to);
[[nodiscard]] std::unique_ptr<RecordWriter> make_shogi_writer(ShogiParse parse,
                                                              const ShogiOutput& output);

/// Headers of KIF for what a game of another format says of itself. \param info  with its names,
/// dates and the rest; properties keep their own names
void add_kif_headers(const GameInfo& info, KifGame& game);

}  // namespace ludex
