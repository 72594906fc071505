#include "formats/format_room.hpp"
#include "formats/gcg/gcg.hpp"
#include "formats/gcg/gcg_lines.hpp"
#include "formats/gcg/gcg_splitter.hpp"
#include "formats/record_reader.hpp"
#include "formats/text_lines.hpp"

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".gcg"};

class GcgRecordWriter final : public RecordWriter {
 public:
  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    if (auto problem = parse_gcg(text, {.form = form, .charset = charset}, game_)) return problem;
    out = write_gcg(game_);
    return std::nullopt;
  }

 private:
  GcgGame game_;
};

constexpr Rule kRules[] = {
    {bad_syntax, "", "events", "`>nick: RACK place word +score total`, or one of its other forms"},
    {stray_text, "", "lines", "a pragma (#), an event (>), or a line of a note"},
    {bad_number, "", "events", "each has a score and a total"},
    {unknown_pragma, "", "pragmas", "one that its text or a known program has"},
    {duplicate_property, "", "pragmas", "each says one thing once"},
    {wrong_player, "", "events", "the nick of a #player, who made the play that is taken back"},
    {off_board, "", "events", "a word lies on the board"},
    {impossible_move, "", "events", "the word fits the tiles on the board"},
    {wrong_score, "", "events", "the score is what the board gives for the play"},
    {wrong_total, "", "events", "the total is the player's total before and the score"},
    {not_on_rack, "", "events", "the rack holds the tiles that leave it"},
    {bad_charset, "", "#character-encoding", "the text is in it, ISO 8859-1 where it is missing"},
    {wrong_charset, "", "#character-encoding", "the text is in the encoding that is named"},
    {unknown_charset, "", "#character-encoding", "names an encoding"},
};

bool is_move(GcgEventKind kind) {
  return kind == GcgEventKind::play || kind == GcgEventKind::pass ||
         kind == GcgEventKind::exchange || kind == GcgEventKind::withdrawal;
}

/// A GCG record is one game.
class GcgRecordReader final : public RecordReader {
 public:
  explicit GcgRecordReader(const ReadOptions& options) : options_(options) {}

  [[nodiscard]] std::optional<Problem> read(const RecordText& record) override {
    auto reject = parse_gcg(record.text, {.form = record.form, .charset = options_.charset}, game_);
    if (!reject) game_.info.size = gcg_board_size(game_);
    return reject;
  }

  [[nodiscard]] GameInfo& info(std::size_t) override { return game_.info; }

  void compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) override {
    compile_gcg(game_, script, keys);
  }

  /// A note after an event that is no move, as a challenge bonus, is the last move's.
  [[nodiscard]] std::vector<MoveNote> notes(std::size_t) override {
    std::vector<MoveNote> notes;
    std::uint32_t move = 0;  // ply of the last one
    for (std::size_t i = 0; i < game_.events.size(); ++i) {
      const GcgEvent& event = game_.events[i];
      if (is_move(event.kind)) move = static_cast<std::uint32_t>(i) + 1;
      if (event.note.empty() || move == 0) continue;
      if (notes.empty() || notes.back().ply != move) notes.emplace_back().ply = move;
      join_line(notes.back().comment, event.note);
    }
    return notes;
  }

  void append_node_text(std::size_t, std::string& text) override {
    for (const GcgEvent& event : game_.events) {
      if (!event.note.empty()) join_line(text, event.note);
    }
  }

  [[nodiscard]] std::vector<NodeComment> comments(std::size_t index) override {
    ReplayScript script;
    compile(index, script, nullptr);
    std::vector<NodeComment> comments;
    const auto add = [&](std::size_t node, const std::string& text) {
      if (text.empty()) return;
      NodeComment& comment = comments.emplace_back();
      comment.node = static_cast<std::uint32_t>(node);
      if (node < script.main_positions) comment.ply = comment.node;
      comment.comment = text;
    };
    add(0, game_.start_note);
    for (std::size_t i = 0; i < game_.events.size(); ++i) add(i + 1, game_.events[i].note);
    return comments;
  }

 private:
  ReadOptions options_;
  GcgGame game_;
};

/// Crossword games.
class GcgFormat final : public FormatRoom {
 public:
  GcgFormat()
      : FormatRoom({.name = "gcg",
                    .title = "GCG",
                    .endings = kEndings,
                    .line_mark = {"#>"},
                    .joining = {.runs_on = RunsOn::always}}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_gcg(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return holds_gcg(text.substr(0, find_line_end(text)));
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<GcgSplitter>(options.start_offset_bytes, options.max_record_bytes,
                                         head);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return std::make_unique<GcgRecordReader>(options);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view) const override {
    return std::make_unique<GcgRecordWriter>();
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"GCG", kRules}};
  }
};

}  // namespace

const FormatRoom& gcg_format() {
  static const GcgFormat format;
  return format;
}

}  // namespace ludex
