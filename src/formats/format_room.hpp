#pragma once

#include "core/rule_book.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format.hpp"
#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "formats/splitter.hpp"
#include "ludex/problem.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// A record as it is in a stream, including the end of its last line.
struct StreamRecord {
  std::string_view text;
  TextForm form = TextForm::bytes;
};

/// Records of one format, joined so that a splitter finds each of them again.
struct RecordStream {
  struct Open {
    std::string text;
    TextForm form = TextForm::bytes;
  };

  std::string text;         ///< what was appended and not yet taken out
  bool begun = false;       ///< something was appended before: no head is needed
  bool is_counted = false;  ///< its head counts its records: it is written in one piece
  /// The last record, if a reader may take what follows for a part of it.
  std::optional<Open> open;
  std::string head;  ///< the beginning of the stream, as far as it says how to read all of it

  /// Appends what separates a record from those before it, then the record. \returns false,
  /// appending nothing, if nothing can separate them: see record_gap().
  [[nodiscard]] bool append(Format format, const StreamRecord& record, bool is_unclosed);
  /// The record before the one that comes next: `open`, or any that has its end.
  [[nodiscard]] StreamRecord last() const;
};

/// What stands between two records of one format, so that a splitter finds both where they are:
/// nothing, a line feed, or a line that holds a kRecordSeparator; or the format's own separator.
/// \returns none where nothing separates them.
[[nodiscard]] std::optional<std::string> record_gap(Format format, const StreamRecord& first,
                                                    const StreamRecord& second);

/// What stands before the first record of a stream: a byte order mark, where the format's splitter
/// knows UTF-16 by that alone.
[[nodiscard]] std::string_view stream_head(Format format, TextForm form);

/// ASCII in the encoding of the text around it.
[[nodiscard]] std::string in_form(std::string_view ascii, TextForm form);

/// Keeps the charsets of joined records right where the head of a stream decides how all of it is
/// read: a record loses the head it came with.
class StreamCharsets {
 public:
  virtual ~StreamCharsets() = default;
  /// Call before a record is appended. Gives the stream a head if its first record needs one;
  /// counts the record if that will be read in another charset than `charset`.
  virtual void prepare(std::string_view record, std::string_view charset, RecordStream& stream) = 0;
  [[nodiscard]] std::uint64_t misread() const { return misread_; }

 protected:
  std::uint64_t misread_ = 0;
};

/// Something that a version of a format cannot say: "12 times", "rounded down to whole seconds".
struct WriterLoss {
  std::uint64_t count = 0;
  std::string_view noun;  ///< its plural ends in "s"
  std::string what;
};

/// Rewrites records of one format in UTF-8, or in write_in(). Reuses its buffers from record to
/// record.
class RecordWriter {
 public:
  virtual ~RecordWriter() = default;

  /// Reads a record and writes it. \param charset  in which it was indexed; of UTF-16, UTF-8
  /// \param out  overwritten. \returns why the record cannot be read
  [[nodiscard]] virtual std::optional<Problem> write(std::string_view text, TextForm form,
                                                     Charset charset, std::string& out) = 0;
  /// The same for a record that comes with FoundRecord::context.
  [[nodiscard]] virtual std::optional<Problem> write_with(std::string_view context,
                                                          std::string_view text, TextForm form,
                                                          Charset charset, std::string& out) {
    (void)context;
    return write(text, form, charset, out);
  }
  /// Writes in this charset from now on. \returns false if it cannot
  [[nodiscard]] virtual bool write_in(Charset charset) { return charset == Charset::utf8; }
  /// What it refuses is counted in losses(), and needs no message for each record.
  [[nodiscard]] virtual bool counts_refusals() const { return false; }
  /// The start of a file of such records.
  [[nodiscard]] virtual std::string_view file_head() const { return {}; }
  /// What was lost in all records written so far.
  [[nodiscard]] virtual std::vector<WriterLoss> losses() const { return {}; }
};

/// How much the first bytes of a stream prove. Formats with more evidence are asked first.
enum class Evidence : std::uint8_t {
  anywhere,     ///< may also occur in comments of other formats
  first_lines,  ///< lines of this format alone, up to one that no other format has
  first_line,   ///< a first line that no other format has
};

/// Bytes of which every line that begins a record holds one: lines without them are skipped
/// quickly.
struct LineMark {
  std::string_view bytes;  ///< one of them
  bool is_first = true;    ///< it is the line's first byte
  /// False if a line that begins with this byte cannot begin a record.
  [[nodiscard]] bool may_begin_with(char first_byte) const {
    return !is_first || bytes.find(first_byte) != bytes.npos;
  }
};

/// True if a reader may take the next record for a part of this one.
enum class RunsOn : std::uint8_t {
  never,
  unclosed,  ///< unless it is closed
  always,
};

/// How records are joined in one stream.
struct Joining {
  std::string_view separator{};  ///< the line between two records, if there always is one
  RunsOn runs_on = RunsOn::never;
  bool needs_utf16_mark = true;  ///< splitters know UTF-16 by its byte order mark alone
};

/// The writers of `export --format` for a format.
enum class Output : std::uint8_t { none, records, positions };

/// A way to write positions that parse_position() reads.
struct PositionNotation {
  bool (*is)(std::string_view text, const PositionTextOptions& options);  ///< null: anything else
  /// \throws UsageError if it is malformed.
  QueryPosition (*read)(std::string_view text, const PositionTextOptions& options);
};

struct FormatTraits {
  std::string_view name;                      ///< for `--format`, and as an ending: "sgf"
  std::string_view title;                     ///< for messages: "SGF"
  std::span<const std::string_view> endings;  ///< of files, in lower case: ".sgf"
  Evidence evidence = Evidence::first_lines;  ///< of FormatRoom::holds()
  LineMark line_mark;
  Joining joining{};
  Output output = Output::records;
  std::span<const std::string_view> versions{};  ///< that are written, the default first
  std::span<const PositionNotation> positions{};
  /// Endings of the files that streams need beside them, in lower case: ".jou".
  std::span<const std::string_view> companions{};
  std::size_t max_companion_bytes = 0;  ///< no companion is longer; what follows is not read
};

/// What the row of a record's first game says, where the text of the record does not. Empty:
/// unknown.
struct RowValues {
  std::string black{}, white{}, event{};
  std::string date{};                                             ///< the first possible day
  std::vector<std::pair<std::string, std::string>> properties{};  ///< as GameInfo::properties
  bool is_year_only = false;                                      ///< `date` stands for a year

  /// 0: unknown
  [[nodiscard]] int year() const;
  /// The first value of a property; empty: none.
  [[nodiscard]] std::string_view property(std::string_view ident) const;
};

/// A file that belongs to the other files of an export.
struct BesideFile {
  std::string_view ending;  ///< ".jou"
  std::string bytes;
};

/// Joins the records of a binary format: its files begin with a header that counts the records,
/// which refer by number to names in files beside them. One object for a whole export.
class RecordBinder {
 public:
  virtual ~RecordBinder() = default;
  /// Call once for each record, before it is appended. \returns false if files cannot hold it;
  /// losses() counts it
  [[nodiscard]] virtual bool takes(const RowValues& row) = 0;
  /// \pre takes(row) \throws Error if one file cannot hold both this and those before
  virtual void append(std::string_view record, const RowValues& row, RecordStream& stream) = 0;
  /// The names of all records.
  [[nodiscard]] virtual std::vector<BesideFile> beside() const = 0;
  [[nodiscard]] virtual std::vector<WriterLoss> losses() const = 0;
};

/// Which texts a game is judged by.
struct RuleScope {
  Format format{};
  std::optional<GameType> game;  ///< none: the record gave no game
  std::string version;           ///< as written: FF of SGF, V of CSA; empty: not written
};

/// Everything the rest of the program knows about a format. Each format's folder NAME/ defines one,
/// stateless and safe to use from every thread: `const FormatRoom& NAME_format()`. room_of() finds
/// it.
class FormatRoom : public FormatTraits {
 public:
  virtual ~FormatRoom() = default;
  FormatRoom(const FormatRoom&) = delete;
  FormatRoom& operator=(const FormatRoom&) = delete;

  /// True if a stream of this format starts so.
  /// \param head  its first bytes, without a byte order mark; of UTF-16 the ASCII characters
  [[nodiscard]] virtual bool holds(std::string_view head) const = 0;

  /// True if the first line of `text` clearly begins a record: one of this format has got into a
  /// stream of another.
  /// \param line_alone  only this line is known: less is enough
  [[nodiscard]] virtual bool begins_record(std::string_view text, bool line_alone) const = 0;

  /// See make_splitter() and make_record_reader().
  [[nodiscard]] virtual std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                                std::string_view head) const = 0;
  [[nodiscard]] virtual std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const = 0;

  /// \param version  one of `versions`; empty: the default. \returns null if the format is written
  /// in no such version. \pre output == Output::records
  [[nodiscard]] virtual std::unique_ptr<RecordWriter> make_writer(std::string_view version) const {
    (void)version;
    return nullptr;
  }
  /// Rewrites records of this format in another; null if it does not. \param version  one of those
  /// of `to`, as for make_writer()
  [[nodiscard]] virtual std::unique_ptr<RecordWriter> make_converter(
      Format to, std::string_view version) const {
    (void)to;
    (void)version;
    return nullptr;
  }
  /// FoundRecord::context of a stored record, where a splitter took it from more than the head of
  /// the stream. \pre !companions.empty()
  [[nodiscard]] virtual std::string context_of(const RowValues& row) const {
    (void)row;
    return {};
  }
  /// Appends a record of a binary format: files begin with a header that counts the records.
  /// \pre !companions.empty() \throws Error if one file cannot hold both this and those before
  virtual void append_binary(std::string_view record, const RowValues& row,
                             RecordStream& stream) const {
    (void)row;
    stream.text += record;
    stream.begun = true;
  }
  /// Joins what make_writer() and make_converter() write. Null: records are joined as text.
  [[nodiscard]] virtual std::unique_ptr<RecordBinder> make_binder() const { return nullptr; }
  /// Null where the head of a stream says nothing of its records.
  [[nodiscard]] virtual std::unique_ptr<StreamCharsets> make_stream_charsets() const {
    return nullptr;
  }

  /// The game whose moves alone have the form of `word` in this format's notation.
  [[nodiscard]] virtual std::optional<GameType> game_of_move(std::string_view word) const {
    (void)word;
    return std::nullopt;
  }

  /// What is wrong in the bytes before a record. \param between  the bytes since the end of the
  /// record before; the problem's offset is in them
  [[nodiscard]] virtual std::optional<Problem> fault_before_record(std::string_view between) const {
    (void)between;
    return std::nullopt;
  }

  /// The texts that a record is judged by, the most special first: the first that speaks of a
  /// problem is cited. \returns one at least
  [[nodiscard]] virtual std::vector<RuleBook> rule_books(const RuleScope& scope) const = 0;

 protected:
  explicit FormatRoom(const FormatTraits& traits) : FormatTraits(traits) {}
};

[[nodiscard]] const FormatRoom& room_of(Format format);

/// All names of record_formats(), for messages: "sgf, csa, ...".
[[nodiscard]] std::string format_names();
/// The message for a source that no format reads: "no SGF, CSA, ... record found (...)".
[[nodiscard]] std::string no_record_found();

/// In the order of their numbers.
[[nodiscard]] constexpr std::array<Format, kFormatCount> all_formats() {
  std::array<Format, kFormatCount> formats{};
  for (std::size_t i = 0; i < kFormatCount; ++i) formats[i] = static_cast<Format>(i);
  return formats;
}

}  // namespace ludex
