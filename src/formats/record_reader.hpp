#pragma once

#include "core/position_key.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format.hpp"
#include "formats/game_info.hpp"
#include "formats/splitter.hpp"
#include "games/api/node_note.hpp"
#include "games/api/replay_script.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The text of a record, and what its splitter knew of it.
struct RecordText {
  std::string_view text;
  TextForm form = TextForm::bytes;
  std::string_view context{};  ///< see FoundRecord
};

struct ReadOptions {
  std::optional<Charset> charset;  ///< overrides the declared charset
  /// For everything, not one record: limits of what a record may hold follow it (SgfLimits).
  std::uint64_t memory_bytes = 1ULL << 30;
};

/// Reads records of one format: parses, and replays the games. Has buffers that are reused from
/// record to record: one object per thread.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  /// Parses a record. \returns why it gave nothing; then only text_problems() may be called.
  /// \pre `record` stays where it is until the next call.
  [[nodiscard]] virtual std::optional<Problem> read(const RecordText& record) = 0;

  /// What is wrong with the record's text, beside what its games say of themselves.
  [[nodiscard]] virtual const std::vector<Problem>& text_problems() const {
    static const std::vector<Problem> none;
    return none;
  }
  /// How many more there are, that are not listed.
  [[nodiscard]] virtual std::uint64_t text_problems_left_out() const { return 0; }
  [[nodiscard]] virtual std::size_t game_count() const { return 1; }
  /// What breaks the format in single values that do not matter for an index: for `check` alone.
  /// Cost: a look at every value.
  [[nodiscard]] virtual std::vector<Problem> value_problems() const { return {}; }
  /// The version of the format that the record names: "4" for FF[4], "2.2" for V2.2; empty: none.
  [[nodiscard]] virtual std::string format_version() const { return {}; }
  /// The game info of game `index`; the caller may move from it.
  [[nodiscard]] virtual GameInfo& info(std::size_t index) = 0;
  /// Replays game `index`, all its lines, into `script` (cleared first).
  /// \param keys  gets script.total_positions keys appended; may be null
  virtual void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) = 0;
  /// What the record says beside the moves of game `index`, by ply; moves without a word are left
  /// out, and so are formats without such words. Cost: a replay.
  [[nodiscard]] virtual std::vector<MoveNote> notes(std::size_t /*index*/) { return {}; }
  /// Names and comments of all nodes of game `index`, variations too, by node; nodes without a word
  /// are left out. Cost: a replay.
  [[nodiscard]] virtual std::vector<NodeComment> comments(std::size_t /*index*/) { return {}; }
  /// Appends the comments and names of all nodes of game `index` that info() has not got, a line
  /// each, as far as people look for their words: what engines write is left out. Cost: a look at
  /// every property.
  virtual void append_node_text(std::size_t /*index*/, std::string& /*text*/) {}
  /// Every value that nodes of game `index` add to their positions, by node, as written. Of SGF:
  /// markup, annotations, clocks, figures, VW. Of CSA: T. Cost: a replay.
  [[nodiscard]] virtual std::vector<NodeMark> marks(std::size_t /*index*/) { return {}; }
  /// The marks that hold at a position: those of the nodes that lead to it or stay there, and what
  /// they inherit (SGF: VW, DD; VW of a text before FF[4] is one rectangle). Cost: a replay.
  [[nodiscard]] virtual std::vector<NodeMark> marks_at(std::size_t /*index*/,
                                                       std::uint32_t /*ply*/) {
    return {};
  }

 protected:
  RecordReader() = default;
};

[[nodiscard]] std::unique_ptr<RecordReader> make_record_reader(Format format,
                                                               const ReadOptions& options = {});

}  // namespace ludex
