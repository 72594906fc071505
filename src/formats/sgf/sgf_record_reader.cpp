#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/record_reader.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_property.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/sgf/sgf_value_check.hpp"
#include "formats/text_lines.hpp"
#include "games/api/node_note.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// True if ludex_marks() lists the property.
bool is_mark(SgfId id) {
  switch (info_of(id).property_class) {
    case SgfPropertyClass::markup:
    case SgfPropertyClass::timing:
      return true;
    case SgfPropertyClass::annotation:
      return id != SgfId::C && id != SgfId::N;
    default:
      return id == SgfId::FG || id == SgfId::MN || id == SgfId::PM || id == SgfId::VW;
  }
}

/// Kierulf: the points of L are lettered from "A" on, in the order of the list.
void letter(std::vector<NodeMark>& marks, std::size_t first) {
  constexpr std::size_t kLetters = 26;
  for (std::size_t i = first; i < marks.size() && i - first < kLetters; ++i) {
    if (marks[i].points) marks[i].text = static_cast<char>('A' + (i - first));
  }
}

bool is_point(const std::optional<PointRect>& rect) {
  return rect && rect->left == rect->right && rect->top == rect->bottom;
}

/// Before FF[4] VW gives "two corner points of a rectangular subsection" (Kierulf).
void join_corners(std::vector<NodeMark>& views) {
  if (views.size() != 2 || !is_point(views[0].points) || !is_point(views[1].points)) return;
  PointRect& part = *views[0].points;
  const PointRect& other = *views[1].points;
  part = {std::min(part.left, other.left), std::min(part.top, other.top),
          std::max(part.right, other.right), std::max(part.bottom, other.bottom)};
  views.pop_back();
}

std::optional<double> find_real(std::string_view text) {
  return find_number<double>(text.substr(text.starts_with('+') ? 1 : 0));
}

void append_annotation(const SgfProperty& property, const std::string& value, MoveNote& note) {
  if (!note.annotations.empty()) note.annotations += ' ';
  note.annotations.append(info_of(property.id).name);
  if (!value.empty()) note.annotations.append("[").append(value).append("]");
}

void append_comment(const std::string& text, MoveNote& note) {
  if (!note.comment.empty()) note.comment += '\n';
  note.comment += text;
}

void read_property(const SgfProperty& property, std::string_view raw, SgfTextReader& text,
                   MoveNote& note) {
  switch (property.id) {
    case SgfId::N:
      note.name = text.simple_text(raw);
      break;
    case SgfId::C:
      append_comment(text.text(raw), note);
      break;
    case SgfId::V:
      note.value = find_real(text.simple_text(raw));
      break;
    case SgfId::BL:
    case SgfId::WL:
      note.seconds_left = find_real(text.simple_text(raw));
      break;
    case SgfId::BM:
    case SgfId::DO:
    case SgfId::IT:
    case SgfId::TE:
    case SgfId::DM:
    case SgfId::GB:
    case SgfId::GW:
    case SgfId::HO:
    case SgfId::UC:
    case SgfId::CH:
    case SgfId::SI:
      append_annotation(property, text.simple_text(raw), note);
      break;
    default:
      break;
  }
}

bool is_empty(const MoveNote& note) {
  return !note.seconds_left && !note.value && note.name.empty() && note.comment.empty() &&
         note.annotations.empty();
}

/// Of both clocks in one node the mover's counts.
bool is_other_clock(const SgfTree& tree, const SgfNode& node, SgfId id) {
  if (id != SgfId::BL && id != SgfId::WL) return false;
  const SgfId move = id == SgfId::BL ? SgfId::W : SgfId::B;
  for (const SgfProperty& property : tree.properties_of(node)) {
    if (property.id == move) return true;
  }
  return false;
}

/// The notes of the nodes of a main line on their moves.
/// \param node_plies  see ReplayScript
std::vector<MoveNote> read_move_notes(const SgfTree& tree, const SgfGame& game, TextForm form,
                                      Charset charset, std::span<const std::uint32_t> node_plies) {
  SgfTextReader text(tree, form, charset);
  std::vector<MoveNote> notes;
  for (std::size_t n = 1; n < node_plies.size(); ++n) {
    if (node_plies[n] == node_plies[n - 1]) continue;  // no move
    const SgfNode& node = tree.nodes[game.nodes[n]];
    MoveNote note;
    note.ply = node_plies[n];
    for (const SgfProperty& property : tree.properties_of(node)) {
      if (is_other_clock(tree, node, property.id)) continue;
      for (const std::string_view raw : tree.values_of(property)) {
        read_property(property, raw, text, note);
      }
    }
    if (!is_empty(note)) notes.push_back(std::move(note));
  }
  return notes;
}

/// The contents of the nodes of an SGF game besides moves, setup and game info.
class SgfNodeNotes {
 public:
  /// \param rules       of the game; nullptr where it is not replayed: then no value names a point
  /// \param text        reads the values of `tree`
  /// \param node_plies  see ReplayScript; nodes after its end have no position
  SgfNodeNotes(const SgfTree& tree, const SgfGame& game, const SgfRules* rules, SgfTextReader text,
               std::vector<std::uint32_t> node_plies)
      : tree_(tree), game_(game), rules_(rules), text_(text), node_plies_(std::move(node_plies)) {}

  [[nodiscard]] std::vector<NodeComment> comments() {
    std::vector<NodeComment> comments;
    for (std::size_t n = 0; n < game_.nodes.size(); ++n) {
      NodeComment found;
      for (const SgfProperty& property : tree_.properties_of(node_at(n))) {
        if (property.id != SgfId::C && property.id != SgfId::N) continue;
        for (const std::string_view raw : tree_.values_of(property)) {
          if (property.id == SgfId::C) join_line(found.comment, text_.text(raw));
          if (property.id == SgfId::N) join_line(found.name, text_.simple_text(raw), ' ');
        }
      }
      if (found.comment.empty() && found.name.empty()) continue;
      found.node = static_cast<std::uint32_t>(n);
      found.ply = ply_of(n);
      comments.push_back(std::move(found));
    }
    return comments;
  }

  [[nodiscard]] std::vector<NodeMark> marks() {
    std::vector<NodeMark> marks;
    for (std::size_t n = 0; n < game_.nodes.size(); ++n) {
      for (const SgfProperty& property : tree_.properties_of(node_at(n))) {
        if (is_mark(property.id)) append_marks(n, property, marks);
      }
    }
    return marks;
  }

  /// See RecordReader::marks_at().
  [[nodiscard]] std::vector<NodeMark> marks_at(std::uint32_t ply) {
    std::vector<NodeMark> marks;
    const auto found = std::ranges::find(node_plies_, ply);
    if (found == node_plies_.end()) return marks;
    auto n = static_cast<std::size_t>(found - node_plies_.begin());
    for (bool is_last = false; !is_last; ++n) {
      is_last = !goes_on(n);
      for (const SgfProperty& property : tree_.properties_of(node_at(n))) {
        const bool is_inherited = info_of(property.id).inherits;
        if (is_mark(property.id) && !is_inherited) append_marks(n, property, marks);
      }
    }
    append_inherited(SgfId::DD, n - 1, marks);
    append_inherited(SgfId::VW, n - 1, marks);
    return marks;
  }

 private:
  [[nodiscard]] const SgfNode& node_at(std::size_t n) const { return tree_.nodes[game_.nodes[n]]; }

  [[nodiscard]] std::optional<std::uint32_t> ply_of(std::size_t n) const {
    return n < node_plies_.size() ? std::optional(node_plies_[n]) : std::nullopt;
  }

  /// True if node n + 1 follows node n on the same line and leads to the same position.
  [[nodiscard]] bool goes_on(std::size_t n) const {
    return n + 1 < node_plies_.size() && node_plies_[n + 1] == node_plies_[n] &&
           node_at(n + 1).parent == static_cast<std::int32_t>(game_.nodes[n]);
  }

  void append_marks(std::size_t n, const SgfProperty& property, std::vector<NodeMark>& marks) {
    const SgfPropertyInfo& info = info_of(property.id);
    const std::size_t first = marks.size();
    for (const std::string_view raw : tree_.values_of(property)) {
      NodeMark& mark = marks.emplace_back();
      mark.node = static_cast<std::uint32_t>(n);
      mark.ply = ply_of(n);
      mark.ident = info.name;
      read_value(info, raw, mark);
    }
    if (property.id == SgfId::L) letter(marks, first);
  }

  void read_value(const SgfPropertyInfo& info, std::string_view raw, NodeMark& mark) {
    const bool has_point = info.type == SgfValueType::point || info.type == SgfValueType::move;
    const auto composed =
        info.second_type == SgfValueType::none ? std::nullopt : split_composed(raw);
    if (has_point && rules_ != nullptr) {
      mark.points = rules_->find_points(composed ? composed->first : raw, game_.info.size);
    }
    if (!mark.points) {
      mark.text = text_.simple_text(raw);
      return;
    }
    if (!composed) return;
    if (info.second_type == SgfValueType::point) {
      const auto end = rules_->find_points(composed->second, game_.info.size);
      if (is_point(end)) {
        mark.to_point = static_cast<Point>(end->top * game_.info.size.width + end->left);
        return;
      }
    }
    mark.text = text_.simple_text(composed->second);
  }

  /// Adds the property of the node itself, or of the nearest node above it that has one (FF[4]:
  /// inherit).
  void append_inherited(SgfId id, std::size_t n, std::vector<NodeMark>& marks) {
    for (auto at = static_cast<std::int32_t>(game_.nodes[n]); at >= 0;) {
      const SgfNode& node = tree_.nodes[static_cast<std::size_t>(at)];
      for (const SgfProperty& property : tree_.properties_of(node)) {
        if (property.id != id) continue;
        const auto place = std::ranges::find(game_.nodes, static_cast<std::uint32_t>(at));
        std::vector<NodeMark> inherited;
        append_marks(static_cast<std::size_t>(place - game_.nodes.begin()), property, inherited);
        if (id == SgfId::VW && tree_.has_corner_views()) join_corners(inherited);
        std::ranges::move(inherited, std::back_inserter(marks));
        return;
      }
      at = node.parent;
    }
  }

  const SgfTree& tree_;
  const SgfGame& game_;
  const SgfRules* rules_;
  SgfTextReader text_;
  std::vector<std::uint32_t> node_plies_;
};

class SgfRecordReader final : public RecordReader {
 public:
  explicit SgfRecordReader(const ReadOptions& options)
      : limits_(SgfLimits::within(options.memory_bytes)) {
    options_.charset = options.charset;
  }

  std::optional<Problem> read(const RecordText& record) override {
    form_ = record.form;
    record_ = record.text;
    if (auto reject = parse_sgf(record.text, record.form, tree_, limits_)) return reject;
    extract_sgf_games(tree_, record.text, record.form, options_, games_);
    return std::nullopt;
  }

  const std::vector<Problem>& text_problems() const override { return tree_.problems; }
  std::uint64_t text_problems_left_out() const override { return tree_.problems_left_out; }
  std::vector<Problem> value_problems() const override {
    return check_sgf_values(tree_, record_, games_.front());
  }
  std::size_t game_count() const override { return games_.size(); }
  std::string format_version() const override {
    return tree_.ff_declared ? std::to_string(tree_.ff) : std::string();
  }

  GameInfo& info(std::size_t index) override { return games_[index].info; }

  void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) override {
    script.clear();
    const SgfGame& game = games_[index];
    const SgfRules* rules = find_sgf_rules(game.info.game);
    if (rules != nullptr && rules->playable(game.info.size)) {
      return rules->compile(tree_, game, Lines::all, script, keys);
    }
    script.moves = count_moves(game);
    if (rules != nullptr && game.info.size.area() != 0) {
      script.problems.push_back({ProblemKind::unplayable_board, -1, 0, {}});
    }
  }

  std::vector<MoveNote> notes(std::size_t index) override {
    const SgfGame& game = games_[index];
    const SgfRules* rules = find_sgf_rules(game.info.game);
    if (rules == nullptr || !rules->playable(game.info.size)) return {};
    ReplayScript script;
    script.wants_node_plies = true;
    rules->compile(tree_, game, Lines::main_line, script, nullptr);
    return read_move_notes(tree_, game, form_, charset_of(game), script.node_plies);
  }

  std::vector<NodeComment> comments(std::size_t index) override {
    return node_notes(index).comments();
  }

  void append_node_text(std::size_t index, std::string& text) override {
    const SgfGame& game = games_[index];
    std::optional<SgfTextReader> reader;
    const std::size_t nodes = tree_.only_moves_below ? 1 : game.nodes.size();
    for (std::size_t n = 0; n < nodes; ++n) {
      for (const SgfProperty& property : tree_.properties_of(tree_.nodes[game.nodes[n]])) {
        const bool is_comment = property.id == SgfId::C && n > 0;
        if (!is_comment && property.id != SgfId::N) continue;
        if (!reader) reader.emplace(tree_, form_, charset_of(game));
        for (const std::string_view raw : tree_.values_of(property)) {
          join_line(text, reader->text(raw));
        }
      }
    }
  }

  std::vector<NodeMark> marks(std::size_t index) override { return node_notes(index).marks(); }

  std::vector<NodeMark> marks_at(std::size_t index, std::uint32_t ply) override {
    return node_notes(index).marks_at(ply);
  }

 private:
  /// In which the values of the tree are read.
  [[nodiscard]] Charset charset_of(const SgfGame& game) const {
    if (is_wide(form_)) return Charset::utf8;
    return find_charset(game.info.charset).value_or(Charset::utf8);
  }

  [[nodiscard]] SgfNodeNotes node_notes(std::size_t index) const {
    const SgfGame& game = games_[index];
    const SgfTextReader text(tree_, form_, charset_of(game));
    const SgfRules* rules = find_sgf_rules(game.info.game);
    if (rules == nullptr || !rules->playable(game.info.size))
      return {tree_, game, nullptr, text, {}};
    ReplayScript script;
    script.wants_node_plies = true;
    rules->compile(tree_, game, Lines::all, script, nullptr);
    return {tree_, game, rules, text, std::move(script.node_plies)};
  }

  // What stands on the main line where nothing is replayed: B and W; of BoardSpace's P0 and P1,
  // which are numbered, what changes a board (`1 place wr H 6`), not the words around it (`0 Start
  // White`, `14 Done`).
  [[nodiscard]] std::uint32_t count_moves(const SgfGame& game) const {
    const auto is_board_space_move = [](std::string_view value) {
      std::string_view rest = without_front(value, is_digit);
      if (rest.empty() || rest.size() == value.size()) return false;
      const std::string_view word = take_word(rest, [](char c) { return c == ' '; });
      constexpr std::string_view kOthers[] = {"Start", "start",  "Done",   "done", "Edit",
                                              "edit",  "Resign", "resign", ""};
      return std::ranges::find(kOthers, word) == std::end(kOthers);
    };
    std::uint32_t moves = 0;
    for (std::size_t n = 0; n < game.main_nodes; ++n) {
      for (const SgfProperty& property : tree_.properties_of(tree_.nodes[game.nodes[n]])) {
        const bool is_usual = property.id == SgfId::B || property.id == SgfId::W;
        const bool is_board_space = property.ident == "P0" || property.ident == "P1";
        for (const std::string_view value : tree_.values_of(property)) {
          moves +=
              (is_usual && value != "resign") || (is_board_space && is_board_space_move(value));
        }
      }
    }
    return moves;
  }

  ExtractOptions options_;
  SgfLimits limits_;
  SgfTree tree_;
  std::vector<SgfGame> games_;
  std::string_view record_;
  TextForm form_ = TextForm::bytes;
};

}  // namespace

std::unique_ptr<RecordReader> make_sgf_reader(const ReadOptions& options) {
  return std::make_unique<SgfRecordReader>(options);
}

}  // namespace ludex
