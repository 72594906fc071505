#include "formats/sgf/sgf_record_reader.hpp"

#include "formats/charset/charset.hpp"
#include "formats/record_sink.hpp"
#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_text_reader.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/node_note.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

std::optional<double> find_number(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [rest, error] = std::from_chars(begin, end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
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
      note.value = find_number(text.simple_text(raw));
      break;
    case SgfId::BL:
    case SgfId::WL:
      note.seconds_left = find_number(text.simple_text(raw));
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

/// What the nodes of a game's main line say of their moves.
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

}  // namespace

SgfRecordReader::SgfRecordReader(const ReadOptions& options)
    : limits_(SgfLimits::within(options.memory_bytes)) {
  options_.charset = options.charset;
}

std::optional<Problem> SgfRecordReader::read(const RecordText& record) {
  form_ = record.form;
  if (auto reject = parse_sgf(record.text, record.form, tree_, limits_)) return reject;
  extract_sgf_games(tree_, record.text, record.form, options_, games_);
  return std::nullopt;
}

void SgfRecordReader::compile(std::size_t index, ReplayScript& script,
                              std::vector<PositionKey>* keys) {
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

std::vector<MoveNote> SgfRecordReader::notes(std::size_t index) {
  const SgfGame& game = games_[index];
  const SgfRules* rules = find_sgf_rules(game.info.game);
  if (rules == nullptr || !rules->playable(game.info.size)) return {};
  ReplayScript script;
  script.wants_node_plies = true;
  rules->compile(tree_, game, Lines::main_line, script, nullptr);
  return read_move_notes(tree_, game, form_, charset_of(game), script.node_plies);
}

std::vector<NodeComment> SgfRecordReader::comments(std::size_t index) {
  return node_notes(index).comments();
}

std::vector<NodeMark> SgfRecordReader::marks(std::size_t index) {
  return node_notes(index).marks();
}

std::vector<NodeMark> SgfRecordReader::marks_at(std::size_t index, std::uint32_t ply) {
  return node_notes(index).marks_at(ply);
}

/// In which the values of the tree are read.
Charset SgfRecordReader::charset_of(const SgfGame& game) const {
  const bool is_utf16 = is_wide(form_);
  const std::optional<Charset> known = find_charset(game.info.charset);
  return is_utf16 ? Charset::utf8 : known.value_or(Charset::utf8);
}

SgfNodeNotes SgfRecordReader::node_notes(std::size_t index) const {
  const SgfGame& game = games_[index];
  const SgfTextReader text(tree_, form_, charset_of(game));
  const SgfRules* rules = find_sgf_rules(game.info.game);
  if (rules == nullptr || !rules->playable(game.info.size)) return {tree_, game, nullptr, text, {}};
  ReplayScript script;
  script.wants_node_plies = true;
  rules->compile(tree_, game, Lines::all, script, nullptr);
  return {tree_, game, rules, text, std::move(script.node_plies)};
}

// What stands on the main line where nothing is replayed: B and W; of BoardSpace's P0 and P1, which
// are numbered, what changes a board (`1 place wr H 6`), not the words around it (`0 Start White`,
// `14 Done`).
std::uint32_t SgfRecordReader::count_moves(const SgfGame& game) const {
  const auto is_move = [](std::string_view value) { return value != "resign"; };
  const auto is_board_space_move = [](std::string_view value) {
    const auto number_end = value.find_first_not_of("0123456789");
    if (number_end == 0 || number_end == std::string_view::npos) return false;
    const auto word_start = std::min(value.find_first_not_of(' ', number_end), value.size());
    const std::string_view word =
        value.substr(word_start, value.find(' ', word_start) - word_start);
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
        moves += (is_usual && is_move(value)) || (is_board_space && is_board_space_move(value));
      }
    }
  }
  return moves;
}

}  // namespace ludex
