#pragma once

#include "formats/format_room.hpp"
#include "formats/shogi/shogi_game.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What a format could not say of games.
struct ShogiLosses {
  std::uint64_t comments = 0;    ///< moves with comments or bookmarks
  std::uint64_t bookmarks = 0;   ///< where comments are kept
  std::uint64_t variations = 0;  ///< lines beside the main line
  std::uint64_t times = 0;       ///< moves with times
  std::uint64_t rounded_times = 0;
  std::uint64_t headers = 0;
  std::uint64_t ends = 0;                ///< how games ended
  std::uint64_t long_draws = 0;          ///< draws by too many moves that read as plain draws
  std::uint64_t mates = 0;               ///< ends of mate problems that read as wins
  std::uint64_t missing_characters = 0;  ///< that the charset does not have
};

/// Reads a record of a format of shogi. \returns why it gave nothing
using ShogiParse = std::optional<Problem> (*)(std::string_view record,
                                              const ShogiReadOptions& options, ShogiGame& out);

enum class ShogiVariations : std::uint8_t { left_out, written };

/// Reads records for a writer. No format writes moves that cannot be played: an end after them
/// follows the last one that can, and a variation beside them is no part of the main line.
class ShogiRecord {
 public:
  explicit ShogiRecord(ShogiParse parse, ShogiVariations variations = ShogiVariations::left_out)
      : parse_(parse), variations_(variations) {}
  /// \returns why it gave nothing
  [[nodiscard]] std::optional<Problem> read(std::string_view record,
                                            const ShogiReadOptions& options);
  [[nodiscard]] const ShogiGame& game() const { return game_; }

 private:
  ShogiParse parse_;
  ShogiVariations variations_;
  ShogiGame game_;
  ReplayScript script_;
};

/// Adds to `out` what is left out since the format has nothing for it.
void add_left_out(const ShogiLosses& losses, std::vector<WriterLoss>& out);

/// A format that games of shogi are converted to. The room of such a format is one, too.
class ShogiTarget {
 public:
  virtual ~ShogiTarget() = default;
  /// Rewrites what `parse` reads. \param version  as for FormatRoom::make_writer()
  [[nodiscard]] virtual std::unique_ptr<RecordWriter> make_shogi_writer(
      ShogiParse parse, std::string_view version) const = 0;
};

/// One that is written from a ShogiGame as it is.
class ShogiOutput : public ShogiTarget {
 public:
  [[nodiscard]] std::unique_ptr<RecordWriter> make_shogi_writer(
      ShogiParse parse, std::string_view version) const override;
  [[nodiscard]] virtual ShogiVariations variations() const { return ShogiVariations::written; }
  /// Writes a game in UTF-8. \param out  overwritten
  virtual void write_game(const ShogiGame& game, std::string& out, ShogiLosses& losses) const = 0;
  /// True if it can be written in this charset.
  [[nodiscard]] virtual bool writes_in(Charset charset) const { return charset == Charset::utf8; }
  /// The same in a charset. \pre writes_in(charset)
  virtual void write_game_in(Charset charset, const ShogiGame& game, std::string& out,
                             ShogiLosses& losses) const {
    (void)charset;
    write_game(game, out, losses);
  }
};

/// Rewrites games of shogi in another format; null if that is not written.
[[nodiscard]] std::unique_ptr<RecordWriter> make_shogi_converter(ShogiParse parse, Format to,
                                                                 std::string_view version);

/// A date as formats of shogi write it: "1999/07/15 10:00:00", the day and what `raw` has after it
/// of the time; where the day is not known, `raw`.
[[nodiscard]] std::string shogi_date(const DateRange& date, const std::string& raw);

/// Headers of KIF for what a game of another format says of itself. \param info  with its names,
/// dates and the rest; properties keep their own names
void add_kif_headers(const GameInfo& info, ShogiGame& game);

}  // namespace ludex
